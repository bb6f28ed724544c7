// The editor: a drawing that is judged as a puzzle after each change, with proposed edits that leave one solution, or fewer open cells.

import { Stopped, background, helper, mixer } from "./engine.js";
import { busy, limit } from "./busy.js";
import { BLACK, Drawing, LONGEST, blank, isBlackAndWhite, type Sides } from "./drawing.js";
import { BLANK, FILLED, UNKNOWN, colourOf, fromText, isFilled, toText, valueOf, type Block, type Value } from "./game.js";
import { GridView, type Tool } from "./grid.js";
import * as paints from "./paints.js";
import * as paper from "./paper.js";
import { copy } from "./share.js";
import { texts } from "./texts.js";
import * as tracing from "./tracing.js";
import { $, download, el, fileName, hardness, isTyping, sentence, storage, toast } from "./ui.js";
import type { Colours, Drawn, Edit, Judgement, Paints, Sheet } from "./types.js";

/** Time without a change after which the drawing is judged, in milliseconds. */
const PAUSE = 120;
/** Time limit of the judgement, in milliseconds. */
const JUDGING = 10_000;

let whole: Drawing;
/** The game with the drawing's current size and colours. */
let drawing: Drawing["game"];
let grid: GridView | undefined;
let judged: [judgement: Judgement, lines: string] | undefined;
let edits: Edit[] = [];
let waiting = 0;
let asked = 0;
/** The stroke in progress; `clears` while it has only touched a cell that has its value already, which a click clears. */
let stroke: { first: number; to: Value; clears: boolean } | undefined;

const number = (id: string) => Math.min(LONGEST, Math.max(1, Math.round(Number($<HTMLInputElement>(id).value)) || 1));

/** The clues of the drawing, and their colours unless it is black and white. */
function clues(): [rows: number[][], columns: number[][], colours: Colours | undefined] {
  const lines = Array.from({ length: drawing.rows + drawing.columns }, (_, line) => drawing.blocks(line));
  const [rows, columns] = [lines.slice(0, drawing.rows), lines.slice(drawing.rows)];
  const lengths = (side: Block[][]) => side.map((blocks) => blocks.map(([length]) => length));
  const places = (side: Block[][]) => side.map((blocks) => blocks.map(([, value]) => colourOf(value)!));
  const colours = isBlackAndWhite(whole.paints) ? undefined : { ...whole.paints, rows: places(rows), columns: places(columns) };
  return [lengths(rows), lengths(columns), colours];
}

function build(): void {
  grid?.dispose();
  const [rows, columns, colours] = clues();
  grid = new GridView($("easel"), {
    rows,
    columns,
    colours,
    label: texts.make.grid(drawing.rows, drawing.columns),
    strokes: { begin, extend, end, abandon, pick },
    largest: 36,
  });
  drawAll();
}

/** The cells that an edit changes. */
const placesOf = ({ cells }: Edit) => cells.map(([row, column]) => (row - 1) * drawing.columns + column - 1);

function draw(place: number): void {
  const open = judged && judged[0].verdict !== "unique" && judged[1][place] === "?";
  const proposed = edits.some((edit) => placesOf(edit).includes(place));
  grid?.cell(place, drawing.cells[place]!, [open ? "open" : "", proposed ? "hint" : ""].join(" "));
}

function drawAll(): void {
  drawing.cells.forEach((_, place) => draw(place));
  $<HTMLButtonElement>("make-undo").disabled = !whole.canUndo;
  $<HTMLButtonElement>("make-redo").disabled = !whole.canRedo;
}

/** The chosen tool: "pen", "line", "pour" or "pick". */
function tool(): string {
  return $("view-make").querySelector<HTMLInputElement>("[name=brush]:checked")?.value ?? "pen";
}

function begin(place: number, how: Tool): void {
  if (tool() === "pick") {
    pick(place);
    return;
  }
  edits = [];
  drawing.begin();
  const to = how === "chosen" || how === "along" ? paints.brush() : UNKNOWN;
  stroke = { first: place, to, clears: drawing.cells[place] === to };
  if (tool() === "pour") pour(place, stroke.clears ? UNKNOWN : to);
  else extend(place);
}

/** Chooses the colour of a cell to draw with, and replaces the tool "pick" with the pen. */
function pick(place: number): void {
  paints.pick(drawing.cells[place]!);
  const pen = $("view-make").querySelector<HTMLInputElement>("[name=brush][value=pen]")!;
  if (tool() === "pick") pen.checked = true;
}

function extend(place: number): void {
  if (!stroke || tool() === "pour") return;
  stroke.clears &&= place === stroke.first;
  if (tool() === "line") {
    for (const cell of drawing.abandon()) draw(cell);
    drawing.begin();
    for (const cell of straight(stroke.first, place)) if (drawing.set(cell, stroke.to)) draw(cell);
  } else if (drawing.set(place, stroke.to)) draw(place);
}

