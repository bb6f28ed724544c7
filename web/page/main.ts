// Entry point: the views, the last puzzle played, links.

import * as busy from "./busy.js";
import { background } from "./engine.js";
import { refit } from "./grid.js";
import * as learn from "./learn.js";
import * as library from "./library.js";
import * as make from "./make.js";
import * as paper from "./paper.js";
import * as play from "./play.js";
import * as settings from "./settings.js";
import { texts } from "./texts.js";
import { $, storage, toast } from "./ui.js";
import type { Sheet } from "./types.js";

/** For each view, the element to which the skip link leads. */
const CONTENT: Record<string, string> = { start: "choices", learn: "rules-page", play: "stage", library: "shelf", make: "easel", fpga: "boards" };
/** Title of the puzzle on the first visit. */
const FIRST = "Checkmate";
let isFirstVisit = false;
/** The code of the current puzzle in its address, once it is known. */
let code: string | undefined;

/** The first puzzle of the library on the screen and its place there, restored when the library is shown again. */
let shelfPlace: { identity: string; top: number } | undefined;

const top = (card: Element) => card.getBoundingClientRect().top;

function placeOnShelf(): typeof shelfPlace {
  const cards = document.querySelectorAll<HTMLElement>("#shelf .puzzle");
  const card = Array.from(cards).find((one) => top(one) >= 0);
  return window.scrollY > 0 && card ? { identity: card.dataset["identity"]!, top: top(card) } : undefined;
}

/** Frames within which the cards around a place in the library have been laid out. */
const FRAMES = 10;

/** Scrolls to a place in the library, again in each of the next frames, because cards have their heights only once they are on the screen. */
function scrollToShelf(place: typeof shelfPlace): void {
  const card = place && document.querySelector(`#shelf [data-identity="${CSS.escape(place.identity)}"]`);
  if (!card) return window.scrollTo(0, 0);
  const scroll = (frames: number) => {
    if (viewShown() !== "library" || frames === 0) return;
    window.scrollBy(0, top(card) - place.top);
    requestAnimationFrame(() => scroll(frames - 1));
  };
  scroll(FRAMES);
}

const viewShown = () => document.body.dataset["view"];

