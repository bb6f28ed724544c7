// Saves the waveform of a simulation as a VCD file.

import { busy } from "./busy.js";
import { helper } from "./engine.js";
import { texts } from "./texts.js";
import { download, toast } from "./ui.js";
import type { Sheet } from "./types.js";

/** Number of cycles per part of the file. */
const PART = 500;
/** Number of parts after which the size of the file is estimated. */
const ESTIMATE = 4;
/** Size of the file, in bytes, at which the recording ends; the file is built in the browser's memory. */
const LARGEST = 256 << 20;
/** Size, in bytes, above which the user must confirm. */
const LARGE = 32 << 20;

/** Repeats the simulation of a board with all signals recorded, and offers the VCD for download. Returns false if there is no file. */
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
      // The estimate uses the last part, which has no header.
      const rest = Math.min(LARGEST, (next.length / PART) * clocks);
      if (made.length === ESTIMATE && rest > LARGE && !confirm(texts.vcd.large(`${Math.round(rest / (1 << 20))} MiB`))) return undefined;
    }
    return made;
  });
  if (!parts) return false;
  download(name, new Blob(parts));
  if (done < clocks) toast(texts.vcd.cut(done.toLocaleString("en"), core));
  return true;
}
