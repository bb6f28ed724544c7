// The grid of cells with its clues, accessible to screen readers. It draws cells and reports strokes.

import { BLANK, colourOf } from "./game.js";
import { listen } from "./hand.js";
import { texts } from "./texts.js";
import type { Colours } from "./types.js";
import { el, isNarrow, paint } from "./ui.js";
import { Zoom } from "./zoom.js";

/**
 * The tool of a stroke: the chosen tool, the other tool (right button, Ctrl key, long press), the tool that marks as blank (key X), or the
 * chosen tool without clearing a first cell that has its value already (Shift with arrows).
 */
export type Tool = "chosen" | "other" | "mark" | "along";

export interface Strokes {
  /** A stroke begins. */
  begin(place: number, tool: Tool): void;
  /** The stroke reaches another cell. */
  extend(place: number): void;
  end(): void;
  /** The stroke is cancelled, for example by a second finger. */
  abandon(): void;
  /** The colour of a cell is picked to draw with. */
  pick?(place: number): void;
}

export interface GridOptions {
  rows: number[][];
  columns: number[][];
  colours?: Colours | undefined;
  label: string;
  strokes?: Strokes;
  /** Called when a block of a clue is tapped or clicked; lines are rows first, then columns. */
  clue?: (line: number, block: number) => void;
  /** Maximum size of a cell, in pixels. */
  largest?: number;
}

/** Action of one finger or of the mouse: draw, move the board, or place the cursor. */
export type Touch = "draw" | "pan" | "cursor";

/** Minimum and maximum font size of clues, in pixels; below the minimum size of a cell, the font shrinks with the cell. */
const LEAST_FONT = 9;
export const MOST_FONT = 17;
/** Font size at which clues are measured, in pixels. */
const MEASURED = 16;
/** Gap before a number of a row's clue, in multiples of the font size. */
const GAP = 0.42;
/** Minimum distance between a revealed cell and what may cover it, in pixels. */
const CLEAR = 10;
/** Minimum distance between the window's edge and the counter of a drag, in pixels. */
const MARGIN = 4;
/** Minimum size of a cell, in pixels, so that it can be hit; a board that does not fit at this size scrolls, unless it is zoomed out. */
const SMALLEST = 13;
/** Minimum size of a cell of a board that is only shown, which always fits on the screen, in pixels. */
const SEEN = 3;
/** Size of a cell below which the symbols of hints are solid, in pixels. */
const FINE = 20;
/** Minimum radius of a dot, in pixels. */
const LEAST_DOT = 1;
/** Minimum height of the window on a board, in pixels. */
const LOWEST = 200;

/** Dimensions of the clues as shown, in multiples of the font size: the widest row, the highest column, the widest number in a column. */
interface Clues {
  wide: number;
  high: number;
  number: number;
}

/** All grids in the document. */
const views = new Set<GridView>();

/** Fits all grids again, after a change of settings. */
export function refit(): void {
  for (const view of views) view.fit(true);
}

export class GridView {
  readonly element: HTMLElement;
  readonly rows: number;
  readonly columns: number;
  readonly #cells: HTMLElement[] = [];
  readonly #heads: HTMLElement[] = [];
  readonly board: HTMLElement;
  readonly #bands: [HTMLElement, HTMLElement];
  readonly #bubble: HTMLElement;
  readonly #observer: ResizeObserver;
  #focused = 0;
  #size = 20;
  #clues: Clues | undefined;
  /** Backgrounds with a dot for each value of a set, by set. */
  readonly #dots = new Map<number, string>();
  readonly #corner = el("div", { class: "corner", role: "gridcell", "aria-label": texts.grid.clues });
  /** Maximum font size of clues, in pixels. */
  largestFont = MOST_FONT;
  /** Whether a drag stays in the row or column in which it began. */
  isStraight = false;
  #touch: Touch = "draw";
  /** Presses a key on the focused cell. */
  press: (key: string) => void = () => {};
  readonly zoom = new Zoom({
    cellsAt: ({ x, y }) => {
      const first = this.#cells[0]!.getBoundingClientRect();
      return { x: (x - first.left) / first.width, y: (y - first.top) / first.height };
    },
    enlarge: () => this.fit(),
    scroll: (cells, to) => {
      // If the grid cannot scroll far enough, the page scrolls by the rest.
      for (const scroller of [this.element, window]) {
        const first = this.#cells[0]!.getBoundingClientRect();
        scroller.scrollBy(first.left + cells.x * first.width - to.x, first.top + cells.y * first.height - to.y);
      }
      // The clues of the columns stay on the screen.
      window.scrollBy(0, Math.min(0, this.element.getBoundingClientRect().top));
    },
  });

