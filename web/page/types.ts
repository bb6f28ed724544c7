// Types of the messages between the page and the worker: the generated types, those of values that other crates define, and the
// signatures of the operations.

import type { Advice, Drawn, FpgaState, Paints, ReceivedReply, Sheet, Signal, Solved, Typed, Verdict } from "./generated.js";

export type * from "./generated.js";

/** A cell in a search event: its row, its column, and the letters of its values. */
type SearchCell = [row: number, column: number, values: string];

/** What every event in the search of a clue core has; `sim/src/search.rs` defines it. */
export interface SearchState {
  cycle: number;
  event: string;
  level: number;
  in_probe: boolean;
  /** The depth of its trail. */
  trail: number;
}

/** An event in the search of a clue core. */
export type SearchEvent = SearchState & (
  | { event: "board"; rows: number; columns: number; colours?: string }
  | { event: "learned"; line: string; cells: SearchCell[] }
  | { event: "probe" | "fact" | "decision" | "reversal"; cell: SearchCell }
  | { event: "conflict"; line: string | null }
  | { event: "solution"; grid: string[] }
  | { event: "verdict"; status: string | null }
  | { event: "search" | "consistent" | "withdrawal" | "abandoned" }
);

/** The number of solutions that a search found; `kit/src/judge.rs` defines it. */
export interface Counted {
  solutions: number;
  /** Whether all solutions were counted. */
  complete: boolean;
}

/** The verdict on a puzzle and its reasons, as `nonogram validate --json` prints them; `kit/src/judge.rs` defines it. */
export interface Judgement {
  verdict: Verdict;
  logic: "line-solvable" | "contradiction" | "search";
  /** Maximum number of nested assumptions; null like the difficulty. */
  depth: number | null;
  /** The difficulty; null if the puzzle does not have exactly one solution, or is not rated within the limits. */
  difficulty: number | null;
  why: string | null;
  /** The first cell in which two solutions differ. */
  differs: { row: number; column: number } | null;
}

/** Proposed edits of a drawing; `kit/src/advice.rs` defines it. */
export interface Proposal {
  /** Whether the puzzle has exactly one solution without an edit. */
  unique: boolean;
  /** Whether the search for edits, which does not try all pairs of cells, ended before the time limit. */
  complete: boolean;
  /** The edits, at most 12, the best first. */
  edits: Edit[];
}

/** An edit of a drawing; `kit/src/advice.rs` defines it. */
export interface Edit {
  /** Row and column, from 1, of each cell to change. */
  cells: [row: number, column: number][];
  /** The new values of these cells, each the letter of its colour or `-`; absent in one colour, where the cells are inverted. */
  values?: string;
  /** Number of additional cells that line logic decides with the edit. */
  settles: number;
  /** Number of cells that line logic leaves open with the edit; absent if the edit leaves exactly one solution. */
  leaves?: number;
  /** Whether line logic solves the puzzle with the edit. */
  line_solvable: boolean;
}

/** The identity of a build, as `nonogram decode --json` prints it; `kit/src/decode.rs` defines it. */
export interface Identity {
  /** Name of the core; null if this version does not support it. */
  core: string | null;
  lanes: number;
  version: string;
  rows: number;
  columns: number;
  colours: number;
  options: number;
  words: number;
  clock_hz: number;
  baud: number;
  /** Whether the check of a reply starts from that of its board. */
  binds_replies: boolean;
}

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
  rating: { args: [puzzle: string, limit: number]; result: [difficulty: number, depth: number] | null };
  check: { args: [puzzle: string, cells: string, limit: number]; result: Advice };
  hint: { args: [puzzle: string, cells: string, limit: number]; result: Advice };
  file: { args: [puzzle: string, format: string]; result: Uint8Array };
  qr: { args: [text: string]; result: string[] | null };
  sheet: { args: [puzzle: string, format: string]; result: Uint8Array };
  book: { args: [puzzles: string, wanted: string, limit: number]; result: Uint8Array };
  judge: { args: [drawing: string, limit: number]; result: [judgement: Judgement, lines: string] };
  disambiguate: { args: [drawing: string, limit: number]; result: Proposal };
  board_bytes: { args: [puzzle: string, core: string]; result: Uint8Array };
  question: { args: []; result: Uint8Array };
  identity: { args: [bytes: Uint8Array]; result: [identity: Identity, description: string] | null };
  judge_reply: { args: [puzzle: string, core: string, bindsReplies: boolean, bytes: Uint8Array]; result: ReceivedReply };
  boot: { args: [core: string, puzzle: string]; result: FpgaState };
  signals: { args: []; result: string[] };
  choose: { args: [names: string[]]; result: FpgaState };
  observe: { args: [blocks: string[], signals: string[]]; result: FpgaState };
  wave: { args: [from: number, to: number, parts: number]; result: Signal[] };
  record: { args: [core: string, puzzle: string]; result: null };
  recorded: { args: [clocks: number]; result: Uint8Array };
  run: { args: [clocks: number, until: string, times: number, milliseconds: number]; result: FpgaState };
}
