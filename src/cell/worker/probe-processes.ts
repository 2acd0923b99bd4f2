/** Probes of processes: descriptors, environments, capabilities, namespaces. */

import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { processIds, processStat } from "../../base/processes.ts";
import type { Probe } from "../../protocol/cell.ts";
import type { Bait } from "../process/frames.ts";
import { environOf } from "../process/strays.ts";

export type ProbeResult = Omit<Probe, "name">;

/** The result of an attack that must find nothing: `good` describes that, `bad` comes before what was found. */
export function nothingOf(found: readonly string[], good: string, bad = ""): ProbeResult {
  return found.length === 0 ? { held: true, detail: good } : { held: false, detail: `${bad}${found.join(", ")}` };
}

/** Whether this process may open a file. */
export function opens(path: string, flags: string | number): boolean {
  try {
    closeSync(openSync(path, flags));
    return true;
  } catch {
    return false;
  }
}

/** Names of variables, the worker's own and those of all readable environments, that are not allowed. */
export function environs(own: readonly string[], allowed: ReadonlySet<string>): ProbeResult {
  const others = processIds().flatMap((pid) => environOf(pid).map((variable) => variable.split("=", 1)[0] ?? ""));
  const names = [...own, ...others];
  const odd = [...new Set(names.filter((name) => name !== "" && !allowed.has(name)))];
  return nothingOf(odd, `${names.length} variables`, "not allowed: ");
}

/** The controller's environment and memory, which contain the secrets. */
export function controllerEnviron({ pid, started }: Bait["controller"]): ProbeResult {
  if (processStat(pid)?.startTime !== started) return { held: true, detail: "out of sight" };
  const open = ["environ", "maps", "mem"].filter((name) => opens(`/proc/${pid}/${name}`, "r"));
  return nothingOf(open, "refused", "readable: ");
}

/** At its start the worker is the only process of a sealed cell. Where more are visible, they are the host's. */
export function processes(): ProbeResult {
  const count = processIds().length;
  return { held: count === 1, detail: `${count} visible` };
}

/** All namespaces must differ from the controller's, and the network must have only the loopback. */
export function namespaces(outside: Readonly<Record<string, string>>): ProbeResult {
  const shared = Object.entries(outside).filter(([kind, link]) => readlinkSync(`/proc/self/ns/${kind}`) === link);
  const interfaces = readFileSync("/proc/net/dev", "utf8")
    .split("\n")
    .slice(2)
    .map((line) => line.split(":", 1)[0]?.trim() ?? "");
  const real = interfaces.filter((name) => name !== "" && name !== "lo");
  const found = [
    ...shared.map(([kind]) => `${kind} shared with the host`),
    ...real.map((name) => `network interface ${name}`),
  ];
  return nothingOf(found, Object.keys(outside).join(" "));
}

/** Lines of /proc/self/status that must be zero. */
const CAPABILITY_SETS = ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"];

export function capabilities(): ProbeResult {
  const wrong = CAPABILITY_SETS.filter((field) => !/^0+$/.test(statusLine(field)));
  if (statusLine("NoNewPrivs") !== "1") wrong.push("NoNewPrivs");
  return {
    held: wrong.length === 0,
    detail: wrong.length === 0 ? "none" : wrong.map((field) => `${field}=${statusLine(field)}`).join(" "),
  };
}

/** Seccomp=2 means that a filter is active. The probe of nested namespaces shows that it works. */
export function systemCalls(): ProbeResult {
  const mode = statusLine("Seccomp");
  return { held: mode === "2", detail: mode === "2" ? "filtered" : `not filtered (Seccomp=${mode})` };
}

function statusLine(field: string): string {
  return new RegExp(`^${field}:[ \\t]*(.*)$`, "m").exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "?";
}

/** How long the probe waits between two readings of its descriptors, in milliseconds. */
const READ_AGAIN_MS = [1, 4, 16, 64];

/**
 * Descriptors above 2 must be node's own: anonymous inodes, /dev/null, and pipes with both ends in this process. Others were inherited. glibc
 * may have /proc/sys/vm/overcommit_memory open for a moment, in another thread.
 */
export function descriptors(): ProbeResult {
  let odd = oddDescriptors();
  for (const ms of READ_AGAIN_MS) {
    if (odd.size === 0) break;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    const still = oddDescriptors();
    odd = new Map([...odd].filter(([fd, link]) => still.get(fd) === link));
  }
  return nothingOf([...odd.values()], "0 1 2");
}

/** The targets of the descriptors that are not node's own. */
function oddDescriptors(): ReadonlyMap<number, string> {
  const open = readdirSync("/proc/self/fd")
    .map(Number)
    .filter((fd) => fd > 2)
    .flatMap((fd) => linkOf(fd).map((link) => [fd, link] as const));
  const pipes = open.map(([, link]) => link).filter((link) => link.startsWith("pipe:"));
  const own = (link: string): boolean =>
    link.startsWith("anon_inode:") || link === "/dev/null" || pipes.filter((pipe) => pipe === link).length === 2;
  return new Map(open.filter(([, link]) => !own(link)));
}

/** The target of a descriptor. The descriptor of the listing itself is closed by now and has none. */
function linkOf(fd: number): string[] {
  try {
    return [readlinkSync(`/proc/self/fd/${fd}`)];
  } catch {
    return [];
  }
}
