// Pointer and keyboard input of a grid: strokes, moving the board, the cursor.

import type { GridView, Strokes } from "./grid.js";

/** Milliseconds after which a touch in one place draws with the other tool. */
const LONG_PRESS = 420;
/** Number of cells by which Page Up and Page Down move the cursor: the distance between two bold lines. */
const BOLD = 5;
/** Zoom factor of one step of the wheel, of one key press, or of one click on a button. */
export const NOTCH = 1.25;

interface Stroke {
  pointer: number;
  last: number;
  first: number;
  /** The line to which a straight stroke is confined, its row or its column; undefined until the stroke leaves its first cell. */
  axis: "row" | "column" | undefined;
}

/** Attaches the input handlers to a grid; returns a function that presses a key on the focused cell. */
export function listen(view: GridView, strokes: Strokes): (key: string) => void {
  const { board } = view;
  let stroke: Stroke | undefined;
  let pressing = 0;
  let pan: { x: number; y: number } | undefined;

  const inside = ([row, column]: [number, number]) => row >= 0 && column >= 0 && row < view.rows && column < view.columns;
  const placeOf = ([row, column]: [number, number]) => row * view.columns + column;
  const abandon = () => {
    clearTimeout(pressing);
    if (stroke) strokes.abandon();
    stroke = undefined;
    pan = undefined;
  };

  /** The cell that a stroke reaches. A straight stroke stays in its line; any other stroke reaches no cell outside the grid. */
  const reached = (going: Stroke, at: [number, number]): number | undefined => {
    if (!view.isStraight) return inside(at) ? placeOf(at) : undefined;
    const [row, column] = [Math.floor(going.first / view.columns), going.first % view.columns];
    const [down, right] = [Math.abs(at[0] - row), Math.abs(at[1] - column)];
    if (down + right === 0) return going.first;
    going.axis ??= right >= down ? "row" : "column";
    const clamp = (value: number, end: number) => Math.min(end - 1, Math.max(0, value));
    return going.axis === "row" ? placeOf([row, clamp(at[1], view.columns)]) : placeOf([clamp(at[0], view.rows), column]);
  };

  board.addEventListener("pointerdown", (event) => {
    const at = view.under(event);
    const touch = event.pointerType === "touch";
    // One finger scrolls on the clues, and on the cells acts according to `view.touch`; two fingers anywhere zoom.
    if (touch && view.zoom.down(event)) {
      abandon();
      board.setPointerCapture(event.pointerId);
      return;
    }
    if (touch && !(event.target as Element).closest(".cell")) return;
    if (!inside(at) || !event.isPrimary) return;
    const place = placeOf(at);
    if (event.button === 1) {
      strokes.pick?.(place);
      event.preventDefault();
      return;
    }
    if (view.touch === "pan") {
      if (touch) return;
      pan = { x: event.clientX, y: event.clientY };
      board.setPointerCapture(event.pointerId);
      event.preventDefault();
      return;
    }
    // The pointer is captured before the focus moves, because the element that loses the focus may rebuild the board.
    if (view.touch === "draw") board.setPointerCapture(event.pointerId);
    view.focus(place, true);
    event.preventDefault();
    if (view.touch === "cursor") {
      view.light(place);
      return;
    }
    stroke = { pointer: event.pointerId, last: place, first: place, axis: undefined };
    strokes.begin(place, event.button === 2 || event.ctrlKey ? "other" : "chosen");
    if (touch) {
      pressing = window.setTimeout(() => {
        strokes.abandon();
        strokes.begin(place, "other");
        navigator.vibrate?.(12);
      }, LONG_PRESS);
    }
  });
  board.addEventListener("pointermove", (event) => {
    if (view.zoom.move(event)) return;
    if (pan) {
      for (const scroller of [view.element, window]) scroller.scrollBy(pan.x - event.clientX, pan.y - event.clientY);
      pan = { x: event.clientX, y: event.clientY };
      return;
    }
    const at = view.under(event);
    const place = stroke ? reached(stroke, at) : inside(at) ? placeOf(at) : undefined;
    if (event.pointerType !== "touch") view.light(place);
    if (!stroke || place === undefined || place === stroke.last || event.pointerId !== stroke.pointer) return;
    clearTimeout(pressing);
    for (const between of view.between(stroke.last, place)) strokes.extend(between);
    stroke.last = place;
  });
  board.addEventListener("pointerup", (event) => {
    view.zoom.up(event);
    clearTimeout(pressing);
    if (stroke) strokes.end();
    stroke = undefined;
    pan = undefined;
  });
  board.addEventListener("pointercancel", (event) => {
    view.zoom.up(event);
    abandon();
  });
  // Without this, the browser would treat a stroke as a swipe, and the next tap as the end of the swipe.
  const drawn = (event: Event) => view.touch === "draw" && (event.target as Element).closest(".cell");
  const isPinch = (event: TouchEvent) => event.touches.length > 1;
  board.addEventListener("touchstart", (event) => isPinch(event) && event.preventDefault(), { passive: false });
  board.addEventListener("touchmove", (event) => (drawn(event) || isPinch(event)) && event.preventDefault(), { passive: false });
  board.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    view.zoom.to(view.zoom.factor * (event.deltaY < 0 ? NOTCH : 1 / NOTCH), { x: event.clientX, y: event.clientY });
    const at = view.under(event);
    view.light(inside(at) ? placeOf(at) : undefined);
  });
  board.addEventListener("click", (event) => {
    const block = view.blockOf(event.target);
    if (block) view.options.clue?.(...block);
  });
  board.addEventListener("pointerleave", () => view.touch !== "cursor" && view.light(undefined));
  board.addEventListener("contextmenu", (event) => event.preventDefault());
  board.addEventListener("focusin", () => {
    if (board.matches(":has(:focus-visible)")) view.light(view.focused);
  });
  board.addEventListener("focusout", () => view.touch !== "cursor" && view.light(undefined));

  /** Whether a stroke with Shift and arrows is in progress: it ends when Shift is released, or with another key. */
  let isAlong = false;
  const endAlong = () => {
    if (isAlong) strokes.end();
    isAlong = false;
  };
  board.addEventListener("keyup", (event) => event.key === "Shift" && endAlong());
  board.addEventListener("focusout", (event) => board.contains(event.relatedTarget as Node | null) || endAlong());

  const act = (key: string, shift: boolean, far: boolean): boolean => {
    const place = view.focused;
    const [row, column] = [Math.floor(place / view.columns), place % view.columns];
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      PageUp: [row - BOLD, column],
      PageDown: [row + BOLD, column],
      Home: [far ? 0 : row, 0],
      End: [far ? view.rows - 1 : row, view.columns - 1],
    };
    const move = moves[key];
    if (move) {
      const clamp = (value: number, end: number) => Math.min(end - 1, Math.max(0, value));
      const to = placeOf([clamp(move[0], view.rows), clamp(move[1], view.columns)]);
      if (!shift) endAlong();
      else if (to !== place) {
        if (!isAlong) strokes.begin(place, "along");
        isAlong = true;
        for (const between of view.between(place, to)) strokes.extend(between);
      }
      view.focus(to);
      view.light(to);
      return true;
    }
    if (key !== "Shift") endAlong();
    if ([" ", "Enter"].includes(key)) {
      strokes.begin(place, "chosen");
      strokes.end();
    } else if (["+", "=", "-", "0"].includes(key) && !far) {
      const box = view.box(place);
      const factor = key === "0" ? 1 : view.zoom.factor * (key === "-" ? 1 / NOTCH : NOTCH);
      view.zoom.to(factor, { x: box.left + box.width / 2, y: box.top + box.height / 2 });
      view.light(place);
    } else if (key.toLowerCase() === "x" && !far) {
      strokes.begin(place, "mark");
      strokes.end();
    } else return false;
    return true;
  };
  board.addEventListener("keydown", (event) => {
    if (act(event.key, event.shiftKey, event.ctrlKey || event.metaKey)) event.preventDefault();
  });
  return (key) => void act(key, false, false);
}
