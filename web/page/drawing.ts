// A drawing that changes its size, too: every size is a game of its own, and steps lead from one to the next and back.

import { Game } from "./game.js";

/** Cells to add at each side; less than none takes some away. */
export interface Sides {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** The longest side. */
export const LONGEST = 64;

/** A drawing has no clues to meet: only its size matters here. */
export function blank(rows: number, columns: number): Game {
  const none = (length: number) => Array.from({ length }, () => [] as number[]);
  return new Game({ rows: none(rows), columns: none(columns), title: null, by: null, license: null, identity: "" });
}

export class Drawing {
  #sizes: Game[];
  #at = 0;

  constructor(first: Game) {
    this.#sizes = [first];
  }

  /** The drawing in its present size. */
  get game(): Game {
    return this.#sizes[this.#at]!;
  }

  get canUndo(): boolean {
    return this.game.canUndo || this.#at > 0;
  }

  get canRedo(): boolean {
    return this.game.canRedo || this.#at < this.#sizes.length - 1;
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
    from.forgetUndone();
    this.#sizes.splice(++this.#at, Infinity, to);
    return true;
  }

  /** Something was drawn: sizes that were taken back cannot be gone to again. */
  drawn(): void {
    this.#sizes.length = this.#at + 1;
  }

  undo(): void {
    if (this.game.canUndo) this.game.undo();
    else if (this.#at > 0) this.#at--;
  }

  redo(): void {
    if (this.game.canRedo) this.game.redo();
    else if (this.#at < this.#sizes.length - 1) this.#at++;
  }
}
