// The current puzzle: its game, its grid, and the message about it.

import { UNKNOWN, fromText, isFilled, type Game } from "./game.js";
import type { GridView } from "./grid.js";
import * as progress from "./progress.js";
import { settings } from "./settings.js";
import { texts } from "./texts.js";
import { $, clock, el, isNarrow, sentence } from "./ui.js";
import type { Said } from "./types.js";

export const table = { game: undefined as unknown as Game, grid: undefined as GridView | undefined, said: undefined as Said | undefined };

export function keep(): void {
  if (table.game) progress.keep(table.game.sheet.identity, table.game.save());
}

export const isWrong = () => table.said?.kind === "wrong";

export function draw(place: number): void {
  const { game, grid, said } = table;
  const classes: string[] = [];
  if (game.isTried(place)) classes.push("tried");
  const nth = said?.cells.indexOf(place) ?? -1;
  if (nth >= 0) classes.push(isWrong() ? "bad" : `hint ${isFilled(fromText(said!.values)[nth]!) ? "to-f" : "to-x"}`);
  else if (said?.lines.includes(place)) classes.push("looked");
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
export function say(said: Said | undefined, apply: (places: number[]) => void): void {
  table.said = said;
  const place = $("advice");
  place.replaceChildren();
  place.className = `advice ${said?.kind ?? ""}`;
  if (!said) return;
  place.append(el("p", {}, sentence(said.text)));
  const close = el("button", { type: "button", class: "quiet icon close", "aria-label": texts.play.close }, "×");
  close.addEventListener("click", clearAdvice);
  place.append(close);
  if (said.cells.length > 0) {
    const wrong = isWrong();
    const button = el("button", { type: "button", id: "apply", class: "primary" }, wrong ? texts.play.takeBack : texts.play.apply);
    button.addEventListener("click", () => {
      const { game } = table;
      game.assisted ||= !wrong;
      game.begin();
      const values = fromText(said.values);
      said.cells.forEach((cell, nth) => game.set(cell, wrong ? UNKNOWN : values[nth]!));
      game.end();
      apply(said.cells);
    });
    place.append(button);
  }
  [...said.cells, ...said.lines].forEach(draw);
  uncover();
}

export function clearAdvice(): void {
  const { said } = table;
  if (!said) return;
  table.said = undefined;
  $("advice").replaceChildren();
  $("advice").className = "advice";
  [...said.cells, ...said.lines].forEach(draw);
}

/** Scrolls so that the cells that the message refers to are visible, and on a narrow screen not covered by it. */
function uncover(): void {
  const { grid, said } = table;
  const places = said?.cells.length ? said.cells : (said?.lines ?? []);
  if (!grid || places.length === 0) return;
  grid.reveal(places, isNarrow() ? $("advice").getBoundingClientRect().top : window.innerHeight);
}
