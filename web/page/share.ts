// Sharing a puzzle: as a link, as a file, or on paper.

import { background } from "./engine.js";
import * as paper from "./paper.js";
import { drawn } from "./qr.js";
import { table } from "./table.js";
import { texts } from "./texts.js";
import { $, download, fileName, toast } from "./ui.js";
import type { Sheet } from "./types.js";

/** The puzzle without its picture, so that images of it do not reveal the solution. */
const clues = ({ goal: _, ...sheet }: Sheet) => JSON.stringify(sheet);

/** Copies the link of a puzzle, and shows it in a field. */
export async function copy(sheet: Sheet, field: HTMLInputElement): Promise<string> {
  // The background engine encodes the link, so that a running search does not delay it.
  const code = await background.call("link", JSON.stringify(sheet));
  const address = `${location.origin}${location.pathname}#p=${code}`;
  field.closest<HTMLElement>("[hidden]")?.removeAttribute("hidden");
  field.value = address;
  try {
    await navigator.clipboard.writeText(address);
    toast(sheet.goal ? texts.play.linkCopiedGoal : texts.play.linkCopied);
  } catch {
    field.select();
    toast(texts.play.copyLink);
  }
  return address;
}

export async function share(): Promise<void> {
  const rows = await background.call("qr", await copy(table.game.sheet, $<HTMLInputElement>("link")));
  $("qr").replaceChildren(...(rows ? [drawn(rows)] : []));
}

/** Offers the puzzle as a file in the named format: as a .non file with its picture, or as a drawn sheet without it. */
export async function save(format: string): Promise<void> {
  const { sheet } = table.game;
  const content = format === "non" ? background.call("file", JSON.stringify(sheet), format) : background.call("sheet", clues(sheet), format);
  download(`${fileName(sheet.title)}.${format}`, (await content) as BlobPart);
}

/** Opens the print dialog for the puzzle. */
export function print(): void {
  const { sheet } = table.game;
  paper.open(sheet.title ?? texts.play.untitled, 1, async () => [sheet]);
}
