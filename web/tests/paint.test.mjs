// The editor in colour: palette, clues, edits, pictures, files, links.
// Run by scripts/test-page, which builds the page first.

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { cell, downloaded, solve } from "./browser.mjs";
import { eventually, visitors } from "./session.mjs";

const { visit } = visitors();

/** The letters of the cells, `-` for blank cells. */
const letters = (page, stage = "#easel") => page.locator(`${stage} .cell`).evaluateAll((all) => all.map((one) => one.dataset.letter ?? "-").join(""));

/** The letters and the colours of the palette. */
const palette = (page) => page.locator("#make-palette label span").evaluateAll((all) => all.map((one) => one.dataset.letter + one.style.getPropertyValue("--fill")).join(" "));

const colours = (page, count) => page.waitForFunction((wanted) => document.querySelectorAll("#make-palette label").length === wanted + 1, count);

async function begin(page, rows, columns) {
  await page.click('nav a[data-view="make"]');
  await page.fill("#make-rows", String(rows));
  await page.fill("#make-columns", String(columns));
  await page.dispatchEvent("#make-columns", "change");
}

visit("colours can be added, used, changed and removed, and edits can be undone", {}, async ({ page }) => {
  await begin(page, 2, 3);
  await cell(page, 1, 1, "#easel").click();
  // The clues of a black-and-white drawing have no colours.
  await eventually.equal(() => page.locator("#easel .head span[data-letter]").count(), 0);
  await page.click("#paint-add");
  await colours(page, 2);
  await eventually.equal(() => palette(page), "-#ffffff a#000000 b#d02020");
  await cell(page, 1, 2, "#easel").click();
  await cell(page, 2, 3, "#easel").click();
  await eventually.equal(() => letters(page), "ab---b");
  await page.locator("#easel .head[aria-label='row 1: 1 black, 1 red']").waitFor();
  // The two red cells of the second and third column can change rows.
  await page.waitForSelector("#judgement.multiple");
  // The same colour clears a cell; another colour overwrites it; the right button clears it.
  await cell(page, 2, 3, "#easel").click();
  await page.keyboard.press("1");
  await cell(page, 1, 2, "#easel").click();
  await eventually.equal(() => letters(page), "aa----");
  await cell(page, 1, 1, "#easel").click({ button: "right" });
  await eventually.equal(() => letters(page), "-a----");
  for (let step = 0; step < 3; step++) await page.click("#make-undo");
  await eventually.equal(() => letters(page), "ab---b");
  // The eyedropper and the middle button pick a cell's colour.
  await page.click("#view-make label:has([value=pick])");
  await cell(page, 2, 3, "#easel").click();
  await cell(page, 2, 2, "#easel").click();
  await eventually.equal(() => letters(page), "ab--bb");
  await cell(page, 1, 1, "#easel").click({ button: "middle" });
  await cell(page, 2, 1, "#easel").click();
  await eventually.equal(() => letters(page), "ab-abb");
  // The red is changed to blue, and the background to another colour.
  await page.keyboard.press("2");
  await page.fill("#paint-colour", "#2050d0");
  await page.locator("#easel .head[aria-label='row 1: 1 black, 1 blue']").waitFor();
  await page.click("#make-palette label >> nth=0");
  await page.fill("#paint-colour", "#fff0e0");
  await page.waitForFunction(() => document.querySelector("#easel .board").style.getPropertyValue("--ground") === "#fff0e0");
  await page.fill("#paint-colour", "#000000");
  await page.waitForFunction(() => /has this colour/.test(document.getElementById("toast").textContent));
  await page.keyboard.press("1");
  await page.click("#paint-remove");
  await colours(page, 1);
  await eventually.equal(() => letters(page), "-b--bb");
  await eventually.equal(() => palette(page), "-#fff0e0 b#2050d0");
  await eventually.ok(() => page.isDisabled("#paint-remove"));
  await page.click("#make-undo");
  await eventually.equal(() => letters(page), "ab-abb");
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await eventually.equal(() => letters(page), "ab-abb");
  await eventually.equal(() => palette(page), "-#fff0e0 a#000000 b#2050d0");
});

