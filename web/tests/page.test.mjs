// The page in a browser: help, typed clues, searches, the library, links, stored data, accessibility, and offline use.
// Run by scripts/test-page, which builds the page first.

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { cell, cells, openFile, playCross, root, solve } from "./browser.mjs";
import { random } from "./random.mjs";
import { eventually, visitors } from "./session.mjs";

const session = visitors();

const { visit } = session;

visit("hints lead to the solution, a check shows mistakes, and the solver proves that the solution is unique", {}, async ({ page }) => {
  await playCross(page);
  for (let step = 0; step < 9 && !(await page.locator("#stage.solved").count()); step++) {
    await page.click("#hint");
    await page.click("#apply");
  }
  await eventually.ok(() => page.locator("#stage.solved").count());
  await page.click("summary >> text=More about");
  await page.click("#reset");
  await eventually.equal(() => cells(page), "?????????");
  await cell(page, 1, 1).click();
  await page.click("#check");
  await page.waitForSelector("#advice.wrong");
  await eventually.match(() => page.textContent("#advice"), /1 mistake/);
  await eventually.match(() => cell(page, 1, 1).getAttribute("class"), /bad/);
  await page.click("#apply");
  await eventually.equal(() => cells(page), "?????????");
  await solve(page);
  await page.waitForSelector("#advice.unique");
  await eventually.match(() => page.textContent("#advice"), /only solution/);
  await eventually.equal(() => cells(page), "-#-###-#-");
  await page.click("#count");
  await page.waitForFunction(() => /1 solution/.test(document.getElementById("advice").textContent));
  await page.click("#rate");
  await page.waitForSelector("#advice.rated");
});

visit("the difficulty is shown below the title, for puzzles of the library and others", {}, async ({ page }) => {
  // The first puzzle is from the library.
  await page.waitForFunction(() => /7 × 7 · easy, \d/.test(document.getElementById("about").textContent));
  await playCross(page);
  await page.waitForFunction(() => /3 × 3 · easy, \d/.test(document.getElementById("about").textContent));
});

visit("typed clues of a chosen size are checked before the other side is typed", {}, async ({ page }) => {
  const complains = (text) =>
    page.waitForFunction((text) => document.getElementById("complaints").textContent.includes(text), text);
  await page.click('nav a[data-view="library"]');
  await page.click("#show-typed");
  await page.fill("#typed [name=height]", "2");
  await page.fill("#typed [name=width]", "3");
  await page.fill("#typed [name=rows]", "2 2");
  await complains("row 1 needs 5 cells; the line has 3");
  await page.fill("#typed [name=rows]", "2\n1");
  await page.fill("#typed [name=columns]", "1\n1\n1\n1");
  await complains("column 4 is one too many; the size is 3 columns");
  await page.fill("#typed [name=columns]", "1\n2\n0");
  await page.click("#typed button:enabled");
  await page.waitForFunction(() => document.getElementById("about").textContent.includes("2 × 3"));
});

visit("several solutions are counted, and the cells in which they differ are highlighted", {}, async ({ page }) => {
  await page.click('nav a[data-view="library"]');
  await page.click("#show-typed");
  await page.fill("#typed [name=rows]", "1\n1\n1\n1");
  await page.fill("#typed [name=columns]", "1\n1\n1\n5");
  await page.waitForFunction(() => /column 4 needs 5 cells/.test(document.getElementById("complaints").textContent));
  await page.fill("#typed [name=columns]", "1\n1\n1\n1");
  await page.click("#typed button:enabled");
  await page.click("summary >> text=More about");
  await page.click("#count");
  await page.waitForFunction(() => /24 solutions/.test(document.getElementById("advice").textContent));
  await page.click("#second");
  await page.waitForSelector("#stage .looked");
});

