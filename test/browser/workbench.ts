/** A sealed cell with a server of pages in it, and `browser_action` on a real Chromium. */

import { setTimeout as delay } from "node:timers/promises";
import { createBrowser } from "../../src/browser/client.ts";
import type { ToolResult } from "../../src/protocol/tool.ts";
import { browserActionTool } from "../../src/tools/browser/browser-action.ts";
import { CHROMIUM } from "../doubles/browser.ts";
import { openWorkbench as openTools } from "../tools/workbench.ts";

const SERVER = `import { createServer } from "node:http";
import { readFileSync } from "node:fs";
createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://x");
  const name = pathname.slice(1) || "index.html";
  if (name === "silent") return;
  if (name === "away") return response.writeHead(302, { location: "https://example.com/" }).end();
  if (name === "huge") {
    response.writeHead(200, { "content-type": "text/html" });
    const row = "<p><a href=/>row of a very long page</a> " + "word ".repeat(200) + "</p>";
    let left = Number(searchParams.get("rows"));
    const more = () => { while (left-- > 0) if (!response.write(row)) return response.once("drain", more); response.end(); };
    return more();
  }
  try {
    const type = name.endsWith(".js") ? "text/javascript" : name.endsWith(".bin") ? "application/octet-stream" : "text/html";
    const body = readFileSync(name);
    response.writeHead(200, { "content-type": type }).end(body);
  } catch { response.writeHead(404).end("not here"); }
}).listen(8123, "127.0.0.1", () => console.log("ready"));
`;

export interface BrowserWorkbench {
  /** Plans and runs one action; a refused plan is its message. */
  readonly act: (input: Readonly<Record<string, unknown>>) => Promise<ToolResult>;
  /** Clicks the element with this name in the newest result. */
  readonly click: (name: string) => Promise<ToolResult>;
  readonly exec: (command: string) => Promise<string>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export interface BrowserWorkbenchOptions {
  readonly pages: Readonly<Record<string, string>>;
  readonly sees?: boolean;
}

/** Opens one; the server answers on port 8123 of the cell. */
export async function openBrowserWorkbench({
  pages,
  sees = false,
}: BrowserWorkbenchOptions): Promise<BrowserWorkbench> {
  const bench = await openTools({ ...pages, "server.mjs": SERVER }, { want: "sealed" });
  const { cell } = bench;
  const started = { command: "node server.mjs", cwd: ".", timeoutMs: 300_000, maxOutputBytes: 10_000 };
  const { id } = await cell.startBackground(started);
  for (let n = 0; n < 100 && (await cell.readBackground(id, { waitMs: 0 })).output === ""; n += 1) await delay(50);
  const browser = createBrowser(cell, { file: CHROMIUM ?? "" });
  const tool = browserActionTool.make({ browser, sees: () => sees });
  const signal = new AbortController().signal;
  let seen = "";
  const act: BrowserWorkbench["act"] = async (input) => {
    const result = await (await tool.plan(tool.repair?.(input).input ?? input, signal)).run(signal, "call");
    seen = result.text;
    return result;
  };
  return {
    act,
    click: async (name) => {
      const element = Number(new RegExp(String.raw`\[(\d+)\] \S+(?: input)? "${name}`).exec(seen)?.[1] ?? 0);
      return await act({ action: "click", element });
    },
    exec: async (command) => (await cell.exec({ ...started, command })).output,
    [Symbol.asyncDispose]: bench[Symbol.asyncDispose],
  };
}
