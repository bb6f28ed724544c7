// A browser and a server for the tests of a file.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, serve } from "./browser.mjs";

/** Both are there while the file's tests run; `address` is the server's, `open` gives a new reader's page. `visit` is a test with
 * a page of its own, which must have nothing to complain about; `begin` gets the browser first. */
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
