/**
 * A small shell that starts programs for a double. To start one, the system copies the table of all memory of the process that asks,
 * which takes a test's process ten times as long as the shell.
 */

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface Shell {
  /** Runs a program and returns its standard output, however it ends; its standard error is this process's. */
  readonly run: (call: {
    readonly command: readonly string[];
    readonly env: Readonly<Record<string, string>>;
    readonly input: Uint8Array;
  }) => Promise<Buffer>;
  /** Ends the shell; the next program starts another. */
  readonly close: () => Promise<void>;
}

/** The shell starts with the first program, in this environment. It keeps this process alive only while a program runs. */
export function createShell(env: Readonly<Record<string, string>>): Shell {
  let started: ReturnType<typeof startShell> | undefined;
  return {
    run: (call) => (started ??= startShell(env)).run(call),
    async close() {
      const last = started;
      started = undefined;
      await last?.close();
    },
  };
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function startShell(env: Readonly<Record<string, string>>): Shell {
  const dir = mkdtempSync(join(tmpdir(), "kimi-shell-"));
  const shell = spawn("sh", [], { cwd: dir, env, stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((done) => shell.once("close", done));
  const remove = (): void => rmSync(dir, { recursive: true, force: true });
  process.once("exit", remove);
  for (const part of [shell, shell.stdin as Socket, shell.stdout as Socket]) part.unref();
  const waiting = new Map<string, () => void>();
  createInterface({ input: shell.stdout }).on("line", (name) => {
    waiting.get(name)?.();
    waiting.delete(name);
    if (waiting.size === 0) (shell.stdout as Socket).unref();
  });
  let calls = 0;
  return {
    async run({ command, env: more, input }) {
      const name = String((calls += 1));
      writeFileSync(join(dir, `${name}-in`), input);
      const variables = Object.entries(more).map(([key, value]) => `${key}=${quoted(value)}`);
      const words = [...variables, ...command.map(quoted)].join(" ");
      const done = new Promise<void>((resolve) => waiting.set(name, resolve));
      (shell.stdout as Socket).ref();
      shell.stdin.write(`{ ${words} <${name}-in >${name}-out; echo ${name}; } &\n`);
      await done;
      const output = readFileSync(join(dir, `${name}-out`));
      for (const end of ["in", "out"]) rmSync(join(dir, `${name}-${end}`));
      return output;
    },
    async close() {
      for (const part of [shell, shell.stdout as Socket]) part.ref(); // its end is seen at both
      shell.stdin.end();
      await ended;
      process.off("exit", remove);
      remove();
    },
  };
}
