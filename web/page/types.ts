// Types of the messages between the page and the worker: the generated types, and the signatures of the operations.

import type { Counted, Drawn, FpgaState, Heard, Judged, Met, Paints, Proposed, Rated, Said, Sheet, Signal, Solved, Typed } from "./generated.js";

export type * from "./generated.js";

/** A cell in a search event: its row, its column, and the letters of its values. */
type SearchCell = [row: number, column: number, values: string];

/** An event in the search of a clue core, with the depth of its trail; `sim/src/search.rs` defines them. */
export type SearchEvent = { cycle: number; level: number; in_probe: boolean; trail: number } & (
  | { event: "board"; rows: number; columns: number; colours?: string }
  | { event: "learned"; line: string; cells: SearchCell[] }
  | { event: "probe" | "fact" | "decision" | "reversal"; cell: SearchCell }
  | { event: "conflict"; line: string | null }
  | { event: "solution"; grid: string[] }
  | { event: "verdict"; status: string | null }
  | { event: "search" | "consistent" | "withdrawal" | "abandoned" }
);

/** A puzzle of the library, without its solution. */
export interface Entry {
  title: string;
  rows: number;
  columns: number;
  /** Code of a link to the puzzle, without title and solution. */
  code: string;
  /** First 16 hexadecimal digits of the hash of the clues; progress is stored under it. */
  identity: string;
  /** Colours of the puzzle as `#rrggbb`, unless it is black and white. */
  inks?: string[];
  /** Difficulty, as `nonogram validate` prints it; null if the puzzle is not rated. */
  difficulty: number | null;
  /** Maximum number of nested assumptions; null if the puzzle is not rated. */
  depth: number | null;
}

/** Arguments and result of each operation of the worker. */
export interface Operations {
  read: { args: [name: string, bytes: Uint8Array]; result: Sheet[] };
  typed: { args: [rows: string, columns: string, height: number, width: number]; result: Typed };
  paints: { args: [chosen: string]; result: Paints };
  another_paint: { args: [chosen: string]; result: Paints };
  traced: { args: [width: number, height: number, samples: Uint8Array, wanted: string]; result: Drawn };
  drawing: { args: [drawing: string]; result: Sheet };
  generate: { args: [wanted: string, limit: number]; result: Sheet };
  link: { args: [puzzle: string]; result: string };
  linked: { args: [code: string]; result: Sheet };
  solve: { args: [puzzle: string, limit: number]; result: Solved };
  count: { args: [puzzle: string, most: number, limit: number]; result: Counted };
  rating: { args: [puzzle: string, limit: number]; result: Rated | null };
  check: { args: [puzzle: string, cells: string, limit: number]; result: Said };
  hint: { args: [puzzle: string, cells: string, limit: number]; result: Said };
  file: { args: [puzzle: string, format: string]; result: Uint8Array };
  qr: { args: [text: string]; result: string[] | null };
  sheet: { args: [puzzle: string, format: string]; result: Uint8Array };
  book: { args: [puzzles: string, wanted: string, limit: number]; result: Uint8Array };
  judge: { args: [drawing: string, limit: number]; result: Judged };
  disambiguate: { args: [drawing: string, limit: number]; result: Proposed };
  board_bytes: { args: [puzzle: string, core: string]; result: Uint8Array };
  question: { args: []; result: Uint8Array };
  identity: { args: [bytes: Uint8Array]; result: Met | null };
  heard: { args: [puzzle: string, core: string, bindsReplies: boolean, bytes: Uint8Array]; result: Heard };
  boot: { args: [core: string, puzzle: string]; result: FpgaState };
  signals: { args: []; result: string[] };
  choose: { args: [names: string[]]; result: FpgaState };
  observe: { args: [blocks: string[], signals: string[]]; result: FpgaState };
  wave: { args: [from: number, to: number, parts: number]; result: Signal[] };
  record: { args: [core: string, puzzle: string]; result: null };
  recorded: { args: [clocks: number]; result: Uint8Array };
  run: { args: [clocks: number, until: string, times: number, milliseconds: number]; result: FpgaState };
}
