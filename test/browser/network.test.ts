/** What a launch of an outside address needs and reaches: the host that was approved, through the cell's proxy, and no other. */

import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { createBrowser } from "../../src/browser/client.ts";
import { browserActionTool } from "../../src/tools/browser/browser-action.ts";
import { CHROMIUM, NO_BROWSER } from "../doubles/browser.ts";
import { openTestCell, SKIP_SEALED } from "../doubles/cell.ts";
import { createRepository } from "../doubles/repository.ts";
import { createScratch } from "../doubles/scratch.ts";
import { makeCertificate, serveFiles } from "../doubles/tls.ts";

const HOST = "docs.example.test";
const OTHER = "other.example.test";

test(
  "a listed host is reached, without a greeting that hides its name; another one is not",
  {
    skip: SKIP_SEALED || NO_BROWSER,
  },
  async () => {
    using scratch = createScratch();
    using server = await serveFiles(makeCertificate(scratch.dir, [HOST, OTHER]), { "/": "<h1>Docs</h1>" });
    const repository = createRepository({ files: { "a.txt": "a\n" } });
    await using cell = await openTestCell({ want: "sealed", repository });
    const denied: string[] = [];
    await cell.openNetwork({
      hosts: [HOST, OTHER],
      onDenied: (text) => denied.push(text),
      outside: {
        resolve: async () => ["93.184.216.34"],
        connect: () => connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true }),
      },
    });
    const browser = createBrowser(cell, { file: CHROMIUM ?? "" });
    const signal = new AbortController().signal;
    const act = async (url: string, host: string): Promise<string> => {
      const view = await browser.act({ action: "launch", url, hosts: [host], picture: false }, signal);
      return [view?.problem, ...(view?.lines ?? [])].join("\n");
    };
    // No browser trusts the server's certificate. The error is about that, so the tunnel and the greeting went through.
    assert.match(await act(`https://${HOST}/`, HOST), /ERR_CERT_AUTHORITY_INVALID/);
    // Listed, but its launch was not approved.
    assert.match(await act(`https://${OTHER}/`, HOST), /ERR_TUNNEL_CONNECTION_FAILED/);
    // Approved, but not listed.
    assert.match(await act("https://third.example.test/", "third.example.test"), /ERR_TUNNEL_CONNECTION_FAILED/);
    assert.match(denied.join("\n"), /third\.example\.test/);
    assert.doesNotMatch(denied.join("\n"), /google|gvt1|other/);
    // A page from outside cannot be one of the cell.
    assert.match(
      await act("http://localhost:3128/", HOST),
      /ERR_(?:TUNNEL_CONNECTION_FAILED|EMPTY_RESPONSE|HTTP_RESPONSE_CODE_FAILURE|INVALID_HTTP_RESPONSE)|^$/,
    );
  },
);

test(
  "a browser trusts the certificates that the policy names, and keeps its other settings",
  { skip: SKIP_SEALED || NO_BROWSER },
  async () => {
    using scratch = createScratch();
    const certificate = makeCertificate(scratch.dir, [HOST]);
    using server = await serveFiles(certificate, { [`${HOST}/`]: "<h1>Within the company</h1>" });
    await using cell = await openTestCell({
      want: "sealed",
      repository: createRepository({ files: { "a.txt": "a\n" } }),
    });
    await cell.openNetwork({
      hosts: [HOST],
      machine: { env: {}, home: undefined, read: () => "" },
      ca: [certificate.path],
      onDenied: () => {},
      outside: {
        resolve: async () => ["93.184.216.34"],
        connect: () => connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true }),
      },
    });
    const browser = createBrowser(cell, { file: CHROMIUM ?? "" });
    const launch = { action: "launch", url: `https://${HOST}/`, hosts: [HOST], picture: false } as const;
    const view = await browser.act(launch, new AbortController().signal);
    assert.deepEqual([view?.problem, view?.lines], [undefined, ["# Within the company"]]);
  },
);

