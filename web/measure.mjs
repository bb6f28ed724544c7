// Measures the page in headless Chromium: times to the first paint and until a puzzle can be played, time per cell of a drag on a board
// of 64 x 64 cells, simulated cycles per second, and the time to power-on. Run `make page`, then `node web/measure.mjs`.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { cell, launch, open, openFile, root, serve } from "./tests/browser.mjs";

/** Number of runs of each measurement but the drag; the median is reported. */
const RUNS = 7;
/** Length of a drag, in cells. */
const DRAG = 40;
/** Number of drags; the median is reported. */
const DRAGS = 3;

const [browser, server] = await Promise.all([launch(), serve()]);

const middle = (numbers) => numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)];

/** Milliseconds from the start of the navigation to the first paint, and until a puzzle can be played, both on a first visit. */
async function first() {
  const prepare = (page) =>
    page.addInitScript(() => new MutationObserver(() => (globalThis.readyAt ??= document.body?.dataset.ready && performance.now())).observe(document, { subtree: true, attributes: true }));
  const { page, context } = await open(browser, server.address, { prepare });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  const times = await page.evaluate(() => [performance.getEntriesByName("first-contentful-paint")[0].startTime, globalThis.readyAt]);
  await context.close();
  return times;
}

/** Milliseconds of the page's thread per cell of a drag on 64 x 64 cells: total, script, style, layout. */
async function drag() {
  const { page, context } = await open(browser, server.address);
  const drawing = Array.from({ length: 64 }, (_, row) => Array.from({ length: 64 }, (_, column) => ((row * 7 + column * 3) % 5 < 3 ? "#" : "-")).join("")).join("\n");
  await openFile(page, { name: "large.txt", mimeType: "text/plain", buffer: Buffer.from(drawing) });
  await page.waitForFunction(() => document.querySelectorAll("#stage .cell").length === 64 * 64);
  // Waits for the end of the rating in the background.
  await page.waitForTimeout(5000);
  const session = await context.newCDPSession(page);
  // CPU time of the thread, not elapsed time.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const metrics = async () => Object.fromEntries((await session.send("Performance.getMetrics")).metrics.map(({ name, value }) => [name, value]));
  const from = await cell(page, 20, 10).boundingBox();
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  const before = await metrics();
  for (let step = 1; step <= DRAG; step++) {
    await page.mouse.move(from.x + 5 + step * from.width, from.y + 5 + (step % 2) * from.height);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  const after = await metrics();
  await page.mouse.up();
  await context.close();
  return ["TaskDuration", "ScriptDuration", "RecalcStyleDuration", "LayoutDuration"].map((name) => (1000 * (after[name] - before[name])) / DRAG);
}

/** Simulates a board from power-on to the end of its reply, in a worker: cycles, cycles per second, and milliseconds to power-on. */
async function simulated(core, file) {
  const { page, context } = await open(browser, server.address);
  const text = await readFile(join(root, file), "utf8");
  const found = await page.evaluate(async ([core, text]) => {
    const module = await WebAssembly.compileStreaming(fetch("nonogram_web_bg.wasm"));
    const worker = new Worker("worker.js", { type: "module" });
    worker.postMessage({ module });
    const call = (operation, ...args) =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => (data.error === undefined ? resolve(data.result) : reject(new Error(data.error)));
        worker.postMessage({ id: 0, operation, args });
      });
    const [sheet] = await call("read", "puzzle.non", new TextEncoder().encode(text));
    const boot = performance.now();
    await call("boot", core, JSON.stringify(sheet));
    const begin = performance.now();
    const { clocks } = await call("run", 4_000_000_000, "clocks", 1, 60_000);
    const seconds = (performance.now() - begin) / 1000;
    worker.terminate();
    return [clocks, clocks / seconds, begin - boot];
  }, [core, text]);
  await context.close();
  return found;
}

const firsts = [];
for (let run = 0; run < RUNS; run++) firsts.push(await first());
const drags = [];
for (let run = 0; run < DRAGS; run++) drags.push(await drag());
const column = (rows, nth) => middle(rows.map((row) => row[nth]));
console.log(`first paint after ${column(firsts, 0).toFixed(0)} ms, ready to play after ${column(firsts, 1).toFixed(0)} ms (median of ${RUNS})`);
console.log(`a cell of a drag over 64 x 64: ${column(drags, 0).toFixed(1)} ms of the page's thread; script ${column(drags, 1).toFixed(1)}, style ${column(drags, 2).toFixed(1)}, layout ${column(drags, 3).toFixed(1)} (median of ${DRAGS})`);
for (const [core, file] of [["clue", "puzzles/library/32-search/beats-paper.non"], ["classic", "puzzles/library/11/cave-canem.non"]]) {
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await simulated(core, file));
  console.log(`${core} core, ${file}: ${runs[0][0].toLocaleString("en")} cycles, ${Math.round(column(runs, 1)).toLocaleString("en")} per second, ready after ${column(runs, 2).toFixed(0)} ms (median of ${RUNS})`);
}
await browser.close();
await server.stop();
