// QR codes of links, as SVG.

import qrcode from "qrcode-generator";
import { texts } from "./texts.js";

/** Width of the quiet zone around the code, in modules, as required by the standard. */
const QUIET = 4;
const SVG = "http://www.w3.org/2000/svg";

/** The QR code of a text; undefined if the text is too long. */
export function qr(text: string): SVGSVGElement | undefined {
  // The smallest version that fits, at the lowest level of error correction, which is sufficient on a screen.
  const code = qrcode(0, "L");
  code.addData(text, "Byte");
  try {
    code.make();
  } catch {
    return undefined;
  }
  const size = code.getModuleCount();
  const dark: string[] = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) if (code.isDark(row, column)) dark.push(`M${column} ${row}h1v1h-1z`);
  }
  const element = (name: string, attributes: Record<string, string>) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const all = `${-QUIET} ${-QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}`;
  const picture = element("svg", { viewBox: all, role: "img", "aria-label": texts.qr, "shape-rendering": "crispEdges" }) as SVGSVGElement;
  const side = String(size + 2 * QUIET);
  picture.append(element("rect", { x: String(-QUIET), y: String(-QUIET), width: side, height: side, fill: "#fff" }), element("path", { d: dark.join(""), fill: "#000" }));
  return picture;
}
