// The grid of cells with its clues, accessible to screen readers. It draws cells and reports strokes.

import { BLANK, colourOf } from "./game.js";
import { listen } from "./hand.js";
import { texts } from "./texts.js";
import type { Colours } from "./types.js";
import { el, isNarrow, paint } from "./ui.js";
import { Zoom } from "./zoom.js";

/** The tool of a stroke: the chosen tool, the other tool (right button, Ctrl key, long press), or the tool that marks as blank (key X). */
export type Tool = "chosen" | "other" | "mark";

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

/** Width of a digit in a clue, and of the gap before a number, in multiples of the font size. */
const DIGIT = 0.62;
const GAP = 0.42;
/** Padding of a coloured number, in multiples of the font size. */
const BOX = 0.36;
/** Minimum distance between the window's edge and the counter of a drag, in pixels. */
const MARGIN = 4;
/** Minimum size of a cell, in pixels, so that it can be hit; a board that does not fit at this size scrolls. */
const SMALLEST = 13;

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
      this.board.style.setProperty("--paper", options.colours.background);
    }
    this.#bands = [el("div", { class: "band across", "aria-hidden": "true" }), el("div", { class: "band down", "aria-hidden": "true" })];
    this.#bubble = el("div", { class: "bubble", "aria-hidden": "true", hidden: true });
    this.#fill();
    this.element = el("div", { class: "scroller" }, el("div", { class: "holder" }, this.board, ...this.#bands, this.#bubble));
    host.replaceChildren(this.element);
    this.#observer = new ResizeObserver(() => this.fit());
    this.#observer.observe(host);
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
    const corner = el("div", { class: "corner", role: "gridcell", "aria-label": texts.grid.clues });
    this.board.append(el("div", { role: "row", class: "heads", "aria-rowindex": 1 }, corner, ...columnHeads));
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
    this.fit();
  }

  /** Makes the cells as large as the available space and the options allow, times the zoom factor. */
  fit(): void {
    const host = this.element.parentElement;
    if (!host || host.clientWidth === 0) return;
    // `breadth` is the width of a clue with a gap before each number, in multiples of the font size.
    const box = this.options.colours ? BOX : 0;
    const breadth = (clue: number[]) => clue.reduce((sum, block) => sum + DIGIT * String(block).length + GAP + box, 0);
    const wide = Math.max(1, ...this.options.rows.map(breadth));
    const high = Math.max(1, ...this.options.columns.map((clue) => clue.length));
    const style = getComputedStyle(host);
    const width = host.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 2;
    const around = parseFloat(style.paddingTop) + parseFloat(style.paddingBottom) + parseFloat(style.getPropertyValue("--below"));
    const height = Math.max(260, window.innerHeight - host.getBoundingClientRect().top - window.scrollY - around);
    const wanted = this.options.largest ?? 44;
    const font = (size: number) => Math.max(9, Math.min(17, size * 0.56));
    const across = (size: number) => this.columns * size + wide * font(size) + 16;
    const down = (size: number) => this.rows * size + high * font(size) * 1.2 + 10;
    const narrow = isNarrow();
    let size = wanted;
    while (size > SMALLEST && (across(size) > width || (!narrow && down(size) > height))) size--;
    size = Math.round(size * this.zoom.factor);
    this.element.classList.toggle("zoomed", this.zoom.factor > 1);
    this.#size = size;
    this.board.style.setProperty("--cell", `${size}px`);
    this.board.style.setProperty("--font", `${font(size)}px`);
    this.board.style.setProperty("--clues", `${Math.ceil(wide * font(size) + 10)}px`);
    this.element.style.setProperty("--wide", `${Math.ceil(across(size))}px`);
  }

  /** Draws a cell, with its value and additional classes. */
  cell(place: number, value: number, classes = ""): void {
    const cell = this.#cells[place];
    if (!cell) return;
    const colour = colourOf(value);
    const ink = colour === undefined ? undefined : this.options.colours?.inks[colour];
    const name = `cell ${colour !== undefined ? "f" : value === BLANK ? "x" : ""} ${classes}`;
    if (cell.className === name && (cell.dataset["letter"] ?? "") === (ink?.letter ?? "")) return;
    cell.className = name;
    paint(cell, ink);
    const told = classes.split(" ");
    const words = [ink?.name ?? texts.grid.cells[Math.min(value, BLANK)], told.includes("bad") ? texts.grid.mistake : "", told.includes("hint") ? texts.grid.hint : ""];
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
  under(event: PointerEvent): [row: number, column: number] {
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
