// The library: scroll position, sizes and difficulties; dropped files and photos, damaged links, typed clues, the time limit.
// Run by scripts/test-page, which builds the page first.

import assert from "node:assert/strict";
import { join } from "node:path";
import { bounds, cell, openFile, playCross, root } from "./browser.mjs";
import { eventually, visitors } from "./session.mjs";

const session = visitors();
const { visit } = session;

visit("the library keeps its scroll position while it is drawn and when it is shown again", { viewport: { width: 390, height: 844 } }, async ({ page }) => {
  await page.click('nav a[data-view="library"]');
  await page.waitForSelector("#shelf .puzzle");
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  for (let place = 0; place < before; place += 800) {
    await page.evaluate((to) => window.scrollTo(0, to), place);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
  assert.ok(Math.abs((await height()) - before) < 80, `the height changes from ${before} to ${await height()} pixels, by more than a card`);
  await page.evaluate(() => window.scrollTo(0, 6000));
  const [title, place] = await page.evaluate(() => {
    const puzzle = document.elementFromPoint(195, 420).closest(".puzzle");
    return [puzzle.querySelector("b").textContent, window.scrollY];
  });
  await page.mouse.click(195, 420);
  await page.waitForFunction((wanted) => document.getElementById("title").textContent === wanted, title);
  await page.click('nav a[data-view="library"]');
  await page.waitForFunction((wanted) => Math.abs(window.scrollY - wanted) < 80, place);
});

visit("the choices of size show their maximum, and each level of difficulty has about a fifth of the puzzles", {}, async ({ page }) => {
  await page.click('nav a[data-view="library"]');
  await page.waitForSelector("#shelf .puzzle");
  await eventually.deepEqual(() => page.locator("#sizes span").allTextContents(), ["All", "up to 8", "up to 11", "up to 16", "up to 32", "up to 64"]);
  const words = await page.locator("#shelf small").allTextContents();
  const share = (word) => words.filter((text) => text.includes(word)).length / words.length;
  for (const word of ["easy", "moderate", "tricky", "hard", "fiendish"]) assert.ok(share(word) > 0.12 && share(word) < 0.28, `${word}: ${share(word)}`);
  assert.ok(words.every((text) => !text.includes("rating")));
});

/** Drops a photo on the page: a gradient, as JPEG. */
async function dropPhoto(page) {
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(300, 200);
    const context = canvas.getContext("2d");
    const gradient = context.createLinearGradient(0, 0, 300, 0);
    gradient.addColorStop(0, "#000");
    gradient.addColorStop(1, "#fff");
    context.fillStyle = gradient;
    context.fillRect(0, 0, 300, 200);
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([await canvas.convertToBlob({ type: "image/jpeg" })], "photo.jpg", { type: "image/jpeg" }));
    dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
  });
}

visit("several dropped files are listed for a choice, and those without a puzzle are named", {}, async ({ page }) => {
  const drop = (files) =>
    page.evaluate((all) => {
      const dataTransfer = new DataTransfer();
      for (const [name, content, type] of all) dataTransfer.items.add(new File([content], name, { type }));
      dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
    }, files);
  const says = (words) => page.waitForFunction((pattern) => new RegExp(pattern).test(document.getElementById("toast").textContent), words);
  await drop([["one.txt", "#-\n-#\n", "text/plain"], ["broken.non", "width x\n", "text/plain"], ["two.txt", "##\n##\n", "text/plain"]]);
  await page.waitForSelector("#found >> text=1. one");
  await says("broken\\.non");
  await page.click("#found >> text=2. two");
  await page.waitForFunction(() => document.getElementById("title").textContent === "two");
  // A drawing is traced from one picture.
  await page.click('nav a[data-view="make"]');
  await page.waitForSelector("#view-make:not([hidden])");
  await drop([["a.jpg", "", "image/jpeg"], ["b.jpg", "", "image/jpeg"]]);
  await says("drop a single file");
});

visit("a photo dropped on the library can be made into a puzzle", {}, async ({ page }) => {
  await page.click('nav a[data-view="library"]');
  await dropPhoto(page);
  await page.click("#found button >> text=Make a puzzle from it");
  await page.waitForSelector("#tracing[open]");
  await eventually.ok(() => page.isVisible("#view-make"));
});

visit("a photo dropped on the editor opens the import, whose preview follows the selected part, contrast, threshold and dithering", {}, async ({ page }) => {
  await page.click('nav a[data-view="make"]');
  await dropPhoto(page);
  await page.waitForSelector("#tracing[open]");
  await eventually.equal(() => page.textContent("#trace-size"), "20 rows, 30 columns");
  await page.fill("#trace-side", "12");
  await page.waitForFunction(() => document.getElementById("trace-size").textContent === "8 rows, 12 columns");
  const result = () => page.$eval("#trace-result", (canvas) => canvas.toDataURL());
  const seen = [await result()];
  const differs = async (what) => {
    const now = await result();
    assert.ok(!seen.includes(now), `${what} does not change the result`);
    seen.push(now);
  };
  const set = (id, value) => page.$eval(id, (input, to) => ((input.value = to), input.dispatchEvent(new Event("input", { bubbles: true }))), value);
  await set("#threshold", "60");
  await differs("the threshold");
  await set("#trace-contrast", "-80");
  await differs("contrast");
  await set("#trace-contrast", "0");
  await page.check("#trace-dither");
  await differs("dithering");
  await page.check("#trace-invert");
  await differs("swapping light and dark");
  const box = await bounds(page.locator("#trace-source"));
  await page.mouse.move(box.x + 2, box.y + 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 2, { steps: 3 });
  await page.mouse.up();
  await differs("the selected part");
  await eventually.equal(() => page.textContent("#trace-size"), "12 rows, 9 columns");
  await page.click("#trace-use");
  await page.waitForFunction(() => document.querySelectorAll("#easel .cell").length === 12 * 9);
});

