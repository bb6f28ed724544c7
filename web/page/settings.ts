// The player's settings, stored for the next visit.

import * as progress from "./progress.js";
import { texts } from "./texts.js";
import { $, download, storage, toast } from "./ui.js";

export interface Settings {
  /** Whether the other cells of a finished line are marked as blank. */
  autoMarks: boolean;
  /** Whether clues are crossed off by tapping, instead of automatically. */
  tapClues: boolean;
  /** Whether a drag stays in its row or column. */
  lockDrag: boolean;
  /** Whether the timer runs and is shown. */
  timer: boolean;
  leftHanded: boolean;
  /** Whether cells are distinguished by patterns as well as by colours. */
  patterns: boolean;
  /** Whether clues stay small when the board is zoomed. */
  smallClues: boolean;
}

const USUAL: Settings = { autoMarks: false, tapClues: false, lockDrag: true, timer: true, leftHanded: false, patterns: false, smallClues: false };

export const settings: Settings = { ...USUAL, ...storage.get<Partial<Settings>>("settings") };

/** Sets the data attributes that the style sheet depends on. */
function apply(): void {
  const { dataset } = document.documentElement;
  for (const name of ["timer", "leftHanded", "patterns"] as const) dataset[name] = String(settings[name]);
}

/** Changes settings, and stores them. */
export function set(changed: Partial<Settings>): void {
  Object.assign(settings, changed);
  storage.set("settings", settings);
  apply();
}

async function read(file: File): Promise<void> {
  const puzzles = progress.restored(await file.text());
  if (puzzles === undefined) {
    toast(texts.settings.notProgress(file.name));
    return;
  }
  toast(texts.settings.imported(puzzles));
  document.dispatchEvent(new CustomEvent("progress"));
}

export function start(changed: () => void): void {
  const dialog = $<HTMLDialogElement>("settings");
  for (const box of dialog.querySelectorAll<HTMLInputElement>("[data-setting]")) {
    const name = box.dataset["setting"] as keyof Settings;
    box.checked = settings[name];
    box.addEventListener("change", () => {
      set({ [name]: box.checked });
      changed();
    });
  }
  apply();
  $("settings-button").addEventListener("click", () => {
    $("statistics").textContent = texts.settings.statistics(progress.solved(), progress.bests());
    dialog.showModal();
  });
  $("progress-save").addEventListener("click", () => download("nonogram-progress.json", progress.saved(), "application/json"));
  const input = $<HTMLInputElement>("progress-open");
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) void read(file);
    input.value = "";
  });
}
