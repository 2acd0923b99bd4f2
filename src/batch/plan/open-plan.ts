/** Makes the plan of a batch file here: reads the base commit, its policy and the source. Asks no model. */

import { basename, relative, resolve } from "node:path";
import { readFileSync } from "node:fs";
import { isWithin } from "../../base/is-within.ts";
import { systemReason } from "../../base/system-error.ts";
import { CODE_OWNERS_FILES } from "../../github/people/code-owners.ts";
import { configError } from "../../protocol/error.ts";
import { realPath } from "../../run/open/outside.ts";
import { committedPolicyPaths } from "../../run/open/policy-path.ts";
import { loadPolicyOf } from "../../run/open/policy-source.ts";
import type { WorkbenchSettings, World } from "../../run/open/request.ts";
import { findCheckout } from "../../workspace/checkout.ts";
import { createCommitFiles } from "./sources/commit-files.ts";
import { originRepository } from "../../job/context/origin-repository.ts";
import { readHead } from "../../workspace/repository.ts";
import { readTrustedFiles } from "../../workspace/trusted-files.ts";
import { readBatchFile } from "../file/batch-file.ts";
import { makePlan, type MadePlan } from "./make-plan.ts";
import { readSource } from "./sources/read-source.ts";

export const BATCH_FOLDER = ".github/kimi-batch";

export interface OpenPlanOptions {
  readonly workbench: WorkbenchSettings;
  /** The batch file: a path, or the name of one in `.github/kimi-batch`. */
  readonly file: string;
  readonly world: Pick<World, "env">;
}

/** Throws `config.invalid` and `policy.invalid` with the place of what is wrong. */
export async function openPlan({ file: given, world, workbench }: OpenPlanOptions): Promise<MadePlan> {
  const { env } = world;
  const checkout = findCheckout(workbench.cwd);
  const { root } = checkout;
  const pathVar = env["PATH"] ?? "";
  const file = locate(given, { root, cwd: workbench.cwd });
  const policy = { ...workbench, root };
  const paths = [...committedPolicyPaths(policy), ...(file.isCommitted ? [file.path] : []), ...CODE_OWNERS_FILES];
  const { files, trustedCommit: commit } = await readHead(checkout, { pathVar, paths });
  const text = file.isCommitted ? files.get(file.path) : readOutside(file.path);
  if (text === undefined) throw notCommitted(file.path, commit);
  const yaml = readBatchFile(file.path, text);
  const { digest: policyDigest } = await loadPolicyOf({ ...policy, files, commit });
  const committed = createCommitFiles({ root, pathVar, commit });
  const records = await readSource({
    file: file.path,
    source: yaml.data.source,
    refuse: yaml.refuse,
    world: {
      readCommitted: async (path) =>
        (await readTrustedFiles({ root, pathVar, commit, files: [path], folders: [] })).get(path),
      listCommitted: committed.list,
      grepCommitted: committed.grep,
    },
  });
  const repository =
    env["GITHUB_REPOSITORY"] || originRepository(checkout, env["GITHUB_SERVER_URL"] || "https://github.com");
  return makePlan({
    yaml,
    records,
    name: basename(file.path).replace(/\.ya?ml$/, ""),
    file: file.path,
    base: commit,
    repository,
    policyDigest,
    codeOwners: CODE_OWNERS_FILES.map((path) => files.get(path)).find((found) => found !== undefined) ?? "",
  });
}

interface Located {
  /** From the root of the repository; absolute for a file outside of it. */
  readonly path: string;
  /** It belongs to the repository, and so is read from its commit. */
  readonly isCommitted: boolean;
}

function locate(given: string, { root, cwd }: { readonly root: string; readonly cwd: string }): Located {
  if (/^[\w-]+$/.test(given)) return { path: `${BATCH_FOLDER}/${given}.yml`, isCommitted: true };
  const path = resolve(realPath(cwd), given);
  return isWithin(path, root) ? { path: relative(root, path), isCommitted: true } : { path, isCommitted: false };
}

function readOutside(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw configError(
      `The batch file cannot be read: ${path}: ${systemReason(cause)}.`,
      "Give an existing YAML file.",
      cause,
    );
  }
}

function notCommitted(path: string, commit: string): Error {
  return configError(
    `The batch file ${path} is not in commit ${commit.slice(0, 12)}.`,
    "A batch file of the repository is read from the base commit. Commit it there, or name a file outside the repository.",
  );
}
