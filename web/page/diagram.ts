// The block diagram of a design: the blocks of one module, with active blocks lit, and details of the chosen block.

import { pathOf, rowsOf, trunksOf, type Trunk, type Wire } from "./schematic.js";
import { diagram as texts } from "./texts.js";
import type { FpgaState } from "./types.js";
import type { count, el } from "./ui.js";

interface Port {
  name: string;
  output: boolean;
  width: number;
  about: string;
}

/** A module of the design's Verilog, with the Rust block that it comes from. */
interface Module {
  name: string;
  ports: Port[];
  blocks: { name: string; module: string }[];
  wires: Wire[];
  /** Whether the module itself has registers or memories. */
  stores: boolean;
  block: string;
  about: string;
  interface: string;
  source: string;
  reference: string;
}

/** The board's functions that the diagram uses. */
export interface Observer {
  /** Chooses the blocks whose changes are counted, and the signals whose values are shown. Without blocks, nothing is observed. */
  observe(blocks: string[], signals: string[]): Promise<void>;
  /** Adds a signal to the waveform. */
  trace(name: string): Promise<void>;
}

/** Functions of the page's script that the diagram uses; the diagram is a separate bundle. */
export interface Tools {
  el: typeof el;
  count: typeof count;
  /** Runs `work`, and shows an error if it fails. */
  attempt(work: () => Promise<void>): Promise<void>;
}

const SVG = "http://www.w3.org/2000/svg";
/** Sizes in the drawing, in pixels: height of a row, height of its block, largest and smallest width of a block. */
const [ROW, HIGH, WIDEST, NARROWEST] = [60, 46, 210, 120];
/** Width of a lane of wires, in pixels. */
const LANE = 9;

/** Fetches a gzip-compressed JSON file. */
async function unpacked<T>(file: string, failed: string): Promise<T> {
  const answer = await fetch(file);
  if (!answer.ok || !answer.body) throw new Error(failed);
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).json() as Promise<T>;
}

/** The displayed form of an instance name: elements of arrays have their index in brackets. */
const shown = (name: string) => name.replaceAll(/_(\d+)$/g, "[$1]");

export class Diagram {
  readonly element: HTMLElement;
  readonly #path: HTMLOListElement;
  readonly #blocks: HTMLOListElement;
  readonly #wires = document.createElementNS(SVG, "svg");
  readonly #drawing: HTMLElement;
  readonly #panel: HTMLElement;
  readonly #values = new Map<string, HTMLElement>();
  #build = "";
  #signals: string[] = [];
  #modules = new Map<string, Module>();
  /** Names of the instances from the top to the module shown. */
  #inside: string[] = [];
  /** Name of the chosen block; undefined if the module itself is chosen. */
  #chosen: string | undefined;
  #trunks: Trunk[] = [];
  #rows: number[] = [];
  #state: FpgaState | undefined;