visit("a search can be stopped, and another one started", {}, async ({ page }) => {
  await page.click('nav a[data-view="library"]');
  await page.click("#show-generate");
  await page.fill("#generate [name=rows]", "40");
  await page.fill("#generate [name=columns]", "40");
  await page.fill("#generate [name=density]", "30");
  await page.click("#generate .primary");
  await page.click("#stop");
  await page.waitForFunction(() => document.getElementById("toast").textContent === "Stopped.");
  await page.fill("#generate [name=rows]", "6");
  await page.fill("#generate [name=columns]", "5");
  await page.fill("#generate [name=density]", "60");
  await page.click("#generate .primary");
  await page.waitForFunction(() => /^Random 6 × 5, no\. \d+$/.test(document.getElementById("title").textContent));
});

visit("the library can be filtered by size, opens a puzzle, and shows that it was begun", {}, async ({ page }) => {
  await page.click('nav a[data-view="library"]');
  await page.waitForSelector("#shelf .puzzle");
  const all = await page.locator("#shelf .puzzle").count();
  assert.ok(all > 200, `${all} puzzles`);
  await page.click("#sizes label:nth-child(2)");
  await eventually.equal(() => page.locator("#shelf .puzzle").count(), 30);
  await page.click("#shelf .puzzle >> text=Checkmate");
  await page.waitForFunction(() => document.getElementById("title").textContent === "Checkmate");
  await eventually.equal(() => page.locator("#stage .cell").count(), 49);
  await cell(page, 1, 1).click();
  await page.click('nav a[data-view="library"]');
  await page.waitForSelector("#shelf .puzzle.begun >> text=Checkmate");
});

