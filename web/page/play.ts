// The view to play in: the game, its tools, its help.

import { BLANK, FILLED, Game, UNKNOWN, fromText, toText, type Saved, type Value } from "./game.js";
import { GridView, type Tool } from "./grid.js";
import { Engine, background, helper } from "./engine.js";
import { library } from "./library.js";
import { busy, explain, limit } from "./busy.js";
import { qr } from "./qr.js";
import { $, clock, count, download, el, fileName, hardness, storage, toast } from "./ui.js";
import type { Said, Sheet } from "./types.js";

/** Milliseconds that a puzzle is rated for without having been asked. */
const RATING = 2000;
const rater = new Engine();

let game: Game;
let grid: GridView | undefined;
let shown: Said | undefined;
let painting: { from: Value; to: Value; cells: number } | undefined;
let puzzleChanged: (sheet: Sheet) => void = () => {};

/** Is told of every puzzle that is loaded. */
export function onPuzzle(listener: (sheet: Sheet) => void): void {
  puzzleChanged = listener;
}

export function currentSheet(): Sheet {
  return game.sheet;
}

/** Loads a puzzle, and what was done of it before. */
export function load(sheet: Sheet): void {
  keep();
  game = new Game(sheet, storage.get<Saved>(`game:${sheet.identity}`));
  storage.set("last", sheet);
  shown = undefined;
  painting = undefined;
  grid?.dispose();
  grid = new GridView($("stage"), {
    rows: sheet.rows,
    columns: sheet.columns,
    label: `${sheet.title ?? "Puzzle"}, ${game.rows} rows and ${game.columns} columns`,
    strokes: { begin, extend, end, abandon },
  });
  const title = sheet.title ?? "A nonogram";
  $("title").textContent = title;
  document.title = `${title} · Nonogram FPGA`;
  about("");
  void showHardness(game);
  $("link-field").hidden = true;
  say();
  drawAll();
  puzzleChanged(sheet);
}

function about(hard: string): void {
  const parts = [`${game.rows} × ${game.columns}`, hard, game.sheet.by ? `by ${game.sheet.by}` : ""];
  $("about").textContent = parts.filter(Boolean).join(" · ");
}

/** Says how hard a puzzle is, where that is known or soon found. */
async function showHardness(of: Game): Promise<void> {
  const known = (await library().catch(() => [])).find((entry) => entry.identity === of.sheet.identity);
  const rated = known?.difficulty != null ? known : await rater.within(RATING, "rating", JSON.stringify(of.sheet), RATING);
  if (!rated || of !== game || rated.difficulty === null) return;
  about(`${hardness(rated.difficulty, rated.depth).word}, ${rated.difficulty.toFixed(1)}`);
}

export function keep(): void {
  if (game) storage.set(`game:${game.sheet.identity}`, game.save());
}

function draw(place: number): void {
  const classes: string[] = [];
  if (game.isTried(place)) classes.push("tried");
  const said = shown?.cells.indexOf(place) ?? -1;
  if (said >= 0) classes.push(isWrong() ? "bad" : `hint ${shown!.values[said] === "#" ? "to-f" : "to-x"}`);
  else if (shown?.lines.includes(place)) classes.push("looked");
  grid?.cell(place, game.cells[place]!, classes.join(" "));
}

function isWrong(): boolean {
  return shown?.kind === "wrong";
}

function drawLines(places: Iterable<number>): void {
  const lines = new Set<number>();
  for (const place of places) {
    lines.add(Math.floor(place / game.columns));
    lines.add(game.rows + (place % game.columns));
  }
  for (const line of lines) grid?.clue(line, game.met(line), game.isMet(line));
}

function drawAll(): void {
  game.cells.forEach((_, place) => draw(place));
  drawLines(game.cells.keys());
  drawState();
}

function drawState(): void {
  $<HTMLButtonElement>("undo").disabled = !game.canUndo;
  $<HTMLButtonElement>("redo").disabled = !game.canRedo;
  $<HTMLButtonElement>("keep").disabled = game.savepoints === 0;
  $<HTMLButtonElement>("takeback").disabled = game.savepoints === 0;
  $("try").textContent = game.savepoints > 0 ? `Savepoint ${game.savepoints + 1}` : "Set savepoint";
  const [filled, wanted] = game.progress;
  $("filled").textContent = `${filled}/${wanted}`;
  const lines = game.rows + game.columns;
  const met = Array.from({ length: lines }, (_, line) => line).filter((line) => game.isMet(line)).length;
  $("lines").textContent = `${met}/${lines}`;
  $("timer").textContent = clock(game.seconds);
  $("stage").classList.toggle("solved", game.solved);
}

