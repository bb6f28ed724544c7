// Playing on the page: mouse, keyboard, touch, savepoints, zoom.
// Run by scripts/test-page, which builds the page first.

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { join } from "node:path";
import { bounds, cell, cells, openFile, playCross, root } from "./browser.mjs";
import { eventually, visitors } from "./session.mjs";

const { visit } = visitors();
const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 780 } };

visit("a drag of the mouse is one step, the right button marks, and the game is resumed after a reload", {}, async ({ page }) => {
  await playCross(page);
  const from = await bounds(cell(page, 2, 1));
  const to = await bounds(cell(page, 2, 3));
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(to.x + 5, to.y + 5, { steps: 4 });
  await page.mouse.up();
  await eventually.equal(() => cells(page), "???###???");
  await eventually.match(() => page.locator('#stage .head[aria-label="row 2: 3"]').getAttribute("class"), /met/);
  await cell(page, 1, 1).click({ button: "right" });
  await eventually.equal(() => cells(page), "-??###???");
  await page.click("#undo");
  await page.click("#undo");
  await eventually.equal(() => cells(page), "?????????");
  await page.click("#redo");
  await eventually.equal(() => cells(page), "???###???");
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await eventually.equal(() => cells(page), "???###???");
  await page.click("#undo");
  await eventually.equal(() => cells(page), "?????????");
  await page.click("label:has([value=mark])");
  await cell(page, 3, 3).click();
  await eventually.equal(() => cells(page), "????????-");
});

visit("a puzzle can be solved with the keyboard alone", {}, async ({ page }) => {
  await playCross(page);
  await cell(page, 1, 1).focus();
  await page.keyboard.press("x");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await eventually.equal(() => cells(page), "-#?###???");
  await page.keyboard.press("Control+z");
  await eventually.equal(() => cells(page), "-#?##????");
  await page.keyboard.press("Control+y");
  await page.keyboard.press("Backspace");
  await eventually.equal(() => cells(page), "-#?##????");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Space");
  await page.waitForSelector("#finish:not([hidden])");
  await eventually.match(() => page.textContent("#finish"), /cross.*Solved in 00:0/s);
  await page.keyboard.press("?");
  await eventually.ok(() => page.isVisible("#keys"));
});