/** The cells of a straight line between two cells, both included (linear interpolation). */
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
  if (!stroke) return;
  if (stroke.clears && tool() !== "pour") drawing.set(stroke.first, UNKNOWN);
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
  storage.set("drawing", drawn());
  clearTimeout(waiting);
  waiting = window.setTimeout(() => void judge(), PAUSE);
}

async function judge(): Promise<void> {
  const ask = ++asked;
  // A judgement that is still running is out of date.
  if (background.busy) background.stop();
  try {
    const found = await background.call("judge", JSON.stringify(drawn()), JUDGING);
    if (ask !== asked) return;
    judged = found;
    say(...found);
    drawAll();
  } catch (error) {
    // A newer judgement has stopped this one.
    if (error instanceof Stopped || ask !== asked) return;
    $("judgement").className = "advice";
    $("judgement").replaceChildren(el("p", {}, sentence(error instanceof Error ? error.message : String(error))));
  }
}

function say({ verdict, logic, difficulty, depth }: Judgement, lines: string): void {
  const place = $("judgement");
  place.className = `advice ${verdict}`;
  const open = [...lines].filter((cell) => cell === "?").length;
  const rated = difficulty === null ? "" : texts.make.rated(hardness(difficulty, depth).word, difficulty.toFixed(1));
  const words = {
    unique: texts.make.unique(rated, logic === "line-solvable" ? null : open),
    multiple: texts.make.multiple(open),
    none: texts.make.none,
    unsettled: texts.make.unsettled(JUDGING / 1000, open),
  };
  place.replaceChildren(el("p", {}, words[verdict]));
  $<HTMLButtonElement>("propose").disabled = verdict === "unique";
}

/** The colour with a letter of the palette; -1 for the letter of a blank cell. */
const inkOf = (letter: string) => whole.paints.inks.findIndex((ink) => ink.letter === letter);

/** Describes an edit: cells to flip in a drawing of one colour, or their new colours. */
function inWords({ cells, values }: Edit): string {
  const places = cells.map(([row, column]) => texts.place(row, column));
  if (values === undefined) return texts.make.flip(places.join(texts.and));
  const names = Array.from(values, (letter) => whole.paints.inks[inkOf(letter)]?.name ?? texts.grid.cells[BLANK]!);
  return texts.make.change(places.map((place, nth) => texts.make.to(place, names[nth]!)).join(texts.and));
}

/** Changes the cells of an edit. */
function apply(edit: Edit): void {
  drawing.begin();
  placesOf(edit).forEach((place, nth) => {
    const ink = edit.values === undefined ? (isFilled(drawing.cells[place]!) ? -1 : 0) : inkOf(edit.values[nth]!);
    drawing.set(place, ink < 0 ? UNKNOWN : valueOf(ink));
  });
  drawing.end();
  whole.drawn();
  edits = [];
  changed();
}

async function propose(): Promise<void> {
  const asked = JSON.stringify(drawn());
  const found = await busy(texts.busy.edits, () => helper.call("disambiguate", asked, limit()));
  // The drawing may have changed meanwhile.
  if (!found || asked !== JSON.stringify(drawn())) return;
  edits = found.edits;
  drawAll();
  const items = found.edits.map((edit) => {
    const button = el("button", { type: "button" }, inWords(edit), el("small", {}, edit.leaves === undefined ? texts.make.settles(edit.settles) : texts.make.leaves(edit.leaves)));
    button.addEventListener("click", () => apply(edit));
    return el("li", {}, button);
  });
  const isPartly = found.edits.some((edit) => edit.leaves !== undefined);
  $("proposals").replaceChildren(...(isPartly ? [el("li", {}, texts.make.partly)] : []), ...items);
  if (items.length === 0) toast(found.complete ? texts.make.noEdit : texts.make.noEditYet);
}

/** Resizes the drawing, or shows a message if the new size is out of range. */
function resize(by: Partial<Sides>): void {
  if (whole.resize({ top: 0, right: 0, bottom: 0, left: 0, ...by })) resized();
  else toast(texts.make.sides(LONGEST));
  showSize();
}

/** Resizes the drawing at the bottom and on the right, to the sizes in the fields. */
function resizeTo(): void {
  resize({ bottom: number("make-rows") - drawing.rows, right: number("make-columns") - drawing.columns });
}

function showSize(): void {
  $<HTMLInputElement>("make-rows").value = String(drawing.rows);
  $<HTMLInputElement>("make-columns").value = String(drawing.columns);
}

