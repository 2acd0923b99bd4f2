/** Where the policy comes from: the file named by the user, else the repository's at the start commit, else the built-in one. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { loadPolicy } from "../policy/load.ts";
import type { Policy } from "../policy/policy.ts";
import { RunnerError } from "../protocol/error.ts";
import type { TrustedGit } from "../workspace/trusted-git.ts";
import type { World } from "./request.ts";

/** Where a repository keeps its policy. */
const POLICY_PATH = ".github/kimi-policy.yml";

export interface PolicyChoice {
  readonly policyPath?: string | undefined;
  readonly profile?: string | undefined;
}

export interface PolicySource extends PolicyChoice {
  /** Relative paths of `policyPath` start here. */
  readonly cwd: string;
  readonly git: Pick<TrustedGit, "readFile">;
  readonly commit: string;
}

/** Throws `policy.invalid`. */
export async function loadPolicyOf({ policyPath, profile, cwd, git, commit }: PolicySource): Promise<Policy> {
  if (policyPath !== undefined) {
    return loadPolicy(readPolicyFile(resolve(cwd, policyPath)), { file: policyPath, profile });
  }
  const committed = await git.readFile(commit, POLICY_PATH);
  if (committed !== undefined) return loadPolicy(committed, { file: POLICY_PATH, profile });
  const { BUILTIN_POLICY, BUILTIN_POLICY_NAME } = await import("../policy/builtin-policy.ts");
  return loadPolicy(BUILTIN_POLICY, { file: BUILTIN_POLICY_NAME, profile });
}

/** The policy that a run started here would have; opens no cell. */
export async function loadPolicyHere({ world, ...choice }: PolicyChoice & { readonly world: World }): Promise<Policy> {
  const { cwd, env } = world;
  if (choice.policyPath !== undefined) return loadPolicyOf({ ...choice, cwd, git: NO_GIT, commit: "" });
  const [{ openRepository }, { createTrustedGit }] = await Promise.all([
    import("../workspace/repository.ts"),
    import("../workspace/trusted-git.ts"),
  ]);
  const pathVar = env["PATH"] ?? "";
  const repository = await openRepository(cwd, pathVar);
  const scratchDir = mkdtempSync(join(tmpdir(), "kimi-runner-"));
  try {
    const git = createTrustedGit({ repository, scratchDir, pathVar });
    return await loadPolicyOf({ ...choice, cwd, git, commit: repository.headCommit });
  } finally {
    rmSync(scratchDir, { recursive: true, force: true });
  }
}

const NO_GIT: PolicySource["git"] = { readFile: async () => undefined };

function readPolicyFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new RunnerError({
      code: "policy.invalid",
      message: `The policy file cannot be read: ${file}.`,
      hint: "Give an existing YAML file with --policy, or leave it out for the repository's own.",
      cause,
    });
  }
}
