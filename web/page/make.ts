// The editor: draw, have it judged after each stroke, and have edits proposed that leave one solution.

import { background, helper } from "./engine.js";
import { busy, limit } from "./busy.js";
import { Drawing, LONGEST, blank, type Sides } from "./drawing.js";
import { FILLED, UNKNOWN, fromText, toText, type Value } from "./game.js";
import { GridView } from "./grid.js";
import { texts } from "./texts.js";
import * as tracing from "./tracing.js";
import { $, download, el, fileName, hardness, storage, toast } from "./ui.js";
import type { Edit, Judged, Sheet } from "./types.js";

/** Milliseconds without a stroke after which the drawing is judged. */
const PAUSE = 120;
/** Seconds that a judgement may take. */
const JUDGING = 10_000;

let whole: Drawing;
/** The drawing in its present size. */
let drawing: Drawing["game"];
let grid: GridView | undefined;
let judged: Judged | undefined;
let edits: Edit[] = [];
let waiting = 0;
let asked = 0;
let stroke: { first: number; to: Value } | undefined;

const number = (id: string) => Math.min(LONGEST, Math.max(1, Math.round(Number($<HTMLInputElement>(id).value)) || 1));

function clues(): [number[][], number[][]] {
  const blocks = (places: number[]) => {
    const found: number[] = [];
    let run = 0;
    for (const place of [...places, -1]) {
      if (place >= 0 && drawing.cells[place] === FILLED) run++;
      else if (run > 0) {
        found.push(run);
        run = 0;
      }
    }
    return found;
  };
  const line = (nth: number) => blocks(drawing.line(nth));
  return [
    Array.from({ length: drawing.rows }, (_, row) => line(row)),
    Array.from({ length: drawing.columns }, (_, column) => line(drawing.rows + column)),
  ];
}

function build(): void {
  grid?.dispose();
  const [rows, columns] = clues();
  grid = new GridView($("easel"), {
    rows,
    columns,
    label: texts.make.grid(drawing.rows, drawing.columns),
    strokes: { begin, extend, end, abandon },
    largest: 36,
  });
  drawAll();
}

function draw(place: number): void {
  const open = judged && judged.verdict !== "unique" && judged.lines[place] === "?";
  const proposed = edits.some((edit) => edit.cells.includes(place)) && edits.length > 0;
  grid?.cell(place, drawing.cells[place]!, [open ? "open" : "", proposed ? "hint" : ""].join(" "));
}

function drawAll(): void {
  drawing.cells.forEach((_, place) => draw(place));
  $<HTMLButtonElement>("make-undo").disabled = !whole.canUndo;
  $<HTMLButtonElement>("make-redo").disabled = !whole.canRedo;
}

function brush(): string {
  return $("view-make").querySelector<HTMLInputElement>("[name=brush]:checked")?.value ?? "pen";
}

function begin(place: number): void {
  edits = [];
  drawing.begin();
  const to: Value = drawing.cells[place] === FILLED ? UNKNOWN : FILLED;
  stroke = { first: place, to };
  if (brush() === "pour") pour(place, to);
  else extend(place);
}

function extend(place: number): void {
  if (!stroke || brush() === "pour") return;
  if (brush() === "line") {
    for (const cell of drawing.abandon()) draw(cell);
    drawing.begin();
    for (const cell of straight(stroke.first, place)) if (drawing.set(cell, stroke.to)) draw(cell);
  } else if (drawing.set(place, stroke.to)) draw(place);
}

/** The cells of a straight line (Bresenham). */
function straight(from: number, to: number): number[] {
  const width = drawing.columns;
  const [row, column] = [Math.floor(from / width), from % width];
  const [down, right] = [Math.floor(to / width) - row, (to % width) - column];
  const steps = Math.max(Math.abs(down), Math.abs(right), 1);
  return Array.from({ length: steps + 1 }, (_, step) => {
    const part = step / steps;
    return (row + Math.round(down * part)) * width + column + Math.round(right * part);
  });
}

function pour(place: number, to: Value): void {
  const from = drawing.cells[place];
  const due = [place];
  for (let next = due.pop(); next !== undefined; next = due.pop()) {
    if (drawing.cells[next] !== from || !drawing.set(next, to)) continue;
    const column = next % drawing.columns;
    if (column > 0) due.push(next - 1);
    if (column < drawing.columns - 1) due.push(next + 1);
    due.push(...[next - drawing.columns, next + drawing.columns].filter((cell) => cell >= 0 && cell < drawing.cells.length));
  }
}