/** Rebuilds the view after a change of size or colours. */
function resized(): void {
  drawing = whole.game;
  edits = [];
  judged = undefined;
  paints.show(whole.paints);
  build();
  changed();
}

/** The game of a drawing; cells that are not filled with a colour of its palette become unknown. */
function gameOf({ rows, columns, cells, paints }: Drawn): Drawing["game"] {
  const game = blank(rows, columns);
  game.cells.set(fromText(cells).map((value) => (isFilled(value) && colourOf(value)! < paints.inks.length ? value : UNKNOWN)));
  return game;
}

/** Replaces the drawing with another drawing of any size, as one step. */
function redraw(other: Drawn): void {
  whole.become(gameOf(other), other.paints);
  resized();
  showSize();
}

/** The drawing in the form that is judged, stored and saved. */
const drawn = (): Drawn => ({ rows: drawing.rows, columns: drawing.columns, cells: toText(drawing.cells), paints: whole.paints });

function sheet(): Promise<Sheet> {
  const title = $<HTMLInputElement>("make-title").value.trim();
  return mixer.call("drawing", JSON.stringify({ ...drawn(), title: title || texts.make.untitled }));
}

/** Offers the drawing as a file that can be opened again. */
async function save(): Promise<void> {
  const made = await sheet();
  const { value: format } = $<HTMLSelectElement>("make-format");
  const name = `${fileName(made.title)}.${format}`;
  download(name, (await mixer.call("file", JSON.stringify(made), format)) as BlobPart);
  toast(texts.make.saved(name));
}

/** Opens the first puzzle of a file as a drawing: its picture, or the only solution of its clues. */
async function openDrawing(file: File): Promise<void> {
  const found = await busy(texts.busy.reading(file.name), async () => {
    const [first] = await helper.call("read", file.name, new Uint8Array(await file.arrayBuffer()));
    if (!first || first.goal) return first;
    const solved = await helper.call("solve", JSON.stringify(first), limit());
    return solved.verdict === "unique" ? { ...first, goal: solved.solutions[0]! } : first;
  });
  if (!found) return;
  const [rows, columns] = [found.rows.length, found.columns.length];
  if (!found.goal) toast(texts.make.noGrid(file.name));
  else if (Math.max(rows, columns) > LONGEST) toast(texts.make.tooLarge(LONGEST));
  else {
    const { background, inks } = found.colours ?? BLACK;
    redraw({ rows, columns, cells: found.goal, paints: { background, inks } });
    $<HTMLInputElement>("make-title").value = found.title ?? "";
  }
}

/** Opens a picture for tracing. */
export function openPicture(file: File): void {
  location.hash = "#make";
  void tracing.open(file);
}

export function show(): void {
  if (!grid) build();
  grid?.fit();
  if (!judged) void judge();
}

/** Whether a stored value is a valid drawing: it may have been stored by another version. */
function isDrawn(kept: Partial<Drawn>): kept is Drawn {
  const isSide = (side: unknown) => Number.isInteger(side) && 1 <= Number(side) && Number(side) <= LONGEST;
  const isColour = (rgb: unknown) => /^#[0-9a-f]{6}$/.test(String(rgb));
  const isPaints = (paints?: Paints) => paints !== undefined && paints.inks?.length > 0 && [paints.background, ...paints.inks.map((ink) => ink.rgb)].every(isColour);
  return isSide(kept.rows) && isSide(kept.columns) && kept.cells?.length === kept.rows! * kept.columns! && isPaints(kept.paints);
}

export function start(play: (sheet: Sheet) => void): void {
  const kept = { paints: BLACK, ...storage.get<Partial<Drawn>>("drawing") };
  whole = isDrawn(kept) ? new Drawing(gameOf(kept), kept.paints) : new Drawing(blank(12, 12), BLACK);
  drawing = whole.game;
  paints.start((chosen, renamed) => {
    whole.recolour(chosen, renamed);
    resized();
  });
  paints.show(whole.paints);
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
  $("make-invert").addEventListener("click", step(() => drawing.replace(drawing.cells.map((cell) => (isFilled(cell) ? UNKNOWN : paints.brush() || FILLED)))));
  document.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if ($("view-make").hidden || isTyping(event) || !(event.ctrlKey || event.metaKey) || (key !== "z" && key !== "y")) return;
    $(key === "y" || event.shiftKey ? "make-redo" : "make-undo").click();
    event.preventDefault();
  });
  $("make-share").addEventListener("click", async () => void copy(await sheet(), $<HTMLInputElement>("make-link")));
  $("make-print").addEventListener("click", async () => {
    const made = await sheet();
    paper.open(made.title!, 1, async () => [made]);
  });
  $("propose").addEventListener("click", () => void propose());
  tracing.start(redraw);
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
