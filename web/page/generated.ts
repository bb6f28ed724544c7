// The types that cross between the page and the worker. Written by `make types` from the Rust types: change those.

/** Clues and words of a puzzle, and its picture, where its file or its link has one. */
export type Sheet = {
  /** Block lengths of the rows, from the top. */
  rows: Array<Array<number>>,
  /** Block lengths of the columns, from the left. */
  columns: Array<Array<number>>,
  /** Its name. */
  title: string | null,
  /** Its author. */
  by: string | null,
  /** The terms of its use. */
  license: string | null,
  /** The picture as text, row by row; the page writes it to files and links, and shows it to nobody who solves the puzzle. */
  goal?: string,
  /** Its colours, unless it is black and white. */
  colours?: Colours,
  /** Names it by its clues, for what the page remembers of it. */
  identity: string,
};

/** The colours of a puzzle, and of its blocks. */
export type Colours = {
  /** The place of each block's colour, for each row. */
  rows: Array<Array<number>>,
  /** The same for each column. */
  columns: Array<Array<number>>,
  /** `#rrggbb`. */
  background: string,
  /** The colours in order. */
  inks: Array<Swatch>,
};

/** Colours to fill cells with, and the one of the others. */
export type Paints = {
  /** `#rrggbb`. */
  background: string,
  /** The colours in order. */
  inks: Array<Swatch>,
};

/** A colour as the page shows it. */
export type Swatch = {
  /** `#rrggbb`. */
  rgb: string,
  /** Its English name. */
  name: string,
  /** The letter that stands for it. */
  letter: string,
  /** What is read on it, black or white: `#rrggbb`. */
  text: string,
};

/** What typed clues are. */
export type Typed = {
  /** The puzzle, when nothing is wrong. */
  sheet: Sheet | null,
  /** Filled cells that rows and columns ask for. */
  sums: [number, number],
  /** What is wrong. */
  complaints: Array<Complaint>,
};

/** A line of typed clues that is wrong. */
export type Complaint = {
  /** "row" or "column". */
  side: string,
  /** From 1. */
  number: number,
  /** What is wrong, and what was expected. */
  text: string,
};

/** A drawing as the page holds it. */
export type Drawn = {
  /** Height. */
  rows: number,
  /** Width. */
  columns: number,
  /** Its cells as text, row by row; what is not filled is blank. */
  cells: string,
  /** The colours to draw with. */
  paints: Paints,
  /** Its name. */
  title?: string | null,
};

/** How a picture is to become a drawing. */
export type PictureOptions = {
  /** Height. */
  rows: number,
  /** Width. */
  columns: number,
  /** Cells darker than this are filled: 0 is black, 255 is white. */
  threshold: number,
  /** Whether light cells are the filled ones. */
  invert: boolean,
  /** The most colours; without it, as many as the picture seems to have. */
  colours: number | null,
};

/** What a drawing is as a puzzle. */
export type Judged = {
  /** As in [`verdict::Solved`]. */
  verdict: Verdict,
  /** Line logic is enough. */
  line_solvable: boolean,
  /** What line logic knows. */
  lines: string,
  /** Places that line logic leaves open. */
  open: Array<number>,
  /** How hard it is. */
  rated: Rated | null,
};

/** Edits as the page takes them. */
export type Proposed = {
  /** The best first. */
  edits: Array<Edit>,
  /** Whether everything was tried. */
  complete: boolean,
};

/** An edit as the page takes it. */
export type Edit = {
  /** Places of the cells to change. */
  cells: Array<number>,
  /** What they become, as text. */
  values: string,
  /** Cells that it settles. */
  settles: number,
  /** Cells that line logic leaves open with it; 0 where there is one solution. */
  leaves: number,
};

/** What a solver has found out about a puzzle. */
export type Verdict = "unique" | "multiple" | "none" | "unsettled";

/** What [`solve`] found. */
export type Solved = {
  /** "unique", "multiple", "none" or "unsettled". */
  verdict: Verdict,
  /** The first two solutions. */
  solutions: Array<string>,
  /** What line logic alone knows. */
  lines: string,
  /** Whether that is everything. */
  line_solvable: boolean,
  /** Milliseconds. */
  elapsed_ms: number,
};

/** What [`count`] found. */
export type Counted = {
  /** Solutions. */
  count: number,
  /** Whether these are all. */
  complete: boolean,
};

/** How hard a puzzle is. */
export type Rated = {
  /** The number that `nonogram validate` prints. */
  difficulty: number,
  /** Assumptions on top of each other. */
  depth: number,
};

/** What is to be said, and which cells it is about. */
export type Said = {
  /** "complete", "fine", "wrong", "unsolvable", "unsettled"; for a hint also its rule, "solved" or "stuck". */
  kind: string,
  /** In words. */
  text: string,
  /** Places of the cells that it is about. */
  cells: Array<number>,
  /** What these cells are, one character each; for mistakes, what they are not. */
  values: string,
  /** Places of the lines to look at. */
  lines: Array<number>,
};

