// The simulated FPGA on the page: steps and runs, messages, explanations with figures, the waveform, and the saved VCD.
// Run by scripts/test-page, which builds the page first.

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cells, downloaded, nonogram, openFile, playCross, root } from "./browser.mjs";
import { eventually, visitors } from "./session.mjs";

const { visit } = visitors();

/** Opens the FPGA view with a puzzle of the library and a core. */
async function watch(page, file, title, core) {
  await openFile(page, join(root, file));
  await page.waitForFunction((wanted) => document.getElementById("title").textContent === wanted, title);
  await page.click("#to-fpga");
  await page.selectOption("#fpga-core", core);
  await page.locator(`.fpga[data-core="${core}"] .cell`).first().waitFor();
}

/** A live figure in the explanations of a core. */
const figure = (page, core, name) => page.locator(`[data-words] [data-core="${core}"] [data-figure="${name}"]`).first().textContent();

visit("the simulated FPGA can be stepped by bytes, visits and phases, and ends with a verified picture", {}, async ({ page }) => {
  const file = "puzzles/library/08/checkmate.non";
  await openFile(page, join(root, file));
  await page.waitForFunction(() => document.getElementById("title").textContent === "Checkmate");
  await page.click("#to-fpga");
  const board = page.locator('.fpga[data-core="classic"]');
  await board.waitFor();
  await page.click("#fpga-byte");
  await page.waitForFunction(() => /1 \/ \d+ bytes/.test(document.querySelector(".pipeline")?.textContent));
  await page.click("#fpga-phase");
  await page.waitForSelector('.fpga[data-phase="solving"]');
  await page.click("#fpga-visit");
  await page.waitForFunction(() => /· 1 visit/.test(document.querySelector(".facts")?.textContent));
  // The visited line is highlighted.
  await eventually.equal(() => board.locator(".head.lit").count(), 1);
  await eventually.equal(() => board.locator(".band.lit").count(), 1);
  await page.click("#fpga-clock");
  await eventually.equal(() => page.textContent("#fpga-rate"), "10 visits per second");
  await page.fill("#fpga-speed", "6");
  await eventually.equal(() => page.textContent("#fpga-rate"), "60 visits per second");
  await page.click("#fpga-run");
  await page.waitForSelector('.fpga[data-phase="done"]');
  const facts = await board.locator(".facts").textContent();
  assert.match(facts, /solved, and every clue is satisfied/);
  const native = JSON.parse(nonogram("solve", "--json", "--core", "classic", file));
  await eventually.equal(() => cells(page, ".fpga"), native.grid.join(""));
  assert.match(facts, new RegExp(`decided in ${native.cycles.toLocaleString("en")} cycles`));
  await page.selectOption("#fpga-core", "all");
  await page.waitForFunction(() => document.querySelectorAll(".fpga").length === 3);
  await page.click("#fpga-phase");
  await page.waitForFunction(() => document.querySelectorAll('.fpga[data-phase="solving"]').length === 3);
});

visit("the visits are shown during a run, and the board is received at full speed", {}, async ({ page }) => {
  for (const core of ["classic", "parallel", "clue"]) {
    await watch(page, "puzzles/library/08/checkmate.non", "Checkmate", core);
    await page.locator(`.fpga[data-core="${core}"][data-phase="receiving"]`).waitFor();
    await page.evaluate(() => {
      globalThis.lit = false;
      const look = () => (globalThis.lit ||= document.querySelector(".fpga .head.lit") !== null);
      new MutationObserver(look).observe(document.querySelector(".fpga"), { subtree: true, attributeFilter: ["class"] });
    });
    await page.fill("#fpga-speed", "5");
    await page.click("#fpga-run");
    await page.waitForFunction(() => globalThis.lit);
    await page.fill("#fpga-speed", "9");
    await page.waitForSelector('.fpga[data-phase="done"]');
    await eventually.equal(() => page.locator(".head.lit").count(), 0);
  }
});

