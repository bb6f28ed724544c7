// A game: cells, undo and redo, savepoints. It does not depend on the document.

import type { Sheet } from "./types.js";

/** Value of a cell: unknown, filled in the first colour, blank, or, from 3, filled in one of the other colours. */
export type Value = number;
export const UNKNOWN: Value = 0;
export const FILLED: Value = 1;
export const BLANK: Value = 2;

const CHARACTERS = "?#-bcdefghijklmnopqrstuvwxyz";

/** The cell value of a colour, from its palette index. */
export const valueOf = (colour: number): Value => (colour === 0 ? FILLED : BLANK + colour);

/** The palette index of a cell value; undefined if the cell is not filled. */
export const colourOf = (value: Value): number | undefined => (value === FILLED ? 0 : value > BLANK ? value - BLANK : undefined);

export const isFilled = (value: Value): boolean => colourOf(value) !== undefined;

/** A block: its length, and the value of its cells. */
export type Block = [length: number, value: Value];

export function toText(cells: Uint8Array): string {
  return Array.from(cells, (cell) => CHARACTERS[cell]).join("");
}

export function fromText(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => Math.max(0, CHARACTERS.indexOf(character)));
}

/** The cells changed in a step, with their values before and after. */
type Step = [place: number, before: Value, after: Value][];

export interface Saved {
  cells: string;
  seconds: number;
  steps: Step[];
  undone: Step[];
  savepoints: { steps: number; cells: string }[];
  solved: boolean;
  /** Whether the solver filled in the solution. */
  helped?: boolean;
  /** Whether a hint or the solution was applied: such a game has no best time. */
  assisted?: boolean;
  /** Blocks that the player has crossed off. */
  crossed?: [line: number, block: number][];
}

/** Maximum number of steps per game that can be undone after a reload. */
const KEPT = 5000;

export class Game {
  readonly rows: number;
  readonly columns: number;
  readonly cells: Uint8Array;
  seconds = 0;
  solved = false;
  helped = false;
  assisted = false;
  #crossed = new Set<string>();
  #steps: Step[] = [];
  #undone: Step[] = [];
  #open: Step | undefined;
  #savepoints: { steps: number; cells: Uint8Array }[] = [];
  readonly #wanted: Block[][];

  constructor(
    readonly sheet: Sheet,
    saved?: Saved,
  ) {
    this.rows = sheet.rows.length;
    this.columns = sheet.columns.length;
    const colours = [...(sheet.colours?.rows ?? []), ...(sheet.colours?.columns ?? [])];
    const block = (length: number, line: number, nth: number): Block => [length, valueOf(colours[line]?.[nth] ?? 0)];
    this.#wanted = [...sheet.rows, ...sheet.columns].map((clue, line) => clue.map((length, nth) => block(length, line, nth)).filter(([length]) => length > 0));
    this.cells = new Uint8Array(this.rows * this.columns);
    if (saved?.cells.length === this.cells.length) {
      this.cells.set(fromText(saved.cells));
      this.seconds = saved.seconds;
      this.solved = saved.solved;
      this.helped = saved.helped ?? false;
      this.assisted = saved.assisted ?? false;
      this.#crossed = new Set((saved.crossed ?? []).map(String));
      this.#steps = saved.steps;
      this.#undone = saved.undone;
      this.#savepoints = saved.savepoints.map(({ steps, cells }) => ({ steps, cells: fromText(cells) }));
    }
  }

