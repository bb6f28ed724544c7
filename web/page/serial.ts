// A real board, on a serial port that the browser opens (Web Serial).

import { background } from "./engine.js";
import { fromText } from "./game.js";
import { GridView } from "./grid.js";
import { $, count, toast } from "./ui.js";
import type { Met, Sheet } from "./types.js";

/** What of Web Serial is used here. */
interface Port {
  open(options: { baudRate: number; bufferSize: number }): Promise<void>;
  close(): Promise<void>;
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
}
interface Serial {
  requestPort(): Promise<Port>;
}

/** Well above the default of 255, which a busy page would let run over. */
const BUFFER = 65_536;
/** Bytes of a write, so that progress is seen. */
const CHUNK = 256;
/** Milliseconds to wait for an identity, and of silence after which a reply counts as missing. */
const ANSWER = 1500;
const SILENCE = 4000;
/** How often a board is sent. */
const TRIES = 6;
const BITS_A_BYTE = 10;
/** Bits of silence before a board is retransmitted. */
const PAUSE_BITS = 1200;

const api = () => (navigator as unknown as { serial?: Serial }).serial;

class Link {
  received: number[] = [];
  /** How many of them `more` has reported. */
  #reported = 0;
  #heard: () => void = () => {};
  #open = true;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;

  constructor(
    readonly port: Port,
    readonly baud: number,
  ) {
    if (!port.readable || !port.writable) throw new Error("the port is not open for reading and writing");
    this.#writer = port.writable.getWriter();
    this.#reader = port.readable.getReader();
    void this.#read();
  }

  async #read(): Promise<void> {
    try {
      for (;;) {
        const { value, done } = await this.#reader.read();
        if (done) break;
        this.received.push(...value);
        this.#heard();
      }
    } catch (error) {
      if (this.#open) toast(`The port was lost: ${error instanceof Error ? error.message : String(error)}. Connect again.`);
    }
    this.#open = false;
    this.#heard();
  }

  async send(bytes: Uint8Array, progress: (sent: number) => void = () => {}): Promise<void> {
    for (let sent = 0; sent < bytes.length; sent += CHUNK) {
      await this.#writer.write(bytes.slice(sent, sent + CHUNK));
      progress(Math.min(sent + CHUNK, bytes.length));
    }
  }

  forget(): void {
    this.received = [];
    this.#reported = 0;
  }

  /** Waits for bytes that it has not reported, also such as came before the call; false when none came in that time. */
  async more(milliseconds: number): Promise<boolean> {
    if (this.#open && this.received.length === this.#reported) {
      await new Promise<void>((resolve) => {
        const end = setTimeout(resolve, milliseconds);
        this.#heard = () => {
          clearTimeout(end);
          resolve();
        };
      });
    }
    this.#heard = () => {};
    const isMore = this.received.length > this.#reported;
    this.#reported = this.received.length;
    return isMore;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  async close(): Promise<void> {
    this.#open = false;
    await this.#reader.cancel().catch(() => {});
    this.#reader.releaseLock();
    await this.#writer.close().catch(() => {});
    await this.port.close().catch(() => {});
  }
}

let link: Link | undefined;
let met: Met | null = null;
let grid: GridView | undefined;
let sheet: () => Sheet;

function say(text: string): void {
  $("serial-state").textContent = text;
}

/** Asks who is there; half a message that was left on the line takes a second question. */
async function ask(on: Link): Promise<Met | null> {
  for (let question = 0; question < 2; question++) {
    on.forget();
    await on.send(await background.call("question"));
    const end = performance.now() + ANSWER;
    while (performance.now() < end && on.isOpen) {
      if (!(await on.more(end - performance.now()))) break;
      const found = await background.call("identity", Uint8Array.from(on.received));
      if (found) return found;
    }
  }
  return null;
}

async function connect(): Promise<void> {
  if (link) {
    await link.close();
    link = undefined;
    show();
    return;
  }
  const serial = api();
  if (!serial) return;
  const port = await serial.requestPort();
  const baud = Number($<HTMLSelectElement>("serial-baud").value);
  await port.open({ baudRate: baud, bufferSize: BUFFER });
  link = new Link(port, baud);
  show();
  say("Asking who is there …");
  met = await ask(link);
  say(met ? `Connected: ${met.text}.` : `Connected at ${baud} baud. It does not report its identity: a published design, or another baud rate.`);
}

async function send(): Promise<void> {
  const on = link;
  if (!on) return;
  const sent = sheet();
  const puzzle = JSON.stringify(sent);
  const bytes = await background.call("board_bytes", puzzle, met?.core ?? "classic");
  for (let attempt = 1; attempt <= TRIES && on.isOpen; attempt++) {
    on.forget();
    const nth = attempt > 1 ? `, attempt ${attempt} of ${TRIES}` : "";
    await on.send(bytes, (gone) => say(`Sent ${gone.toLocaleString("en")} of ${count(bytes.length, "byte")}${nth}`));
    // What was written may still wait in the computer: it goes at the line's pace.
    const wire = (bytes.length * BITS_A_BYTE * 1000) / on.baud;
    let wait = wire + SILENCE;
    while (await on.more(wait)) {
      wait = SILENCE;
      const heard = await background.call("heard", puzzle, Uint8Array.from(on.received));
      if (!heard.whole) {
        say(`Received ${count(on.received.length, "byte")}${nth}`);
        continue;
      }
      if (heard.believed) {
        picture(sent, heard.cells);
        say(`${heard.text}: ${count(on.received.length, "byte")} back, the check matches${heard.text === "solved" ? ", every clue is met" : ""}${attempt > 1 ? `; ${count(attempt - 1, "attempt")} spoiled by the line` : ""}.`);
        return;
      }
      say(`${heard.text}: the line spoiled it; sending again.`);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, (PAUSE_BITS * 1000) / on.baud));
    if (met) await ask(on);
  }
  say(`No valid reply after ${TRIES} attempts: check the cable, the baud rate and that the FPGA is configured.`);
}

function picture({ rows, columns }: Sheet, cells: string): void {
  grid?.dispose();
  grid = new GridView($("serial-picture"), { rows, columns, label: "The picture that the board sent", largest: 22 });
  fromText(cells).forEach((value, place) => grid?.cell(place, value));
}

function show(): void {
  const has = api() !== undefined;
  $("serial-tools").hidden = !has;
  $("serial-connect").textContent = link ? "Disconnect" : "Connect";
  $<HTMLButtonElement>("serial-send").disabled = !link;
  if (!has) {
    say("This browser has no Web Serial; Chrome, Edge and Opera on computers have it. Without it, save the puzzle as .non and type: nonogram solve --on /dev/ttyUSB1 FILE");
  } else if (!link) say("Not connected.");
}

export function start(current: () => Sheet): void {
  sheet = current;
  show();
  const on = (id: string, act: () => Promise<void>) =>
    $(id).addEventListener("click", async () => {
      const button = $<HTMLButtonElement>(id);
      button.disabled = true;
      try {
        await act();
      } catch (error) {
        say(`${error instanceof Error ? error.message : String(error)}. Choose a port that no other program has open.`);
      }
      button.disabled = false;
      $<HTMLButtonElement>("serial-send").disabled = !link;
    });
  on("serial-connect", connect);
  on("serial-send", send);
}
