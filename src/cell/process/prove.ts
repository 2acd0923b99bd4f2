/** The rung of a cell, which its probes prove, and the refusal to run at a weaker one. Only user and policy together lower a rung. */

import type { Probe, Rung } from "../../protocol/cell.ts";
import { RunnerError } from "../../protocol/error.ts";

/** Probes that must fail for another user without privileges, with or without namespaces. */
const SEPARATE: readonly string[] = [
  ["descriptors", "system", "kernel_settings", "runner_files", "controller_files", "controller_environ"],
  ["docker_socket", "environment", "capabilities", "privilege", "workspace"],
].flat();

/** The probes of a rung that succeeded. */
function breaches(probes: readonly Probe[], rung: Rung): readonly Probe[] {
  if (rung === "none") return [];
  return probes.filter(({ name, held }) => !held && (rung === "sealed" || SEPARATE.includes(name)));
}

/** The rung in force: the one that was built, or `none` when one of its probes succeeded. */
export function proveRung(probes: readonly Probe[], built: Rung): Rung {
  const all = probes.length > 0 && SEPARATE.every((name) => probes.some((probe) => probe.name === name));
  return all && breaches(probes, built).length === 0 ? built : "none";
}

/** The error of a cell whose probes succeeded: their names, and what to do. */
export function escapeError(probes: readonly Probe[], built: Rung): RunnerError {
  const failed = breaches(probes, built);
  if (failed.length === 0) return sandboxRefused("not all of its probes were carried out", STRANGE, { rung: built });
  const list = failed.map(({ name, detail }) => `${name} (${detail})`).join("; ");
  if (failed.every(({ name }) => name === "workspace")) {
    const cure = "Make the workspace belong to the user who runs this: `sudo chown -R $(id -u) .`";
    return sandboxRefused(list, cure, { rung: built });
  }
  const [first] = failed;
  return sandboxRefused(`a probe got out of it: ${list}`, CURES[first?.name ?? ""] ?? STRANGE, { rung: built });
}

const STRANGE = "Please report it: the sandbox does not support this host yet.";

/** Remedies for probes that succeed on supported hosts. */
const CURES: Readonly<Record<string, string>> = {
  controller_environ: "Run kimi-runner as another user than the owner of the workspace.",
  docker_socket: "Do not mount the container engine's socket; with act: `--container-daemon-socket -`.",
  environment: "Run nothing else as the owner of the workspace.",
  runner_files: "Keep RUNNER_TEMP out of the workspace, and not writable for its owner.",
  git_directory: "Check the repository out so that its git directory is `.git` of the workspace.",
};

const OTHERWISE =
  "Or run without a sandbox: `sandbox: { minimum: none }` in the policy together with `--sandbox none`.";

interface RefusalOptions {
  /** The rung that was asked for; `sealed` when left out. */
  readonly rung?: Rung;
  readonly cause?: unknown;
}

/** `sandbox.refused`: what is missing, the fix, and the alternative. */
export function sandboxRefused(
  what: string,
  cure: string,
  { rung = "sealed", cause }: RefusalOptions = {},
): RunnerError {
  return new RunnerError({
    code: "sandbox.refused",
    message: `No ${rung} cell: ${what}.`,
    hint: `${cure} ${OTHERWISE}`,
    cause,
  });
}
