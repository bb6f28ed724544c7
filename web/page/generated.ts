// The types that cross between the page and the worker. Written by `make types` from the Rust types: change those.

/** Clues and metadata of a puzzle, and its solution if its file or link contains one. */
export type Sheet = {
  /** Block lengths of the rows, from the top. */
  rows: Array<Array<number>>,
  /** Block lengths of the columns, from the left. */
  columns: Array<Array<number>>,
  /** Title of the puzzle. */
  title: string | null,
  /** Author of the puzzle. */
  by: string | null,
  /** Licence of the puzzle. */
  license: string | null,
  /** The solution as text, in row-major order; the page writes it to files and links, but does not show it to players. */
  goal?: string,
  /** Colours of the puzzle, unless it is black and white. */
  colours?: Colours,
  /** Hash of the clues; the page stores progress under it. */
  identity: string,
};

/** The palette of a puzzle, and the colour of each of its blocks. */
export type Colours = {
  /** For each row, the palette index of each block's colour. */
  rows: Array<Array<number>>,
  /** For each column, the palette index of each block's colour. */
  columns: Array<Array<number>>,
  /** Colour of blank cells, as `#rrggbb`. */
  background: string,
  /** Colours of filled cells, in palette order. */
  inks: Array<Swatch>,
};

/** A palette: the colours of filled cells, and the background. */
export type Paints = {
  /** Colour of blank cells, as `#rrggbb`. */
  background: string,
  /** Colours of filled cells, in palette order. */
  inks: Array<Swatch>,
};

/** A colour, as the page shows it. */
export type Swatch = {
  /** The colour, as `#rrggbb`. */
  rgb: string,
  /** English name of the colour. */
  name: string,
  /** The letter that stands for the colour. */
  letter: string,
  /** Colour of legible text on this colour, black or white, as `#rrggbb`. */
  text: string,
};

/** Result of parsing typed clues. */
export type Typed = {
  /** The puzzle, if there are no errors. */
  sheet: Sheet | null,
  /** Number of filled cells according to the rows, and according to the columns. */
  sums: [number, number],
  /** Errors in the clues. */
  complaints: Array<Complaint>,
};

/** An error in a line of typed clues. */
export type Complaint = {
  /** "row" or "column". */
  side: string,
  /** Number of the line, from 1. */
  number: number,
  /** What is wrong, and what is expected. */
  text: string,
};

/** A drawing, as the page stores it. */
export type Drawn = {
  /** Height in cells. */
  rows: number,
  /** Width in cells. */
  columns: number,
  /** The cells as text, in row-major order; cells that are not filled are blank. */
  cells: string,
  /** The palette of the drawing. */
  paints: Paints,
  /** Title of the puzzle. */
  title?: string | null,
};

/** Options for converting a picture to a drawing. */
export type PictureOptions = {
  /** Height of the drawing in cells. */
  rows: number,
  /** Width of the drawing in cells. */
  columns: number,
  /** Cells darker than this are filled: 0 is black, 255 is white. */
  threshold: number,
  /** Whether light cells are filled instead of dark ones. */
  invert: boolean,
  /** Maximum number of colours; without it, the number is estimated from the picture. */
  colours: number | null,
};

/** Assessment of a drawing as a puzzle. */
export type Judged = {
  /** The solver's verdict on the puzzle. */
  verdict: Verdict,
  /** Whether line logic alone solves the puzzle. */
  line_solvable: boolean,
  /** The cells that line logic decides, as text; `?` where it decides nothing. */
  lines: string,
  /** Indices of the cells that line logic leaves open, in row-major order. */
  open: Array<number>,
  /** The difficulty of the puzzle, if it has exactly one solution. */
  rated: Rated | null,
};

/** Proposed edits of a drawing. */
export type Proposed = {
  /** The edits, the best first. */
  edits: Array<Edit>,
  /** Whether all edits were tried; false if the time ran out. */
  complete: boolean,
};

/** A proposed edit of a drawing. */
export type Edit = {
  /** Indices of the cells to change, in row-major order. */
  cells: Array<number>,
  /** The new values of these cells, one character each. */
  values: string,
  /** Cells that line logic decides with the edit, beyond those it decides without. */
  settles: number,
  /** Cells that line logic leaves open after the edit; 0 if the edit leaves exactly one solution. */
  leaves: number,
};