/** Gives the focus to an element that is not in the order of the Tab key. */
function focusOn(element: HTMLElement | undefined): void {
  if (!element) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

function show(view: string): void {
  const before = viewShown();
  if (before === "library" && view !== "library") shelfPlace = placeOnShelf();
  for (const name of Object.keys(CONTENT)) $(`view-${name}`).hidden = name !== view;
  for (const link of document.querySelectorAll<HTMLElement>("nav a")) {
    if (link.dataset["view"] === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.body.dataset["view"] = view;
  const section = $(`view-${view}`);
  const sheet = play.currentSheet();
  document.title = texts.document(view === "play" && sheet ? (sheet.title ?? texts.play.untitled) : section.getAttribute("aria-label")!);
  if (before !== view) window.scrollTo(0, 0);
  if (before !== undefined && before !== view) focusOn(Array.from(section.querySelectorAll("h1")).find((heading) => heading.offsetParent));
  if (view === "library") void library.showShelf().then(() => before !== view && scrollToShelf(shelfPlace));
  if (view === "make") make.show();
  if (view === "play") void showCode();
  if (view === "fpga" && sheet) void watch(sheet);
  else void fpga?.then((loaded) => loaded.pause());
}

/** The view of the FPGA, whose code is loaded when it is first opened. */
let fpga: Promise<typeof import("./fpga.js")> | undefined;

async function loadFpga(): Promise<typeof import("./fpga.js")> {
  const [loaded, serial] = await Promise.all([import("./fpga.js"), import("./serial.js")]);
  loaded.start((sheet, known) => {
    play.load(sheet);
    code = known;
    void loaded.show(sheet);
  });
  serial.start(() => play.currentSheet()!);
  return loaded;
}

/** Shows a puzzle on the FPGA, unless another view has been opened meanwhile. */
async function watch(sheet: Sheet): Promise<void> {
  try {
    fpga ??= loadFpga();
    const loaded = await fpga;
    if (viewShown() === "fpga") await loaded.show(sheet);
  } catch (error) {
    fpga = undefined;
    toast(error instanceof Error ? error.message : String(error));
  }
}

/** Puts the current puzzle into the address of the view "Play". */
async function showCode(): Promise<void> {
  const sheet = play.currentSheet();
  if (!sheet) return;
  const made = code ?? (await background.call("link", JSON.stringify(sheet)).catch(() => undefined));
  if (!made || sheet !== play.currentSheet()) return;
  code = made;
  if (viewShown() === "play" && !location.hash.startsWith("#p=")) history.replaceState(null, "", `#p=${code}`);
}

/** Shows the puzzle of an address; if it is damaged, the current puzzle. */
async function follow(wanted: string): Promise<void> {
  if (wanted !== code) {
    if (viewShown() === undefined) show("play");
    const sheet = await library.linked(wanted);
    // Another address may have been opened meanwhile.
    if (location.hash !== `#p=${wanted}`) return;
    if (!sheet) {
      code = undefined;
      history.replaceState(null, "", "#play");
    } else {
      code = wanted;
      if (sheet.identity !== play.currentSheet()?.identity) play.load(sheet);
    }
  }
  show("play");
}

// The library is drawn after the browser would restore its position.
history.scrollRestoration = "manual";

async function route(): Promise<void> {
  const hash = location.hash.slice(1);
  if (hash.startsWith("p=")) await follow(hash.slice(2));
  else show(hash in CONTENT ? hash : isFirstVisit ? "start" : "play");
}

/** Opens a puzzle in a new entry of the history; `known` is its code, if it is known. */
function load(sheet: Sheet, known?: string): void {
  play.load(sheet);
  code = known;
  const address = known ? `#p=${known}` : "#play";
  if (address !== location.hash) history.pushState(null, "", address);
  show("play");
}

function help(): void {
  const dialog = $<HTMLDialogElement>("keys");
  const open = () => dialog.open || dialog.showModal();
  $("help").addEventListener("click", open);
  $("keys-learn").addEventListener("click", () => dialog.close());
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLElement && event.target.matches("input:not([type=radio]), textarea, select");
    if (event.key !== "?" || typing || document.querySelector("dialog[open]")) return;
    open();
    event.preventDefault();
  });
}

function theme(): void {
  const set = (name: string) => (document.documentElement.dataset["theme"] = name);
  const kept = storage.get<string>("theme");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  set(kept ?? (dark.matches ? "dark" : "light"));
  dark.addEventListener("change", () => storage.get("theme") ?? set(dark.matches ? "dark" : "light"));
  $("theme").addEventListener("click", () => {
    const next = document.documentElement.dataset["theme"] === "dark" ? "light" : "dark";
    set(next);
    storage.set("theme", next);
  });
}

/** Resumes the last puzzle played; returns false if there is none, or if an incompatible version saved it. */
function resume(): boolean {
  const last = storage.get<Sheet>("last");
  try {
    if (!last) return false;
    play.load(last);
    return true;
  } catch {
    return false;
  }
}

/** Loads the puzzle of the first visit, unless another one has been opened meanwhile. */
async function loadFirst(): Promise<void> {
  const entries = await library.library();
  const entry = entries.find(({ title }) => title === FIRST) ?? entries[0]!;
  const sheet = await library.sheetOf(entry);
  if (play.currentSheet()) return;
  play.load(sheet);
  if (viewShown() === "play" || viewShown() === "fpga") show(viewShown()!);
}

async function begin(): Promise<void> {
  theme();
  busy.start();
  play.start();
  settings.start(() => {
    play.refresh();
    refit();
  });
  library.start(load, make.openPicture);
  make.start(load);
  paper.start();
  learn.start((view) => (location.hash = `#${view}`));
  help();
  addEventListener("hashchange", () => void route());
  document.querySelector(".skip")!.addEventListener("click", (event) => {
    event.preventDefault();
    focusOn($(CONTENT[viewShown() ?? "start"]!));
  });
  isFirstVisit = !resume();
  // The view is shown at once; a puzzle can be played when the solver has been loaded.
  await route();
  if (!play.currentSheet()) await loadFirst();
  document.body.dataset["ready"] = "true";
  if ("serviceWorker" in navigator && location.protocol !== "file:") {
    // Without a service worker the page still works, but only online.
    navigator.serviceWorker.register("sw.js", { type: "module" }).catch(() => {});
  }
}

begin().catch((error: unknown) => toast(error instanceof Error ? error.message : String(error)));
