// The worker: runs all searches and the simulated FPGA, so that the page's thread stays responsive.

import * as bindings from "../build/nonogram_web.js";

interface Call {
  id: number;
  operation: string;
  args: unknown[];
}

let fpga: bindings.Fpga | undefined;
let recorder: bindings.Recorder | undefined;

/** Functions of the WebAssembly module that `perform` calls by name, and whose results are not JSON. */
const PLAIN = new Set(["link", "file", "sheet", "book", "board_bytes", "question"]);

/** Maximum number of cycles between two checks of the time. */
const CLOCKS = 2000;

/** Returns the simulated FPGA, or throws an error if none has been powered on. */
function watched(): bindings.Fpga {
  if (!fpga) throw new Error("no puzzle is on the board; load one first");
  return fpga;
}

/** Runs up to `times` times, each until an event or for `clocks` cycles, for at most about `milliseconds`. Returns the state as JSON. */
function run(clocks: number, until: string, times: number, milliseconds: number): string {
  const board = watched();
  board.step();
  const end = performance.now() + milliseconds;
  for (let time = 0; time < times; time++) {
    for (let left = clocks; left > 0; left -= CLOCKS) {
      const part = Math.min(left, CLOCKS);
      const ran = board.run(part, until);
      if (performance.now() > end || ran === 0) return board.state();
      if (ran < part) break;
    }
  }
  return board.state();
}

/** Fetches the Verilog of the first design with the named core that fits a puzzle. */
async function verilog(core: string, puzzle: string): Promise<string> {
  const file = `${bindings.build(core, puzzle)}.sv`;
  const answer = await fetch(file);
  if (!answer.ok || !answer.body) throw new Error(`${file} cannot be fetched (${answer.status}): reload the page`);
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).text();
}

async function perform(operation: string, args: unknown[]): Promise<unknown> {
  if (operation === "boot") {
    const [core, puzzle] = args as [string, string];
    const design = await verilog(core, puzzle);
    fpga?.free();
    fpga = undefined;
    fpga = new bindings.Fpga(core, puzzle, design);
    return JSON.parse(fpga.state());
  }
  if (operation === "run") {
    return JSON.parse(run(...(args as [number, string, number, number])));
  }
  if (operation === "signals") return JSON.parse(watched().signals());
  if (operation === "choose") {
    watched().choose(JSON.stringify(args[0]));
    return JSON.parse(watched().state());
  }
  if (operation === "observe") {
    watched().observe(JSON.stringify(args[0]), JSON.stringify(args[1]));
    return JSON.parse(watched().state());
  }
  if (operation === "wave") return JSON.parse(watched().wave(...(args as [number, number, number])));
  if (operation === "record") {
    const [core, puzzle] = args as [string, string];
    const design = await verilog(core, puzzle);
    recorder?.free();
    recorder = undefined;
    recorder = new bindings.Recorder(core, puzzle, design);
    return null;
  }
  if (operation === "recorded") {
    if (!recorder) throw new Error("nothing is being recorded; begin with record");
    return recorder.run(args[0] as number);
  }
  const call = (bindings as unknown as Record<string, (...args: unknown[]) => string>)[operation];
  if (!call) throw new Error(`the worker has no operation ${operation}`);
  const text = call(...args);
  return PLAIN.has(operation) ? text : JSON.parse(text);
}

type Message = { module: WebAssembly.Module } | Call;

/** Queue of messages: each is handled when the previous one is complete. */
let before: Promise<void> = Promise.resolve();

self.onmessage = (event: MessageEvent<Message>) => {
  before = before.then(() => take(event.data));
};

async function take(message: Message): Promise<void> {
  if ("module" in message) {
    bindings.initSync({ module: message.module });
    return;
  }
  const { id, operation, args } = message;
  try {
    self.postMessage({ id, result: await perform(operation, args) });
  } catch (error) {
    self.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
}
