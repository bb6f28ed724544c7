// A browser and a server for the tests of one file.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, serve } from "./browser.mjs";

/** Starts both before the file's tests and stops them afterwards. `address` is the server's, `open` opens a page in a new context, `visit`
 * is a test with its own page, which must not report errors; `begin` is called with the browser first. */
export function visitors(begin = () => {}) {
  let browser;
  let server;
  before(async () => {
    [browser, server] = await Promise.all([launch(), serve()]);
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
