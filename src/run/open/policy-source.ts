/** Where the policy comes from: the file named by the user, else the repository's at the start commit, else the built-in one. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { loadPolicy } from "../../policy/file/load.ts";
import type { Policy } from "../../policy/policy.ts";
import { RunnerError } from "../../protocol/error.ts";
import { findCheckout } from "../../workspace/checkout.ts";
import { readHead } from "../../workspace/repository.ts";
import { POLICY_PATH, type WorkbenchSettings, type World } from "./request.ts";

type PolicyChoice = Pick<WorkbenchSettings, "policyPath" | "profile">;

export interface PolicySource extends PolicyChoice {
  /** Relative paths of `policyPath` start here. */
  readonly cwd: string;
  /** Text of the repository's own policy at the start commit. */
  readonly committed: string | undefined;
}

/** Throws `policy.invalid`. */
export async function loadPolicyOf({ policyPath, profile, cwd, committed }: PolicySource): Promise<Policy> {
  if (policyPath !== undefined) {
    return loadPolicy(readPolicyFile(resolve(cwd, policyPath)), { file: policyPath, profile });
  }
  if (committed !== undefined) return loadPolicy(committed, { file: POLICY_PATH, profile });
  const { BUILTIN_POLICY, BUILTIN_POLICY_NAME } = await import("../../policy/file/builtin-policy.ts");
  return loadPolicy(BUILTIN_POLICY, { file: BUILTIN_POLICY_NAME, profile });
}

/** The policy that a run started here would have; opens no cell. */
export async function loadPolicyHere({ world, ...choice }: PolicyChoice & { readonly world: World }): Promise<Policy> {
  const { cwd, env } = world;
  if (choice.policyPath !== undefined) return loadPolicyOf({ ...choice, cwd, committed: undefined });
  const { files } = await readHead(findCheckout(cwd), { pathVar: env["PATH"] ?? "", paths: [POLICY_PATH] });
  return loadPolicyOf({ ...choice, cwd, committed: files.get(POLICY_PATH) });
}

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
