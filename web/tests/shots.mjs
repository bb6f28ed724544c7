// Takes and compares scaled-down screenshots: they show the layout but no legible text, because fonts differ between machines.
// `node web/tests/shots.mjs` writes the references of shots.test.mjs; `make page-references` includes all prerequisites.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launch, open, openFile, root, serve } from "./browser.mjs";

export const folder = join(root, "web/tests/shots");

/** Width and height of each screen, in CSS pixels. */
export const SCREENS = { phone: [390, 780], tablet: [820, 1100], wide: [1280, 860] };
export const SCHEMES = ["light", "dark"];
export const VIEWS = ["play", "library", "make", "fpga"];

/** Factor by which screenshots are scaled down, in each direction. */
const SMALL = 8;
/** Radius, in scaled-down pixels, over which pixels are averaged before the comparison, so that text may move by a few pixels. */
const BLUR = 3;
/** Smallest difference in a channel (0 to 255) at which two averaged pixels count as different. */
const DIFFERENT = 12;

const DRAWING = ["------------", "---######---", "--#------#--", "-#--------#-", "-#-##--##-#-", "-#--------#-", "-#-#----#-#-", "-#--####--#-", "--#------#--", "---######---", "------------", "############"];

/** Opens a page with content in every view. */
export async function prepared(session, screen, colorScheme) {
  const [width, height] = SCREENS[screen];
  const kept = JSON.stringify({ rows: 12, columns: 12, cells: DRAWING.join("").replaceAll("-", "?") });
  const prepare = (page) => page.addInitScript((drawing) => localStorage.setItem("nonogram:drawing", drawing), kept);
  const visited = await session.open({ viewport: { width, height }, colorScheme, prepare });
  await openFile(visited.page, join(root, "puzzles/library/11/cave-canem.non"));
  for (let step = 0; step < 8; step++) {
    await visited.page.click("#hint");
    await visited.page.click("#apply");
  }
  return visited;
}

/** Shows a view, and waits until it has a reproducible state. */
export async function show(page, view) {
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.click(`nav a[data-view="${view}"]`);
  await page.waitForSelector(`#view-${view}`);
  if (view === "library") await page.waitForSelector("#shelf .puzzle");
  if (view === "make") await page.waitForSelector("#judgement p");
  if (view === "fpga") {
    await page.waitForSelector(".fpga .cell");
    await page.selectOption("#fpga-core", "clue");
    await page.waitForSelector('.fpga[data-core="clue"] .cell');
    await page.click("#fpga-phase");
    await page.waitForSelector('.fpga[data-phase="solving"]');
  }
  await page.mouse.move(2, 2);
}

/** Functions that run in an empty page, and scale down or compare screenshots. */
export async function scales(browser) {
  const page = await browser.newPage();
  await page.evaluate(
    ([small, blur, different]) => {
      const pixels = async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
        context.drawImage(bitmap, 0, 0);
        return context.getImageData(0, 0, bitmap.width, bitmap.height);
      };
      const mean = ({ data, width }, left, top, right, bottom) => {
        const sum = [0, 0, 0];
        for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) for (let channel = 0; channel < 3; channel++) sum[channel] += data[4 * (y * width + x) + channel];
        return sum.map((one) => one / ((right - left) * (bottom - top)));
      };
      globalThis.shrunk = async (base64) => {
        const large = await pixels(base64);
        const [width, height] = [Math.floor(large.width / small), Math.floor(large.height / small)];
        const canvas = new OffscreenCanvas(width, height);
        const context = canvas.getContext("2d");
        const made = context.createImageData(width, height);
        for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) made.data.set([...mean(large, x * small, y * small, (x + 1) * small, (y + 1) * small), 255], 4 * (y * width + x));
        context.putImageData(made, 0, 0);
        const blob = await canvas.convertToBlob();
        return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
      };
      globalThis.differing = async (one, other) => {
        const [left, right] = [await pixels(one), await pixels(other)];
        if (left.width !== right.width || left.height !== right.height) return 1;
        let differing = 0;
        for (let y = 0; y < left.height; y++) {
          for (let x = 0; x < left.width; x++) {
            const around = [Math.max(0, x - blur), Math.max(0, y - blur), Math.min(left.width, x + blur + 1), Math.min(left.height, y + blur + 1)];
            const [a, b] = [mean(left, ...around), mean(right, ...around)];
            if (a.some((level, channel) => Math.abs(level - b[channel]) >= different)) differing++;
          }
        }
        return differing / (left.width * left.height);
      };
    },
    [SMALL, BLUR, DIFFERENT],
  );
  return {
    /** A scaled-down screenshot of a page. */
    shot: async (seen) => Buffer.from(await page.evaluate((png) => globalThis.shrunk(png), (await seen.screenshot()).toString("base64")), "base64"),
    /** The share of pixels in which two scaled-down screenshots differ. */
    differing: (one, other) => page.evaluate(([left, right]) => globalThis.differing(left, right), [one.toString("base64"), other.toString("base64")]),
  };
}

export const file = (view, screen, scheme) => join(folder, `${view}-${screen}-${scheme}.png`);

async function write() {
  await mkdir(folder, { recursive: true });
  const [browser, server] = await Promise.all([launch(), serve()]);
  const session = { open: (options) => open(browser, server.address, options) };
  const { shot } = await scales(browser);
  for (const screen of Object.keys(SCREENS)) {
    for (const scheme of SCHEMES) {
      const { page, context } = await prepared(session, screen, scheme);
      for (const view of VIEWS) {
        await show(page, view);
        await writeFile(file(view, screen, scheme), await shot(page));
      }
      await context.close();
    }
  }
  await browser.close();
  await server.stop();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await write();
