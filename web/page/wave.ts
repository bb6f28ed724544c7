// The waveform below a board: what happened in the last clocks, and the signals of the design that the reader has chosen.

import { Stopped } from "./engine.js";
import { el, storage, toast } from "./ui.js";
import type { FpgaState, Track } from "./types.js";

/** What always stands there, by bit of the trace. */
const EVENTS = ["byte in", "launch", "solving", "visit", "decided", "replying", "byte out"];
/** Of the drawing, in pixels: a signal's height, a clock's width, the least and the largest width of the names. */
const [HIGH, CLOCK, NAMES, LONGEST] = [20, 5, 72, 260];
const TRACED = 192;
const FONT = "12px system-ui, sans-serif";

/** What is kept between visits: the names that were chosen, by core. */
type Kept = Record<string, string[]>;

/** What a signal holds in a clock of the trace; nothing where it was not yet chosen. */
function at(track: Track, clock: number): string | undefined {
  return track.changes.findLast(([from]) => from <= clock)?.[1];
}

/** A signal that is drawn as a level. */
const isLevel = (track: Track) => track.width === 1 && track.changes.every(([, value]) => value === "0" || value === "1");

/** A value in words: what is a number is told as one. */
const inWords = (track: Track, value: string) => (isLevel(track) || track.states ? value : `0x${value}`);

export class Wave {
  readonly element: HTMLElement;
  readonly #canvas = el("canvas", { class: "trace", role: "img", "aria-label": `Signals of the last ${TRACED} clocks` });
  readonly #names: HTMLDataListElement;
  readonly #wanted: HTMLInputElement;
  readonly #chosen: HTMLUListElement;
  readonly #look = el("input", { type: "range", min: 0, max: TRACED - 1, value: TRACED - 1 });
  readonly #clock = el("span");
  readonly #lookField = el("label", { class: "field inline", hidden: true }, this.#clock, this.#look);
  #state: FpgaState | undefined;

