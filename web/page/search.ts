// The search of a clue core: description of its last event, counters, depth of the trail, and the level of each cell.

import { texts } from "./texts.js";
import { el } from "./ui.js";
import type { Colours, Search, SearchEvent } from "./types.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [512, 64];
const COUNTS = ["probes", "refuted", "decisions", "conflicts", "facts"] as const;

/** The names of values, given as letters; blank is the last one. */
function named(letters: string, colours: Colours | undefined): string {
  const name = (letter: string) => colours?.inks.find((ink) => ink.letter === letter)?.name ?? texts.search.values[letter]!;
  const [blank, ...rest] = letters.startsWith("-") ? letters : ["", ...letters];
  return texts.or([...rest, ...(blank ? [blank] : [])].map(name));
}

function inWords(event: SearchEvent, colours: Colours | undefined): string {
  const { events } = texts.search;
  const at = ([row, column, values]: [number, number, string]) => [texts.place(row, column), named(values, colours)] as const;
  switch (event.event) {
    case "learned": {
      const known = event.cells.filter(([, , values]) => values.length === 1).length;
      return events.learned(known, event.cells.length - known, event.line);
    }
    case "conflict":
      return events.conflict(event.line);
    case "probe":
      return events.probe(...at(event.cell));
    case "fact":
    case "decision":
    case "reversal":
      return events[event.event](...at(event.cell), event.level);
    case "verdict":
      return events.verdict(event.status ?? "");
    default:
      return events[event.event];
  }
}

/** The values that are left of an undecided cell, one bit each, unless it can have every value or is black and white. */
export function left({ possible, marks }: Search, place: number): number {
  return marks[place] === "?" ? 0 : (possible[place] ?? 0);
}

/** The CSS classes of a cell in the grid. */
export function marks({ marks, current, conflict }: Search, place: number, columns: number): string {
  const mark = marks[place]!;
  const rows = marks.length / columns;
  const isInConflict = conflict !== null && (conflict < rows ? Math.floor(place / columns) === conflict : place % columns === conflict - rows);
  return [
    mark === "p" ? "probed" : Number(mark) > 0 ? `assumed level-${Math.min(3, Number(mark))}` : "",
    place === current ? "current" : "",
    isInConflict ? "bad" : "",
  ].join(" ");
}

export class SearchView {
  readonly element: HTMLElement;
  readonly #last = el("p", { class: "search-event", role: "status" });
  readonly #level = el("p", { class: "dim" });
  readonly #counts = COUNTS.map((name) => el("b", { "data-count": name }, "0"));
  readonly #line = document.createElementNS(SVG, "path");
  readonly #deepest = el("b");

  constructor() {
    const chart = document.createElementNS(SVG, "svg");
    for (const [name, value] of Object.entries({ viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", class: "depth", "aria-label": texts.search.depth })) chart.setAttribute(name, value);
    chart.append(this.#line);
    const figures = COUNTS.map((name, nth) => el("span", {}, this.#counts[nth]!, el("small", {}, texts.search.counts[name])));
    this.element = el(
      "section",
      { class: "search", hidden: true },
      el("h2", {}, texts.search.title),
      this.#last,
      this.#level,
      el("div", { class: "figures" }, ...figures),
      el("figure", {}, chart, el("figcaption", { class: "dim" }, `${texts.search.depth}: `, this.#deepest)),
      el("p", { class: "dim" }, texts.search.about),
    );
  }

  /** Shows a search; `colours` has the names of the colours, unless the puzzle is black and white. */
  show(search: Search | null, colours: Colours | undefined): void {
    this.element.hidden = !search?.last;
    if (!search?.last) return;
    this.#last.textContent = inWords(search.last, colours);
    this.#level.textContent = texts.search.level(search.level);
    COUNTS.forEach((name, nth) => (this.#counts[nth]!.textContent = search[name].toLocaleString("en")));
    const { depths } = search;
    const most = Math.max(1, ...depths);
    const step = WIDTH / Math.max(1, depths.length);
    const points = depths.map((depth, nth) => `L${(nth * step).toFixed(1)} ${(HEIGHT - (depth / most) * HEIGHT).toFixed(1)}h${step.toFixed(1)}`);
    this.#line.setAttribute("d", `M0 ${HEIGHT}${points.join("")}V${HEIGHT}z`);
    this.#deepest.textContent = texts.search.deepest(Math.max(0, ...depths));
  }
}
