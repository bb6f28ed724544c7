// The page's files: how large they are, and what the server gives of them.
// Run by scripts/test-page, after `make page`.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
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

test("what a browser downloads stays small", async () => {
  const dist = join(root, "web/dist");
  // As web hosts compress; the best quality would take long, and save a tenth.
  const params = { [zlib.BROTLI_PARAM_QUALITY]: 9, [zlib.BROTLI_PARAM_LGWIN]: 24 };
  const size = async (name) => brotliCompressSync(await readFile(join(dist, name)), { params }).length;
  const module = gzipSync(await readFile(join(dist, "nonogram_web_bg.wasm")), { level: 9 }).length;
  assert.ok(module < 1_000_000, `the module: ${module} bytes by gzip`);
  assert.ok((await size("nonogram_web_bg.wasm")) < 840_000);
  for (const [name, most] of [["main.js", 40_000], ["worker.js", 12_000], ["style.css", 12_000], ["library.json", 80_000]]) {
    const found = await size(name);
    assert.ok(found < most, `${name}: ${found} bytes compressed, at most ${most}`);
  }
});

test("the page lists the formats that it reads, and no other", async () => {
  const text = await readFile(join(root, "web/dist/index.html"), "utf8");
  const [, list] = text.match(/Drop one anywhere on this page: ((?:\.\w+(?:, )?)+)\./);
  const found = list.split(", ").map((extension) => extension.slice(1));
  // The table of the docs has an extension or several in its second column, and whether the format is read in its third.
  const docs = await readFile(join(root, "docs/guide/formats.md"), "utf8");
  const rows = [...docs.matchAll(/^\| `(\w+)` \| `(\w+)`[^|]*\| ([^|]+) \|/gm)].filter(([, name, , read]) => name !== "photo" && read !== "–");
  assert.deepEqual(found.toSorted(), rows.map(([, , extension]) => extension).toSorted());
});

test("the server gives what belongs to the page, and nothing else", async () => {
  const status = async (path, options) => (await fetch(server.address + path, options)).status;
  assert.equal(await status(""), 200);
  assert.equal(await status("main.js"), 200);
  assert.equal(await status("../Cargo.toml"), 404);
  assert.equal(await status("%2e%2e/Cargo.toml"), 404);
  assert.equal(await status("", { method: "POST", body: "x" }), 405);
});
