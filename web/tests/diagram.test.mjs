// The block diagram of the simulated FPGA: the blocks of the design, lit while active, with signals, reference and Verilog.
// Run by scripts/test-page, which builds the page first.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { nonogram, openFile, playCross, root } from "./browser.mjs";
import { eventually, visitors } from "./session.mjs";

const { visit } = visitors();
const dist = join(root, "web/dist");

/** The instances in the text of a module; those of a loop have its name and their numbers. */
function instancesOf(text) {
  const single = [...text.matchAll(/^ {4}(nonogram_\S+) (?:#\(.*\) )?(\S+)\($/gm)].map(([, module, name]) => ({ module, name }));
  const loops = [...text.matchAll(/^ {4}for \(genvar \w+ = 0; \w+ < (\d+); .*\) begin : (\S+)\n {8}(nonogram_\S+) (?:#\(.*\) )?\S+\($/gm)];
  return [...single, ...loops.flatMap(([, count, name, module]) => Array.from({ length: Number(count) }, (_, place) => ({ module, name: `${name}_${place}` })))];
}

/** The modules of a build's emitted Verilog: the text and the instances of each. */
function modulesOf(build) {
  const verilog = nonogram("verilog", "--build", build);
  const modules = [...verilog.matchAll(/^module (\S+?)(?: #)?\([^]*?^endmodule.*\n?/gm)];
  return new Map(modules.map(([text, name]) => [name, { text, instances: instancesOf(text) }]));
}

/** Opens the FPGA view with a core and its diagram. */
async function diagram(page, core) {
  await playCross(page);
  await page.click("#to-fpga");
  await page.selectOption("#fpga-core", core);
  const board = page.locator(`.fpga[data-core="${core}"]`);
  await board.locator(".cell").first().waitFor();
  await board.locator(".diagram > summary").click();
  await board.locator(".block").first().waitFor();
  return board;
}

const block = (board, name) => board.locator(`.block[data-block="${name}"]`);
const lit = (board) => board.locator(".schematic li.lit .block").evaluateAll((all) => all.map((one) => one.dataset.block));
const names = (board) => board.locator(".block").evaluateAll((all) => all.map((one) => one.dataset.block));
const where = (board) => board.locator(".diagram nav li").allTextContents();

for (const [core, build, path] of [["classic", "classic11", ["solver", "core", "visitor"]], ["parallel", "parallel11x4", ["solver", "core", "rows"]], ["clue", "clue10", ["solver", "core", "lines", "slots_0", "engine"]]]) {
  visit(`the diagram of the ${core} core has the blocks of its Verilog, down to the innermost`, {}, async ({ page }) => {
    const modules = modulesOf(build);
    const board = await diagram(page, core);
    let module = `nonogram_${build}`;
    for (const name of [undefined, ...path]) {
      if (name) {
        await block(board, name).locator("xpath=..").locator(".inner").click();
        module = modules.get(module).instances.find((instance) => instance.name === name).module;
        await board.locator(".block-panel h3").filter({ hasText: name.replace(/_(\d+)$/, "[$1]") }).waitFor();
      }
      const { instances } = modules.get(module);
      await eventually.deepEqual(async () => (await names(board)).sort(), instances.map(({ name }) => name).sort(), module);
      // A block with sub-blocks has a second button.
      const inner = instances.filter(({ module }) => modules.get(module).instances.length > 0);
      await eventually.equal(() => board.locator(".schematic .inner").count(), inner.length, module);
    }
    await eventually.equal(async () => (await where(board)).length, path.length + 1);
    await board.locator(".diagram nav button").nth(1).click();
    await block(board, path[1]).waitFor();
    await eventually.deepEqual(() => where(board), ["top", "solver"]);
    await page.waitForFunction(() => document.activeElement.textContent === "solver");
  });
}

visit("blocks are lit while they are active", {}, async ({ page }) => {
  const board = await diagram(page, "classic");
  await eventually.deepEqual(() => lit(board), []);
  await page.click("#fpga-byte");
  await page.waitForFunction(() => document.querySelectorAll(".schematic li.lit").length > 0);
  // A byte is being received, and nothing is sent.
  await eventually.ok(async () => !(await lit(board)).includes("uart_tx"));
  await page.click("#fpga-phase");
  await page.waitForSelector('.fpga[data-phase="solving"]');
  await page.click("#fpga-visit");
  await page.waitForFunction(() => /· 1 visit/.test(document.querySelector(".facts")?.textContent));
  await eventually.deepEqual(() => lit(board), ["solver"]);
  const [, changed, all] = (await block(board, "solver").textContent()).match(/([\d,]+) of ([\d,]+) cycle/).map((text) => Number(text.replaceAll(",", "")));
  assert.ok(changed > 0 && changed <= all, `${changed} of ${all}`);
  await block(board, "solver").locator("xpath=..").locator(".inner").click();
  await block(board, "core").waitFor();
  // The same step, one level down.
  await eventually.deepEqual(() => lit(board), ["core"]);
  await page.fill("#fpga-speed", "9");
  await page.click("#fpga-run");
  await page.waitForSelector('.fpga[data-phase="done"]');
  await page.click("#fpga-reset");
  await page.waitForSelector('.fpga[data-phase="receiving"]');
  await page.waitForFunction(() => document.querySelectorAll(".schematic li.lit").length === 0);
});

visit("the panel of a chosen block shows the values and the sources of its signals", {}, async ({ page }) => {
  const board = await diagram(page, "classic");
  await block(board, "solver").locator("xpath=..").locator(".inner").click();
  await block(board, "parser").click();
  const panel = board.locator(".block-panel");
  await panel.locator("h3").filter({ hasText: "Parser" }).waitFor();
  const port = (name) => panel.locator("tr").filter({ has: page.locator(`th code:text-is("${name}")`) });
  await eventually.match(() => port("message_bits").textContent(), /message_bitsin.*Bits of the message/);
  await eventually.match(() => panel.textContent(), /Receives fromframer.*valid/);
  await block(board, "parser").locator("xpath=..").locator(".inner").click();
  await block(board, "control").click();
  await panel.locator("h3").filter({ hasText: "control" }).waitFor();
  // A signal added to the waveform has the same value there.
  await port("state").getByRole("button").click();
  await board.locator('.signals li[data-name="solver.parser.control.state"]').waitFor();
  const value = () => port("state").locator("b").textContent();
  const seen = new Set();
  for (let step = 0; step < 6; step++) {
    await page.click("#fpga-byte");
    await page.waitForFunction((sent) => document.querySelector(".pipeline")?.textContent.includes(`${sent} / `), step + 1);
    for (let clock = 0; clock < 2; clock++) {
      const before = await page.textContent(".facts");
      await page.click("#fpga-clock");
      await page.waitForFunction((text) => document.querySelector(".facts").textContent !== text, before);
    }
    await page.waitForFunction(() => {
      const shown = [...document.querySelectorAll(".block-panel tr")].find((row) => row.querySelector("th code")?.textContent === "state").querySelector("b").textContent;
      return shown === document.querySelector(".signals li b").textContent;
    });
    seen.add(await value());
  }
  assert.ok(seen.size > 1, `${[...seen]}`);
});

visit("the Verilog of a block is fetched when its section is opened, and equals that of `nonogram verilog`", {}, async ({ page }) => {
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname.slice(1)));
  await playCross(page);
  await page.click("#to-fpga");
  await page.locator(".fpga .cell").first().waitFor();
  assert.ok(!asked.some((name) => /\.(blocks|verilog)$/.test(name)));
  const board = page.locator(".fpga");
  await board.locator(".diagram > summary").click();
  await block(board, "queue").click();
  assert.ok(asked.includes("classic11.blocks") && !asked.includes("classic11.verilog"));
  await board.locator(".block-panel summary").click();
  await page.waitForFunction(() => document.querySelector(".block-panel pre").textContent.includes("endmodule"));
  assert.equal(await board.locator(".block-panel pre").textContent(), modulesOf("classic11").get("nonogram_classic11_byte_fifo").text);
});

visit("the reference of a block opens at its section", {}, async ({ page, context }) => {
  const board = await diagram(page, "classic");
  await block(board, "queue").click();
  const link = board.getByRole("link", { name: "Reference" });
  const [opened] = await Promise.all([context.waitForEvent("page"), link.click()]);
  await opened.waitForLoadState();
  assert.match(opened.url(), /reference-receive-fifo\.html#bytefifo$/);
  await eventually.equal(() => opened.locator(":target").textContent(), "ByteFifo");
  await eventually.equal(() => opened.locator(":target ~ p code").first().textContent(), "hdl/src/widgets/byte_fifo.rs");
});

test("every block of every design has a description, a source, and a page or section of the reference that exists", async () => {
  const files = new Set(await readdir(dist));
  const designs = [...files].filter((name) => name.endsWith(".blocks"));
  assert.deepEqual(
    designs.map((name) => name.replace("blocks", "sv")),
    [...files].filter((name) => name.endsWith(".sv")),
  );
  const faults = [];
  const texts = new Map();
  for (const name of designs) {
    const modules = JSON.parse(gunzipSync(await readFile(join(dist, name))));
    assert.ok(modules.length > 20, name);
    for (const { name: module, block, about, source, reference, ports, wires, blocks } of modules) {
      const [page, section] = reference.split("#");
      if (!texts.has(page)) texts.set(page, await readFile(join(dist, page), "utf8").catch(() => ""));
      if (section ? !texts.get(page).includes(`id="${section}"`) : texts.get(page) === "") faults.push(`${name} ${module}: ${reference}`);
      if (about.length < 10 || !(await readFile(join(root, source), "utf8")).includes(block === "Top" ? "macro_rules! top" : block === "Stream" ? "macro_rules! stream" : `pub struct ${block}`)) faults.push(`${name} ${module}: ${source}`);
      if (ports.some(({ about }) => !about)) faults.push(`${name} ${module}: ports`);
      if (blocks.length > 1 && wires.length === 0) faults.push(`${name} ${module}: no wires`);
    }
  }
  assert.deepEqual(faults, []);
});

test("the pages of the reference link to pages that exist", async () => {
  const files = new Set(await readdir(dist));
  const pages = [...files].filter((name) => name.startsWith("reference-"));
  assert.equal(pages.length, (await readdir(join(root, "docs/reference"))).length + 1);
  const faults = [];
  for (const page of pages) {
    const text = await readFile(join(dist, page), "utf8");
    for (const [, target] of text.matchAll(/(?:href|src)="([^"]+)"/g)) {
      const [name, section] = target.split("#");
      const there = name === "" ? text : name === "./" ? "" : files.has(name) ? await readFile(join(dist, name), "utf8") : undefined;
      if (there === undefined || (section && name !== "./" && !there.includes(`id="${section}"`))) faults.push(`${page}: ${target}`);
    }
  }
  assert.deepEqual(faults, []);
});

visit("the diagram can be operated with the keyboard alone", {}, async ({ page }) => {
  await playCross(page);
  await page.click("#to-fpga");
  await page.locator(".fpga .cell").first().waitFor();
  const board = page.locator(".fpga");
  const focused = (attribute) => page.evaluate((name) => document.activeElement.getAttribute(name), attribute);
  await board.locator(".diagram > summary").focus();
  await page.keyboard.press("Enter");
  await block(board, "solver").waitFor();
  for (let step = 0; step < 20 && (await focused("data-block")) !== "solver"; step++) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await board.locator('.block[data-block="solver"][aria-pressed="true"]').waitFor();
  await page.keyboard.press("Tab");
  await eventually.match(() => focused("aria-label"), /Show the \d+ blocks within solver/);
  await page.keyboard.press("Enter");
  await block(board, "framer").waitFor();
  await page.waitForFunction(() => document.activeElement.getAttribute("data-block") !== null);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await page.waitForFunction(() => document.activeElement.textContent === "top");
  await page.keyboard.press("Enter");
  await block(board, "uart_rx").waitFor();
  await eventually.deepEqual(() => where(board), ["top"]);
});

for (const [width, height] of [[390, 844], [1280, 800], [1920, 1080]]) {
  for (const colorScheme of ["light", "dark"]) {
    visit(`the diagram fits ${width} x ${height}, ${colorScheme}, and axe finds no violations`, { viewport: { width, height }, colorScheme, hasTouch: width < 400 }, async ({ page }) => {
      await openFile(page, join(root, "puzzles/library/11/cave-canem.non"));
      await page.waitForFunction(() => document.getElementById("title").textContent === "Cave canem");
      const press = (place) => (width < 400 ? place.tap() : place.click());
      await press(page.locator('nav a[data-view="fpga"]'));
      await page.selectOption("#fpga-core", "clue");
      const board = page.locator('.fpga[data-core="clue"]');
      await board.locator(".cell").first().waitFor();
      await press(board.locator(".diagram > summary"));
      for (const name of ["solver", "core", "lines"]) await press(block(board, name).locator("xpath=..").locator(".inner"));
      await press(block(board, "pipeline"));
      await board.locator('.block[data-block="pipeline"][aria-pressed="true"]').waitFor();
      await page.click("#fpga-phase");
      await page.waitForSelector(".schematic li.lit");
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${wide} pixels`);
      // No block or wire extends beyond the left or the right edge of the drawing.
      const outside = await board.locator(".schematic").evaluate((place) => {
        const all = place.getBoundingClientRect();
        return [...place.querySelectorAll("li, path")].filter((part) => part.getBoundingClientRect().left < all.left - 1 || part.getBoundingClientRect().right > all.right + 1).length;
      });
      assert.equal(outside, 0);
      await page.evaluate(await readFile(join(root, "web/node_modules/axe-core/axe.min.js"), "utf8"));
      const violations = await page.evaluate(async () => (await globalThis.axe.run(document.querySelector(".diagram"))).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`));
      assert.deepEqual(violations, []);
    });
  }
}

for (const colorScheme of ["light", "dark"]) {
  visit(`axe finds no accessibility violations on pages of the reference, ${colorScheme}`, { colorScheme }, async ({ page }) => {
    const address = new URL(".", page.url()).href;
    for (const name of (await readdir(dist)).filter((name) => name.startsWith("reference-"))) {
      await page.goto(address + name);
      await page.evaluate(await readFile(join(root, "web/node_modules/axe-core/axe.min.js"), "utf8"));
      const violations = await page.evaluate(async () => (await globalThis.axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`));
      assert.deepEqual(violations, [], name);
    }
  });
}
