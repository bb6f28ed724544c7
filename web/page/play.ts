// The play view: the current puzzle, strokes, tools and timer.

import * as advice from "./advice.js";
import * as finish from "./finish.js";
import { BLANK, FILLED, Game, UNKNOWN, colourOf, valueOf, type Value } from "./game.js";
import { GridView, MOST_FONT, type Tool, type Touch } from "./grid.js";
import { NOTCH } from "./hand.js";
import { Engine } from "./engine.js";
import { library } from "./library.js";
import * as progress from "./progress.js";
import { set, settings } from "./settings.js";
import { print, save, share } from "./share.js";
import { clearAdvice, draw, drawAll, drawClue, drawLines, drawState, keep, linesOf, say, table } from "./table.js";
import { texts } from "./texts.js";
import { $, clock, el, hardness, isTyping, paint, storage, toast } from "./ui.js";
import type { Sheet } from "./types.js";

/** Time limit of the automatic rating, in milliseconds. */
const RATING = 2000;
const rater = new Engine();

/** Factors of the keys that zoom; without a factor, to the size that fits. */
const ZOOMS: Record<string, number | undefined> = { "+": NOTCH, "=": NOTCH, "-": 1 / NOTCH, 0: undefined };

/** Maximum font size of clues with the setting of small clues, in pixels. */
const SMALL_FONT = 10;

/** Number of colours with a key: 1 to 9. */
const KEYS = 9;

let painting: { from: Value; to: Value; places: number[] } | undefined;
let isPaused = false;

/** The current puzzle; undefined until the first one has been loaded. */
export function currentSheet(): Sheet | undefined {
  return table.game?.sheet;
}

/** Loads a puzzle with its saved progress. */
export function load(sheet: Sheet): void {
  keep();
  const game = new Game(sheet, progress.game(sheet.identity));
  table.game = game;
  storage.set("last", sheet);
  table.advice = undefined;
  painting = undefined;
  isPaused = false;
  finish.hide();
  table.grid?.dispose();
  table.grid = new GridView($("stage"), {
    rows: sheet.rows,
    columns: sheet.columns,
    colours: sheet.colours,
    label: texts.play.grid(sheet.title ?? texts.play.puzzle, game.rows, game.columns),
    strokes: { begin, extend, end, abandon, pick },
    clue: cross,
    largest: 54,
  });
  showPalette();
  follow();
  const title = sheet.title ?? texts.play.untitled;
  $("title").textContent = title;
  $("view-play").inert = false;
  about("");
  void showHardness(game);
  $("link-field").hidden = $("another").hidden = true;
  say(undefined, changed);
  drawAll();
  showTimer();
}

/** Shows the size, the difficulty (in words; empty if it is not known) and the author of the puzzle. */
export function about(hard: string): void {
  const { game } = table;
  const parts = [texts.size(game.rows, game.columns), hard, game.sheet.by ? texts.play.by(game.sheet.by) : ""];
  $("about").textContent = parts.filter(Boolean).join(" · ");
}

/** Shows the difficulty of a puzzle if it is known or can be found quickly. */
async function showHardness(of: Game): Promise<void> {
  const known = (await library().catch(() => [])).find((entry) => entry.identity === of.sheet.identity);
  const rated = known?.difficulty != null ? ([known.difficulty, known.depth] as const) : await rater.within(RATING, "rating", JSON.stringify(of.sheet), RATING);
  if (!rated || of !== table.game) return;
  const [difficulty, depth] = rated;
  about(texts.play.rated(hardness(difficulty, depth).word, difficulty.toFixed(1)));
}

/** Called after cells have changed: draws them, saves the game, and checks whether it is solved. */
export function changed(places: number[]): void {
  const { game } = table;
  clearAdvice();
  isPaused = false;
  places.forEach(draw);
  drawLines(places);
  const isEnd = !game.solved && game.isSolved;
  if (isEnd) game.solved = true;
  else if (game.solved && !game.isSolved) game.solved = game.helped = false;
  drawState();
  showTimer();
  keep();
  if (isEnd) finish.show();
}

// Strokes

const mode = () => document.querySelector<HTMLInputElement>("#tools [name=mode]:checked")?.value ?? "fill";
let brush: Value = FILLED;
/** Cell value of the chosen colour. */
let ink: Value = FILLED;

