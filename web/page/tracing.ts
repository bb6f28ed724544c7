// The dialog that makes a drawing of a picture: a part of it, contrast, threshold, dithering, and at once what comes of it.

import { texts } from "./texts.js";
import { lightness, sizeOf, traced, type Choice, type Crop, type Lightness } from "./trace.js";
import { $, toast } from "./ui.js";

/** Pixels of the picture that is looked at, along its longest side. */
const LOOKED_AT = 512;
/** The smallest part that is used, in pixels. */
const LEAST = 8;

let picture: Lightness | undefined;
let crop: Crop = { x: 0, y: 0, width: 1, height: 1 };
let bitmap: ImageBitmap | undefined;
let use: (rows: number, columns: number, cells: boolean[]) => void = () => {};

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

function drawResult(): void {
  if (!picture) return;
  const chosen = choice();
  const [rows, columns] = sizeOf(crop, chosen.longest);
  const canvas = $<HTMLCanvasElement>("trace-result");
  const scale = Math.max(4, Math.floor(LOOKED_AT / Math.max(rows, columns)));
  [canvas.width, canvas.height] = [columns * scale, rows * scale];
  const context = canvas.getContext("2d")!;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#17324d";
  traced(picture, crop, chosen).forEach((isFilled, cell) => {
    if (isFilled) context.fillRect((cell % columns) * scale, Math.floor(cell / columns) * scale, scale, scale);
  });
  $("trace-size").textContent = texts.make.traced(rows, columns);
}

/** Opens a picture, to become a drawing whose longest side has so many cells. */
export async function open(file: File, longest: number): Promise<void> {
  try {
    bitmap = await createImageBitmap(file);
    picture = await lightness(file, LOOKED_AT);
  } catch {
    toast(texts.make.noPicture(file.name));
    return;
  }
  crop = { x: 0, y: 0, width: picture.width, height: picture.height };
  $<HTMLInputElement>("trace-side").value = String(longest);
  $<HTMLDialogElement>("tracing").showModal();
  drawSource();
  drawResult();
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
    // A click takes the whole picture again.
    const whole = Math.min(width, height) < LEAST;
    crop = whole ? { x: 0, y: 0, width: picture.width, height: picture.height } : { x: Math.min(from[0], to[0]), y: Math.min(from[1], to[1]), width, height };
    drawSource();
    drawResult();
  });
  const end = () => (from = undefined);
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
}

/** Listens once; `taken` gets the cells of the drawing that is used. */
export function start(taken: (rows: number, columns: number, cells: boolean[]) => void): void {
  use = taken;
  const dialog = $<HTMLDialogElement>("tracing");
  dialog.addEventListener("input", drawResult);
  listenToCrop();
  $("trace-use").addEventListener("click", () => {
    if (!picture) return;
    const chosen = choice();
    use(...sizeOf(crop, chosen.longest), traced(picture, crop, chosen));
    dialog.close();
  });
  $("trace-cancel").addEventListener("click", () => dialog.close());
}
