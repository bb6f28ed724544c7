// Small helpers for the document.

import type { Swatch } from "./types.js";
import { texts } from "./texts.js";

export function $<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as T;
}

type Attributes = Record<string, string | number | boolean>;

/** An element with attributes and children. */
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

/** Shows an element in a colour: its style and its letter. The page allows no style attributes. */
export function paint<T extends HTMLElement>(element: T, ink: Swatch | undefined): T {
  if (ink) {
    element.style.setProperty("--fill", ink.rgb);
    element.style.setProperty("--on", ink.text);
    element.dataset["letter"] = ink.letter;
  } else delete element.dataset["letter"];
  return element;
}

/** Whether a key belongs to a field that text is typed into. */
export function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.matches("input:not([type=radio], [type=color]), textarea, select");
}

let hiding = 0;

/** Says something for a moment, to eyes and screen readers. */
export function toast(text: string): void {
  const place = $("toast");
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

/** A time in words. */
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

/** Words as a sentence: a capital, and a full stop. */
export function sentence(words: string): string {
  const end = /[.!?…]$/.test(words) ? "" : ".";
  return words.charAt(0).toUpperCase() + words.slice(1) + end;
}

/** The beginning of a file's name for a puzzle. */
export function fileName(title: string | null): string {
  return (title ?? "nonogram").replaceAll(/[^\p{L}\p{N}]+/gu, "-").toLowerCase();
}

/** Offers a file to keep. */
export function download(name: string, content: BlobPart, type: string): void {
  const link = el("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** What the browser keeps for us; nothing where it keeps nothing. */
export const storage = {
  get<T>(key: string): T | undefined {
    try {
      const text = localStorage.getItem(`nonogram:${key}`);
      return text === null ? undefined : (JSON.parse(text) as T);
    } catch {
      return undefined;
    }
  },
  /** The names of all that is kept. */
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
      // Full, or forbidden: the page works without.
    }
  },
};

/** Difficulties up to which a puzzle is easy, moderate, tricky: a fifth of the library each; what line logic solves beyond is hard. */
const STEPS = [1.8, 2.25, 2.85];
const [HARD, FIENDISH] = [3, 4];

/** How hard, in a word and in dots of five; what line logic alone does not solve is the hardest. */
export function hardness(difficulty: number | null, depth: number | null): { word: string; dots: number } {
  const step = STEPS.findIndex((most) => (difficulty ?? 0) < most);
  const level = difficulty === null || depth !== 0 ? FIENDISH : step < 0 ? HARD : step;
  return { word: texts.levels[level]!, dots: level + 1 };
}
