// Helpers of the tests, the measurements and the screenshots: the command, the page that it serves, and headless Chromium.

import { execFile, execFileSync, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const program = process.env.NONOGRAM ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "release/nonogram");

/** Runs the command; returns its output. Throws if its exit code is not 0. */
export function nonogram(...args) {
  return execFileSync(program, args, { encoding: "utf8", cwd: root, stdio: ["ignore", "pipe", "pipe"] });
}

/** Runs the command asynchronously; returns its output, also if some puzzles are not solved. */
export async function nonogramOf(...args) {
  return new Promise((resolve, reject) => {
    execFile(program, args, { encoding: "utf8", cwd: root, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      // Exit code 0 means all solved, 3 unsolvable, 4 stalled or with several solutions.
      if (!error || [3, 4].includes(error.code)) resolve(stdout);
      else reject(new Error(`nonogram ended with ${error.code ?? error.signal}: ${stderr}`));
    });
  });
}

/** Starts a virtual board; returns the path of its port, and a function that stops the board. */
export async function virtualBoard(...args) {
  const child = spawn(program, ["virtual-board", ...args], { stdio: ["ignore", "pipe", "ignore"] });
  const path = await new Promise((resolve) => createInterface({ input: child.stdout }).once("line", resolve));
  return { path, stop: () => child.kill("SIGTERM") };
}

/** Serves web/dist; returns the address, which ends with a slash, and a function that stops the server. */
export async function serve() {
  const child = spawn(program, ["serve", "--page", join(root, "web/dist"), "--listen", "127.0.0.1:0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const address = await new Promise((resolve, reject) => {
    lines.once("line", resolve);
    child.once("exit", (code) => reject(new Error(`nonogram serve ended with ${code}`)));
  });
  const stop = () =>
    new Promise((resolve) => {
      child.removeAllListeners("exit");
      child.once("exit", resolve);
      child.kill("SIGTERM");
    });
  return { address, stop };
}

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** Opens the page in a new context and waits until it is ready; `complaints` collects its errors and its requests to other addresses. */
export async function open(browser, address, { hash = "#play", prepare, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !url.startsWith("data:") && !url.startsWith("blob:")) complaints.push(`a request to ${url}`);
  });
  await prepare?.(page);
  await page.goto(address + hash);
  await page.waitForSelector("body[data-ready]");
  return { context, page, complaints };
}

/** The cell in a row and a column, counted from 1. */
export function cell(page, row, column, stage = "#stage") {
  return page.locator(`${stage} .line:nth-child(${row + 1}) .cell:nth-child(${column + 1})`);
}

/** The bounding box of an element, once it is shown. */
export async function bounds(place) {
  for (;;) {
    await place.waitFor();
    const shown = await place.boundingBox();
    if (shown) return shown;
  }
}

/** The cells of a grid as text: `#` filled in any colour, `-` marked as blank, `?` unknown. */
export function cells(page, stage = "#stage") {
  return page
    .locator(`${stage} .cell`)
    .evaluateAll((all) => all.map((one) => (one.classList.contains("f") ? "#" : one.classList.contains("x") ? "-" : "?")).join(""));
}

/** Opens a puzzle file on the page. */
export async function openFile(page, file) {
  await page.click('nav a[data-view="library"]');
  await page.setInputFiles("#file", file);
}

/** Fills in the solution: opens the button's group, and confirms. */
export async function solve(page) {
  const group = page.locator("details:has(#solve)");
  const wasOpen = await group.evaluate(({ open }) => open);
  if (!wasOpen) await group.locator("summary").click();
  await page.click("#solve");
  await page.click("#solve-now");
  if (!wasOpen) await group.locator("summary").click();
}

const CROSS = { name: "cross.txt", mimeType: "text/plain", buffer: Buffer.from("-#-\n###\n-#-\n") };

/** Loads a puzzle of 3 x 3 cells. */
export async function playCross(page) {
  await openFile(page, CROSS);
  await page.waitForFunction(() => document.getElementById("title").textContent === "cross");
}

/** Clicks an element that offers a file; returns the file's bytes and name. */
export async function downloaded(page, selector) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}
