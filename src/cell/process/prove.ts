/** From probes to a rung: what the cell is called is what its attacks have shown, whatever it was built as. */

import type { Probe, Rung } from "../../protocol/cell.ts";
import type { RunnerError } from "../../protocol/error.ts";
import { sandboxRefused } from "./sandbox-refused.ts";

/** What another user without privileges is kept from, namespaces or not. */
const SEPARATE: readonly string[] = [
  "descriptors",
  "system",
  "kernel_settings",
  "runner_files",
  "controller_files",
  "controller_environ",
  "docker_socket",
  "environment",
  "capabilities",
  "privilege",
  "workspace",
];

/** The probes that did not hold, of those that a rung stands on. */
function breaches(probes: readonly Probe[], rung: Rung): readonly Probe[] {
  if (rung === "none") return [];
  return probes.filter(({ name, held }) => !held && (rung === "sealed" || SEPARATE.includes(name)));
}

/** The rung in force: what was built, where all it stands on was attacked and held; `none` otherwise. */
export function proveRung(probes: readonly Probe[], built: Rung): Rung {
  const all = probes.length > 0 && SEPARATE.every((name) => probes.some((probe) => probe.name === name));
  return all && breaches(probes, built).length === 0 ? built : "none";
}

/** Why a cell that was built is not used: each probe that failed, and what to do. */
export function leaking(probes: readonly Probe[], built: Rung = "sealed"): RunnerError {
  const failed = breaches(probes, built);
  const list = failed.map(({ name, detail }) => `${name} (${detail})`).join("; ");
  if (failed.every(({ name }) => name === "workspace")) {
    const cure = "Make the workspace belong to the user who runs this: `sudo chown -R $(id -u) .`";
    return sandboxRefused(list, cure, undefined, built);
  }
  const [first] = failed;
  return sandboxRefused(`a wall did not hold: ${list}`, CURES[first?.name ?? ""] ?? STRANGE, undefined, built);
}

const STRANGE = "Report it: this host is not one the cell was built for.";

/** What lets a probe fail on a host that is otherwise fine. */
const CURES: Readonly<Record<string, string>> = {
  controller_environ: "Run kimi-runner as another user than the one whom the workspace belongs to.",
  docker_socket: "Do not mount the container engine's socket; with act: `--container-daemon-socket -`.",
  environment: "Run nothing else as the user whom the workspace belongs to.",
  runner_files: "Keep RUNNER_TEMP out of the workspace, and not writable for its owner.",
  git_directory: "Check the repository out so that its git directory is `.git` of the workspace.",
};