visit("on a touch screen, a tap fills and a long press marks", PHONE, async ({ page }) => {
  await playCross(page);
  await cell(page, 2, 2).tap();
  await eventually.equal(() => cells(page), "????#????");
  const box = await bounds(cell(page, 1, 1));
  const touch = await page.context().newCDPSession(page);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await page.waitForFunction(() => document.querySelector("#stage .cell").classList.contains("x"));
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await eventually.equal(() => cells(page), "-???#????");
  await eventually.ok(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the screen");
});

visit("cells changed after a savepoint are tinted, and the changes can be undone together or kept", {}, async ({ page }) => {
  await playCross(page);
  await page.click("#try");
  await cell(page, 1, 1).click();
  await eventually.match(() => cell(page, 1, 1).getAttribute("class"), /tried/);
  await page.click("#takeback");
  await eventually.equal(() => cells(page), "?????????");
  await page.click("#try");
  await cell(page, 1, 2).click();
  await page.click("#keep");
  await eventually.equal(() => cells(page), "?#???????");
  await eventually.doesNotMatch(() => cell(page, 1, 2).getAttribute("class"), /tried/);
});

/** Moves two fingers in steps, lifts one, and moves and lifts the other. */
async function pinch(page, from, to) {
  const touch = await page.context().newCDPSession(page);
  const send = (type, points) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  await send("touchStart", [from[0]]);
  await send("touchStart", from);
  for (let step = 1; step <= 8; step++) {
    await send("touchMove", from.map(([x, y], finger) => [x + ((to[finger][0] - x) * step) / 8, y + ((to[finger][1] - y) * step) / 8]));
  }
  await send("touchEnd", [to[1]]);
  await send("touchMove", [[to[1][0] + 30, to[1][1] + 30]]);
  await send("touchEnd", []);
}

visit("on a touch screen, two fingers zoom and move the board, and draw nothing", PHONE, async ({ page }) => {
  const side = (place) => place.evaluate((one) => one.getBoundingClientRect().width);
  const middle = async (place) => {
    const box = await bounds(place);
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await openFile(page, join(root, "puzzles/library/11/cave-canem.non"));
  await page.waitForFunction(() => document.querySelectorAll("#stage .cell").length === 121);
  const target = cell(page, 6, 6);
  const before = await side(target);
  const [x, y] = await middle(target);
  const untouched = await cells(page);
  await pinch(page, [[x - 30, y], [x + 30, y]], [[x - 75, y], [x + 75, y]]);
  const after = await side(target);
  assert.ok(Math.abs(after / before - 2.5) < 0.1, `${before} px, then ${after} px`);
  const [nowX, nowY] = await middle(target);
  assert.ok(Math.hypot(nowX - x, nowY - y) < after / 2, "the cell between the fingers stays there");
  await eventually.equal(() => cells(page), untouched);
  await eventually.ok(() => page.isDisabled("#undo"), "the gesture is not a step");
  // The fingers move together: the grid follows them.
  await pinch(page, [[nowX - 40, nowY], [nowX + 40, nowY]], [[nowX - 40 - 50, nowY - 40], [nowX + 40 - 50, nowY - 40]]);
  const [movedX, movedY] = await middle(target);
  assert.ok(Math.abs(nowX - movedX - 50) < 3 && Math.abs(nowY - movedY - 40) < 3, `moved by ${nowX - movedX}, ${nowY - movedY}`);
  // The clue is still beside its row.
  const clue = await bounds(page.locator('#stage .head.row[data-name="row 6"]'));
  assert.ok(clue.x >= 0 && Math.abs(clue.y + clue.height / 2 - movedY) < 2);
  await target.tap();
  await eventually.equal(async () => (await cells(page))[5 * 11 + 5], "#");
  await pinch(page, [[x - 90, y], [x + 90, y]], [[x - 10, y], [x + 10, y]]);
  await eventually.equal(() => side(target), before);
});

visit("keys and the wheel zoom, and a key restores the size that fits", {}, async ({ page }) => {
  const width = () => cell(page, 1, 1).evaluate((one) => one.getBoundingClientRect().width);
  const fits = await width();
  await cell(page, 3, 3).focus();
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await eventually.ok(async () => (await width()) > 1.4 * fits);
  await page.keyboard.press("0");
  await eventually.equal(() => width(), fits);
  await cell(page, 3, 3).hover();
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -100);
  await page.waitForFunction((least) => document.querySelector("#stage .cell").getBoundingClientRect().width > least, 1.2 * fits);
  await page.keyboard.up("Control");
});

visit("a drag on a board of 64 x 64 cells redraws only the cell that it reaches, and the clues of its lines and of the column that it leaves", {}, async ({ page }) => {
  const drawing = Array.from({ length: 64 }, (_, row) => Array.from({ length: 64 }, (_, column) => ((row * 7 + column * 3) % 5 < 3 ? "#" : "-")).join("")).join("\n");
  await openFile(page, { name: "large.txt", mimeType: "text/plain", buffer: Buffer.from(drawing) });
  await page.waitForFunction(() => document.querySelectorAll("#stage .cell").length === 64 * 64);
  const from = await bounds(cell(page, 20, 10));
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.evaluate(() => {
    globalThis.steps = [];
    const board = document.querySelector("#stage .board");
    const cells = new Map([...board.querySelectorAll(".cell")].map((one, place) => [one, place]));
    const seen = { cells: new Set(), heads: new Set(), asked: new Set() };
    // Collects all cells that the page accesses: it reads a cell's class before setting it.
    const { get, set } = Object.getOwnPropertyDescriptor(Element.prototype, "className");
    Object.defineProperty(Element.prototype, "className", {
      get() {
        if (cells.has(this)) seen.asked.add(cells.get(this));
        return get.call(this);
      },
      set,
    });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const head = target.closest(".head");
        if (cells.has(target)) seen.cells.add(cells.get(target));
        else if (head) seen.heads.add(head.dataset.name);
      }
    }).observe(board, { attributes: true, attributeFilter: ["class"], childList: true, subtree: true });
    globalThis.step = async () => {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      globalThis.steps.push([[...seen.cells], [...seen.heads], [...seen.asked]]);
      seen.asked.clear();
      seen.cells.clear();
      seen.heads.clear();
    };
  });
  for (let step = 1; step <= 6; step++) {
    await page.mouse.move(from.x + 5 + step * from.width, from.y + 5);
    await page.evaluate(() => globalThis.step());
  }
  await page.mouse.up();
  const steps = await page.evaluate(() => globalThis.steps);
  // The highlight moves from a column's clue to that of the next column; the row's clue stays highlighted.
  const allowed = (step) => [`row 20`, `column ${10 + step}`, `column ${11 + step}`];
  steps.forEach(([touched, heads, asked], nth) => {
    assert.deepEqual(asked, touched);
    assert.deepEqual(touched, [19 * 64 + 10 + nth], `step ${nth + 1}`);
    assert.deepEqual(heads.filter((head) => !allowed(nth).includes(head)), []);
  });
  assert.equal(steps.length, 6);
});

visit("the symbols of hints are solid in small cells", { viewport: { width: 900, height: 700 } }, async ({ page }) => {
  await openFile(page, join(root, "puzzles/library/64/night-passage.non"));
  await page.waitForFunction(() => /64 × 64/.test(document.getElementById("about").textContent));
  await page.click("#hint");
  await page.waitForSelector("#apply");
  const hint = page.locator("#stage .cell.hint").first();
  await hint.evaluate((one) => one.scrollIntoView({ block: "center", inline: "center" }));
  const { x, y, width, height } = await bounds(hint);
  assert.ok(width < 20, `${width}`);
  // At least a quarter of the cell has the colour of the symbol.
  const png = (await page.screenshot({ clip: { x, y, width, height } })).toString("base64");
  const share = await page.evaluate(async (png) => {
    const symbol = document.createElement("div");
    symbol.style.color = "var(--amber-ink)";
    document.body.append(symbol);
    const wanted = getComputedStyle(symbol).color.match(/\d+/g).map(Number);
    symbol.remove();
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let alike = 0;
    for (let at = 0; at < data.length; at += 4) alike += wanted.every((level, part) => Math.abs(data[at + part] - level) < 40);
    return (4 * alike) / data.length;
  }, png);
  assert.ok(share > 0.25, `${share}`);
});
