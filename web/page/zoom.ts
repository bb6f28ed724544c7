// The zoom factor of a grid, and the two-finger gestures that zoom and pan it.

interface Point {
  x: number;
  y: number;
}

/** The view to zoom. */
export interface Zoomed {
  /** The position of a point of the screen in the grid, in cells from the corner of the first cell. */
  cellsAt(point: Point): Point;
  /** Enlarges the grid by `factor`, relative to the size that fits. */
  enlarge(factor: number): void;
  /** Scrolls so that a position in the grid is at a point of the screen, as far as possible. */
  scroll(cells: Point, to: Point): void;
}

/** Maximum zoom factor, relative to the size that fits. */
const MOST = 6;

export class Zoom {
  factor = 1;
  /** Minimum zoom factor: at it, the whole grid is visible. */
  least = 1;
  readonly #fingers = new Map<number, Point>();
  #pinch: { distance: number; factor: number; cells: Point } | undefined;

  constructor(readonly zoomed: Zoomed) {}

  /** Zooms around a point of the screen. */
  to(factor: number, around: Point, cells = this.zoomed.cellsAt(around)): void {
    this.factor = Math.min(MOST, Math.max(this.least, factor));
    this.zoomed.enlarge(this.factor);
    this.zoomed.scroll(cells, around);
  }

  /** Adds a finger; returns true from the second finger on. */
  down(event: PointerEvent): boolean {
    if (event.isPrimary) this.#fingers.clear();
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.#begin();
    return this.#fingers.size > 1;
  }

  /** Moves a finger; returns true if it is one of two. */
  move(event: PointerEvent): boolean {
    if (!this.#fingers.has(event.pointerId)) return false;
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!this.#pinch) return false;
    const { middle, distance } = this.#spread();
    this.to((this.#pinch.factor * distance) / this.#pinch.distance, middle, this.#pinch.cells);
    return true;
  }

  /** Removes a finger. */
  up(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    this.#begin();
  }

  #begin(): void {
    this.#pinch = undefined;
    if (this.#fingers.size !== 2) return;
    const { middle, distance } = this.#spread();
    this.#pinch = { distance: Math.max(1, distance), factor: this.factor, cells: this.zoomed.cellsAt(middle) };
  }

  #spread(): { middle: Point; distance: number } {
    const [one, other] = [...this.#fingers.values()] as [Point, Point];
    return { middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }, distance: Math.hypot(one.x - other.x, one.y - other.y) };
  }
}
