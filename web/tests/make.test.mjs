// The editor of the page: drawing, judging, proposed edits, resizing, pictures, files.
// Run by scripts/test-page, which builds the page first.

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { bounds, cell, cells, downloaded } from "./browser.mjs";
import { eventually, visitors } from "./session.mjs";

const { visit } = visitors();

/** Draws two cells on 4 x 5 cells; the puzzle has several solutions. */
async function drawPair(page) {
  await page.click('nav a[data-view="make"]');
  await page.fill("#make-rows", "4");
  await page.fill("#make-columns", "5");
  await page.dispatchEvent("#make-columns", "change");
  await cell(page, 1, 1, "#easel").click();
  await cell(page, 2, 2, "#easel").click();
  await page.waitForSelector("#judgement.multiple");
}

visit("a drawing is judged, and can be made unique and played", {}, async ({ page }) => {
  await drawPair(page);
  await eventually.ok(async () => (await page.locator("#easel .open").count()) > 0);
  await page.click("#propose");
  await page.click("#proposals li:first-child button");
  await page.waitForSelector("#judgement.unique");
  await page.click("#make-undo");
  await page.waitForSelector("#judgement.multiple");
  await page.click("#make-redo");
  await page.waitForSelector("#judgement.unique");
  await page.fill("#make-title", "Small");
  await page.click("#make-play");
  await page.waitForFunction(() => document.getElementById("title").textContent === "Small");
});

/** Makes the worker fail when it is to judge a drawing. */
const failing = (page) =>
  page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...others) {
      if (message.operation === "judge") this.dispatchEvent(new ErrorEvent("error", { message: "the worker failed" }));
      else post.call(this, message, ...others);
    };
  });

visit("an error in judging a drawing is shown in place of the verdict", { prepare: failing }, async ({ page }) => {
  await page.click('nav a[data-view="make"]');
  await page.waitForFunction(() => document.getElementById("judgement").textContent === "The worker failed.");
});

/** Opens a picture of 40 x 20 pixels in the editor: the left half has the given colour, the right half is white. */
async function openHalf(page, colour) {
  await page.click('nav a[data-view="make"]');
  const png = await page.evaluate(async (left) => {
    const canvas = new OffscreenCanvas(40, 20);
    const context = canvas.getContext("2d");
    context.fillStyle = "white";
    context.fillRect(0, 0, 40, 20);
    context.fillStyle = left;
    context.fillRect(0, 0, 20, 20);
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  }, colour);
  await page.setInputFiles("#picture", { name: "half.png", mimeType: "image/png", buffer: Buffer.from(png) });
  await page.waitForSelector("#tracing[open]");
  await page.fill("#trace-side", "12");
}

visit("a picture becomes a drawing", {}, async ({ page }) => {
  await openHalf(page, "black");
  await page.click("#trace-use");
  await page.waitForFunction(() => document.querySelectorAll("#easel .cell").length === 72);
  await eventually.equal(() => cells(page, "#easel"), "######??????".repeat(6));
  await page.waitForSelector("#judgement.unique");
});

visit("in black and white, cells are filled by the luma of their colour, as in the command", {}, async ({ page }) => {
  // The Rec. 601 luma of this green is 117, below the threshold of 128; its Rec. 709 luma would be 143.
  await openHalf(page, "#00c800");
  await page.waitForSelector("#tracing[open]");
  await page.selectOption("#trace-colours", "1");
  await page.click("#trace-use");
  await page.waitForFunction(() => document.querySelectorAll("#easel .cell").length === 72);
  await eventually.equal(() => cells(page, "#easel"), "######??????".repeat(6));
});

