// The first visit: three choices, the rules in pictures, and three small puzzles with a coach.

import { BLACK } from "./drawing.js";
import { background } from "./engine.js";
import { figure, type Figure } from "./figure.js";
import { BLANK, FILLED, Game, UNKNOWN, fromText, toText, type Value } from "./game.js";
import { GridView, type Tool } from "./grid.js";
import { texts } from "./texts.js";
import { $, el, sentence, storage, toast } from "./ui.js";
import type { Advice, Drawn } from "./types.js";

/** Time limit of the coach's hints, in milliseconds. */
const LIMIT = 5000;

const LESSONS = [
  ["-#-#-", "#####", "#####", "-###-", "--#--"],
  ["-###-", "#####", "--#--", "--#--", "-###-"],
  ["-##--", "###--", "-##-#", "-####", "--##-"],
];

const RULES: Figure[] = [
  { cells: ["--#--", "-###-", "#####", "-#-#-", "-#-#-"], rows: [[1], [3], [5], [1, 1], [1, 1]], columns: [[1], [4], [3], [4], [1]] },
  { cells: ["###x#"], rows: [[3, 1]] },
  { cells: ["ooxoo"], rows: [[2, 2]] },
  { cells: ["?ooo?"], rows: [[4]] },
  { cells: ["?o?", "?o?", "?x?", "?o?"], columns: [[], [2, 1], []] },
];

const PICTURES: Record<string, Figure> = {
  learn: { cells: ["ooooo", "ooxoo", "??o??"], rows: [[5], [2, 2], [3]] },
  play: { cells: ["--#--", "-###-", "#####", "-#-#-", "-#-#-"] },
  fpga: { cells: ["-#-#-#-", "#######", "-#ooo#-", "##o-o##", "-#ooo#-", "#######", "-#-#-#-"] },
};

let game: Game | undefined;
let grid: GridView | undefined;
let advice: Advice | undefined;
let lesson = 0;
let asked = 0;
let painting: { from: Value; to: Value } | undefined;
let leave: (view: string) => void = () => {};

const isWrong = () => advice?.kind === "wrong";

function draw(place: number): void {
  if (!game) return;
  const nth = advice?.cells.indexOf(place) ?? -1;
  const told = nth >= 0 ? (isWrong() ? "bad" : `hint ${advice!.values[nth] === "#" ? "to-f" : "to-x"}`) : advice?.lines.includes(place) ? "looked" : "";
  grid?.cell(place, game.cells[place]!, told);
}

function drawAll(): void {
  if (!game) return;
  for (const place of game.cells.keys()) draw(place);
  for (let line = 0; line < game.rows + game.columns; line++) grid?.clue(line, game.met(line), game.isMet(line));
  $<HTMLButtonElement>("lesson-undo").disabled = !game.canUndo;
  $("lesson-stage").classList.toggle("solved", game.isSolved);
}

function coach(...content: (Node | string)[]): void {
  $("coach").replaceChildren(...content);
}

function button(text: string, act: () => void, primary = true): HTMLElement {
  const made = el("button", primary ? { type: "button", class: "primary" } : { type: "button" }, text);
  made.addEventListener("click", act);
  return made;
}

/** Whether the player has followed the coach's hint; true if there is none. */
const isDone = () => !advice || advice.cells.every((cell, nth) => game!.cells[cell] === (advice!.values[nth] === "#" ? FILLED : BLANK));

/** Checks the grid, and shows the coach's next message. */
async function look(intro = ""): Promise<void> {
  const of = game;
  if (!of) return;
  if (of.isSolved) {
    advice = undefined;
    drawAll();
    finished();
    return;
  }
  const ask = ++asked;
  const found = await background.call("hint", JSON.stringify(of.sheet), toText(of.cells), LIMIT);
  if (ask !== asked || of !== game) return;
  const wasWrong = isWrong();
  // A hint remains until it has been followed, unless there is a mistake.
  if (found.kind === "wrong" || wasWrong || isDone()) advice = found;
  drawAll();
  const words = el("p", {}, sentence(advice!.text));
  if (isWrong()) coach(el("p", {}, texts.lesson.wrong), button(texts.lesson.takeBack, takeBack));
  else coach(...(intro ? [el("p", {}, intro)] : []), words);
}