/** The solver's verdict on a puzzle. */
export type Verdict = "unique" | "multiple" | "none" | "unsettled";

/** Result of solving a puzzle. */
export type Solved = {
  /** "unique", "multiple", "none" or "unsettled". */
  verdict: Verdict,
  /** The first two solutions. */
  solutions: Array<string>,
  /** The cells that line logic alone decides, as text; `?` where it decides nothing. */
  lines: string,
  /** Whether line logic alone solves the puzzle. */
  line_solvable: boolean,
  /** Time taken, in milliseconds. */
  elapsed_ms: number,
};

/** Result of counting solutions. */
export type Counted = {
  /** Number of solutions found. */
  count: number,
  /** Whether these are all solutions. */
  complete: boolean,
};

/** Difficulty of a puzzle. */
export type Rated = {
  /** Difficulty, as `nonogram validate` prints it. */
  difficulty: number,
  /** Maximum number of nested assumptions. */
  depth: number,
};

/** A message to the player, and the cells that it refers to. */
export type Said = {
  /** "complete", "fine", "wrong", "unsolvable" or "unsettled"; for a hint, also the name of its rule or "stuck". */
  kind: string,
  /** The message. */
  text: string,
  /** Indices of the cells that the message refers to, in row-major order. */
  cells: Array<number>,
  /** Values of these cells, one character each; for mistakes, the wrong values. */
  values: string,
  /** Indices of the cells of the line to look at. */
  lines: Array<number>,
};

/** Options for generating a random puzzle. */
export type RandomOptions = {
  /** Height in cells. */
  rows: number,
  /** Width in cells. */
  columns: number,
  /** Probability that a cell is filled, 0 to 1. */
  density: number,
  /** Seed of the random number generator. */
  seed: number,
  /** Level of difficulty. 0: line logic solves the puzzle; 1: it needs refutations; 2: any puzzle with one solution. */
  level: number,
};

/** The name of a paper size. */
export type Paper = "a4" | "letter";

/** Options for printing puzzles. */
export type BookOptions = {
  /** Text at the foot of each page. */
  title: string,
  /** Paper size. */
  paper: Paper,
  /** Puzzles per page. */
  per_page: number,
  /** Whether the solutions are printed at the end. */
  solutions: boolean,
  /** URL of the web page, for the QR codes that link to it. */
  page: string,
};

/** Sizes of a puzzle's boards. */
export type Sizes = {
  /** Number of options of all lines; saturates at 64 bits. */
  options: number,
  /** Length of the board of options, in bytes. */
  option_bytes: number,
  /** Length of the board of clues, in bytes. */
  clue_bytes: number,
};

/** Identity of a connected build. */
export type Met = {
  /** Description of the build. */
  text: string,
  /** Name of the build's core, if this version supports it. */
  core: string | null,
  /** Maximum number of rows and of columns. */
  side: number,
  /** Baud rate of the build. */
  baud: number,
};

/** Reply to a board, as far as it has been received. */
export type Heard = {
  /** Whether the reply is complete. */
  whole: boolean,
  /** Whether the reply is valid for the board. */
  accepted: boolean,
  /** The verdict, or the reason why the reply is rejected. */
  text: string,
  /** Cells of an accepted reply, as text. */
  cells: string,
};

/** Phase of the exchange with the FPGA. */
export type Phase = "receiving" | "solving" | "replying" | "done";

