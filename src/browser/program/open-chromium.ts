/** A running Chromium whose network goes through the filter. It shows one page at a time, and its pages share nothing. */

import { createCdp, type Cdp, type CdpEvent } from "./cdp.ts";
import { startChromium } from "./chromium.ts";
import { openFilter } from "./filter.ts";
import { textAt } from "./notes.ts";

export type Listen = (listener: (event: CdpEvent) => void) => void;

export interface OpenChromium {
  /** The hosts that its pages may reach, joined by commas. */
  readonly reach: string;
  /** Begins a page with cookies and storage of its own. */
  readonly begin: (isWanted: (head: string) => boolean) => Promise<BegunPage>;
  /** Ends the page and deletes what it stored. False where the browser does not do that. */
  readonly clear: () => Promise<boolean>;
  /** The last line of its standard error. */
  readonly words: () => string;
  readonly kill: () => void;
  readonly close: () => Promise<void>;
}

interface BegunPage {
  readonly cdp: Cdp;
  readonly contextId: string;
  readonly listen: Listen;
}

export interface OpenChromiumOptions {
  readonly file: string;
  /** The hosts that its pages may reach; empty for pages of the cell's own servers. */
  readonly hosts: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Time for the browser to end its child processes, which would otherwise stay as zombies of the worker. */
const CLOSE_MS = 1_000;

export async function openChromium({ file, hosts, env }: OpenChromiumOptions): Promise<OpenChromium> {
  const filter = await openFilter({ isAllowed: (host) => hosts.includes(host), upstreamPort: proxyPort(env) });
  const tmpDir = env["TMPDIR"] ?? "/tmp";
  const chromium = startChromium({ file, proxyPort: filter.port, reachesCell: hosts.length === 0, tmpDir, env });
  void chromium.ended.then(filter.close);
  let listeners: ((event: CdpEvent) => void)[] = [];
  let isWanted: (head: string) => boolean = () => true;
  let contextId = "";
  const cdp = createCdp({
    ...chromium,
    isWanted: (head) => isWanted(head),
    onEvent: (event) => listeners.forEach((listener) => listener(event)),
  });
  return {
    reach: hosts.join(),
    words: () => chromium.words().trim().split("\n").at(-1) ?? "",
    kill: chromium.kill,
    async begin(wanted) {
      [listeners, isWanted] = [[], wanted];
      contextId = textAt(await cdp.send("Target.createBrowserContext"), "browserContextId");
      return { cdp, contextId, listen: (listener) => void listeners.push(listener) };
    },
    async clear() {
      listeners = [];
      return await cdp
        .send("Target.disposeBrowserContext", { browserContextId: contextId }, { timeoutMs: CLOSE_MS })
        .then(
          () => true,
          () => false,
        );
    },
    async close() {
      await cdp.send("Browser.close", {}, { timeoutMs: CLOSE_MS }).catch(() => {});
      const late = setTimeout(chromium.kill, CLOSE_MS);
      await chromium.ended;
      clearTimeout(late);
    },
  };
}

/** The port of the cell's proxy, which is in a variable. */
function proxyPort(env: OpenChromiumOptions["env"]): number | undefined {
  const port = /^http:\/\/127\.0\.0\.1:(\d+)\/?$/.exec(env["HTTPS_PROXY"] ?? "")?.[1];
  return port === undefined ? undefined : Number(port);
}
