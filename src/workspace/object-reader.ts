/**
 * Reads objects of a checkout before the agent exists, with one git process for all requests. git is spawned directly, because
 * loading simple-git costs 6 ms, which can wait until the first request to the model is sent.
 */

import { spawn } from "node:child_process";
import { RunnerError } from "../protocol/error.ts";
import { createObjectReader, type BatchObject } from "./git/cat-file.ts";
import { configEnvironment, FIXED_ENV, TRUST_OWNER } from "./git/git-environment.ts";
import { trustedPath } from "./trusted-path.ts";

/** Reads objects by names that git resolves, in order; undefined for a missing object. Names have no newline. Calls must not overlap. */
export type ReadObjects = (names: readonly string[]) => Promise<readonly (BatchObject | undefined)[]>;

export interface ReadingOptions {
  /** The work tree. A git inside it is not run. */
  readonly root: string;
  readonly pathVar: string;
  /** A git directory of ours to read from. Otherwise git finds the work tree's own, which is never a bare one. */
  readonly ownGitDir?: string | undefined;
}

/** Calls `use` with a reader and ends its process afterwards. Throws `git.failed` with git's own words, and what `use` throws. */
export async function withObjects<T>(
  { root, pathVar, ownGitDir }: ReadingOptions,
  use: (read: ReadObjects) => Promise<T>,
): Promise<T> {
  const env = { PATH: trustedPath(pathVar, root), ...FIXED_ENV, ...configEnvironment([TRUST_OWNER]) };
  if (ownGitDir !== undefined) Object.assign(env, { GIT_DIR: ownGitDir });
  const git = spawn("git", ["cat-file", "--batch"], { cwd: root, env, stdio: ["pipe", "pipe", "pipe"] });
  const unread: (BatchObject | undefined)[] = [];
  let wake = (): void => {};
  const take = createObjectReader((object) => unread.push(object));
  git.stdout.on("data", (chunk: Buffer) => {
    take(chunk);
    wake();
  });
  const said: Buffer[] = [];
  git.stderr.on("data", (chunk: Buffer) => said.push(chunk));
  git.stdin.on("error", () => {}); // the end of git reports the reason
  const ended = new Promise<never>((_resolve, reject) => {
    git.on("error", (cause) => reject(failed("git was not found.", "Install git, or add its folder to PATH.", cause)));
    git.on("close", () => reject(failed(`git cat-file failed: ${Buffer.concat(said).toString("utf8").trim()}`)));
  });
  ended.catch(() => {}); // each read races with it below
  const read: ReadObjects = async (names) => {
    if (names.length > 0) git.stdin.write(`${names.join("\n")}\n`);
    while (unread.length < names.length) {
      await Promise.race([ended, new Promise<void>((resolve) => (wake = resolve))]);
    }
    return unread.splice(0, names.length);
  };
  try {
    return await use(read);
  } finally {
    git.stdin.end();
    git.kill(); // its remaining output is not needed
  }
}

/** The error for a commit that is missing, in a shallow clone or because of a wrong name. */
export function missingCommit(commit: string): RunnerError {
  return failed(`The trusted commit is not in the repository: ${commit}.`, "Fetch it first.");
}

function failed(message: string, hint?: string, cause?: unknown): RunnerError {
  return new RunnerError({ code: "git.failed", message, hint, cause });
}
