// QR codes as SVG.

import { texts } from "./texts.js";

/** Width of the quiet zone around the code, in modules, as required by the standard. */
const QUIET = 4;
const SVG = "http://www.w3.org/2000/svg";

/** A QR code, from its rows with `#` for dark modules. */
export function drawn(rows: string[]): SVGSVGElement {
  const dark = rows.flatMap((row, y) => Array.from(row, (module, x) => (module === "#" ? `M${x} ${y}h1v1h-1z` : "")));
  const element = (name: string, attributes: Record<string, string>) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const side = String(rows.length + 2 * QUIET);
  const picture = element("svg", { viewBox: `${-QUIET} ${-QUIET} ${side} ${side}`, role: "img", "aria-label": texts.qr, "shape-rendering": "crispEdges" }) as SVGSVGElement;
  picture.append(element("rect", { x: String(-QUIET), y: String(-QUIET), width: side, height: side, fill: "#fff" }), element("path", { d: dark.join(""), fill: "#000" }));
  return picture;
}
