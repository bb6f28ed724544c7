// Compares the page's solver and simulated FPGA with the native ones: verdicts, pictures, cycles.
// Run by scripts/test-page, which builds the page first.

import assert from "node:assert/strict";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nonogram, nonogramOf, root } from "./browser.mjs";
import { random } from "./random.mjs";
import { visitors } from "./session.mjs";

const { visit } = visitors();

/** Runs `work` in two of the page's workers, with a worker's operations and the first puzzle of each file; returns the results. */
async function inWorkers(page, files, work) {
  const sources = await Promise.all(files.map(async (file) => [...(await readFile(file))]));
  return page.evaluate(
    async ([all, body]) => {
      const each = (0, eval)(body);
      const module = await WebAssembly.compileStreaming(fetch("nonogram_web_bg.wasm"));
      const results = [];
      let next = 0;
      const hand = async () => {
        const worker = new Worker("worker.js", { type: "module" });
        worker.postMessage({ module });
        const call = (operation, ...args) =>
          new Promise((resolve, reject) => {
            worker.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data.result));
            worker.onerror = (event) => reject(new Error(event.message));
            worker.postMessage({ id: 0, operation, args });
          });
        while (next < all.length) {
          const place = next++;
          const [sheet] = await call("read", "a.non", Uint8Array.from(all[place]));
          results[place] = await each(call, JSON.stringify(sheet), place);
        }
        worker.terminate();
      };
      await Promise.all([hand(), hand()]);
      return results;
    },
    [sources, `(${work})`],
  );
}

const lines = (text) => text.trim().split("\n").map((line) => JSON.parse(line));

// The page's security policy forbids eval, which the tests use; this option bypasses the policy.
const TESTED = { bypassCSP: true };

visit("the page's solver gives the results of the command on black-and-white puzzles of the library", TESTED, async ({ page }) => {
  const files = [];
  for (const folder of ["08", "11", "16", "32", "32-search", "64"]) {
    const names = (await readdir(join(root, "puzzles/library", folder))).sort();
    files.push(...names.map((name) => join(root, "puzzles/library", folder, name)));
  }
  assert.ok(files.length >= 200, `${files.length} puzzles`);
  const native = lines(nonogram("solve", "--on", "software", "--json", ...files)).map(({ unique, grid }) => ({ verdict: unique ? "unique" : "multiple", grid: grid.join("") }));
  const found = await inWorkers(page, files, async (call, sheet) => {
    const { verdict, solutions } = await call("solve", sheet, 60_000);
    return { verdict, grid: solutions[0] };
  });
  assert.deepEqual(found, native);
});

/** Number of boards per core; the clue core has fewer, because its simulation is slow. */
const BOARDS = { classic: 95, parallel: 85, clue: 20 };

/** A random small puzzle as a .non file. In about one of six, the first column has the clue of the last; most of these have no solution. */
function smallPuzzle(draw) {
  const [rows, columns] = [2 + draw(4), 2 + draw(4)];
  const grid = Array.from({ length: rows }, () => Array.from({ length: columns }, () => draw(100) < 55));
  const clue = (cells) => {
    const blocks = cells.map((cell) => (cell ? "#" : " ")).join("").split(/ +/).filter(Boolean);
    return blocks.map((block) => block.length).join(",") || "0";
  };
  const across = grid.map(clue);
  const down = Array.from({ length: columns }, (_, column) => clue(grid.map((row) => row[column])));
  if (draw(6) === 0) down[0] = down[columns - 1];
  return `width ${columns}\nheight ${rows}\n\nrows\n${across.join("\n")}\n\ncolumns\n${down.join("\n")}\n`;
}

