/**
 * Reads objects of a checkout before the agent exists, with one git process for all requests. git is spawned directly, because
 * loading simple-git costs 6 ms, which can wait until the first request to the model is sent.
 */

import { spawn } from "node:child_process";
import { RunnerError } from "../protocol/error.ts";
import { objectAt, parseHead, type BatchObject } from "./cat-file.ts";
import { configEnvironment, FIXED_ENV, TRUST_OWNER } from "./git/git-environment.ts";
import { trustedPath } from "./trusted-path.ts";

/** Objects by names that git resolves, in order; undefined for a missing object. Names have no newline. */
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
  const answers = createAnswers();
  git.stdout.on("data", answers.add);
  const said: Buffer[] = [];
  git.stderr.on("data", (chunk: Buffer) => said.push(chunk));
  git.stdin.on("error", () => {}); // the end of git reports the reason
  const ended = new Promise<never>((_resolve, reject) => {
    git.on("error", (cause) => reject(failed("git was not found.", "Install git, or add its folder to PATH.", cause)));
    git.on("close", () => reject(failed(`git cat-file failed: ${Buffer.concat(said).toString("utf8").trim()}`)));
  });
  ended.catch(() => {}); // each read races with it below
  const read: ReadObjects = async (names) => {
    const objects: (BatchObject | undefined)[] = [];
    if (names.length > 0) git.stdin.write(`${names.join("\n")}\n`);
    while (objects.length < names.length) objects.push(await Promise.race([ended, answers.next()]));
    return objects;
  };
  try {
    return await use(read);
  } finally {
    git.stdin.end();
    git.kill(); // its remaining output is not needed
  }
}

interface Answers {
  readonly add: (chunk: Buffer) => void;
  /** The next object, once it is complete; undefined for a missing one. */
  readonly next: () => Promise<BatchObject | undefined>;
}

/** Joins the chunks of an answer when it is complete, so that a large object is copied once. */
function createAnswers(): Answers {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let wanted = 0;
  let wake = (): void => {};
  return {
    add(chunk) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= wanted) wake();
    },
    async next() {
      for (;;) {
        const [only, ...more] = chunks;
        const unread = only !== undefined && more.length === 0 ? only : Buffer.concat(chunks);
        chunks = [unread];
        const head = parseHead(unread, 0);
        wanted = head?.end ?? bytes + 1;
        if (head !== undefined && bytes >= wanted) {
          chunks = [unread.subarray(head.end)];
          bytes -= head.end;
          return objectAt(unread, head);
        }
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

/** The error for a commit that is missing, in a shallow clone or because of a wrong name. */
export function missingCommit(commit: string): RunnerError {
  return failed(`The trusted commit is not in the repository: ${commit}.`, "Fetch it first.");
}

function failed(message: string, hint?: string, cause?: unknown): RunnerError {
  return new RunnerError({ code: "git.failed", message, hint, cause });
}