function end(): void {
  drawing.end();
  whole.drawn();
  stroke = undefined;
  changed();
}

function abandon(): void {
  drawing.abandon();
  stroke = undefined;
  drawAll();
}

function changed(): void {
  judged = undefined;
  $("proposals").replaceChildren();
  grid?.renumber(...clues());
  drawAll();
  storage.set("drawing", { rows: drawing.rows, columns: drawing.columns, cells: toText(drawing.cells) });
  clearTimeout(waiting);
  waiting = window.setTimeout(() => void judge(), PAUSE);
}

async function judge(): Promise<void> {
  const ask = ++asked;
  const cells = cellsText();
  // What is judged now is old by the time: end it.
  if (background.busy) background.stop();
  try {
    const found = await background.call("judge", drawing.rows, drawing.columns, cells, JUDGING);
    if (ask !== asked) return;
    judged = found;
    say(found);
    drawAll();
  } catch {
    // A newer stroke has ended it.
  }
}

function say(found: Judged): void {
  const place = $("judgement");
  place.className = `advice ${found.verdict}`;
  const open = found.open.length;
  const rated = found.rated ? texts.make.rated(hardness(found.rated.difficulty, found.rated.depth).word, found.rated.difficulty.toFixed(1)) : "";
  const words = {
    unique: texts.make.unique(rated, found.line_solvable ? null : open),
    multiple: texts.make.multiple(open),
    none: texts.make.none,
    unsettled: texts.make.unsettled(JUDGING / 1000, open),
  };
  place.replaceChildren(el("p", {}, words[found.verdict]));
  $<HTMLButtonElement>("propose").disabled = found.verdict === "unique";
}

const sizeOf = ({ rows, columns }: Drawing["game"]) => texts.size(rows, columns);

async function propose(): Promise<void> {
  const size = sizeOf(drawing);
  const cells = cellsText();
  const found = await busy(texts.busy.edits, () =>
    helper.call("disambiguate", drawing.rows, drawing.columns, cells, limit()),
  );
  // It may be another drawing by then.
  if (!found || cells !== cellsText() || size !== sizeOf(drawing)) return;
  edits = found.edits;
  drawAll();
  const place = (cell: number) => texts.place(Math.floor(cell / drawing.columns) + 1, (cell % drawing.columns) + 1);
  const items = found.edits.map((edit) => {
    const button = el("button", { type: "button" }, texts.make.flip(edit.cells.map(place).join(texts.and)), el("small", {}, edit.leaves > 0 ? texts.make.leaves(edit.leaves) : texts.make.settles(edit.settles)));
    button.addEventListener("click", () => {
      drawing.begin();
      for (const cell of edit.cells) drawing.set(cell, drawing.cells[cell] === FILLED ? UNKNOWN : FILLED);
      drawing.end();
      whole.drawn();
      edits = [];
      changed();
    });
    return el("li", {}, button);
  });
  const isPartly = found.edits.some((edit) => edit.leaves > 0);
  $("proposals").replaceChildren(...(isPartly ? [el("li", {}, texts.make.partly)] : []), ...items);
  if (items.length === 0) toast(found.complete ? texts.make.noEdit : texts.make.noEditYet);
}

/** Makes the drawing larger or smaller; what it cannot be is not done. */
function resize(by: Partial<Sides>): void {
  if (whole.resize({ top: 0, right: 0, bottom: 0, left: 0, ...by })) resized();
  else toast(texts.make.sides(LONGEST));
  showSize();
}

/** By the fields of rows and columns, which change it at the bottom and on the right. */
function resizeTo(): void {
  resize({ bottom: number("make-rows") - drawing.rows, right: number("make-columns") - drawing.columns });
}

function showSize(): void {
  $<HTMLInputElement>("make-rows").value = String(drawing.rows);
  $<HTMLInputElement>("make-columns").value = String(drawing.columns);
}

/** Shows the drawing in a size that it did not have. */
function resized(): void {
  drawing = whole.game;
  edits = [];
  judged = undefined;
  build();
  changed();
}

/** Shows another drawing, of any size; that is one step, too. */
function redraw(rows: number, columns: number, cells: Uint8Array): void {
  whole.resize({ top: 0, left: 0, bottom: rows - drawing.rows, right: columns - drawing.columns });
  drawing = whole.game;
  drawing.replace(cells);
  whole.drawn();
  resized();
  showSize();
}

const cellsText = () => toText(drawing.cells).replaceAll("?", "-");

