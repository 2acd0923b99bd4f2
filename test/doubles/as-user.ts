/** Cells opened by another user than the one who tests: a process of its own, which says as JSON what became of it. */

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { chmodSync, chownSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { OpenCellOptions } from "../../src/cell/process/options.ts";
import type { SandboxLevel } from "../../src/protocol/cell.ts";

const isRoot = process.getuid?.() === 0;

/** Why a test that needs to be other users is skipped, or false. */
export const SKIP_UNLESS_ROOT = isRoot ? false : "only root can be another user";

/**
 * A user who owns nothing here, another one in each process: a cell without walls ends with the death of every process of its
 * user, also of those that another test file started.
 */
export const STRANGER = 20_000 + (process.pid % 40_000);

/** Becomes that user, without groups. */
export const asUser = (uid: number): readonly string[] => [
  "setpriv",
  `--reuid=${uid}`,
  `--regid=${uid}`,
  "--clear-groups",
];

/**
 * Everybody, but in a user namespace below which none may be made: how Ubuntu's restriction and containers look to bwrap.
 * The map of users is written from outside; only an `exec` after that gives root its rights there. A bash whose standard
 * input is a socket, as node's are, takes itself for a remote one and reads the start-up file of whoever runs the tests.
 */
export const WITHOUT_NAMESPACES: readonly string[] = [
  "bash",
  "--norc",
  "-c",
  `unshare --user --mount bash --norc -c 'kill -STOP $$; exec bash --norc -c "echo 0 > /proc/sys/user/max_user_namespaces && exec \\"\\$@\\"" bash "$@"' bash "$@" &
   inside=$!
   until [ "$(cut -d' ' -f3 /proc/$inside/stat)" = T ]; do sleep 0.01; done
   echo "0 0 100000" > /proc/$inside/uid_map
   echo "0 0 100000" > /proc/$inside/gid_map
   kill -CONT $inside
   wait $inside`,
  "bash",
];

export interface Seen {
  readonly level?: SandboxLevel;
  /** Names of probes that did not hold. */
  readonly open?: readonly string[];
  readonly output?: string;
  /** Of each command, where several were given. */
  readonly outputs?: readonly string[];
  /** The user of programs on the copy of the workspace, a file that the command made, and the same as this process sees it. */
  readonly overlay?: string;
  readonly code?: string;
  readonly message?: string;
  readonly hint?: string;
}

/** Opens a cell behind a prefix (`asUser`, …), hides paths, runs one command in it, or several in turn, and closes it. */
export async function openElsewhere(
  prefix: readonly string[],
  options: OpenCellOptions,
  command: string | readonly string[] = "true",
  hide: readonly string[] = [],
): Promise<Seen> {
  const script = `
    const { openCell } = await import(${JSON.stringify(resolve("src/cell/open.ts"))});
    try {
      const cell = await openCell(${JSON.stringify(options)});
      cell.hide(Promise.resolve(${JSON.stringify(hide)}.map((path) => Buffer.from(path)))).catch(() => {});
      const outputs = [];
      for (const command of ${JSON.stringify([command].flat())})
        outputs.push((await cell.exec({ command, cwd: ".", timeoutMs: 20000, maxOutputBytes: 10000 })).output);
      const open = cell.probes.filter(({ held }) => !held).map(({ name }) => name);
      await cell.close();
      const { readFileSync } = await import("node:fs");
      const look = async ({ run, files }) => {
        const done = await run({ file: "sh", args: ["-c", "id -u; cat made; rm made"], env: { PATH: "/usr/bin:/bin" } });
        return readFileSync(done.output, "utf8") + done.said + readFileSync(files + "/other", "utf8");
      };
      const overlay = cell.overlay && (await look(cell.overlay));
      console.log(JSON.stringify({ level: cell.level, open, ${typeof command === "string" ? "output: outputs[0]" : "outputs"}, overlay }));
      await cell.releaseOverlay();
    } catch ({ code, message, hint }) {
      console.log(JSON.stringify({ code, message, hint }));
    }`;
  const [file, ...args] = [...prefix, process.execPath, "--input-type=module", "--eval", script];
  const { stdout } = await promisify(execFile)(file, args);
  return JSON.parse(stdout) as Seen;
}

/** Gives a folder and all in it to a user. */
export function give(path: string, uid: number): void {
  execFileSync("chown", ["-R", `${uid}:${uid}`, path]);
}

/**
 * A sudo that asks nobody: a copy of bash that belongs to root and has the setuid bit, and a script of it. Like the real
 * one it passes on three descriptors and no environment. Made by root, in a folder that everybody may enter.
 */
export function plantSudo(dir: string): string {
  const shell = join(dir, "root-shell");
  copyFileSync("/bin/bash", shell);
  chownSync(shell, 0, 0);
  chmodSync(shell, 0o4755);
  const path = join(dir, "sudo");
  const become = 'setpriv --reuid=0 --regid=0 --clear-groups -- env -i PATH=/usr/bin:/bin "$@"';
  writeFileSync(path, `#!${shell} -p\n[ "$1" = -n ] && [ "$2" = -- ] || exit 9\nshift 2\nexec 3>&- 4>&-\n${become}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** A folder that any user may enter, in which `name` belongs to `uid`. */
export function privateDir(parent: string, uid: number): string {
  const dir = join(parent, `private-${uid}`);
  mkdirSync(dir, { mode: 0o700 });
  chownSync(dir, uid, uid);
  return dir;
}

/** Opens a cell behind a prefix, starts a command in it that makes a file `started`, and is killed then. */
export async function dieElsewhere(
  prefix: readonly string[],
  options: OpenCellOptions,
  command: string,
): Promise<void> {
  const script = `
    const { existsSync } = await import("node:fs");
    const { openCell } = await import(${JSON.stringify(resolve("src/cell/open.ts"))});
    const cell = await openCell(${JSON.stringify(options)});
    void cell.exec({ command: ${JSON.stringify(command)}, cwd: ".", timeoutMs: 60000, maxOutputBytes: 100 });
    const look = () => {
      if (existsSync(${JSON.stringify(join(options.workDir, "started"))})) process.kill(process.pid, "SIGKILL");
      setTimeout(look, 20);
    };
    look();`;
  const [file, ...args] = [...prefix, process.execPath, "--input-type=module", "--eval", script];
  await assert.rejects(promisify(execFile)(file, args), { signal: "SIGKILL" });
}
