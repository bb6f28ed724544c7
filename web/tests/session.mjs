// The browser and the server that the tests of a file share.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { launch, open, serve } from "./browser.mjs";

/**
 * Assertions on what the page shows after an action: the first argument is a function that reads it, called until the assertion holds, for
 * at most ten seconds. The page answers most actions in a later task, so what is read at once may be what was there before.
 */
export const eventually = Object.fromEntries(
  ["equal", "notEqual", "deepEqual", "match", "doesNotMatch", "ok"].map((name) => [
    name,
    async (read, ...expected) => {
      const end = performance.now() + 10_000;
      for (;;) {
        const shown = await read();
        try {
          return assert[name](shown, ...expected);
        } catch (error) {
          if (performance.now() > end) throw error;
        }
        await delay(50);
      }
    },
  ]),
);

/**
 * Starts a browser and a server before the tests of a file, calls `begin` with the browser, and stops both after the tests. In the result,
 * `address` is the address of the server, `open` opens the page in a new context, and `visit` defines a test with a page of its own, whose
 * `complaints` must be empty at the end.
 */
export function visitors(begin = () => {}) {
  let browser;
  let server;
  before(async () => {
    server = await serve();
    browser = await launch();
    await begin(browser);
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
  const session = {
    get address() {
      return server.address;
    },
    open: (options) => open(browser, server.address, options),
    visit(name, options, body) {
      test(name, async () => {
        const visited = await session.open(options);
        try {
          await body(visited);
          assert.deepEqual(visited.complaints, []);
        } finally {
          await visited.context.close();
        }
      });
    },
  };
  return session;
}
