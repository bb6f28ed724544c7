// Sources of puzzles: the library, files, the random generator, typed clues, links.

import { Engine, Stopped, background, helper } from "./engine.js";
import { busy, explain, limit } from "./busy.js";
import { colourOf, fromText } from "./game.js";
import * as paper from "./paper.js";
import * as progress from "./progress.js";
import { texts } from "./texts.js";
import { $, clock, el, hardness, isNarrow, toast } from "./ui.js";
import type { Entry, RandomOptions, Sheet } from "./types.js";

/** Maximum size of a file, in bytes; the same as in the command-line tool. */
const LARGEST_FILE = 64 << 20;

const GROUPS: [name: string, least: number, most: number][] = [
  [texts.library.sizes.all, 0, 999],
  [texts.library.sizes.to8, 0, 8],
  [texts.library.sizes.to11, 9, 11],
  [texts.library.sizes.to16, 12, 16],
  [texts.library.sizes.to32, 17, 32],
  [texts.library.sizes.to64, 33, 999],
];

/** Number of titles of random puzzles. */
const SEEDS = 10_000;
/** Time limit of the search for the solutions of typed clues, in milliseconds. */
const CHECKING = 2000;
/** Engine for this search, which the next input stops. */
const checker = new Engine();
/** Number of colours shown for a puzzle. */
const MOST_INKS = 6;
/** Number of puzzles that are listed at first, and added each time, on a narrow screen. */
const PORTION = 40;

let entries: Entry[] = [];
let listed = PORTION;
let group = 0;
let play: (sheet: Sheet, code?: string) => void = () => {};
let trace: (file: File) => void = () => {};

const side = ({ rows, columns }: Entry) => Math.max(rows, columns);
const groupOf = (longest: number) => GROUPS.findLastIndex(([, least, most]) => longest >= least && longest <= most);

/** The puzzles of the library by size, which are fetched on the first call. */
export async function library(): Promise<Entry[]> {
  if (entries.length === 0) {
    const answer = await fetch("library.json");
    const area = ({ rows, columns }: Entry) => rows * columns;
    entries = ((await answer.json()) as Entry[]).sort((one, other) => area(one) - area(other));
  }
  return entries;
}

export async function sheetOf({ code, title }: Entry): Promise<Sheet> {
  return { ...(await background.call("linked", code)), title };
}

export async function openEntry(entry: Entry): Promise<void> {
  play(await sheetOf(entry), entry.code);
}

/** The next unsolved puzzle: of the same size group, otherwise of a larger size group, otherwise any; undefined if all others are solved. */
export async function entryAfter(sheet: Sheet): Promise<Entry | undefined> {
  const all = await library();
  const at = all.findIndex((entry) => entry.identity === sheet.identity);
  const size = groupOf(Math.max(sheet.rows.length, sheet.columns.length));
  const open = [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))].filter((entry) => progress.standing(entry.identity) !== "solved");
  return open.find((entry) => groupOf(side(entry)) === size) ?? open.find((entry) => groupOf(side(entry)) > size) ?? open[0];
}

