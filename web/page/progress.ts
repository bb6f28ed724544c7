// Progress on all puzzles: their states and best times. It can be exported to a file and imported again.

import type { Saved } from "./game.js";
import { storage } from "./ui.js";

const GAME = "game:";
const BEST = "best:";

export type Standing = "solved" | "helped" | "begun" | "";

export const game = (identity: string) => storage.get<Saved>(GAME + identity);
export const keep = (identity: string, saved: Saved) => storage.set(GAME + identity, saved);

/** The player's best time on a puzzle, in seconds; undefined if there is none. */
export const best = (identity: string) => storage.get<number>(BEST + identity);

/**
 * State of a puzzle: solved (also if it was solved earlier and has a best time), solved with help (the solver filled in the solution),
 * begun (a cell is filled), or else empty.
 */
export function standing(identity: string, saved = game(identity)): Standing {
  if ((saved?.solved && !saved.helped) || best(identity) !== undefined) return "solved";
  if (saved?.solved) return "helped";
  return /[#b-z]/.test(saved?.cells ?? "") ? "begun" : "";
}

/** Stores a time if it is the best one; returns the best time. */
export function timed(identity: string, seconds: number): number {
  const least = Math.min(seconds, best(identity) ?? Infinity);
  storage.set(BEST + identity, least);
  return least;
}

const identities = (kind: string) => storage.keys().flatMap((key) => (key.startsWith(kind) ? [key.slice(kind.length)] : []));

export const bests = () => identities(BEST).length;
export const solved = () => new Set([...identities(GAME), ...identities(BEST)].filter((identity) => standing(identity) === "solved")).size;

/** The content of the export file. */
export function saved(): string {
  const kept = storage.keys().filter((key) => key.startsWith(GAME) || key.startsWith(BEST));
  return JSON.stringify({ nonogram: "progress", kept: Object.fromEntries(kept.map((key) => [key, storage.get(key)])) });
}

/** Imports an exported file: replaces games, keeps the better times. Returns the number of puzzles; undefined if the file is invalid. */
export function restored(text: string): number | undefined {
  let file: { nonogram?: unknown; kept?: Record<string, unknown> };
  try {
    file = JSON.parse(text) as typeof file;
  } catch {
    return undefined;
  }
  if (file?.nonogram !== "progress" || typeof file.kept !== "object" || file.kept === null) return undefined;
  const puzzles = new Set<string>();
  for (const [key, value] of Object.entries(file.kept)) {
    if (key.startsWith(BEST) && typeof value === "number") timed(key.slice(BEST.length), value);
    else if (key.startsWith(GAME) && typeof (value as Saved | null)?.cells === "string") storage.set(key, value);
    else continue;
    puzzles.add(key.slice(key.indexOf(":") + 1));
  }
  return puzzles.size;
}
