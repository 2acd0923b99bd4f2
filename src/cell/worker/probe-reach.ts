/** Attacks that reach out: to listeners of the host, and for more rights. */

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import type { ProbeResult } from "./probe-processes.ts";

/** A planted listener that answers would answer at once; the wall answers at once too. */
const ANSWER_TIMEOUT_MS = 200;
/** As long as a machine that is busy may take to start a program. */
const SPAWN_TIMEOUT_MS = 5000;

/** Connects to a planted port or socket. */
export async function stream(
  target: { readonly host: string; readonly port: number } | { readonly path: string },
): Promise<ProbeResult> {
  return await new Promise((done) => {
    const socket = connect(target);
    const end = (held: boolean, detail: string): void => {
      socket.destroy();
      done({ held, detail });
    };
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => end(true, "no answer"));
    socket.once("connect", () => end(false, "the planted listener was reached"));
    socket.once("error", (error: NodeJS.ErrnoException) => end(true, error.code ?? String(error)));
  });
}

/** Sends a datagram to a planted port, which would answer it. */
export async function datagram(port: number): Promise<ProbeResult> {
  const { createSocket } = await import("node:dgram");
  return await new Promise((done) => {
    const socket = createSocket("udp4");
    const end = (held: boolean, detail: string): void => {
      clearTimeout(timer);
      socket.close();
      done({ held, detail });
    };
    const timer = setTimeout(() => end(true, "no answer"), ANSWER_TIMEOUT_MS);
    socket.once("message", () => end(false, "the planted listener was reached"));
    socket.once("error", (error: NodeJS.ErrnoException) => end(true, error.code ?? String(error)));
    socket.connect(port, "127.0.0.1", () => socket.send("probe", () => {}));
  });
}

/** A namespace of its own would give the cell every capability over it, and with them the kernel's rarer code. */
export async function nestedNamespace(): Promise<ProbeResult> {
  const exit = await run("unshare", ["--user", "true"]);
  if (exit === "missing") return { held: false, detail: "not tried: there is no unshare (util-linux)" };
  return exit === 0 ? { held: false, detail: "unshare --user worked" } : { held: true, detail: "refused" };
}

/** sudo without a password, as hosted runners have it. Where it is not installed there is none to be had. */
export async function privilege(): Promise<ProbeResult> {
  const exit = await run("sudo", ["-n", "true"]);
  if (exit === "missing") return { held: true, detail: "no sudo" };
  // A root without capabilities may call itself root; that gives it nothing.
  const isRoot = process.getuid?.() === 0 && /^CapBnd:\s*0+$/m.test(readFileSync("/proc/self/status", "utf8"));
  return exit !== 0 || isRoot ? { held: true, detail: "sudo refused" } : { held: false, detail: "sudo -n worked" };
}

async function run(file: string, args: readonly string[]): Promise<number | "missing"> {
  return await new Promise((done) => {
    execFile(file, args, { timeout: SPAWN_TIMEOUT_MS }, (error) => {
      if (error === null) done(0);
      else done(error.code === "ENOENT" ? "missing" : 1);
    });
  });
}
