// The container of a board's block diagram: its code is loaded when it is first opened, and blocks are observed only while it is open.

import { Stopped } from "./engine.js";
import { texts } from "./texts.js";
import { count, el, toast } from "./ui.js";
import type { Diagram, Observer } from "./diagram.js";
import type { FpgaState } from "./types.js";

export class Blocks {
  readonly element = el("details", { class: "diagram" }, el("summary", {}, texts.fpga.diagram));
  #diagram: Diagram | undefined;
  #design: [build: string, signals: string[]] | undefined;
  #state: FpgaState | undefined;

  constructor(
    readonly core: string,
    readonly observer: Observer,
  ) {
    this.element.addEventListener("toggle", () => void this.#attempt(() => (this.element.open ? this.#open() : this.observer.observe([], []))));
  }

  /** Called when a design has been powered on; `signals` are its signals. */
  async begin(build: string, signals: string[]): Promise<void> {
    this.#design = [build, signals];
    if (this.element.open) await this.#attempt(() => this.#open());
  }

  show(state: FpgaState): void {
    this.#state = state;
    if (this.element.open) this.#diagram?.show(state);
  }

  async #open(): Promise<void> {
    if (!this.#design) return;
    if (!this.#diagram) {
      const { Diagram } = await import("./diagram.js");
      this.#diagram ??= new Diagram(this.core, this.observer, { el, count, attempt: (work) => this.#attempt(work) });
      this.element.append(this.#diagram.element);
    }
    await this.#diagram.begin(...this.#design);
    if (this.#state) this.#diagram.show(this.#state);
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Stopped)) toast(error instanceof Error ? error.message : String(error));
    }
  }
}
