/**
 * The end of a git process whose output another process still has open, for example a helper that it left behind. simple-git's
 * own answer is a timer per command that keeps this process alive for 50 ms after its last git; this timer ends with git.
 */

import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Socket } from "node:net";
import type { Readable } from "node:stream";

/** What a process wrote before it exited is in the pipe already; reading it takes a millisecond of this process's time. */
const GRACE_MS = 50;

export interface ExitWatch {
  /** Closes the streams of the process that writes to `stdout` soon after it has exited. */
  readonly follow: (stdout: NodeJS.ReadableStream) => void;
  readonly stop: () => void;
}

/** Begin before the process is started: simple-git does not hand it out, so node's own channel names it. */
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
 * A timer alone would lose output in a process that was busy for longer than the grace: timers come before reading. So the streams
 * are read once more after it, and as long as that brings anything.
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
