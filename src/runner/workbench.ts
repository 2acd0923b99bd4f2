/**
 * Everything about the checkout that a run works on: repository, trusted git, policy and cell. Opened concurrently - the
 * cell is the slowest - and closed together.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBwrap } from "../cell/bwrap.ts";
import { toolVariables } from "../cell/environment.ts";
import { openCell } from "../cell/open.ts";
import type { Policy } from "../policy/policy.ts";
import { RUNGS, type Cell } from "../protocol/cell.ts";
import { RunnerError } from "../protocol/error.ts";
import { openRepository, type Repository } from "../workspace/repository.ts";
import type { TrustedGit } from "../workspace/trusted-git.ts";
import type { World } from "./request.ts";

const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

export interface WorkbenchOptions {
  readonly cwd: string;
  readonly policyPath?: string | undefined;
  readonly profile?: string | undefined;
  readonly sandbox: "sealed" | "none";
  readonly world: World;
}

export interface Workbench {
  readonly repository: Repository;
  readonly git: TrustedGit;
  readonly policy: Policy;
  readonly cell: Cell;
  /** Ends the cell's processes and removes the private directory. Never rejects. */
  readonly close: () => Promise<void>;
}

/** Throws `workspace.not_a_repository`, `policy.invalid`, `sandbox.refused`; nothing is left behind then. */
export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const { world, sandbox } = options;
  const path = world.env["PATH"] ?? DEFAULT_PATH;
  const repository = await openRepository(options.cwd, path);
  const scratchDir = mkdtempSync(join(tmpdir(), "kimi-runner-"));
  const opening = openCell({
    workDir: repository.root,
    gitDir: repository.gitDir,
    want: sandbox,
    workerPath: world.workerPath,
    nodePath: world.nodePath,
    bwrapPath: findBwrap(path),
    scratchDir,
    pathVar: path,
    home: world.env["HOME"],
    toolDirs: [world.env["RUNNER_TOOL_CACHE"] ?? ""].filter((dir) => dir !== ""),
    env: toolVariables(world.env),
  });
  opening.catch(() => {}); // awaited below, after the policy: its mistakes are the better ones to report first
  const close = async (): Promise<void> => {
    await opening.then((cell) => cell.close()).catch(() => {}); // a cell that never opened needs no closing
    rmSync(scratchDir, { recursive: true, force: true });
  };
  try {
    const { createTrustedGit } = await import("../workspace/trusted-git.ts");
    const git = createTrustedGit({ repository, scratchDir, pathVar: path });
    const { loadPolicyOf } = await import("./policy-source.ts");
    const policy = await loadPolicyOf({ ...options, git, commit: repository.headCommit });
    const cell = await opening;
    requireRung(policy, cell, sandbox);
    return { repository, git, policy, cell, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The cell must be at least what the policy demands; `none` needs both the policy's and the user's word. */
function requireRung(policy: Policy, { rung }: Cell, sandbox: "sealed" | "none"): void {
  const { minimum } = policy.sandbox;
  if (RUNGS.indexOf(rung) <= RUNGS.indexOf(minimum)) return;
  throw new RunnerError({
    code: "sandbox.refused",
    message: `The policy demands a sandbox of at least ${minimum}; this one is ${rung}.`,
    hint:
      sandbox === "none"
        ? `Leave --sandbox none out, or set \`sandbox: { minimum: none }\` in the policy.`
        : "Install bubblewrap, or lower `sandbox.minimum` in the policy.",
  });
}