/** What was changed is drawn, kept, and may be the end. */
function changed(places: number[]): void {
  clearAdvice();
  places.forEach(draw);
  drawLines(places);
  if (!game.solved && game.isSolved) {
    game.solved = true;
    say({ kind: "complete", text: `Solved in ${clock(game.seconds)}. Every clue is met.`, cells: [], values: "", lines: [] });
    document.dispatchEvent(new CustomEvent("solved"));
  } else if (game.solved && !game.isSolved) game.solved = false;
  drawState();
  keep();
}

function clearAdvice(): void {
  if (!shown) return;
  const places = [...shown.cells, ...shown.lines];
  shown = undefined;
  places.forEach(draw);
  say();
}

// Strokes

function mode(): Value {
  return $<HTMLInputElement>("tools").querySelector<HTMLInputElement>("[name=mode]:checked")?.value === "2" ? BLANK : FILLED;
}

function begin(place: number, how: Tool): void {
  clearAdvice();
  const other = mode() === FILLED ? BLANK : FILLED;
  const tool = how === "mark" ? BLANK : how === "other" ? other : mode();
  const from = game.cells[place] as Value;
  painting = { from, to: from === UNKNOWN ? tool : UNKNOWN, cells: 0 };
  game.begin();
  extend(place);
}

function extend(place: number): void {
  // A stroke leaves alone what was something else than its first cell.
  if (!painting || game.cells[place] !== painting.from) return;
  game.set(place, painting.to);
  painting.cells++;
  draw(place);
  drawLines([place]);
  grid?.measure(painting.cells > 1 ? place : undefined, String(painting.cells));
}

function end(): void {
  game.end();
  painting = undefined;
  grid?.measure(undefined);
  changed([]);
}

function abandon(): void {
  const places = game.abandon();
  painting = undefined;
  grid?.measure(undefined);
  places.forEach(draw);
  drawLines(places);
}

// Help

function say(said?: Said): void {
  shown = said;
  const place = $("advice");
  place.replaceChildren();
  place.className = `advice ${said?.kind ?? ""}`;
  if (!said) return;
  place.append(el("p", {}, said.text.charAt(0).toUpperCase() + said.text.slice(1)));
  if (said.cells.length > 0) {
    const wrong = isWrong();
    const apply = el("button", { type: "button", id: "apply" }, wrong ? "Take back" : "Apply");
    apply.addEventListener("click", () => {
      game.begin();
      said.cells.forEach((cell, nth) => game.set(cell, wrong ? UNKNOWN : said.values[nth] === "#" ? FILLED : BLANK));
      game.end();
      changed(said.cells);
    });
    place.append(apply);
  }
  [...said.cells, ...said.lines].forEach(draw);
}

/** Waits for a search on the puzzle that is played; nothing comes of it when another puzzle is there by then. */
async function search<T>(what: string, work: (puzzle: string) => Promise<T>): Promise<T | undefined> {
  const asked = game;
  const found = await busy(what, () => work(JSON.stringify(asked.sheet)));
  return asked === game ? found : undefined;
}

async function advise(operation: "hint" | "check"): Promise<void> {
  clearAdvice();
  const said = await search(operation === "hint" ? "Looking for the next step" : "Looking for mistakes", (puzzle) =>
    helper.call(operation, puzzle, toText(game.cells), limit()),
  );
  if (said) say(said);
}

async function solve(): Promise<void> {
  const solved = await search("Solving", (puzzle) => helper.call("solve", puzzle, limit()));
  if (!solved) return;
  const first = solved.solutions[0];
  const text = explain(solved, limit());
  if (first) {
    const places = game.replace(fromText(first));
    // It was not the player who solved it.
    game.solved = true;
    changed(places);
  }
  say({ kind: solved.verdict, text, cells: [], values: "", lines: [] });
}

async function countSolutions(): Promise<void> {
  const most = 100_000;
  const counted = await search("Counting solutions", (puzzle) => helper.call("count", puzzle, most, limit()));
  if (!counted) return;
  const text = counted.complete
    ? `It has ${count(counted.count, "solution")}${counted.count === 1 ? ": it is unique" : ""}.`
    : `At least ${count(counted.count, "solution")}; the search ended there.`;
  say({ kind: "counted", text, cells: [], values: "", lines: [] });
}

