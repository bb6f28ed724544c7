// Two fingers on a grid: they zoom it, and move it about.

interface Point {
  x: number;
  y: number;
}

/** What is zoomed. */
export interface Zoomed {
  /** What a point of the screen shows, in cells from the first one's corner. */
  cellsAt(point: Point): Point;
  /** Shows the grid so many times as large as it fits. */
  enlarge(factor: number): void;
  /** Moves these cells to a point of the screen, as far as the grid goes. */
  scroll(cells: Point, to: Point): void;
}

/** How many times as large as it fits. */
const [LEAST, MOST] = [1, 6];

export class Zoom {
  factor = 1;
  readonly #fingers = new Map<number, Point>();
  #pinch: { distance: number; factor: number; cells: Point } | undefined;

  constructor(readonly zoomed: Zoomed) {}

  /** Zooms around a point of the screen. */
  to(factor: number, around: Point, cells = this.zoomed.cellsAt(around)): void {
    this.factor = Math.min(MOST, Math.max(LEAST, factor));
    this.zoomed.enlarge(this.factor);
    this.zoomed.scroll(cells, around);
  }

  /** A finger comes; true from the second one on. */
  down(event: PointerEvent): boolean {
    if (event.isPrimary) this.#fingers.clear();
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.#begin();
    return this.#fingers.size > 1;
  }

  /** A finger moves; true when it is one of two. */
  move(event: PointerEvent): boolean {
    if (!this.#fingers.has(event.pointerId)) return false;
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!this.#pinch) return false;
    const { middle, distance } = this.#spread();
    this.to((this.#pinch.factor * distance) / this.#pinch.distance, middle, this.#pinch.cells);
    return true;
  }

  /** A finger goes. */
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