const NEEDS: readonly (readonly [given: object, what: unknown])[] = [
  [{ url: "http://localhost:3000/a?b" }, [{ kind: "exec", command: "browser_action http://localhost:3000", cwd: "." }]],
  [{ url: "localhost:3000" }, [{ kind: "exec", command: "browser_action http://localhost:3000", cwd: "." }]],
  [{ url: "http://0.0.0.0:5173/" }, [{ kind: "exec", command: "browser_action http://127.0.0.1:5173", cwd: "." }]],
  [{ url: "http://[::1]:80/" }, [{ kind: "exec", command: "browser_action http://[::1]", cwd: "." }]],
  [{ url: "http://127.1:80/" }, [{ kind: "exec", command: "browser_action http://127.0.0.1", cwd: "." }]],
  [{ url: "docs.python.org/3/" }, [{ kind: "net", host: "docs.python.org" }]],
  [{ url: "https://Docs.Python.org:8443/3/" }, [{ kind: "net", host: "docs.python.org:8443" }]],
  [{ url: "https://localhost.example.com/" }, [{ kind: "net", host: "localhost.example.com" }]],
  [{ url: "http://docs.python.org/" }, /over https and by name only/],
  [{ url: "https://10.0.0.1/" }, /over https and by name only/],
  [{ url: "https://a@docs.python.org/" }, /user or password/],
  [{ url: "http://localhost:3000@evil.example/" }, /user or password/],
  [{ url: "file:///etc/passwd" }, /begins with file:/],
  [{ url: "view-source:http://localhost/" }, /begins with view-source:/],
  [{ url: "javascript:alert(1)" }, /begins with javascript:/],
  [{ url: "data:text/html,x" }, /begins with data:/],
  [{ url: "chrome://version" }, /begins with chrome:/],
  [{ url: "blob:http://localhost/x" }, /begins with blob:/],
  [{}, /the url is missing/],
];

test("the capabilities of a launch, and of other actions", async () => {
  const browser = { launched: () => undefined, act: () => Promise.reject(new Error("nothing is done here")) };
  const tool = browserActionTool.make({ browser, sees: () => false });
  const signal = new AbortController().signal;
  for (const [given, what] of NEEDS) {
    const input = { action: "launch", ...given };
    if (what instanceof RegExp) await assert.rejects(tool.plan(input, signal), { code: "tool.input", message: what });
    else assert.deepEqual((await tool.plan(input, signal)).capabilities, what);
  }
  const refused: readonly (readonly [object, RegExp])[] = [
    [{ action: "click", element: 1 }, /no browser is open/],
    [{ action: "click" }, /click needs an element or a coordinate/],
    [{ action: "type", element: 1 }, /type needs a text/],
    [{ action: "press" }, /press needs the name of a key/],
    [{ action: "resize", size: "9x9" }, /size "9x9" does not fit/],
    [{ action: "click", coordinate: "here" }, /coordinate "here" is no point/],
  ];
  for (const [input, message] of refused)
    await assert.rejects(tool.plan(input, signal), { code: "tool.input", message });
  const none = browserActionTool.make({ sees: () => false });
  await assert.rejects(none.plan({ action: "launch", url: "localhost" }, signal), { message: /there is no browser/ });
});

test("other agents' forms of the arguments", () => {
  const tool = browserActionTool.make({ sees: () => false });
  const shaped: readonly (readonly [object, object])[] = [
    [
      { action: "click", coordinate: [10, 20] },
      { action: "click", coordinate: "10,20" },
    ],
    [
      { action: "click", coordinate: { x: 10, y: 20 } },
      { action: "click", coordinate: "10,20" },
    ],
    [
      { action: "click", ref: 3 },
      { action: "click", element: 3 },
    ],
    [
      { action: "click", element: "3" },
      { action: "click", element: 3 },
    ],
    [
      { action: "press", key: "Enter" },
      { action: "press", text: "Enter" },
    ],
    [
      { action: "resize", width: 400, height: 300 },
      { action: "resize", size: "400x300" },
    ],
    [{ action: "screenshot", path: "a.png" }, { action: "screenshot" }],
  ];
  for (const [given, wanted] of shaped) assert.deepEqual(tool.repair?.({ ...given }).input, wanted);
});