visit("the messages on the wire are described", {}, async ({ page }) => {
  await watch(page, "puzzles/library/08/checkmate.non", "Checkmate", "clue");
  await page.click("#fpga-phase");
  await page.waitForSelector('.fpga[data-phase="solving"]');
  const [sent, received] = await page.locator(".fpga .tape").all();
  await eventually.match(() => sent.textContent(), /clue \d+(, \d+)?, end of line/);
  await page.click("#fpga-phase");
  await page.click("#fpga-phase");
  await page.waitForSelector('.fpga[data-phase="done"]');
  await eventually.match(() => received.textContent(), /filled [#-]{12}/);
  await eventually.match(() => received.textContent(), /end board: solved/);
});

visit("a round visits each unsettled line once", {}, async ({ page }) => {
  await watch(page, "puzzles/library/08/checkmate.non", "Checkmate", "classic");
  await page.click("#fpga-phase");
  await page.waitForSelector('.fpga[data-phase="solving"]');
  await page.click("#fpga-round");
  // 7 x 7 cells: fourteen lines, none of them settled before its first visit.
  await page.waitForFunction(() => /· 14 visits/.test(document.querySelector(".facts")?.textContent));
  await eventually.equal(() => figure(page, "classic", "rounds"), "1 round");
  await page.selectOption("#fpga-core", "clue");
  await page.waitForSelector('.fpga[data-core="clue"][data-phase="receiving"]');
  await page.click("#fpga-phase");
  await page.waitForSelector('.fpga[data-phase="solving"]');
  await page.click("#fpga-round");
  await page.waitForFunction(() => /[1-9]\d* visits/.test(document.querySelector(".facts")?.textContent));
});

visit("the explanations give the transmission time and the time of each core, for options and for clues", {}, async ({ page }) => {
  const file = "puzzles/library/08/checkmate.non";
  await watch(page, file, "Checkmate", "classic");
  await page.selectOption("#fpga-core", "all");
  await page.waitForFunction(() => document.querySelectorAll("[data-words=sent] p").length === 3);
  await page.fill("#fpga-speed", "9");
  await page.click("#fpga-run");
  await page.waitForFunction(() => document.querySelectorAll('.fpga[data-phase="done"]').length === 3, undefined, { timeout: 60_000 });
  for (const core of ["classic", "parallel", "clue"]) {
    const native = JSON.parse(nonogram("sim", "--json", "--check", "--no-lock-step", "--core", core, file));
    const number = async (name) => parseInt((await figure(page, core, name)).replaceAll(",", ""));
    await eventually.equal(() => number("total"), native.bytes_sent, core);
    await eventually.equal(() => number("sent"), native.bytes_sent);
    await eventually.equal(() => number("core"), native.cycles);
    await eventually.equal(() => number("both-ways"), native.bytes_sent + native.bytes_received);
    await eventually.equal(() => figure(page, core, "known"), "49 of 49");
    // Ten bits per byte.
    const [wire, unit] = (await figure(page, core, "wire")).split(" ");
    const seconds = Number(wire) / { s: 1, ms: 1e3 }[unit];
    assert.ok(Math.abs(seconds / ((native.bytes_sent * 10) / 9600) - 1) < 0.05, `${core}: ${wire} ${unit}`);
    const percent = parseFloat(await figure(page, core, "share"));
    const work = native.cycles / 50e6;
    const wait = ((native.bytes_sent + native.bytes_received) * 10) / 9600;
    assert.ok(Math.abs(percent / 100 / (work / (work + wait)) - 1) < 0.06, `${core}: ${percent} %`);
  }
  const text = (name, core) => page.locator(`[data-words="${name}"] [data-core="${core}"]`).textContent();
  await eventually.match(() => text("sent", "classic"), /options.*message of two bytes/);
  await eventually.match(() => text("sent", "clue"), /takes the clues themselves.*As options it would be 916 bytes/);
  await eventually.match(() => text("narrowed", "classic"), /Options that contradict/);
  await eventually.doesNotMatch(() => text("narrowed", "classic"), /at the same time/);
  await eventually.match(() => text("narrowed", "parallel"), /rows and columns are visited at the same time/);
  await eventually.match(() => text("narrowed", "clue"), /automaton/);
  await eventually.match(() => text("waited", "parallel"), /core that takes the clues themselves is sent 38 bytes/);
});

visit("for a puzzle that fits only the clue core, the size of its board as options is shown", {}, async ({ page }) => {
  const file = "puzzles/library/32/lost.non";
  await openFile(page, join(root, file));
  await page.waitForFunction(() => /31 × 31/.test(document.getElementById("about").textContent));
  await page.click("#to-fpga");
  await page.locator('.fpga[data-core="clue"] .cell').first().waitFor();
  const text = await readFile(join(root, file), "utf8");
  const clues = (name) => text.match(new RegExp(`\\n${name}\\n((?:[\\d,]+\\n)+)`))[1].trim().split("\n").map((line) => line.split(",").map(Number).filter((block) => block > 0));
  const [rows, columns] = [clues("rows"), clues("columns")];
  // The number of options of a line is a binomial coefficient: the ways to distribute the free cells over the gaps.
  const ways = (length, clue) => {
    const free = length - clue.reduce((sum, block) => sum + block, 0) + 1;
    return clue.reduce((product, _, nth) => (product * (free - nth)) / (nth + 1), 1);
  };
  const messages = (lines, length) => lines.reduce((sum, clue) => sum + ways(length, clue) * (length + 1) + 1, 0);
  // Two start-board messages, the check, and the end; each line has a start and an end, and separators between its options.
  const bytes = 2 * (4 + messages(rows, columns.length) + messages(columns, rows.length));
  await eventually.equal(() => figure(page, "clue", "option-bytes"), `${bytes.toLocaleString("en")} bytes`);
});

for (const core of ["classic", "clue"]) {
  visit(`the saved waveform of the ${core} core equals the beginning of the command's waveform`, {}, async ({ page }) => {
    await playCross(page);
    await page.click("#to-fpga");
    await page.selectOption("#fpga-core", core);
    await page.locator(`.fpga[data-core="${core}"] .cell`).first().waitFor();
    await page.click("#fpga-phase");
    await page.waitForSelector('.fpga[data-phase="solving"]');
    // The clue core already visits lines while the board arrives.
    const before = await page.textContent(".facts");
    await page.click("#fpga-visit");
    await page.waitForFunction((text) => document.querySelector(".facts").textContent !== text, before);
    const clocks = Number((await page.textContent(".facts")).match(/([\d,]+) cycles? simulated/)[1].replaceAll(",", ""));
    const { name, bytes } = await downloaded(page, "#fpga-vcd");
    assert.equal(name, `cross-${core}.vcd`);
    const folder = await mkdtemp(join(tmpdir(), "nonogram-page-"));
    try {
      await writeFile(join(folder, "cross.txt"), "-#-\n###\n-#-\n");
      nonogram("sim", "--core", core, "--check", "--no-lock-step", "--vcd", join(folder, "native.vcd"), join(folder, "cross.txt"));
      const native = await readFile(join(folder, "native.vcd"));
      assert.ok(bytes.equals(native.subarray(0, bytes.length)), "the native waveform begins with the page's");
      // The native file continues with later times: 20 ns per cycle, the low half first.
      const last = Number(bytes.toString("latin1").match(/.*^#(\d+)$/ms)[1]);
      assert.equal(last, (2 * clocks - 1) * 10_000);
      const rest = native.subarray(bytes.length).toString("latin1");
      assert.match(rest, /^#\d+\n/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}

/** Parses a VCD: names of signals (registers by the name of their block), and the value of a signal at a time. */
function signalsOf(vcd) {
  const [header, body] = vcd.split("$enddefinitions $end");
  const scopes = [];
  const codes = new Map();
  for (const [, scope, up, width, code, name] of header.matchAll(/\$scope module (\S+)|(\$upscope)|\$var \S+ (\d+) (\S+) (\S+)/g)) {
    if (scope) scopes.push(scope);
    else if (up) scopes.pop();
    else codes.set([...scopes.slice(1), ...(name === "q" ? [] : [name])].join("."), { code, width: Number(width) });
  }
  const changes = new Map();
  let time = 0;
  for (const line of body.trim().split("\n")) {
    const [, stamp, vector, word, level, code] = line.match(/^(?:#(\d+)|(?:b(\S+) |s(\S+) |([01]))(\S+))$/);
    if (stamp) time = Number(stamp);
    else {
      if (!changes.has(code)) changes.set(code, []);
      changes.get(code).push([time, vector ?? word ?? level]);
    }
  }
  return {
    names: new Set(codes.keys()),
    at: (name, when) => {
      const { code, width } = codes.get(name);
      const value = changes.get(code).findLast(([from]) => from <= when)[1];
      return width > 1 ? `0x${BigInt(`0b${value}`).toString(16).padStart(Math.ceil(width / 4), "0")}` : value;
    },
  };
}

visit("any signal of the design can be added to the waveform and removed with the keyboard", {}, async ({ page }) => {
  await playCross(page);
  await page.click("#to-fpga");
  const board = page.locator('.fpga[data-core="classic"]');
  await board.locator(".cell").first().waitFor();
  await page.click("#fpga-phase");
  await page.waitForSelector('.fpga[data-phase="solving"]');
  const clocks = async () => Number((await page.textContent(".facts")).match(/([\d,]+) cycles? simulated/)[1].replaceAll(",", ""));
  const rows = () => board.locator("canvas.trace").evaluate((canvas) => (canvas.height / devicePixelRatio - 18) / 20);
  await eventually.equal(() => rows(), 7);
  const offered = await board.locator("datalist option").evaluateAll((all) => all.map((one) => one.value));
  const wanted = ["parser.control.state", "queue.used", "solving"];
  for (const name of wanted) {
    await board.locator(".signals form input").focus();
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await board.locator(`.signals li[data-name$="${name}"]`).waitFor();
  }
  await eventually.equal(() => rows(), 10);
  const chosen = await board.locator(".signals li").evaluateAll((all) => all.map((one) => one.dataset.name));
  assert.ok(chosen.every((name) => offered.includes(name)), `${chosen}`);
  for (const [name, words] of [["nothing", /no signal is named nothing/], ["state", /\d+ signals are named state,/]]) {
    await board.locator(".signals form input").fill(name);
    await page.keyboard.press("Enter");
    await page.waitForFunction((words) => new RegExp(words).test(document.getElementById("toast").textContent), words.source);
  }
  // Cycles before the choice are not recorded; all later ones are.
  const values = () => board.locator(".signals li b").allTextContents();
  await eventually.deepEqual(() => values(), ["–", "–", "–"]);
  const from = await clocks();
  await page.fill("#fpga-speed", "9");
  await page.click("#fpga-run");
  await page.waitForSelector('.fpga[data-phase="done"]');
  const last = await clocks();
  const vcd = signalsOf((await downloaded(page, "#fpga-vcd")).bytes.toString("latin1"));
  assert.deepEqual(offered.filter((name) => !vcd.names.has(name)), []);
  assert.equal(offered.length, vcd.names.size);
  // Zooming out shows more cycles, zooming in fewer.
  const shown = () => board.locator(".signals output").textContent();
  await eventually.equal(() => shown(), "192 cycles shown");
  for (let step = 0; step < 6; step++) await board.getByRole("button", { name: "Show more cycles" }).click();
  await page.waitForFunction(() => /12,288/.test(document.querySelector(".signals output")?.textContent));
  for (let step = 0; step < 6; step++) await board.getByRole("button", { name: "Show fewer cycles" }).click();
  await page.waitForFunction(() => /^192 /.test(document.querySelector(".signals output")?.textContent));
  const block = chosen[0].slice(0, chosen[0].lastIndexOf("."));
  await board.locator(".signals select").selectOption(block);
  const within = await board.locator("datalist option").evaluateAll((all) => all.map((one) => one.value));
  assert.ok(within.length > 0 && within.length < offered.length && within.every((name) => name.startsWith(`${block}.`)));
  await board.locator(".signals input[type=range]").focus();
  for (let back = 0; back < Math.min(40, last - from); back++) {
    // A cycle takes 20 ns; the clock is high in its second half.
    await eventually.deepEqual(() => values(), chosen.map((name) => vcd.at(name, (2 * (last - back) - 1) * 10_000)), `${back} cycles back`);
    await page.keyboard.press("ArrowLeft");
  }
  await page.click("#fpga-reset");
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll(".signals li").length === 3);
  await board.locator(".signals li button").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".signals li").length === 2);
  const focused = (name) =>
    page.waitForFunction((name) => (document.activeElement.getAttribute("aria-label") ?? document.activeElement.tagName) === name, name);
  await focused(`Remove ${chosen[1]}`);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".signals li").length === 1);
  await focused(`Remove ${chosen[2]}`);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".signals li").length === 0);
  await focused("INPUT");
  await eventually.equal(() => rows(), 7);
});

visit("a puzzle that no core takes is refused in words, with a choice of puzzles that fit", {}, async ({ page }) => {
  const letters = [..."abcdefgh"];
  const colours = letters.map((letter, nth) => `color ${letter} #${nth}${nth}4080`);
  const text = [...colours, "width 8", "height 1", "rows", letters.map((letter) => `1${letter}`).join(","), "columns", ...letters.map((letter) => `1${letter}`), ""].join("\n");
  await openFile(page, { name: "eight.non", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.waitForFunction(() => document.getElementById("title").textContent === "eight");
  await page.click("#to-fpga");
  await page.waitForSelector("#boards .primary");
  await eventually.match(() => page.textContent("#boards"), /takes 7 colours; this puzzle has more/);
  await eventually.doesNotMatch(() => page.textContent("#view-fpga"), /software|load one first/);
  await eventually.equal(() => page.locator("#fpga-tools button:enabled").count(), 0);
  await page.click("#boards .primary");
  await page.waitForFunction(() => document.activeElement.id === "fpga-puzzle");
  await page.selectOption("#fpga-puzzle", { label: "Dot dot, 7 × 7" });
  await page.locator(".fpga .cell").first().waitFor();
  await page.click("#fpga-byte");
  await page.waitForFunction(() => /1 \/ \d+ bytes/.test(document.querySelector(".pipeline")?.textContent));
  await page.click('nav a[data-view="play"]');
  await eventually.equal(() => page.textContent("#title"), "Dot dot");
});

visit("a coloured puzzle is shown with the colours that its cells can have, and ends in its picture", {}, async ({ page }) => {
  const file = "puzzles/library/colour-16-search/thors-laundry-day.non";
  await openFile(page, join(root, file));
  await page.waitForFunction(() => /Thor/.test(document.getElementById("title").textContent));
  await page.click("#to-fpga");
  const board = page.locator('.fpga[data-core="clue"]');
  await board.locator(".cell").first().waitFor();
  await eventually.equal(() => page.inputValue("#fpga-core"), "clue");
  await eventually.equal(() => page.locator("#fpga-core option:disabled").count(), 3);
  // The legend has the palette.
  const native = JSON.parse(nonogram("solve", "--json", "--on", "software", file));
  const names = await board.locator(".named-inks li").allTextContents();
  assert.equal(names.length, Object.keys(native.palette).length);
  const says = (words) => page.waitForFunction((pattern) => new RegExp(pattern).test(document.querySelector(".search-event")?.textContent ?? ""), words);
  await page.click("#fpga-conflict");
  await says("^Conflict: (row|column) \\d+ cannot be completed");
  // Undecided cells have a dot per colour, which is a value of the solution unless a probe excluded it.
  const undecided = board.locator(".cell.left");
  const count = await undecided.count();
  assert.ok(count > 0);
  const dots = await undecided.first().evaluate((one) => getComputedStyle(one, "::before").backgroundImage);
  assert.match(dots, /radial-gradient/);
  const words = await undecided.evaluateAll((all) => all.map((one) => one.ariaLabel));
  assert.ok(words.some((label) => names.some((name) => label.includes(name)) && / or /.test(label)), words[0]);
  await page.click("#fpga-phase");
  await page.waitForSelector('.fpga[data-phase="replying"]');
  await page.fill("#fpga-speed", "9");
  await page.click("#fpga-run");
  await page.waitForSelector('.fpga[data-phase="done"]');
  await eventually.match(() => board.locator(".facts").textContent(), /solved, and every clue is satisfied/);
  const letters = await board.locator(".cell").evaluateAll((all) => all.map((one) => one.dataset.letter ?? (one.classList.contains("x") ? "-" : "?")).join(""));
  assert.equal(letters, native.grid.join(""));
  await eventually.equal(() => board.locator(".cell.left").count(), 0);
  const [filled, letter] = await board.locator(".cell.f").first().evaluate((one) => [getComputedStyle(one, "::before").backgroundColor, one.dataset.letter]);
  const rgb = native.palette[letter].match(/\w\w/g).map((part) => parseInt(part, 16));
  assert.equal(filled, `rgb(${rgb.join(", ")})`);
  const [sent, received] = await board.locator(".tape").allTextContents();
  assert.match(sent, new RegExp(`clue \\d+ (${names.join("|")})`));
  assert.match(received, /end board: solved/);
});

visit("a probe of a coloured puzzle is described with the name of a colour", {}, async ({ page }) => {
  await openFile(page, join(root, "puzzles/library/colour-16-search/thors-laundry-day.non"));
  await page.waitForFunction(() => /Thor/.test(document.getElementById("title").textContent));
  await page.click("#to-fpga");
  await page.locator('.fpga[data-core="clue"] .cell').first().waitFor();
  const names = await page.locator(".named-inks li").allTextContents();
  await page.click("#fpga-phase");
  await page.waitForSelector('.fpga[data-phase="solving"]');
  const told = () => page.textContent(".search-event");
  const seen = new Set();
  const value = `(?:blank|${names.join("|")})`;
  const values = `${value}(?:(?:, ${value})* or ${value})?`;
  const place = "row \\d+, column \\d+";
  for (let step = 0; step < 400 && seen.size < 2; step++) {
    const before = await page.textContent(".facts");
    await page.click("#fpga-clock");
    await page.waitForFunction((text) => document.querySelector(".facts").textContent !== text, before);
    const words = await told();
    if (/^Probe/.test(words)) {
      assert.match(words, new RegExp(`^Probe: could ${place} be ${value}\\?$`));
      await eventually.equal(() => page.locator(".fpga .cell.current").count(), 1);
      seen.add("probe");
    }
    if (/^Refuted/.test(words)) {
      assert.match(words, new RegExp(`^Refuted, so ${place} is ${values}: that is certain\\.$`));
      seen.add("fact");
    }
  }
  assert.deepEqual([...seen].toSorted(), ["fact", "probe"]);
});

for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
  visit(`a board of 64 x 64 fits on the screen (${viewport.width})`, { viewport }, async ({ page }) => {
    await openFile(page, join(root, "puzzles/library/64/night-passage.non"));
    await page.waitForFunction(() => /64 × 64/.test(document.getElementById("about").textContent));
    await page.click("#to-fpga");
    await page.locator('.fpga[data-core="clue"] .cell').first().waitFor();
    const board = page.locator(".fpga .board");
    await board.evaluate((one) => one.scrollIntoView({ block: "end" }));
    const { width, height } = await board.evaluate((one) => one.getBoundingClientRect());
    const scroller = await page.locator(".fpga .stage .scroller").evaluate((one) => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]);
    assert.deepEqual(scroller, [0, 0]);
    assert.ok(width <= viewport.width && height <= viewport.height, `${width} x ${height}`);
    await eventually.ok(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.fill("#fpga-speed", "9");
    await page.click("#fpga-run");
    await page.waitForSelector('.fpga[data-phase="done"]', { timeout: 120_000 });
    await eventually.match(() => page.textContent(".facts"), /clue64 .*solved, and every clue is satisfied/);
  });
}

visit("Run starts again after the end, Back returns to where a step began, and each visit is described", {}, async ({ page }) => {
  await watch(page, "puzzles/library/08/checkmate.non", "Checkmate", "classic");
  await page.click("#fpga-phase");
  await page.waitForSelector('.fpga[data-phase="solving"]');
  await page.click("#fpga-visit");
  await page.waitForFunction(() => /^(Row|Column) \d had \d+ options?: .* known/.test(document.querySelector(".visit-told")?.textContent));
  const clocks = async () => Number((await page.textContent(".facts")).match(/([\d,]+) cycles? simulated/)[1].replaceAll(",", ""));
  const before = await clocks();
  await page.click("#fpga-visit");
  await page.waitForFunction(() => /· 2 visits/.test(document.querySelector(".facts")?.textContent));
  await page.click("#fpga-back");
  await page.waitForFunction(() => /· 1 visit( |$)/.test(document.querySelector(".facts")?.textContent));
  await eventually.equal(() => clocks(), before);
  await page.fill("#fpga-speed", "9");
  await page.click("#fpga-run");
  await page.waitForSelector('.fpga[data-phase="done"]');
  await page.waitForFunction(() => document.getElementById("fpga-run").textContent === "Run");
  await page.fill("#fpga-speed", "1");
  await page.click("#fpga-run");
  await page.waitForSelector('.fpga[data-phase="receiving"]');
  await eventually.equal(() => page.textContent("#fpga-run"), "Pause");
});

visit("a step to an event that does not occur says so", {}, async ({ page }) => {
  await watch(page, "puzzles/library/08/checkmate.non", "Checkmate", "clue");
  await page.click("#fpga-decision");
  await page.waitForFunction(() => document.getElementById("toast").textContent === "The search has ended without another decision.");
});

visit("side by side, the cores show the same cycle", {}, async ({ page }) => {
  await watch(page, "puzzles/library/08/checkmate.non", "Checkmate", "classic");
  await page.selectOption("#fpga-core", "all");
  await page.waitForFunction(() => document.querySelectorAll(".fpga .cell").length === 3 * 49);
  await page.fill("#fpga-speed", "3");
  await page.click("#fpga-run");
  await page.waitForTimeout(700);
  await page.click("#fpga-run");
  await page.waitForTimeout(300);
  const clocks = (await page.locator(".facts").allTextContents()).map((text) => text.match(/([\d,]+) cycles? simulated/)[1]);
  assert.equal(new Set(clocks).size, 1, clocks.join(" "));
  assert.notEqual(clocks[0], "0");
});

for (const viewport of [{ width: 390, height: 844 }, { width: 1440, height: 900 }]) {
  visit(`the controls stay on the screen with the picture, and the Verilog of a block does not widen the page (${viewport.width})`, { viewport }, async ({ page }) => {
    await watch(page, "puzzles/library/08/checkmate.non", "Checkmate", "classic");
    await page.locator(".diagram summary").click();
    await page.locator(".schematic .block").first().click();
    await page.locator(".block-panel summary >> text=Verilog").first().click();
    await page.waitForSelector(".block-panel pre");
    await eventually.ok(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    for (const place of [".fpga .board", ".trace"]) {
      await page.locator(place).first().evaluate((one) => one.scrollIntoView({ block: "end" }));
      const { top, bottom } = await page.locator("#fpga-run").evaluate((one) => one.getBoundingClientRect());
      assert.ok(top >= 0 && bottom <= viewport.height, `${place}: ${top}`);
    }
  });
}
