/** A running Chromium with an empty profile behind the filter. It shows one page at a time, and its pages share nothing. */

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { createCdp, type CdpEvent } from "./cdp.ts";
import { textAt } from "./notes.ts";

export type Listen = (listener: (event: CdpEvent) => void) => void;

export type OpenChromium = Awaited<ReturnType<typeof openChromium>>;

export interface OpenChromiumOptions {
  readonly file: string;
  /** The hosts that its pages may reach; empty for pages of the cell's own servers. */
  readonly hosts: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** `--no-sandbox`: Chromium's sandbox needs user namespaces. The cell is the sandbox: a page that breaks out is like a command in it. */
const FLAGS = [
  ["--headless", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu", "--hide-scrollbars", "--mute-audio"],
  // No questions of a first start, and no key ring.
  ["--no-first-run", "--no-default-browser-check", "--disable-search-engine-choice-screen"],
  ["--password-store=basic", "--use-mock-keychain"],
  // No requests of the browser's own.
  ["--disable-background-networking", "--disable-breakpad", "--disable-client-side-phishing-detection"],
  ["--disable-component-update", "--disable-default-apps", "--disable-domain-reliability", "--disable-sync"],
  ["--metrics-recording-only", "--no-pings"],
  ["--disable-features=DialMediaRouteProvider,HttpsUpgrades,MediaRouter,OptimizationHints,Translate"],
  ["--disable-extensions", "--disable-component-extensions-with-background-pages"],
  // No connection past the proxy.
  ["--force-webrtc-ip-handling-policy=disable_non_proxied_udp"],
  // The same picture on every machine.
  ["--disable-smooth-scrolling", "--force-color-profile=srgb"],
].flat();

/** Time for the browser to start from a cold disk, on a busy machine. */
const START_MS = 15_000;
/** Time for the browser to end its child processes, which would otherwise stay as zombies of the worker. */
const CLOSE_MS = 1_000;

export async function openChromium({ file, hosts, env }: OpenChromiumOptions) {
  const filter = await openFilter(hosts, proxyPort(env));
  const args = [
    ...FLAGS,
    `--proxy-server=http://127.0.0.1:${filter.port}`,
    // Without this option it sends no request to a loopback address through the proxy. The cell's own servers need no proxy.
    ...(hosts.length === 0 ? [] : ["--proxy-bypass-list=<-loopback>"]),
  ];
  const chromium = startChromium(file, args, env);
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
    /** The hosts that its pages may reach, joined by commas. */
    reach: hosts.join(),
    /** The last line of its standard error. */
    words: (): string => chromium.words().trim().split("\n").at(-1) ?? "",
    kill: chromium.kill,
    /** Begins a page with cookies and storage of its own. */
    async begin(wanted: (head: string) => boolean) {
      [listeners, isWanted] = [[], wanted];
      const begun = await cdp.send("Target.createBrowserContext", {}, { timeoutMs: START_MS });
      contextId = textAt(begun, "browserContextId");
      const listen: Listen = (listener) => void listeners.push(listener);
      return { cdp, contextId, listen };
    },
    /** Ends the page and deletes what it stored. False where the browser does not do that. */
    async clear(): Promise<boolean> {
      listeners = [];
      return await cdp
        .send("Target.disposeBrowserContext", { browserContextId: contextId }, { timeoutMs: CLOSE_MS })
        .then(
          () => true,
          () => false,
        );
    },
    async close(): Promise<void> {
      await cdp.send("Browser.close", {}, { timeoutMs: CLOSE_MS }).catch(() => {});
      const late = setTimeout(chromium.kill, CLOSE_MS);
      await chromium.ended;
      clearTimeout(late);
    },
  };
}

/** Characters of the end of its standard error that are kept. */
const WORDS_CHARS = 2_000;

/** Starts Chromium in the process group of this program, with which it ends. */
function startChromium(file: string, args: readonly string[], env: OpenChromiumOptions["env"]) {
  const profile = mkdtempSync(join(env["TMPDIR"] ?? "/tmp", "kimi-browser-"));
  const child = spawn(file, [...args, `--user-data-dir=${profile}`, "about:blank"], {
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
    env: { ...env, HOME: profile },
  });
  let words = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    words = (words + chunk.toString("latin1")).slice(-WORDS_CHARS);
  });
  const ended = new Promise<void>((done) => {
    child.once("exit", () => done());
    child.once("error", (error) => {
      words += error.message;
      done();
    });
  }).then(() => rmSync(profile, { recursive: true, force: true, maxRetries: 3 }));
  const [, , , output, input] = child.stdio;
  return {
    input: input as Readable,
    output: output as Writable,
    words: () => words,
    ended,
    kill: () => void child.kill("SIGKILL"),
  };
}

/** The port of the cell's proxy, which is in a variable. */
function proxyPort(env: OpenChromiumOptions["env"]): number | undefined {
  const port = /^http:\/\/127\.0\.0\.1:(\d+)\/?$/.exec(env["HTTPS_PROXY"] ?? "")?.[1];
  return port === undefined ? undefined : Number(port);
}

/** The head of a tunnel is a request line with a host name and a few headers. */
const MAX_HEAD_BYTES = 8_192;
const REFUSED = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/**
 * Opens the only way out of the browser, on a free port: a proxy that passes tunnels to these hosts on to the cell's own proxy and refuses
 * everything else, also the browser's own requests to its maker. A host has a port where that is not 443, as in policies.
 */
async function openFilter(hosts: readonly string[], upstreamPort: number | undefined) {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
    let head = Buffer.alloc(0);
    const read = (chunk: Buffer): void => {
      head = Buffer.concat([head, chunk]);
      if (!head.includes("\r\n\r\n") && head.length < MAX_HEAD_BYTES) return;
      socket.off("data", read);
      const target = /^CONNECT ([^\s/]+) HTTP\/1\.[01]\r\n/.exec(head.toString("latin1"))?.[1]?.toLowerCase();
      if (target === undefined || upstreamPort === undefined || !hosts.includes(target.replace(/:443$/, ""))) {
        socket.end(REFUSED);
        return;
      }
      pass(socket, head, upstreamPort);
    };
    socket.on("data", read);
  });
  await new Promise<void>((done, fail) => {
    // This listener stays: where there are no descriptors for more clients, the server has an error for each and goes on.
    server.on("error", fail);
    server.listen(0, "127.0.0.1", done);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: (): void => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Connects a client to the cell's proxy, which reads the same request and answers it. */
function pass(socket: Socket, head: Buffer, port: number): void {
  const upstream = connect(port, "127.0.0.1", () => upstream.write(head));
  upstream.on("error", () => socket.destroy());
  upstream.on("close", () => socket.destroy());
  socket.on("close", () => upstream.destroy());
  socket.pipe(upstream);
  upstream.pipe(socket);
}