  constructor(
    host: HTMLElement,
    readonly options: GridOptions,
  ) {
    this.rows = options.rows.length;
    this.columns = options.columns.length;
    this.board = el("div", {
      class: "board",
      role: "grid",
      "aria-label": options.label,
      "aria-rowcount": this.rows + 1,
      "aria-colcount": this.columns + 1,
      "aria-readonly": !options.strokes,
    });
    if (options.colours) {
      this.board.classList.add("coloured");
      this.board.style.setProperty("--ground", options.colours.background);
    }
    this.#bands = [el("div", { class: "band across", "aria-hidden": "true" }), el("div", { class: "band down", "aria-hidden": "true" })];
    this.#bubble = el("div", { class: "bubble", "aria-hidden": "true", hidden: true });
    this.#fill();
    this.element = el("div", { class: "scroller" }, el("div", { class: "holder" }, this.board, ...this.#bands, this.#bubble));
    host.replaceChildren(this.element);
    this.#observer = new ResizeObserver(() => this.fit());
    this.#observer.observe(host);
    views.add(this);
    this.fit();
    if (options.strokes) this.press = listen(this, options.strokes);
  }

  #fill(): void {
    const { colours } = this.options;
    const clue = (blocks: number[], kind: string, number: number, role: string, places?: number[]) => {
      const head = el("div", { role, class: `head ${kind}`, "data-name": `${kind === "row" ? texts.grid.row : texts.grid.column} ${number}` });
      this.#heads.push(head);
      this.#number(head, blocks, places);
      return head;
    };
    const rowHeads = this.options.rows.map((blocks, row) => clue(blocks, "row", row + 1, "rowheader", colours?.rows[row]));
    const columnHeads = this.options.columns.map((blocks, column) => clue(blocks, "column", column + 1, "columnheader", colours?.columns[column]));
    this.board.append(el("div", { role: "row", class: "heads", "aria-rowindex": 1 }, this.#corner, ...columnHeads));
    rowHeads.forEach((head, row) => {
      const line = el("div", { role: "row", class: "line", "aria-rowindex": row + 2 }, head);
      for (let column = 0; column < this.columns; column++) {
        const cell = el("div", { role: "gridcell", class: "cell", "aria-label": texts.grid.cells[0]!, "aria-colindex": column + 2 });
        if (this.options.strokes) cell.tabIndex = row + column === 0 ? 0 : -1;
        this.#cells.push(cell);
        line.append(cell);
      }
      this.board.append(line);
    });
  }

  #number(head: HTMLElement, blocks: number[], places?: number[]): void {
    const shown = blocks.filter((block) => block > 0);
    const numbers = shown.length > 0 ? shown : [0];
    const ink = (nth: number) => this.options.colours?.inks[places?.[nth] ?? -1];
    const spoken = numbers.map((block, nth) => [block, ink(nth)?.name].filter(Boolean).join(" "));
    head.setAttribute("aria-label", texts.grid.clue(head.dataset["name"]!, spoken.join(places ? ", " : " ") || "0"));
    head.replaceChildren(...numbers.map((block, nth) => paint(el("span", {}, String(block)), ink(nth))));
  }

  /** Replaces the clues. */
  renumber(rows: number[][], columns: number[][], colours?: Colours): void {
    Object.assign(this.options, { rows, columns, colours });
    const places = [...(colours?.rows ?? []), ...(colours?.columns ?? [])];
    [...rows, ...columns].forEach((blocks, line) => this.#number(this.#heads[line]!, blocks, places[line]));
    this.fit(true);
  }

  /** Measures the clues as they are shown, with the letters of colours. */
  #measure(): Clues {
    this.board.style.setProperty("--font", `${MEASURED}px`);
    const clues: Clues = { wide: 1, high: 1, number: 1 };
    this.#heads.forEach((head, line) => {
      const [first, last] = [head.firstElementChild!.getBoundingClientRect(), head.lastElementChild!.getBoundingClientRect()];
      if (line < this.rows) clues.wide = Math.max(clues.wide, (last.right - first.left) / MEASURED + GAP);
      else {
        clues.high = Math.max(clues.high, (last.bottom - first.top) / MEASURED);
        for (const number of head.children) clues.number = Math.max(clues.number, number.getBoundingClientRect().width / MEASURED);
      }
    });
    return clues;
  }

