// What crosses between the page and the worker.

export interface Sheet {
  rows: number[][];
  columns: number[][];
  title: string | null;
  by: string | null;
  license: string | null;
  /** The picture as text, where the file or the link had one. */
  goal?: string;
  /** Where it is not black and white. */
  colours?: Colours;
  identity: string;
}

/** Colours to fill cells with, and the one of the others. */
export interface Paints {
  background: string;
  inks: Swatch[];
}

/** The colours of a puzzle, and the place of each block's colour among them. */
export interface Colours extends Paints {
  rows: number[][];
  columns: number[][];
}

/** A drawing, its cells as text. */
export interface Drawn {
  rows: number;
  columns: number;
  cells: string;
  paints: Paints;
  title?: string;
}

export interface Swatch {
  rgb: string;
  name: string;
  letter: string;
  /** The colour of what is read on it. */
  text: string;
}

export interface Said {
  kind: string;
  text: string;
  cells: number[];
  values: string;
  lines: number[];
}

export interface Solved {
  verdict: "unique" | "multiple" | "none" | "unsettled";
  solutions: string[];
  lines: string;
  line_solvable: boolean;
  elapsed_ms: number;
}

export interface Counted {
  count: number;
  complete: boolean;
}

export interface Rated {
  difficulty: number;
  depth: number;
}

export interface Typed {
  sheet: Sheet | null;
  sums: [number, number];
  complaints: { side: string; number: number; text: string }[];
}

export interface Judged {
  verdict: Solved["verdict"];
  line_solvable: boolean;
  lines: string;
  open: number[];
  rated: Rated | null;
}

export interface Edit {
  cells: number[];
  /** What they become, as text. */
  values: string;
  settles: number;
  /** Cells that stay open with it; 0 where it leaves one solution. */
  leaves: number;
}

export interface Proposed {
  edits: Edit[];
  complete: boolean;
}

/** A signal in some clocks: an event, or a chosen one, and from which clock on it holds what. */
export interface Signal {
  name: string;
  width: number;
  chosen: boolean;
  states: boolean;
  changes: [clock: number, value: string][];
}

export interface FpgaState {
  build: string;
  clock_hz: number;
  baud: number;
  clocks: number;
  phase: "receiving" | "solving" | "replying" | "done";
  sent: number;
  total: number;
  received: number;
  visits: number;
  /** Lines of the last visit: rows first, then columns. */
  visited: number[];
  rounds: number;
  cycles: number | null;
  cells: string;
  options: number[];
  sizes: { options: number; option_bytes: number; clue_bytes: number };
  queue: number;
  parser: string;
  to_board: string[];
  from_board: string[];
  status: string | null;
  verified: boolean | null;
  fault: string | null;
  chosen: string[];
  search: Search | null;
  observed: Observed | null;
}

/** What blocks did in the last step, and what signals hold after it. */
export interface Observed {
  clocks: number;
  /** Of each block, the clocks in which something stored in it changed. */
  changes: number[];
  values: string[];
}

/** A cell of an event: row and column from 1, and `#` or `-`. */
export type EventCell = [row: number, column: number, value: string];

/** What happened in the search of a clue core. */
export interface SearchEvent {
  event: "board" | "search" | "learned" | "probe" | "consistent" | "conflict" | "fact" | "decision" | "reversal" | "solution" | "abandoned" | "verdict";
  cycle: number;
  level: number;
  in_probe: boolean;
  trail: number;
  cell?: EventCell;
  cells?: EventCell[];
  line?: string | null;
  status?: string | null;
}

/** The search of a clue core. */
export interface Search {
  /** Of each cell: `?` unknown, `p` follows from the probe, else the level that it depends on. */
  marks: string;
  level: number;
  in_probe: boolean;
  current: number | null;
  /** The line of a conflict, rows first. */
  conflict: number | null;
  last: SearchEvent | null;
  probes: number;
  refuted: number;
  decisions: number;
  conflicts: number;
  facts: number;
  depths: number[];
}

export interface Met {
  text: string;
  core: string | null;
  side: number;
  baud: number;
}

export interface Heard {
  whole: boolean;
  accepted: boolean;
  text: string;
  cells: string;
}

/** A drawing of the library, without its picture. */
export interface Entry {
  title: string;
  rows: number;
  columns: number;
  code: string;
  identity: string;
  /** The colours that are not black and white. */
  inks?: string[];
  difficulty: number | null;
  depth: number | null;
}

/** Each operation of the worker: its arguments and its result. */
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
  png: { args: [puzzle: string]; result: Uint8Array };
  book: { args: [puzzles: string, wanted: string, limit: number]; result: Uint8Array };
  judge: { args: [drawing: string, limit: number]; result: Judged };
  disambiguate: { args: [drawing: string, limit: number]; result: Proposed };
  board_bytes: { args: [puzzle: string, core: string]; result: Uint8Array };
  question: { args: []; result: Uint8Array };
  identity: { args: [bytes: Uint8Array]; result: Met | null };
  heard: { args: [puzzle: string, core: string, bytes: Uint8Array]; result: Heard };
  boot: { args: [core: string, puzzle: string]; result: FpgaState };
  signals: { args: []; result: string[] };
  choose: { args: [names: string[]]; result: FpgaState };
  observe: { args: [blocks: string[], signals: string[]]; result: FpgaState };
  wave: { args: [from: number, to: number, parts: number]; result: Signal[] };
  record: { args: [core: string, puzzle: string]; result: null };
  recorded: { args: [clocks: number]; result: Uint8Array };
  run: { args: [clocks: number, until: string, times: number, milliseconds: number]; result: FpgaState };
}
