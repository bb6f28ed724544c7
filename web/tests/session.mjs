// A browser and a server for the tests of a file.

import { after, before } from "node:test";
import { launch, open, serve } from "./browser.mjs";

/** Both are there while the file's tests run; `address` is the server's, `open` gives a new reader's page. */
export function visitors() {
  let browser;
  let server;
  before(async () => {
    [browser, server] = await Promise.all([launch(), serve()]);
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
  return {
    get address() {
      return server.address;
    },
    open: (options) => open(browser, server.address, options),
  };
}
