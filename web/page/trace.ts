// Decodes pictures and converts them to black-and-white drawings; for a drawing in colours, it only crops the picture and adjusts its
// contrast.

/** A picture: four RGBA samples and one luma value (0 to 255) per pixel, in row-major order. */
export interface Picture {
  samples: Uint8ClampedArray;
  values: Uint8ClampedArray;
  width: number;
  height: number;
}

/** A part of a picture, in pixels. */
export interface Crop {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Choice {
  /** Length of the longest side, in cells. */
  longest: number;
  /** Contrast, -100 to 100. */
  contrast: number;
  /** Luma, after contrast and inversion, below which a cell of a black-and-white drawing is filled, 0 (black) to 255 (white). */
  threshold: number;
  dither: boolean;
  invert: boolean;
}

const MIDDLE = 128;

/** The usual contrast curve, centred on mid-grey: at 100 almost a step, at 0 the identity, at -100 uniform grey. */
function curve(contrast: number): (level: number) => number {
  const slope = (259 * (contrast * 2.55 + 255)) / (255 * (259 - contrast * 2.55));
  return (level) => slope * (level - MIDDLE) + MIDDLE;
}

/** Decodes a picture on a white background, scaled down so that no side exceeds `longest` pixels. */
export async function pictureOf(file: Blob, longest: number): Promise<Picture> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale))];
  const context = new OffscreenCanvas(width, height).getContext("2d")!;
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  // Rec. 601 luma, rounded down as in the command-line tool.
  const values = Uint8ClampedArray.from({ length: width * height }, (_, pixel) => Math.floor((299 * data[4 * pixel]! + 587 * data[4 * pixel + 1]! + 114 * data[4 * pixel + 2]!) / 1000));
  return { samples: data, values, width, height };
}

/** The RGBA samples of a part of a picture, with adjusted contrast. */
export function samplesOf({ samples, width }: Picture, crop: Crop, contrast: number): Uint8Array {
  const level = curve(contrast);
  const part = new Uint8ClampedArray(4 * crop.width * crop.height);
  for (let y = 0; y < crop.height; y++) {
    const first = 4 * ((crop.y + y) * width + crop.x);
    part.set(samples.subarray(first, first + 4 * crop.width), 4 * y * crop.width);
  }
  if (contrast !== 0) for (let at = 0; at < part.length; at++) if (at % 4 !== 3) part[at] = level(part[at]!);
  return new Uint8Array(part.buffer);
}

/** Rows and columns of the drawing of a part of a picture. */
export function sizeOf({ width, height }: Crop, longest: number): [rows: number, columns: number] {
  const most = Math.max(width, height);
  return [Math.max(1, Math.round((longest * height) / most)), Math.max(1, Math.round((longest * width) / most))];
}

/** The cells of a black-and-white drawing in row-major order: whether each is filled. */
export function traced({ values, width }: Picture, crop: Crop, choice: Choice): boolean[] {
  const [rows, columns] = sizeOf(crop, choice.longest);
  const span = (place: number, cells: number, from: number, pixels: number) => {
    const first = from + Math.floor((place * pixels) / cells);
    return [first, Math.max(first + 1, from + Math.floor(((place + 1) * pixels) / cells))] as const;
  };
  const contrasted = curve(choice.contrast);
  const means = Array.from({ length: rows * columns }, (_, cell) => {
    const [top, bottom] = span(Math.floor(cell / columns), rows, crop.y, crop.height);
    const [left, right] = span(cell % columns, columns, crop.x, crop.width);
    let sum = 0;
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += values[y * width + x]!;
    const mean = sum / ((bottom - top) * (right - left));
    const level = contrasted(mean);
    return choice.invert ? 255 - level : level;
  });
  return means.map((_, cell) => {
    const isFilled = means[cell]! < choice.threshold;
    if (choice.dither) {
      // Floyd-Steinberg dithering: the error of a cell is distributed to its neighbours.
      const off = Math.min(255, Math.max(0, means[cell]!)) - (isFilled ? 0 : 255);
      const column = cell % columns;
      const spread = (to: number, share: number, is: boolean) => {
        if (is && to < means.length) means[to]! += (off * share) / 16;
      };
      spread(cell + 1, 7, column + 1 < columns);
      spread(cell + columns - 1, 3, column > 0);
      spread(cell + columns, 5, true);
      spread(cell + columns + 1, 1, column + 1 < columns);
    }
    return isFilled;
  });
}