visit("a link contains the puzzle and its title", {}, async ({ page }) => {
  await playCross(page);
  await page.click("#share");
  await page.waitForFunction(() => document.getElementById("link").value !== "");
  const link = await page.inputValue("#link");
  assert.match(link, /#p=[\w-]+$/);
  await eventually.ok(() => page.isVisible("#qr svg"));
  // The upper edge of a finder pattern, then a light module.
  await eventually.match(() => page.getAttribute("#qr path", "d"), /^(M[0-6] 0h1v1h-1z){7}M(?!7 )/);
  const { page: other, context, complaints } = await session.open({ hash: link.slice(session.address.length) });
  await other.waitForFunction(() => document.querySelectorAll("#stage .cell").length === 9);
  await eventually.equal(() => other.textContent("#title"), "cross");
  await solve(other);
  await other.waitForSelector("#advice.unique");
  await eventually.equal(() => cells(other), "-#-###-#-");
  assert.deepEqual(complaints, []);
  await context.close();
  await page.goto(`${session.address}#p=AQ`);
  await page.waitForFunction(() => /damaged: it ends in the size/.test(document.getElementById("toast").textContent));
});

visit("the page still works after a damaged link, even if it is the first address opened", { hash: "#p=AQ" }, async ({ page }) => {
  await page.waitForFunction(() => /damaged: it ends in the size/.test(document.getElementById("toast").textContent));
  await page.waitForSelector("#view-play:not([hidden]) .cell");
  await cell(page, 1, 1).click();
  await eventually.equal(async () => (await cells(page))[0], "#");
});

/** Invalid stored data, as left by another version or edited by hand. */
const FOREIGN = {
  "nonogram:last": '{"rows":3,"title":"Old"}',
  "nonogram:drawing": '{"rows":2,"columns":2,"cells":"#########"}',
  "nonogram:signals": '{"classic":["gone.away"]}',
  "nonogram:theme": "{",
};
const prepare = (page) => page.addInitScript((kept) => Object.entries(kept).forEach((entry) => localStorage.setItem(...entry)), FOREIGN);

visit("stored data that cannot be read is ignored", { prepare }, async ({ page }) => {
  await page.waitForFunction(() => document.getElementById("title").textContent === "Checkmate");
  await page.click('nav a[data-view="make"]');
  await page.waitForSelector("#easel .cell");
  await eventually.equal(() => page.locator("#easel .cell").count(), 144);
  await page.click('nav a[data-view="fpga"]');
  await page.click("#fpga-byte");
  await page.waitForFunction(() => /1 \/ \d+ bytes/.test(document.querySelector(".pipeline")?.textContent));
  await eventually.equal(() => page.locator(".signals li").count(), 0);
});

visit("results of a search are not shown if another puzzle was opened meanwhile", {}, async ({ page }) => {
  // This puzzle cannot be settled within the limit of five seconds.
  const draw = random(5);
  const drawing = Array.from({ length: 64 }, () => Array.from({ length: 64 }, () => (draw(100) < 45 ? "#" : "-")).join("")).join("\n");
  await openFile(page, { name: "hard.txt", mimeType: "text/plain", buffer: Buffer.from(drawing) });
  await page.waitForFunction(() => document.getElementById("title").textContent === "hard");
  await page.click("summary >> text=More about");
  await page.selectOption("#limit", "5");
  await solve(page);
  // A link can be made while the search is running, because another worker makes it.
  await page.click("#share");
  await page.waitForFunction(() => document.getElementById("link").value !== "");
  await page.click('nav a[data-view="library"]');
  await page.click("#shelf .puzzle >> text=Checkmate");
  await page.waitForFunction(() => document.getElementById("title").textContent === "Checkmate");
  await page.waitForSelector("#busy", { state: "hidden" });
  await eventually.equal(() => page.textContent("#advice"), "");
  await eventually.equal(() => cells(page), "?".repeat(49));
});

/** The dialogs other than the help, and the identifiers of the elements that open them. */
const OPENERS = { settings: "settings-button", paper: "print" };
const DIALOGS = ["keys", ...Object.keys(OPENERS)];

for (const colorScheme of ["light", "dark"]) {
  visit(`axe finds no accessibility violations (${colorScheme})`, { colorScheme }, async ({ page }) => {
    const axe = await readFile(join(root, "web/node_modules/axe-core/axe.min.js"), "utf8");
    // The debugger loads axe, because the page's security policy blocks foreign scripts.
    await page.evaluate(axe);
    await page.click("#hint");
    await page.waitForSelector("#apply");
    for (const view of ["play", "library", "make", "fpga", "search", "start", "learn", ...DIALOGS]) {
      if (view === "keys") await page.click("#help");
      else if (view in OPENERS) await page.evaluate((opener) => [document.querySelector("dialog[open]").close(), document.getElementById(opener).click()], OPENERS[view]);
      else if (view === "search") {
        await page.selectOption("#fpga-core", "clue");
        await page.click("#fpga-fact");
      } else await page.evaluate((hash) => (location.hash = hash), view);
      await page.waitForSelector(DIALOGS.includes(view) ? `#${view}[open]` : view === "search" ? ".search:not([hidden])" : `#view-${view}:not([hidden])`);
      if (view === "library") await page.waitForSelector("#shelf .puzzle");
      if (view === "make") {
        await page.click("#paint-add");
        await page.locator("#make-palette label").nth(2).waitFor();
        await cell(page, 1, 1, "#easel").click();
        await page.waitForSelector("#judgement p");
      }
      if (view === "fpga") {
        await page.waitForSelector(".fpga .cell");
        await page.fill(".signals form input", "parser.control.state");
        await page.click(".signals form button");
        await page.waitForSelector(".signals li");
      }
      // In the main views the whole page is checked; in the others only their own elements.
      const part = ["play", "library", "make", "fpga"].includes(view) ? "html" : DIALOGS.includes(view) ? `#${view}` : view === "search" ? ".search" : `#view-${view}`;
      const violations = await page.evaluate(async (within) => (await globalThis.axe.run(within)).violations, part);
      const told = violations.map(({ id, nodes }) => `${view}: ${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(" | ")}`);
      assert.deepEqual(told, []);
    }
  });
}

visit("after the first visit the page works offline", {}, async ({ page, context }) => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await context.setOffline(true);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await page.click("#hint");
  await page.waitForSelector("#apply");
});
