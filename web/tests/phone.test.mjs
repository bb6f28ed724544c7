// The page on a phone: hints do not cover their cells, one finger draws or scrolls, the board and the cursor can be moved.
// Run by scripts/test-page, which builds the page first.

import assert from "node:assert/strict";
import { join } from "node:path";
import { bounds, cell, cells, openFile, root } from "./browser.mjs";
import { eventually, visitors } from "./session.mjs";

const { visit } = visitors();
const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

/** Moves a finger up; returns whether the browser may scroll. Headless Chromium itself does not scroll. */
async function swipe(page, place) {
  const { x, y } = await middle(place);
  await place.evaluate((one) => {
    globalThis.mayScroll = true;
    for (let at = one; at; at = at.parentElement) globalThis.mayScroll &&= getComputedStyle(at).touchAction !== "none";
    document.addEventListener("touchmove", (event) => (globalThis.mayScroll &&= !event.defaultPrevented), { passive: true });
  });
  const touch = await page.context().newCDPSession(page);
  const send = (type, points) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await send("touchStart", [{ x, y }]);
  for (let step = 1; step <= 8; step++) await send("touchMove", [{ x, y: y - 25 * step }]);
  await send("touchEnd", []);
  return page.evaluate(() => globalThis.mayScroll);
}

async function load(page, file) {
  await openFile(page, join(root, "puzzles/library", file));
  await page.waitForSelector("#view-play:not([hidden])");
}

const middle = async (place) => {
  const box = await bounds(place);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

visit("the message of a hint covers none of its cells", PHONE, async ({ page }) => {
  await load(page, "32/innocent.non");
  for (let step = 0; step < 12; step++) {
    await page.evaluate((end) => window.scrollTo(0, end ? document.documentElement.scrollHeight : 0), step % 2 === 1);
    await page.click("#hint-quick");
    await page.waitForSelector("#apply");
    const covered = await page.evaluate(() => {
      const sheet = document.getElementById("advice").getBoundingClientRect();
      const corner = document.querySelector("#stage .corner").getBoundingClientRect();
      const boxes = [...document.querySelectorAll("#stage .hint")].map((hint) => hint.getBoundingClientRect());
      // If the cells are wider than the window on the board, the first of them is visible.
      const isWide = Math.max(...boxes.map((box) => box.right)) - Math.min(...boxes.map((box) => box.left)) > innerWidth - corner.right - 30;
      return boxes.filter((box) => box.bottom > sheet.top || box.top < corner.bottom - 1 || (!isWide && box.right > innerWidth) || box.left < corner.right - 1).length;
    });
    assert.equal(covered, 0, `step ${step + 1}`);
    await page.click("#apply");
  }
  await page.click("#hint-quick");
  await page.click("#advice .close");
  await eventually.equal(() => page.textContent("#advice"), "");
});

visit("one finger draws on cells and scrolls on clues; in the mode that moves the board it scrolls everywhere", PHONE, async ({ page }) => {
  await load(page, "32/innocent.non");
  assert.ok(!(await swipe(page, cell(page, 15, 10))));
  const drawn = await cells(page);
  assert.match(drawn, /#/);
  assert.ok(await swipe(page, page.locator('#stage .head.row[data-name="row 20"] span >> nth=0')));
  await page.click("label:has([value=pan])");
  assert.ok(await swipe(page, cell(page, 15, 8)));
  await eventually.equal(() => cells(page), drawn);
});

visit("a tap places the cursor; buttons move it, and fill or mark its cell", PHONE, async ({ page }) => {
  await load(page, "32/innocent.non");
  await page.click("label:has([value=cursor])");
  await cell(page, 3, 3).tap();
  await eventually.doesNotMatch(() => cells(page), /[#-]/, "a tap draws nothing");
  await page.click("[data-pad=Enter]");
  await page.click("[data-pad=ArrowRight]");
  await page.click("[data-pad=x]");
  await page.click("[data-pad=ArrowDown]");
  await page.click("[data-pad=Enter]");
  const columns = await page.locator("#stage .line:nth-child(2) .cell").count();
  const found = await cells(page);
  assert.deepEqual([found[2 * columns + 2], found[2 * columns + 3], found[3 * columns + 3]], ["#", "-", "#"]);
  assert.equal(found.replaceAll("?", ""), "#-#");
});

visit("the counter of a drag stays on the screen", PHONE, async ({ page }) => {
  await load(page, "11/cave-canem.non");
  const touch = await page.context().newCDPSession(page);
  const [from, to] = [await middle(cell(page, 1, 7)), await middle(cell(page, 1, 11))];
  const send = (type, points) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await send("touchStart", [from]);
  for (let step = 1; step <= 4; step++) await send("touchMove", [{ x: from.x + ((to.x - from.x) * step) / 4, y: from.y }]);
  await page.waitForSelector("#stage .bubble:not([hidden])");
  const box = await bounds(page.locator("#stage .bubble"));
  assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.y >= 0, JSON.stringify(box));
  await eventually.equal(() => page.textContent("#stage .bubble"), "5");
  await send("touchEnd", []);
});

visit("the library shows puzzles at once, the editor shows its verdict, and the toolbar covers no button", PHONE, async ({ page }) => {
  await page.click('nav a[data-view="library"]');
  const first = await bounds(page.locator("#shelf .puzzle >> nth=0"));
  assert.ok(first.y + first.height < 844 / 2, `the first puzzle is at ${first.y}`);
  await eventually.ok(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.click('nav a[data-view="make"]');
  await cell(page, 3, 3, "#easel").tap();
  await page.waitForSelector("#judgement p");
  const verdict = await bounds(page.locator("#judgement"));
  assert.ok(verdict.y + verdict.height <= 845 && verdict.y > 400, JSON.stringify(verdict));
  await page.click('nav a[data-view="play"]');
  await page.click("summary >> text=More about");
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const [end, tools] = await page.evaluate(() => {
    const buttons = [...document.querySelectorAll("#view-play .panel > :not(.tools) button, #view-play .panel a.button")].filter((one) => one.offsetParent);
    return [Math.max(...buttons.map((one) => one.getBoundingClientRect().bottom)), document.getElementById("tools").getBoundingClientRect().top];
  });
  assert.ok(end <= tools, `the last button ends at ${end}, the toolbar begins at ${tools}`);
});

// Regression test: at this width the page had the styles of a narrow window, but the grid had the size for a wide window.
visit("in a window of 820 pixels, the widest with the narrow layout, the height does not limit the board", { viewport: { width: 820, height: 500 } }, async ({ page }) => {
  await load(page, "11/cave-canem.non");
  const { width } = await bounds(cell(page, 1, 1));
  assert.ok(width > 40, `a cell is ${width} pixels wide`);
});

visit("a notification covers no cells, and the help lists it", PHONE, async ({ page }) => {
  await load(page, "32/innocent.non");
  await page.evaluate(() => document.getElementById("try").click());
  await page.waitForSelector("#toast.shown");
  const [toast, tools] = [await bounds(page.locator("#toast")), await bounds(page.locator("#tools"))];
  const text = await page.textContent("#toast");
  // It covers the toolbar, which covers no cells because the window on the board ends above it.
  assert.ok(toast.y >= tools.y, JSON.stringify([toast, tools]));
  await page.click("#help");
  await eventually.equal(() => page.locator("#messages li").last().textContent(), text);
});
