// The view of the simulated FPGA, which receives and solves the puzzle.

import { Blocks } from "./blocks.js";
import { Engine, Stopped } from "./engine.js";
import { UNKNOWN, fromText } from "./game.js";
import { GridView } from "./grid.js";
import { library, sheetOf } from "./library.js";
import { SearchView, left, marks } from "./search.js";
import { texts } from "./texts.js";
import { $, count, el, fileName, paint, span, toast } from "./ui.js";
import { save } from "./vcd.js";
import { Wave } from "./wave.js";
import * as words from "./words.js";
import type { Colours, FpgaState, Sheet } from "./types.js";

/** Unit of the limits on how long the simulation runs between two updates of the view, in milliseconds. */
const SLICE = 12;
/** A number of cycles that stands for no limit. */
const FOREVER = 4_000_000_000;

/** A speed of the simulation, in cycles or line visits per second; infinity stands for maximum speed. */
interface Speed {
  until: "clocks" | "visit";
  each: number;
}
const SPEEDS: Speed[] = [
  ...[1, 10, 60, 1000].map((each): Speed => ({ until: "clocks", each })),
  ...[2, 10, 60, 600].map((each): Speed => ({ until: "visit", each })),
  { until: "clocks", each: 100_000 },
  { until: "clocks", each: Infinity },
];

/** Cycles per bit in the simulation: the minimum of the UART. */
const BIT = 4;

const STAGES: [name: string, active: (state: FpgaState) => boolean, figure: (state: FpgaState) => string][] = [
  ["UART in", (s) => s.phase === "receiving" && s.sent > 0, (s) => `${s.sent} / ${s.total} bytes`],
  ["queue", (s) => s.queue > 0, (s) => `${s.queue} waiting`],
  ["parser", (s) => s.phase === "receiving" && s.sent > 0, (s) => s.parser || "–"],
  ["store", (s) => (s.phase === "receiving" && s.sent > 0) || (s.phase === "solving" && s.options.length > 0), (s) => (s.options.length > 0 ? `${s.options.reduce((sum, some) => sum + some, 0)} options` : "clues")],
  ["core", (s) => s.phase === "solving", (s) => (s.cycles === null ? count(s.visits, "visit") : count(s.cycles, "cycle"))],
  ["UART out", (s) => s.phase === "replying", (s) => `${s.received} bytes`],
];

class Board {
  readonly engine = new Engine();
  readonly element: HTMLElement;
  state: FpgaState | undefined;
  #grid: GridView | undefined;
  #colours: Colours | undefined;
  #most: number[] = [];
  readonly #stages: HTMLElement[];
  readonly #stage = el("div", { class: "stage small" });
  readonly #bar = el("progress", { max: 1, value: 0, "aria-label": "Bytes of the board that have arrived" });
  readonly #facts = el("p", { class: "facts" });
  readonly #legend = el("div", { class: "dim legend" });
  readonly #told = el("p", { class: "visit-told" });
  readonly #search = new SearchView();
  readonly #wave: Wave;
  readonly #blocks: Blocks;
  readonly #tapes = [el("ol", { class: "tape" }), el("ol", { class: "tape" })];

