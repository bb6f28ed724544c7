// The page's side of the workers: calls, and an end to them at any time.

import { texts } from "./texts.js";
import type { Operations } from "./types.js";

/** A call that was ended before its result. */
export class Stopped extends Error {
  constructor() {
    super("stopped");
  }
}

const compiled = WebAssembly.compileStreaming(fetch("nonogram_web_bg.wasm"));
// Reported by the first call that waits for it.
compiled.catch(() => {});

interface Pending {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

export class Engine {
  #worker: Worker | undefined;
  #next = 0;
  readonly #pending = new Map<number, Pending>();

  async call<K extends keyof Operations>(
    operation: K,
    ...args: Operations[K]["args"]
  ): Promise<Operations[K]["result"]> {
    const module = await compiled;
    const worker = (this.#worker ??= this.#start(module));
    const id = this.#next++;
    return new Promise<Operations[K]["result"]>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      worker.postMessage({ id, operation, args });
    });
  }

  /** The result of a call that ends what ran before, and its worker with it; nothing when it failed or was ended. */
  async within<K extends keyof Operations>(milliseconds: number, operation: K, ...args: Operations[K]["args"]): Promise<Operations[K]["result"] | undefined> {
    this.stop();
    // The call has a limit of its own, which it may overrun a little.
    const end = setTimeout(() => this.stop(), 2 * milliseconds);
    try {
      return await this.call(operation, ...args);
    } catch {
      return undefined;
    } finally {
      clearTimeout(end);
      if (!this.busy) this.stop();
    }
  }

  /** Ends whatever runs; the next call starts a new worker. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#fail(new Stopped());
  }

  get busy(): boolean {
    return this.#pending.size > 0;
  }

  #fail(error: Error): void {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  #start(module: WebAssembly.Module): Worker {
    const worker = new Worker("worker.js", { type: "module" });
    worker.onmessage = (event: MessageEvent<{ id: number; result?: never; error?: string }>) => {
      const { id, result, error } = event.data;
      const pending = this.#pending.get(id);
      this.#pending.delete(id);
      if (error === undefined) pending?.resolve(result as never);
      else pending?.reject(new Error(error));
    };
    worker.onerror = (event) => {
      // A trap leaves the module unusable.
      worker.terminate();
      if (this.#worker === worker) this.#worker = undefined;
      this.#fail(new Error(event.message || texts.busy.workerFailed));
    };
    worker.postMessage({ module });
    return worker;
  }
}

/** Help for the player; what it does is shown and can be stopped. */
export const helper = new Engine();
/** Work that nobody waits for. */
export const background = new Engine();
/** Colours, pictures and files of the editor: quick, and not stopped for a newer stroke. */
export const mixer = new Engine();
