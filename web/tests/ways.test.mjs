// The main views of the page by keyboard alone, and by touch on a phone 360 pixels wide.
// Run by scripts/test-page, which builds the page first.

import assert from "node:assert/strict";
import { bounds, cell, cells } from "./browser.mjs";
import { eventually, visitors } from "./session.mjs";

const { visit } = visitors();

/** Presses the Tab key until the wanted element has the focus. */
async function tabTo(page, selector) {
  for (let tab = 0; tab < 120; tab++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  assert.fail(`the Tab key does not reach ${selector}`);
}

/** Moves the focus to an element, and presses a key. */
async function press(page, selector, key = "Enter") {
  await tabTo(page, selector);
  await page.keyboard.press(key);
}

visit("the library, typed clues, the editor and the FPGA can be used with the keyboard alone", {}, async ({ page }) => {
  await press(page, ".skip");
  await press(page, 'nav [data-view="library"]');
  await page.waitForSelector("#shelf .puzzle");
  await press(page, "#sizes input", "ArrowRight");
  await press(page, "#order", "ArrowDown");
  await page.waitForFunction(() => document.querySelectorAll("#shelf .puzzle").length === 30);
  await press(page, "#shelf .puzzle");
  await page.waitForSelector("#view-play:not([hidden])");
  await press(page, "#stage .cell", "x");
  await eventually.equal(async () => (await cells(page))[0], "-");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("h");
  await page.waitForSelector("#apply");
  await press(page, "#apply");
  await eventually.match(() => cells(page), /[#-]/);
  await press(page, 'nav [data-view="library"]');
  await press(page, "#show-typed");
  await tabTo(page, "#typed [name=rows]");
  await page.keyboard.type("1 1\n3\n1");
  await tabTo(page, "#typed [name=columns]");
  await page.keyboard.type("2\n2\n2");
  await page.waitForSelector("#typed button:enabled");
  await press(page, "#typed .primary");
  await page.waitForFunction(() => document.getElementById("title").textContent === "Typed clues");
  await press(page, 'nav [data-view="make"]');
  await press(page, "#make-left-more");
  await press(page, "[name=brush]", "ArrowRight");
  await eventually.equal(() => page.evaluate(() => document.querySelector("[name=brush]:checked").value), "line");
  await press(page, 'nav [data-view="make"]');
  await press(page, "#easel .cell", "Space");
  await eventually.equal(async () => (await cells(page, "#easel")).length, 12 * 13);
  await eventually.equal(async () => (await cells(page, "#easel"))[0], "#");
  await press(page, 'nav [data-view="fpga"]');
  await press(page, "#fpga-byte");
  await page.waitForFunction(() => /1 \/ \d+ bytes/.test(document.querySelector(".pipeline")?.textContent));
  await press(page, "#fpga-phase");
  await page.waitForSelector('.fpga[data-phase="solving"]');
  await press(page, "#fpga-run");
  await page.waitForSelector('.fpga[data-phase="done"]');
  await eventually.match(() => page.textContent(".facts"), /solved, and every clue is satisfied/);
});

const SMALL = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } };

visit("the library, a puzzle, the editor and the FPGA can be used by touch on a small phone", SMALL, async ({ page, context }) => {
  const touch = await context.newCDPSession(page);
  let last = 0;
  const drag = async (from, to) => {
    const [start, end] = await Promise.all([bounds(from), bounds(to)]);
    const at = (part) => ({ x: start.x + 6 + (end.x - start.x) * part, y: start.y + 6 + (end.y - start.y) * part });
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at(0)] });
    for (let step = 1; step <= 4; step++) await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [at(step / 4)] });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    last = performance.now();
  };
  // Waits between taps, because the browser takes two quick taps for one gesture.
  const tap = async (selector) => {
    await page.waitForTimeout(Math.max(0, last + 400 - performance.now()));
    await page.tap(selector);
    last = performance.now();
  };
  const fits = async (view) => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${view} is no wider than the screen`);
  await tap('nav [data-view="library"]');
  await page.waitForSelector("#shelf .puzzle");
  await fits("library");
  await tap("#shelf .puzzle >> text=Checkmate");
  await page.waitForSelector('body[data-view="play"]');
  await fits("play");
  await eventually.equal(() => page.evaluate(() => window.scrollY), 0, "a puzzle is shown from its top");
  await drag(cell(page, 2, 1), cell(page, 2, 7));
  await eventually.equal(async () => (await cells(page)).slice(7, 14), "#######");
  await tap("#undo");
  await page.waitForFunction(() => !document.querySelector("#stage .cell.f"));
  await tap("label:has([value=mark])");
  await page.waitForFunction(() => document.querySelector("[name=mode]:checked").value === "mark");
  await tap("#stage .line:nth-child(2) .cell:nth-child(3)");
  await eventually.equal(() => cells(page), `?-${"?".repeat(47)}`);
  await tap("summary >> text=More about");
  await tap("#solve");
  await tap("#solve-now");
  await page.waitForSelector("#advice.unique");
  await tap('nav [data-view="make"]');
  await fits("make");
  await drag(cell(page, 3, 3, "#easel"), cell(page, 3, 8, "#easel"));
  await eventually.equal(async () => (await cells(page, "#easel")).replaceAll("?", ""), "######");
  await tap("#make-top-more");
  await page.waitForFunction(() => document.getElementById("make-rows").value === "13");
  await page.waitForSelector("#judgement p");
  await tap('nav [data-view="fpga"]');
  await page.locator("#fpga-core").selectOption("clue");
  await page.waitForSelector('.fpga[data-core="clue"] .cell');
  await fits("fpga");
  await tap("#fpga-run");
  await page.waitForSelector('.fpga[data-phase="done"]');
});
