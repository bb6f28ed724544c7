// Help for the player: hints, mistakes, the solution, and facts about the puzzle.

import { busy, explain, limit } from "./busy.js";
import { helper } from "./engine.js";
import { fromText, toText } from "./game.js";
import { about, changed } from "./play.js";
import { clearAdvice, say, table } from "./table.js";
import { texts } from "./texts.js";
import { $, hardness } from "./ui.js";

const tell = (kind: string, text: string, lines: number[] = []) => say({ kind, text, cells: [], values: "", lines }, changed);

/** Waits for a search on the current puzzle; returns nothing if it does not start, is stopped or fails, or if another puzzle is loaded. */
async function search<T>(what: string, work: (puzzle: string) => Promise<T>): Promise<T | undefined> {
  const asked = table.game;
  const found = await busy(what, () => work(JSON.stringify(asked.sheet)));
  return asked === table.game ? found : undefined;
}

export async function advise(operation: "hint" | "check"): Promise<void> {
  clearAdvice();
  const what = operation === "hint" ? texts.busy.hint : texts.busy.check;
  const found = await search(what, (puzzle) => helper.call(operation, puzzle, toText(table.game.cells), limit()));
  if (found) say(found, changed);
}

/** Fills in the solution, after confirmation. */
export async function solve(): Promise<void> {
  const dialog = $<HTMLDialogElement>("solving");
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  if (dialog.returnValue !== "solve") return;
  const solved = await search(texts.busy.solve, (puzzle) => helper.call("solve", puzzle, limit()));
  if (!solved) return;
  const first = solved.solutions[0];
  const text = explain(solved, limit());
  if (first) {
    const { game } = table;
    const places = game.replace(fromText(first));
    // A puzzle that the player had already solved does not count as solved with help.
    game.helped ||= !game.solved;
    game.solved = game.assisted = true;
    changed(places);
  }
  tell(solved.verdict, text);
}

export async function countSolutions(): Promise<void> {
  const most = 100_000;
  const counted = await search(texts.busy.count, (puzzle) => helper.call("count", puzzle, most, limit()));
  if (!counted) return;
  tell("counted", counted.complete ? texts.verdict.solutions(counted.solutions) : texts.verdict.solutionsAtLeast(counted.solutions));
}

export async function rate(): Promise<void> {
  const rated = await search(texts.busy.rate, (puzzle) => helper.call("rating", puzzle, limit()));
  if (rated === undefined) return;
  if (!rated) {
    tell("rated", texts.verdict.unrated);
    return;
  }
  const [difficulty, depth] = rated;
  const { word } = hardness(difficulty, depth);
  about(texts.play.rated(word, difficulty.toFixed(1)));
  tell("rated", texts.verdict.rated(difficulty.toFixed(1), word, depth));
}

export async function second(): Promise<void> {
  const solved = await search(texts.busy.second, (puzzle) => helper.call("solve", puzzle, limit()));
  if (!solved) return;
  const [one, other] = solved.solutions;
  if (one === undefined || other === undefined) {
    tell(solved.verdict, explain(solved, limit()));
    return;
  }
  const differing = [...one].flatMap((cell, place) => (cell === other[place] ? [] : [place]));
  tell("multiple", texts.verdict.differ(differing.length), differing);
}
