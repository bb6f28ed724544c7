// The board in its window: clues as they are shown, zoom, low screens, strokes with the keyboard.
// Run by scripts/test-page, which builds the page first.

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { join } from "node:path";
import { bounds, cell, cells, openFile, root } from "./browser.mjs";
import { eventually, visitors } from "./session.mjs";

const { visit } = visitors();
const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
const patterns = (page) => page.addInitScript(() => localStorage.setItem("nonogram:settings", '{"patterns":true}'));

async function load(page, file) {
  await openFile(page, join(root, "puzzles/library", file));
  await page.waitForSelector("#view-play:not([hidden])");
}

/** Loads a drawing of `side` x `side` cells with long clues. */
async function loadLarge(page, side) {
  const drawing = Array.from({ length: side }, (_, row) => Array.from({ length: side }, (_, column) => ((row * 7 + column * 3) % 5 < 3 ? "#" : "-")).join("")).join("\n");
  await openFile(page, { name: "large.txt", mimeType: "text/plain", buffer: Buffer.from(drawing) });
  await page.waitForFunction((cells) => document.querySelectorAll("#stage .cell").length === cells, side * side);
}

/** The numbers of clues that are cut off by the board's window at the left or top, or overlap a neighbour. */
const clipped = (page) =>
  page.evaluate(() => {
    const frame = document.querySelector("#stage .board").getBoundingClientRect();
    const box = (one) => one.getBoundingClientRect();
    const found = [...document.querySelectorAll("#stage .head span")].filter((number) => box(number).left < frame.left - 0.5 || box(number).top < frame.top - 0.5);
    const columns = [...document.querySelectorAll("#stage .head.column")];
    const overlapping = columns.flatMap((head) => [...head.children].filter((number) => box(number).width > box(head).width + 0.5));
    return found.length + overlapping.length;
  });

/** Whether the corner between the clues is at the corner of the board's window, and the window is on the screen. */
const cluesAreVisible = (page) =>
  page.evaluate(() => {
    const [corner, frame] = [".corner", ".scroller"].map((name) => document.querySelector(`#stage ${name}`).getBoundingClientRect());
    return Math.abs(corner.left - frame.left) < 40 && Math.abs(corner.top - frame.top) < 4 && frame.top >= -1;
  });

for (const [name, options] of [["wide", {}], ["phone", PHONE]]) {
  visit(`with patterns, all numbers of coloured clues are shown and none overlaps (${name})`, { ...options, prepare: patterns }, async ({ page }) => {
    await load(page, "colour-32-search/eighty-days.non");
    await eventually.ok(async () => (await page.locator("#stage .head span[data-letter]").count()) > 50);
    await eventually.equal(() => clipped(page), 0);
    await page.click("#settings-button");
    await page.uncheck("[data-setting=patterns]");
    await page.check("[data-setting=patterns]");
    await page.click("#settings form button");
    await eventually.equal(() => clipped(page), 0);
  });
}

