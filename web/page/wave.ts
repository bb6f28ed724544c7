// The waveform below a board: the events, cycle by cycle from power-on, and the chosen signals of the design.

import { Stopped } from "./engine.js";
import { texts } from "./texts.js";
import { count, el, storage, toast } from "./ui.js";
import type { FpgaState, Signal } from "./types.js";

/** Sizes in the drawing, in pixels: height of a signal, minimum and maximum width of the names. */
const [HIGH, NAMES, LONGEST] = [20, 72, 260];
/** Number of cycles shown: initially, at least, and at most. */
const [SPAN, CLOSEST, WIDEST] = [192, 24, 1 << 22];
const FONT = "12px system-ui, sans-serif";
/** Height of the time axis, and minimum distance between its numbers, in pixels. */
const [AXIS, APART] = [18, 90];

/** Names of the chosen signals per core, stored for the next visit. */
type Kept = Record<string, string[]>;

/** The functions of the simulated design that the waveform uses. */
export interface Design {
  /** Records the named signals from now on. */
  choose(names: string[]): Promise<void>;
  /** Values of the signals from cycle `from` to before `to`, for a waveform of `parts` columns. */
  window(from: number, to: number, parts: number): Promise<Signal[]>;
}

/** The value of a signal in a cycle; undefined if it was not yet recorded. */
function at(signal: Signal, clock: number): string | undefined {
  return signal.changes.findLast(([from]) => from <= clock)?.[1];
}

/** Whether a signal is drawn as a level. */
const isLevel = (signal: Signal) => signal.width === 1 && signal.changes.every(([, value]) => value === "0" || value === "1");

/** The displayed form of a value: numbers of several bits have the prefix `0x`. */
const inWords = (signal: Signal, value: string) => (isLevel(signal) || signal.states ? value : `0x${value}`);

export class Wave {
  readonly element: HTMLElement;
  readonly #canvas = el("canvas", { class: "trace", role: "img", "aria-label": texts.wave.label });
  readonly #place = el("div", { class: "scroller" }, this.#canvas);
  readonly #names: HTMLDataListElement;
  readonly #wanted: HTMLInputElement;
  readonly #blocks = el("select");
  readonly #chosen: HTMLUListElement;
  readonly #look = el("input", { type: "range", min: 0, max: 0, value: 0 });
  readonly #clock = el("span");
  readonly #shown = el("output", { class: "dim" });
  #all: string[] = [];
  #signals: Signal[] = [];
  /** Values of the chosen signals in the selected cycle, if the waveform is too coarse to contain them. */
  #held: Signal[] | undefined;
  #clocks = 0;
  #from = 0;
  #span = SPAN;
  /** The selected cycle; undefined for the newest one. */
  #looked: number | undefined;
  #asking = false;
  #askAgain = false;