visit("a coloured drawing is made unique, played and shared", {}, async ({ page }) => {
  await begin(page, 3, 4);
  await page.click("#paint-add");
  await colours(page, 2);
  await page.click("#paint-add");
  await colours(page, 3);
  for (const [key, places] of [["1", [[1, 1], [2, 2], [3, 4]]], ["2", [[1, 3], [2, 3], [3, 1]]]]) {
    await page.keyboard.press(key);
    for (const [row, column] of places) await cell(page, row, column, "#easel").click();
  }
  await eventually.equal(() => letters(page), "a-b--ab-b--a");
  await page.waitForSelector("#judgement.multiple");
  await page.click("#propose");
  await page.waitForSelector("#proposals button");
  await eventually.match(() => page.textContent("#proposals"), /Change row \d, column \d to (black|red|blue|blank)/);
  await page.click("#proposals li:first-child button");
  await page.waitForSelector("#judgement.unique");
  const drawn = await letters(page);
  await page.fill("#make-title", "Knot");
  await page.click("#make-play");
  await page.waitForFunction(() => document.getElementById("title").textContent === "Knot");
  // No cell has the third colour.
  await eventually.equal(() => page.locator("#palette label").count(), 2);
  await page.click("#share");
  await page.waitForFunction(() => document.getElementById("link").value !== "");
  await page.goto(await page.inputValue("#link"));
  await page.reload();
  await page.waitForFunction(() => document.getElementById("title")?.textContent === "Knot");
  await solve(page);
  await page.waitForSelector("#stage .cell.f");
  await eventually.equal(() => letters(page, "#stage"), drawn);
});

/** A picture of 60 x 40 pixels: a red square, a blue square, and a smaller green square. */
const picture = (page) =>
  page.evaluate(async () => {
    const canvas = new OffscreenCanvas(60, 40);
    const context = canvas.getContext("2d");
    context.fillStyle = "white";
    context.fillRect(0, 0, 60, 40);
    for (const [colour, ...box] of [["#d02020", 0, 0, 20, 20], ["#2050d0", 40, 20, 20, 20], ["#20a030", 20, 20, 10, 10]]) {
      context.fillStyle = colour;
      context.fillRect(...box);
    }
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  });

for (const format of ["non", "xml", "json", "png"]) {
  visit(`a picture in colour becomes a drawing, which is saved as ${format} and opened again`, {}, async ({ page }) => {
    await begin(page, 4, 6);
    const png = Buffer.from(await picture(page));
    await page.setInputFiles("#picture", { name: "squares.png", mimeType: "image/png", buffer: png });
  await page.waitForSelector("#tracing[open]");
  await page.fill("#trace-side", "6");
    await page.waitForFunction(() => /4 rows, 6 columns, 3 colours/.test(document.getElementById("trace-size").textContent));
    await eventually.equal(() => page.inputValue("#trace-colours"), "3");
    await page.click("#trace-use");
    await colours(page, 3);
    const drawn = await letters(page);
    assert.equal(drawn, "bb----bb------c-aa----aa");
    await page.selectOption("#make-format", format);
    const { name, bytes } = await downloaded(page, "#make-save");
    assert.equal(name, `my-drawing.${format}`);
    await page.click("#make-clear");
    await page.setInputFiles("#make-open", { name, mimeType: "application/octet-stream", buffer: bytes });
    await page.waitForFunction(() => document.querySelectorAll("#easel .cell.f").length === 9);
    await eventually.equal(() => letters(page), drawn);
    await eventually.equal(() => palette(page), "-#ffffff a#2050d0 b#d02020 c#20a030");
  });
}

visit("the number of colours of a picture can be chosen, with a live preview", {}, async ({ page }) => {
  await begin(page, 4, 6);
  await page.setInputFiles("#picture", { name: "squares.png", mimeType: "image/png", buffer: Buffer.from(await picture(page)) });
  await page.waitForSelector("#tracing[open]");
  await page.fill("#trace-side", "6");
  const says = (words) => page.waitForFunction((text) => document.getElementById("trace-size").textContent === text, words);
  await says("4 rows, 6 columns, 3 colours");
  const shown = () => page.locator("#trace-result").evaluate((canvas) => [...canvas.getContext("2d").getImageData(2, 2, 1, 1).data].slice(0, 3).join());
  await eventually.equal(() => shown(), "208,32,32");
  await eventually.ok(() => page.isDisabled("#trace-dither"));
  await page.selectOption("#trace-colours", "2");
  await says("4 rows, 6 columns, 2 colours");
  await page.selectOption("#trace-colours", "1");
  await says("4 rows, 6 columns");
  await eventually.equal(() => shown(), "23,50,77");
  await eventually.ok(() => page.isEnabled("#trace-dither"));
  await page.click("#trace-use");
  await page.waitForFunction(() => document.querySelectorAll("#easel .cell.f").length === 9);
  await eventually.equal(() => page.locator("#easel .head span[data-letter]").count(), 0);
});
