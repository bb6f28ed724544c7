// Puzzles of several colours on the page: the palette, clues, hints, links, the library, pictures, typed clues, patterns.
// Run by scripts/test-page, which builds the page first.

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { join } from "node:path";
import { cell, cells, openFile, root, solve } from "./browser.mjs";
import { eventually, visitors } from "./session.mjs";

const { visit } = visitors();

const NON = `title "Ring"
color r #d02020
color b #2050d0
width 3
height 3
rows
1r,1b,1r
1b,1b
1r,1b,1r
columns
1r,1b,1r
1b,1b
1r,1b,1r
goal "rbrb0brbr"
`;
const RING = { name: "ring.non", mimeType: "text/plain", buffer: Buffer.from(NON) };

/** The letters of the cells, `-` for blank and `?` for unknown cells. */
const letters = (page) =>
  page.locator("#stage .cell").evaluateAll((all) => all.map((one) => one.dataset.letter ?? (one.classList.contains("x") ? "-" : "?")).join(""));

async function playRing(page) {
  await openFile(page, RING);
  await page.waitForFunction(() => document.getElementById("title").textContent === "Ring");
}

visit("a coloured puzzle can be played with its palette, by mouse and keys", {}, async ({ page }) => {
  await playRing(page);
  await eventually.equal(() => page.locator("#palette label").count(), 2);
  await page.locator("#stage .head[aria-label='row 1: 1 red, 1 blue, 1 red']").waitFor();
  await cell(page, 1, 1).click();
  await page.keyboard.press("2");
  await cell(page, 1, 2).click();
  await cell(page, 2, 2).click({ button: "right" });
  await eventually.equal(() => letters(page), "rb??-????");
  // A colour overwrites another; the same colour clears the cell.
  await cell(page, 1, 1).click();
  await eventually.equal(() => letters(page), "bb??-????");
  await cell(page, 1, 2).click();
  await eventually.equal(() => letters(page), "b???-????");
  await page.click("#undo");
  await page.click("#undo");
  // The middle button picks a cell's colour.
  await cell(page, 1, 1).click({ button: "middle" });
  await cell(page, 1, 3).click();
  await eventually.equal(() => letters(page), "rbr?-????");
  await eventually.match(() => page.locator("#stage .head.row").first().getAttribute("class"), /met/);
  const colour = await cell(page, 1, 2).evaluate((one) => getComputedStyle(one, "::before").backgroundColor);
  assert.equal(colour, "rgb(32, 80, 208)");
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await eventually.equal(() => letters(page), "rbr?-????");
});

visit("hints and mistakes are in colour, and the solver fills in the picture", {}, async ({ page }) => {
  await playRing(page);
  await page.click("#hint");
  await page.waitForSelector("#apply");
  await eventually.match(() => page.textContent("#advice"), /red|blue/);
  await page.click("#apply");
  await eventually.match(() => letters(page), /[rb]/);
  await page.click("#undo");
  await page.keyboard.press("2");
  await cell(page, 1, 1).click();
  await page.click("#check");
  await page.waitForSelector("#stage .cell.bad");
  await solve(page);
  await page.waitForFunction(() => document.querySelectorAll("#stage .cell.f").length === 8);
  await eventually.equal(async () => (await letters(page)).replace(/[-?]/, "-"), "rbrb-brbr");
});

visit("a link contains the colours", {}, async ({ page }) => {
  await playRing(page);
  await page.click("#share");
  await page.waitForFunction(() => document.getElementById("link").value !== "");
  const address = await page.inputValue("#link");
  await page.goto(`${address}`);
  await page.reload();
  await page.waitForFunction(() => document.getElementById("title")?.textContent === "Ring");
  await eventually.equal(() => page.locator("#palette label").count(), 2);
  await eventually.equal(() => page.locator("#stage .head.row span[data-letter]").count(), 8);
});

visit("a coloured drawing of the library and a PNG in colours can be played", {}, async ({ page }) => {
  await page.click('nav a[data-view="library"]');
  await page.click('#shelf button:has-text("Drink me")');
  await page.waitForSelector("#palette:not([hidden])");
  await eventually.ok(async () => (await page.locator("#palette label").count()) >= 2);
  await eventually.ok(async () => !(await cells(page)).includes("#"));
  await openFile(page, join(root, "puzzles/cases/field/colours.png"));
  await page.waitForFunction(() => document.getElementById("title").textContent === "colours");
  await eventually.equal(() => page.locator("#palette label").count(), 3);
});

visit("typed clues with the letters of colours make a coloured puzzle", {}, async ({ page }) => {
  await page.click('nav a[data-view="library"]');
  await page.click("#show-typed");
  await page.fill("#typed [name=rows]", "1a 1b\n2b");
  await page.fill("#typed [name=columns]", "1a 1b\n2b");
  await page.click("#typed .primary:enabled");
  await page.waitForSelector("#palette:not([hidden])");
  await eventually.equal(() => page.locator("#stage .head.row span[data-letter]").count(), 3);
});

visit("the letters of colours are shown with patterns", {}, async ({ page }) => {
  await playRing(page);
  await page.evaluate(() => (document.documentElement.dataset.patterns = "true"));
  await cell(page, 1, 1).click();
  const shown = await cell(page, 1, 1).evaluate((one) => getComputedStyle(one, "::before").content);
  assert.equal(shown, '"r"');
});