/** What is asked of a random puzzle. */
export type RandomOptions = {
  /** Height. */
  rows: number,
  /** Width. */
  columns: number,
  /** Chance of a cell to be filled. */
  density: number,
  /** Seed of the random numbers. */
  seed: number,
  /** 0: line logic solves it; 1: it takes refutations; 2: any with one solution. */
  level: number,
};

/** The name of a size of paper. */
export type Paper = "a4" | "letter";

/** How puzzles are to be printed. */
export type BookOptions = {
  /** What stands at the foot of each page. */
  title: string,
  /** The paper. */
  paper: Paper,
  /** Puzzles on a page. */
  per_page: number,
  /** Whether the pictures stand at the end. */
  solutions: boolean,
  /** The address of the page, for the codes of the links. */
  page: string,
};

/** What a puzzle takes on the wire. */
export type Sizes = {
  /** Options of all lines; beyond 64 bits it stays at the maximum. */
  options: number,
  /** Bytes of its board of options. */
  option_bytes: number,
  /** Bytes of its board of clues. */
  clue_bytes: number,
};

/** A build that has answered. */
export type Met = {
  /** In words. */
  text: string,
  /** Its core's name, where this version knows it. */
  core: string | null,
  /** Largest number of rows and of columns. */
  side: number,
  /** Its baud rate. */
  baud: number,
};

/** What came back for a board, so far. */
export type Heard = {
  /** The reply is whole. */
  whole: boolean,
  /** It can be the answer to the board. */
  accepted: boolean,
  /** Its verdict, or why it is rejected. */
  text: string,
  /** Its picture, if it is accepted. */
  cells: string,
};

/** What the FPGA is at. */
export type Phase = "receiving" | "solving" | "replying" | "done";

/** What the page shows of it. */
export type FpgaState = {
  /** The build's name. */
  build: string,
  /** Its clock, Hz. */
  clock_hz: number,
  /** Its baud rate. */
  baud: number,
  /** Clocks so far. */
  clocks: number,
  /** What it is at. */
  phase: Phase,
  /** Bytes that it has been sent. */
  sent: number,
  /** Bytes of the board. */
  total: number,
  /** Bytes of the reply so far. */
  received: number,
  /** Line visits. */
  visits: number,
  /** Lines of the last visit: rows first, then columns. */
  visited: Array<number>,
  /** Rounds of visits that are over. */
  rounds: number,
  /** Clocks of the core, once it has decided. */
  cycles: number | null,
  /** What is known. */
  cells: string,
  /** Options left of each row, then of each column; none in a clue core. */
  options: Array<number>,
  /** What the puzzle takes on the wire, in either form of board. */
  sizes: Sizes,
  /** Bytes in the receive queue. */
  queue: number,
  /** The parser's state. */
  parser: string,
  /** The last messages to the FPGA, the newest last. */
  to_board: Array<string>,
  /** The last messages of the reply. */
  from_board: Array<string>,
  /** The status of the reply. */
  status: string | null,
  /** Whether the picture of the reply satisfies every clue. */
  verified: boolean | null,
  /** What went wrong in the simulation. */
  fault: string | null,
  /** The signals that are chosen for the waveform. */
  chosen: Array<string>,
  /** The search, in a clue core. */
  search: Search | null,
  /** Blocks and signals, while they are observed. */
  observed: Observed | null,
};

/** What they did in a step, and hold after it. */
export type Observed = {
  /** Clocks of the step. */
  clocks: number,
  /** Of each block, the clocks in which a register or memory in it, or in a block below it, changed. */
  changes: Array<number>,
  /** What each signal holds: a state's name, or a number in hexadecimal digits. */
  values: Array<string>,
};

/** A signal as it is drawn. */
export type Signal = {
  /** Its name. */
  name: string,
  /** Bits. */
  width: number,
  /** It is no event, but was chosen. */
  chosen: boolean,
  /** What it holds are states, by their names. */
  states: boolean,
  /** From which clock on it holds what: a state's name, or a number in hexadecimal digits. */
  changes: Array<[number, string]>,
};

/** A search as the page shows it. */
export type Search = {
  /** Of each cell: `?` unknown, `p` follows from the probe, else the level that it depends on; 0 is certain. */
  marks: string,
  /** Decisions that hold. */
  level: number,
  /** Whether a value is being probed. */
  in_probe: boolean,
  /** Place of the cell that is probed or branched on. */
  current: number | null,
  /** The line that a conflict was found in, if that was the last event; rows first, then columns. */
  conflict: number | null,
  /** The last event. */
  last: SearchEvent | null,
  /** Probes so far. */
  probes: number,
  /** Refuted ones. */
  refuted: number,
  /** Decisions so far. */
  decisions: number,
  /** Conflicts so far. */
  conflicts: number,
  /** Cells that became certain. */
  facts: number,
  /** Entries on the trail: the greatest number in each of some equal spans since the search began. */
  depths: Array<number>,
};

/** What happened in the search of a clue core. */
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