  save(): Saved {
    const dropped = Math.max(0, this.#steps.length - KEPT);
    return {
      cells: toText(this.cells),
      seconds: this.seconds,
      steps: this.#steps.slice(dropped),
      undone: this.#undone,
      savepoints: this.#savepoints.map(({ steps, cells }) => ({
        steps: Math.max(0, steps - dropped),
        cells: toText(cells),
      })),
      solved: this.solved,
      helped: this.helped,
      assisted: this.assisted,
      crossed: Array.from(this.#crossed, (key) => key.split(",").map(Number) as [number, number]),
    };
  }

  /** Whether there are steps that can be undone or redone. */
  get begun(): boolean {
    return this.#steps.length > 0 || this.#undone.length > 0;
  }

  /** Crosses off a block of a clue, or restores it. */
  cross(line: number, block: number): void {
    const key = `${line},${block}`;
    if (!this.#crossed.delete(key)) this.#crossed.add(key);
  }

  /** For each block of a line, whether it is crossed off. */
  crossed(line: number): boolean[] {
    return this.#wanted[line]!.map((_, block) => this.#crossed.has(`${line},${block}`));
  }

  /** Clears all cells, as one step, and discards savepoints, crossed-off blocks, time and solved state; returns the cells that change. */
  restart(): number[] {
    this.#savepoints = [];
    this.#crossed.clear();
    this.seconds = 0;
    this.solved = this.helped = this.assisted = false;
    return this.replace(new Uint8Array(this.cells.length));
  }

  /**
   * Marks as blank, as part of the current step, the unknown cells of each given line whose clue is satisfied; returns the marked cells.
   */
  complete(lines: Iterable<number>): number[] {
    const places = Array.from(lines).flatMap((line) => (this.isMet(line) ? this.line(line) : []));
    return places.filter((place) => this.cells[place] === UNKNOWN && this.set(place, BLANK));
  }

  get canUndo(): boolean {
    return this.#steps.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  get savepoints(): number {
    return this.#savepoints.length;
  }

  /** Whether a cell differs from the last savepoint; false without a savepoint. */
  isTried(place: number): boolean {
    const last = this.#savepoints.at(-1);
    return last !== undefined && last.cells[place] !== this.cells[place];
  }

  /** Begins a step of several cells, such as a drag. */
  begin(): void {
    this.end();
    this.#open = [];
  }

  /** Sets a cell; returns whether it changes. */
  set(place: number, value: Value): boolean {
    const before = this.cells[place] as Value;
    if (before === value) return false;
    const alone = this.#open === undefined;
    if (alone) this.begin();
    this.#open!.push([place, before, value]);
    this.cells[place] = value;
    if (alone) this.end();
    return true;
  }

  /** Ends the current step. */
  end(): void {
    if (this.#open && this.#open.length > 0) {
      this.#steps.push(this.#open);
      this.#undone = [];
    }
    this.#open = undefined;
  }

  /** Reverts the current step and discards it; returns the cells of the step. */
  abandon(): number[] {
    const step = this.#open ?? [];
    this.#open = undefined;
    return this.#back(step);
  }

  #back(step: Step): number[] {
    for (const [place, before] of step.toReversed()) this.cells[place] = before;
    return step.map(([place]) => place);
  }

  undo(): number[] {
    this.end();
    const step = this.#steps.pop();
    if (!step) return [];
    this.#undone.push(step);
    while ((this.#savepoints.at(-1)?.steps ?? 0) > this.#steps.length) this.#savepoints.pop();
    return this.#back(step);
  }

  redo(): number[] {
    const step = this.#undone.pop();
    if (!step) return [];
    this.#steps.push(step);
    for (const [place, , after] of step) this.cells[place] = after;
    return step.map(([place]) => place);
  }

  /** Discards the steps that could be redone. */
  forgetUndone(): void {
    this.#undone = [];
  }

  /** Sets a savepoint. */
  try(): void {
    this.end();
    this.#savepoints.push({ steps: this.#steps.length, cells: this.cells.slice() });
  }

  /** Removes the last savepoint, and keeps the cells that were set after it. */
  keep(): void {
    this.#savepoints.pop();
  }

  /** Restores the cells of the last savepoint, as one step that can be undone, and removes the savepoint. */
  takeBack(): number[] {
    const last = this.#savepoints.pop();
    return last ? this.replace(last.cells) : [];
  }

  /** Sets all cells, as one step; returns the cells that change. */
  replace(cells: Uint8Array): number[] {
    this.begin();
    const changed: number[] = [];
    cells.forEach((value, place) => {
      if (this.set(place, value as Value)) changed.push(place);
    });
    this.end();
    return changed;
  }

  /** Indices of the cells of a line; lines are rows first, then columns. */
  line(line: number): number[] {
    return line < this.rows
      ? Array.from({ length: this.columns }, (_, column) => line * this.columns + column)
      : Array.from({ length: this.rows }, (_, row) => row * this.columns + line - this.rows);
  }

  /** For each block of a line, whether it is complete: in the known cells at either end of the line, or because the clue is satisfied. */
  met(line: number): boolean[] {
    const clue = this.#wanted[line]!;
    const cells = this.line(line).map((place) => this.cells[place] as Value);
    if (equal(runs(cells), clue)) return clue.map(() => true);
    const met = clue.map(() => false);
    const fromStart = settled(cells, clue);
    for (let block = 0; block < fromStart; block++) met[block] = true;
    const fromEnd = settled(cells.toReversed(), clue.toReversed());
    for (let block = 0; block < fromEnd; block++) met[clue.length - 1 - block] = true;
    return met;
  }

  /** The runs of filled cells in a line. */
  blocks(line: number): Block[] {
    return runs(this.line(line).map((place) => this.cells[place] as Value));
  }

  isMet(line: number): boolean {
    return equal(this.blocks(line), this.#wanted[line]!);
  }

  get isSolved(): boolean {
    return this.#wanted.every((_, line) => this.isMet(line));
  }

  /** Number of filled cells in the grid, and number of filled cells in the solution. */
  get progress(): [number, number] {
    const wanted = this.#wanted.slice(0, this.rows).flat();
    return [this.cells.filter(isFilled).length, wanted.reduce((sum, [length]) => sum + length, 0)];
  }
}

function equal(left: Block[], right: Block[]): boolean {
  return left.length === right.length && left.every(([length, value], nth) => length === right[nth]![0] && value === right[nth]![1]);
}

function runs(cells: Value[]): Block[] {
  const found: Block[] = [];
  let before = BLANK;
  for (const cell of cells) {
    const last = found.at(-1);
    if (isFilled(cell) && cell === before && last) last[0]++;
    else if (isFilled(cell)) found.push([1, cell]);
    before = cell;
  }
  return found;
}

/** The number of leading blocks of the clue that are complete before the first unknown cell. */
function settled(cells: Value[], clue: Block[]): number {
  const end = cells.indexOf(UNKNOWN);
  const known = runs(end < 0 ? cells : cells.slice(0, end));
  // A run that an unknown cell follows may be incomplete.
  if (end > 0 && isFilled(cells[end - 1]!)) known.pop();
  const differs = known.findIndex(([length, value], nth) => length !== clue[nth]?.[0] || value !== clue[nth]?.[1]);
  return differs < 0 ? known.length : differs;
}
