/** The worker attacks its own cell before the first command. An attack that cannot be carried out counts as an escape. */

import { execFile, type ExecFileException } from "node:child_process";
import { constants, existsSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { promisify } from "node:util";
import type { Probe } from "../../protocol/cell.ts";
import type { Bait } from "../process/frames.ts";
import { created, ENGINE_SOCKETS, gitDirectory, isWritable, SETTINGS, setuidBits, workspace } from "./probe-files.ts";
import {
  capabilities,
  controllerEnviron,
  descriptors,
  environs,
  namespaces,
  nothingOf,
  opens,
  processes,
  systemCalls,
  type ProbeResult,
} from "./probe-processes.ts";

/** The worker's own folder, and the names of its own variables. */
type Own = Readonly<{ dir: string; variables: readonly string[] }>;

/** Runs every probe. Not used on the level `none`, where they would succeed. */
export async function runProbes(root: string, bait: Bait, own: Own): Promise<readonly Probe[]> {
  // The descriptors come first, because the network probes open some of their own.
  const attacks: readonly (readonly [name: string, attack: () => ProbeResult | Promise<ProbeResult>])[] = [
    ["descriptors", descriptors],
    ["system", () => created("/etc/kimi-probe")],
    [
      "kernel_settings",
      () =>
        nothingOf(
          SETTINGS.filter((path) => opens(path, constants.O_WRONLY)),
          "read-only",
          "writable: ",
        ),
    ],
    // The runner's temporary folder, and the files with environment and outputs for later steps.
    ["runner_files", () => nothingOf(bait.runnerPaths.filter(isWritable), "out of reach", "writable: ")],
    ["controller_files", () => nothingOf([bait.canaryFile].filter(existsSync), "out of sight", "visible: ")],
    ["controller_environ", () => controllerEnviron(bait.controller)],
    ["docker_socket", () => nothingOf(ENGINE_SOCKETS.filter(isWritable), "out of reach", "open: ")],
    ["environment", () => environs(own.variables, new Set(bait.environNames))],
    ["processes", processes],
    ["namespaces", () => namespaces(bait.namespaces)],
    ["capabilities", capabilities],
    ["git_directory", () => gitDirectory(root, bait)],
    ["workspace", () => workspace(root, bait)],
    ["network", async () => await stream({ host: "127.0.0.1", port: bait.tcpPort }, bait)],
    ["udp", async () => await datagram(bait)],
    ["unix_socket", async () => await stream({ path: bait.socketPath }, bait)],
    ["system_calls", systemCalls],
    ["setuid_bits", () => setuidBits(own.dir)],
    ["worker", attackOnWorker],
    ["nested_namespace", nestedNamespace],
    ["privilege", privilege],
  ];
  // They are started in this order, and wait at the same time.
  return await Promise.all(attacks.map(async ([name, attack]) => ({ name, ...(await carriedOut(attack)) })));
}

async function carriedOut(attack: () => ProbeResult | Promise<ProbeResult>): Promise<ProbeResult> {
  try {
    return await attack();
  } catch (error) {
    return { held: false, detail: `not tried: ${String(error)}` };
  }
}

/** A listener answers at once, and so does a closed network. */
const ANSWER_TIMEOUT_MS = 200;
/** Time to start a program on a busy machine. */
const SPAWN_TIMEOUT_MS = 5000;

/** Connects to a planted port or socket. */
async function stream(
  target: { readonly host: string; readonly port: number } | { readonly path: string },
  { greeting }: Bait,
): Promise<ProbeResult> {
  return await new Promise((done) => {
    const socket = connect(target);
    const end = (held: boolean, detail: string): void => {
      socket.destroy();
      done({ held, detail });
    };
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => end(true, "no answer"));
    socket.once("connect", () => {
      done({ held: false, detail: "the planted listener was reached" });
      socket.end(greeting);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => end(true, error.code ?? String(error)));
  });
}

/** Sends a datagram to a planted port, which answers it. */
async function datagram({ udpPort, greeting }: Bait): Promise<ProbeResult> {
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
    socket.connect(udpPort, "127.0.0.1", () => socket.send(greeting, () => {}));
  });
}

/** In a nested namespace the cell would have every capability, and with them access to rarely used code of the kernel. */
async function nestedNamespace(): Promise<ProbeResult> {
  const exit = await run("unshare", ["--user", "true"]);
  if (exit === "missing") return { held: false, detail: "not tried: there is no unshare (util-linux)" };
  return exit === 0 ? { held: false, detail: "unshare --user worked" } : { held: true, detail: "refused" };
}

/** sudo without a password, as hosted runners have it. */
async function privilege(): Promise<ProbeResult> {
  const exit = await run("sudo", ["-n", "true"]);
  if (exit === "missing") return { held: true, detail: "no sudo" };
  // A root without capabilities may use sudo, which gives it nothing.
  const isRoot = process.getuid?.() === 0 && /^CapBnd:\s*0+$/m.test(readFileSync("/proc/self/status", "utf8"));
  return exit !== 0 || isRoot ? { held: true, detail: "sudo refused" } : { held: false, detail: "sudo -n worked" };
}

/** A script that prints which attacks succeed. A signal that reached the worker would end it, and the cell would not open. */
const ATTACK_ON_WORKER = `kill -STOP 1; kill -KILL 1
for name in mem environ maps fd/0; do
  (: < /proc/1/$name) && echo $name
done
for name in cwd root; do
  (cd /proc/1/$name/.) && echo $name
done
prlimit --pid 1 --nofile >&2 && echo limits
exit 0`;

/** The attacks with which a command could end, stop, read or limit the worker. */
async function attackOnWorker(): Promise<ProbeResult> {
  if (process.pid !== 1) return { held: false, detail: "the worker can be ended by a signal" };
  const { stdout } = await promisify(execFile)("/bin/sh", ["-c", ATTACK_ON_WORKER], { timeout: SPAWN_TIMEOUT_MS });
  return nothingOf(stdout.match(/\S+/g) ?? [], "refused", "reached: ");
}

async function run(file: string, args: readonly string[]): Promise<number | "missing"> {
  return await promisify(execFile)(file, args, { timeout: SPAWN_TIMEOUT_MS }).then(
    () => 0,
    (error: ExecFileException) => (error.code === "ENOENT" ? "missing" : 1),
  );
}
