/**
 * Loads the policy: from a file of the repository as the trusted commit has it, from a named file outside of the repository, or
 * else the built-in policy.
 */

import { resolve } from "node:path";
import { readGivenFile } from "../../base/file-text.ts";
import { systemReason } from "../../base/system-error.ts";
import { loadPolicy } from "../../policy/file/load.ts";
import type { Policy } from "../../policy/policy.ts";
import { RunnerError } from "../../protocol/error.ts";
import { findCheckout } from "../../workspace/checkout.ts";
import { readHead } from "../../workspace/repository.ts";
import { committedPolicyPaths, type PolicyPathOptions } from "./policy-path.ts";
import { POLICY_PATH, type WorkbenchSettings, type World } from "./request.ts";

export interface PolicySource extends PolicyPathOptions, Pick<WorkbenchSettings, "profile"> {
  /** Files of the trusted commit, with the one that `committedPolicyPaths` names, where it exists. */
  readonly files: ReadonlyMap<string, string>;
  readonly commit: string;
}

/** Loads the policy of a run. Throws `policy.invalid`, also for a file of the repository that is not in the trusted commit. */
export async function loadPolicyOf(source: PolicySource): Promise<Policy> {
  const { policyPath, profile, cwd, files, commit } = source;
  const [path] = committedPolicyPaths(source);
  if (path === undefined) return loadPolicyFile({ policyPath, profile, cwd });
  const text = files.get(path);
  if (text !== undefined) return loadPolicy(text, { file: path, profile });
  if (policyPath !== undefined) throw notCommitted(path, commit);
  const { BUILTIN_POLICY, BUILTIN_POLICY_NAME } = await import("../../policy/file/builtin-policy.ts");
  return loadPolicy(BUILTIN_POLICY, { file: BUILTIN_POLICY_NAME, profile });
}

function notCommitted(path: string, commit: string): RunnerError {
  return new RunnerError({
    code: "policy.invalid",
    message: `The policy ${path} is not in commit ${commit.slice(0, 12)}.`,
    hint: "A policy inside the repository is read from the base commit. Commit it there, or name a file outside the repository.",
  });
}

type PolicyFileChoice = Pick<WorkbenchSettings, "policyPath" | "profile" | "cwd">;

/** The policy that a run started here would have, or a named file as it is now. Nothing runs under this policy. */
export async function loadPolicyHere(
  choice: Pick<WorkbenchSettings, "policyPath" | "profile">,
  { cwd, env }: Pick<World, "cwd" | "env">,
): Promise<Policy> {
  if (choice.policyPath !== undefined) return loadPolicyFile({ ...choice, cwd });
  const checkout = findCheckout(cwd);
  const { files, trustedCommit } = await readHead(checkout, { pathVar: env["PATH"] ?? "", paths: [POLICY_PATH] });
  return loadPolicyOf({ ...choice, cwd, root: checkout.root, files, commit: trustedCommit });
}

function loadPolicyFile({ policyPath = "", profile, cwd }: PolicyFileChoice): Promise<Policy> {
  return loadPolicy(readPolicyFile(resolve(cwd, policyPath)), { file: policyPath, profile });
}

function readPolicyFile(file: string): string {
  try {
    return readGivenFile(file).toString("utf8");
  } catch (cause) {
    throw new RunnerError({
      code: "policy.invalid",
      message: `The policy file cannot be read: ${file}: ${systemReason(cause)}.`,
      hint: "Give an existing YAML file with --policy, or leave it out for the repository's own.",
      cause,
    });
  }
}