  constructor(readonly core: string) {
    this.#stages = STAGES.map(([name]) => el("li", {}, el("b", {}, name), el("small", {})));
    this.#wave = new Wave(core, {
      choose: async (names) => this.show(await this.engine.call("choose", names)),
      window: (from, to, parts) => this.engine.call("wave", from, to, parts),
    });
    this.#blocks = new Blocks(core, {
      observe: async (blocks, signals) => this.show(await this.engine.call("observe", blocks, signals)),
      trace: (name) => this.#wave.add(name),
    });
    this.element = el(
      "article",
      { class: "fpga", "aria-label": `${core} core`, "data-core": core },
      el("h2", {}, `The ${core} core`),
      el("ol", { class: "pipeline", "aria-label": "Stages" }, ...this.#stages),
      this.#bar,
      this.#told,
      el("div", { class: "inside" }, el("div", {}, this.#stage, this.#legend), el("div", { class: "wire" }, this.#search.element, el("h2", {}, "To the FPGA"), this.#tapes[0]!, el("h2", {}, "From the FPGA"), this.#tapes[1]!)),
      this.#facts,
      this.#blocks.element,
      this.#wave.element,
    );
  }

  async boot(sheet: Sheet): Promise<void> {
    this.engine.stop();
    this.#most = [];
    const state = await this.engine.call("boot", this.core, JSON.stringify(sheet));
    this.#colours = sheet.colours;
    this.#explain();
    this.#grid?.dispose();
    this.#grid = new GridView(this.#stage, { rows: sheet.rows, columns: sheet.columns, colours: sheet.colours, label: `Cells of the ${this.core} core`, largest: 30 });
    this.show(state);
    const signals = await this.engine.call("signals");
    await this.#wave.begin(signals);
    await this.#blocks.begin(state.build, signals);
  }

  /** Writes the legend of the grid. */
  #explain(): void {
    const inks = this.#colours?.inks ?? [];
    const words = [this.core === "clue" ? texts.fpga.legend : texts.fpga.legendOptions, ...(inks.length > 1 ? [texts.fpga.legendColours] : [])];
    const names = inks.map((ink) => el("li", {}, paint(el("span"), ink), ink.name));
    this.#legend.replaceChildren(el("p", {}, words.join(" ")), ...(names.length > 0 ? [el("ul", { class: "named-inks", "aria-label": texts.fpga.colours }, ...names)] : []));
  }

  async run(clocks: number, until: string, times: number, milliseconds: number): Promise<void> {
    if (this.state?.phase === "done") return;
    this.show(await this.engine.call("run", clocks, until, times, milliseconds));
  }

  /** Simulates up to a number of cycles since power-on, which may take several calls. */
  async reach(clocks: number): Promise<void> {
    while (this.state && this.state.clocks < clocks && this.state.phase !== "done") await this.run(clocks - this.state.clocks, "clocks", 1, 4 * SLICE);
  }

  /** Advances by a number of steps. At speeds in visits, all phases but solving pass at full speed. */
  async play({ until, each }: Speed, steps: number): Promise<void> {
    if (each === Infinity) await this.run(FOREVER, until, 1, 10 * SLICE);
    else if (until === "visit" && this.state?.phase !== "solving") await this.run(FOREVER, "phase", 1, 4 * SLICE);
    else if (steps > 0) await this.run(until === "visit" ? FOREVER : steps, until, until === "visit" ? steps : 1, 4 * SLICE);
  }

  /** Describes the visits between two states of a core that works on options; the search of a clue core describes itself. */
  #tell(before: FpgaState | undefined, now: FpgaState): void {
    const visits = now.visits - (before?.visits ?? 0);
    if (!before || visits < 0 || now.options.length === 0) this.#told.textContent = "";
    if (!before || visits <= 0 || now.options.length === 0) return;
    const rows = this.#grid!.rows;
    const lines = now.visited.map((line) => (line < rows ? texts.fpga.row(line + 1) : texts.fpga.column(line - rows + 1)));
    const { columns } = this.#grid!;
    const isSettled = (line: number) => [...now.cells].every((cell, place) => cell !== "?" || (line < rows ? Math.floor(place / columns) !== line : place % columns !== line - rows));
    const left = now.visited.map((line) => [before.options[line] ?? 0, now.options[line] ?? 0, isSettled(line)] as const);
    const known = [...now.cells].filter((cell, place) => cell !== "?" && before.cells[place] === "?").length;
    this.#told.textContent =
      visits <= lines.length ? lines.map((line, nth) => texts.fpga.visited(line, ...left[nth]!)).join(" ") + texts.fpga.known(known) : texts.fpga.visits(visits) + texts.fpga.known(known);
  }

  show(state: FpgaState): void {
    this.#tell(this.state, state);
    const before = this.state?.cells ?? "";
    this.state = state;
    const cells = fromText(state.cells);
    cells.forEach((value, place) => {
      const fresh = value !== 0 && before[place] === "?" && before.length === state.cells.length;
      const search = state.search && state.phase === "solving" ? marks(state.search, place, this.#grid!.columns) : "";
      const can = state.search && value === UNKNOWN && state.phase !== "done" ? left(state.search, place) : 0;
      this.#grid?.cell(place, value, `${fresh ? "fresh" : ""} ${search}`, can);
    });
    state.options.forEach((options, line) => {
      this.#most[line] = Math.max(this.#most[line] ?? 0, options);
      const most = this.#most[line];
      const share = most > 1 ? Math.log(options + 1) / Math.log(most + 1) : Math.min(options, 1) * 0.15;
      this.#grid?.bar(line, share, `${count(options, "option")} left`);
    });
    this.#grid?.show(state.phase === "done" ? [] : state.visited);
    STAGES.forEach(([, active, figure], nth) => {
      const stage = this.#stages[nth]!;
      stage.classList.toggle("active", active(state));
      stage.lastElementChild!.textContent = figure(state);
    });
    this.#bar.value = state.total > 0 ? state.sent / state.total : 0;
    [state.to_board, state.from_board].forEach((messages, nth) => {
      this.#tapes[nth]!.replaceChildren(...messages.map((message) => el("li", {}, message)));
    });
    const bit = Math.round(state.clock_hz / state.baud);
    const facts = [
      `${state.build} at ${state.clock_hz / 1e6} MHz`,
      `${count(state.clocks, "cycle")} simulated, ${BIT} per bit (${bit.toLocaleString("en")} on a board)`,
      count(state.visits, "visit"),
    ];
    if (state.cycles !== null) facts.push(`decided in ${count(state.cycles, "cycle")} = ${span(state.cycles / state.clock_hz)}`);
    if (state.status !== null) facts.push(`${state.status}${state.verified ? ", and every clue is satisfied" : ""}`);
    if (state.fault !== null) facts.push(`fault: ${state.fault}`);
    this.#facts.textContent = facts.join(" · ");
    this.#search.show(state.search, this.#colours);
    this.#blocks.show(state);
    this.#wave.show(state);
    this.element.dataset["phase"] = state.phase;
  }
}

