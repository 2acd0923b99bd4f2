/** A browser that is missing, hangs, crashes or is killed: each action has a result, and the next launch works. */

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { createBrowser } from "../../src/browser/client.ts";
import { findBrowser } from "../../src/browser/find.ts";
import { NO_BROWSER } from "../doubles/browser.ts";
import { openTestCell, SKIP_SEALED } from "../doubles/cell.ts";
import { createRepository } from "../doubles/repository.ts";
import { createScratch } from "../doubles/scratch.ts";
import { openBrowserWorkbench } from "./workbench.ts";

const HOME = "http://localhost:8123/";

test(
  "a page, a browser or its driver that is killed is told, and can be launched again",
  {
    skip: SKIP_SEALED || NO_BROWSER,
  },
  async () => {
    await using bench = await openBrowserWorkbench({ pages: { "index.html": "<h1>Here</h1>" } });
    const after = async (kill: string): Promise<string> => {
      assert.match((await bench.act({ action: "launch", url: HOME })).text, /^# Here$/m);
      await bench.exec(kill);
      return await bench.act({ action: "screenshot" }).then(
        ({ text }) => text,
        (error: Error) => error.message,
      );
    };
    const told = {
      page: await after("pkill -9 -f -- --type=renderer"),
      browser: await after("pkill -9 -f -- --remote-debugging-pipe"),
      driver: await after("pkill -9 -f cell-browser"),
    };
    assert.deepEqual(told, {
      page: "The browser is closed: the page crashed.",
      browser: "The browser is closed: the browser has ended.",
      driver: "The browser is closed: it ended with SIGKILL.",
    });
    await assert.rejects(bench.act({ action: "click", element: 1 }), {
      code: "tool.input",
      message: /no browser is open/,
    });
    assert.match((await bench.act({ action: "launch", url: HOME })).text, /^# Here$/m);
  },
);

test(
  "a program that is no browser, or does not answer, is an error within seconds",
  { skip: SKIP_SEALED },
  async () => {
    const files = {
      "hang.sh": "#!/bin/sh\nexec sleep 1000\n",
      "flood.sh": "#!/bin/sh\nyes '{' | head -c 64000000 >&4\nexec sleep 1000\n",
    };
    const repository = createRepository({ files });
    await using cell = await openTestCell({ want: "sealed", repository });
    await cell.exec({ command: "chmod +x *.sh", cwd: ".", timeoutMs: 10_000, maxOutputBytes: 1_000 });
    const launched = async (file: string): Promise<string> =>
      await createBrowser(cell, { file })
        .act({ action: "launch", url: HOME, hosts: [], picture: false }, new AbortController().signal)
        .then(
          () => "launched",
          (error: Error) => error.message,
        );
    const found = await Promise.all(
      ["/bin/false", "/nowhere/chromium", "hang.sh", "flood.sh"].map((name) =>
        launched(name.startsWith("/") ? name : join(repository.dir, name)),
      ),
    );
    assert.equal(found[0], "The browser is closed: the browser has ended.");
    assert.match(found[1] ?? "", /^The browser is closed: the browser has ended: spawn \/nowhere\/chromium ENOENT\.$/);
    assert.match(found[2] ?? "", /no answer to Target\.createBrowserContext within 15 s/);
    assert.match(found[3] ?? "", /^The browser is closed: /);
    const left = { command: "pgrep -f 'sleep 1000|yes'", cwd: ".", timeoutMs: 10_000, maxOutputBytes: 1_000 };
    assert.equal((await cell.exec(left)).output, "");
  },
);

test("the browser that is found: Playwright's newest first, and a headless shell where no host is listed", () => {
  using scratch = createScratch();
  const put = (name: string): string => {
    const path = join(scratch.dir, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "#!/bin/sh\n", { mode: 0o755 });
    return path;
  };
  const env = { PLAYWRIGHT_BROWSERS_PATH: scratch.dir };
  const shell = put("chromium_headless_shell-1200/chrome-headless-shell-linux64/chrome-headless-shell");
  put("chromium-999/chrome-linux/chrome");
  const whole = put("chromium-1200/chrome-linux64/chrome");
  assert.equal(findBrowser({ env, hasHosts: false }), shell);
  assert.equal(findBrowser({ env, hasHosts: true }), whole);
  assert.equal(findBrowser({ env, hasHosts: true, named: shell }), shell);
  assert.equal(findBrowser({ env, hasHosts: false, named: join(scratch.dir, "none") }), undefined);
  assert.equal(findBrowser({ env, hasHosts: false, named: scratch.dir }), undefined); // a folder was taken for a program
});