  /** A board's; `choose` has its design give the signals of these names from now on. */
  constructor(
    readonly core: string,
    readonly choose: (names: string[]) => Promise<void>,
  ) {
    const list = `signals-${core}`;
    this.#names = el("datalist", { id: list });
    this.#wanted = el("input", { list, autocomplete: "off", spellcheck: "false", placeholder: "parser.state" });
    this.#chosen = el("ul", { "aria-label": "Chosen signals, and what they hold" });
    const form = el("form", {}, el("label", { class: "field inline" }, "Signal", this.#wanted), el("button", {}, "Add"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#add(this.#wanted.value.trim());
    });
    this.#look.addEventListener("input", () => this.#draw());
    const point = (event: PointerEvent) => {
      if (event.buttons === 0) return;
      const fromRight = Math.floor((this.#canvas.getBoundingClientRect().right - event.clientX) / CLOCK);
      this.#look.value = String(TRACED - 1 - fromRight);
      this.#draw();
    };
    this.#canvas.addEventListener("pointerdown", point);
    this.#canvas.addEventListener("pointermove", point);
    this.element = el(
      "section",
      { class: "wave", "aria-label": "Waveform" },
      el("div", { class: "scroller" }, this.#canvas),
      el("div", { class: "signals" }, form, this.#names, this.#lookField, this.#chosen),
    );
  }

  /** The design has these signals; those of an earlier visit are chosen again. */
  async begin(names: string[]): Promise<void> {
    this.#names.replaceChildren(...names.map((name) => el("option", { value: name })));
    const kept = storage.get<Kept>("signals")?.[this.core] ?? [];
    const there = kept.filter((name) => names.includes(name));
    if (there.length > 0) await this.choose(there);
  }

  show(state: FpgaState): void {
    this.#state = state;
    this.#draw();
  }

  async #add(name: string): Promise<void> {
    if (name === "") return;
    if (await this.#change([...this.#chosenNames(), name])) this.#wanted.value = "";
  }

  async #remove(name: string): Promise<void> {
    const names = this.#chosenNames();
    const place = names.indexOf(name);
    if (!(await this.#change(names.toSpliced(place, 1)))) return;
    // The button is gone: the next one has the focus, or the field.
    const buttons = this.#chosen.querySelectorAll("button");
    (buttons[Math.min(place, buttons.length - 1)] ?? this.#wanted).focus();
    toast(`${name} is removed.`);
  }

  #chosenNames(): string[] {
    return this.#state?.tracks.map((track) => track.name) ?? [];
  }

  async #change(names: string[]): Promise<boolean> {
    try {
      await this.choose(names);
    } catch (error) {
      if (!(error instanceof Stopped)) toast(error instanceof Error ? error.message : String(error));
      return false;
    }
    storage.set("signals", { ...storage.get<Kept>("signals"), [this.core]: this.#chosenNames() });
    return true;
  }

  #draw(): void {
    const state = this.#state;
    if (!state) return;
    const look = Number(this.#look.value);
    this.#list(state, look);
    draw(this.#canvas, state, look < TRACED - 1 && state.tracks.length > 0 ? look : undefined);
  }

  /** Writes what the chosen signals hold at a clock, the newest one or the one that is looked at. */
  #list({ tracks, trace, clocks }: FpgaState, look: number): void {
    const shown = [...this.#chosen.children].map((item) => (item as HTMLElement).dataset["name"]);
    if (shown.join() !== tracks.map((track) => track.name).join()) {
      const items = tracks.map(({ name }) => {
        const remove = el("button", { type: "button", "aria-label": `Remove ${name}` }, "×");
        remove.addEventListener("click", () => void this.#remove(name));
        return el("li", { "data-name": name }, el("code", {}, name), el("b"), remove);
      });
      this.#chosen.replaceChildren(...items);
    }
    const back = TRACED - 1 - look;
    tracks.forEach((track, nth) => {
      const value = at(track, trace.length - 1 - back);
      const place = this.#chosen.children[nth]!.querySelector("b")!;
      place.textContent = value === undefined ? "–" : inWords(track, value);
    });
    this.#lookField.hidden = tracks.length === 0;
    const clock = `Clock ${Math.max(0, clocks - back).toLocaleString("en")}`;
    this.#clock.textContent = clock;
    this.#look.setAttribute("aria-valuetext", clock);
  }
}

/** The end of a name that fits a width. */
function fitting(context: CanvasRenderingContext2D, name: string, width: number): string {
  if (context.measureText(name).width <= width) return name;
  let from = 1;
  while (context.measureText(`…${name.slice(from)}`).width > width) from++;
  return `…${name.slice(from)}`;
}

/** Draws the last clocks as a logic analyser does, with a line at the one that is looked at. */
function draw(canvas: HTMLCanvasElement, { trace, tracks }: FpgaState, look: number | undefined): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const scale = window.devicePixelRatio || 1;
  context.font = FONT;
  const widths = tracks.map(({ name }) => context.measureText(name).width + 10);
  const names = Math.min(LONGEST, Math.ceil(Math.max(NAMES, ...widths)));
  const [width, height] = [names + TRACED * CLOCK, (EVENTS.length + tracks.length) * HIGH];
  [canvas.width, canvas.height] = [width * scale, height * scale];
  canvas.style.width = `${width}px`;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name);
  context.scale(scale, scale);
  context.font = FONT;
  context.textBaseline = "middle";
  context.lineWidth = 1.5;
  context.strokeStyle = colour("--accent");
  const x = (clock: number) => names + (TRACED - trace.length + clock) * CLOCK;
  const label = (name: string, row: number) => {
    context.fillStyle = colour("--dim");
    context.fillText(fitting(context, name, names - 8), 0, row * HIGH + 10);
  };
  const level = (row: number, ends: [number, number, boolean][]) => {
    const base = (row + 1) * HIGH - 4;
    context.beginPath();
    for (const [from, to, high] of ends) {
      context.lineTo(x(from), base - (high ? HIGH - 8 : 0));
      context.lineTo(x(to), base - (high ? HIGH - 8 : 0));
    }
    context.stroke();
  };
  const bus = (row: number, from: number, to: number, value: string) => {
    const [top, middle, base] = [row * HIGH + 4, row * HIGH + 10, row * HIGH + 16];
    const [left, right] = [x(from), x(to)];
    context.beginPath();
    for (const [across, down] of [[left, middle], [left + 2, top], [right - 2, top], [right, middle], [right - 2, base], [left + 2, base]] as const) context.lineTo(across, down);
    context.closePath();
    context.stroke();
    if (context.measureText(value).width > right - left - 6) return;
    context.fillStyle = colour("--text");
    context.fillText(value, left + 4, middle);
  };
  EVENTS.forEach((name, bit) => {
    label(name, bit);
    level(bit, trace.map((signals, clock) => [clock, clock + 1, ((signals >> bit) & 1) === 1]));
  });
  tracks.forEach((track, nth) => {
    const row = EVENTS.length + nth;
    label(track.name, row);
    const parts = track.changes.map(([from, value], place) => [from, track.changes[place + 1]?.[0] ?? trace.length, value] as const);
    if (isLevel(track)) level(row, parts.map(([from, to, value]) => [from, to, value === "1"]));
    else for (const [from, to, value] of parts) bus(row, from, to, value);
  });
  if (look !== undefined) {
    context.fillStyle = colour("--amber");
    context.fillRect(names + look * CLOCK + CLOCK / 2 - 1, 0, 2, height);
  }
}
