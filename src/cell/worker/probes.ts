/**
 * The worker attacks its own cell before the model gets in. Every probe is one attack that must fail; a probe that could
 * not be carried out has not held. Nearly all run in this process, since a spawn costs 1–3 ms.
 */

import { execFile } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  fstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import type { Probe } from "../../protocol/cell.ts";
import { DISPOSABLE_NAME, type Bait } from "../frames.ts";
import { environOf } from "../strays.ts";

/** Runs every probe. Only for a cell that was built as sealed: without walls the attacks would succeed. */
export async function runProbes(root: string, bait: Bait): Promise<readonly Probe[]> {
  // The descriptors first: the network probes open some of their own.
  const local = [
    descriptors(),
    writable("system", "/etc/kimi-probe"),
    hidden("controller_files", bait.canaryFile),
    hidden(
      "docker_socket",
      "/var/run/docker.sock",
      "/run/docker.sock",
      "/run/podman/podman.sock",
      "/run/containerd/containerd.sock",
    ),
    environs(new Set(bait.environNames)),
    processes(),
    namespaces(bait.namespaces),
    capabilities(),
    gitDirectory(root, bait),
    workspace(root),
  ];
  const remote = await Promise.all([
    refused("network", { host: "127.0.0.1", port: bait.tcpPort }),
    refused("unix_socket", { path: bait.socketPath }),
    nestedNamespace(),
  ]);
  return [...local, ...remote];
}

function writable(name: string, path: string): Probe {
  try {
    writeFileSync(path, "");
    rmSync(path, { force: true });
    return { name, held: false, detail: `${path} could be written` };
  } catch (error) {
    return { name, held: true, detail: codeOf(error) };
  }
}

function hidden(name: string, ...paths: readonly string[]): Probe {
  const seen = paths.filter((path) => existsSync(path));
  return { name, held: seen.length === 0, detail: seen.length === 0 ? "out of sight" : `visible: ${seen.join(", ")}` };
}

const pids = (): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

function environs(allowed: ReadonlySet<string>): Probe {
  const names = pids().flatMap((pid) => environOf(pid).map((variable) => variable.split("=", 1)[0] ?? ""));
  const odd = [...new Set(names.filter((name) => name !== "" && !allowed.has(name)))];
  return {
    name: "environment",
    held: odd.length === 0,
    detail: odd.length === 0 ? `${names.length} variables` : `not allowed: ${odd.join(", ")}`,
  };
}

/** bwrap's reaper and this worker. More means that processes of the host are in sight. */
const OWN_PROCESSES = 2;

function processes(): Probe {
  const count = pids().length;
  return { name: "processes", held: count === OWN_PROCESSES, detail: `${count} visible` };
}

function namespaces(outside: Readonly<Record<string, string>>): Probe {
  const shared = Object.entries(outside).filter(([kind, link]) => readlinkSync(`/proc/self/ns/${kind}`) === link);
  const interfaces = readFileSync("/proc/net/dev", "utf8")
    .split("\n")
    .slice(2)
    .map((line) => line.split(":", 1)[0]?.trim() ?? "");
  const real = interfaces.filter((name) => name !== "" && name !== "lo");
  const detail = [
    ...shared.map(([kind]) => `${kind} shared with the host`),
    ...real.map((name) => `network interface ${name}`),
  ];
  return {
    name: "namespaces",
    held: detail.length === 0,
    detail: detail.length === 0 ? Object.keys(outside).join(" ") : detail.join(", "),
  };
}

/** Lines of /proc/self/status that must read zero, and the one that must read 1. */
function capabilities(): Probe {
  const status = readFileSync("/proc/self/status", "utf8");
  const read = (field: string): string => new RegExp(`^${field}:\\s*(\\S+)$`, "m").exec(status)?.[1] ?? "?";
  const wrong = ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"].filter((field) => !/^0+$/.test(read(field)));
  if (read("NoNewPrivs") !== "1") wrong.push("NoNewPrivs");
  return {
    name: "capabilities",
    held: wrong.length === 0,
    detail: wrong.length === 0 ? "none" : wrong.map((field) => `${field}=${read(field)}`).join(" "),
  };
}

/**
 * Descriptors above 2 must be node's own: anonymous inodes, /dev/null, and pipes of which this process holds both ends.
 * One end alone, a socket or a file was inherited.
 */
function descriptors(): Probe {
  const open = readdirSync("/proc/self/fd")
    .map(Number)
    .filter((fd) => fd > 2)
    .flatMap((fd) => linkOf(fd));
  const pipes = open.filter((link) => link.startsWith("pipe:"));
  const own = (link: string): boolean =>
    link.startsWith("anon_inode:") || link === "/dev/null" || pipes.filter((pipe) => pipe === link).length === 2;
  const odd = open.filter((link) => !own(link));
  return { name: "descriptors", held: odd.length === 0, detail: odd.length === 0 ? "0 1 2" : odd.join(", ") };
}

/** The descriptor of the folder being listed is gone by now; it has no link and does not count. */
function linkOf(fd: number): string[] {
  try {
    fstatSync(fd);
    return [readlinkSync(`/proc/self/fd/${fd}`)];
  } catch {
    return [];
  }
}

function gitDirectory(root: string, { gitDir, objectsDir }: Bait): Probe {
  const name = "git_directory";
  const isReal = existsSync(`${gitDir}/HEAD`) && !existsSync(`${gitDir}/${DISPOSABLE_NAME}`);
  if (isReal) return { name, held: false, detail: `${gitDir} is visible` };
  return objectsDir === undefined
    ? { name, held: true, detail: `no repository in ${root}` }
    : writable(name, `${objectsDir}/kimi-probe`);
}

/** Not an attack: a workspace that cannot be written would only be noticed at the first edit. */
function workspace(root: string): Probe {
  try {
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK);
    return { name: "workspace", held: true, detail: "writable" };
  } catch (error) {
    return {
      name: "workspace",
      held: false,
      detail: `${root} is not writable for uid ${process.getuid?.()}: ${codeOf(error)}`,
    };
  }
}

/** A planted listener that answers would answer at once; the wall answers at once too. */
const CONNECT_TIMEOUT_MS = 1000;

async function refused(
  name: string,
  target: { readonly host: string; readonly port: number } | { readonly path: string },
): Promise<Probe> {
  return await new Promise((done) => {
    const socket = connect(target);
    const end = (held: boolean, detail: string): void => {
      socket.destroy();
      done({ name, held, detail });
    };
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => end(true, "no answer"));
    socket.once("connect", () => end(false, "the planted listener was reached"));
    socket.once("error", (error) => end(true, codeOf(error)));
  });
}

async function nestedNamespace(): Promise<Probe> {
  const name = "nested_namespace";
  return await new Promise((done) => {
    execFile("unshare", ["--user", "true"], (error) => {
      if (error === null) done({ name, held: false, detail: "unshare --user worked" });
      else if (error.code === "ENOENT")
        done({ name, held: false, detail: "not tried: there is no unshare (util-linux)" });
      else done({ name, held: true, detail: "refused" });
    });
  });
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