visit("a drawing can be resized at any side, and resizing can be undone and redone", {}, async ({ page }) => {
  await page.click('nav a[data-view="make"]');
  await page.fill("#make-rows", "2");
  await page.fill("#make-columns", "3");
  await page.dispatchEvent("#make-columns", "change");
  await cell(page, 1, 1, "#easel").click();
  await cell(page, 2, 3, "#easel").click();
  const is = async (drawing, rows, columns) => {
    await eventually.equal(() => cells(page, "#easel"), drawing);
    await eventually.equal(() => page.locator("#easel .line").count(), rows);
    await eventually.deepEqual(async () => [await page.inputValue("#make-rows"), await page.inputValue("#make-columns")], [String(rows), String(columns)]);
  };
  await is("#????#", 2, 3);
  await page.click("#make-top-more");
  await is("???#????#", 3, 3);
  await page.click("#make-left-more");
  await is("?????#?????#", 3, 4);
  await page.click("#make-right-less");
  await is("????#????", 3, 3);
  await cell(page, 1, 1, "#easel").click();
  await page.click("#make-bottom-more");
  await is("#???#???????", 4, 3);
  // Undoes all resizes at the sides, and all strokes but the first.
  for (const [drawing, rows, columns] of [["#???#????", 3, 3], ["????#????", 3, 3], ["?????#?????#", 3, 4], ["???#????#", 3, 3], ["#????#", 2, 3], ["#?????", 2, 3]]) {
    await page.click("#make-undo");
    await is(drawing, rows, columns);
  }
  for (const [drawing, rows, columns] of [["#????#", 2, 3], ["???#????#", 3, 3], ["?????#?????#", 3, 4]]) {
    await page.click("#make-redo");
    await is(drawing, rows, columns);
  }
  await cell(page, 1, 1, "#easel").focus();
  await page.keyboard.press("Control+z");
  await is("???#????#", 3, 3);
  await cell(page, 1, 1, "#easel").focus();
  await page.keyboard.press("Control+y");
  await is("?????#?????#", 3, 4);
  // After a new stroke, undone steps cannot be redone.
  await cell(page, 1, 1, "#easel").click();
  await eventually.ok(() => page.isDisabled("#make-redo"));
  await page.click("#make-top-less");
  await is("?#?????#", 2, 4);
  for (let row = 0; row < 2; row++) await page.click("#make-bottom-less");
  await page.waitForFunction(() => /1 to 64 rows/.test(document.getElementById("toast").textContent));
  await is("?#??", 1, 4);
});

/** Delays the search for edits until the test releases it. */
const held = (page) =>
  page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message, ...others) {
      const go = () => post.call(this, message, ...others);
      if (message.operation === "disambiguate") globalThis.letGo = go;
      else go();
    };
  });

for (const [change, byWhat] of [["another size", "#make-top-more"], ["other cells", "#make-clear"]]) {
  visit(`edits that were found for a drawing are not proposed for ${change}`, { prepare: held }, async ({ page }) => {
    await drawPair(page);
    await page.click("#propose");
    await page.waitForSelector("#busy");
    await page.click(byWhat);
    await page.evaluate(() => globalThis.letGo());
    await page.waitForSelector("#busy", { state: "hidden" });
    await eventually.equal(() => page.locator("#proposals li").count(), 0);
    await eventually.equal(() => page.locator("#easel .hint").count(), 0);
  });
}

visit("a drawing is saved as a file, with its title, and opened again", {}, async ({ page }) => {
  await drawPair(page);
  await page.fill("#make-title", "Two of them");
  const drawn = await cells(page, "#easel");
  const { name, bytes } = await downloaded(page, "#make-save");
  assert.equal(name, "two-of-them.non");
  await page.click("#make-clear");
  await page.fill("#make-title", "");
  await page.setInputFiles("#make-open", { name, mimeType: "text/plain", buffer: bytes });
  await page.waitForFunction(() => document.getElementById("make-title").value === "Two of them");
  await eventually.equal(() => cells(page, "#easel"), drawn);
  // Clues with several solutions do not define a drawing.
  await page.setInputFiles("#make-open", { name: "clues.non", mimeType: "text/plain", buffer: Buffer.from("width 2\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n") });
  await page.waitForFunction(() => /contains no drawing/.test(document.getElementById("toast").textContent));
});

