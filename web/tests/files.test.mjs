// Files on the page: several puzzles in a file, saved files, damaged files, a thousand randomly corrupted files, and large files.
// Run by scripts/test-page, which builds the page first.

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as bindings from "../build/nonogram_web.js";
import { cell, cells, downloaded, nonogram, openFile, playCross, root, solve } from "./browser.mjs";
import { random } from "./random.mjs";
import { eventually, visitors } from "./session.mjs";

const { visit } = visitors();

bindings.initSync({ module: await readFile(join(root, "web/build/nonogram_web_bg.wasm")) });
const [formats] = JSON.parse(bindings.choices());

visit("the puzzles of a file are listed to choose from; damaged files and SVG files are refused with a message", {}, async ({ page }) => {
  const buffer = Buffer.from("#-#\n-#-\n\n##\n-#\n");
  await openFile(page, { name: "two.txt", mimeType: "text/plain", buffer });
  await page.click("#found >> text=2. two");
  await page.waitForFunction(() => document.querySelectorAll("#stage .cell").length === 4);
  await openFile(page, { name: "broken.non", mimeType: "text/plain", buffer: Buffer.from("width x\n") });
  await page.waitForFunction(() => /broken\.non/.test(document.getElementById("toast").textContent));
  await openFile(page, { name: "drawing.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
  await page.waitForFunction(() => /drawing\.svg/.test(document.getElementById("toast").textContent));
});

visit("a saved PNG or SVG equals the file that `nonogram render` writes, and a saved .non has the same puzzle with its title and picture", {}, async ({ page }) => {
  const file = "puzzles/library/08/checkmate.non";
  await openFile(page, join(root, file));
  await page.waitForFunction(() => document.getElementById("title").textContent === "Checkmate");
  await cell(page, 1, 1).click();
  const folder = await mkdtemp(join(tmpdir(), "nonogram-page-"));
  try {
    for (const kind of ["png", "svg"]) {
      const { name, bytes } = await downloaded(page, `[data-save=${kind}]`);
      assert.equal(name, `checkmate.${kind}`);
      nonogram("render", "--empty", "--clues", "--output", join(folder, name), file);
      assert.ok(bytes.equals(await readFile(join(folder, name))), kind);
    }
    const { name, bytes } = await downloaded(page, "[data-save=non]");
    await writeFile(join(folder, name), bytes);
    const identity = (path) => JSON.parse(nonogram("validate", "--json", path)).identity;
    assert.equal(identity(join(folder, name)), identity(file));
    assert.match(bytes.toString(), /^title "Checkmate"$/m);
    assert.match(bytes.toString(), /^goal /m, "the saved file contains the picture of the opened file");
  } finally {
    await rm(folder, { recursive: true });
  }
});

visit("every format that the page offers is one that is written, and its file is not empty", {}, async ({ page }) => {
  const written = formats.filter(({ is_written }) => is_written).map(({ name }) => name);
  const offered = (selector, key) => page.locator(selector).evaluateAll((all, name) => all.map((one) => one.getAttribute(name)), key);
  await playCross(page);
  const saved = await offered("[data-save]", "data-save");
  assert.ok(saved.length > 0 && saved.every((name) => written.includes(name)), saved.join());
  for (const name of saved) assert.ok((await downloaded(page, `[data-save=${name}]`)).bytes.length > 0, name);
  await page.click('nav a[data-view="make"]');
  const drawn = await offered("#make-format option", "value");
  assert.ok(drawn.length > 0 && drawn.every((name) => written.includes(name)), drawn.join());
  for (const name of drawn) {
    await page.selectOption("#make-format", name);
    assert.ok((await downloaded(page, "#make-save")).bytes.length > 0, name);
  }
});

/** A file with at most two random faults: bytes that are changed, removed or duplicated, added digits, or a missing end. */
function tampered(file, draw) {
  let bytes = [...file];
  const faults = 1 + draw(2);
  for (let fault = 0; fault < faults && bytes.length > 1; fault++) {
    const place = draw(bytes.length);
    const length = 1 + draw(8);
    switch (draw(6)) {
      case 0:
        bytes[place] = draw(256);
        break;
      case 1:
        bytes.splice(place, length);
        break;
      case 2:
        bytes.splice(place, 0, ...bytes.slice(place, place + length));
        break;
      case 3:
        bytes.splice(place, 0, ...Array.from({ length }, () => 0x30 + draw(10)));
        break;
      case 4:
        bytes[place] ^= 1 << draw(8);
        break;
      default:
        if (draw(3) === 0) bytes = bytes.slice(0, place);
    }
  }
  return bytes;
}

visit("each of a thousand dropped corrupted files gets a response, and the page still works", {}, async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), "nonogram-page-"));
  const draw = random(1);
  const sources = [];
  try {
    for (const { name: format, extensions } of formats.filter(({ is_read, is_written }) => is_read && is_written)) {
      const name = `a.${extensions[0]}`;
      const path = join(folder, name);
      nonogram("convert", "--to", format, "--output", path, "puzzles/library/08/checkmate.non");
      sources.push({ name, bytes: await readFile(path) });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  assert.ok(sources.length >= 12, sources.map(({ name }) => name).join(" "));
  const files = Array.from({ length: 1000 }, (_, nth) => {
    const { name, bytes } = sources[nth % sources.length];
    return [name, Buffer.from(tampered(bytes, draw)).toString("base64")];
  });
  const answers = await page.evaluate(async (all) => {
    // A response is a puzzle on the stage, a choice of puzzles, or a message.
    const places = { puzzle: "title", choice: "found", words: "toast" };
    const tally = { puzzle: 0, choice: 0, words: 0 };
    for (const [name, base64] of all) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], name));
      const kind = await new Promise((resolve) => {
        const observers = Object.entries(places).map(([kind, id]) => {
          const observer = new MutationObserver(() => {
            for (const one of observers) one.disconnect();
            resolve(kind);
          });
          observer.observe(document.getElementById(id), { childList: true, characterData: true, subtree: true });
          return observer;
        });
        dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
      });
      tally[kind]++;
      if (kind === "words" && !document.getElementById("toast").textContent.trim()) throw new Error(`${name}: no message`);
      if (/Another operation is running|panicked|unreachable|worker failed/.test(document.getElementById("toast").textContent)) throw new Error(`${name} ${base64}: ${document.getElementById("toast").textContent}`);
    }
    return tally;
  }, files);
  assert.equal(answers.puzzle + answers.choice + answers.words, 1000);
  // Both ways are taken often: a strict reader refuses most of the files, and a title or a comment may hold the fault.
  assert.ok(Math.min(answers.puzzle, answers.words) >= 100, JSON.stringify(answers));
  await playCross(page);
  await solve(page);
  await page.waitForSelector("#advice.unique");
  await eventually.equal(() => cells(page), "-#-###-#-");
});

visit("a file of 60 MiB is read without blocking the page, and a file of 65 MiB is refused", {}, async ({ page }) => {
  const drop = (mebibytes) =>
    page.evaluate(async (size) => {
      const line = new TextEncoder().encode("#-".repeat(511) + "#\n");
      const bytes = new Uint8Array(size * 1024 * 1024);
      for (let from = 0; from < bytes.length; from += line.length) bytes.set(line.subarray(0, bytes.length - from), from);
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], "large.txt"));
      const toast = document.getElementById("toast");
      toast.textContent = "";
      let ticks = 0;
      const answered = new Promise((resolve) => {
        const tick = () => {
          ticks++;
          if (toast.textContent) resolve(undefined);
          else setTimeout(tick);
        };
        setTimeout(tick);
      });
      dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
      await answered;
      return { text: toast.textContent, ticks };
    }, mebibytes);
  const read = await drop(60);
  assert.match(read.text, /large\.txt/);
  assert.doesNotMatch(read.text, /64 MiB|failed|unreachable/);
  assert.ok(read.ticks > 3, `the page's thread ran ${read.ticks} times meanwhile`);
  assert.match((await drop(65)).text, /larger than 64 MiB/);
  await playCross(page);
});
