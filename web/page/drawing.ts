// A drawing that changes its size and its colours, too: each of these is a game of its own, and steps lead from one to the next and back.

import { Game, type Value } from "./game.js";
import type { Paints } from "./types.js";

/** Cells to add at each side; less than none takes some away. */
export interface Sides {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** The longest side. */
export const LONGEST = 64;

/** Black on white. */
export const BLACK: Paints = { background: "#ffffff", inks: [{ rgb: "#000000", name: "black", letter: "a", text: "#ffffff" }] };

export const isBlackAndWhite = ({ background, inks }: Paints): boolean =>
  inks.length === 1 && inks[0]!.rgb === BLACK.inks[0]!.rgb && background === BLACK.background;

/** A drawing has no clues to meet: only its size matters here. */
export function blank(rows: number, columns: number): Game {
  const none = (length: number) => Array.from({ length }, () => [] as number[]);
  return new Game({ rows: none(rows), columns: none(columns), title: null, by: null, license: null, identity: "" });
}

export class Drawing {
  #states: { game: Game; paints: Paints }[];
  #at = 0;

  constructor(game: Game, paints: Paints) {
    this.#states = [{ game, paints }];
  }

  /** The drawing in its present size and colours. */
  get game(): Game {
    return this.#states[this.#at]!.game;
  }

  get paints(): Paints {
    return this.#states[this.#at]!.paints;
  }

  get canUndo(): boolean {
    return this.game.canUndo || this.#at > 0;
  }

  get canRedo(): boolean {
    return this.game.canRedo || this.#at < this.#states.length - 1;
  }

  /** Goes on with other cells or colours, as one step. */
  become(game: Game, paints: Paints): void {
    this.game.forgetUndone();
    this.#states.splice(++this.#at, Infinity, { game, paints });
  }

  /** Adds lines at its sides, or takes them away; false when that leaves none, or more than there may be. */
  resize({ top, right, bottom, left }: Sides): boolean {
    const from = this.game;
    const [rows, columns] = [from.rows + top + bottom, from.columns + left + right];
    if (Math.min(rows, columns) < 1 || Math.max(rows, columns) > LONGEST) return false;
    const to = blank(rows, columns);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const [y, x] = [row - top, column - left];
        if (y >= 0 && x >= 0 && y < from.rows && x < from.columns) to.cells[row * columns + column] = from.cells[y * from.columns + x]!;
      }
    }
    this.become(to, this.paints);
    return true;
  }

  /** Takes other colours; `renamed` is what a cell's value is among them. */
  recolour(paints: Paints, renamed: (value: Value) => Value): void {
    const { rows, columns, cells } = this.game;
    const to = blank(rows, columns);
    to.cells.set(cells.map(renamed));
    this.become(to, paints);
  }

  /** Something was drawn: what was taken back cannot be gone to again. */
  drawn(): void {
    this.#states.length = this.#at + 1;
  }

  undo(): void {
    if (this.game.canUndo) this.game.undo();
    else if (this.#at > 0) this.#at--;
  }

  redo(): void {
    if (this.game.canRedo) this.game.redo();
    else if (this.#at < this.#states.length - 1) this.#at++;
  }
}