visit("arrows with Shift paint one stroke with one value, which Undo reverts", {}, async ({ page }) => {
  await cell(page, 1, 4).click();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Home");
  await page.keyboard.down("Shift");
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowRight");
  await page.keyboard.up("Shift");
  await eventually.match(() => cells(page), /^#####\?/);
  await page.keyboard.press("Control+z");
  await eventually.match(() => cells(page), /^\?{7}/);
  // A cell that has just been filled is not erased.
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+ArrowRight");
  await eventually.match(async () => (await cells(page)).slice(7), /^##\?/);
});

visit("clues stay visible at the size that fits, while the board scrolls and for a hint (phone)", PHONE, async ({ page }) => {
  await load(page, "32/patience.non");
  await eventually.ok(() => cluesAreVisible(page));
  await page.evaluate(() => document.querySelector("#stage .scroller").scrollBy(200, 200));
  await eventually.ok(() => page.evaluate(() => document.querySelector("#stage .scroller").scrollLeft > 0));
  await eventually.ok(() => cluesAreVisible(page));
  for (let step = 0; step < 4; step++) {
    await page.click("#hint-quick");
    await page.waitForSelector("#apply");
    await eventually.ok(() => cluesAreVisible(page), `hint ${step + 1}`);
    const hidden = await page.evaluate(() => {
      const [corner, sheet] = [document.querySelector("#stage .corner"), document.getElementById("advice")].map((one) => one.getBoundingClientRect());
      const boxes = [...document.querySelectorAll("#stage .hint")].map((hint) => hint.getBoundingClientRect());
      return boxes.filter((box) => box.left < corner.right - 1 || box.top < corner.bottom - 1 || box.bottom > sheet.top).length;
    });
    assert.equal(hidden, 0, `hint ${step + 1}`);
    await page.click("#apply");
  }
});

visit("clues of 64 x 64 cells stay visible while the board scrolls; the smallest zoom shows all of it", { viewport: { width: 1440, height: 900 } }, async ({ page }) => {
  await loadLarge(page, 64);
  const frame = await bounds(page.locator("#stage .scroller"));
  await page.mouse.move(frame.x + 300, frame.y + 300);
  await page.mouse.wheel(0, 3000);
  await page.waitForFunction(() => document.querySelector("#stage .scroller").scrollTop > 50);
  await eventually.ok(() => cluesAreVisible(page));
  // The crosshair follows the pointer when the wheel zooms.
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -300);
  await page.keyboard.up("Control");
  await page.waitForFunction(
    ([x, y]) => {
      const [across, down] = ["across", "down"].map((name) => document.querySelector(`#stage .band.${name}`).getBoundingClientRect());
      return across.height > 14 && across.top <= y + 1 && y <= across.bottom + 1 && down.left <= x + 1 && x <= down.right + 1;
    },
    [frame.x + 300, frame.y + 300],
    { timeout: 5000 },
  );
  await page.click("#zoom-fit");
  for (let step = 0; step < 6; step++) await page.click("#zoom-out");
  const [inner, outer] = await Promise.all([bounds(page.locator("#stage .board")), bounds(page.locator("#stage .scroller"))]);
  assert.ok(inner.width <= outer.width + 1 && inner.height <= outer.height + 1, JSON.stringify([inner, outer]));
  assert.ok(outer.y + outer.height <= 900);
});

visit("two fingers zoom from anywhere on the board or its clues, and the hint stays", PHONE, async ({ page }) => {
  await load(page, "32/patience.non");
  await page.click("#hint-quick");
  await page.waitForSelector("#apply");
  const before = await bounds(cell(page, 3, 3));
  const [head, other] = [await bounds(page.locator('#stage .head.row[data-name="row 6"]')), await bounds(cell(page, 10, 8))];
  const touch = await page.context().newCDPSession(page);
  const send = (type, points) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const finger = (box, id, by) => ({ x: box.x + box.width / 2 + by, y: box.y + box.height / 2 + by, id });
  await send("touchStart", [finger(head, 0, 0)]);
  await send("touchStart", [finger(head, 0, 0), finger(other, 1, 0)]);
  for (let step = 1; step <= 6; step++) await send("touchMove", [finger(head, 0, -4 * step), finger(other, 1, 12 * step)]);
  await send("touchEnd", []);
  await eventually.ok(async () => (await bounds(cell(page, 3, 3))).width > 1.2 * before.width);
  await eventually.ok(() => page.isVisible("#apply"));
  // The smallest zoom shows all columns and rows.
  for (let step = 0; step < 12; step++) await page.click("#zoom-out");
  const [inner, outer] = await Promise.all([bounds(page.locator("#stage .board")), bounds(page.locator("#stage .scroller"))]);
  assert.ok(inner.width <= outer.width + 1 && inner.height <= outer.height + 1, JSON.stringify([inner, outer]));
});

visit("clues can be made smaller than the cells would allow", PHONE, async ({ page }) => {
  await load(page, "32/patience.non");
  for (let step = 0; step < 4; step++) await page.click("#zoom-in");
  const width = async () => (await bounds(page.locator("#stage .corner"))).width;
  const before = await width();
  await page.click("#clue-size");
  await eventually.equal(() => page.getAttribute("#clue-size", "aria-pressed"), "true");
  await eventually.ok(async () => (await width()) < 0.75 * before);
});

visit("on a phone in landscape, board, tools and hint are on the screen together", { ...PHONE, viewport: { width: 844, height: 390 } }, async ({ page }) => {
  await load(page, "colour-32-search/eighty-days.non");
  await page.click("#hint");
  await page.waitForSelector("#apply");
  const onScreen = await page.evaluate(() =>
    ["#undo", "[name=mode]:checked + span", "#advice p", "#stage .hint", "#stage .corner"].filter((name) => {
      const box = document.querySelector(name).getBoundingClientRect();
      return box.top >= -1 && box.top + Math.min(box.height, 24) <= innerHeight + 1 && box.right <= innerWidth;
    }),
  );
  assert.equal(onScreen.length, 5, onScreen.join());
});

visit("in the dark, the clues of a coloured board are on the page's colour, and each coloured number has an edge", { colorScheme: "dark" }, async ({ page }) => {
  await load(page, "colour-32-search/eighty-days.non");
  for (let step = 0; step < 3; step++) await page.click("#zoom-in");
  const [head, body, edge] = await page.evaluate(() => {
    const of = (name) => getComputedStyle(document.querySelector(name));
    return [of("#stage .heads").backgroundColor, of("html").backgroundColor, of("#stage .head span[data-letter]").boxShadow];
  });
  assert.equal(head, body);
  assert.match(edge, /inset/);
});

visit("six colours do not stretch the toolbar of a phone", PHONE, async ({ page }) => {
  await load(page, "colour-32-search/eighty-days.non");
  const tools = await bounds(page.locator("#tools"));
  assert.ok(tools.height < 125, `${tools.height} pixels`);
  await eventually.ok(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});
