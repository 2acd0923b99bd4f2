/** `kimi-runner apply <session>`: brings the change of a run into the repository around the current folder. */

import { readFileSync, statSync } from "node:fs";
import { member, parseJson } from "../base/member.ts";
import { plainText } from "../base/plain-text.ts";
import { configError, describeError } from "../protocol/error.ts";
import { openBundle, type Bundle } from "../session/bundle.ts";
import { findCheckout } from "../workspace/checkout.ts";
import { createGit, type Git } from "../workspace/git/git.ts";
import { patchFiles } from "../workspace/patch-files.ts";
import { trustedPath } from "../workspace/trusted-path.ts";
import { changedLines } from "./names/changed-lines.ts";
import { sessionDir } from "./names/find-session.ts";
import type { Subcommand } from "./args.ts";

export const applyCommand: Subcommand = {
  usage: "apply <bundle|session|latest>",
  summary: "bring the change of a run into this repository, merged with what changed here",
  maxArguments: 1,
  options: {},
  run: async (args, world) => {
    const bundle = openBundle(sessionDir(args.positionals[0], world));
    requireChange(bundle);
    const { root } = findCheckout(world.cwd);
    const pathVar = world.env["PATH"] ?? "";
    const git = createGit({ cwd: root, path: trustedPath(pathVar, root) });
    const files = await patchFiles(bundle.patch, { pathVar, root });
    const conflicts = await applyTo(git, bundle.patch);
    for (const file of files) {
      const mark = conflicts.includes(file.path) ? "conflict" : "applied";
      world.out(plainText(`${mark}: ${file.path} ${changedLines(file)}\n`));
    }
    if (conflicts.length === 0) return 0;
    const again = "`git checkout HEAD -- <file>` takes a file back";
    world.err(`The same lines were changed here. Edit the files with conflicts and \`git add\` them; ${again}.\n`);
    return 1;
  },
};

function requireChange({ patch, outcome }: Bundle): void {
  if ((statSync(patch, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
  const reason =
    statSync(outcome, { throwIfNoEntry: false }) && member(parseJson(readFileSync(outcome, "utf8")), "reason");
  throw configError("The bundle holds no change.", typeof reason === "string" ? reason : "The run has no end yet.");
}

/**
 * Leaves the change unstaged where it fits as it is. Else git merges it, with the index, and the files in which both sides changed
 * the same lines are returned. Throws `config.invalid` when nothing could be applied.
 */
async function applyTo(git: Git, patch: string): Promise<readonly string[]> {
  try {
    await git({ args: ["apply", "--whitespace=nowarn", "--", patch] });
    return [];
  } catch {
    // The file differs here, or has changes that are not committed.
  }
  try {
    await git({ args: ["apply", "--3way", "--whitespace=nowarn", "--", patch] });
    return [];
  } catch (error) {
    const unmerged = (await git({ args: ["diff", "--name-only", "--diff-filter=U", "-z"] })).toString("utf8");
    const conflicts = unmerged.split("\0").filter((name) => name !== "");
    if (conflicts.length > 0) return conflicts;
    throw configError(
      `The change does not fit, and nothing was changed. ${describeError(error)}`,
      "Commit or stash what is changed in these files, or check out the commit that the run started from.",
      error,
    );
  }
}