  /**
   * Makes the cells as large as the available space and the options allow, times the zoom factor; the smallest factor shows the whole
   * board. Measures the clues again if `isChanged`.
   */
  fit(isChanged = false): void {
    if (isChanged) this.#clues = undefined;
    const host = this.element.parentElement;
    if (!host || host.clientWidth === 0) return;
    const { wide, high, number } = (this.#clues ??= this.#measure());
    const style = getComputedStyle(host);
    const width = host.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 2;
    const around = parseFloat(style.paddingTop) + parseFloat(style.paddingBottom) + parseFloat(style.getPropertyValue("--below"));
    const narrow = isNarrow();
    // The stage of a view of two columns is sticky, so its own place depends on the scrolling. Any other stage can be scrolled to.
    const columns = narrow ? null : host.closest(".two");
    const top = columns ? columns.getBoundingClientRect().top + window.scrollY : 0;
    const height = Math.max(LOWEST, window.innerHeight - top - around);
    const least = Math.max(SMALLEST, Math.ceil(LEAST_FONT * number) + 1);
    const font = (size: number) =>
      size < least ? (LEAST_FONT * size) / least : Math.max(LEAST_FONT, Math.min(this.largestFont, size * 0.56, (size - 1) / number));
    const across = (size: number) => this.columns * size + wide * font(size) + 16;
    const down = (size: number) => this.rows * size + high * font(size) + 10;
    let usual = this.options.largest ?? 44;
    const lowest = this.options.strokes ? least : SEEN;
    while (usual > lowest && (across(usual) > width || (!narrow && down(usual) > height))) usual -= usual > least ? 1 : 0.25;
    let whole = usual;
    while (whole > 1 && (across(whole) > width || down(whole) > height)) whole -= whole > least ? 1 : 0.25;
    this.zoom.least = Math.min(1, whole / usual);
    const { factor } = this.zoom;
    const size = factor <= this.zoom.least ? whole : factor < 1 ? usual * factor : Math.round(usual * factor);
    this.element.classList.toggle("zoomed", factor > 1);
    this.#size = size;
    this.board.classList.toggle("fine", size < FINE);
    this.board.classList.toggle("dotted", size * this.#dot >= LEAST_DOT);
    const clues = Math.ceil(wide * font(size) + 10);
    this.board.style.setProperty("--cell", `${size}px`);
    this.board.style.setProperty("--font", `${font(size)}px`);
    this.board.style.setProperty("--clues", `${clues}px`);
    this.element.style.setProperty("--wide", `${Math.ceil(across(size))}px`);
    this.element.style.maxHeight = `${height}px`;
    this.element.style.scrollPadding = `${Math.ceil(high * font(size) + 8)}px ${CLEAR}px ${CLEAR}px ${clues}px`;
  }

  /** Zooms by a factor around the middle of what is visible of the board; without a factor, to the size that fits. */
  zoomBy(factor?: number): void {
    const frame = this.element.getBoundingClientRect();
    const y = (Math.max(0, frame.top) + Math.min(window.innerHeight, frame.bottom)) / 2;
    this.zoom.to(factor === undefined ? 1 : this.zoom.factor * factor, { x: frame.left + frame.width / 2, y });
  }

  /** Scrolls so that cells are neither covered by the clues nor below `end` on the screen; if they are too far apart, the first of them. */
  reveal(places: readonly number[], end = window.innerHeight): void {
    for (const scroller of [this.element, window]) {
      const boxes = places.map((place) => this.box(place));
      const [top, bottom] = [Math.min(...boxes.map((box) => box.top)) - CLEAR, Math.max(...boxes.map((box) => box.bottom)) + CLEAR];
      const [left, right] = [Math.min(...boxes.map((box) => box.left)) - CLEAR, Math.max(...boxes.map((box) => box.right)) + CLEAR];
      const [frame, corner] = [this.element.getBoundingClientRect(), this.#corner.getBoundingClientRect()];
      const within = (low: number, high: number, from: number, to: number) => (high > to ? Math.min(high - to, low - from) : Math.min(0, low - from));
      // The window on the board can be moved to the top of the screen.
      const by =
        scroller === window
          ? [0, bottom > end ? Math.min(bottom - end, frame.top) : Math.min(0, frame.top)]
          : [within(left, right, corner.right, frame.right), within(top, bottom, corner.bottom, Math.min(frame.bottom, frame.top + end))];
      scroller.scrollBy({ left: by[0]!, top: by[1]!, behavior: "instant" });
    }
  }

  /** The number of dots in a row of a cell, which has a place for each value. */
  get #across(): number {
    return Math.ceil(Math.sqrt(1 + (this.options.colours?.inks.length ?? 1)));
  }

  /** Radius of a dot, in multiples of the size of a cell. */
  get #dot(): number {
    return 0.32 / this.#across;
  }

  /** A background with a dot in the colour of each value of a set (bit 0: blank, which is a ring). */
  #dotted(left: number): string {
    const known = this.#dots.get(left);
    if (known !== undefined) return known;
    const across = this.#across;
    const radius = `calc(var(--cell) * ${this.#dot})`;
    const values = ["", ...(this.options.colours?.inks ?? []).map(({ rgb }) => rgb)];
    const dots = values.flatMap((rgb, value) => {
      if (((left >> value) & 1) === 0) return [];
      const at = (place: number) => `${(100 * (place + 0.5)) / across}%`;
      const edge = `transparent calc(${radius} + 0.5px)`;
      const stops = rgb === "" ? `transparent calc(${radius} * 0.5), var(--mark) calc(${radius} * 0.6) ${radius}, ${edge}` : `${rgb} ${radius}, ${edge}`;
      return [`radial-gradient(circle at ${at(value % across)} ${at(Math.floor(value / across))}, ${stops})`];
    });
    const background = dots.join(", ");
    this.#dots.set(left, background);
    return background;
  }

