// Takes screenshots of the page: `node web/screenshots.mjs FOLDER`. `make page-shots` builds all prerequisites first; the docs show two of
// the screenshots, `play` and `fpga`.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { cell, launch, open, root, serve } from "./tests/browser.mjs";

const folder = process.argv[2];
if (!folder) throw new Error("usage: node web/screenshots.mjs FOLDER");
await mkdir(folder, { recursive: true });
const [browser, server] = await Promise.all([launch(), serve()]);

/** Takes a screenshot of the page after `prepare`. */
async function shoot(name, options, prepare) {
  const { page, context } = await open(browser, server.address, options);
  await prepare(page);
  await page.mouse.move(2, 300);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}

async function load(page, file) {
  await page.click('nav a[data-view="library"]');
  await page.setInputFiles("#file", join(root, "puzzles/library", file));
  await page.waitForSelector("#view-play:not([hidden])");
}

/** Applies a number of hints, and shows the next one. */
async function half(page, steps) {
  for (let step = 0; step < steps; step++) {
    await page.click("#hint");
    await page.click("#apply");
  }
  await page.click("#hint");
  await page.waitForSelector("#apply");
}

const desktop = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

await shoot("play", desktop, async (page) => {
  await load(page, "16/boo.non");
  await half(page, 14);
});
await shoot("play-dark", { ...desktop, colorScheme: "dark" }, async (page) => {
  await load(page, "32/innocent.non");
  await half(page, 20);
});
await shoot("play-phone", phone, async (page) => {
  await load(page, "11/cave-canem.non");
  await half(page, 7);
});
await shoot("fpga", desktop, async (page) => {
  await load(page, "11/cave-canem.non");
  await page.click('nav a[data-view="fpga"]');
  await page.waitForSelector(".fpga .cell");
  await page.click("#fpga-phase");
  await page.waitForSelector('.fpga[data-phase="solving"]');
  for (let visit = 0; visit < 26; visit++) {
    await page.click("#fpga-visit");
    await page.waitForFunction((visits) => document.querySelector(".facts").textContent.includes(`· ${visits} visit`), visit + 1);
  }
  await page.locator("#fpga-tools").evaluate((tools) => window.scrollTo(0, tools.offsetTop));
});
await shoot("library", desktop, async (page) => {
  await page.click('nav a[data-view="library"]');
  await page.waitForSelector("#shelf .puzzle");
});
await shoot("library-phone", phone, async (page) => {
  await page.click('nav a[data-view="library"]');
  await page.waitForSelector("#shelf .puzzle");
});
await shoot("fpga-phone", phone, async (page) => {
  await page.click('nav a[data-view="fpga"]');
  await page.waitForSelector(".fpga .cell");
});
await shoot("make", desktop, async (page) => {
  await page.click('nav a[data-view="make"]');
  const drawing = ["--####--", "-#----#-", "#-#--#-#", "#------#", "#-#--#-#", "#--##--#", "-#----#-", "--####--"];
  for (const [row, line] of drawing.entries()) {
    for (const [column, mark] of [...line].entries()) if (mark === "#") await cell(page, row + 3, column + 3, "#easel").click();
  }
  await page.waitForSelector("#judgement p");
  if (await page.isEnabled("#propose")) {
    await page.click("#propose");
    await page.waitForSelector("#proposals li, #toast.shown");
  }
});

await browser.close();
await server.stop();
