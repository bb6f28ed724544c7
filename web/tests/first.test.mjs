// The first visit: three choices, the rules, the coach, help and keys, the timer.
// Run by scripts/test-page, which builds the page first.

import assert from "node:assert/strict";
import { cell, cells, playCross } from "./browser.mjs";
import { eventually, visitors } from "./session.mjs";

const { visit } = visitors();
const NEW = { hash: "" };

visit("a first visit offers to learn, to play, and to watch the FPGA", NEW, async ({ page }) => {
  await page.waitForSelector("#view-start:not([hidden])");
  for (const [choice, view] of [["learn", "learn"], ["play", "play"], ["fpga", "fpga"]]) {
    await page.click(`#choose-${choice}`);
    await page.waitForSelector(`#view-${view}:not([hidden])`);
    await page.click(".brand");
    await page.waitForSelector("#view-start:not([hidden])");
  }
  await page.goto(page.url().replace(/#.*/, ""));
  await page.waitForSelector("body[data-ready]");
  await eventually.ok(() => page.isVisible("#view-play"), "a later visit resumes the last puzzle");
});

visit("the rules are shown in five pictures", NEW, async ({ page }) => {
  await page.click("#choose-learn");
  await eventually.equal(() => page.locator("#rules li svg").count(), 5);
  await eventually.ok(async () => (await page.locator("#rules p").allTextContents()).every((words) => words.length > 40));
});

visit("three guided puzzles explain each step, point out a mistake, and lead to play", NEW, async ({ page }) => {
  await page.click("#choose-learn");
  await page.click("#lesson-begin");
  await page.waitForSelector("#lesson-stage .hint");
  await eventually.match(() => page.textContent("#coach"), /Row 2: the 5 fills the whole line, so cells 1-5 are filled\./);
  // A mistake is pointed out and taken back.
  await cell(page, 1, 1, "#lesson-stage").click();
  await page.waitForSelector("#lesson-stage .bad");
  await page.click("#coach button");
  await page.waitForSelector("#lesson-stage .bad", { state: "detached" });
  await eventually.equal(async () => (await cells(page, "#lesson-stage"))[0], "?");
  // Fills the highlighted row by hand.
  await cell(page, 2, 1, "#lesson-stage").dragTo(cell(page, 2, 5, "#lesson-stage"));
  await page.waitForFunction(() => !document.querySelector("#coach").textContent.includes("Row 2"));
  for (let lesson = 1; lesson <= 3; lesson++) {
    await page.waitForFunction((nth) => document.getElementById("lesson-nth").textContent === `Puzzle ${nth} of 3`, lesson);
    for (let step = 0; step < 25 && !(await page.locator("#lesson-stage.solved").count()); step++) {
      const words = await page.textContent("#coach");
      assert.match(words, /, so |whichever/, words);
      await page.click("#lesson-show");
      await page.waitForFunction((before) => document.getElementById("coach").textContent !== before, words);
    }
    await page.click("#coach button >> nth=0");
  }
  await page.waitForSelector("#view-play:not([hidden])");
});

visit("help shows the keys and leads to the rules", {}, async ({ page }) => {
  await eventually.ok(() => page.isVisible(".panel .key-list"), "the keys are listed beside the puzzle");
  await page.click("#help");
  await eventually.ok(async () => (await page.locator("#keys .key-list dt").count()) >= 8);
  await page.click("#keys-learn");
  await page.waitForSelector("#view-learn:not([hidden])");
});

visit("the timer starts with the first move, and pauses", { prepare: (page) => page.clock.install() }, async ({ page }) => {
  await playCross(page);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.clock.runFor(5000);
  await eventually.equal(() => page.textContent("#timer"), "00:00");
  await cell(page, 1, 2).click();
  await page.clock.runFor(5000);
  await eventually.match(() => page.textContent("#timer"), /00:0[45]/);
  const time = await page.textContent("#timer");
  await page.click("#pause");
  await page.clock.runFor(5000);
  await eventually.equal(() => page.textContent("#timer"), time);
  await eventually.equal(() => page.textContent("#timer-state"), "paused");
  await cell(page, 2, 2).click();
  await page.clock.runFor(2000);
  await eventually.notEqual(() => page.textContent("#timer"), time);
});

visit("no picture of the start or the rules is the solution of a puzzle that follows", NEW, async ({ page }) => {
  const picture = (place) => page.locator(`${place} svg`).first().evaluate((svg) => Array.from(svg.querySelectorAll("rect"), (cell) => (cell.classList.contains("filled") ? "#" : "-")).join(""));
  const shown = [await picture("[data-picture=play]")];
  await page.click("#choose-learn");
  shown.push(await picture("#rules li"));
  for (const cells of shown) assert.notEqual(cells, "-#-#-##########-###---#--");
});
