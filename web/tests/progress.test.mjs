// Progress: the finish, the next puzzle, best times, export and import, starting again, settings.
// Run by scripts/test-page, which builds the page first.

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { bounds, cell, cells, downloaded, openFile, playCross, solve } from "./browser.mjs";
import { eventually, visitors } from "./session.mjs";

const { visit } = visitors();

const title = (page, wanted) => page.waitForFunction((text) => document.getElementById("title").textContent === text, wanted);

/** Opens a puzzle of the library by its title. */
async function pick(page, name) {
  await page.click('nav a[data-view="library"]');
  await page.click(`#shelf .puzzle:has(b:text-is("${name}"))`);
  await title(page, name);
}

/** Solves the puzzle by hand, as hints say; with `applies`, by applying the hints. */
async function finish(page, applies = false) {
  for (let step = 0; step < 60 && (await page.isHidden("#finish")); step++) {
    await page.click("#hint");
    await page.waitForSelector("#apply");
    if (applies) {
      await page.click("#apply");
      continue;
    }
    const found = await page.locator("#stage .cell").evaluateAll((all) => all.flatMap((one, place) => (one.matches(".hint") ? [[place, one.matches(".to-f")]] : [])));
    for (const [place, isFilled] of found) await page.locator(`#stage .cell >> nth=${place}`).click({ button: isFilled ? "left" : "right" });
  }
  await page.waitForSelector("#finish:not([hidden])");
}

visit("the finish shows picture, title and time, and leads to the next unsolved puzzle", {}, async ({ page }) => {
  await pick(page, "More of it");
  await finish(page);
  await eventually.equal(() => page.textContent("#finish-title"), "More of it");
  await eventually.match(() => page.textContent("#finish-time"), /^Solved in 00:0\d: your best time\.$/);
  await eventually.ok(() => page.isHidden("#stage"));
  const dark = await page.$eval("#finish-picture", (canvas) => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.filter((_, at) => at % 4 === 3).some((alpha) => alpha > 0));
  assert.ok(dark, "the picture is drawn");
  await page.click("#finish-next");
  await page.waitForFunction(() => document.getElementById("title").textContent !== "More of it");
  await eventually.ok(() => page.isVisible("#stage .cell"));
  await pick(page, "More of it");
  await eventually.ok(() => page.isVisible("#stage .cell"), "a solved puzzle opens with its grid");
});

visit("a game with applied hints is solved, but its time is no best time", {}, async ({ page }) => {
  await pick(page, "More of it");
  await finish(page, true);
  await eventually.match(() => page.textContent("#finish-time"), /with help, which is not counted as a best time/);
  await page.click("#settings-button");
  await eventually.match(() => page.textContent("#statistics"), /^1 puzzle solved, 0 best times/);
});

visit("Solve asks before it fills in the solution", {}, async ({ page }) => {
  await pick(page, "More of it");
  await page.click("summary >> text=More about");
  await page.click("#solve");
  await page.click("#solving button:not(.primary)");
  await eventually.match(() => cells(page), /^\?+$/);
  await page.click("#solve");
  await page.click("#solve-now");
  await page.waitForSelector("#advice.unique");
});

visit("a puzzle finished by the solver counts as unsolved", {}, async ({ page }) => {
  await pick(page, "More of it");
  await solve(page);
  await page.waitForSelector("#advice.unique");
  await eventually.ok(() => page.isHidden("#finish"));
  await page.click('nav a[data-view="library"]');
  await page.waitForSelector("#shelf .puzzle.helped >> text=solved with help");
  await page.selectOption("#state", "unsolved");
  await eventually.equal(() => page.locator('#shelf b:text-is("More of it")').count(), 1);
  await pick(page, "More of it");
  await page.click("summary >> text=More about");
  await page.click("#reset");
  await finish(page);
  await page.click('nav a[data-view="library"]');
  await page.waitForSelector('#shelf b:text-is("More of it")', { state: "detached" });
});

