// What runs is shown, can be stopped, and has a limit.

import { Stopped, helper } from "./engine.js";
import { $, storage, toast } from "./ui.js";
import type { Solved } from "./types.js";

/** Milliseconds after which a search is worth showing. */
const PATIENCE = 250;

/** The limit of a search, in milliseconds. */
export function limit(): number {
  return Number($<HTMLSelectElement>("limit").value) * 1000;
}

/** Waits for a search, or for other work, which says itself how far it is; nothing comes of one that was stopped or failed, which is said. */
export async function busy<T>(what: string | (() => string), work: () => Promise<T>): Promise<T | undefined> {
  if (helper.busy) {
    toast("One search at a time: stop the other one first.");
    return undefined;
  }
  const begin = performance.now();
  const show = () => {
    const seconds = Math.floor((performance.now() - begin) / 1000);
    $("busy-text").textContent = typeof what === "string" ? `${what} … ${seconds} s of ${limit() / 1000} s` : what();
    $("busy").hidden = performance.now() - begin < PATIENCE;
  };
  const ticking = setInterval(show, PATIENCE);
  try {
    return await work();
  } catch (error) {
    toast(error instanceof Stopped ? "Stopped." : error instanceof Error ? error.message : String(error));
    return undefined;
  } finally {
    clearInterval(ticking);
    $("busy").hidden = true;
  }
}

/** A verdict in words. */
export function explain(solved: Solved, milliseconds: number): string {
  const time = solved.elapsed_ms < 10 ? `${solved.elapsed_ms.toFixed(1)} ms` : `${Math.round(solved.elapsed_ms)} ms`;
  switch (solved.verdict) {
    case "unique":
      return `Solved in ${time}, and proven: there is no other solution.${solved.line_solvable ? " Line logic alone does it." : ""}`;
    case "multiple":
      return "This is one solution; there are others.";
    case "none":
      return "No solution: the clues contradict each other.";
    default:
      return `Not settled within ${milliseconds / 1000} s${solved.solutions.length > 0 ? "; this is one solution, perhaps not the only one" : ""}. Raise the limit under “More about this puzzle”, or type: nonogram solve --on software FILE`;
  }
}

export function start(): void {
  $("stop").addEventListener("click", () => helper.stop());
  const choice = $<HTMLSelectElement>("limit");
  choice.value = storage.get<string>("limit") ?? choice.value;
  choice.addEventListener("change", () => storage.set("limit", choice.value));
}
