// The puzzle to take away: a link, files, a sheet of paper.

import { background, helper } from "./engine.js";
import { busy, limit } from "./busy.js";
import { qr } from "./qr.js";
import { table } from "./table.js";
import { texts } from "./texts.js";
import { $, download, el, fileName, toast } from "./ui.js";
import type { Sheet } from "./types.js";

/** The puzzle without its picture: what is drawn of it gives nothing away. */
const clues = ({ goal: _, ...sheet }: Sheet) => JSON.stringify(sheet);

export async function share(): Promise<void> {
  const { sheet } = table.game;
  // Not behind a search that runs.
  const code = await background.call("link", JSON.stringify(sheet));
  const address = `${location.origin}${location.pathname}#p=${code}`;
  $("link-field").hidden = false;
  const field = $<HTMLInputElement>("link");
  field.value = address;
  const drawn = qr(address);
  $("qr").replaceChildren(...(drawn ? [drawn] : []));
  try {
    await navigator.clipboard.writeText(address);
    toast(sheet.goal ? texts.play.linkCopiedGoal : texts.play.linkCopied);
  } catch {
    field.select();
    toast(texts.play.copyLink);
  }
}

const TYPES = { non: "text/plain", png: "image/png", svg: "image/svg+xml" };

export async function save(kind: keyof typeof TYPES): Promise<void> {
  const { sheet } = table.game;
  const content = kind === "png" ? background.call("png", clues(sheet)) : background.call("file", kind === "non" ? JSON.stringify(sheet) : clues(sheet), kind);
  download(`${fileName(sheet.title)}.${kind}`, (await content) as BlobPart, TYPES[kind]);
}

/** A page of the paper: a heading, words, a drawing. */
async function leaf(title: string, words: string, svg: Uint8Array): Promise<HTMLElement> {
  const picture = el("img", { alt: "", src: `data:image/svg+xml;base64,${btoa(String.fromCharCode(...svg))}` });
  await picture.decode();
  return el("section", { class: "leaf" }, el("h1", {}, title), el("p", {}, words), picture);
}

/** Prints the puzzle, and its answer on a page of its own. */
export async function paper(): Promise<void> {
  const { sheet } = table.game;
  const goal = sheet.goal ?? (await busy(texts.busy.solve, () => helper.call("solve", JSON.stringify(sheet), limit())))?.solutions[0];
  const title = sheet.title ?? texts.play.untitled;
  const leaves = [await leaf(title, $("about").textContent ?? "", await background.call("file", clues(sheet), "svg"))];
  if (goal) leaves.push(await leaf(texts.play.answer, title, await background.call("file", JSON.stringify({ ...sheet, goal }), "svg")));
  $("answer-sheet").replaceChildren(...leaves);
  print();
}
