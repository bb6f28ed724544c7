// The page in a browser: play, help, puzzles, links, the simulated FPGA, and what it keeps to itself.
// Run by scripts/test-page, after `make page`.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { cell, cells, nonogram, openFile, root } from "./browser.mjs";
import { visitors } from "./session.mjs";

const session = visitors();

/** A test with a page of its own, which must have nothing to complain about. */
function visit(name, options, body) {
  test(name, async () => {
    const visited = await session.open(options);
    try {
      await body(visited);
      assert.deepEqual(visited.complaints, []);
    } finally {
      await visited.context.close();
    }
  });
}

const CROSS = { name: "cross.txt", mimeType: "text/plain", buffer: Buffer.from("-#-\n###\n-#-\n") };

async function playCross(page) {
  await openFile(page, CROSS);
  await page.waitForFunction(() => document.getElementById("title").textContent === "cross");
}

visit("play by mouse: a drag is one step, the other button marks, and it resumes", {}, async ({ page }) => {
  await playCross(page);
  const from = await cell(page, 2, 1).boundingBox();
  const to = await cell(page, 2, 3).boundingBox();
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(to.x + 5, to.y + 5, { steps: 4 });
  await page.mouse.up();
  assert.equal(await cells(page), "???###???");
  assert.match(await page.locator('#stage .head[aria-label="row 2: 3"]').getAttribute("class"), /met/);
  await cell(page, 1, 1).click({ button: "right" });
  assert.equal(await cells(page), "-??###???");
  await page.click("#undo");
  await page.click("#undo");
  assert.equal(await cells(page), "?????????");
  await page.click("#redo");
  assert.equal(await cells(page), "???###???");
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  assert.equal(await cells(page), "???###???");
  await page.click("#undo");
  assert.equal(await cells(page), "?????????");
  await page.click("text=Mark");
  await cell(page, 3, 3).click();
  assert.equal(await cells(page), "????????-");
});

visit("play by keyboard alone, to the end", {}, async ({ page }) => {
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
  assert.equal(await cells(page), "-#?###???");
  await page.keyboard.press("Control+z");
  assert.equal(await cells(page), "-#?##????");
  await page.keyboard.press("Control+y");
  await page.keyboard.press("Backspace");
  assert.equal(await cells(page), "-#?##????");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Space");
  await page.waitForSelector("#stage.solved");
  assert.match(await page.textContent("#advice"), /Every clue is met/);
  await page.keyboard.press("?");
  assert.ok(await page.isVisible("#keys"));
});

visit("play by touch: a tap fills, a long press marks", { hasTouch: true, isMobile: true, viewport: { width: 390, height: 780 } }, async ({ page }) => {
  await playCross(page);
  await cell(page, 2, 2).tap();
  assert.equal(await cells(page), "????#????");
  const box = await cell(page, 1, 1).boundingBox();
  const touch = await page.context().newCDPSession(page);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await page.waitForFunction(() => document.querySelector("#stage .cell").classList.contains("x"));
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  assert.equal(await cells(page), "-???#????");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the screen");
});

visit("savepoints: try, go back, keep", {}, async ({ page }) => {
  await playCross(page);
  await page.click("#try");
  await cell(page, 1, 1).click();
  assert.match(await cell(page, 1, 1).getAttribute("class"), /tried/);
  await page.click("#takeback");
  assert.equal(await cells(page), "?????????");
  await page.click("#try");
  await cell(page, 1, 2).click();
  await page.click("#keep");
  assert.equal(await cells(page), "?#???????");
  assert.doesNotMatch(await cell(page, 1, 2).getAttribute("class"), /tried/);
});

visit("help: hints lead to the end, mistakes are shown, the solution is proven", {}, async ({ page }) => {
  await playCross(page);
  for (let step = 0; step < 9 && !(await page.locator("#stage.solved").count()); step++) {
    await page.click("#hint");
    await page.click("#apply");
  }
  assert.ok(await page.locator("#stage.solved").count());
  await page.click("summary >> text=More about");
  await page.click("#reset");
  assert.equal(await cells(page), "?????????");
  await cell(page, 1, 1).click();
  await page.click("#check");
  await page.waitForSelector("#advice.wrong");
  assert.match(await page.textContent("#advice"), /1 mistake/);
  assert.match(await cell(page, 1, 1).getAttribute("class"), /bad/);
  await page.click("#apply");
  assert.equal(await cells(page), "?????????");
  await page.click("#solve");
  await page.waitForSelector("#advice.unique");
  assert.match(await page.textContent("#advice"), /no other solution/);
  assert.equal(await cells(page), "-#-###-#-");
  await page.click("#count");
  await page.waitForFunction(() => /1 solution/.test(document.getElementById("advice").textContent));
  await page.click("#rate");
  await page.waitForSelector("#advice.rated");
});

