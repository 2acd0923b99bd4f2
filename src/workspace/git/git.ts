/** Runs git through simple-git, with a fixed environment instead of the process's own. */

import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { simpleGit } from "simple-git";
import { gitError, type RunnerError } from "../../protocol/error.ts";
import { FIXED_ENV } from "./git-environment.ts";

/** Where git finds and keeps objects of this program. */
export interface GitPlace {
  /** The controller's git directory: `TrustedGit.gitDir`. */
  readonly gitDir: string;
  /** PATH without the workspace's own folders. */
  readonly path: string;
}

export interface GitOptions {
  readonly cwd: string;
  /** PATH to find git on. */
  readonly path: string;
  /** Further variables, e.g. GIT_DIR. */
  readonly env?: Readonly<Record<string, string>>;
  readonly maxOutputBytes?: number;
  /** Called with the standard error of a git that did not fail. */
  readonly onSaid?: ((text: string) => void) | undefined;
}

export interface GitCall {
  readonly args: readonly string[];
  readonly input?: Buffer | string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** An error also has the server's headers about rate limits, which git does not show by itself. */
  readonly showsLimits?: boolean | undefined;
}

/** Git prints the headers of requests and answers, without the authorization. */
const TRACE = { GIT_TRACE_CURL: "2", GIT_TRACE_CURL_NO_DATA: "1", GIT_TRACE_REDACT: "1" };
const TRACE_LINE = /^\d\d:\d\d:\d\d\.\d+ \S+:\d+ .*\n?/gm;
const LIMIT_HEADER = /<= Recv header: ((?:retry-after|x-ratelimit-remaining): .*)/gi;

/** Contents of files, of a list of changes or of a server's references. simple-git fails at 512 MB. */
export const MAX_OUTPUT_BYTES = 400_000_000;

/**
 * The first arguments of every fetch; without a depth it brings the whole history. `--verbose` gives it an output: simple-git waits
 * 50 ms for a command without one.
 */
export function fetchOf(depth: number | undefined): readonly string[] {
  const options = ["--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--verbose"];
  return ["fetch", ...(depth === undefined ? [] : [`--depth=${depth}`]), ...options];
}

/** Runs git and returns its standard output as bytes. Throws `git.failed` with git's own words. */
export type Git = (call: GitCall) => Promise<Buffer>;

/** Creates a git for one folder. simple-git removes GIT_* variables that are not allowed by name, so all are allowed. */
export function createGit(options: GitOptions): Git {
  const { cwd, path, env = {}, maxOutputBytes = MAX_OUTPUT_BYTES, onSaid } = options;
  const variables: Record<string, string> = { PATH: path, ...FIXED_ENV, ...env };
  const allowEnvironment = Object.keys({ ...variables, ...TRACE }).filter((name) => name.startsWith("GIT_"));
  // simple-git refuses these variables by default, because their origin is unknown. Here they come from this file or its caller.
  const unsafe = {
    allowUnsafeConfigPaths: true,
    allowUnsafeConfigEnvCount: true,
    allowUnsafeHooksPath: true,
    allowUnsafeFsMonitor: true,
    allowUnsafeCredentialHelper: true,
  };
  return async ({ args, input, signal, showsLimits = false }) => {
    const chunks: Buffer[] = [];
    const said: Buffer[] = [];
    let bytes = 0;
    const tooMuch = new AbortController();
    const collect = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > maxOutputBytes) tooMuch.abort();
      else chunks.push(chunk);
    };
    const abort = signal === undefined ? tooMuch.signal : AbortSignal.any([signal, tooMuch.signal]);
    const git = simpleGit({
      baseDir: cwd,
      allowEnvironment,
      unsafe,
      ...(input === undefined ? {} : { input: () => input }),
      abort,
      completion: { onClose: true, onExit: false },
    })
      .env(showsLimits ? { ...variables, ...TRACE } : variables)
      .outputHandler((_command, stdout, stderr) => {
        if (onSaid !== undefined) stderr.on("data", (chunk: Buffer) => said.push(chunk));
        stdout.on("data", collect); // simple-git returns text, but paths and patches are bytes
        exits.follow(stdout);
      });
    const exits = watchForExit();
    try {
      await git.raw([...args]);
      const signal = exits.signal();
      // simple-git takes it for a success, with a part of the output.
      if (signal !== null) throw new Error(`it was ended by ${signal}.`);
      if (said.length > 0) onSaid?.(Buffer.concat(said).toString("utf8"));
      return Buffer.concat(chunks);
    } catch (error) {
      if (tooMuch.signal.aborted) throw gitFailed(args, `it writes more than ${maxOutputBytes / 1e6} MB.`);
      throw gitFailed(args, error);
    } finally {
      exits.stop();
    }
  };
}

/** The error of a call, with git's own words. */
export function gitFailed(args: readonly string[], cause: unknown): RunnerError {
  const text = cause instanceof Error ? cause.message : String(cause);
  const limits = Array.from(text.matchAll(LIMIT_HEADER), ([, header = ""]) => header.trim());
  const said = [text.replaceAll(TRACE_LINE, "").trim(), ...new Set(limits)].join("\n");
  return /\bENOENT\b/.test(said)
    ? gitError("git was not found.", "Install git, or add its folder to PATH.", cause)
    : gitError(`git ${args[0] ?? ""} failed: ${said}`, undefined, cause);
}

/** Everything that git wrote is in the pipe when it exits; reading it takes this process about a millisecond. */
const GRACE_MS = 50;

/**
 * Ends the reading of a git that has exited while another process, such as a helper that it left behind, still has its output open.
 * simple-git has a timer for this, which keeps our process alive for 50 ms after each git. To be called before git starts: simple-git
 * does not give access to the process, so a diagnostics channel of Node does.
 */
function watchForExit() {
  const started: ChildProcess[] = [];
  let child: ChildProcess | undefined;
  const note = (message: unknown): void => void started.push((message as { readonly process: ChildProcess }).process);
  subscribe("child_process", note);
  return {
    /** Closes the streams of the process that writes to `stdout` soon after it has exited. */
    follow: (stdout: NodeJS.ReadableStream) => {
      const found = started.find((candidate) => candidate.stdout === stdout);
      found?.once("exit", () => closeWhenRead(found));
      child = found;
    },
    /** The signal that ended that process; null where it ended by itself. */
    signal: () => child?.signalCode ?? null,
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
