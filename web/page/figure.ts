// Small drawings of puzzles that illustrate a text: cells, clues, and highlighted cells.

const SVG = "http://www.w3.org/2000/svg";
/** Side of a cell, in units of the drawing. */
const CELL = 20;
/** Size of a clue's number, in units of the drawing. */
const NUMBER = 13;

export interface Figure {
  /** Rows of cells: # is filled, o is filled and highlighted, and x is marked as blank; other characters are empty cells. */
  cells: string[];
  rows?: number[][];
  columns?: number[][];
}

function node(name: string, attributes: Record<string, string | number>, text = ""): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

/** Draws a figure; it is hidden from screen readers, because the text beside it has the same content. */
export function figure({ cells, rows = [], columns = [] }: Figure): SVGElement {
  const longest = (clues: number[][]) => Math.max(0, ...clues.map((clue) => clue.length));
  const [left, top] = [longest(rows) * NUMBER + 4, longest(columns) * NUMBER + 4];
  const [width, height] = [left + cells[0]!.length * CELL + 2, top + cells.length * CELL + 2];
  const svg = node("svg", { viewBox: `0 0 ${width} ${height}`, class: "figure-drawing", "aria-hidden": "true", width, height });
  cells.forEach((line, row) => {
    [...line].forEach((cell, column) => {
      const [x, y] = [left + column * CELL, top + row * CELL];
      const kind = { "#": "filled", o: "told" }[cell] ?? "open";
      svg.append(node("rect", { x, y, width: CELL, height: CELL, class: `c ${kind}` }));
      if (cell === "x") svg.append(node("path", { d: `M${x + 6} ${y + 6}l8 8m0-8l-8 8`, class: "cross" }));
    });
  });
  rows.forEach((clue, row) => {
    clue.toReversed().forEach((block, nth) => svg.append(node("text", { x: left - 8 - nth * NUMBER, y: top + row * CELL + 14.5 }, String(block))));
  });
  columns.forEach((clue, column) => {
    clue.toReversed().forEach((block, nth) => svg.append(node("text", { x: left + column * CELL + CELL / 2, y: top - 5 - nth * NUMBER }, String(block))));
  });
  return svg;
}