  constructor(
    readonly core: string,
    readonly design: Design,
  ) {
    const list = `signals-${core}`;
    this.#names = el("datalist", { id: list });
    this.#wanted = el("input", { list, autocomplete: "off", spellcheck: "false", placeholder: "parser.control.state" });
    this.#chosen = el("ul", { "aria-label": texts.wave.chosen });
    const form = el(
      "form",
      {},
      el("label", { class: "field inline" }, texts.wave.block, this.#blocks),
      el("label", { class: "field inline" }, texts.wave.signal, this.#wanted),
      el("button", {}, texts.wave.add),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.add(this.#wanted.value.trim());
    });
    this.#blocks.addEventListener("change", () => this.#offer());
    this.#look.addEventListener("input", () => this.look(Number(this.#look.value)));
    const point = (event: PointerEvent) => {
      if (event.buttons === 0) return;
      const { left, names, pixels } = this.#measure();
      this.look(this.#from + Math.floor((event.clientX - left - names) / pixels));
    };
    this.#canvas.addEventListener("pointerdown", point);
    this.#canvas.addEventListener("pointermove", point);
    const zoom = (words: string, sign: string, factor: number) => {
      const button = el("button", { type: "button", "aria-label": words }, sign);
      button.addEventListener("click", () => this.zoom(factor));
      return button;
    };
    this.element = el(
      "section",
      { class: "wave", "aria-label": texts.wave.title },
      this.#place,
      el(
        "div",
        { class: "signals" },
        el("div", { class: "zoom" }, el("label", { class: "field inline" }, this.#clock, this.#look), zoom(texts.wave.out, "−", 2), zoom(texts.wave.in, "+", 1 / 2), this.#shown),
        form,
        this.#names,
        this.#chosen,
      ),
    );
  }

  /** Called when a design with these signals has been powered on; restores those chosen earlier. */
  async begin(names: string[]): Promise<void> {
    this.#all = names;
    [this.#from, this.#span, this.#looked] = [0, SPAN, undefined];
    const scopes = new Set<string>();
    for (const name of names) for (let end = name.indexOf("."); end >= 0; end = name.indexOf(".", end + 1)) scopes.add(name.slice(0, end));
    const every = el("option", { value: "" }, texts.wave.everyBlock);
    this.#blocks.replaceChildren(every, ...[...scopes].toSorted().map((scope) => el("option", { value: scope }, scope)));
    this.#offer();
    const kept = storage.get<Kept>("signals")?.[this.core] ?? [];
    const there = kept.filter((name) => names.includes(name));
    if (there.length > 0) await this.design.choose(there);
  }

  show(state: FpgaState): void {
    this.#clocks = state.clocks;
    if (this.#looked === undefined) this.#from = Math.max(0, this.#clocks - this.#span);
    void this.#ask();
  }

  /** Selects a cycle; if it is the last one, the selection follows the newest cycle. */
  look(clock: number): void {
    const last = Math.max(0, this.#clocks - 1);
    const place = Math.max(0, Math.min(last, clock));
    this.#looked = place === last ? undefined : place;
    const isSeen = place >= this.#from && place < this.#from + this.#span;
    if (this.#looked === undefined) this.#from = Math.max(0, this.#clocks - this.#span);
    else if (!isSeen) this.#from = Math.max(0, place - Math.floor(this.#span / 2));
    this.#draw();
    if (!isSeen || this.#looked === undefined || !this.#isExact) void this.#ask();
  }

  /** Scales the number of cycles shown by `factor`, around the selected cycle. */
  zoom(factor: number): void {
    const span = Math.max(CLOSEST, Math.min(WIDEST, this.#span * factor));
    const look = this.#looked ?? this.#clocks;
    const share = (look - this.#from) / this.#span;
    this.#from = Math.max(0, Math.round(look - share * span));
    this.#span = span;
    void this.#ask();
  }

  /** Offers the names of the signals within the chosen block. */
  #offer(): void {
    const within = this.#blocks.value === "" ? this.#all : this.#all.filter((name) => name.startsWith(`${this.#blocks.value}.`));
    this.#names.replaceChildren(...within.map((name) => el("option", { value: name })));
  }

  /** Adds a signal, named by its path or by an unambiguous end of the path. */
  async add(name: string): Promise<void> {
    if (name === "") return;
    if (await this.#change([...this.#chosenNames(), name])) this.#wanted.value = "";
  }

  async #remove(name: string): Promise<void> {
    const names = this.#chosenNames();
    const place = names.indexOf(name);
    if (!(await this.#change(names.toSpliced(place, 1)))) return;
    // The pressed button no longer exists: the next button or the field gets the focus.
    const buttons = this.#chosen.querySelectorAll("button");
    (buttons[Math.min(place, buttons.length - 1)] ?? this.#wanted).focus();
    toast(texts.wave.removed(name));
  }

  #chosenNames(): string[] {
    return this.#signals.filter((signal) => signal.chosen).map((signal) => signal.name);
  }

  async #change(names: string[]): Promise<boolean> {
    try {
      await this.design.choose(names);
      await this.#fetch();
    } catch (error) {
      if (!(error instanceof Stopped)) toast(error instanceof Error ? error.message : String(error));
      return false;
    }
    storage.set("signals", { ...storage.get<Kept>("signals"), [this.core]: this.#chosenNames() });
    return true;
  }

  /** Requests the data to draw, one request at a time. */
  async #ask(): Promise<void> {
    this.#askAgain = true;
    if (this.#asking) return;
    this.#asking = true;
    try {
      while (this.#askAgain) {
        this.#askAgain = false;
        await this.#fetch();
      }
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    } finally {
      this.#asking = false;
    }
  }

  /** Whether the waveform has a column for each cycle. */
  get #isExact(): boolean {
    return this.#span <= this.#parts;
  }

  get #parts(): number {
    return Math.max(SPAN, this.#place.clientWidth);
  }

  async #fetch(): Promise<void> {
    this.#signals = await this.design.window(this.#from, this.#from + this.#span, this.#parts);
    const look = this.#looked ?? Math.max(0, this.#clocks - 1);
    this.#held = this.#isExact ? undefined : await this.design.window(look, look + 1, 1);
    this.#draw();
  }

  /** Sizes in pixels: left edge of the canvas, width of the names, width of a cycle, total width. */
  #measure(): { left: number; names: number; pixels: number; width: number } {
    const context = this.#canvas.getContext("2d")!;
    context.font = FONT;
    const widths = this.#signals.map(({ name }) => context.measureText(name).width + 10);
    const width = Math.max(200, this.#place.clientWidth);
    const names = Math.min(LONGEST, width / 3, Math.ceil(Math.max(NAMES, ...widths)));
    return { left: this.#canvas.getBoundingClientRect().left, names, pixels: (width - names) / this.#span, width };
  }

  #draw(): void {
    const look = this.#looked ?? Math.max(0, this.#clocks - 1);
    this.#list(look);
    this.#look.max = String(Math.max(0, this.#clocks - 1));
    this.#look.value = String(look);
    this.#clock.textContent = texts.wave.clock((look + 1).toLocaleString("en"));
    this.#look.setAttribute("aria-valuetext", this.#clock.textContent);
    this.#shown.textContent = texts.wave.span(count(this.#span, "cycle"));
    const { names, pixels, width } = this.#measure();
    const view = { names, pixels, width, from: this.#from, end: Math.min(this.#clocks, this.#from + this.#span) };
    draw(this.#canvas, this.#signals, view, this.#looked);
  }

  /** Lists the values of the chosen signals in a cycle. */
  #list(look: number): void {
    const chosen = (this.#held ?? this.#signals).filter((signal) => signal.chosen);
    const listed = [...this.#chosen.children].map((item) => (item as HTMLElement).dataset["name"]);
    if (listed.join() !== chosen.map((signal) => signal.name).join()) {
      const items = chosen.map(({ name }) => {
        const remove = el("button", { type: "button", "aria-label": texts.wave.remove(name) }, "×");
        remove.addEventListener("click", () => void this.#remove(name));
        return el("li", { "data-name": name }, el("code", {}, name), el("b"), remove);
      });
      this.#chosen.replaceChildren(...items);
    }
    chosen.forEach((signal, nth) => {
      const value = at(signal, look);
      this.#chosen.children[nth]!.querySelector("b")!.textContent = value === undefined ? "–" : inWords(signal, value);
    });
  }
}

/** Geometry of the drawing: width of the names, of a cycle, and in total, in pixels; first cycle, and the one after the last. */
interface View {
  names: number;
  pixels: number;
  width: number;
  from: number;
  end: number;
}

/** The name, or `…` and its longest suffix that fits a width. */
function fitting(context: CanvasRenderingContext2D, name: string, width: number): string {
  if (context.measureText(name).width <= width) return name;
  let from = 1;
  while (context.measureText(`…${name.slice(from)}`).width > width) from++;
  return `…${name.slice(from)}`;
}

/** Draws the signals in the manner of a logic analyser, with a line at the selected cycle. */
function draw(canvas: HTMLCanvasElement, signals: Signal[], { names, pixels, width, from, end }: View, look: number | undefined): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const scale = window.devicePixelRatio || 1;
  const height = signals.length * HIGH + AXIS;
  [canvas.width, canvas.height] = [width * scale, height * scale];
  canvas.style.width = `${width}px`;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name);
  context.scale(scale, scale);
  context.font = FONT;
  context.textBaseline = "middle";
  context.lineWidth = 1.5;
  context.strokeStyle = colour("--accent");
  const x = (clock: number) => names + (clock - from) * pixels;
  const bus = (row: number, begin: number, until: number, value: string) => {
    const [top, middle, base] = [row * HIGH + 4, row * HIGH + 10, row * HIGH + 16];
    const [left, right] = [x(begin), x(until)];
    const slope = Math.min(2, (right - left) / 2);
    context.beginPath();
    for (const [across, down] of [[left, middle], [left + slope, top], [right - slope, top], [right, middle], [right - slope, base], [left + slope, base]] as const) context.lineTo(across, down);
    context.closePath();
    context.stroke();
    if (context.measureText(value).width > right - left - 6) return;
    context.fillStyle = colour("--text");
    context.fillText(value, left + 4, middle);
  };
  signals.forEach((signal, row) => {
    context.fillStyle = colour("--dim");
    context.fillText(fitting(context, signal.name, names - 8), 0, row * HIGH + 10);
    const parts = signal.changes.map(([begin, value], place) => [begin, signal.changes[place + 1]?.[0] ?? end, value] as const);
    if (!isLevel(signal)) {
      for (const [begin, until, value] of parts) bus(row, begin, until, value);
      return;
    }
    const base = (row + 1) * HIGH - 4;
    context.beginPath();
    for (const [begin, until, value] of parts) {
      const level = base - (value === "1" ? HIGH - 8 : 0);
      context.lineTo(x(begin), level);
      context.lineTo(x(until), level);
    }
    context.stroke();
  });
  // The axis has the numbers of cycles, at round distances.
  const wanted = APART / pixels;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const each = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= wanted)!);
  const top = signals.length * HIGH;
  context.fillStyle = colour("--dim");
  for (let clock = Math.ceil((from + 1) / each) * each; x(clock) < width - APART / 2; clock += each) {
    context.fillRect(x(clock - 1), top, 1, 4);
    context.fillText(clock.toLocaleString("en"), x(clock - 1), top + 11);
  }
  if (look === undefined) return;
  context.fillStyle = colour("--amber");
  context.fillRect(x(look) + pixels / 2 - 1, 0, 2, height);
}
