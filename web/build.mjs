// Puts the page together in web/dist: bundles, the WebAssembly, the designs, and the library without its pictures.

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import * as door from "./build/nonogram_web.js";

const here = dirname(fileURLToPath(import.meta.url));
const [page, library] = [join(here, "page"), join(here, "../puzzles/library")];
// Put together here, and moved to `target` where it differs: what is built after the page goes by the times of its files.
const [dist, target] = [join(here, "build/dist"), join(here, "dist")];

/** The texts of index.html, by their keys. */
async function htmlTexts() {
  const { outputFiles } = await build({ absWorkingDir: here, entryPoints: ["page/texts.ts"], format: "esm", write: false });
  const { html } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
  return html;
}

/** A template with its texts; every key must exist, and be used. */
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
await build({
  absWorkingDir: here,
  entryPoints: ["page/main.ts", "page/worker.ts", "page/style.css"],
  outdir: dist,
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
});
await writeFile(join(dist, "index.html"), filled(await readFile(join(page, "index.html"), "utf8"), await htmlTexts()));
for (const name of ["icon.svg", "manifest.webmanifest"]) await cp(join(page, name), join(dist, name));
const wasm = await readFile(join(here, "build/nonogram_web_bg.wasm"));
await writeFile(join(dist, "nonogram_web_bg.wasm"), wasm);
await cp(join(here, "build/netlists"), dist, { recursive: true });

// Difficulties are measured by the very module that the page runs; folders that line logic does not solve are left unrated.
door.initSync({ module: wasm });
const entries = [];
for (const folder of (await readdir(library)).toSorted()) {
  for (const file of (await readdir(join(library, folder))).toSorted()) {
    const path = join(library, folder, file);
    for (const sheet of JSON.parse(door.read(basename(path), await readFile(path)))) {
      // Neither title nor picture goes into its code: the one stands beside it, the other is for the player to find.
      const text = JSON.stringify({ ...sheet, title: null, goal: undefined });
      const rated = folder.endsWith("-search") ? null : JSON.parse(door.rating(text, 0));
      entries.push({
        title: sheet.title,
        rows: sheet.rows.length,
        columns: sheet.columns.length,
        code: door.link(text),
        identity: sheet.identity,
        inks: sheet.colours?.inks.map(({ rgb }) => rgb),
        difficulty: rated?.difficulty ?? null,
        depth: rated?.depth ?? null,
      });
    }
  }
}
await writeFile(join(dist, "library.json"), JSON.stringify(entries));

// The service worker keeps exactly these files, and a new set of them under a new name.
const files = (await readdir(dist)).toSorted();
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