visit("several solutions are counted, and where they differ is lit", {}, async ({ page }) => {
  await page.click('nav a[data-view="library"]');
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

visit("a search can be stopped, and has a limit", {}, async ({ page }) => {
  await page.click('nav a[data-view="library"]');
  await page.fill("#generate [name=rows]", "40");
  await page.fill("#generate [name=columns]", "40");
  await page.fill("#generate [name=density]", "30");
  await page.click("#generate button");
  await page.click("#stop");
  await page.waitForFunction(() => document.getElementById("toast").textContent === "Stopped.");
  await page.fill("#generate [name=rows]", "6");
  await page.fill("#generate [name=columns]", "5");
  await page.fill("#generate [name=density]", "60");
  await page.click("#generate button");
  await page.waitForFunction(() => /^Random 6 × 5/.test(document.getElementById("title").textContent));
});

visit("the gallery: sizes, a drawing, and its progress", {}, async ({ page }) => {
  await page.click('nav a[data-view="library"]');
  await page.waitForSelector("#shelf .puzzle");
  const all = await page.locator("#shelf .puzzle").count();
  assert.ok(all > 200, `${all} drawings`);
  await page.click("#sizes label:nth-child(2)");
  assert.equal(await page.locator("#shelf .puzzle").count(), 24);
  await page.click("#shelf .puzzle >> text=Checkmate");
  await page.waitForFunction(() => document.getElementById("title").textContent === "Checkmate");
  assert.equal(await page.locator("#stage .cell").count(), 49);
  await cell(page, 1, 1).click();
  await page.click('nav a[data-view="library"]');
  await page.waitForSelector("#shelf .puzzle.begun >> text=Checkmate");
});

visit("files: several puzzles are offered, broken ones are refused in words", {}, async ({ page }) => {
  const buffer = Buffer.from("#-#\n-#-\n\n##\n-#\n");
  await openFile(page, { name: "two.txt", mimeType: "text/plain", buffer });
  await page.click("#found >> text=2. two");
  await page.waitForFunction(() => document.querySelectorAll("#stage .cell").length === 4);
  await openFile(page, { name: "broken.non", mimeType: "text/plain", buffer: Buffer.from("width x\n") });
  await page.waitForFunction(() => /broken\.non/.test(document.getElementById("toast").textContent));
});

visit("a thousand broken files, and the page still plays", {}, async ({ page }) => {
  const source = await readFile(join(root, "puzzles/library/08/checkmate.non"));
  const answers = await page.evaluate(async (bytes) => {
    const module = await WebAssembly.compileStreaming(fetch("nonogram_web_bg.wasm"));
    const worker = new Worker("worker.js", { type: "module" });
    worker.postMessage({ module });
    // A small generator of numbers, so that the files are the same in every run.
    let state = 1;
    const random = (end) => (state = (state * 48271) % 2147483647) % end;
    let answered = 0;
    for (let id = 0; id < 1000; id++) {
      const broken = bytes.slice();
      for (let fault = 0; fault <= random(4); fault++) broken[random(broken.length)] = random(256);
      const name = ["a.non", "a.xml", "a.png", "a.pbm", "a.txt", "a.g", "a.nin", "a.mk", "a.cwd", "a"][random(10)];
      worker.postMessage({ id, operation: "read", args: [name, Uint8Array.from(broken.slice(0, 1 + random(broken.length)))] });
      const answer = await new Promise((resolve, reject) => {
        worker.onmessage = (event) => resolve(event.data);
        worker.onerror = (event) => reject(new Error(event.message));
      });
      if (answer.id === id && (answer.error || answer.result)) answered++;
    }
    worker.terminate();
    return answered;
  }, [...source]);
  assert.equal(answers, 1000);
});

visit("a link holds the puzzle, and only its clues", {}, async ({ page }) => {
  await playCross(page);
  await page.click("#share");
  await page.waitForFunction(() => document.getElementById("link").value !== "");
  const link = await page.inputValue("#link");
  assert.match(link, /#p=[\w-]+$/);
  assert.ok(await page.isVisible("#qr svg"));
  const { page: other, context, complaints } = await session.open({ hash: link.slice(session.address.length) });
  await other.waitForFunction(() => document.querySelectorAll("#stage .cell").length === 9);
  await other.click("#solve");
  await other.waitForSelector("#advice.unique");
  assert.equal(await cells(other), "-#-###-#-");
  assert.deepEqual(complaints, []);
  await context.close();
  await page.goto(`${session.address}#p=AQ`);
  await page.waitForFunction(() => /holds no puzzle/.test(document.getElementById("toast").textContent));
});

visit("the simulated FPGA, byte by byte, visit by visit, to a verified picture", {}, async ({ page }) => {
  const file = "puzzles/library/08/checkmate.non";
  await openFile(page, join(root, file));
  await page.waitForFunction(() => document.getElementById("title").textContent === "Checkmate");
  await page.click("#to-fpga");
  const board = page.locator('.fpga[data-core="classic"]');
  await board.waitFor();
  await page.click("#fpga-byte");
  await page.waitForFunction(() => /1 \/ \d+ bytes/.test(document.querySelector(".pipeline").textContent));
  await page.click("#fpga-phase");
  await page.waitForSelector('.fpga[data-phase="solving"]');
  await page.click("#fpga-visit");
  await page.waitForFunction(() => /· 1 visit/.test(document.querySelector(".facts").textContent));
  await page.click("#fpga-clock");
  await page.click("#fpga-run");
  await page.waitForSelector('.fpga[data-phase="done"]');
  const facts = await board.locator(".facts").textContent();
  assert.match(facts, /solved, and every clue is met/);
  const native = JSON.parse(nonogram("solve", "--json", "--core", "classic", file));
  assert.equal(await cells(page, ".fpga"), native.grid.join(""));
  assert.match(facts, new RegExp(`decided in ${native.cycles.toLocaleString("en")} clocks`));
  await page.selectOption("#fpga-core", "all");
  await page.waitForFunction(() => document.querySelectorAll(".fpga").length === 3);
  await page.click("#fpga-phase");
  await page.waitForFunction(() => document.querySelectorAll('.fpga[data-phase="solving"]').length === 3);
});

visit("the editor: drawn, judged, made unique, played", {}, async ({ page }) => {
  await page.click('nav a[data-view="make"]');
  await page.fill("#make-rows", "4");
  await page.fill("#make-columns", "5");
  await page.dispatchEvent("#make-columns", "change");
  await cell(page, 1, 1, "#easel").click();
  await cell(page, 2, 2, "#easel").click();
  await page.waitForSelector("#judgement.multiple");
  assert.ok((await page.locator("#easel .open").count()) > 0);
  await page.click("#propose");
  await page.click("#proposals li:first-child button");
  await page.waitForSelector("#judgement.unique");
  await page.click("#make-undo");
  await page.waitForSelector("#judgement.multiple");
  await page.click("#make-redo");
  await page.waitForSelector("#judgement.unique");
  await page.fill("#make-title", "Small");
  await page.click("#make-play");
  await page.waitForFunction(() => document.getElementById("title").textContent === "Small");
});

visit("a picture becomes a drawing", {}, async ({ page }) => {
  await page.click('nav a[data-view="make"]');
  const png = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(40, 20);
    const context = canvas.getContext("2d");
    context.fillStyle = "white";
    context.fillRect(0, 0, 40, 20);
    context.fillStyle = "black";
    context.fillRect(0, 0, 20, 20);
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  });
  await page.setInputFiles("#picture", { name: "half.png", mimeType: "image/png", buffer: Buffer.from(png) });
  await page.waitForFunction(() => document.querySelectorAll("#easel .cell").length === 72);
  assert.equal(await cells(page, "#easel"), "######??????".repeat(6));
  await page.waitForSelector("#judgement.unique");
});

visit("the page's solver says what the command says, on some of the library", {}, async ({ page }) => {
  const files = [];
  for (const folder of ["08", "11", "16", "32", "32-search"]) {
    const names = (await readdir(join(root, "puzzles/library", folder))).toSorted();
    files.push(...names.filter((_, nth) => nth % 2 === 0).map((name) => join("puzzles/library", folder, name)));
  }
  const lines = nonogram("solve", "--on", "software", "--json", ...files).trim().split("\n");
  const native = lines.map((line) => JSON.parse(line)).map(({ unique, grid }) => ({ unique, grid: grid.join("") }));
  const sources = await Promise.all(files.map(async (file) => [...(await readFile(join(root, file)))]));
  const found = await page.evaluate(async (all) => {
    const module = await WebAssembly.compileStreaming(fetch("nonogram_web_bg.wasm"));
    const worker = new Worker("worker.js", { type: "module" });
    worker.postMessage({ module });
    const call = (operation, ...args) =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data.result));
        worker.postMessage({ id: 0, operation, args });
      });
    const results = [];
    for (const bytes of all) {
      const [sheet] = await call("read", "a.non", Uint8Array.from(bytes));
      const { verdict, solutions } = await call("solve", JSON.stringify(sheet), 60_000);
      results.push({ unique: verdict === "unique", grid: solutions[0] });
    }
    return results;
  }, sources);
  assert.ok(files.length > 60);
  assert.deepEqual(found, native);
});

for (const colorScheme of ["light", "dark"]) {
  visit(`nothing stands in the way of anyone (${colorScheme})`, { colorScheme }, async ({ page }) => {
    const axe = await readFile(join(root, "web/node_modules/axe-core/axe.min.js"), "utf8");
    // Through the debugger: the page's own policy lets no foreign script in.
    await page.evaluate(axe);
    await page.click("#hint");
    await page.waitForSelector("#apply");
    for (const view of ["play", "library", "make", "fpga"]) {
      await page.click(`nav a[data-view="${view}"]`);
      if (view === "library") await page.waitForSelector("#shelf .puzzle");
      if (view === "make") await page.waitForSelector("#judgement p");
      if (view === "fpga") await page.waitForSelector(".fpga .cell");
      const violations = await page.evaluate(async () => (await globalThis.axe.run()).violations);
      const told = violations.map(({ id, nodes }) => `${view}: ${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(" | ")}`);
      assert.deepEqual(told, []);
    }
  });
}

visit("it works without a network once it was open", {}, async ({ page, context }) => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await context.setOffline(true);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await page.click("#hint");
  await page.waitForSelector("#apply");
});
