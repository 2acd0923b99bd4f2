/**
 * Runs in the cell, copied there without the rest of the tests: bash gets each line as the worker would give it, in a workspace that is made
 * anew, with nothing on its search path but shims; what they were called with and which files changed is written down.
 */

import { spawnSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** What the driver is told. */
export interface Orders {
  readonly lines: readonly string[];
  /** Files of the workspace: path → text. */
  readonly files: Readonly<Record<string, string>>;
  readonly shims: readonly string[];
  /** Programs that are themselves, because they run others. */
  readonly real: Readonly<Record<string, string>>;
  /** Shell functions in place of builtins, so that their words are seen as well. */
  readonly builtins: readonly string[];
}

/** One program as it was started. */
export interface Started {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Variables that differ from those of the shell, as `NAME=value`. */
  readonly variables: readonly string[];
}

/** What became of one line. */
export interface Observed {
  readonly started: readonly Started[];
  /** Paths that were made, changed or removed; relative to the workspace where they lie inside. */
  readonly changed: readonly string[];
  readonly isLate: boolean;
}

/** Long enough for every line that ends at all. */
const LIMIT_MS = 1500;
/** What a substitution or `xargs` reads from a shim: words that would be flags, operators and code, were they read again. */
const SHIM_OUTPUT = ["-o evil.txt", "src/a.ts", "$(evil)", ";evil", "{}", "evil"];
/** Names that the shell changes for itself. */
const OWN_VARIABLES = /^(PWD|OLDPWD|SHLVL|_|BASH_FUNC_.*|_STDBUF_[IOE]|LD_PRELOAD=.*libstdbuf\.so)(=|$)/;

const base = import.meta.dirname;
const [workspace, bin, log] = [join(base, "work"), join(base, "bin"), join(base, "log")];
const orders = JSON.parse(readFileSync(join(base, "orders.json"), "utf8")) as Orders;

function plant(): void {
  for (const folder of [bin, log]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
  }
  writeFileSync(join(bin, ".shim"), shimText(), { mode: 0o555 });
  for (const name of orders.shims) symlinkSync(".shim", join(bin, name));
  for (const [name, path] of Object.entries(orders.real)) symlinkSync(path, join(bin, name));
}

function shimText(): string {
  const output = SHIM_OUTPUT.map((line) => `'${line}'`).join(" ");
  // Appended: the last command of a line takes the place of its shell, number and all.
  const record = `printf '%s\\0' "$0" "$PWD" "$#" "$@" >> '${log}'/$$`;
  return `#!/bin/sh\ncd -P .\n${record}\nexport -p > '${log}'/$$.env\nprintf '%s\\n' ${output}\n`;
}

/** Unknown names end here too, so that none goes unseen for want of a shim. */
function functions(): Record<string, string> {
  const record = (name: string): string => `builtin printf '%s\\0' ${name} "$PWD" "$#" "$@" >> '${log}'/$BASHPID`;
  const all = Object.fromEntries(
    orders.builtins.map((name) => [`BASH_FUNC_${name}%%`, `() { ${record(`'${name}'`)}; builtin ${name} "$@"\n}`]),
  );
  const missing = `typeset name="$1"; shift; [[ $PATH == '${bin}' ]] || name="PATH=$PATH $name";`;
  return { ...all, "BASH_FUNC_command_not_found_handle%%": `() { ${missing} ${record('"$name"')}\n}` };
}

function reset(): void {
  rmSync(workspace, { recursive: true, force: true });
  for (const [path, text] of Object.entries(orders.files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    // A copy: a line may write to it.
    if (text.startsWith("#!")) writeFileSync(join(workspace, path), shimText(), { mode: 0o755 });
    else writeFileSync(join(workspace, path), text);
  }
}

/** Everything that a line could change: path → kind, time and content. The log and the driver's own files are left out. */
function look(folder: string, into: Map<string, string> = new Map()): Map<string, string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (path === log || path === bin) continue;
    const inside = path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
    if (entry.isDirectory()) {
      if (path !== workspace) into.set(inside, "folder");
      look(path, into);
    } else if (entry.isSymbolicLink()) into.set(inside, readlinkSync(path));
    else into.set(inside, `${lstatSync(path).mtimeMs} ${readFileSync(path, "latin1")}`);
  }
  return into;
}

function variablesOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/^(?:export|declare -x) (\w+)=(["']?)(.*)\2$/gm)]
    .map(([, name, , value]) => `${name}=${value}`)
    .filter((line) => !OWN_VARIABLES.test(line) && !usual.has(line));
}

function readLog(): Started[] {
  const all = readdirSync(log);
  const started = all
    .filter((name) => !name.endsWith(".env"))
    .flatMap((name) => {
      const fields = readFileSync(join(log, name), "utf8").split("\0");
      const found: Started[] = [];
      const variables = all.includes(`${name}.env`) ? variablesOf(join(log, `${name}.env`)) : [];
      for (let at = 0; at + 2 < fields.length;) {
        const [program = "", cwd = "", count = "0"] = fields.slice(at, at + 3);
        const end = at + 3 + Number(count);
        const called = program.startsWith(`${bin}/`) ? program.slice(bin.length + 1) : program;
        found.push({ argv: [called, ...fields.slice(at + 3, end)], cwd, variables });
        at = end;
      }
      return found;
    });
  for (const name of all) rmSync(join(log, name));
  return started;
}

/** Processes of the line that are still there: in the background, or left by one that was ended. */
function others(): number[] {
  const pids = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return pids.filter((pid) => !before.has(pid) && !hasEnded(pid));
}

/** What is left of an orphan: the first process of the cell takes no ends but those of its own children. */
function hasEnded(pid: number): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
}

function signalOthers(signal: NodeJS.Signals): void {
  for (const pid of others()) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended meanwhile.
    }
  }
}

function waitForOthers(): void {
  const end = Date.now() + 1000;
  while (others().length > 0) {
    if (Date.now() > end) {
      // Stopped first: what starts the next before it ends would be ahead for ever.
      for (let round = 0; round < 20; round += 1) signalOthers("SIGSTOP");
      signalOthers("SIGKILL");
    }
    spawnSync("/bin/sleep", ["0.01"]);
  }
}

function run(line: string): Observed {
  const { error } = spawnSync("/bin/bash", ["--noprofile", "--norc", "-c", line], {
    cwd: workspace,
    env,
    stdio: "ignore",
    timeout: LIMIT_MS,
    killSignal: "SIGKILL",
  });
  if (others().length > 0) waitForOthers();
  const now = look(base);
  const changed = [...new Set([...then.keys(), ...now.keys()])].filter((path) => then.get(path) !== now.get(path));
  if (changed.length > 0) {
    reset();
    then = look(base);
  }
  return { started: readLog(), changed, isLate: error !== undefined };
}

plant();
reset();
let then = look(base);
const env = { ...process.env, PATH: bin, ...functions() };
const before = new Set(
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number),
);
const usual = new Set(Object.entries(env).map(([name, value]) => `${name}=${value}`));
const observed = orders.lines.map(run);
if (readFileSync(join(bin, ".shim"), "utf8") !== shimText()) throw new Error("a line changed the shims");
writeFileSync(join(base, "observed.json"), JSON.stringify(observed));