let boards: Board[] = [];
let loaded: Sheet | undefined;
let running = false;
/** Resolves when all boards have been powered on, or when one fails or is stopped. */
let booting: Promise<unknown> = Promise.resolve();

function figures(): void {
  words.write(boards.flatMap(({ core, state }) => (state ? [{ core, state }] : [])));
}

function speed(): Speed {
  return SPEEDS[Number($<HTMLInputElement>("fpga-speed").value)]!;
}

function showSpeed(): void {
  const { until, each } = speed();
  $("fpga-rate").textContent = each === Infinity ? texts.fpga.fastest : texts.fpga.speed(count(each, until === "visit" ? "visit" : "cycle"));
}

const hasEnded = ({ state }: Board) => state?.phase === "done" || state?.fault != null;

function setRunning(on: boolean): void {
  running = on;
  $("fpga-run").textContent = on ? "Pause" : "Run";
  if (on) void loop();
}

/** Runs `work` for every board; returns false if it failed or was stopped. */
async function all(work: (board: Board) => Promise<void>): Promise<boolean> {
  try {
    await Promise.all(boards.map(work));
    figures();
    return true;
  } catch (error) {
    if (error instanceof Stopped) return false;
    setRunning(false);
    $("fpga-about").textContent = error instanceof Error ? error.message : String(error);
    toast(error instanceof Error ? error.message : String(error));
    return false;
  }
}

/**
 * Advances all boards. Side by side, the first board that has not ended leads, and the others simulate as many cycles, so that all show the
 * same time.
 */
async function advance(pace: Speed, steps: number): Promise<void> {
  const leader = boards.find((board) => !hasEnded(board));
  if (!leader || boards.length === 1) {
    await all((board) => board.play(pace, steps));
    return;
  }
  await all(async (board) => {
    if (board === leader) await board.play(pace, steps);
  });
  await all((board) => (board === leader ? Promise.resolve() : board.reach(leader.state?.clocks ?? 0)));
}

async function loop(): Promise<void> {
  let before = performance.now();
  // The first step is due immediately.
  let due = 1;
  while (running) {
    const pace = speed();
    const steps = Math.floor(due);
    await advance(pace, steps);
    if (boards.every(hasEnded)) setRunning(false);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = performance.now();
    // After a slow frame, the simulation catches up at most 0.1 s.
    const passed = Math.min(now - before, 100) / 1000;
    due = pace.each === Infinity ? 1 : due - steps + pace.each * passed;
    before = now;
  }
}

