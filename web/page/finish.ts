// The view of a finished puzzle: its picture in place of the grid, the time if it is shown, and a button for the next puzzle.

import { colourOf } from "./game.js";
import { entryAfter, openEntry } from "./library.js";
import * as progress from "./progress.js";
import { settings } from "./settings.js";
import { table } from "./table.js";
import { texts } from "./texts.js";
import { $, clock, toast } from "./ui.js";

/** Maximum side of the picture, in CSS pixels. */
const LARGEST = 440;

export function hide(): void {
  $("finish").hidden = true;
  $("stage").hidden = false;
}

/** Shows the finished picture. */
export function show(): void {
  const { game } = table;
  const canvas = $<HTMLCanvasElement>("finish-picture");
  const side = Math.max(game.rows, game.columns);
  const scale = Math.max(2, Math.floor((LARGEST * devicePixelRatio) / side));
  [canvas.width, canvas.height] = [game.columns * scale, game.rows * scale];
  canvas.style.aspectRatio = `${game.columns} / ${game.rows}`;
  const context = canvas.getContext("2d");
  if (context) {
    const { colours } = game.sheet;
    const ink = getComputedStyle(document.documentElement).getPropertyValue("--ink");
    if (colours) {
      context.fillStyle = colours.background;
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    game.cells.forEach((cell, place) => {
      const colour = colourOf(cell);
      if (colour === undefined) return;
      context.fillStyle = colours?.inks[colour]?.rgb ?? ink;
      context.fillRect((place % game.columns) * scale, Math.floor(place / game.columns) * scale, scale, scale);
    });
  }
  $("finish-title").textContent = game.sheet.title ?? texts.play.untitled;
  // A time with help is no best time.
  const best = settings.timer && !game.assisted ? progress.timed(game.sheet.identity, game.seconds) : progress.best(game.sheet.identity);
  $("finish-time").textContent = settings.timer ? texts.play.finished(clock(game.seconds), best === undefined ? null : clock(best), game.assisted) : "";
  $("stage").hidden = true;
  $("finish").hidden = false;
  window.scrollTo({ top: 0, behavior: "instant" });
  $("finish-next").focus({ preventScroll: true });
}

/** Loads the next unsolved puzzle of the library, or shows a message if there is none. */
export async function next(): Promise<void> {
  const { sheet } = table.game;
  const entry = await entryAfter(sheet);
  if (entry) await openEntry(entry);
  else toast(texts.play.noNext);
}

export function start(): void {
  $("finish-next").addEventListener("click", () => void next());
  $("finish-grid").addEventListener("click", hide);
}
