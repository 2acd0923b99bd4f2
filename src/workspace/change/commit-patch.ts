/**
 * Commits a patch on HEAD in a temporary index: other changes of the work tree are not in the commit, and stay as they are. The
 * user's own configuration applies: identity, hooks, signature.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NOWHERE } from "../../base/file-text.ts";
import { createGit, type GitPlace } from "../git/git.ts";

export interface CommitPatchRequest extends Pick<GitPlace, "path"> {
  readonly root: string;
  readonly patch: string;
  readonly paths: readonly string[];
  readonly message: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Variables of the user's environment that are passed on: they say who commits. */
const PASSED_ON = [
  "GIT_AUTHOR_NAME",
  "GIT_AUTHOR_EMAIL",
  "GIT_COMMITTER_NAME",
  "GIT_COMMITTER_EMAIL",
  "GNUPGHOME",
] as const;

/** Returns the new commit, or undefined if HEAD already has the change. Throws `git.failed` if the patch does not apply or the commit is refused. */
export async function commitPatch(request: CommitPatchRequest): Promise<string | undefined> {
  const { root, path, patch, paths, message, env } = request;
  const scratch = mkdtempSync(join(tmpdir(), "kimi-commit-"));
  const { HOME = NOWHERE } = env;
  const own = Object.fromEntries(PASSED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
  const variables = { ...own, HOME, GIT_CONFIG_GLOBAL: env["GIT_CONFIG_GLOBAL"] ?? join(HOME, ".gitconfig") };
  const git = createGit({ cwd: root, path, env: { ...variables, GIT_INDEX_FILE: join(scratch, "index") } });
  try {
    await git({ args: ["read-tree", "HEAD"] });
    const undo = ["apply", "--cached", "--reverse", "--check", "--verbose", "--", patch];
    const isThere = await git({ args: undo }).then(
      () => true,
      () => false,
    );
    if (isThere) return undefined;
    await git({ args: ["apply", "--cached", "--3way", "--whitespace=nowarn", "--", patch] });
    await git({ args: ["commit", "--quiet", "--file=-"], input: Buffer.from(message) });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  // Update the committed files in the user's index to the new HEAD.
  const user = createGit({ cwd: root, path });
  const input = Buffer.from(paths.map((name) => `:(top,literal)${name}\0`).join(""));
  await user({ args: ["reset", "--quiet", "--pathspec-from-file=-", "--pathspec-file-nul"], input });
  return (await user({ args: ["rev-parse", "HEAD"] })).toString("utf8").trim();
}