visit("the page's simulated FPGA matches the native one, cycle for cycle, on 200 boards", TESTED, async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), "nonogram-page-"));
  try {
    const draw = random(14);
    const seen = new Set();
    for (const [core, boards] of Object.entries(BOARDS)) {
      const files = Array.from({ length: boards }, (_, nth) => join(folder, `${core}-${nth}.non`));
      for (const file of files) await writeFile(file, smallPuzzle(draw));
      const [printed, found] = await Promise.all([
        nonogramOf("sim", "--json", "--check", "--no-lock-step", "--core", core, ...files),
        inWorkers(page, files, `async (call, sheet) => {
          await call("boot", "${core}", sheet);
          let state;
          do state = await call("run", 4e9, "clocks", 1, 1e6); while (state.phase !== "done" && !state.fault);
          return { status: state.status, grid: state.cells, cycles: state.cycles, fault: state.fault };
        }`),
      ]);
      const native = lines(printed).map(({ status, grid, cycles }) => ({ status, grid: grid.join(""), cycles }));
      assert.equal(native.length, boards);
      for (const { status } of native) seen.add(`${core}: ${status}`);
      assert.deepEqual(
        found.map(({ fault }) => fault).filter((fault) => fault !== null),
        [],
      );
      // A reply with the status unsolvable has no cells; the page then shows those of the core.
      const told = ({ status, grid, cycles }) => ({ status, cycles, grid: status === "unsolvable" ? null : grid });
      assert.deepEqual(found.map(told), native.map(told));
    }
    for (const wanted of ["classic: solved", "classic: stalled", "classic: unsolvable", "parallel: solved", "parallel: stalled", "parallel: unsolvable", "clue: solved", "clue: multiple", "clue: unsolvable"]) {
      assert.ok(seen.has(wanted), `no board ends with ${wanted}`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** A row as long as the side of a design, such as clue16c3, in all its colours: no smaller design takes it. */
function fullRow(side, colours) {
  const letters = [..."abcdefg"].slice(0, colours);
  const blocks = letters.map((letter, nth) => ({ letter, length: nth === 0 ? side - colours + 1 : 1 }));
  const across = blocks.map(({ letter, length }) => `${length}${letter}`).join(",");
  const down = blocks.flatMap(({ letter, length }) => Array(length).fill(`1${letter}`)).join("\n");
  const inks = letters.map((letter, nth) => `color ${letter} #${String(nth + 1).repeat(6)}`).join("\n");
  return `${inks}\nwidth ${side}\nheight 1\n\nrows\n${across}\n\ncolumns\n${down}\n`;
}

visit("every design runs on the page", TESTED, async ({ page }) => {
  const file = (name) => join(root, "puzzles/library", name);
  const names = (await readdir(join(root, "web/build/designs"))).filter((name) => name.endsWith(".sv")).map((name) => name.slice(0, -3));
  const folder = await mkdtemp(join(tmpdir(), "nonogram-page-"));
  try {
    for (const name of names) {
      const [, core, side, colours = 1] = name.match(/^([a-z]+)([0-9]+)(?:c([0-9]+))?/);
      const sheet = join(folder, `${name}.non`);
      await writeFile(sheet, fullRow(Number(side), Number(colours)));
      const found = await inWorkers(page, [sheet], `async (call, sheet) => {
        await call("boot", "${core}", sheet);
        const { build, clocks, fault } = await call("run", 500, "clocks", 1, 1e6);
        return [build, clocks, fault];
      }`);
      assert.deepEqual(found, [[name, 500, null]]);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

visit("clue16 solves a board on the page with the native number of cycles", TESTED, async ({ page }) => {
  const file = (name) => join(root, "puzzles/library", name);
  const [printed, [found]] = await Promise.all([
    nonogramOf("sim", "--json", "--check", "--no-lock-step", "--core", "clue", file("16/boo.non")),
    inWorkers(page, [file("16/boo.non")], `async (call, sheet) => {
      await call("boot", "clue", sheet);
      let state;
      do state = await call("run", 4e9, "clocks", 1, 1e6); while (state.phase !== "done" && !state.fault);
      return { status: state.status, grid: state.cells, cycles: state.cycles };
    }`),
  ]);
  const [{ status, grid, cycles }] = lines(printed);
  assert.deepEqual(found, { status, grid: grid.join(""), cycles });
});
