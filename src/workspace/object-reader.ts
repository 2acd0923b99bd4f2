/**
 * Reading objects of a checkout before the agent exists: one git process, asked as often as needed. git is spawned directly:
 * simple-git costs 6 ms to load, which can wait until the first request is out.
 */

import { spawn } from "node:child_process";
import { RunnerError } from "../protocol/error.ts";
import { objectAt, parseHead, type BatchObject } from "./cat-file.ts";
import { FIXED_ENV } from "./git-environment.ts";
import { trustedPath } from "./trusted-path.ts";

/** Objects by the names that git knows them by, in order; undefined for what is not there. Names hold no newline. */
export type ReadObjects = (names: readonly string[]) => Promise<readonly (BatchObject | undefined)[]>;

/** `cat-file` runs nothing of the repository, so that one of another owner (a container's checkout) may be read. */
const TRUST_OWNER = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "safe.directory", GIT_CONFIG_VALUE_0: "*" };

export interface ReadingOptions {
  /** The work tree; a git that lies in it is not run. */
  readonly root: string;
  /** PATH to find git on. */
  readonly pathVar: string;
}

/** Hands a reader to `use` and ends its process afterwards. Throws `git.failed` with git's own words, and what `use` throws. */
export async function withObjects<T>(
  { root, pathVar }: ReadingOptions,
  use: (read: ReadObjects) => Promise<T>,
): Promise<T> {
  const env = { PATH: trustedPath(pathVar, root), ...FIXED_ENV, ...TRUST_OWNER };
  const git = spawn("git", ["cat-file", "--batch"], { cwd: root, env, stdio: ["pipe", "pipe", "pipe"] });
  const answers = createAnswers();
  git.stdout.on("data", answers.add);
  const said: Buffer[] = [];
  git.stderr.on("data", (chunk: Buffer) => said.push(chunk));
  git.stdin.on("error", () => {}); // a git that ended early says why on its own
  const ended = new Promise<never>((_resolve, reject) => {
    git.on("error", (cause) => reject(failed("git was not found.", "Install git, or add its folder to PATH.", cause)));
    git.on("close", () => reject(failed(`git cat-file failed: ${Buffer.concat(said).toString("utf8").trim()}`)));
  });
  ended.catch(() => {}); // raced below while somebody waits for an answer
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
    git.kill(); // whatever it still had to say, nobody listens
  }
}

interface Answers {
  readonly add: (chunk: Buffer) => void;
  /** The next object, once it is there whole; undefined for what is missing. */
  readonly next: () => Promise<BatchObject | undefined>;
}

/** Chunks are joined only when the answer is whole: an object of many megabytes is copied once. */
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

/** The error for a commit that a shallow clone, or a wrong name, leaves out. */
export function missingCommit(commit: string): RunnerError {
  return failed(`The trusted commit is not in the repository: ${commit}.`, "Fetch it first.");
}

function failed(message: string, hint?: string, cause?: unknown): RunnerError {
  return new RunnerError({ code: "git.failed", message, hint, cause });
}
