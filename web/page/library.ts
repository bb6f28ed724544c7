// Where puzzles come from: the library, a file, chance, typed clues, a link.

import { background, helper } from "./engine.js";
import { busy, limit } from "./busy.js";
import { fromText, type Saved } from "./game.js";
import { $, el, hardness, storage, toast } from "./ui.js";
import type { Entry, Sheet } from "./types.js";

/** The largest file that is read, as the command line has it. */
const LARGEST_FILE = 64 << 20;

const GROUPS: [name: string, least: number, most: number][] = [
  ["All", 0, 999],
  ["8", 0, 8],
  ["11", 9, 11],
  ["16", 12, 16],
  ["17–32", 17, 32],
  ["64", 33, 999],
];

let entries: Entry[] = [];
let group = 0;
let play: (sheet: Sheet) => void = () => {};

const side = (entry: Entry) => Math.max(entry.rows, entry.columns);

/** The drawings of the library. */
export async function library(): Promise<Entry[]> {
  if (entries.length === 0) {
    const answer = await fetch("library.json");
    entries = (await answer.json()) as Entry[];
  }
  return entries;
}

async function open(code: string, title?: string): Promise<void> {
  const sheet = await background.call("linked", code);
  play(title ? { ...sheet, title } : sheet);
}

/** Opens the puzzle of a link; false when it holds none. */
export async function openLink(code: string): Promise<boolean> {
  try {
    const known = (await library().catch(() => [])).find((entry) => entry.code === code);
    await open(code, known?.title ?? "A puzzle from a link");
    return true;
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
    return false;
  }
}

/** The reader's own progress on a puzzle, small; never the picture of one that is not solved. */
function thumbnail(entry: Entry, saved: Saved | undefined): HTMLCanvasElement {
  const canvas = el("canvas", { width: entry.columns, height: entry.rows, class: "thumb", "aria-hidden": "true" });
  const context = canvas.getContext("2d");
  if (!context || !saved) return canvas;
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--ink") || "#000";
  fromText(saved.cells).forEach((cell, place) => {
    if (cell === 1) context.fillRect(place % entry.columns, Math.floor(place / entry.columns), 1, 1);
  });
  return canvas;
}

function card(entry: Entry): HTMLElement {
  const saved = storage.get<Saved>(`game:${entry.identity}`);
  const { word, dots } = hardness(entry.difficulty, entry.depth);
  const state = saved?.solved ? "solved" : saved?.cells.includes("#") ? "begun" : "";
  const button = el(
    "button",
    { type: "button", class: `puzzle ${state}`, "data-identity": entry.identity },
    thumbnail(entry, saved),
    el(
      "span",
      { class: "words" },
      el("b", {}, entry.title),
      el("small", {}, `${entry.rows} × ${entry.columns} · ${word}${state ? ` · ${state}` : ""}`),
    ),
    el("span", { class: "dots", "aria-hidden": "true", "data-dots": dots }, ...[1, 2, 3, 4, 5].map((dot) => el("i", dot <= dots ? { class: "on" } : {}))),
  );
  button.addEventListener("click", () => void open(entry.code, entry.title));
  return el("li", {}, button);
}

export async function showShelf(): Promise<void> {
  const [, least, most] = GROUPS[group]!;
  const unsolved = $<HTMLInputElement>("unsolved").checked;
  const all = (await library()).filter((entry) => side(entry) >= least && side(entry) <= most);
  const wanted = all.filter((entry) => !unsolved || !storage.get<Saved>(`game:${entry.identity}`)?.solved);
  if ($<HTMLSelectElement>("order").value === "hard") {
    const number = (entry: Entry) => (entry.depth ?? 9) * 1000 + (entry.difficulty ?? 999);
    wanted.sort((one, other) => number(one) - number(other));
  }
  $("shelf").replaceChildren(...wanted.map(card));
}

/** Reads a file; one puzzle is played, several are offered. */
export async function openFile(file: File): Promise<void> {
  if (file.size > LARGEST_FILE) {
    toast(`${file.name} has more than 64 MiB: no puzzle is that large.`);
    return;
  }
  const sheets = await busy(`Reading ${file.name}`, async () =>
    helper.call("read", file.name, new Uint8Array(await file.arrayBuffer())),
  );
  if (!sheets) return;
  if (sheets.length === 1) {
    play(sheets[0]!);
    return;
  }
  location.hash = "#library";
  const choices = sheets.map((sheet, nth) => {
    const text = `${nth + 1}. ${sheet.title ?? "untitled"}, ${sheet.rows.length} × ${sheet.columns.length}`;
    const button = el("button", { type: "button" }, text);
    button.addEventListener("click", () => play(sheet));
    return button;
  });
  $("found").replaceChildren(el("p", {}, `${file.name} holds ${sheets.length} puzzles:`), ...choices);
}

function listenToTyped(): void {
  const form = $<HTMLFormElement>("typed");
  const field = (name: string) => form.elements.namedItem(name) as HTMLTextAreaElement | HTMLInputElement;
  // An empty size, or one that is no number, is that of the lines typed.
  const size = (name: string) => Math.max(0, Math.trunc(Number(field(name).value)) || 0);
  const button = form.querySelector("button")!;
  let sheet: Sheet | null = null;
  let asked = 0;
  form.addEventListener("input", async () => {
    const ask = ++asked;
    const found = await background.call("typed", field("rows").value, field("columns").value, size("height"), size("width"));
    if (ask !== asked) return;
    sheet = found.sheet;
    button.disabled = sheet === null;
    const complaints = found.complaints.slice(0, 4).map(({ side, number, text }) => `${side} ${number} ${text}`);
    const [rows, columns] = found.sums;
    if (rows !== columns) complaints.push(`rows ask for ${rows} filled cells, columns for ${columns}: a solution needs as many of each`);
    $("complaints").textContent = complaints.join("; ");
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (sheet) play({ ...sheet, title: sheet.title ?? "Typed clues" });
  });
}

function listenToChance(): void {
  const form = $<HTMLFormElement>("generate");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const number = (name: string) => Number(new FormData(form).get(name));
    const wanted = {
      rows: number("rows"),
      columns: number("columns"),
      density: number("density") / 100,
      level: number("level"),
      seed: crypto.getRandomValues(new Uint32Array(1))[0]!,
    };
    const sheet = await busy("Trying random puzzles", () => helper.call("generate", JSON.stringify(wanted), limit()));
    if (sheet) play(sheet);
  });
}

export function start(load: (sheet: Sheet) => void): void {
  play = load;
  $("sizes").replaceChildren(
    ...GROUPS.map(([name], nth) => {
      const input = el("input", { type: "radio", name: "size", value: nth, checked: nth === 0 });
      return el("label", {}, input, el("span", {}, name));
    }),
  );
  $("sizes").addEventListener("change", (event) => {
    group = Number((event.target as HTMLInputElement).value);
    void showShelf();
  });
  $("order").addEventListener("change", () => void showShelf());
  $("unsolved").addEventListener("change", () => void showShelf());
  const input = $<HTMLInputElement>("file");
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) void openFile(file);
    input.value = "";
  });
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    if (file) void openFile(file);
  });
  listenToTyped();
  listenToChance();
}
