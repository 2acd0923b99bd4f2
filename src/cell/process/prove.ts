/** The level of a cell, which its probes prove, and the refusal to run at a weaker one. Only user and policy together lower a level. */

import type { Probe, SandboxLevel } from "../../protocol/cell.ts";
import { RunnerError } from "../../protocol/error.ts";

/** Probes that must fail for another user without privileges, with or without namespaces. */
const SEPARATE: readonly string[] = [
  ["descriptors", "system", "kernel_settings", "runner_files", "controller_files", "controller_environ"],
  ["docker_socket", "environment", "capabilities", "privilege", "workspace"],
].flat();

/** The probes of a level that succeeded. */
function breaches(probes: readonly Probe[], level: SandboxLevel): readonly Probe[] {
  if (level === "none") return [];
  return probes.filter(({ name, held }) => !held && (level === "sealed" || SEPARATE.includes(name)));
}

/** The level in force: the one that was built, or `none` when one of its probes succeeded. */
export function proveLevel(probes: readonly Probe[], built: SandboxLevel): SandboxLevel {
  const all = probes.length > 0 && SEPARATE.every((name) => probes.some((probe) => probe.name === name));
  return all && breaches(probes, built).length === 0 ? built : "none";
}

/** The error of a cell whose probes succeeded: their names, and what to do. */
export function escapeError(probes: readonly Probe[], built: SandboxLevel): RunnerError {
  const failed = breaches(probes, built);
  if (failed.length === 0) return sandboxRefused("not all of its probes were carried out", STRANGE, { level: built });
  const list = failed.map(({ name, detail }) => `${name} (${detail})`).join("; ");
  if (failed.every(({ name }) => name === "workspace")) {
    const cure = "Make the workspace belong to the user who runs this: `sudo chown -R $(id -u) .`";
    return sandboxRefused(list, cure, { level: built });
  }
  const [first] = failed;
  return sandboxRefused(`a probe got out of it: ${list}`, CURES[first?.name ?? ""] ?? STRANGE, { level: built });
}

const STRANGE = "Please report it: the sandbox does not support this host yet.";

/** Remedies for probes that succeed on supported hosts. */
const CURES: Readonly<Record<string, string>> = {
  controller_environ: "Run kimi-runner as a user other than the owner of the workspace.",
  docker_socket: "Do not mount the container engine's socket; with act: `--container-daemon-socket -`.",
  environment: "Run nothing else as the owner of the workspace.",
  runner_files: "Keep RUNNER_TEMP out of the workspace, and not writable by its owner.",
  git_directory: "Check the repository out so that its git directory is `.git` of the workspace.",
};

const OTHERWISE =
  "Or run without a sandbox: `sandbox: { minimum: none }` in the policy together with `--sandbox none`.";

/** `sandbox.refused`: what is missing for the level that was asked for, the fix, and the alternative. */
export function sandboxRefused(
  what: string,
  cure: string,
  { level = "sealed", cause }: { readonly level?: SandboxLevel; readonly cause?: unknown } = {},
): RunnerError {
  return new RunnerError({
    code: "sandbox.refused",
    message: `No ${level} cell: ${what}.`,
    hint: `${cure} ${OTHERWISE}`,
    cause,
  });
}
