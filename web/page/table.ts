// The current puzzle: its game, its grid, and the message about it.

import { UNKNOWN, fromText, isFilled, type Game } from "./game.js";
import type { GridView } from "./grid.js";
import * as progress from "./progress.js";
import { settings } from "./settings.js";
import { texts } from "./texts.js";
import { $, clock, el, isNarrow, sentence } from "./ui.js";
import type { Advice } from "./types.js";

export const table = { game: undefined as unknown as Game, grid: undefined as GridView | undefined, advice: undefined as Advice | undefined };

export function keep(): void {
  if (table.game) progress.keep(table.game.sheet.identity, table.game.save());
}

export const isWrong = () => table.advice?.kind === "wrong";

export function draw(place: number): void {
  const { game, grid, advice } = table;
  const classes: string[] = [];
  if (game.isTried(place)) classes.push("tried");
  const nth = advice?.cells.indexOf(place) ?? -1;
  if (nth >= 0) classes.push(isWrong() ? "bad" : `hint ${isFilled(fromText(advice!.values)[nth]!) ? "to-f" : "to-x"}`);
  else if (advice?.lines.includes(place)) classes.push("looked");
  grid?.cell(place, game.cells[place]!, classes.join(" "));
}

/** The rows and columns of cells, as line numbers: rows first, then columns. */
export function linesOf(places: Iterable<number>): Set<number> {
  const lines = new Set<number>();
  for (const place of places) {
    lines.add(Math.floor(place / table.game.columns));
    lines.add(table.game.rows + (place % table.game.columns));
  }
  return lines;
}

export function drawClue(line: number): void {
  const { game, grid } = table;
  const isMet = game.isMet(line);
  if (settings.tapClues) grid?.clue(line, game.crossed(line), false);
  else grid?.clue(line, game.met(line), isMet);
}

export function drawLines(places: Iterable<number>): void {
  for (const line of linesOf(places)) drawClue(line);
}

export function drawAll(): void {
  table.game.cells.forEach((_, place) => draw(place));
  drawLines(table.game.cells.keys());
  drawState();
}

export function drawState(): void {
  const { game } = table;
  $<HTMLButtonElement>("undo").disabled = !game.canUndo;
  $<HTMLButtonElement>("redo").disabled = !game.canRedo;
  $<HTMLButtonElement>("keep").disabled = game.savepoints === 0;
  $<HTMLButtonElement>("takeback").disabled = game.savepoints === 0;
  $("try").textContent = game.savepoints > 0 ? texts.play.savepoint(game.savepoints + 1) : texts.play.setSavepoint;
  const [filled, wanted] = game.progress;
  $("filled").textContent = `${filled}/${wanted}`;
  const lines = game.rows + game.columns;
  const met = Array.from({ length: lines }, (_, line) => line).filter((line) => game.isMet(line)).length;
  $("lines").textContent = `${met}/${lines}`;
  $("timer").textContent = clock(game.seconds);
  $("stage").classList.toggle("solved", game.solved);
}

/** Shows a message about the puzzle; `apply` is called after the message's cells have been set or cleared. */
export function say(advice: Advice | undefined, apply: (places: number[]) => void): void {
  table.advice = advice;
  const place = $("advice");
  place.replaceChildren();
  place.className = `advice ${advice?.kind ?? ""}`;
  if (!advice) return;
  place.append(el("p", {}, sentence(advice.text)));
  const close = el("button", { type: "button", class: "quiet icon close", "aria-label": texts.play.close }, "×");
  close.addEventListener("click", clearAdvice);
  place.append(close);
  if (advice.cells.length > 0) {
    const wrong = isWrong();
    const button = el("button", { type: "button", id: "apply", class: "primary" }, wrong ? texts.play.takeBack : texts.play.apply);
    button.addEventListener("click", () => {
      const { game } = table;
      game.assisted ||= !wrong;
      game.begin();
      const values = fromText(advice.values);
      advice.cells.forEach((cell, nth) => game.set(cell, wrong ? UNKNOWN : values[nth]!));
      game.end();
      apply(advice.cells);
    });
    place.append(button);
  }
  [...advice.cells, ...advice.lines].forEach(draw);
  uncover();
}

export function clearAdvice(): void {
  const { advice } = table;
  if (!advice) return;
  table.advice = undefined;
  $("advice").replaceChildren();
  $("advice").className = "advice";
  [...advice.cells, ...advice.lines].forEach(draw);
}

/** Scrolls so that the cells that the message refers to are visible, and on a narrow screen not covered by it. */
function uncover(): void {
  const { grid, advice } = table;
  const places = advice?.cells.length ? advice.cells : (advice?.lines ?? []);
  if (!grid || places.length === 0) return;
  grid.reveal(places, isNarrow() ? $("advice").getBoundingClientRect().top : window.innerHeight);
}