function takeBack(): void {
  const cells = advice?.cells ?? [];
  game?.begin();
  for (const cell of cells) game?.set(cell, UNKNOWN);
  game?.end();
  advice = undefined;
  void look();
}

function finished(): void {
  storage.set("lessons", Math.max(lesson + 1, storage.get<number>("lessons") ?? 0));
  const words = el("p", {}, texts.lesson.done[lesson]!);
  if (lesson + 1 < LESSONS.length) coach(words, button(texts.lesson.next, () => void begin(lesson + 1)));
  else coach(words, el("div", { class: "row" }, button(texts.lesson.play, () => leave("play")), button(texts.lesson.library, () => leave("library"), false)));
  $("coach").querySelector("button")?.focus();
}

async function begin(nth: number): Promise<void> {
  lesson = nth;
  advice = undefined;
  asked++;
  const lines = LESSONS[nth]!;
  const drawn: Drawn = { rows: lines.length, columns: lines[0]!.length, cells: lines.join(""), paints: BLACK, title: texts.lesson.titles[nth]! };
  const { goal: _, ...sheet } = await background.call("drawing", JSON.stringify(drawn));
  game = new Game(sheet);
  $("rules-page").hidden = true;
  $("lesson").hidden = false;
  $("lesson-nth").textContent = texts.lesson.nth(nth + 1, LESSONS.length);
  $("lesson-title").textContent = texts.lesson.titles[nth]!;
  grid?.dispose();
  grid = new GridView($("lesson-stage"), {
    rows: sheet.rows,
    columns: sheet.columns,
    label: texts.play.grid(texts.lesson.titles[nth]!, game.rows, game.columns),
    strokes: { begin: stroke, extend, end, abandon },
    largest: 64,
  });
  grid.isStraight = true;
  drawAll();
  window.scrollTo({ top: 0, behavior: "instant" });
  await look(texts.lesson.intros[nth]);
}

function stroke(place: number, how: Tool): void {
  if (!game) return;
  const from = game.cells[place] as Value;
  // A plain click marks a cell that the coach's hint shows as blank.
  const pointed = advice?.values[advice.cells.indexOf(place)] === "-" && !isWrong();
  const tool = (how === "chosen" || how === "along") && !pointed ? FILLED : BLANK;
  painting = how === "along" && from === tool ? { from: UNKNOWN, to: tool } : { from, to: from === UNKNOWN ? tool : UNKNOWN };
  game.begin();
  extend(place);
}

function extend(place: number): void {
  if (!game || !painting || game.cells[place] !== painting.from) return;
  game.set(place, painting.to);
  draw(place);
}

function end(): void {
  game?.end();
  painting = undefined;
  drawAll();
  void look();
}

function abandon(): void {
  game?.abandon();
  painting = undefined;
  drawAll();
}

function showRules(): void {
  $("rules-page").hidden = false;
  $("lesson").hidden = true;
  window.scrollTo({ top: 0, behavior: "instant" });
}

/** Attaches the event handlers; `go` opens another view. */
export function start(go: (view: string) => void): void {
  leave = go;
  for (const place of document.querySelectorAll<HTMLElement>("[data-picture]")) place.append(figure(PICTURES[place.dataset["picture"]!]!));
  $("rules").replaceChildren(...RULES.map((rule, nth) => el("li", {}, figure(rule), el("p", {}, texts.rules[nth]!))));
  const on = (id: string, act: () => unknown) =>
    $(id).addEventListener("click", async () => {
      try {
        await act();
      } catch (error) {
        toast(error instanceof Error ? error.message : String(error));
      }
    });
  on("lesson-begin", () => begin(Math.min(storage.get<number>("lessons") ?? 0, LESSONS.length) % LESSONS.length));
  on("lesson-rules", showRules);
  on("lesson-undo", () => {
    game?.undo();
    advice = undefined;
    return look();
  });
  on("lesson-show", () => {
    if (!game || !advice || isWrong()) return;
    const cells = fromText(advice.values);
    game.begin();
    advice.cells.forEach((cell, nth) => game!.set(cell, cells[nth] as Value));
    game.end();
    return look();
  });
}
