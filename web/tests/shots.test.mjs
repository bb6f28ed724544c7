// Compares the look of the page on three screens, light and dark, with the references in web/tests/shots.
// Run by scripts/test-page, which builds the page first; `make page-references` rewrites the references.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { SCHEMES, SCREENS, VIEWS, file, prepared, scales, show } from "./shots.mjs";
import { visitors } from "./session.mjs";

let shot;
let differing;
const session = visitors(async (browser) => {
  ({ shot, differing } = await scales(browser));
});

/** Maximum share of pixels that may differ, to allow for other fonts. */
const FONTS = 0.035;

for (const screen of Object.keys(SCREENS)) {
  for (const scheme of SCHEMES) {
    test(`the layout matches the references: ${screen}, ${scheme}`, async () => {
      const { page, context } = await prepared(session, screen, scheme);
      try {
        const found = [];
        for (const view of VIEWS) {
          await show(page, view);
          const share = await differing(await shot(page), await readFile(file(view, screen, scheme)));
          if (share > FONTS) found.push(`${view}: ${(100 * share).toFixed(1)} % differ`);
        }
        assert.deepEqual(found, []);
      } finally {
        await context.close();
      }
    });
  }
}

/** Changes of the page, and whether the comparison must find each. */
const CHANGES = {
  "without its style": [true, () => document.querySelector("link[rel=stylesheet]").remove()],
  "without its grid": [true, () => (document.getElementById("stage").style.visibility = "hidden")],
  "without its panel": [true, () => (document.querySelector("#view-play .panel").style.visibility = "hidden")],
  "without its filled cells": [true, () => document.getElementById("stage").querySelectorAll(".cell.f").forEach((cell) => cell.classList.remove("f"))],
  "in the dark scheme": [true, () => (document.documentElement.dataset.theme = "dark")],
  "with another view": [
    true,
    async () => {
      document.querySelector('nav a[data-view="library"]').click();
      while (document.getElementById("view-library").hidden) await new Promise(requestAnimationFrame);
    },
  ],
  "in a monospaced font": [false, () => (document.body.style.fontFamily = "monospace")],
  "in a serif font": [false, () => (document.body.style.fontFamily = "serif")],
};

for (const screen of ["phone", "wide"]) {
  test(`the comparison finds broken layouts, and tolerates other fonts: ${screen}`, async () => {
    const wrong = [];
    const reference = await readFile(file("play", screen, "light"));
    const { page, context } = await prepared(session, screen, "light");
    try {
      await show(page, "play");
      for (const [name, [breaks, change]] of Object.entries(CHANGES)) {
        await page.evaluate(() => (location.hash = "#play"));
        await page.reload();
        await page.waitForSelector("body[data-ready]");
        await page.evaluate(change);
        const share = await differing(await shot(page), reference);
        if (breaks !== share > FONTS) wrong.push(`${name}: ${(100 * share).toFixed(1)} % differ`);
      }
    } finally {
      await context.close();
    }
    assert.deepEqual(wrong, []);
  });
}
