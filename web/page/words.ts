// The explanations below the simulated FPGA, with the figures of the board shown.

import { count, el, span } from "./ui.js";
import type { FpgaState } from "./types.js";

const BITS_PER_BYTE = 10;
/** A fast baud rate, which every board supports. */
const FAST_BAUD = 3_000_000;

/** Transmission time of a number of bytes on a serial line, in seconds. */
export function onWire(bytes: number, baud: number): number {
  return (bytes * BITS_PER_BYTE) / baud;
}

/** A figure that changes with the state of the board; tests find it by its name, which is an attribute. */
const figure = (name: string, text: string) => el("b", { "data-figure": name }, text);

type Words = (Node | string)[];

/** Whether the puzzle has several colours: a board of options has one. */
const isColoured = (state: FpgaState) => state.sizes.options === 0;
const isClue = (state: FpgaState) => state.options.length === 0;

function sent(state: FpgaState): Words {
  const { sizes } = state;
  const arrived = figure("sent", state.sent.toLocaleString("en"));
  const wire = figure("wire", span(onWire(state.total, state.baud)));
  const serial: Words = [
    `A byte is ten bits on the line: a start bit, eight of data, a stop bit. At ${state.baud.toLocaleString("en")} baud the whole board takes `,
    wire,
    "; ",
    arrived,
    " of its bytes have arrived. The last message but one is a check of all messages before it.",
  ];
  const total = figure("total", count(state.total, "byte"));
  if (isClue(state)) {
    const blocks = isColoured(state) ? "the length and the colour of a block" : "two block lengths";
    const other: Words = isColoured(state) ? [] : [" As options it would be ", figure("option-bytes", large(sizes.option_bytes, "byte")), "."];
    return [`A clue core takes the clues themselves: a message of two bytes contains ${blocks}, and whether its line ends there. So this puzzle is `, total, ".", ...other, " ", ...serial];
  }
  return [
    "The host lists every line’s ",
    el("em", {}, "options"),
    ": all the ways to place its blocks, ",
    figure("options", large(sizes.options, "option")),
    " here. Each cell of each option is a message of two bytes, so this puzzle is ",
    total,
    ". ",
    ...serial,
  ];
}

function narrowed(state: FpgaState): Words {
  const cells = state.cells.length;
  const known = [...state.cells].filter((cell) => cell !== "?").length;
  const far: Words = [
    figure("visits", count(state.visits, "visit")),
    " so far, ",
    figure("rounds", count(state.rounds, "round")),
    " of the unsettled lines since the end of the board; ",
    figure("known", `${known} of ${cells}`),
    " cells are known.",
  ];
  if (isClue(state)) {
    return [
      "A ",
      el("em", {}, "visit"),
      " works on one line. Its clue is an automaton: an engine steps through the line from both ends, several cells per cycle, with the set of all positions in the clue that are still possible. Where the two sets meet, the values that no position allows are excluded: a cell with one value left is known, and the line that crosses a changed cell is due for a visit. If no line is due and cells are unknown, the core assumes the value of one and continues; on a contradiction it undoes everything since that assumption. ",
      ...far,
    ];
  }
  const left = state.options.reduce((sum, some) => sum + some, 0);
  return [
    "A ",
    el("em", {}, "visit"),
    " works on one line. Options that contradict a known cell are dropped; cells with the same value in all others become known. The bars beside the grid show the options left of each line: they shrink until one is left. ",
    ...(state.build.startsWith("parallel") ? ["Here rows and columns are visited at the same time, and the first visits take place while the board arrives. "] : []),
    figure("left", count(left, "option")),
    " left in total. ",
    ...far,
  ];
}

function waited(state: FpgaState): Words {
  const clock = `${state.clock_hz / 1e6} MHz`;
  const bytes = state.total + state.received;
  const wire = onWire(bytes, state.baud);
  const there = figure("both-ways", `${count(bytes, "byte")}, sent and received, take ${span(wire)}`);
  if (state.cycles === null) {
    return [`Run the simulation until the core has decided. So far the `, there, ` at ${state.baud.toLocaleString("en")} baud; a clock of ${clock} takes ${span(1 / state.clock_hz)}.`];
  }
  const core = state.cycles / state.clock_hz;
  const share = figure("share", `${((100 * core) / (core + wire)).toPrecision(2)} %`);
  const decided = figure("core", `${count(state.cycles, "cycle")}, ${span(core)}`);
  const words: Words = [`At ${clock} the core has decided this board after `, decided, "; its ", there, ` at ${state.baud.toLocaleString("en")} baud. The core works `, share, " of the time; the rest is transmission. "];
  if (core > wire) return [...words, "So here the search takes most of the time: a board of clues is short."];
  const other = isColoured(state)
    ? []
    : isClue(state)
    ? ["A board of clues is short; as options it would take ", figure("other", span(onWire(state.sizes.option_bytes, state.baud))), " to send. "]
    : ["A core that takes the clues themselves is sent ", figure("other", `${count(state.sizes.clue_bytes, "byte")} in ${span(onWire(state.sizes.clue_bytes, state.baud))}`), ". "];
  return [...words, ...other, "At 3 Mbaud these bytes take ", figure("fast", span(onWire(bytes, FAST_BAUD))), "."];
}

/** Sizes from this value on are at the limit of their 64-bit counter, within rounding. */
const BEYOND = 2 ** 64 * (1 - 1e-9);

/** Formats a number: from 10^9 on in scientific notation, and at the limit of the counter as a lower bound. */
function large(number: number, what: string): string {
  if (number >= BEYOND) return `more than 10^19 ${what}s`;
  if (number < 1e9) return count(number, what);
  const [digits, power] = number.toExponential(1).split("e+");
  return `${digits} × 10^${power} ${what}s`;
}

const PAGES = { sent, narrowed, waited };

/** Writes the explanations for the current state of these boards. */
export function write(boards: { core: string; state: FpgaState }[]): void {
  for (const [name, words] of Object.entries(PAGES)) {
    const place = document.querySelector(`[data-words="${name}"]`);
    place?.replaceChildren(
      ...boards.map(({ core, state }) => el("p", { "data-core": core }, ...(boards.length > 1 ? [el("strong", {}, `The ${core} core. `)] : []), ...words(state))),
    );
  }
}
