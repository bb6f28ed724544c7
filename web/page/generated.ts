// Types of the messages between the page and the worker. `make types` writes this file from the Rust types.

import type { SearchEvent } from "./types.js";

/** Clues and metadata of a puzzle, and its solution if its file, link or drawing contains one. */
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
  /** First 16 hexadecimal digits of the hash of the clues; the page stores progress under it. */
  identity: string,
};

/** The palette of a puzzle, and the colour of each of its blocks. */
export type Colours = {
  /** Colour of blank cells, as `#rrggbb`. */
  background: string,
  /** Colours of filled cells, in palette order. */
  inks: Array<Swatch>,
  /** For each row, the palette index of each block's colour. */
  rows: Array<Array<number>>,
  /** For each column, the palette index of each block's colour. */
  columns: Array<Array<number>>,
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
  /** English name of the colour, with its letter if other colours of the palette have the same name. */
  name: string,
  /** The letter that stands for the colour. */
  letter: string,
  /** Colour of legible text on this colour, black or white, as `#rrggbb`. */
  text: string,
};

/** Result of parsing typed clues. */
export type Typed = {
  /** The puzzle, even if the sums differ; none if there are complaints, or if no rows or no columns are typed. */
  sheet: Sheet | null,
  /** Number of filled cells according to the rows, and according to the columns. */
  sums: [number, number],
  /** Errors in the typed lines, and missing or excess lines. */
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
  /** Luma below which a cell or, in a coloured picture, a near-neutral pixel counts as dark: 0 (black) to 255 (white). */
  threshold: number,
  /** Whether light cells are filled instead of dark ones. */
  invert: boolean,
  /** Maximum number of colours; none stands for 8. */
  colours: number | null,
};

/** The solver's verdict on a puzzle. */
export type Verdict = "multiple" | "none" | "unique" | "unsettled";

/** Result of solving a puzzle. */
export type Solved = {
  /** "unique", "multiple", "none" or "unsettled". */
  verdict: Verdict,
  /** Up to two solutions, as text. */
  solutions: Array<string>,
  /** Whether line logic alone solves the puzzle. */
  line_solvable: boolean,
  /** Time taken, in milliseconds. */
  elapsed_ms: number,
};

/** A message to the player, and the cells that it refers to. */
export type Advice = {
  /** "solved", "fine", "wrong", "unsolvable" or "unsettled"; for a hint, its reason or "stuck" instead of "fine" or "unsettled". */
  kind: string,
  /** The message. */
  text: string,
  /** Indices of the cells that the message refers to, in row-major order. */
  cells: Array<number>,
  /** Values of these cells, one character each; for mistakes, the wrong values. */
  values: string,
  /** Indices of the cells of the line to look at; empty if there is none. */
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
  /** Difficulty: 0 if line logic solves the puzzle, 1 if it does not, 2 for either. Every puzzle has exactly one solution. */
  level: number,
};

/** The name of a paper size. */
export type Paper = "a4" | "letter";

/** Options for printing puzzles. */
export type BookOptions = {
  /** Title of the document, also printed at the foot of each page, where a long title is shortened. */
  title: string,
  /** Paper size. */
  paper: Paper,
  /** Puzzles per page. */
  per_page: number,
  /** Whether the solutions are printed at the end. */
  solutions: boolean,
  /** URL of the page; the QR codes are links to it that contain the puzzles. */
  page: string,
};

/** Sizes of a puzzle's boards, with their check messages; 0 for a board that the protocol cannot represent. */
export type Sizes = {
  /** Number of options of all lines; saturates near 2^64. */
  options: number,
  /** Length of the board of options, in bytes; saturates near 2^64. */
  option_bytes: number,
  /** Length of the board of clues, in bytes. */
  clue_bytes: number,
};

/** Reply to a board, as far as it has been received. */
export type ReceivedReply = {
  /** Whether the reply is complete, or cannot be decoded. */
  complete: boolean,
  /** Whether the reply is valid for the board. */
  accepted: boolean,
  /** The verdict, or the reason why the reply is rejected; empty while the reply is incomplete. */
  text: string,
  /** Cells of an accepted reply, as text; empty for other replies. */
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
  /** Cycles in which a line visit ended, without a parallel core's first visits. */
  visits: number,
  /** Indices of the lines of the last visit; rows first, then columns. */
  visited: Array<number>,
  /** Completed rounds of visits. */
  rounds: number,
  /** Core cycles to the verdict; none before it. */
  cycles: number | null,
  /** Cells in row-major order, one character each: `#` for the first colour, `b` to `z` for the others, `-` blank, `?` unknown. */
  cells: string,
  /** Options left per line, rows first, then columns; empty for a clue core. */
  options: Array<number>,
  /** Sizes of the puzzle's boards, of options and of clues. */
  sizes: Sizes,
  /** Bytes in the receive FIFO. */
  queue: number,
  /** Name of the parser's state. */
  parser: string,
  /** The last six messages sent to the FPGA, or fewer; the newest is last. */
  to_board: Array<string>,
  /** The last six messages of the reply, or fewer; the newest is last. */
  from_board: Array<string>,
  /** Status of the reply; none before its end. */
  status: string | null,
  /** Whether `cells` satisfy every clue; none before the end of the reply. */
  verified: boolean | null,
  /** Error in the simulation or in the reply that stopped the run, if any. */
  fault: string | null,
  /** Names of the signals chosen for the waveform. */
  chosen: Array<string>,
  /** The search of a clue core; none for other cores, and before the board begins. */
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

/** An event or a chosen signal, as it is drawn. */
export type Signal = {
  /** Name of the event or signal. */
  name: string,
  /** Width, in bits; 1 for an event. */
  width: number,
  /** Whether this is a chosen signal; false for an event. */
  chosen: boolean,
  /** Whether the values are names of states. */
  states: boolean,
  /** Cycles and values: the value at the first cycle, if recorded, then at most two changes per column. Numbers are hexadecimal. */
  changes: Array<[number, string]>,
};

/** A search, as the page shows it. */
export type Search = {
  /** One character per cell: `?` every value is left, `p` the probe excludes a value, else the level that its values depend on, at most 9. */
  marks: string,
  /** For each cell of a coloured puzzle the values that are left, one bit each: bit 0 is blank, bit n colour n. Empty in black and white. */
  possible: Array<number>,
  /** Number of decisions currently in force. */
  level: number,
  /** Whether a value is being probed. */
  in_probe: boolean,
  /** Index of the cell of the last probe or decision, in row-major order; none after a fact, a reversal or a verdict. */
  current: number | null,
  /** Index of the line with a conflict, if that was the last event and its line is known; rows first, then columns. */
  conflict: number | null,
  /** The last event of the search. */
  last: SearchEvent | null,
  /** Probes so far. */
  probes: number,
  /** Probes refuted so far. */
  refuted: number,
  /** Decisions so far. */
  decisions: number,
  /** Conflicts so far, including those of probes. */
  conflicts: number,
  /** Cells that have become known on level 0 outside a probe so far. */
  facts: number,
  /** Maximum number of entries on the trail in each of several equal spans since the search (before it, the board) began. */
  depths: Array<number>,
};