/** Shows the palette if the puzzle has at least two colours. */
function showPalette(): void {
  const inks = table.game.sheet.colours?.inks ?? [];
  ink = FILLED;
  $("palette").hidden = inks.length < 2;
  $("palette").replaceChildren(
    ...inks.map((swatch, colour) => {
      const input = el("input", { type: "radio", name: "ink", value: String(colour), "aria-label": swatch.name });
      input.checked = colour === 0;
      const key = colour < KEYS ? String(colour + 1) : "";
      return el("label", { title: swatch.name }, input, paint(el("span", {}, key), swatch));
    }),
  );
}

/** Chooses a colour to fill with. */
function choose(colour: number): void {
  const input = document.querySelector<HTMLInputElement>(`#palette [value="${colour}"]`);
  if (!input) return;
  input.checked = true;
  const fill = document.querySelector<HTMLInputElement>("#tools [name=mode][value=fill]");
  if (fill && mode() === "mark") fill.checked = true;
  follow();
}

/** Chooses the colour of a cell to fill with, if the cell is filled. */
function pick(place: number): void {
  const colour = colourOf(table.game.cells[place]!);
  if (colour !== undefined) choose(colour);
}

/** Applies the mode, the palette and the settings. */
function follow(): void {
  const chosen = mode();
  ink = valueOf(Number(document.querySelector<HTMLInputElement>("#palette input:checked")?.value ?? 0));
  if (chosen !== "mark" && brush !== BLANK) brush = ink;
  if (chosen === "fill") brush = ink;
  if (chosen === "mark") brush = BLANK;
  const touch: Touch = chosen === "pan" || chosen === "cursor" ? chosen : "draw";
  $("pad").hidden = touch !== "cursor";
  const { grid } = table;
  if (!grid) return;
  grid.touch = touch;
  grid.isStraight = settings.lockDrag;
  $("clue-size").setAttribute("aria-pressed", String(settings.smallClues));
  const font = settings.smallClues ? SMALL_FONT : MOST_FONT;
  if (grid.largestFont !== font) {
    grid.largestFont = font;
    grid.fit();
  }
  if (touch === "cursor") grid.light(grid.focused);
  else grid.light(undefined);
}

/** Begins a stroke. The advice stays until the stroke ends, so that two fingers can zoom to read it. */
function begin(place: number, how: Tool): void {
  const { game } = table;
  const other = brush === BLANK ? ink : BLANK;
  const tool = how === "mark" ? BLANK : how === "other" ? other : mode() === "cursor" ? ink : brush;
  const from = game.cells[place]!;
  // The tool changes an unknown cell, and a colour overwrites another colour; any other cell is cleared.
  const isOver = from === UNKNOWN || (colourOf(from) !== undefined && colourOf(tool) !== undefined && from !== tool);
  painting = how === "along" && from === tool ? { from: UNKNOWN, to: tool, places: [] } : { from, to: isOver ? tool : UNKNOWN, places: [] };
  game.begin();
  extend(place);
}

function extend(place: number): void {
  const { game, grid } = table;
  // A stroke changes only cells with the value of its first cell.
  if (!painting || game.cells[place] !== painting.from) return;
  game.set(place, painting.to);
  painting.places.push(place);
  draw(place);
  drawLines([place]);
  grid?.measure(painting.places.length > 1 ? place : undefined, String(painting.places.length));
}

function end(): void {
  const { game, grid } = table;
  const marked = settings.autoMarks && painting ? game.complete(linesOf(painting.places)) : [];
  game.end();
  painting = undefined;
  grid?.measure(undefined);
  changed(marked);
}

function abandon(): void {
  const places = table.game.abandon();
  painting = undefined;
  table.grid?.measure(undefined);
  places.forEach(draw);
  drawLines(places);
}

function cross(line: number, block: number): void {
  if (!settings.tapClues) return;
  table.game.cross(line, block);
  drawClue(line);
  keep();
}

// Time

const isRunning = () => settings.timer && table.game?.begun && !table.game.solved && !isPaused;

function showTimer(): void {
  $("timer").textContent = clock(table.game.seconds);
  $("timer-state").textContent = isPaused ? texts.play.paused : texts.play.time;
  $("pause").classList.toggle("paused", isPaused);
}

