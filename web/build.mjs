// Builds the page in web/dist: bundles, the WebAssembly module, the designs, the reference, the library without its solutions, and the
// service worker.

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import * as bindings from "./build/nonogram_web.js";
import { referenceFiles, referenceOf, referencePages } from "./reference.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const repository = join(here, "..");
const [page, library] = [join(here, "page"), join(repository, "puzzles/library")];
// The page is built in `dist`, and only changed files are written to `target`, because later build steps depend on modification times.
const [dist, target] = [join(here, "build/dist"), join(here, "dist")];

/** The texts of index.html and of the pages of the docs, by key. */
async function htmlTexts() {
  const { outputFiles } = await build({ absWorkingDir: here, entryPoints: ["page/texts.ts"], format: "esm", write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** Fills index.html with texts, with HTML escapes; every key that it uses must exist, and every text must be used. */
function filled(template, texts) {
  const unused = new Set(Object.keys(texts));
  const escapes = { "&": "&amp;", "<": "&lt;", '"': "&quot;", "\n": "&#10;" };
  const result = template.replaceAll(/\{\{(\w+)\}\}/g, (_, key) => {
    if (!(key in texts)) throw new Error(`page/texts.ts has no text "${key}", which index.html uses`);
    unused.delete(key);
    return texts[key].replaceAll(/[&<"\n]/g, (character) => escapes[character]);
  });
  if (unused.size > 0) throw new Error(`index.html does not use these texts of page/texts.ts: ${[...unused].join(", ")}`);
  return result;
}

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
const wasm = await readFile(join(here, "build/nonogram_web_bg.wasm"));
bindings.initSync({ module: wasm });
// The formats and the choices of the selection fields come from the WebAssembly module.
const [formats, papers, counts] = JSON.parse(bindings.choices());
await build({
  absWorkingDir: here,
  entryPoints: ["page/main.ts", "page/worker.ts", "page/style.css", "page/reference.css"],
  // The view of the FPGA and its diagram are bundles of their own, loaded when they are opened; `chunk-*.js` is what bundles share.
  splitting: true,
  chunkNames: "[name]-[hash]",
  define: { MODULE_BYTES: String(wasm.length), EXTENSIONS: JSON.stringify(formats.flatMap(({ extensions }) => extensions)) },
  outdir: dist,
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
});
const { html, reference } = await htmlTexts();
const read = formats.filter(({ is_read }) => is_read);
const dropFile = html.dropFile.replace("{formats}", read.map(({ extensions: [usual] }) => `.${usual}`).join(", "));
const option = (value, label = value) => `<option value="${value}">${label}</option>`;
const index = (await readFile(join(page, "index.html"), "utf8"))
  .replace("{{paperOptions}}", papers.map((name) => option(name, name[0].toUpperCase() + name.slice(1))).join(""))
  .replace("{{perPageOptions}}", counts.map((count) => option(count)).join(""));
await writeFile(join(dist, "index.html"), filled(index, { ...html, dropFile }));
for (const name of ["icon.svg", "manifest.webmanifest"]) await cp(join(page, name), join(dist, name));
await writeFile(join(dist, "nonogram_web_bg.wasm"), wasm);

// For each design, compressed: its Verilog, which the page simulates, its blocks with their descriptions, and the Verilog of each block.
const pages = await referencePages(repository);
const designs = join(here, "build/designs");
const packed = (value) => gzipSync(JSON.stringify(value), { level: 9 });
for (const name of (await readdir(designs)).sort()) {
  const [design, kind] = name.split(".");
  if (kind === "sv") await writeFile(join(dist, name), gzipSync(await readFile(join(designs, name)), { level: 9 }));
  else {
    const modules = JSON.parse(await readFile(join(designs, name), "utf8")).map((module) => ({ ...module, reference: referenceOf(module, pages) }));
    await writeFile(join(dist, `${design}.verilog`), packed(Object.fromEntries(modules.map(({ name, verilog }) => [name, verilog]))));
    await writeFile(join(dist, `${design}.blocks`), packed(modules.map(({ verilog, ...module }) => module)));
  }
}
const template = await readFile(join(page, "reference.html"), "utf8");
for (const [name, content] of await referenceFiles(repository, pages, template, reference)) await writeFile(join(dist, name), content);

// Difficulties are computed with the page's module; puzzles in folders for searches, which line logic does not solve, are not rated.
const entries = [];
for (const folder of (await readdir(library)).sort()) {
  for (const file of (await readdir(join(library, folder))).sort()) {
    const path = join(library, folder, file);
    for (const sheet of JSON.parse(bindings.read(basename(path), await readFile(path)))) {
      // The code contains neither the title, which is a field of its own, nor the solution, which must not be revealed.
      const text = JSON.stringify({ ...sheet, title: null, goal: undefined });
      const rating = folder.endsWith("-search") ? null : JSON.parse(bindings.rating(text, 0));
      const [difficulty, depth] = rating ?? [null, null];
      entries.push({
        title: sheet.title,
        rows: sheet.rows.length,
        columns: sheet.columns.length,
        code: bindings.link(text),
        identity: sheet.identity,
        inks: sheet.colours?.inks.map(({ rgb }) => rgb),
        difficulty,
        depth,
      });
    }
  }
}
await writeFile(join(dist, "library.json"), JSON.stringify(entries));

// The service worker caches these files; if one of them changes, the cache gets a new name.
const files = (await readdir(dist)).sort();
const hash = createHash("sha256");
for (const file of files) hash.update(file).update(await readFile(join(dist, file)));
await build({
  absWorkingDir: here,
  entryPoints: ["page/sw.ts"],
  outfile: join(dist, "sw.js"),
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  define: { FILES: JSON.stringify(["./", ...files]), VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)) },
  logLevel: "warning",
});
const wanted = await readdir(dist);
for (const name of await readdir(target)) if (!name.startsWith(".") && !wanted.includes(name)) await rm(join(target, name));
for (const name of wanted) {
  const content = await readFile(join(dist, name));
  const old = await readFile(join(target, name)).catch(() => undefined);
  if (!old?.equals(content)) await writeFile(join(target, name), content);
}
console.log(`web/dist: ${files.length + 1} files, ${entries.length} puzzles`);
