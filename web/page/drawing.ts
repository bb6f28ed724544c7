// A drawing whose size and colours can change: each size or palette has its own game, and undo and redo step between them.

import { Game, type Value } from "./game.js";
import type { Paints } from "./types.js";

/** Number of rows or columns to add at each side; a negative number removes them. */
export interface Sides {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** Maximum number of rows and of columns of a drawing. */
export const LONGEST = 64;

/** The palette of black-and-white drawings. */
export const BLACK: Paints = { background: "#ffffff", inks: [{ rgb: "#000000", name: "black", letter: "a", text: "#ffffff" }] };

export const isBlackAndWhite = ({ background, inks }: Paints): boolean =>
  inks.length === 1 && inks[0]!.rgb === BLACK.inks[0]!.rgb && background === BLACK.background;

/** An empty drawing of a given size: a game without clues. */
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

  /** The game with the current size and colours. */
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

  /** Replaces cells and palette, as one step. */
  become(game: Game, paints: Paints): void {
    this.game.forgetUndone();
    this.#states.splice(++this.#at, Infinity, { game, paints });
  }

  /** Adds or removes lines at the sides; returns false, without a change, if the new size is out of range. */
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

  /** Replaces the palette; `renamed` maps the values of cells to the new palette. */
  recolour(paints: Paints, renamed: (value: Value) => Value): void {
    const { rows, columns, cells } = this.game;
    const to = blank(rows, columns);
    to.cells.set(cells.map(renamed));
    this.become(to, paints);
  }

  /** Called after a stroke: discards the states that could be redone. */
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
