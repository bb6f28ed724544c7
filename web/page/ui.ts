// DOM helpers.

import type { Swatch } from "./types.js";
import { texts } from "./texts.js";

export function $<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as T;
}

/** Whether the window has the narrow layout of style/small.css: the panel is below the grid, and messages float over the page. */
export function isNarrow(): boolean {
  return matchMedia("(width <= 820px) and (height > 480px), (width < 560px)").matches;
}

type Attributes = Record<string, string | number | boolean>;

/** Creates an element with attributes and children. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/** Sets the colours and the letter of an element, through its style object because the page's security policy forbids style attributes. */
export function paint<T extends HTMLElement>(element: T, ink: Swatch | undefined): T {
  if (ink) {
    element.style.setProperty("--fill", ink.rgb);
    element.style.setProperty("--on", ink.text);
    element.dataset["letter"] = ink.letter;
  } else delete element.dataset["letter"];
  return element;
}

/** Whether a key event comes from a form field other than a radio button or a colour field. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.matches("input:not([type=radio], [type=color]), textarea, select");
}

let hiding = 0;
/** Number of notifications that the help lists. */
const LISTED = 8;

/** Shows a short notification, also to screen readers; the help lists the last ones. */
export function toast(text: string): void {
  const place = $("toast");
  const list = $("messages");
  list.append(el("li", {}, text));
  while (list.childElementCount > LISTED) list.firstElementChild!.remove();
  $("h-messages").hidden = false;
  place.textContent = text;
  place.classList.add("shown");
  clearTimeout(hiding);
  hiding = window.setTimeout(() => place.classList.remove("shown"), Math.max(2500, text.length * 60));
}

export function clock(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (part: number) => String(part).padStart(2, "0");
  const rest = `${two(minutes)}:${two(Math.floor(seconds) % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** Formats a duration with its unit. */
export function span(seconds: number): string {
  if (seconds < 1e-6) return `${(seconds * 1e9).toFixed(0)} ns`;
  if (seconds < 1e-3) return `${(seconds * 1e6).toFixed(1)} µs`;
  if (seconds < 1) return `${(seconds * 1e3).toFixed(1)} ms`;
  if (seconds < 7200) return `${seconds.toFixed(1)} s`;
  const days = seconds / 86_400;
  return days < 2 ? `${(days * 24).toFixed(1)} hours` : days < 1000 ? `${days.toFixed(0)} days` : `${(days / 365.25).toPrecision(2)} years`;
}

export function count(number: number, what: string): string {
  return `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
}

/** Makes a sentence: capitalises the first letter, and adds a full stop unless the text ends with `.`, `!`, `?` or `…`. */
export function sentence(words: string): string {
  const end = /[.!?…]$/.test(words) ? "" : ".";
  return words.charAt(0).toUpperCase() + words.slice(1) + end;
}

/** The file name for a puzzle, without extension. */
export function fileName(title: string | null): string {
  return (title ?? "nonogram").replaceAll(/[^\p{L}\p{N}]+/gu, "-").toLowerCase();
}

/** Offers a file for download. Without a type, browsers go by the extension of its name. */
export function download(name: string, content: BlobPart, type = "application/octet-stream"): void {
  const link = el("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  // After this time the browser has read the content.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Whether the player knows that nothing is stored. */
let isToldOfStorage = false;

/** The browser's local storage; empty if it is not available. */
export const storage = {
  get<T>(key: string): T | undefined {
    try {
      const text = localStorage.getItem(`nonogram:${key}`);
      return text === null ? undefined : (JSON.parse(text) as T);
    } catch {
      return undefined;
    }
  },
  /** The names of all stored items. */
  keys(): string[] {
    try {
      return Object.keys(localStorage).flatMap((key) => (key.startsWith("nonogram:") ? [key.slice("nonogram:".length)] : []));
    } catch {
      return [];
    }
  },
  set(key: string, value: unknown): void {
    try {
      localStorage.setItem(`nonogram:${key}`, JSON.stringify(value));
    } catch {
      // Storage is full or forbidden: the page works without it.
      if (!isToldOfStorage) toast(texts.storage);
      isToldOfStorage = true;
    }
  },
};

/** Exclusive upper bounds of easy, moderate and tricky, for line-solvable puzzles. Each level has about a fifth of the library. */
const STEPS = [1.8, 2.25, 2.85];
const [HARD, FIENDISH] = [3, 4];

/** The difficulty as a word and as 1 to 5 dots: five for puzzles without a rating and for those that line logic alone does not solve. */
export function hardness(difficulty: number | null, depth: number | null): { word: string; dots: number } {
  const step = STEPS.findIndex((most) => (difficulty ?? 0) < most);
  const level = difficulty === null || depth !== 0 ? FIENDISH : step < 0 ? HARD : step;
  return { word: texts.levels[level]!, dots: level + 1 };
}