visit("the message about a damaged link names the damaged part", {}, async ({ page }) => {
  await playCross(page);
  await page.click("#share");
  await page.waitForFunction(() => document.getElementById("link").value !== "");
  const link = await page.inputValue("#link");
  for (const [address, words] of [
    [link.slice(0, -3), /damaged: it ends in the picture/],
    [link.replace("#p=", "#p=é"), /damaged: character 1 of its code is/],
    [`${session.address}#p=CQMD`, /damaged, or made by a newer version: its first byte is 9/],
    [`${session.address}#p=AQMD_w`, /damaged: row \d of 3 is incomplete/],
  ]) {
    await page.evaluate((hash) => (location.hash = hash), address.slice(address.indexOf("#")));
    await page.waitForFunction((pattern) => new RegExp(pattern).test(document.getElementById("toast").textContent), words.source);
  }
});

visit("the examples in the fields for typed clues make a puzzle", {}, async ({ page }) => {
  await page.click('nav a[data-view="library"]');
  await page.click("#show-typed");
  for (const name of ["rows", "columns"]) await page.fill(`#typed [name=${name}]`, await page.getAttribute(`#typed [name=${name}]`, "placeholder"));
  await page.click("#typed .primary:enabled");
  await page.waitForFunction(() => document.getElementById("title").textContent === "Typed clues");
});

visit("the time limit is shown beside each search, and is the same for all", {}, async ({ page }) => {
  await page.click('nav a[data-view="library"]');
  await page.click("#show-generate");
  await page.selectOption("#generate .limit", "60");
  await page.click('nav a[data-view="make"]');
  await eventually.equal(() => page.inputValue("#verdict .limit"), "60");
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await eventually.equal(() => page.inputValue("#limit"), "60");
});

const titles = (page) => page.locator("#shelf b").allTextContents();

visit("the library is ordered by size, coloured puzzles included, and filtered by title, colours and state", {}, async ({ page }) => {
  await page.click('nav a[data-view="library"]');
  await page.waitForSelector("#shelf .puzzle");
  const areas = (await page.locator("#shelf small").allTextContents()).map((text) => text.match(/^(\d+) × (\d+)/).slice(1).reduce((one, other) => one * other, 1));
  assert.deepEqual(areas, areas.toSorted((one, other) => one - other));
  const all = areas.length;
  await page.selectOption("#colours", "many");
  const coloured = await page.locator("#shelf .puzzle").count();
  await eventually.equal(() => page.locator("#shelf .puzzle:has(.inks i)").count(), coloured);
  await eventually.match(() => page.locator("#shelf small").first().textContent(), /\d colours/);
  await page.selectOption("#colours", "two");
  await eventually.equal(() => page.locator("#shelf .puzzle").count(), all - coloured);
  await page.selectOption("#colours", "");
  await page.fill("#search", "DOT");
  await eventually.ok(async () => (await titles(page)).length < 10);
  await eventually.ok(async () => (await titles(page)).every((title) => /dot/i.test(title)));
  await page.click('#shelf .puzzle >> text="Dot dot"');
  await page.waitForSelector("#view-play:not([hidden])");
  await cell(page, 1, 1).click();
  await page.click('nav a[data-view="library"]');
  await page.fill("#search", "");
  await page.selectOption("#state", "begun");
  await eventually.deepEqual(() => titles(page), ["Dot dot"]);
});

visit("no title of the library is cut off", { viewport: { width: 1440, height: 900 } }, async ({ page }) => {
  await page.click('nav a[data-view="library"]');
  await page.waitForSelector("#shelf .puzzle");
  const cut = await page.locator("#shelf b").evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent));
  assert.deepEqual(cut, []);
});

visit("on a phone the library lists a part at first, and more on request", { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }, async ({ page }) => {
  await page.click('nav a[data-view="library"]');
  await page.waitForSelector("#shelf .puzzle");
  const before = await page.locator("#shelf .puzzle").count();
  await eventually.ok(() => page.evaluate(() => document.documentElement.scrollHeight < 4000 && document.documentElement.scrollWidth <= innerWidth));
  await page.click("#shelf-more");
  await page.waitForFunction((least) => document.querySelectorAll("#shelf .puzzle").length > least, before);
});

visit("typed clues are checked for uniqueness, and a random puzzle offers another one", {}, async ({ page }) => {
  await page.click('nav a[data-view="library"]');
  await page.click("#show-typed");
  await page.fill("#typed [name=rows]", "1\n1");
  await page.fill("#typed [name=columns]", "1\n1");
  await page.waitForFunction(() => /several solutions/.test(document.getElementById("typed-verdict").textContent));
  await page.fill("#typed [name=rows]", "2\n1");
  await page.fill("#typed [name=columns]", "2\n1");
  await page.waitForFunction(() => /only solution/.test(document.getElementById("typed-verdict").textContent));
  await page.click("#show-generate");
  await page.fill("#generate [name=rows]", "6");
  await page.fill("#generate [name=columns]", "6");
  await page.click("#generate .primary");
  await page.waitForFunction(() => /^Random 6 × 6, no\. \d+$/.test(document.getElementById("title").textContent));
  const before = await page.textContent("#title");
  await page.click("#another");
  await page.waitForFunction((old) => document.getElementById("title").textContent !== old && /^Random 6 × 6/.test(document.getElementById("title").textContent), before);
  await openFile(page, join(root, "puzzles/library/08/checkmate.non"));
  await page.waitForFunction(() => document.getElementById("title").textContent === "Checkmate");
  await eventually.ok(() => page.isHidden("#another"));
});