/** The puzzle of a link; if the link contains no valid puzzle, shows why and returns nothing. */
export async function linked(code: string): Promise<Sheet | undefined> {
  try {
    const sheet = await background.call("linked", code);
    const known = (await library().catch(() => [])).find((entry) => entry.identity === sheet.identity);
    return { ...sheet, title: sheet.title ?? known?.title ?? texts.library.fromLink };
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** A thumbnail of the player's progress on a puzzle; it does not reveal the picture of an unsolved puzzle. */
function thumbnail(entry: Entry, cells: string | undefined): HTMLCanvasElement {
  const canvas = el("canvas", { width: entry.columns, height: entry.rows, class: "thumb", "aria-hidden": "true" });
  const context = canvas.getContext("2d");
  if (!context || !cells) return canvas;
  const ink = getComputedStyle(document.documentElement).getPropertyValue("--ink") || "#000";
  fromText(cells).forEach((cell, place) => {
    const colour = colourOf(cell);
    if (colour === undefined) return;
    context.fillStyle = entry.inks?.[colour] ?? ink;
    context.fillRect(place % entry.columns, Math.floor(place / entry.columns), 1, 1);
  });
  return canvas;
}

/** The colours of a puzzle; nothing if it is black and white. */
function inks(entry: Entry): HTMLElement {
  const swatch = (rgb: string) => {
    const drawn = el("i");
    drawn.style.background = rgb;
    return drawn;
  };
  return el("span", { class: "inks" }, ...(entry.inks ?? []).slice(0, MOST_INKS).map(swatch));
}

function card(entry: Entry): HTMLElement {
  const saved = progress.game(entry.identity);
  const { word, dots } = hardness(entry.difficulty, entry.depth);
  const standing = progress.standing(entry.identity, saved);
  const best = progress.best(entry.identity);
  const colours = entry.inks ? texts.library.colours(entry.inks.length) : "";
  const told = [texts.size(entry.rows, entry.columns), colours, word, best !== undefined ? texts.library.best(clock(best)) : standing && texts.library[standing]];
  const button = el(
    "button",
    { type: "button", class: `puzzle ${standing}`, "data-identity": entry.identity },
    thumbnail(entry, saved?.cells),
    el(
      "span",
      { class: "words" },
      el("b", {}, entry.title),
      el("small", {}, told.filter(Boolean).join(" · ")),
      el("span", { class: "marks", "aria-hidden": "true" }, inks(entry), el("span", { class: "dots", "data-dots": dots }, ...[1, 2, 3, 4, 5].map((dot) => el("i", dot <= dots ? { class: "on" } : {})))),
    ),
  );
  button.addEventListener("click", () => void openEntry(entry));
  return el("li", {}, button);
}

/** The puzzles selected by size, title, colours and progress, in the selected order. */
async function wantedEntries(): Promise<Entry[]> {
  const [, least, most] = GROUPS[group]!;
  const value = (id: string) => $<HTMLSelectElement | HTMLInputElement>(id).value;
  const [state, colours, title] = [value("state"), value("colours"), value("search").trim().toLowerCase()];
  const isWanted = (entry: Entry) =>
    side(entry) >= least &&
    side(entry) <= most &&
    entry.title.toLowerCase().includes(title) &&
    (colours === "" || (colours === "many") === (entry.inks !== undefined)) &&
    (state !== "begun" || progress.standing(entry.identity) === "begun") &&
    (state !== "unsolved" || progress.standing(entry.identity) !== "solved");
  const wanted = (await library()).filter(isWanted);
  if ($<HTMLSelectElement>("order").value === "hard") {
    const number = (entry: Entry) => (entry.depth ?? 9) * 1000 + (entry.difficulty ?? 999);
    wanted.sort((one, other) => number(one) - number(other));
  }
  return wanted;
}

export async function showShelf(): Promise<void> {
  const wanted = await wantedEntries();
  $<HTMLButtonElement>("print-shelf").disabled = wanted.length === 0;
  const shown = isNarrow() ? wanted.slice(0, listed) : wanted;
  $("shelf").replaceChildren(...(shown.length > 0 ? shown.map(card) : [el("li", { class: "dim" }, texts.library.none)]));
  $("shelf-more").hidden = shown.length === wanted.length;
  $("shelf-more").textContent = texts.library.more(wanted.length - shown.length);
}

function offer(words: string, choices: [text: string, act: () => void][]): void {
  const buttons = choices.map(([text, act]) => {
    const button = el("button", { type: "button" }, text);
    button.addEventListener("click", () => {
      $("found").hidden = true;
      act();
    });
    return button;
  });
  $("found").replaceChildren(el("p", {}, words), ...buttons);
  $("found").hidden = false;
  location.hash = "#library";
}

/** File name extensions of the puzzle formats; defined by build.mjs. */
declare const EXTENSIONS: string[];

/** Whether a file is a picture in none of the puzzle formats. SVG and XBM, which are written but not read, are refused with a message. */
const isPhoto = ({ name, type }: File) => type.startsWith("image/") && !EXTENSIONS.includes(name.slice(name.lastIndexOf(".") + 1).toLowerCase());

/** The puzzles of a file that cannot be read: none. Throws the error again if the reading was stopped. */
function unread(error: unknown): Sheet[] {
  if (error instanceof Stopped) throw error;
  return [];
}

/** Reads the puzzles of a file; none if it is a PNG that cannot be read as a puzzle. */
async function puzzlesOf(file: File): Promise<Sheet[]> {
  const reading = helper.call("read", file.name, new Uint8Array(await file.arrayBuffer()));
  return file.type === "image/png" ? reading.catch(unread) : reading;
}

/** Lists puzzles for a choice; all of them can be printed as a book with the given title. */
function offerSheets(words: string, title: string, sheets: Sheet[]): void {
  const size = (sheet: Sheet) => texts.size(sheet.rows.length, sheet.columns.length);
  const choices: [string, () => void][] = sheets.map((sheet, nth) => [texts.library.choice(nth + 1, sheet.title ?? texts.library.untitled, size(sheet)), () => play(sheet)]);
  choices.push([texts.library.print, () => paper.open(title, sheets.length, async () => sheets)]);
  offer(words, choices);
}

/** Opens a file: a single puzzle is loaded, several puzzles are listed for a choice, and a picture without a puzzle can be traced. */
async function openFile(file: File): Promise<void> {
  if (file.size > LARGEST_FILE) {
    toast(texts.library.tooLarge(file.name));
    return;
  }
  const offerTrace = () => offer(texts.library.photo(file.name), [[texts.library.trace, () => trace(file)]]);
  if (isPhoto(file)) {
    offerTrace();
    return;
  }
  const sheets = await busy(texts.busy.reading(file.name), () => puzzlesOf(file));
  if (!sheets) return;
  if (sheets.length === 0) offerTrace();
  else if (sheets.length === 1) play(sheets[0]!);
  else offerSheets(texts.library.holds(file.name, sheets.length), file.name.replace(/\.[^.]*$/, ""), sheets);
}

/** Opens several files: a single puzzle is loaded, several puzzles are listed for a choice, and files without a puzzle are named. */
async function openFiles(files: File[]): Promise<void> {
  const failed: string[] = [];
  const sheets = await busy(texts.busy.reading(texts.library.files(files.length)), async () => {
    const read: Sheet[] = [];
    for (const file of files) {
      const found = file.size > LARGEST_FILE || isPhoto(file) ? [] : await puzzlesOf(file).catch(unread);
      if (found.length === 0) failed.push(file.name);
      read.push(...found);
    }
    return read;
  });
  if (!sheets) return;
  if (failed.length > 0) toast(texts.library.unread(failed.join(", ")));
  if (sheets.length === 1) play(sheets[0]!);
  else if (sheets.length > 1) offerSheets(texts.library.holdTogether(files.length, sheets.length), texts.library.dropped, sheets);
}

function listenToTyped(): void {
  const form = $<HTMLFormElement>("typed");
  const field = (name: string) => form.elements.namedItem(name) as HTMLTextAreaElement | HTMLInputElement;
  // If the field is empty or not a number, the size is the number of lines typed.
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
    const complaints = found.complaints.slice(0, 4).map(({ side, number, text }) => texts.library.complaint(side, number, text));
    const [rows, columns] = found.sums;
    if (rows !== columns) complaints.push(texts.library.sums(rows, columns));
    $("complaints").textContent = complaints.join("; ");
    $("typed-verdict").textContent = "";
    const solved = sheet && (await checker.within(CHECKING, "solve", JSON.stringify(sheet), CHECKING));
    if (ask === asked && solved) $("typed-verdict").textContent = solved.verdict === "multiple" ? texts.library.several : explain(solved, CHECKING);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (sheet) play({ ...sheet, title: sheet.title ?? texts.library.typed });
  });
}