  /** Draws a cell, with its value and additional classes; `left` is the set of values that an unknown cell can have (bit 0: blank), or 0. */
  cell(place: number, value: number, classes = "", left = 0): void {
    const cell = this.#cells[place];
    if (!cell) return;
    const colour = colourOf(value);
    const inks = this.options.colours?.inks;
    const ink = colour === undefined ? undefined : inks?.[colour];
    const name = `cell ${colour !== undefined ? "f" : value === BLANK ? "x" : left > 0 ? "left" : ""} ${classes}`;
    if (cell.className === name && (cell.dataset["letter"] ?? "") === (ink?.letter ?? "") && (cell.dataset["left"] ?? "0") === String(left)) return;
    cell.className = name;
    paint(cell, ink);
    if (left > 0) {
      cell.dataset["left"] = String(left);
      cell.style.setProperty("--dots", this.#dotted(left));
    } else delete cell.dataset["left"];
    const told = classes.split(" ");
    const can = left > 0 ? texts.or([...(inks ?? []).filter((_, nth) => (left >> (nth + 1)) & 1).map((ink) => ink.name), ...(left & 1 ? [texts.grid.cells[BLANK]!] : [])]) : "";
    const words = [ink?.name ?? texts.grid.cells[Math.min(value, BLANK)], can, told.includes("bad") ? texts.grid.mistake : "", told.includes("hint") ? texts.grid.hint : ""];
    cell.setAttribute("aria-label", words.filter(Boolean).join(", "));
  }

  /** Fades the blocks of a clue for which `met` is true, and marks the clue as satisfied if `whole`; lines are rows first, then columns. */
  clue(line: number, met: boolean[], whole: boolean): void {
    const head = this.#heads[line];
    if (!head) return;
    head.classList.toggle("met", whole);
    met.forEach((is, block) => head.children[block]?.classList.toggle("done", is));
  }

  /** Draws a bar at the clue of a line, with a tooltip; `share`, 0 to 1, is the length of the bar. */
  bar(line: number, share: number, text: string): void {
    const head = this.#heads[line];
    if (!head) return;
    head.classList.add("barred");
    head.style.setProperty("--share", share.toFixed(3));
    head.title = text;
  }

  /** Shows a text, such as the length of a stroke, beside a cell; hides the text if there is no cell. */
  measure(place: number | undefined, text = ""): void {
    this.#bubble.hidden = place === undefined;
    const cell = place === undefined ? undefined : this.#cells[place];
    if (!cell) return;
    this.#bubble.textContent = text;
    const [box, own] = [cell.getBoundingClientRect(), this.#bubble.getBoundingClientRect()];
    // The text is beside the cell and completely on the screen.
    const within = (at: number, length: number, all: number) => Math.max(MARGIN, Math.min(all - length - MARGIN, at));
    const [x, y] = [within(box.right, own.width, document.documentElement.clientWidth), within(box.top - own.height - MARGIN, own.height, window.innerHeight)];
    this.#bubble.style.transform = `translate(${x}px, ${y}px)`;
  }

  focus(place = this.#focused, preventScroll = false): void {
    this.aim(place);
    this.#cells[place]?.focus({ preventScroll });
  }

  get touch(): Touch {
    return this.#touch;
  }

  set touch(touch: Touch) {
    this.#touch = touch;
    this.board.classList.toggle("pan", touch === "pan");
    this.board.classList.toggle("cursor", touch === "cursor");
  }

  /** The rectangle of a cell on the screen. */
  box(place: number): DOMRect {
    return this.#cells[place]!.getBoundingClientRect();
  }

  get focused(): number {
    return this.#focused;
  }

  dispose(): void {
    this.#observer.disconnect();
    views.delete(this);
    this.element.remove();
  }

  #offset(cell: HTMLElement): [number, number] {
    const holder = this.board.getBoundingClientRect();
    const box = cell.getBoundingClientRect();
    return [box.left - holder.left, box.top - holder.top];
  }

  /** Makes a cell the target of the Tab key. */
  aim(place: number): void {
    const before = this.#cells[this.#focused];
    if (before) before.tabIndex = -1;
    this.#focused = place;
    const cell = this.#cells[place];
    if (cell) cell.tabIndex = 0;
  }

  /** Highlights the row and column of a cell, or nothing if there is no cell. */
  light(place: number | undefined): void {
    for (const band of this.#bands) band.classList.toggle("lit", place !== undefined);
    for (const head of this.board.querySelectorAll(".head.lit")) head.classList.remove("lit");
    if (place === undefined) return;
    const [row, column] = [Math.floor(place / this.columns), place % this.columns];
    this.#band(place);
    this.#heads[row]?.classList.add("lit");
    this.#heads[this.rows + column]?.classList.add("lit");
  }

  /** Highlights only these lines; rows first, then columns. */
  show(lines: readonly number[]): void {
    this.#heads.forEach((head, line) => head.classList.toggle("lit", lines.includes(line)));
    const [row, column] = [lines.find((line) => line < this.rows), lines.find((line) => line >= this.rows)];
    this.#bands.forEach((band, nth) => band.classList.toggle("lit", (nth === 0 ? row : column) !== undefined));
    const place = (row ?? 0) * this.columns + ((column ?? this.rows) - this.rows);
    this.#band(place);
  }

  #band(place: number): void {
    const [x, y] = this.#offset(this.#cells[place]!);
    this.#bands[0].style.transform = `translateY(${y}px)`;
    this.#bands[1].style.transform = `translateX(${x}px)`;
    for (const band of this.#bands) band.style.setProperty("--cell", `${this.#size}px`);
  }

  /** Row and column under a pointer; they may lie outside the board. */
  under(event: MouseEvent): [row: number, column: number] {
    const first = this.#cells[0]!.getBoundingClientRect();
    return [Math.floor((event.clientY - first.top) / first.height), Math.floor((event.clientX - first.left) / first.width)];
  }

  /** Line and block of a number in a clue; undefined for any other element. */
  blockOf(target: EventTarget | null): [line: number, block: number] | undefined {
    const number = target instanceof Element ? target.closest(".head span") : null;
    const head = number?.parentElement;
    return head ? [this.#heads.indexOf(head), [...head.children].indexOf(number)] : undefined;
  }

  /** The cells between two cells, including the second cell. They complete a stroke of a fast pointer, which skips cells. */
  between(from: number, to: number): number[] {
    const [row, column] = [Math.floor(from / this.columns), from % this.columns];
    const [down, right] = [Math.floor(to / this.columns) - row, (to % this.columns) - column];
    const steps = Math.max(Math.abs(down), Math.abs(right));
    return Array.from({ length: steps }, (_, step) => {
      const part = (step + 1) / steps;
      return (row + Math.round(down * part)) * this.columns + column + Math.round(right * part);
    });
  }
}
