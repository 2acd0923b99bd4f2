/**
 * Ends the reading of a git process that has exited while another process, such as a helper that it left behind, still has its
 * output open. simple-git has a timer for this, which keeps our process alive for 50 ms after each git; this one ends with git.
 */

import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Socket } from "node:net";
import type { Readable } from "node:stream";

/** Everything that git wrote is in the pipe when it exits; reading it takes this process about a millisecond. */
const GRACE_MS = 50;

export interface ExitWatch {
  /** Closes the streams of the process that writes to `stdout` soon after it has exited. */
  readonly follow: (stdout: NodeJS.ReadableStream) => void;
  readonly stop: () => void;
}

/** To be called before the process starts. simple-git does not give access to it, so a diagnostics channel of Node does. */
export function watchForExit(): ExitWatch {
  const started: ChildProcess[] = [];
  const note = (message: unknown): void => void started.push((message as { readonly process: ChildProcess }).process);
  subscribe("child_process", note);
  return {
    follow: (stdout) => {
      const child = started.find((candidate) => candidate.stdout === stdout);
      child?.once("exit", () => closeWhenRead(child));
    },
    stop: () => void unsubscribe("child_process", note),
  };
}

/**
 * Closes the streams after the grace time, once nothing more arrives. A timer alone would lose output if this process was busy for
 * longer than that, because timers run before reads; so after it the streams are read until nothing new arrives.
 */
function closeWhenRead(child: ChildProcess): void {
  const read = (): number => bytesRead(child.stdout) + bytesRead(child.stderr);
  let timer = setTimeout(function check() {
    const before = read();
    // Immediates follow the phase of the event loop that reads.
    setImmediate(() => {
      if (child.stdout?.closed === true && child.stderr?.closed !== false) return;
      if (read() !== before) return void (timer = setTimeout(check, GRACE_MS));
      child.stdout?.destroy();
      child.stderr?.destroy();
    });
  }, GRACE_MS);
  child.once("close", () => clearTimeout(timer));
}

const bytesRead = (stream: Readable | null): number => (stream instanceof Socket ? stream.bytesRead : 0);