async function rate(): Promise<void> {
  const rated = await search("Rating", (puzzle) => helper.call("rating", puzzle, limit()));
  if (rated === undefined) return;
  const text = rated
    ? `${rated.difficulty.toFixed(1)}: ${hardness(rated.difficulty, rated.depth).word}. ${rated.depth === 0 ? "Line after line is enough." : `It takes assumptions, ${count(rated.depth, "level")} deep.`}`
    : "Not rated: it has not exactly one solution, or is beyond solving by hand.";
  if (rated) about(`${hardness(rated.difficulty, rated.depth).word}, ${rated.difficulty.toFixed(1)}`);
  say({ kind: "rated", text, cells: [], values: "", lines: [] });
}

async function second(): Promise<void> {
  const solved = await search("Looking for a second solution", (puzzle) => helper.call("solve", puzzle, limit()));
  if (!solved) return;
  const [one, other] = solved.solutions;
  if (one === undefined || other === undefined) {
    say({ kind: solved.verdict, text: explain(solved, limit()), cells: [], values: "", lines: [] });
    return;
  }
  const lines = [...one].flatMap((cell, place) => (cell === other[place] ? [] : [place]));
  say({ kind: "multiple", text: `Two of its solutions differ in ${count(lines.length, "cell")}: those that are lit.`, cells: [], values: "", lines });
}

async function share(): Promise<void> {
  // Not behind a search that runs.
  const code = await background.call("link", JSON.stringify(game.sheet));
  const address = `${location.origin}${location.pathname}#p=${code}`;
  $("link-field").hidden = false;
  const field = $<HTMLInputElement>("link");
  field.value = address;
  const drawn = qr(address);
  $("qr").replaceChildren(...(drawn ? [drawn] : []));
  try {
    await navigator.clipboard.writeText(address);
    toast("The link is copied. It holds the clues, not the picture.");
  } catch {
    field.select();
    toast("Copy the link from its field.");
  }
}

const TYPES = { non: "text/plain", png: "image/png", svg: "image/svg+xml" };

async function save(operation: keyof typeof TYPES): Promise<void> {
  const content = await background.call(operation, JSON.stringify(game.sheet));
  download(`${fileName(game.sheet.title)}.${operation}`, content as BlobPart, TYPES[operation]);
}

function step(places: number[]): void {
  clearAdvice();
  changed(places);
}

/** Listens to the tools, once. */
export function start(): void {
  const on = (id: string, act: () => unknown) =>
    $(id).addEventListener("click", async () => {
      try {
        await act();
      } catch (error) {
        toast(error instanceof Error ? error.message : String(error));
      }
    });
  on("undo", () => step(game.undo()));
  on("redo", () => step(game.redo()));
  on("hint", () => advise("hint"));
  on("check", () => advise("check"));
  on("solve", solve);
  on("count", countSolutions);
  on("rate", rate);
  on("second", second);
  on("share", share);
  on("save-non", () => save("non"));
  on("save-png", () => save("png"));
  on("save-svg", () => save("svg"));
  on("print", () => print());
  on("try", () => {
    game.try();
    drawAll();
    keep();
    toast("Savepoint set: what you do from here on is tinted, until you keep it or go back.");
  });
  on("keep", () => {
    game.keep();
    drawAll();
    keep();
  });
  on("takeback", () => {
    step(game.takeBack());
    drawAll();
  });
  on("reset", () => {
    const places = game.replace(new Uint8Array(game.cells.length));
    game.solved = false;
    game.seconds = 0;
    step(places);
    toast("Started again. Undo brings your cells back.");
  });
  document.addEventListener("keydown", (event) => {
    if ($("view-play").hidden || document.querySelector("dialog[open]")) return;
    const typing = event.target instanceof HTMLElement && event.target.matches("input:not([type=radio]), textarea, select");
    if (typing) return;
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && (key === "z" || key === "y")) {
      step(key === "y" || event.shiftKey ? game.redo() : game.undo());
    } else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (key === "h") $("hint").click();
    else if (key === "c") $("check").click();
    else if (key === "backspace" || key === "delete") step(game.set(grid!.focused, UNKNOWN) ? [grid!.focused] : []);
    else if (key === "?") $<HTMLDialogElement>("keys").showModal();
    else return;
    event.preventDefault();
  });
  setInterval(() => {
    if (document.hidden || $("view-play").hidden || game.solved) return;
    game.seconds++;
    $("timer").textContent = clock(game.seconds);
    // Once in a while, so that a lost page loses little of the time.
    if (game.seconds % 10 === 0) keep();
  }, 1000);
  addEventListener("pagehide", keep);
}
