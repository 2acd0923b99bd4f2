/**
 * The built program as a user runs it: `dist/cli.js` in a process of its own, with a small environment and its own home. Where a
 * test allows it, the same command line in the test's process.
 */

import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { cliHere } from "./cli-here.ts";
import { addCanary, requireNoCanary } from "./canaries.ts";
import type { WireEvent } from "../../src/protocol/wire.ts";
import { readJournal } from "../../src/session/journal.ts";

const CLI = resolve(import.meta.dirname, "../../dist/cli.js");

export interface CliOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** For standard input; closed at once when not given. */
  readonly input?: string;
  /** Leaves standard input open behind `input`: the test ends it. */
  readonly isDriven?: boolean;
  /** False: in this process, unless `input` or one of the functions below needs another. Default true. */
  readonly isProcess?: boolean;
  /** Called when the process is up. */
  readonly onStart?: (child: ChildProcess) => void;
  /** Called with each whole line of standard output. */
  readonly onLine?: (line: string, child: ChildProcess) => void;
  /** Called with each piece of standard error. */
  readonly onStderr?: (text: string, child: ChildProcess) => void;
}

export interface CliEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `kimi-runner …` to its end. Throws when it printed a key of its environment. */
export async function runCli(args: readonly string[], options: CliOptions): Promise<CliEnd> {
  const { cwd, env = {}, isProcess = true } = options;
  for (const [name, value] of Object.entries(env)) if (/_(?:KEY|TOKEN)$/.test(name)) addCanary(name, value);
  const isBare = [options.input, options.isDriven, options.onStart, options.onLine, options.onStderr].every((x) => !x);
  const end = await (isProcess || !isBare ? start(args, options) : cliHere(args, { cwd, env }));
  requireNoCanary([
    { where: "standard output", bytes: end.stdout },
    { where: "standard error", bytes: end.stderr },
  ]);
  return end;
}

function start(args: readonly string[], options: CliOptions): Promise<CliEnd> {
  const { cwd, env = {}, input = "", isDriven = false, onStart, onLine, onStderr } = options;
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: cwd, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => {}); // a program that ended before it read its input
  child.stdin.write(input);
  if (!isDriven) child.stdin.end();
  onStart?.(child);
  let stdout = "";
  let stderr = "";
  let told = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    const end = stdout.lastIndexOf("\n") + 1;
    const lines = stdout.slice(told, end).split("\n").slice(0, -1);
    told = Math.max(told, end);
    for (const line of lines) onLine?.(line, child);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    onStderr?.(text, child);
  });
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code, signal) => done({ code, signal, stdout, stderr }));
  });
}

/** A folder that goes away with the test. */
export function temporaryDir(): { readonly dir: string; readonly [Symbol.dispose]: () => void } {
  const dir = mkdtempSync(join(tmpdir(), "kimi-e2e-"));
  return { dir, [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }) };
}

/** The recorded events of a bundle; fails on a broken journal. */
export function eventsOf(bundleDir: string): readonly WireEvent[] {
  const { records, problem } = readJournal(join(bundleDir, "journal.jsonl"));
  if (problem !== undefined) throw new Error(`${problem.kind} at line ${problem.line}: ${problem.reason}`);
  return records.map(({ event }) => event);
}

/** `outcome.json` of a bundle. */
export function outcomeOf(bundleDir: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(bundleDir, "outcome.json"), "utf8")) as Record<string, unknown>;
}
