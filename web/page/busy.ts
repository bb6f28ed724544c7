// Progress of searches and other long operations, which the user can stop; the time limit of searches; texts of verdicts.

import { Stopped, compiled, helper, loaded } from "./engine.js";
import { texts } from "./texts.js";
import { $, el, storage, toast } from "./ui.js";
import type { Solved } from "./types.js";

/** Milliseconds after which a search is shown. */
const PATIENCE = 250;
/** The default time limit of a search, in seconds. */
const USUAL = "20";

/** The chosen time limit of a search, in milliseconds; all selection fields for it show the same value. */
export function limit(): number {
  return Number($<HTMLSelectElement>("limit").value) * 1000;
}

/**
 * Waits for a search, or other work with its own progress text. If the work is stopped or fails, or other work is running, shows why and
 * returns nothing.
 */
export async function busy<T>(what: string | (() => string), work: () => Promise<T>): Promise<T | undefined> {
  if (helper.busy) {
    toast(texts.busy.twice);
    return undefined;
  }
  const begin = performance.now();
  const show = () => {
    const seconds = Math.floor((performance.now() - begin) / 1000);
    $("busy-text").textContent = typeof what === "string" ? texts.busy.since(what, seconds, limit() / 1000) : what();
    $("busy").hidden = performance.now() - begin < PATIENCE;
  };
  const ticking = setInterval(show, PATIENCE);
  try {
    return await work();
  } catch (error) {
    toast(error instanceof Stopped ? texts.busy.stopped : error instanceof Error ? error.message : String(error));
    return undefined;
  } finally {
    clearInterval(ticking);
    $("busy").hidden = true;
  }
}

/** Describes a verdict. */
export function explain(solved: Solved, milliseconds: number): string {
  const time = solved.elapsed_ms < 10 ? `${solved.elapsed_ms.toFixed(1)} ms` : `${Math.round(solved.elapsed_ms)} ms`;
  switch (solved.verdict) {
    case "unique":
      return texts.verdict.unique(time, solved.line_solvable);
    case "multiple":
      return texts.verdict.multiple;
    case "none":
      return texts.verdict.none;
    case "unsettled":
      return texts.verdict.unsettled(milliseconds / 1000, solved.solutions.length > 0);
  }
}

/** Shows how much of the module has been loaded, unless that is quick. */
function showLoading(): void {
  const place = $("loading");
  const bar = place.querySelector("progress")!;
  const ticking = setInterval(() => {
    place.hidden = false;
    bar.value = loaded;
  }, PATIENCE);
  const end = () => {
    clearInterval(ticking);
    place.hidden = true;
  };
  // Calls report why the module could not be loaded.
  compiled.then(end, end);
}

export function start(): void {
  showLoading();
  $("stop").addEventListener("click", () => helper.stop());
  const choices = document.querySelectorAll<HTMLSelectElement>("select.limit");
  const set = (seconds: string) => choices.forEach((choice) => (choice.value = seconds));
  for (const choice of choices) {
    choice.replaceChildren(...Object.entries(texts.limits).map(([value, words]) => el("option", { value }, words)));
    choice.addEventListener("change", () => {
      set(choice.value);
      storage.set("limit", choice.value);
    });
  }
  const kept = storage.get<string>("limit") ?? USUAL;
  set(kept in texts.limits ? kept : USUAL);
}
