/** Reads objects of a checkout before the agent exists, with one git process for all requests. */

import { gitError, type RunnerError } from "../protocol/error.ts";
import { configEnvironment, FIXED_ENV, TRUST_OWNER } from "./git/git-environment.ts";
import { createOpenReader, type ReadObjects } from "./git/open-reader.ts";
import { trustedPath } from "./trusted-path.ts";

export interface ReadingOptions {
  /** The work tree. A git inside it is not run. */
  readonly root: string;
  readonly pathVar: string;
  /** A git directory of ours to read from. Otherwise git finds the work tree's own, which is never a bare one. */
  readonly ownGitDir?: string | undefined;
  /** A reader of that directory that is open. */
  readonly read?: ReadObjects | undefined;
}

/** Calls `use` with a reader and ends its process afterwards. Throws `git.failed` with git's own words, and what `use` throws. */
export async function withObjects<T>(
  { root, pathVar, ownGitDir, read }: ReadingOptions,
  use: (read: ReadObjects) => Promise<T>,
): Promise<T> {
  if (read !== undefined) return await use(read);
  const env = { PATH: trustedPath(pathVar, root), ...FIXED_ENV, ...configEnvironment([TRUST_OWNER]) };
  if (ownGitDir !== undefined) Object.assign(env, { GIT_DIR: ownGitDir });
  const reader = createOpenReader({ cwd: root, env });
  try {
    return await use(reader.read);
  } finally {
    reader.close();
  }
}

/** The error for a commit that is missing, in a shallow clone or because of a wrong name. */
export function missingCommit(commit: string): RunnerError {
  return gitError(`The trusted commit is not in the repository: ${commit}.`, "Fetch it first.");
}