visit("edits that leave fewer cells open are proposed when no edit makes the puzzle unique", {}, async ({ page }) => {
  const lines = Array.from({ length: 12 }, (_, row) => Array.from({ length: 12 }, (_, column) => (Math.floor(row / 3) === Math.floor(column / 3) && row % 3 === column % 3 && row % 3 < 2 ? "#" : "?")).join(""));
  await page.evaluate((cells) => localStorage.setItem("nonogram:drawing", JSON.stringify({ rows: 12, columns: 12, cells })), lines.join(""));
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await page.click('nav a[data-view="make"]');
  await page.waitForSelector("#judgement.multiple");
  await page.click("#propose");
  await page.waitForSelector("#proposals li");
  await eventually.match(() => page.textContent("#proposals"), /leave the fewest cells open.*leaves \d+ cells open/s);
  const open = () => page.locator("#easel .open").count();
  const before = await open();
  await page.click("#proposals button >> nth=0");
  await page.waitForFunction((count) => document.querySelectorAll("#easel .open").length < count, before);
});

visit("a stroke that starts on ink draws, and a click on ink clears it", {}, async ({ page }) => {
  await page.click('nav a[data-view="make"]');
  await cell(page, 1, 1, "#easel").click();
  const [from, to] = [await bounds(cell(page, 1, 1, "#easel")), await bounds(cell(page, 1, 4, "#easel"))];
  await page.mouse.move(from.x + 9, from.y + 9);
  await page.mouse.down();
  await page.mouse.move(to.x + 9, to.y + 9, { steps: 6 });
  await page.mouse.up();
  await eventually.match(() => cells(page, "#easel"), /^####\?/);
  await cell(page, 1, 1, "#easel").click();
  await eventually.match(() => cells(page, "#easel"), /^\?###\?/);
});

visit("a drawing is shared and printed without playing it, by buttons within 900 pixels", { viewport: { width: 1440, height: 900 } }, async ({ page }) => {
  await page.click('nav a[data-view="make"]');
  await cell(page, 1, 1, "#easel").click();
  for (const id of ["make-play", "make-save"]) assert.ok((({ y, height }) => y + height)(await bounds(page.locator(`#${id}`))) <= 900, id);
  await page.click("#make-share");
  await page.waitForFunction(() => /#p=[\w-]+$/.test(document.getElementById("make-link").value));
  await page.click("#make-print");
  await page.waitForSelector("#paper[open]");
  await eventually.match(() => page.textContent("#paper-about"), /^My drawing, with its clues/);
});

visit("the greys of a photo become colours like others, on 30 cells", {}, async ({ page }) => {
  await page.click('nav a[data-view="make"]');
  const png = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(120, 120);
    const context = canvas.getContext("2d");
    for (let y = 0; y < 120; y++) {
      const t = (y / 120) * 255;
      context.fillStyle = y < 72 ? `rgb(${90 + t},${100 + t / 2},${110 - t / 4})` : y < 80 ? "rgb(255,240,200)" : `rgb(${y},${y + 2},${y + 8})`;
      context.fillRect(0, y, 120, 1);
    }
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  });
  await page.setInputFiles("#picture", { name: "sunset.png", mimeType: "image/png", buffer: Buffer.from(png) });
  await page.waitForFunction(() => /^30 rows, 30 columns, \d colours$/.test(document.getElementById("trace-size").textContent));
  await page.click("#trace-use");
  await page.waitForFunction(() => document.querySelectorAll("#easel .cell").length === 900);
  const inks = await page.locator("#make-palette span").evaluateAll((all) => all.map((one) => one.style.getPropertyValue("--fill")));
  assert.ok(inks.length > 3 && !inks.includes("#000000"), inks.join());
});
