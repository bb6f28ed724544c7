// Layout of the blocks of a module and the wires between them: one block per row; wires to later rows run down on the right, wires to
// earlier rows run up on the left. The order of the rows keeps the number of wires that run up low.

/** Signals between two nodes of a module: node 0 is the module's ports, and node n > 0 is its block with index n - 1. */
export interface Wire {
  from: number;
  to: number;
  signals: string[];
}

/** The outgoing wires of one node on one side, which are drawn as a common trunk. */
export interface Trunk {
  /** Row of the node. */
  from: number;
  side: "left" | "right";
  /** Number of the lane, counted outwards from the blocks. */
  lane: number;
  /** Rows that the wires enter. */
  targets: number[];
}

/**
 * The node in each row of a module with `count` blocks: first its ports, then the blocks, each if possible before those that it drives.
 * Source: Eades, Lin and Smyth, "A fast and effective heuristic for the feedback arc set problem" (1993).
 */
export function rowsOf(count: number, wires: Wire[]): number[] {
  const left = new Set(Array.from({ length: count }, (_, nth) => nth + 1));
  const between = wires.filter(({ from, to }) => from > 0 && to > 0);
  const first: number[] = [];
  const last: number[] = [];
  const degree = (end: "from" | "to", other: "from" | "to", place: number) => between.filter((wire) => wire[end] === place && left.has(wire[other])).length;
  while (left.size > 0) {
    const places = [...left].map((place) => ({ place, out: degree("from", "to", place), into: degree("to", "from", place) }));
    const sink = places.findLast(({ out }) => out === 0);
    const source = places.find(({ into }) => into === 0);
    const most = places.reduce((best, one) => (one.out - one.into > best.out - best.into ? one : best));
    const chosen = source ?? sink ?? most;
    left.delete(chosen.place);
    if (chosen === sink && chosen !== source) last.unshift(chosen.place);
    else first.push(chosen.place);
  }
  return [0, ...first, ...last];
}

/** The trunks of all wires, each in the innermost free lane; `rows` lists the node in each row. */
export function trunksOf(rows: number[], wires: Wire[]): Trunk[] {
  const rowOf = new Map(rows.map((place, row) => [place, row]));
  const trunks: Trunk[] = [];
  for (const [from, place] of rows.entries()) {
    const targets = wires.filter((wire) => wire.from === place).map((wire) => rowOf.get(wire.to)!);
    for (const side of ["left", "right"] as const) {
      const there = targets.filter((to) => (side === "right" ? to > from : to < from));
      if (there.length > 0) trunks.push({ from, side, lane: 0, targets: there.toSorted((one, other) => one - other) });
    }
  }
  const extent = ({ from, targets }: Trunk): [number, number] => [Math.min(from, ...targets), Math.max(from, ...targets)];
  const length = (trunk: Trunk) => extent(trunk)[1] - extent(trunk)[0];
  for (const side of ["left", "right"]) {
    const lanes: [number, number][][] = [];
    for (const trunk of trunks.filter((trunk) => trunk.side === side).toSorted((one, other) => length(one) - length(other))) {
      const [begin, end] = extent(trunk);
      const isFree = (lane: [number, number][]) => lane.every(([top, bottom]) => end < top || begin > bottom);
      const free = lanes.findIndex(isFree);
      trunk.lane = free < 0 ? lanes.length : free;
      (lanes[trunk.lane] ??= []).push([begin, end]);
    }
  }
  return trunks;
}

/** Sizes in the drawing, in pixels. */
export interface Measures {
  width: number;
  /** Height of a row, including the gap below its block. */
  row: number;
  block: { width: number; height: number };
}

/** Distance between lanes: 14 pixels, or less if the width requires it. */
function pitch(trunks: Trunk[], { width, block }: Measures): number {
  const lanes = Math.max(0, ...trunks.map(({ lane }) => lane)) + 1;
  return Math.min(14, ((width - block.width) / 2 - 4) / lanes);
}

/** The SVG path of a trunk to all or some of its targets, with an arrow at each target. */
export function pathOf(trunk: Trunk, trunks: Trunk[], measures: Measures, targets = trunk.targets): string {
  const { width, row, block } = measures;
  const sign = trunk.side === "right" ? 1 : -1;
  const edge = width / 2 + (sign * block.width) / 2;
  const x = edge + sign * (trunk.lane + 1) * pitch(trunks, measures);
  // Outgoing wires start at the middle of a block; incoming wires are spread over the height of the block.
  const entering = (to: number) => trunks.filter((other) => other.side === trunk.side && other.targets.includes(to));
  const y = (to: number) => {
    const all = entering(to);
    // The number of positions is even, so that none of them is in the middle.
    return to * row + (block.height * (all.indexOf(trunk) + 0.5)) / (all.length + (all.length % 2));
  };
  const start = trunk.from * row + block.height / 2;
  const ends = targets.map((to) => [to, y(to)] as const);
  const far = sign > 0 ? Math.max(...ends.map(([, end]) => end)) : Math.min(...ends.map(([, end]) => end));
  const fix = (number: number) => number.toFixed(1);
  const taps = ends.map(([, end]) => `M${fix(x)} ${fix(end)}H${fix(edge + sign * 2)}m${5 * sign} -3.5l${-5 * sign} 3.5l${5 * sign} 3.5`);
  return `M${fix(edge)} ${fix(start)}H${fix(x)}V${fix(far)}${taps.join("")}`;
}
