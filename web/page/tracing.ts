// The dialog that traces a picture: crop, colours, contrast, threshold and dithering, with a live preview.

import { BLACK, isBlackAndWhite } from "./drawing.js";
import { mixer } from "./engine.js";
import { colourOf, fromText } from "./game.js";
import { texts } from "./texts.js";
import { pictureOf, samplesOf, sizeOf, traced, type Choice, type Crop, type Picture } from "./trace.js";
import { $, el, toast } from "./ui.js";
import type { Drawn, PictureOptions } from "./types.js";

/** Longest side to which the picture is scaled down, in pixels. */
const LOOKED_AT = 512;
/** Minimum side of the selected part, in pixels of the scaled picture. */
const LEAST = 8;

/** Longest side of a new drawing, in cells, unless the picture has fewer pixels. */
const USUAL_SIDE = 30;
/** Maximum number of colours to choose from. */
const MOST_COLOURS = 12;

let picture: Picture | undefined;
let crop: Crop = { x: 0, y: 0, width: 1, height: 1 };
let bitmap: ImageBitmap | undefined;
let result: Drawn | undefined;
let running: Promise<void> | undefined;
let isDue = false;

const colours = () => Number($<HTMLSelectElement>("trace-colours").value);
const value = (id: string) => Number($<HTMLInputElement>(id).value);

function choice(): Choice {
  return {
    longest: value("trace-side"),
    contrast: value("trace-contrast"),
    threshold: value("threshold"),
    dither: $<HTMLInputElement>("trace-dither").checked,
    invert: $<HTMLInputElement>("trace-invert").checked,
  };
}

function drawSource(): void {
  const canvas = $<HTMLCanvasElement>("trace-source");
  const context = canvas.getContext("2d");
  if (!context || !picture || !bitmap) return;
  [canvas.width, canvas.height] = [picture.width, picture.height];
  context.drawImage(bitmap, 0, 0, picture.width, picture.height);
  context.fillStyle = "#0009";
  context.beginPath();
  context.rect(0, 0, picture.width, picture.height);
  context.rect(crop.x, crop.y, crop.width, crop.height);
  context.fill("evenodd");
  context.strokeStyle = "#fff";
  context.lineWidth = 2;
  context.strokeRect(crop.x + 1, crop.y + 1, crop.width - 2, crop.height - 2);
}

/** Converts the picture with the chosen options. */
async function make(from: Picture): Promise<Drawn> {
  const chosen = choice();
  const [rows, columns] = sizeOf(crop, chosen.longest);
  if (colours() > 1) return coloured(from, colours());
  const cells = traced(from, crop, chosen).map((isFilled) => (isFilled ? "#" : "-"));
  return { rows, columns, cells: cells.join(""), paints: BLACK };
}

/** Converts the picture with the method of the command-line tool, to at most `most` colours (8 if undefined). */
function coloured(from: Picture, most?: number): Promise<Drawn> {
  const { longest, contrast, threshold, invert } = choice();
  const [rows, columns] = sizeOf(crop, longest);
  const wanted: PictureOptions = { rows, columns, threshold, invert, colours: most ?? null };
  return mixer.call("traced", crop.width, crop.height, samplesOf(from, crop, contrast), JSON.stringify(wanted));
}

function drawResult({ rows, columns, cells, paints }: Drawn): void {
  const canvas = $<HTMLCanvasElement>("trace-result");
  const scale = Math.max(4, Math.floor(LOOKED_AT / Math.max(rows, columns)));
  [canvas.width, canvas.height] = [columns * scale, rows * scale];
  const context = canvas.getContext("2d")!;
  context.fillStyle = paints.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  fromText(cells).forEach((value, cell) => {
    const colour = colourOf(value);
    if (colour === undefined) return;
    context.fillStyle = isBlackAndWhite(paints) ? "#17324d" : paints.inks[colour]!.rgb;
    context.fillRect((cell % columns) * scale, Math.floor(cell / columns) * scale, scale, scale);
  });
  $("trace-size").textContent = texts.make.traced(rows, columns, paints.inks.length);
}

async function show(): Promise<void> {
  $<HTMLInputElement>("trace-dither").disabled = colours() > 1;
  try {
    result = picture && (await make(picture));
    if (result) drawResult(result);
  } catch (error) {
    result = undefined;
    $("trace-size").textContent = error instanceof Error ? error.message : String(error);
  }
  $<HTMLButtonElement>("trace-use").disabled = !result;
}

/** Updates the preview; changes made during an update are shown by the next one. */
function refresh(): void {
  isDue = true;
  running ??= (async () => {
    while (isDue) {
      isDue = false;
      await show();
    }
    running = undefined;
  })();
}

/** Opens the dialog for a picture. */
export async function open(file: File): Promise<void> {
  try {
    bitmap = await createImageBitmap(file);
    picture = await pictureOf(file, LOOKED_AT);
  } catch {
    toast(texts.make.noPicture(file.name));
    return;
  }
  crop = { x: 0, y: 0, width: picture.width, height: picture.height };
  $<HTMLInputElement>("trace-side").value = String(Math.min(USUAL_SIDE, Math.max(picture.width, picture.height)));
  const found = await coloured(picture).catch(() => undefined);
  const isColoured = found && !isBlackAndWhite(found.paints);
  $<HTMLSelectElement>("trace-colours").value = String(isColoured ? Math.max(2, Math.min(MOST_COLOURS, found.paints.inks.length)) : 1);
  $<HTMLDialogElement>("tracing").showModal();
  drawSource();
  refresh();
}

function listenToCrop(): void {
  const canvas = $<HTMLCanvasElement>("trace-source");
  let from: [number, number] | undefined;
  const at = (event: PointerEvent): [number, number] => {
    const box = canvas.getBoundingClientRect();
    const within = (share: number, most: number) => Math.round(Math.min(1, Math.max(0, share)) * most);
    return [within((event.clientX - box.left) / box.width, canvas.width), within((event.clientY - box.top) / box.height, canvas.height)];
  };
  canvas.addEventListener("pointerdown", (event) => {
    from = at(event);
    canvas.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!from || !picture) return;
    const to = at(event);
    const [width, height] = [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])];
    // A drag over less than the minimum selects the whole picture.
    const whole = Math.min(width, height) < LEAST;
    crop = whole ? { x: 0, y: 0, width: picture.width, height: picture.height } : { x: Math.min(from[0], to[0]), y: Math.min(from[1], to[1]), width, height };
    drawSource();
    refresh();
  });
  const end = () => (from = undefined);
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
}

/** Attaches the event handlers; `taken` receives the finished drawing. */
export function start(taken: (drawn: Drawn) => void): void {
  const choices = Array.from({ length: MOST_COLOURS - 1 }, (_, nth) => String(nth + 2));
  $("trace-colours").append(...choices.map((number) => el("option", { value: number }, number)));
  const dialog = $<HTMLDialogElement>("tracing");
  dialog.addEventListener("input", refresh);
  listenToCrop();
  $("trace-use").addEventListener("click", async () => {
    await running;
    if (!result) return;
    taken(result);
    dialog.close();
  });
  $("trace-cancel").addEventListener("click", () => dialog.close());
}
