// The address and the history of the page, the skip link, and the focus after a change of view.
// Run by scripts/test-page, which builds the page first.

import assert from "node:assert/strict";
import { cells } from "./browser.mjs";
import { eventually, visitors } from "./session.mjs";

const { visit } = visitors();

visit("Back leads from a puzzle to the library, where it was; the puzzle is in the address", {}, async ({ page }) => {
  await page.click('nav a[data-view="library"]');
  const card = page.locator("#shelf .puzzle >> nth=100");
  // Waits until the cards that have come onto the screen have their heights.
  await card.hover();
  const { y: top } = await card.boundingBox();
  const title = await card.locator("b").textContent();
  await card.click();
  await page.waitForSelector("#view-play:not([hidden])");
  await eventually.equal(() => page.textContent("#title"), title);
  await eventually.match(() => page.title(), new RegExp(title.slice(0, 5)));
  const address = page.url();
  assert.match(address, /#p=[\w-]+$/);
  await page.goBack();
  await page.waitForSelector("#view-library:not([hidden])");
  await eventually.ok(async () => Math.abs((await card.boundingBox()).y - top) < 200);
  await eventually.match(() => page.title(), /^Library/);
  await page.goForward();
  await page.waitForSelector("#view-play:not([hidden])");
  await eventually.equal(() => page.textContent("#title"), title);
  // The address opens the same puzzle elsewhere.
  await page.goto("about:blank");
  await page.evaluate(() => {});
  await page.goto(address);
  await page.waitForFunction((wanted) => document.getElementById("title").textContent === wanted, title);
  await eventually.match(() => cells(page), /^\?+$/);
});

visit("the skip link of each view leads to its content, and a change of view moves the focus to its heading", {}, async ({ page }) => {
  const content = { start: "choices", learn: "rules-page", play: "stage", library: "shelf", make: "easel", fpga: "boards" };
  for (const [view, id] of Object.entries(content)) {
    await page.evaluate((hash) => (location.hash = hash), view);
    await page.waitForSelector(`#view-${view}:not([hidden])`);
    if (view !== "play") await page.waitForFunction((id) => document.activeElement.localName === "h1" && document.activeElement.closest("section")?.id === id, `view-${view}`);
    await page.locator(".skip").focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction((id) => document.activeElement.id === id, id);
    await eventually.ok(() => page.isVisible(`#view-${view}`), view);
  }
});
