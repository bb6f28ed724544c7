// The page and a board on a serial port: Web Serial, bridged to the command's virtual board.
// Run by scripts/test-page, which builds the page first.

import assert from "node:assert/strict";
import { constants, createReadStream } from "node:fs";
import { open as openHandle } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { cells, nonogram, openFile, playCross, root, virtualBoard } from "./browser.mjs";
import { eventually, visitors } from "./session.mjs";

const session = visitors();

/** A serial port for the page, connected to a pseudo-terminal. */
function bridge(path) {
  return async (page) => {
    const { O_RDWR, O_NOCTTY } = constants;
    const file = await openHandle(path, O_RDWR | O_NOCTTY);
    const reading = createReadStream("", { fd: file.fd, autoClose: false, highWaterMark: 256 });
    reading.on("data", (bytes) => page.evaluate((all) => globalThis.fromBoard(all), [...bytes]).catch(() => {}));
    // The pseudo-terminal is closed together with its board.
    reading.on("error", () => {});
    await page.exposeFunction("toBoard", async (bytes) => void (await file.write(Uint8Array.from(bytes))));
    await page.addInitScript(() => {
      const port = {
        open: async () => {
          port.readable = new ReadableStream({
            start: (controller) => (globalThis.fromBoard = (bytes) => controller.enqueue(Uint8Array.from(bytes))),
          });
          port.writable = new WritableStream({ write: (chunk) => globalThis.toBoard([...chunk]) });
        },
        close: async () => {},
      };
      Object.defineProperty(navigator, "serial", { value: { requestPort: async () => port } });
    });
  };
}

for (const [line, args] of [["a perfect line", []], ["a faulty line", ["--faults", "0.0004", "--seed", "2"]]]) {
  test(`a board on a serial port solves the puzzle sent over ${line}`, async () => {
    const board = await virtualBoard(...args);
    const { page, context, complaints } = await session.open({ prepare: bridge(board.path) });
    try {
      await openFile(page, join(root, "puzzles/library/08/over-easy.non"));
      await page.waitForFunction(() => document.getElementById("title").textContent === "Over easy");
      await page.click('nav a[data-view="fpga"]');
      await page.click("#serial-connect");
      await page.waitForFunction(() => /classic core.*up to 11 x 11/.test(document.getElementById("serial-state").textContent), undefined, { timeout: 20_000 });
      await page.click("#serial-send");
      // Another puzzle is opened meanwhile: the reply belongs to the one that was sent.
      await playCross(page);
      await page.click('nav a[data-view="fpga"]');
      await page.waitForFunction(() => /^solved: .*every clue is satisfied/.test(document.getElementById("serial-state").textContent), undefined, { timeout: 60_000 });
      const native = JSON.parse(nonogram("solve", "--json", "puzzles/library/08/over-easy.non"));
      await eventually.equal(() => cells(page, "#serial-picture"), native.grid.join(""));
      assert.deepEqual(complaints, []);
    } finally {
      board.stop();
      await context.close();
    }
  });
}

session.visit(
  "without Web Serial the page names the browsers that have it",
  { prepare: (page) => page.addInitScript(() => delete Navigator.prototype.serial) },
  async ({ page }) => {
    await page.click('nav a[data-view="fpga"]');
    await page.waitForFunction(() => /Open the page in Chrome, Edge or Opera/.test(document.getElementById("serial-state")?.textContent));
    await eventually.ok(() => page.isHidden("#serial-connect"));
  },
);

session.visit(
  "closing the list of ports without a choice is not an error",
  { prepare: (page) => page.addInitScript(() => Object.defineProperty(navigator, "serial", { value: { requestPort: async () => Promise.reject(new DOMException("No port selected by the user.", "NotFoundError")) } })) },
  async ({ page }) => {
    await page.click('nav a[data-view="fpga"]');
    await page.click("#serial-connect");
    await page.waitForSelector("#serial-connect:enabled");
    await eventually.equal(() => page.textContent("#serial-state"), "Not connected.");
  },
);

// Regression test: the last attempt also announced another one.
session.visit(
  "a board whose replies are rejected is sent six times, and another attempt is announced five times",
  {
    prepare: (page) =>
      page.addInitScript(() => {
        // Answers each board, but not the shorter requests for an identity, with a reply without cells and check.
        const reply = [0xe0, 0x06, 0xe0, 0x06, 0x00, 0x04];
        let answer;
        const port = {
          open: async () => {
            port.readable = new ReadableStream({ start: (controller) => (answer = () => controller.enqueue(Uint8Array.from(reply))) });
            port.writable = new WritableStream({ write: (chunk) => (chunk.length > reply.length ? answer() : undefined) });
          },
          close: async () => {},
        };
        Object.defineProperty(navigator, "serial", { value: { requestPort: async () => port } });
      }),
  },
  async ({ page }) => {
    await playCross(page);
    await page.click('nav a[data-view="fpga"]');
    await page.click("#serial-connect");
    await page.waitForFunction(() => /sends no identity/.test(document.getElementById("serial-state").textContent), undefined, { timeout: 20_000 });
    await page.evaluate(() => {
      const state = document.getElementById("serial-state");
      globalThis.announced = 0;
      new MutationObserver(() => (globalThis.announced += /Sending the board again/.test(state.textContent))).observe(state, { childList: true });
    });
    await page.click("#serial-send");
    await page.waitForFunction(() => /^No valid reply after 6 attempts/.test(document.getElementById("serial-state").textContent), undefined, { timeout: 20_000 });
    await eventually.equal(() => page.evaluate(() => globalThis.announced), 5);
  },
);