function tick(): void {
  if (document.hidden || $("view-play").hidden || !isRunning()) return;
  table.game.seconds++;
  showTimer();
  // The game is saved at intervals, so that little time is lost if the page is closed.
  if (table.game.seconds % 10 === 0) keep();
}

// Tools

function step(places: number[]): void {
  clearAdvice();
  changed(places);
}

function onKey(event: KeyboardEvent): void {
  if ($("view-play").hidden || !table.grid || document.querySelector("dialog[open]")) return;
  if (isTyping(event) || event.defaultPrevented) return;
  const { game, grid } = table;
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && (key === "z" || key === "y")) {
    step(key === "y" || event.shiftKey ? game.redo() : game.undo());
  } else if (event.ctrlKey || event.metaKey || event.altKey) return;
  else if (key === "h") $("hint").click();
  else if (key === "c") $("check").click();
  else if (key === "n") $("next").click();
  else if (key in ZOOMS) grid!.zoomBy(ZOOMS[key]);
  else if (/^[1-9]$/.test(key) && !$("palette").hidden) choose(Number(key) - 1);
  else if (key === "backspace" || key === "delete") step(game.set(grid!.focused, UNKNOWN) ? [grid!.focused] : []);
  else return;
  event.preventDefault();
}

function listenToTools(): void {
  const listen = (button: HTMLElement, act: () => unknown) =>
    button.addEventListener("click", async () => {
      try {
        await act();
      } catch (error) {
        toast(error instanceof Error ? error.message : String(error));
      }
    });
  const on = (id: string, act: () => unknown) => listen($(id), act);
  on("undo", () => step(table.game.undo()));
  on("redo", () => step(table.game.redo()));
  for (const id of ["hint", "hint-quick"]) on(id, () => advice.advise("hint"));
  on("check", () => advice.advise("check"));
  on("solve", advice.solve);
  on("count", advice.countSolutions);
  on("rate", advice.rate);
  on("second", advice.second);
  on("next", finish.next);
  on("share", share);
  for (const button of document.querySelectorAll<HTMLElement>("[data-save]")) listen(button, () => save(button.dataset["save"]!));
  on("print", print);
  on("try", () => {
    table.game.try();
    drawAll();
    keep();
    toast(texts.play.savepointSet);
  });
  on("keep", () => {
    table.game.keep();
    drawAll();
    keep();
  });
  on("takeback", () => {
    step(table.game.takeBack());
    drawAll();
  });
  on("reset", () => {
    finish.hide();
    step(table.game.restart());
    drawAll();
    toast(texts.play.startedAgain);
  });
  on("zoom-in", () => table.grid?.zoomBy(NOTCH));
  on("zoom-out", () => table.grid?.zoomBy(1 / NOTCH));
  on("zoom-fit", () => table.grid?.zoomBy());
  on("clue-size", () => {
    set({ smallClues: !settings.smallClues });
    refresh();
  });
  on("pause", () => {
    isPaused = !isPaused && table.game.begun && !table.game.solved;
    showTimer();
  });
}

/** Called when the settings have changed. */
export function refresh(): void {
  if (!table.game) return;
  follow();
  drawAll();
}

/** Attaches the event handlers, and starts the timer. */
export function start(): void {
  finish.start();
  listenToTools();
  $("tools").addEventListener("change", (event) => {
    const target = event.target as HTMLInputElement;
    if (target.name === "ink") choose(Number(target.value));
    else follow();
  });
  for (const button of $("pad").querySelectorAll<HTMLElement>("[data-pad]")) {
    button.addEventListener("click", () => {
      table.grid?.press(button.dataset["pad"]!);
      button.focus({ preventScroll: true });
    });
  }
  for (const list of document.querySelectorAll("[data-keys]")) {
    list.replaceChildren(...texts.keys.flatMap(([keys, what]) => [el("dt", {}, keys!), el("dd", {}, what!)]));
  }
  document.addEventListener("keydown", onKey);
  // On small screens the tools are a bar at the bottom, above which the message and the board end.
  new ResizeObserver(() => {
    document.documentElement.style.setProperty("--tools", `${$("tools").offsetHeight}px`);
    table.grid?.fit();
  }).observe($("tools"));
  setInterval(tick, 1000);
  addEventListener("pagehide", keep);
}
