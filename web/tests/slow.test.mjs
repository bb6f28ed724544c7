// A first visit on a slow line, and a browser that stores nothing.
// Run by scripts/test-page, which builds the page first.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cell, launch, serve } from "./browser.mjs";
import { eventually, visitors } from "./session.mjs";

const { visit } = visitors();

/** Bytes per second of a line of 1.6 Mbit/s, and its latency in milliseconds. */
const [RATE, LATENCY] = [200_000, 150];

test("a first visit at 1.6 Mbit/s shows the start within 2 s, and how much is loaded, and plays within 8 s", async () => {
  const [browser, server] = await Promise.all([launch(), serve()]);
  try {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 860 }, serviceWorkers: "block" })).newPage();
    const network = await page.context().newCDPSession(page);
    await network.send("Network.emulateNetworkConditions", { offline: false, latency: LATENCY, downloadThroughput: RATE, uploadThroughput: RATE });
    // Seconds of the line for what has been loaded so far, whatever else the machine does.
    const transferred = () => performance.getEntries().reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
    const seconds = async () => (await page.evaluate(transferred)) / RATE;
    await page.goto(server.address, { waitUntil: "commit" });
    await page.waitForSelector("#choose-learn .picture svg");
    const start = await seconds();
    assert.ok(start < 2, `the start is shown after ${start} s`);
    await page.click("#choose-learn");
    await page.waitForSelector("#rules svg");
    await page.waitForFunction(() => document.querySelector("#loading:not([hidden]) progress")?.value > 0.1);
    await page.click('nav a[data-view="play"]');
    await cell(page, 1, 1).click();
    await page.waitForSelector("#stage .cell.f");
    const played = await seconds();
    assert.ok(played > 3 && played < 8, `a cell is filled after ${played} s`);
    await eventually.ok(() => page.isHidden("#loading"));
  } finally {
    await browser.close();
    await server.stop();
  }
});

const blocked = (page) =>
  page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });

visit("a browser that stores nothing is reported once, and the help lists the report", { prepare: blocked }, async ({ page }) => {
  await page.waitForFunction(() => /progress is not kept/.test(document.getElementById("toast").textContent));
  for (let column = 1; column < 4; column++) await cell(page, 1, column).click();
  await page.click("#help");
  await eventually.equal(() => page.locator("#messages li >> text=progress is not kept").count(), 1);
  await eventually.ok(() => page.isVisible("#h-messages"));
});
