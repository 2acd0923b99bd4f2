/** Starts Chromium with an empty profile, and ends it. */

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

export interface Chromium {
  readonly input: Readable;
  readonly output: Writable;
  /** The end of its standard error. */
  readonly words: () => string;
  readonly ended: Promise<void>;
  readonly kill: () => void;
}

export interface ChromiumOptions {
  readonly file: string;
  readonly proxyPort: number;
  /** Whether it may open pages of the cell's own servers. */
  readonly reachesCell: boolean;
  readonly tmpDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * `--no-sandbox`: Chromium's own sandbox needs user namespaces, which the cell forbids. The cell is the sandbox: code of a page that
 * breaks out of the renderer can do what a command in the cell can do.
 */
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--remote-debugging-pipe",
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-background-networking",
  "--disable-breakpad",
  "--disable-client-side-phishing-detection",
  "--disable-component-extensions-with-background-pages",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-extensions",
  "--disable-gpu",
  "--disable-search-engine-choice-screen",
  "--disable-smooth-scrolling",
  "--disable-sync",
  "--disable-features=DialMediaRouteProvider,HttpsUpgrades,MediaRouter,OptimizationHints,Translate",
  "--force-color-profile=srgb",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--hide-scrollbars",
  "--metrics-recording-only",
  "--mute-audio",
  "--no-pings",
  "--password-store=basic",
  "--use-mock-keychain",
];

const WORDS_CHARS = 2_000;

/** Starts Chromium in the process group of this program, with which it ends. */
export function startChromium({ file, proxyPort, reachesCell, tmpDir, env }: ChromiumOptions): Chromium {
  const profile = mkdtempSync(join(tmpDir, "kimi-browser-"));
  const child = spawn(
    file,
    [
      ...FLAGS,
      `--proxy-server=http://127.0.0.1:${proxyPort}`,
      // Without this option it sends no request to a loopback address through the proxy.
      ...(reachesCell ? [] : ["--proxy-bypass-list=<-loopback>"]),
      `--user-data-dir=${profile}`,
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"], env: { ...env, HOME: profile } },
  );
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