/** Snapshot of a watched FPGA. */
export type FpgaState = {
  /** Name of the build. */
  build: string,
  /** Clock frequency of the build, in Hz. */
  clock_hz: number,
  /** Baud rate of the build. */
  baud: number,
  /** Clock cycles since power-on. */
  clocks: number,
  /** Current phase: receiving, solving, replying or done. */
  phase: Phase,
  /** Bytes of the board sent so far. */
  sent: number,
  /** Length of the board, in bytes. */
  total: number,
  /** Bytes of the reply received so far. */
  received: number,
  /** Line visits so far. */
  visits: number,
  /** Indices of the lines of the last visit; rows first, then columns. */
  visited: Array<number>,
  /** Completed rounds of visits. */
  rounds: number,
  /** Core cycles to the verdict; none before it. */
  cycles: number | null,
  /** Cells in row-major order, one character each, `?` unknown. */
  cells: string,
  /** Options left per line, rows first, then columns; empty for a clue core. */
  options: Array<number>,
  /** Sizes of the puzzle's boards, of options and of clues. */
  sizes: Sizes,
  /** Bytes in the receive queue. */
  queue: number,
  /** Name of the parser's state. */
  parser: string,
  /** The last messages sent to the FPGA, the newest last. */
  to_board: Array<string>,
  /** The last messages of the reply, the newest last. */
  from_board: Array<string>,
  /** Status of the reply; none before its end. */
  status: string | null,
  /** Whether the cells of the reply satisfy every clue; none before its end. */
  verified: boolean | null,
  /** Error that stopped the simulation, if any. */
  fault: string | null,
  /** Names of the signals chosen for the waveform. */
  chosen: Array<string>,
  /** The search of a clue core; none for other cores. */
  search: Search | null,
  /** Observed blocks and signals; none if nothing is observed. */
  observed: Observed | null,
};

/** Activity of the observed blocks in a step, and values of the observed signals after it. */
export type Observed = {
  /** Length of the step, in cycles. */
  clocks: number,
  /** For each block, the number of cycles in which a register or memory in it or in its sub-blocks changed. */
  changes: Array<number>,
  /** For each signal, its value: the name of a state, or a number in hexadecimal. */
  values: Array<string>,
};

/** A signal, as it is drawn. */
export type Signal = {
  /** Name of the signal. */
  name: string,
  /** Width of the signal, in bits. */
  width: number,
  /** Whether the signal was chosen, rather than being an event. */
  chosen: boolean,
  /** Whether the values are names of states. */
  states: boolean,
  /** The cycle of each change, and the new value: the name of a state, or a number in hexadecimal. */
  changes: Array<[number, string]>,
};

/** A search, as the page shows it. */
export type Search = {
  /** One character per cell: `?` unknown, `p` implied by the current probe, otherwise the level that the value depends on; 0 is certain. */
  marks: string,
  /** Number of decisions currently in force. */
  level: number,
  /** Whether a value is being probed. */
  in_probe: boolean,
  /** Index of the cell that is being probed or branched on, in row-major order. */
  current: number | null,
  /** Index of the line with a conflict, if that was the last event; rows first, then columns. */
  conflict: number | null,
  /** The last event of the search. */
  last: SearchEvent | null,
  /** Probes so far. */
  probes: number,
  /** Probes refuted so far. */
  refuted: number,
  /** Decisions so far. */
  decisions: number,
  /** Conflicts so far. */
  conflicts: number,
  /** Cells that have become certain so far. */
  facts: number,
  /** Depth of the trail over time: the maximum number of entries in each of several equal spans since the search began. */
  depths: Array<number>,
};

/** An event in the search of a clue core. */
export type SearchEvent =
  | { event: "abandoned"; cycle: number; in_probe: boolean; level: number; trail: number }
  | { event: "board"; columns: number; cycle: number; in_probe: boolean; level: number; rows: number; trail: number }
  | { event: "conflict"; cycle: number; in_probe: boolean; level: number; line: string | null; trail: number }
  | { event: "consistent"; cycle: number; in_probe: boolean; level: number; trail: number }
  | { event: "decision"; cell: [number, number, string]; cycle: number; in_probe: boolean; level: number; trail: number }
  | { event: "fact"; cell: [number, number, string]; cycle: number; in_probe: boolean; level: number; trail: number }
  | { event: "learned"; cells: Array<[number, number, string]>; cycle: number; in_probe: boolean; level: number; line: string; trail: number }
  | { event: "probe"; cell: [number, number, string]; cycle: number; in_probe: boolean; level: number; trail: number }
  | { event: "reversal"; cell: [number, number, string]; cycle: number; in_probe: boolean; level: number; trail: number }
  | { event: "search"; cycle: number; in_probe: boolean; level: number; trail: number }
  | { event: "solution"; cycle: number; grid: Array<string>; in_probe: boolean; level: number; trail: number }
  | { event: "verdict"; cycle: number; in_probe: boolean; level: number; status: string | null; trail: number };
