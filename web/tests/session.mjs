// The browser and the server that the tests of a file share.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, serve } from "./browser.mjs";

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
