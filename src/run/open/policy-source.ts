/** Loads the policy: from the trusted commit, from a named file outside the repository, or the built-in one. */

import { BUILTIN_DIGESTS_BEFORE, BUILTIN_POLICY, BUILTIN_POLICY_NAME } from "../../policy/file/builtin-policy.ts";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readGivenFile } from "../../base/file-text.ts";
import { systemReason } from "../../base/system-error.ts";
import { loadPolicy } from "../../policy/file/load.ts";
import type { Policy } from "../../policy/policy.ts";
import { RunnerError } from "../../protocol/error.ts";
import { findCheckout } from "../../workspace/checkout.ts";
import { readHead } from "../../workspace/repository.ts";
import { committedPolicyPaths, type PolicyPathOptions } from "./policy-path.ts";
import { POLICY_PATH, type WorkbenchSettings, type World } from "./request.ts";
import type { ReadObjects } from "../../workspace/git/open-reader.ts";

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
  const policy = await loadPolicy(BUILTIN_POLICY, { file: BUILTIN_POLICY_NAME, profile });
  return { ...policy, digests: [...policy.digests, ...BUILTIN_DIGESTS_BEFORE] };
}

interface PolicyPlace extends Omit<PolicySource, "files"> {
  readonly gitDir: string;
  /** PATH without the folders of the workspace. */
  readonly path: string;
  readonly read?: ReadObjects | undefined;
}

/** The policy of a commit in a private git directory. Throws `policy.invalid`, or `git.failed` for a commit that is missing on this disk. */
export async function policyOfCommit({ gitDir, path, read, ...choice }: PolicyPlace): Promise<Policy> {
  const paths = committedPolicyPaths(choice);
  const where = { ownGitDir: gitDir, read, pathVar: path, paths, trusted: choice.commit };
  const { files } = await readHead({ root: gitDir }, where);
  return await loadPolicyOf({ ...choice, files });
}

function notCommitted(path: string, commit: string): RunnerError {
  return new RunnerError({
    code: "policy.invalid",
    message: `The policy ${path} is not in commit ${commit.slice(0, 12)}.`,
    hint: "A policy inside the repository is read from the base commit. Commit it there, or name a file outside the repository.",
  });
}

type PolicyFileChoice = Pick<WorkbenchSettings, "policyPath" | "profile" | "cwd">;

/** The policy of a check, under which no run begins, and what it was read from. */
export interface CheckedPolicy {
  readonly policy: Policy;
  /** E.g. `policy: .github/kimi-policy.yml as it is in the work tree, not as it is committed`. */
  readonly judged: string;
  /** A run would follow another text. */
  readonly isDraft: boolean;
}

/** The policy for a check: the file of the work tree, or a named file, as it is now. With `isCommitted` the one that a run would have. */
export async function loadChecked(source: PolicySource, isCommitted: boolean): Promise<CheckedPolicy> {
  const { policyPath, profile, cwd, root, files, commit } = source;
  const [path] = committedPolicyPaths(source);
  if (path === undefined) return loadNamed(source);
  const committed = files.get(path);
  const file = policyPath === undefined ? join(root, POLICY_PATH) : resolve(cwd, policyPath);
  const here = policyPath !== undefined || existsSync(file) ? () => readPolicyFile(file) : () => undefined;
  const text = isCommitted ? committed : here();
  const isDraft = text !== committed;
  const policy =
    text === undefined
      ? await loadPolicyOf({ ...source, files: new Map() })
      : await loadPolicy(text, { file: policyPath ?? POLICY_PATH, profile });
  const place = isCommitted ? `commit ${commit.slice(0, 12)}` : "the work tree";
  const where = text === undefined ? `, because ${place} has no ${POLICY_PATH}` : ` of ${place}`;
  return { policy, judged: judgedWords(policy, `${where}${isDraft ? ", not as it is committed" : ""}`), isDraft };
}

/** The policy of a check in this folder. A named file can be checked in any folder. */
export async function loadPolicyHere(
  choice: Pick<WorkbenchSettings, "policyPath" | "profile">,
  isCommitted: boolean,
  { cwd, env }: Pick<World, "cwd" | "env">,
): Promise<CheckedPolicy> {
  if (choice.policyPath !== undefined && !isCommitted) return loadNamed({ ...choice, cwd });
  const checkout = findCheckout(cwd);
  const place = { ...choice, cwd, root: checkout.root };
  const paths = committedPolicyPaths(place);
  const { files, trustedCommit } = await readHead(checkout, { pathVar: env["PATH"] ?? "", paths });
  return loadChecked({ ...place, files, commit: trustedCommit }, isCommitted);
}

async function loadNamed(choice: PolicyFileChoice): Promise<CheckedPolicy> {
  const policy = await loadPolicyFile(choice);
  return { policy, judged: judgedWords(policy, " as it is now"), isDraft: false };
}

function judgedWords({ file, profile }: Policy, where: string): string {
  return `policy: ${file}${where}${profile === undefined ? "" : `, profile ${profile}`}`;
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