  constructor(
    core: string,
    readonly observer: Observer,
    readonly tools: Tools,
  ) {
    const { el } = tools;
    this.#wires.setAttribute("aria-hidden", "true");
    this.#path = el("ol");
    this.#blocks = el("ol", { class: "blocks" });
    this.#drawing = el("div", { class: "schematic" }, this.#wires, this.#blocks);
    this.#panel = el("section", { class: "block-panel" });
    this.element = el("div", {}, el("p", { class: "dim" }, texts.legend), el("nav", { "aria-label": texts.path(core) }, this.#path), el("div", { class: "diagram-parts" }, this.#drawing, this.#panel));
    new ResizeObserver(() => this.#draw()).observe(this.#drawing);
  }

  /** Shows a design that has been powered on and has these signals. */
  async begin(build: string, signals: string[]): Promise<void> {
    this.#signals = signals;
    if (this.#build !== build) {
      [this.#build, this.#inside, this.#chosen] = [build, [], undefined];
      this.#modules.clear();
    }
    if (this.#modules.size === 0) {
      const modules = await unpacked<Module[]>(`${build}.blocks`, texts.notFetched(`${build}.blocks`));
      if (build !== this.#build) return;
      this.#modules = new Map(modules.map((module) => [module.name, module]));
    }
    await this.#enter(this.#inside, this.#chosen);
  }

  /** Lights the active blocks, and shows the values of signals. */
  show(state: FpgaState): void {
    this.#state = state;
    const { observed } = state;
    const rows = [...this.#blocks.children].slice(1);
    if (!observed || observed.changes.length !== rows.length) return;
    for (const [nth, row] of rows.entries()) {
      const changes = observed.changes[nth]!;
      row.classList.toggle("lit", changes > 0);
      row.querySelector<HTMLElement>("button")!.style.setProperty("--share", String(observed.clocks > 0 ? changes / observed.clocks : 0));
      row.querySelector("small")!.textContent = texts.changed(changes.toLocaleString("en"), this.tools.count(observed.clocks, "cycle"));
    }
    [...this.#values].forEach(([, place], nth) => {
      const value = observed.values[nth] ?? "";
      place.textContent = /^[0-9a-f]+$/.test(value) && !/^[01]$/.test(value) ? `0x${value}` : value;
    });
  }

  /** The module at the end of a path of instances. */
  #module(path: string[]): Module {
    return path.reduce((module, name) => this.#modules.get(module.blocks.find((block) => block.name === name)!.module)!, this.#modules.get(`nonogram_${this.#build}`)!);
  }

  /** Shows the blocks of the module at the end of a path, and chooses one of them or, without a name, the module itself. */
  async #enter(path: string[], chosen?: string): Promise<void> {
    const { el } = this.tools;
    this.#inside = path;
    const module = this.#module(path);
    this.#rows = rowsOf(module.blocks.length, module.wires);
    this.#trunks = trunksOf(this.#rows, module.wires);
    const steps = ["top", ...path];
    this.#path.replaceChildren(
      ...steps.map((name, nth) => {
        const step = el("button", { type: "button", class: "quiet", ...(nth === steps.length - 1 && { "aria-current": "location" }) }, shown(name));
        step.addEventListener("click", () => void this.tools.attempt(() => this.#back(path.slice(0, nth))));
        return el("li", {}, step);
      }),
    );
    const outside = el("li", { class: "outside" }, path.length > 0 ? texts.ports(shown(path.at(-1)!)) : texts.pins);
    this.#blocks.replaceChildren(outside, ...this.#rows.slice(1).map((place) => this.#block(path, module.blocks[place - 1]!.name)));
    await this.#choose(chosen);
  }

  /** The row of a block: a click chooses the block, and a second button opens the block if it has sub-blocks. */
  #block(path: string[], name: string): HTMLElement {
    const { el } = this.tools;
    const module = this.#module([...path, name]);
    const choose = el("button", { type: "button", class: "block", "aria-pressed": "false", "data-block": name }, el("b", {}, shown(name)), el("small", {}));
    choose.addEventListener("click", () => void this.tools.attempt(() => this.#choose(name)));
    const row = el("li", { class: this.#stores(module) ? "" : "combinational" }, choose);
    if (module.blocks.length > 0) {
      const open = el("button", { type: "button", class: "inner", "aria-label": texts.open(shown(name), module.blocks.length), title: texts.open(shown(name), module.blocks.length) }, "›");
      open.addEventListener("click", () => void this.tools.attempt(() => this.#into(name)));
      row.append(open);
    }
    return row;
  }

  async #back(path: string[]): Promise<void> {
    await this.#enter(path);
    this.#path.querySelector<HTMLElement>("[aria-current]")?.focus();
  }

  async #into(name: string): Promise<void> {
    await this.#enter([...this.#inside, name]);
    this.#blocks.querySelector("button")?.focus();
  }

  /** Whether a module or any of its sub-blocks has registers or memories. */
  #stores(module: Module): boolean {
    return module.stores || module.blocks.some((block) => this.#stores(this.#modules.get(block.module)!));
  }

  async #choose(name: string | undefined): Promise<void> {
    this.#chosen = name;
    for (const button of this.#blocks.querySelectorAll<HTMLElement>("button.block")) button.setAttribute("aria-pressed", String(button.dataset["block"] === name));
    const path = name === undefined ? this.#inside : [...this.#inside, name];
    this.#describe(path, this.#module(path));
    this.#draw();
    const blocks = this.#rows.slice(1).map((place) => [...this.#inside, this.#module(this.#inside).blocks[place - 1]!.name].join("."));
    await this.observer.observe(blocks, [...this.#values.keys()]);
  }

  #draw(): void {
    const width = this.#drawing.clientWidth;
    if (width === 0 || this.#rows.length === 0) return;
    const lanes = 2 * (Math.max(0, ...this.#trunks.map(({ lane }) => lane)) + 1);
    const block = { width: Math.max(NARROWEST, Math.min(WIDEST, width - lanes * LANE)), height: HIGH };
    const height = this.#rows.length * ROW;
    this.#drawing.style.setProperty("--block", `${block.width}px`);
    this.#wires.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#wires.setAttribute("width", String(width));
    this.#wires.setAttribute("height", String(height));
    const chosen = this.#rows.findIndex((place) => place > 0 && this.#module(this.#inside).blocks[place - 1]!.name === this.#chosen);
    const path = (trunk: Trunk, targets: number[], kind: string) => {
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("d", pathOf(trunk, this.#trunks, { width, row: ROW, block }, targets));
      path.setAttribute("class", kind);
      return path;
    };
    // The wires of the chosen block are drawn over the others.
    const receives = this.#trunks.filter(({ targets }) => targets.includes(chosen));
    const sends = this.#trunks.filter(({ from }) => from === chosen);
    const paths = [...this.#trunks.map((trunk) => path(trunk, trunk.targets, "")), ...receives.map((trunk) => path(trunk, [chosen], "receives")), ...sends.map((trunk) => path(trunk, trunk.targets, "sends"))];
    this.#wires.replaceChildren(...paths);
  }

  /** Fills the panel with the description of a block, with empty fields for the values of its signals. */
  #describe(path: string[], module: Module): void {
    const name = path.at(-1) ?? "top";
    const { el } = this.tools;
    this.#values.clear();
    const own = this.#own(path);
    const isClock = (signal: string) => signal === "clock" || signal === "aclk";
    const ports = module.ports.filter((port) => !isClock(port.name) && own.includes(port.name));
    const others = own.filter((signal) => !isClock(signal) && !module.ports.some((port) => port.name === signal));
    const row = (signal: string, about: string, direction: string) => {
      const full = [...path, signal].join(".");
      const value = el("b", {}, "–");
      this.#values.set(full, value);
      const add = el("button", { type: "button", "aria-label": texts.trace(signal), title: texts.trace(signal) }, "+");
      add.addEventListener("click", () => void this.tools.attempt(() => this.observer.trace(full)));
      return el("tr", {}, el("th", { scope: "row" }, el("code", {}, signal)), el("td", {}, direction), el("td", {}, value), el("td", {}, about), el("td", {}, add));
    };
    const rows = [...ports.map((port) => row(port.name, port.about, port.output ? texts.output : texts.input)), ...others.map((signal) => row(signal, "", texts.inner))];
    const titles = [texts.signal, texts.direction, texts.value, texts.meaning, ""].map((title) => (title ? el("th", { scope: "col" }, title) : el("td", {})));
    const table = el("table", {}, el("thead", {}, el("tr", {}, ...titles)), el("tbody", {}, ...rows));
    const open = el("button", { type: "button" }, texts.inside(module.blocks.length));
    open.addEventListener("click", () => void this.tools.attempt(() => this.#into(name)));
    this.#panel.setAttribute("aria-label", shown(name));
    this.#panel.replaceChildren(
      el("h3", {}, shown(name), " ", el("code", {}, module.block)),
      el("p", {}, module.about),
      ...(module.interface ? [el("p", { class: "dim" }, `${texts.interface}: ${module.interface}`)] : []),
      el("p", { class: "row" }, el("a", { class: "button", href: module.reference, target: "_blank" }, texts.reference), ...(module.blocks.length > 0 && this.#chosen === name ? [open] : [])),
      el("p", { class: "dim" }, `${texts.source}: `, el("code", {}, module.source)),
      ...this.#connections(name),
      el("div", { class: "scroller values", tabindex: 0, role: "group", "aria-label": texts.signals(shown(name)) }, table),
      this.#verilog(module),
    );
    if (this.#state) this.show(this.#state);
  }

  /** Names of the signals of a block itself, without its path. */
  #own(path: string[]): string[] {
    const prefix = path.map((name) => `${name}.`).join("");
    return this.#signals.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)).filter((name) => !name.includes("."));
  }

  /** Lists the blocks from which the chosen block receives signals, and to which it sends signals. */
  #connections(name: string): HTMLElement[] {
    if (this.#chosen !== name) return [];
    const { el } = this.tools;
    const { blocks, wires } = this.#module(this.#inside);
    const place = blocks.findIndex((block) => block.name === name) + 1;
    const other = (place: number) => (place > 0 ? shown(blocks[place - 1]!.name) : texts.outside);
    const list = (title: string, end: "from" | "to", far: "from" | "to") => {
      const there = wires.filter((wire) => wire[end] === place);
      return there.length === 0 ? [] : [el("dt", {}, title), ...there.map((wire) => el("dd", {}, el("b", {}, other(wire[far])), `: ${wire.signals.join(", ")}`))];
    };
    const both = [...list(texts.receives, "to", "from"), ...list(texts.sends, "from", "to")];
    return both.length > 0 ? [el("dl", {}, ...both)] : [];
  }

  /** The emitted Verilog of a module, fetched when it is opened. */
  #verilog({ name }: Module): HTMLElement {
    const { el } = this.tools;
    const text = el("pre", { tabindex: 0, role: "group", "aria-label": texts.verilog(name) });
    const details = el("details", {}, el("summary", {}, texts.verilog(name)), text);
    details.addEventListener("toggle", () => {
      if (!details.open || text.textContent !== "") return;
      void this.tools.attempt(async () => {
        const file = `${this.#build}.verilog`;
        const modules = await unpacked<Record<string, string>>(file, texts.notFetched(file));
        text.textContent = modules[name] ?? "";
      });
    });
    return details;
  }
}