/** Maximum side of a board for the cores that work on options, which are black and white, and for the clue core. */
const [OPTIONS_SIDE, CLUE_SIDE] = [16, 64];
/** Maximum number of colours for the clue core. */
const CLUE_COLOURS = 7;

/** Numbers of cycles from which the player has stepped or run, and to which one can go back. */
let marked: number[] = [];

/** Remembers the current cycle, to go back to it. */
function mark(): void {
  const now = boards[0]?.state?.clocks ?? 0;
  if (marked.at(-1) !== now) marked.push(now);
  $<HTMLButtonElement>("fpga-back").disabled = false;
}

/** Goes back to the last remembered cycle before the current one: the simulation is repeated from power-on. */
async function back(): Promise<void> {
  const now = boards[0]?.state?.clocks ?? 0;
  while ((marked.at(-1) ?? 0) >= now && marked.length > 0) marked.pop();
  const to = marked.pop() ?? 0;
  const kept = marked;
  if (!loaded) return;
  await boot(loaded);
  await all((board) => board.reach(to));
  marked = kept;
  $<HTMLButtonElement>("fpga-back").disabled = to === 0;
}

/** Why no core takes a puzzle; undefined if one does. */
function refusal({ rows, columns, colours }: { rows: number; columns: number; colours: number }): string | undefined {
  if (colours > CLUE_COLOURS) return texts.fpga.tooManyColours(CLUE_COLOURS);
  return Math.max(rows, columns) > CLUE_SIDE ? texts.fpga.tooLarge(CLUE_SIDE) : undefined;
}

const coloursOf = (sheet: Sheet) => sheet.colours?.inks.length ?? 1;
const needsClues = (sheet: Sheet) => Math.max(sheet.rows.length, sheet.columns.length) > OPTIONS_SIDE || coloursOf(sheet) > 1;

/** Enables the controls if a board is loaded. */
function enable(isLoaded: boolean): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("#fpga-tools button")) button.disabled = !isLoaded;
  $<HTMLButtonElement>("fpga-back").disabled = true;
}

async function boot(sheet: Sheet): Promise<void> {
  setRunning(false);
  marked = [];
  for (const option of $<HTMLSelectElement>("fpga-core").options) option.disabled = option.value !== "clue" && needsClues(sheet);
  if (needsClues(sheet)) $<HTMLSelectElement>("fpga-core").value = "clue";
  loaded = sheet;
  const refused = refusal({ rows: sheet.rows.length, columns: sheet.columns.length, colours: coloursOf(sheet) });
  enable(!refused);
  if (refused) {
    for (const board of boards) board.engine.stop();
    boards = [];
    const choose = el("button", { type: "button", class: "primary" }, texts.fpga.choose);
    choose.addEventListener("click", () => $("fpga-puzzle").focus());
    $("boards").replaceChildren(el("article", { class: "fpga" }, el("p", {}, refused), choose));
    $("fpga-about").textContent = refused;
    return;
  }
  const choice = $<HTMLSelectElement>("fpga-core").value;
  for (const board of boards) board.engine.stop();
  $("fpga-search").hidden = !["clue", "all"].includes(choice);
  boards = (choice === "all" ? ["classic", "parallel", "clue"] : [choice]).map((core) => new Board(core));
  $("boards").replaceChildren(...boards.map((board) => board.element));
  $("boards").classList.toggle("all", boards.length > 1);
  $("fpga-about").textContent = `${sheet.title ?? "A puzzle"}, ${sheet.rows.length} × ${sheet.columns.length}: the design that is emitted as Verilog, simulated cycle by cycle in this browser.`;
  const own = boards;
  booting = all((board) => board.boot(sheet));
  if (!(await booting) && own === boards) enable(false);
}

/** Events of a clue core's search to step to, and the counter of each. */
const COUNTED = { decision: "decisions", conflict: "conflicts", fact: "facts" } as const;
const isOfSearch = (until: string): until is keyof typeof COUNTED => until in COUNTED;

