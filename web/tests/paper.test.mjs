// Puzzles printed from the page as PDF, which the tests read with poppler.
// Run by scripts/test-page, which builds the page first.

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { execFileSync } from "node:child_process";
import { downloaded, openFile, playCross } from "./browser.mjs";
import { eventually, visitors } from "./session.mjs";

const { visit } = visitors();

/** The output of a program of poppler-utils for a PDF. */
const poppler = (program, pdf, ...options) => execFileSync(program, [...options, "-", ...(program === "pdftotext" ? ["-"] : [])], { input: pdf, encoding: "utf8" });

const pages = (pdf) => Number(/Pages: +(\d+)/.exec(poppler("pdfinfo", pdf))[1]);

async function printed(page, button) {
  await page.click(button);
  await page.waitForSelector("#paper[open]");
  return () => downloaded(page, "#paper-make");
}

visit("the PDF of a puzzle has the puzzle on a page and its solution on a later page", {}, async ({ page }) => {
  await playCross(page);
  const make = await printed(page, "#print");
  await eventually.ok(() => page.isDisabled("#paper-layout"));
  const { name, bytes } = await make();
  assert.equal(name, "cross.pdf");
  assert.equal(pages(bytes), 2);
  const [sheet, solution] = poppler("pdftotext", bytes, "-layout").split("\f");
  assert.match(sheet, /1\. cross[\s\S]*3 x 3 · difficulty \d/);
  assert.match(sheet, /1 ?\/ ?2/);
  assert.match(solution, /2 ?\/ ?2/);
  assert.match(poppler("pdfinfo", bytes), /A4/);
  await page.click("#print");
  await page.selectOption("#paper-size", "letter");
  await page.uncheck("#paper-solutions");
  const plain = await downloaded(page, "#paper-make");
  assert.equal(pages(plain.bytes), 1);
  assert.match(poppler("pdfinfo", plain.bytes), /letter/);
});

visit("the puzzles of a size can be printed, several per page", {}, async ({ page }) => {
  await page.click('nav a[data-view="library"]');
  await page.click('#sizes label:has-text("up to 8")');
  await page.waitForFunction(() => document.querySelectorAll("#shelf .puzzle").length < 100);
  const count = await page.locator("#shelf .puzzle").count();
  const make = await printed(page, "#print-shelf");
  await page.selectOption("#paper-layout", "6");
  const { name, bytes } = await make();
  assert.equal(name, "nonograms-up-to-8.pdf");
  assert.equal(pages(bytes), Math.ceil(count / 6) + Math.ceil(count / 20));
  const title = await page.textContent("#shelf .puzzle b >> nth=0");
  assert.ok(poppler("pdftotext", bytes, "-layout").includes(`1. ${title}`));
});

visit("all puzzles of a file can be printed, also those in colour", {}, async ({ page }) => {
  const ring = 'title "Ring"\ncolor r #d02020\ncolor b #2050d0\nwidth 2\nheight 2\nrows\n1r,1b\n1b\ncolumns\n1r,1b\n1b\n';
  const text = `${ring}====\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n`;
  await openFile(page, { name: "pair.nonpack", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.waitForSelector("#found button");
  const make = await printed(page, "#found button:has-text('Print all')");
  const { name, bytes } = await make();
  assert.equal(name, "pair.pdf");
  assert.equal(pages(bytes), 3);
});
