// The waveform of what was simulated, as a file.

import { busy } from "./busy.js";
import { helper } from "./engine.js";
import { texts } from "./texts.js";
import { download, toast } from "./ui.js";
import type { Sheet } from "./types.js";

/** Clocks of a part: some hundred kilobytes. */
const PART = 500;
/** Parts after which the size is estimated. */
const ESTIMATE = 4;
/** The largest file, in bytes; it is made in the browser's memory. */
const LARGEST = 256 << 20;
/** From this size on, in bytes, the reader is asked first. */
const LARGE = 32 << 20;

/** Simulates a board's clocks again, every signal recorded, and offers the VCD; false when that was stopped. */
export async function save(name: string, core: string, sheet: Sheet, clocks: number): Promise<boolean> {
  if (clocks === 0) {
    toast(texts.vcd.nothing);
    return false;
  }
  let done = 0;
  const share = () => texts.vcd.recording(done.toLocaleString("en"), clocks.toLocaleString("en"));
  const parts = await busy(share, async () => {
    await helper.call("record", core, JSON.stringify(sheet));
    const made: Uint8Array<ArrayBuffer>[] = [];
    for (let size = 0; done < clocks && size < LARGEST; ) {
      const next = await helper.call("recorded", Math.min(PART, clocks - done));
      done += Math.min(PART, clocks - done);
      size += next.length;
      made.push(next as Uint8Array<ArrayBuffer>);
      // By the first parts, without the header.
      const rest = Math.min(LARGEST, (next.length / PART) * clocks);
      if (made.length === ESTIMATE && rest > LARGE && !confirm(texts.vcd.large(`${Math.round(rest / (1 << 20))} MiB`))) return undefined;
    }
    return made;
  });
  if (!parts) return false;
  download(name, new Blob(parts), "application/octet-stream");
  if (done < clocks) toast(texts.vcd.cut(done.toLocaleString("en"), core));
  return true;
}
