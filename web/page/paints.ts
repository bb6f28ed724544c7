// The colours of the editor: the current colour, and the palette, whose colours can be added, changed and removed.

import { BLACK } from "./drawing.js";
import { mixer } from "./engine.js";
import { UNKNOWN, colourOf, valueOf, type Value } from "./game.js";
import { texts } from "./texts.js";
import { $, el, isTyping, paint, toast } from "./ui.js";
import type { Paints, Swatch } from "./types.js";

/** Maximum number of colours besides the background. */
const MOST = 26;
/** Number of colours with a key: 1 to 9. */
const KEYS = 9;
/** Index that denotes the background; the other colours have their palette indices. */
const PAPER = -1;

let shown: Paints = BLACK;
let chosen = 0;
/** Called when the palette has changed, with the mapping of cell values to the new palette. */
let changed: (paints: Paints, renamed: (value: Value) => Value) => void = () => {};
/** Queue of changes: each starts when the previous one is complete. */
let before: Promise<void> = Promise.resolve();

/** The cell value that is drawn. */
export const brush = (): Value => (chosen === PAPER ? UNKNOWN : valueOf(chosen));

/** Chooses a colour of the palette to draw with. */
function choose(colour: number): void {
  const input = $("make-palette").querySelector<HTMLInputElement>(`[value="${colour}"]`);
  if (!input) return;
  chosen = colour;
  input.checked = true;
  $<HTMLInputElement>("paint-colour").value = colour === PAPER ? shown.background : shown.inks[colour]!.rgb;
  $<HTMLButtonElement>("paint-remove").disabled = colour === PAPER || shown.inks.length === 1;
}

/** Chooses the colour of a cell value to draw with. */
export function pick(value: Value): void {
  choose(colourOf(value) ?? PAPER);
}

/** Shows the palette of the drawing. */
export function show(paints: Paints): void {
  shown = paints;
  const paper: Swatch = { rgb: paints.background, name: texts.make.background, letter: "-", text: paints.background };
  $("make-palette").replaceChildren(
    ...[paper, ...paints.inks].map((swatch, place) => {
      const colour = place - 1;
      const input = el("input", { type: "radio", name: "paint", value: String(colour), "aria-label": swatch.name });
      input.addEventListener("change", () => choose(colour));
      const key = colour !== PAPER && colour < KEYS ? String(colour + 1) : "";
      return el("label", { title: swatch.name }, input, paint(el("span", {}, key), swatch));
    }),
  );
  $<HTMLButtonElement>("paint-add").disabled = paints.inks.length === MOST;
  choose(Math.min(chosen, paints.inks.length - 1));
}

const same = (value: Value) => value;

function after(change: () => Promise<void>): void {
  before = before.then(change).catch((error: unknown) => toast(error instanceof Error ? error.message : String(error)));
}

async function add(): Promise<void> {
  const paints = await mixer.call("another_paint", JSON.stringify(shown));
  chosen = paints.inks.length - 1;
  changed(paints, same);
}

async function remove(): Promise<void> {
  const gone = chosen;
  if (gone === PAPER || shown.inks.length === 1) return;
  const inks = shown.inks.filter((_, place) => place !== gone);
  const paints = await mixer.call("paints", JSON.stringify({ ...shown, inks }));
  changed(paints, (value) => {
    const colour = colourOf(value);
    if (colour === undefined || colour < gone) return value;
    return colour === gone ? UNKNOWN : valueOf(colour - 1);
  });
}

async function change(rgb: string): Promise<void> {
  if ([shown.background, ...shown.inks.map((ink) => ink.rgb)].includes(rgb)) {
    toast(texts.make.taken);
    choose(chosen);
    return;
  }
  const inks = shown.inks.map((ink, place) => (place === chosen ? { ...ink, rgb } : ink));
  const background = chosen === PAPER ? rgb : shown.background;
  changed(await mixer.call("paints", JSON.stringify({ background, inks })), same);
}

/** Attaches the event handlers. */
export function start(whenChanged: typeof changed): void {
  changed = whenChanged;
  $("paint-add").addEventListener("click", () => after(add));
  $("paint-remove").addEventListener("click", () => after(remove));
  const colour = $<HTMLInputElement>("paint-colour");
  colour.addEventListener("change", () => {
    const rgb = colour.value;
    after(() => change(rgb));
  });
  document.addEventListener("keydown", (event) => {
    if ($("view-make").hidden || isTyping(event) || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return;
    choose(Number(event.key) - 1);
    event.preventDefault();
  });
}