visit("best times and progress are kept, exported and imported", {}, async ({ page, context }) => {
  await pick(page, "More of it");
  await finish(page);
  await page.click("#settings-button");
  await eventually.match(() => page.textContent("#statistics"), /^1 puzzle solved, 1 best time/);
  const { name, bytes } = await downloaded(page, "#progress-save");
  assert.equal(name, "nonogram-progress.json");
  const other = await context.browser().newContext({ reducedMotion: "reduce" });
  const there = await other.newPage();
  await there.goto(page.url());
  await there.waitForSelector("body[data-ready]");
  await there.click("#settings-button");
  await there.setInputFiles("#progress-open", { name: "other.json", mimeType: "application/json", buffer: Buffer.from("[]") });
  await there.waitForFunction(() => /not a progress file/.test(document.getElementById("toast").textContent));
  await there.setInputFiles("#progress-open", { name, mimeType: "application/json", buffer: bytes });
  await there.waitForFunction(() => /^Imported the progress of/.test(document.getElementById("toast").textContent));
  await there.click("#settings .primary");
  await there.click('nav a[data-view="library"]');
  await there.waitForSelector("#shelf .puzzle.solved >> text=/best 00:0/");
  await other.close();
});

visit("start again clears cells and savepoints, and undo restores the cells", {}, async ({ page }) => {
  await playCross(page);
  await cell(page, 1, 2).click();
  await page.click("#try");
  await cell(page, 2, 2).click();
  await page.click("summary >> text=More about");
  await page.click("#reset");
  await eventually.equal(() => cells(page), "?????????");
  await eventually.ok(() => page.isDisabled("#takeback"));
  await eventually.equal(() => page.textContent("#try"), "Set savepoint");
  await page.click("#undo");
  await eventually.equal(() => cells(page), "?#??#????");
});

/** Options of a test with the given settings. */
const chosen = (settings) => ({ prepare: (page) => page.addInitScript((kept) => localStorage.setItem("nonogram:settings", JSON.stringify(kept)), settings) });

visit("finished lines are marked automatically, in the same step", chosen({ autoMarks: true }), async ({ page }) => {
  await playCross(page);
  await cell(page, 1, 2).click();
  await eventually.equal(() => cells(page), "-#-??????");
  await page.click("#undo");
  await eventually.equal(() => cells(page), "?????????");
});

visit("clues can be crossed off by tapping, and remain crossed off after a reload", chosen({ tapClues: true }), async ({ page }) => {
  await playCross(page);
  await cell(page, 1, 2).click();
  const number = page.locator('#stage .head[data-name="row 1"] span');
  await eventually.doesNotMatch(async () => (await number.getAttribute("class")) ?? "", /done/);
  await number.click();
  await eventually.match(() => number.getAttribute("class"), /done/);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await eventually.match(() => number.getAttribute("class"), /done/);
  await number.click();
  await eventually.doesNotMatch(() => number.getAttribute("class"), /done/);
});

for (const lockDrag of [true, false]) {
  visit(`a drag ${lockDrag ? "stays in its line" : "may leave its line if the setting is off"}`, chosen({ lockDrag }), async ({ page }) => {
    await openFile(page, { name: "five.txt", mimeType: "text/plain", buffer: Buffer.from("#####\n".repeat(5)) });
    await title(page, "five");
    const [from, to] = [await bounds(cell(page, 2, 1)), await bounds(cell(page, 4, 5))];
    await page.mouse.move(from.x + 9, from.y + 9);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width + 9, from.y + 9);
    await page.mouse.move(to.x + 9, to.y + 9, { steps: 6 });
    await page.mouse.up();
    const found = await cells(page);
    if (lockDrag) assert.equal(found, "?????#####???????????????");
    else assert.equal(found.slice(-6, -5), "#");
  });
}

visit("settings take effect immediately: no timer, left-handed, patterns", {}, async ({ page }) => {
  await page.click("#settings-button");
  await page.uncheck('[data-setting="timer"]');
  await page.check('[data-setting="leftHanded"]');
  await page.check('[data-setting="patterns"]');
  await page.click("#settings .primary");
  await eventually.ok(() => page.isHidden("#pause"));
  const [panel, stage] = await Promise.all(["#view-play .panel", "#stage"].map((place) => bounds(page.locator(place))));
  assert.ok(panel.x < stage.x);
  await page.click("#hint");
  await page.waitForSelector("#stage .hint");
  await eventually.equal(() => page.$eval("#stage .hint", (hint) => getComputedStyle(hint, "::after").borderTopWidth), "3px");
});
