// The search of the clue core on the page: events, levels, counters and steps.
// Run by scripts/test-page, which builds the page first.

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nonogram, nonogramOf, openFile } from "./browser.mjs";
import { eventually, visitors } from "./session.mjs";

const { visit } = visitors();

/** A board with conflicts, three decisions and several solutions. */
const board = () => nonogram("generate", "--size", "14x14", "--density", "0.42", "--seed", "12");

const counted = async (page, name) => Number((await page.textContent(`.search [data-count=${name}]`)).replaceAll(",", ""));

async function watch(page, non) {
  await openFile(page, { name: "random.non", mimeType: "text/plain", buffer: Buffer.from(non) });
  await page.waitForFunction(() => /seed 12/.test(document.getElementById("title").textContent));
  await page.click("#to-fpga");
  await eventually.ok(() => page.isHidden("#fpga-decision"));
  await page.selectOption("#fpga-core", "clue");
  await page.locator('.fpga[data-core="clue"] .cell').first().waitFor();
}

const says = (page, words) => page.waitForFunction((pattern) => new RegExp(pattern).test(document.querySelector(".search-event")?.textContent ?? ""), words);

visit("steps stop at a certain cell, a conflict and a decision, and show the levels of cells", {}, async ({ page }) => {
  await watch(page, board());
  await page.click("#fpga-fact");
  await says(page, "^Line logic finds \\d+ cells? in (row|column) \\d+");
  await eventually.ok(async () => (await counted(page, "facts")) > 0);
  await page.click("#fpga-decision");
  await says(page, "^Decision on level 1: assume that row \\d+, column \\d+ is (filled|blank)");
  await eventually.equal(() => counted(page, "decisions"), 1);
  await eventually.equal(() => counted(page, "probes"), 0);
  await eventually.equal(() => page.locator(".fpga .cell.current").count(), 1);
  await eventually.equal(() => page.locator(".fpga .cell.assumed").count(), 1);
  await eventually.match(() => page.textContent(".search"), /1 decision holds/);
  // The first contradiction ends the decisions without probes, later ones end probes.
  await page.click("#fpga-conflict");
  await says(page, "^Conflict: (row|column) \\d+ cannot be completed");
  await eventually.equal(() => counted(page, "conflicts"), 1);
  await eventually.equal(() => page.locator(".fpga .cell.bad").count(), 14);
  await eventually.equal(() => page.locator(".fpga .cell.probed").count(), 0);
  await page.click("#fpga-conflict");
  await page.waitForFunction(() => document.querySelectorAll(".fpga .cell.probed").length > 0);
  await eventually.equal(() => counted(page, "conflicts"), 2);
  await eventually.ok(async () => (await counted(page, "probes")) > 0);
  await eventually.ok(async () => (await page.getAttribute(".depth path", "d")).length > 100);
});

visit("the final numbers of probes, decisions and conflicts match the command's trace", {}, async ({ page }) => {
  const non = board();
  const folder = await mkdtemp(join(tmpdir(), "nonogram-search-"));
  try {
    const file = join(folder, "random.non");
    await writeFile(file, non);
    await watch(page, non);
    await page.fill("#fpga-speed", "9");
    await page.click("#fpga-run");
    await page.waitForSelector('.fpga[data-phase="done"]');
    await says(page, "^Verdict: multiple");
    const events = (await nonogramOf("sim", "--trace", "-", file)).trim().split("\n").map((line) => JSON.parse(line).event);
    const count = (kind) => events.filter((event) => event === kind).length;
    for (const [name, kind] of [["probes", "probe"], ["decisions", "decision"], ["conflicts", "conflict"]]) assert.equal(await counted(page, name), count(kind), name);
  } finally {
    await rm(folder, { recursive: true });
  }
});
