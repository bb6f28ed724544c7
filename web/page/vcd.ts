// The waveform of what was simulated, as a file.

import { busy } from "./busy.js";
import { helper } from "./engine.js";
import { download, toast } from "./ui.js";
import type { Sheet } from "./types.js";

/** Clocks of a part: some hundred kilobytes. */
const PART = 500;
/** The largest file, in bytes; it is made in the browser's memory. */
const LARGEST = 256 << 20;

/** Simulates a board's clocks again, every signal recorded, and offers the VCD; false when that was stopped. */
export async function save(name: string, core: string, sheet: Sheet, clocks: number): Promise<boolean> {
  if (clocks === 0) {
    toast("Nothing was simulated yet: run it, or step, and save then.");
    return false;
  }
  let done = 0;
  const share = () => `Recording ${done.toLocaleString("en")} of ${clocks.toLocaleString("en")} clocks`;
  const parts = await busy(share, async () => {
    await helper.call("record", core, JSON.stringify(sheet));
    const made: Uint8Array<ArrayBuffer>[] = [];
    for (let size = 0; done < clocks && size < LARGEST; ) {
      const next = await helper.call("recorded", Math.min(PART, clocks - done));
      done += Math.min(PART, clocks - done);
      size += next.length;
      made.push(next as Uint8Array<ArrayBuffer>);
    }
    return made;
  });
  if (!parts) return false;
  download(name, new Blob(parts), "application/octet-stream");
  if (done < clocks) toast(`The first ${done.toLocaleString("en")} clocks: the file has reached 256 MiB. For all of them, type: nonogram sim --core ${core} --vcd FILE PUZZLE`);
  return true;
}
