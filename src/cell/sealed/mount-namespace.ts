/**
 * The namespace in which a cell's overlays are mounted. Its shell runs programs of the controller in it (git, on the workspace's copy) with
 * the rights of this user. It ends when its input closes, also when the controller is killed. The cell sees neither it nor its files.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crashAt } from "../../base/crash.ts";
import { fileText } from "../../base/file-text.ts";
import { systemReason } from "../../base/system-error.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { OverlayCall, OverlayReply, RunInOverlay } from "../../protocol/overlay.ts";
import { MOUNT_TABLE, STAGE_NAME } from "./overlays.ts";
import { createLineReader } from "../process/frames.ts";
import { kill } from "../process/strays.ts";
import { becoming, type Owner, type Shape } from "./shapes.ts";

export type MountNamespace = Awaited<ReturnType<typeof openMountNamespace>>;

export interface NamespaceOptions {
  readonly scratchDir: string;
  readonly shape: Shape;
  readonly self: Owner;
}

/** The way into a namespace. */
export type Entrance = ReturnType<typeof entranceBy>;

/** Names in the folder of the overlays: the folder of the calls, and the file with what `mount` said. */
const CALLS = "calls";
const COMPLAINTS = "complaints";

/** The shell that keeps the namespace. One `mount` makes all mounts; 64 says that it made some. Then the other shell runs programs. */
const KEEP = `cd "$1" || exit 9
mount --all --fstab ${MOUNT_TABLE} >&2 2>${COMPLAINTS}
case $? in 0 | 64) ;; *) cat ${COMPLAINTS} >&2; exit 9 ;; esac
shift
cd / && unset OLDPWD && "$@" "$$"`;

/** Enters the namespace that the process `keeper` keeps. */
export function entranceBy(keeper: number, { shape: { kind }, self }: Omit<NamespaceOptions, "scratchDir">) {
  const users = kind === "user" ? ["--user", "--preserve-credentials"] : [];
  return {
    /** A program that enters the namespace and becomes the program that follows. */
    command: ["/usr/bin/nsenter", "--target", String(keeper), ...users, "--mount", "--"],
    /** The user of this process, where it is root in the namespace. The cell must become this user again. */
    restored: kind === "user" ? self : undefined,
  };
}

/** What the other shell says first, with the process ids of both. */
const READY = "ready";

/** The shell that runs the controller's programs. It reads names of calls: files of that name say what to run, with which input. */
const SERVE = `cd / && unset OLDPWD && echo "${READY} $1 $$"
while read -r name; do
  call="$0/$name"
  {
    ( read -r pid rest </proc/self/stat; echo "$pid" >"$call.pid"; . "$call.run" ) <"$call.in" >"$call.out" 2>"$call.err"
    echo "$name $?"
  } </dev/null &
done`;

const ENV = { PATH: "/usr/bin:/bin" };
/** The kernel takes some milliseconds for the end of a namespace. */
const END_MS = 2000;