/** The counter that a step waits for: events of the search, rounds, or the sum of bytes and visits. */
function events(state: FpgaState | undefined, until: string): number {
  if (!state) return 0;
  if (isOfSearch(until)) return state.search?.[COUNTED[until]] ?? 0;
  return until === "round" ? state.rounds : state.sent + state.received + state.visits;
}

/** Lists the puzzles of the library that a core takes. */
async function offer(sheet: Sheet): Promise<void> {
  const fitting = (await library()).filter(({ rows, columns, inks }) => !refusal({ rows, columns, colours: inks?.length ?? 1 }));
  const options = fitting.map(({ title, rows, columns, identity }) => el("option", { value: identity }, `${title}, ${texts.size(rows, columns)}`));
  $("fpga-puzzle").replaceChildren(el("option", { value: "" }, texts.fpga.choose), ...options);
  $<HTMLSelectElement>("fpga-puzzle").value = fitting.some(({ identity }) => identity === sheet.identity) ? sheet.identity : "";
}

/** Shows a puzzle: powers on the boards, unless the puzzle is already loaded. */
export async function show(sheet: Sheet): Promise<void> {
  void offer(sheet);
  if (loaded?.identity !== sheet.identity || boards.length === 0) await boot(sheet);
}

export function pause(): void {
  if (running) setRunning(false);
}

/** Attaches the event handlers; `open` makes a puzzle of the library the current one. */
export function start(open: (sheet: Sheet, code: string) => void): void {
  const step = (until: string) => async () => {
    setRunning(false);
    await booting;
    mark();
    const before = boards.map(({ state }) => ({ phase: state?.phase, events: events(state, until) }));
    const isPhase = (board: Board, nth: number) => board.state?.phase !== before[nth]!.phase && !(isOfSearch(until) && board.state?.phase === "solving");
    const isThere = (board: Board, nth: number) =>
      isPhase(board, nth) || board.state?.fault != null || (until !== "phase" && events(board.state, until) !== before[nth]!.events);
    const stepping = boards;
    // The simulation runs in slices, so that its progress is visible.
    const steps = isOfSearch(until) ? boards.filter(({ core }) => core === "clue") : boards;
    for (let due = steps; due.length > 0 && stepping === boards && !running; ) {
      const clocks = until === "clock" ? 1 : FOREVER;
      if (!(await all((board) => (due.includes(board) ? board.run(clocks, until, 1, 4 * SLICE) : Promise.resolve())))) return;
      due = until === "clock" ? [] : boards.filter((board, nth) => steps.includes(board) && !isThere(board, nth) && board.state?.phase !== "done");
    }
    const hasDecided = ({ state }: Board) => state?.phase === "replying" || state?.phase === "done";
    const isNone = (board: Board) => hasDecided(board) && events(board.state, until) === before[boards.indexOf(board)]!.events;
    if (isOfSearch(until) && stepping === boards && steps.every(isNone)) toast(texts.search.noOther(texts.search.steps[until]));
  };
  // At the end, the simulation starts again.
  $("fpga-run").addEventListener("click", async () => {
    if (!running && loaded && boards.every(hasEnded)) await boot(loaded);
    if (!running) mark();
    setRunning(!running);
  });
  for (const until of ["clock", "byte", "visit", "round", "phase", ...Object.keys(COUNTED)]) $(`fpga-${until}`).addEventListener("click", step(until));
  $("fpga-vcd").addEventListener("click", async () => {
    setRunning(false);
    const sheet = loaded;
    if (!sheet) return;
    for (const { core, state } of boards) {
      if (!state || !(await save(`${fileName(sheet.title)}-${core}.vcd`, core, sheet, state.clocks))) return;
    }
  });
  $("fpga-reset").addEventListener("click", () => loaded && void boot(loaded));
  $("fpga-back").addEventListener("click", () => void back());
  $("fpga-puzzle").addEventListener("change", async () => {
    const chosen = $<HTMLSelectElement>("fpga-puzzle").value;
    const entry = (await library()).find(({ identity }) => identity === chosen);
    if (entry) open(await sheetOf(entry), entry.code);
  });
  $("fpga-core").addEventListener("change", () => loaded && void boot(loaded));
  $("fpga-speed").addEventListener("input", showSpeed);
  showSpeed();
}
