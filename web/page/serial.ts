// A real FPGA board on a serial port, through Web Serial.

import { background } from "./engine.js";
import { fromText } from "./game.js";
import { GridView } from "./grid.js";
import { texts } from "./texts.js";
import { $, sentence, toast } from "./ui.js";
import type { Identity, Sheet } from "./types.js";

/** The part of the Web Serial API that is used. */
interface Port {
  open(options: { baudRate: number; bufferSize: number }): Promise<void>;
  close(): Promise<void>;
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
}
interface Serial {
  requestPort(): Promise<Port>;
}

/** Size of the receive buffer, in bytes: the default of 255 may overrun while the page is busy. */
const BUFFER = 65_536;
/** Bytes per write; short enough to show progress. */
const CHUNK = 256;
/** Time-outs, in milliseconds: for an identity, and for silence after which a reply counts as missing. */
const ANSWER = 1500;
const SILENCE = 4000;
/** Maximum number of times that a board is sent. */
const TRIES = 6;
const BITS_PER_BYTE = 10;
/** Silence before a board is retransmitted, in bit times. */
const PAUSE_BITS = 1200;

const api = () => (navigator as unknown as { serial?: Serial }).serial;

class Link {
  received: number[] = [];
  /** Number of received bytes that `more` has reported. */
  #reported = 0;
  #notify: () => void = () => {};
  #open = true;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;

  constructor(
    readonly port: Port,
    readonly baud: number,
  ) {
    if (!port.readable || !port.writable) throw new Error(texts.serial.notOpen);
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
        this.#notify();
      }
    } catch (error) {
      if (this.#open) toast(texts.serial.lost(error instanceof Error ? error.message : String(error)));
    }
    this.#open = false;
    this.#notify();
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

  /** Waits for unreported bytes, including those from before the call; returns false after the time-out, or if the port is closed. */
  async more(milliseconds: number): Promise<boolean> {
    if (this.#open && this.received.length === this.#reported) {
      await new Promise<void>((resolve) => {
        const end = setTimeout(resolve, milliseconds);
        this.#notify = () => {
          clearTimeout(end);
          resolve();
        };
      });
    }
    this.#notify = () => {};
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
/** The identity of the connected build, if it reports one. */
let identity: Identity | null = null;
let grid: GridView | undefined;
let sheet: () => Sheet;

function say(text: string): void {
  $("serial-state").textContent = text;
}

/**
 * Requests the build's identity. A device answers in order, so everything up to the identity answers earlier boards, and is discarded. The
 * request is repeated: half a message that remained on the link would corrupt the first one, and a known device may be busy.
 */
async function ask(on: Link): Promise<[identity: Identity, description: string] | null> {
  for (let question = 0; question < (identity ? 8 : 2); question++) {
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
  say(texts.serial.asking);
  identity = null;
  const answer = await ask(link);
  identity = answer?.[0] ?? null;
  say(answer ? texts.serial.connected(answer[1]) : texts.serial.unknown(baud));
}

async function send(): Promise<void> {
  const on = link;
  if (!on) return;
  const sent = sheet();
  const puzzle = JSON.stringify(sent);
  for (let attempt = 1; attempt <= TRIES && on.isOpen; attempt++) {
    // A device that was busy when the port was opened has reported its identity by the second attempt.
    if (identity || attempt === 2) identity = (await ask(on))?.[0] ?? identity;
    const core = identity?.core ?? "classic";
    const bytes = await background.call("board_bytes", puzzle, core);
    on.forget();
    const nth = attempt > 1 ? texts.serial.attempt(attempt, TRIES) : "";
    await on.send(bytes, (gone) => say(texts.serial.sent(gone, bytes.length, nth)));
    // Written bytes may still be buffered in the computer, so the wait includes the transmission time.
    const wire = (bytes.length * BITS_PER_BYTE * 1000) / on.baud;
    let wait = wire + SILENCE;
    while (await on.more(wait)) {
      wait = SILENCE;
      const reply = await background.call("judge_reply", puzzle, core, identity?.binds_replies ?? false, Uint8Array.from(on.received));
      if (!reply.complete) {
        say(texts.serial.received(on.received.length, nth));
        continue;
      }
      if (reply.accepted) {
        picture(sent, reply.cells);
        say(texts.serial.reply(reply.text, on.received.length, reply.text === "solved", attempt - 1));
        return;
      }
      if (attempt < TRIES) say(texts.serial.again(reply.text));
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, (PAUSE_BITS * 1000) / on.baud));
  }
  say(on.isOpen ? texts.serial.noReply(TRIES) : texts.serial.notConnected);
}

function picture({ rows, columns }: Sheet, cells: string): void {
  grid?.dispose();
  grid = new GridView($("serial-picture"), { rows, columns, label: texts.serial.picture, largest: 22 });
  fromText(cells).forEach((value, place) => grid?.cell(place, value));
}

function show(): void {
  const has = api() !== undefined;
  $("serial-tools").hidden = !has;
  $("serial-connect").textContent = link ? texts.serial.disconnect : texts.serial.connect;
  $<HTMLButtonElement>("serial-send").disabled = !link;
  if (!has) {
    say(texts.serial.noApi);
  } else if (!link) say(texts.serial.notConnected);
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
        // Closing the list of ports is not an error.
        const isCancelled = error instanceof DOMException && error.name === "NotFoundError";
        const why = sentence(error instanceof Error ? error.message : String(error));
        if (isCancelled) show();
        else say(link ? why : texts.serial.failed(why));
      }
      button.disabled = false;
      $<HTMLButtonElement>("serial-send").disabled = !link;
    });
  on("serial-connect", connect);
  on("serial-send", send);
  $<HTMLButtonElement>("serial-connect").disabled = false;
}
