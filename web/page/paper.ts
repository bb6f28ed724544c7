// Printing: the dialog with the print options, and the PDF, which has the layout of `nonogram book`.

import { busy, limit } from "./busy.js";
import { helper } from "./engine.js";
import { texts } from "./texts.js";
import { $, download, fileName, toast } from "./ui.js";
import type { BookOptions, Paper, Sheet } from "./types.js";

/** Maximum number of puzzles in a book. */
const MOST = 200;

let title = "";
let puzzles: () => Promise<Sheet[]> = async () => [];

/** Opens the print dialog, or shows a message if there are too many puzzles; the puzzles are fetched when the PDF is made. */
export function open(what: string, count: number, fetched: () => Promise<Sheet[]>): void {
  if (count > MOST) {
    toast(texts.paper.tooMany(count, MOST));
    return;
  }
  [title, puzzles] = [what, fetched];
  $("paper-about").textContent = texts.paper.about(what, count);
  $<HTMLSelectElement>("paper-layout").disabled = count === 1;
  if (count === 1) $<HTMLSelectElement>("paper-layout").value = "1";
  $<HTMLDialogElement>("paper").showModal();
}

async function make(): Promise<void> {
  $<HTMLDialogElement>("paper").close();
  const wanted: BookOptions = {
    title,
    paper: $<HTMLSelectElement>("paper-size").value as Paper,
    per_page: Number($<HTMLSelectElement>("paper-layout").value),
    solutions: $<HTMLInputElement>("paper-solutions").checked,
    page: `${location.origin}${location.pathname}`,
  };
  const pdf = await busy(texts.busy.paper, async () => helper.call("book", JSON.stringify(await puzzles()), JSON.stringify(wanted), limit()));
  if (!pdf) return;
  const name = `${fileName(title)}.pdf`;
  download(name, pdf as BlobPart, "application/pdf");
  toast(texts.paper.saved(name));
}

/** Attaches the event handlers. */
export function start(): void {
  $("paper-make").addEventListener("click", () => void make());
  $("paper-cancel").addEventListener("click", () => $<HTMLDialogElement>("paper").close());
}
