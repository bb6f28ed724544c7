// Entry point: the views, the last puzzle played, links.

import * as busy from "./busy.js";
import * as fpga from "./fpga.js";
import * as learn from "./learn.js";
import * as library from "./library.js";
import * as make from "./make.js";
import * as paper from "./paper.js";
import * as play from "./play.js";
import * as serial from "./serial.js";
import * as settings from "./settings.js";
import { $, storage, toast } from "./ui.js";
import type { Sheet } from "./types.js";

const VIEWS = ["start", "learn", "play", "library", "make", "fpga"];
/** Title of the puzzle on the first visit. */
const FIRST = "Checkmate";
let isFirstVisit = false;

/** Scroll position of the library, restored when it is shown again. */
let shelfTop = 0;

function show(view: string): void {
  const before = document.body.dataset["view"];
  if (before === "library") shelfTop = window.scrollY;
  for (const name of VIEWS) $(`view-${name}`).hidden = name !== view;
  for (const link of document.querySelectorAll<HTMLElement>("nav a")) {
    if (link.dataset["view"] === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.body.dataset["view"] = view;
  if (before !== view) window.scrollTo(0, 0);
  if (view === "library") void library.showShelf().then(() => before !== view && window.scrollTo(0, shelfTop));
  if (view === "make") make.show();
  if (view === "fpga") void fpga.show(play.currentSheet());
  else fpga.pause();
}

function route(): void {
  const hash = location.hash.slice(1);
  if (hash.startsWith("p=")) {
    void library.openLink(hash.slice(2)).then((isOpen) => {
      if (isOpen) return;
      history.replaceState(null, "", "#play");
      show("play");
    });
    return;
  }
  show(VIEWS.includes(hash) ? hash : isFirstVisit ? "start" : "play");
}

function load(sheet: Sheet): void {
  play.load(sheet);
  history.replaceState(null, "", "#play");
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

async function begin(): Promise<void> {
  theme();
  busy.start();
  play.start();
  settings.start(play.refresh);
  library.start(load, make.openPicture);
  make.start(load);
  paper.start();
  learn.start((view) => (location.hash = `#${view}`));
  help();
  fpga.start();
  serial.start(play.currentSheet);
  addEventListener("hashchange", route);
  if (!resume()) {
    isFirstVisit = true;
    const entries = await library.library();
    play.load(await library.sheetOf(entries.find((entry) => entry.title === FIRST) ?? entries[0]!));
  }
  route();
  document.body.dataset["ready"] = "true";
  if ("serviceWorker" in navigator && location.protocol !== "file:") {
    // Without a service worker the page still works, but only online.
    navigator.serviceWorker.register("sw.js", { type: "module" }).catch(() => {});
  }
}

begin().catch((error: unknown) => toast(error instanceof Error ? error.message : String(error)));
