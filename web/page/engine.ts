// The page's interface to the workers: calls, which can be stopped at any time.

import { texts } from "./texts.js";
import type { Operations } from "./types.js";

/** Error of a call that was stopped before its result. */
export class Stopped extends Error {
  constructor() {
    super("stopped");
  }
}

/** Size of the WebAssembly module, in bytes; defined by build.mjs. */
declare const MODULE_BYTES: number;

/** The part of the module that has been loaded, 0 to 1. */
export let loaded = 0;

/** Loads and compiles the module. */
async function compile(): Promise<WebAssembly.Module> {
  const { body } = await fetch("nonogram_web_bg.wasm");
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      loaded = bytes / MODULE_BYTES;
      controller.enqueue(chunk);
    },
  });
  return WebAssembly.compileStreaming(new Response(body!.pipeThrough(counter), { headers: { "content-type": "application/wasm" } }));
}

export const compiled = compile();
// Each call awaits `compiled` and reports its error.
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

  /** Stops all earlier calls with their worker, and makes a call with a time limit; returns nothing if the call fails or is stopped. */
  async within<K extends keyof Operations>(milliseconds: number, operation: K, ...args: Operations[K]["args"]): Promise<Operations[K]["result"] | undefined> {
    this.stop();
    // The call has its own limit, which it may exceed slightly.
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

  /** Stops all calls; the next call starts a new worker. */
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
      // After a WebAssembly trap the module is unusable.
      worker.terminate();
      if (this.#worker === worker) this.#worker = undefined;
      this.#fail(new Error(event.message || texts.busy.workerFailed));
    };
    worker.postMessage({ module });
    return worker;
  }
}

/** Engine for the player's searches and other long operations, which are shown and can be stopped. */
export const helper = new Engine();
/** Engine for background work. */
export const background = new Engine();
/** Engine for colours, pictures and files of the editor: short calls, which a new stroke does not stop. */
export const mixer = new Engine();
