// The files of the page: their sizes, the formats that the page lists, and which files the server delivers.
// Run by scripts/test-page, which builds the page first.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { brotliCompressSync, constants as zlib, gzipSync } from "node:zlib";
import { root, serve } from "./browser.mjs";

let server;

before(async () => {
  server = await serve();
});
after(async () => {
  await server?.stop();
});

test("the download size of the page stays within its limits", async () => {
  const dist = join(root, "web/dist");
  // The compression level is below the maximum, which takes much longer.
  const params = { [zlib.BROTLI_PARAM_QUALITY]: 9, [zlib.BROTLI_PARAM_LGWIN]: 24 };
  const size = async (name) => brotliCompressSync(await readFile(join(dist, name)), { params }).length;
  const module = gzipSync(await readFile(join(dist, "nonogram_web_bg.wasm")), { level: 9 }).length;
  assert.ok(module < 850_000, `nonogram_web_bg.wasm: ${module} bytes gzipped, expected fewer than 850,000`);
  assert.ok((await size("nonogram_web_bg.wasm")) < 750_000);
  const names = await readdir(dist);
  // The bundles of the FPGA's view are loaded when it is first opened.
  const first = names.filter((name) => /^(main|chunk-.*)\.js$/.test(name));
  const later = names.filter((name) => /^(fpga|serial|diagram)-.*\.js$/.test(name));
  for (const [files, most] of [[first, 33_000], [later, 15_000], [["worker.js"], 5_000], [["style.css"], 9_000], [["library.json"], 45_000]]) {
    const found = (await Promise.all(files.map(size))).reduce((sum, bytes) => sum + bytes, 0);
    assert.ok(found < most, `${files.join(", ")}: ${found} bytes compressed, at most ${most}`);
  }
  assert.ok(later.length === 3, names.join());
});

test("the page lists exactly the formats that it reads", async () => {
  const text = await readFile(join(root, "web/dist/index.html"), "utf8");
  const [, list] = text.match(/Drop a file anywhere on this page: ((?:\.\w+(?:, )?)+)\./);
  const found = list.split(", ").map((extension) => extension.slice(1));
  // The table of the docs has the extensions in its second column, and whether the format can be read in its third.
  const docs = await readFile(join(root, "docs/guide/formats.md"), "utf8");
  const rows = [...docs.matchAll(/^\| `(\w+)` \| `(\w+)`[^|]*\| ([^|]+) \|/gm)].filter(([, name, , read]) => name !== "photo" && read !== "–");
  assert.deepEqual(found.sort(), rows.map(([, , extension]) => extension).sort());
});

test("the server delivers the files of the page, and nothing else", async () => {
  const status = async (path, options) => (await fetch(server.address + path, options)).status;
  assert.equal(await status(""), 200);
  assert.equal(await status("main.js"), 200);
  assert.equal(await status("../Cargo.toml"), 404);
  assert.equal(await status("%2e%2e/Cargo.toml"), 404);
  assert.equal(await status("", { method: "POST", body: "x" }), 405);
});