/** Makes the mounts of the table in the folder of the overlays. Throws an `Error` with the reason where none can be made. */
export async function openMountNamespace({ scratchDir, shape, self }: NamespaceOptions) {
  const stage = join(scratchDir, STAGE_NAME);
  const calls = join(stage, CALLS);
  mkdirSync(calls, { recursive: true, mode: 0o700 });
  const mapped = shape.kind === "user" ? ["--user", "--map-root-user"] : [];
  const keep = ["--mount", "--propagation", "private", "--", "/bin/sh", "-c", KEEP, "sh", stage];
  const serve = [...asThisUser(shape, self), "/bin/sh", "-c", SERVE, calls];
  const command = ["/usr/bin/unshare", ...mapped, ...keep, ...serve];
  const sudoPath = shape.kind === "root" ? shape.sudoPath : undefined;
  const clean = ["-n", "--", "/usr/bin/env", "-i", `PATH=${ENV.PATH}`];
  const [file = "", ...args] = sudoPath === undefined ? command : [sudoPath, ...clean, ...command];
  crashAt("cell.namespace.before");
  // Detached, so that Ctrl-C at the terminal reaches only the controller.
  const child = spawn(file, args, { env: ENV, cwd: "/", stdio: "pipe", detached: true });
  crashAt("cell.namespace.after");
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stdin.on("error", () => {}); // the end of the process says why
  const ended = once(child, "close").catch((error: Error) => void (said += `${error.message}\n`));
  const waiting = new Map<string, (numbers: readonly number[]) => void>();
  const heard = (line: string): void => {
    const [name = "", ...numbers] = line.split(" ");
    waiting.get(name)?.(numbers.map(Number));
  };
  /** The numbers that the shell says with a name; none where it ends before that. */
  const answerTo = async (name: string): Promise<readonly number[]> => {
    if (child.exitCode !== null || child.signalCode !== null) return []; // programs that still run may keep its pipes open
    const { promise, resolve } = Promise.withResolvers<readonly number[]>();
    waiting.set(name, resolve);
    return await Promise.race([promise, ended.then(() => [])]).finally(() => waiting.delete(name));
  };
  child.stdout.on("data", createLineReader(heard, () => {}).push); // node:readline takes 4 ms to load, before a cell can open
  /** Ends the namespace and its mounts. Never rejects. */
  const close = async (): Promise<void> => {
    child.stdin.end();
    const timer = setTimeout(() => child.kill("SIGKILL"), END_MS);
    await ended;
    clearTimeout(timer);
  };
  let count = 0;
  /** Starts a program in a folder of the namespace. */
  const runIn =
    (dir: string): RunInOverlay =>
    async (asked) => {
      const { input = "", signal } = asked;
      signal?.throwIfAborted();
      const name = String(++count);
      const call = join(calls, name);
      try {
        writeFileSync(`${call}.in`, input, { mode: 0o600 });
        writeFileSync(`${call}.run`, scriptOf(asked, dir), { mode: 0o600 });
      } catch (error) {
        throw noFiles(calls, systemReason(error));
      }
      const cancel = (): void => killCall(`${call}.pid`);
      signal?.addEventListener("abort", cancel);
      child.stdin.write(`${name}\n`);
      const [code] = await answerTo(name);
      signal?.removeEventListener("abort", cancel);
      // The shell runs nothing where it cannot make the files.
      if (code !== undefined && !existsSync(`${call}.err`)) throw noFiles(calls, said.trim().split("\n").at(-1) ?? "");
      return replyOf(call, code, () => said);
    };
  const [keeper, server] = await answerTo(READY);
  if (keeper === undefined || server === undefined) {
    await close();
    throw new Error(reasonIn(said));
  }
  return {
    /** The id of the process that keeps the namespace, which others enter through it. */
    keeper,
    /** What `mount` said about the mounts that it could not make; empty where it made all. */
    complaints: readFileSync(join(stage, COMPLAINTS), "utf8"),
    /** The path under which this process sees a path of the namespace. */
    seen: (path: string): string => `/proc/${server}/root${path}`,
    runIn,
    close,
  };
}

function noFiles(calls: string, why: string): RunnerError {
  return new RunnerError({
    code: "git.failed",
    message: `git cannot work on the run's copy of the checkout, because a file in ${calls} cannot be written: ${why}.`,
    hint: "Free space on that disk, or set TMPDIR to a folder on another one.",
  });
}

function replyOf(call: string, code: number | undefined, said: () => string): OverlayReply {
  if (code === undefined) {
    const message = `The namespace with the workspace of the run ended${said() === "" ? "" : `: ${said().trim()}`}.`;
    throw new RunnerError({ code: "cell.failed", message });
  }
  const reply = { code, output: `${call}.out`, said: readFileSync(`${call}.err`, "utf8") };
  for (const kind of ["run", "in", "err", "pid"]) rmSync(`${call}.${kind}`, { force: true });
  return reply;
}

/** The programs that this process starts in the namespace have its own user, also where root mounted it. */
function asThisUser(shape: Shape, self: Owner): readonly string[] {
  if (shape.kind === "root") return shape.sudoPath === undefined ? [] : becoming(self);
  if (self.uid === 0) return [];
  return ["/usr/bin/unshare", "--user", `--map-user=${self.uid}`, `--map-group=${self.gid}`, "--"];
}

function scriptOf({ file, args, env }: OverlayCall, dir: string): string {
  const variables = Object.entries(env).map(([name, value]) => `export ${name}=${shellQuoted(value)}\n`);
  return `${variables.join("")}cd ${shellQuoted(dir)} && unset OLDPWD && exec ${[file, ...args].map(shellQuoted).join(" ")}\n`;
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Kills a program that has begun. A caller that cancels checks its signal again after the call. */
function killCall(pidFile: string): void {
  const pid = Number(fileText(pidFile));
  if (pid > 0) kill(pid); // the file is empty for a moment, and 0 would be this process and its group
}

function reasonIn(said: string): string {
  const lines = said.split("\n").filter((line) => line.trim() !== "" && !line.includes("dmesg(1)"));
  const reason =
    lines.find((line) => /^\s*(?:mount|unshare|sudo): /.test(line)) ?? lines[0] ?? "mount is not installed";
  return reason.trim().replace(/\.$/, ""); // it stands inside a sentence
}