function sheet(): Promise<Sheet> {
  const title = $<HTMLInputElement>("make-title").value.trim();
  return background.call("drawing", drawing.rows, drawing.columns, cellsText(), title || texts.make.untitled);
}

/** Offers the drawing as a file that can be opened again. */
async function save(): Promise<void> {
  const made = await sheet();
  const name = `${fileName(made.title)}.non`;
  download(name, await background.call("non", JSON.stringify(made)), "text/plain");
  toast(texts.make.saved(name));
}

/** Goes on with the drawing of a file: its picture, or the only solution of its clues. */
async function openDrawing(file: File): Promise<void> {
  const found = await busy(texts.busy.reading(file.name), async () => {
    const [first] = await helper.call("read", file.name, new Uint8Array(await file.arrayBuffer()));
    if (!first || first.goal) return first;
    const solved = await helper.call("solve", JSON.stringify(first), limit());
    return solved.verdict === "unique" ? { ...first, goal: solved.solutions[0]! } : first;
  });
  if (!found) return;
  if (!found.goal) toast(texts.make.noGrid(file.name));
  else if (Math.max(found.rows.length, found.columns.length) > LONGEST) toast(texts.make.tooLarge(LONGEST));
  else {
    redraw(found.rows.length, found.columns.length, fromText(found.goal.replaceAll("-", "?").replaceAll(/[b-z]/g, "#")));
    $<HTMLInputElement>("make-title").value = found.title ?? "";
  }
}

/** Opens a picture, to be made a drawing about as large as the present one. */
export function openPicture(file: File): void {
  location.hash = "#make";
  void tracing.open(file, Math.max(drawing.rows, drawing.columns));
}

export function show(): void {
  if (!grid) build();
  grid?.fit();
  if (!judged) void judge();
}

export function start(play: (sheet: Sheet) => void): void {
  const kept = storage.get<{ rows: number; columns: number; cells: string }>("drawing");
  const isSide = (side: unknown) => Number.isInteger(side) && 1 <= Number(side) && Number(side) <= LONGEST;
  // What was kept may be another version's.
  const isDrawing = kept && isSide(kept.rows) && isSide(kept.columns) && kept.cells?.length === kept.rows * kept.columns;
  whole = new Drawing(isDrawing ? blank(kept.rows, kept.columns) : blank(12, 12));
  drawing = whole.game;
  if (isDrawing) drawing.cells.set(fromText(kept.cells));
  showSize();
  $("make-rows").addEventListener("change", resizeTo);
  $("make-columns").addEventListener("change", resizeTo);
  for (const side of ["top", "right", "bottom", "left"] as const) {
    $(`make-${side}-more`).addEventListener("click", () => resize({ [side]: 1 }));
    $(`make-${side}-less`).addEventListener("click", () => resize({ [side]: -1 }));
  }
  const step = (act: () => unknown) => () => {
    act();
    whole.drawn();
    edits = [];
    changed();
  };
  const go = (act: () => void) => () => {
    act();
    resized();
    showSize();
  };
  $("make-undo").addEventListener("click", go(() => whole.undo()));
  $("make-redo").addEventListener("click", go(() => whole.redo()));
  $("make-clear").addEventListener("click", step(() => drawing.replace(new Uint8Array(drawing.cells.length))));
  $("make-invert").addEventListener("click", step(() => drawing.replace(drawing.cells.map((cell) => (cell === FILLED ? UNKNOWN : FILLED)))));
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLElement && event.target.matches("input:not([type=radio]), textarea, select");
    const key = event.key.toLowerCase();
    if ($("view-make").hidden || typing || !(event.ctrlKey || event.metaKey) || (key !== "z" && key !== "y")) return;
    $(key === "y" || event.shiftKey ? "make-redo" : "make-undo").click();
    event.preventDefault();
  });
  $("propose").addEventListener("click", () => void propose());
  tracing.start((rows, columns, cells) => redraw(rows, columns, Uint8Array.from(cells, (isFilled) => (isFilled ? FILLED : UNKNOWN))));
  const chosen = (id: string, act: (file: File) => unknown) => {
    const input = $<HTMLInputElement>(id);
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      if (file) void act(file);
      input.value = "";
    });
  };
  chosen("picture", openPicture);
  chosen("make-open", openDrawing);
  $("make-save").addEventListener("click", () => void save());
  $("make-play").addEventListener("click", async () => {
    const made = await busy(texts.busy.making, sheet);
    if (made) play(made);
  });
}