function listenToChance(): void {
  const form = $<HTMLFormElement>("generate");
  const make = async () => {
    const number = (name: string) => Number(new FormData(form).get(name));
    const wanted: RandomOptions = {
      rows: number("rows"),
      columns: number("columns"),
      density: number("density") / 100,
      level: number("level"),
      seed: crypto.getRandomValues(new Uint32Array(1))[0]!,
    };
    const sheet = await busy(texts.busy.random, () => helper.call("generate", JSON.stringify(wanted), limit()));
    if (!sheet) return;
    play({ ...sheet, title: texts.library.random(wanted.rows, wanted.columns, wanted.seed % SEEDS) });
    $("another").hidden = false;
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void make();
  });
  $("another").addEventListener("click", () => void make());
}

/** Opens dropped files; a single picture that is dropped on the editor is traced. */
function listenToDrops(): void {
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const files = [...(event.dataTransfer?.files ?? [])];
    const [file] = files;
    if (!file) return;
    const isTraced = !$("view-make").hidden && files.some(({ type }) => type.startsWith("image/"));
    if (isTraced && files.length > 1) toast(texts.library.onePicture);
    else if (isTraced) trace(file);
    else if (files.length > 1) void openFiles(files);
    else void openFile(file);
  });
}

/** Attaches the event handlers; `load` receives puzzles, `picture` receives pictures. */
export function start(load: typeof play, picture: (file: File) => void): void {
  play = load;
  trace = picture;
  $("sizes").replaceChildren(
    ...GROUPS.map(([name], nth) => {
      const input = el("input", { type: "radio", name: "size", value: nth, checked: nth === 0 });
      return el("label", {}, input, el("span", {}, name));
    }),
  );
  $("sizes").addEventListener("change", (event) => {
    group = Number((event.target as HTMLInputElement).value);
    listed = PORTION;
    void showShelf();
  });
  for (const id of ["order", "state", "colours", "search"]) {
    $(id).addEventListener("input", () => {
      listed = PORTION;
      void showShelf();
    });
  }
  $("shelf-more").addEventListener("click", () => {
    listed += PORTION;
    void showShelf();
  });
  document.addEventListener("progress", () => void showShelf());
  $("print-shelf").addEventListener("click", async () => {
    const wanted = await wantedEntries();
    paper.open(texts.library.book(GROUPS[group]![0]), wanted.length, () => Promise.all(wanted.map(sheetOf)));
  });
  const input = $<HTMLInputElement>("file");
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) void openFile(file);
    input.value = "";
  });
  for (const form of ["generate", "typed"]) {
    $(`show-${form}`).addEventListener("click", () => {
      const isHidden = ($(form).hidden = !$(form).hidden);
      $(`show-${form}`).setAttribute("aria-expanded", String(!isHidden));
      if (!isHidden) $(form).querySelector("input")?.focus();
    });
  }
  listenToDrops();
  listenToTyped();
  listenToChance();
}
