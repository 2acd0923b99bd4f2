/** The browser program in the cell. It answers requests from its standard input, until that ends or none comes for a while. */

import { createInterface } from "node:readline";
import { fileText } from "../../base/file-text.ts";
import { processIds, processStat } from "../../base/processes.ts";
import type { BrowserReply, BrowserRequest } from "../frames.ts";
import { act, FIRST_VIEW, type ActOptions } from "./actions.ts";
import { CdpError } from "./cdp.ts";
import { createNotes } from "./notes.ts";
import { openChromium, type OpenChromium } from "./open-chromium.ts";
import { openTab } from "./tab.ts";

export interface BrowserServeOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The process group of this program and the browser. */
  readonly group: number;
}

/** A page of an ordinary application takes 200 to 400 MB. */
const MAX_MEMORY_BYTES = 1024 ** 3;
const MEMORY_POLL_MS = 500;
const IDLE_MS = 300_000;

/** Resolves at the end of the input, and when the browser was idle. */
export async function serveBrowser({ input, output, env, group }: BrowserServeOptions): Promise<void> {
  const now = (): number => performance.now();
  let session: OpenChromium | undefined;
  let page: ActOptions | undefined;
  /** Why the browser is gone, where the page is the reason. */
  let ended: string | undefined;
  const close = async (): Promise<void> => {
    const closing = session;
    [session, page] = [undefined, undefined];
    await closing?.close();
  };
  const launch = async ({ file, hosts = [] }: BrowserRequest): Promise<ActOptions> => {
    ended = undefined;
    page = undefined;
    // A browser is used again only for the same hosts, and for a page that knows nothing of the one before.
    if (session !== undefined && (session.reach !== hosts.join() || !(await session.clear()))) await close();
    session ??= await openChromium({ file, hosts, env });
    const notes = createNotes((url) => refusalOf(url, hosts));
    const { cdp, contextId, listen } = await session.begin(notes.isWanted);
    listen(notes.hear);
    const tab = await openTab({ cdp, contextId, notes, now, listen });
    // Without hosts only the cell's own servers are reached, and those sign their certificates themselves.
    if (hosts.length === 0) await tab.send("Security.setIgnoreCertificateErrors", { ignore: true });
    page = { tab, notes, view: { ...FIRST_VIEW } };
    return page;
  };
  const answer = async (request: BrowserRequest): Promise<BrowserReply> => {
    const { id, action } = request;
    if (action === "close") {
      await close();
      return { id, kind: "closed" };
    }
    try {
      const open = action === "launch" ? await launch(request) : page;
      if (open === undefined) return { id, kind: "failed", reason: ended ?? "no page is open" };
      return { id, kind: "done", view: await act(request, open) };
    } catch (error) {
      const words = session?.words() ?? "";
      await close();
      const why = ended ?? (error instanceof CdpError ? error.message : String(error));
      return { id, kind: "failed", reason: action === "launch" && words !== "" ? `${why}: ${words}` : why };
    }
  };

  const memory = setInterval(() => {
    if (session === undefined || groupMemory(group) <= MAX_MEMORY_BYTES) return;
    ended = `the page took more than ${MAX_MEMORY_BYTES / 1024 ** 2} MB, and the browser was closed`;
    session.kill();
  }, MEMORY_POLL_MS);
  const lines = createInterface({ input, crlfDelay: Infinity });
  const rest = (): NodeJS.Timeout => setTimeout(() => lines.close(), IDLE_MS);
  let idle = rest();
  for await (const line of lines) {
    clearTimeout(idle);
    const reply = await answer(JSON.parse(line) as BrowserRequest);
    output.write(`${JSON.stringify(reply)}\n`);
    idle = rest();
  }
  clearTimeout(idle);
  clearInterval(memory);
  await close();
}

/** Bytes of memory that no file backs, of all processes of a group together. */
function groupMemory(group: number): number {
  const ofGroup = processIds().filter((pid) => processStat(pid)?.group === group);
  const kilobytes = ofGroup.map((pid) => /^RssAnon:\s+(\d+) kB$/m.exec(fileText(`/proc/${pid}/status`) ?? "")?.[1]);
  return kilobytes.reduce((sum, count = "0") => sum + Number(count) * 1024, 0);
}

/** Why a request to this address failed, where the filter is the reason. */
function refusalOf(url: string, hosts: readonly string[]): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, host, hostname } = new URL(url);
  if (!/^(?:https?|wss?):$/.test(protocol)) return undefined;
  if (hosts.length > 0) {
    const isAllowed = hosts.includes(host) && protocol !== "http:";
    return isAllowed ? undefined : `a page from outside reaches the host of its launch only, ${hosts.join(", ")}`;
  }
  const isOwn = /^(?:localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  return isOwn ? undefined : "a page of the sandbox reaches its servers only";
}
