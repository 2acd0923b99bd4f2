/** `kimi-runner apply <session>`: brings the change of a run into the repository around the current folder. */

import { readFileSync, statSync } from "node:fs";
import { member, parseJson } from "../base/member.ts";
import { sha256File } from "../base/sha256.ts";
import { configError, describeError } from "../protocol/error.ts";
import { commitMessage } from "../publish/branch/commit-message.ts";
import { proposalOf } from "../publish/result/proposal.ts";
import { openBundle, type Bundle } from "../session/bundle.ts";
import { findCheckout } from "../workspace/checkout.ts";
import { commitPatch } from "../workspace/change/commit-patch.ts";
import { createGit, type Git } from "../workspace/git/git.ts";
import { patchFiles } from "../workspace/patch-files.ts";
import { trustedPath } from "../workspace/trusted-path.ts";
import { changedLines } from "./names/changed-lines.ts";
import { sessionDir } from "./names/find-session.ts";
import type { Subcommand } from "./options/args.ts";

export const applyCommand: Subcommand = {
  usage: "apply <bundle|session|latest>",
  summary: "bring the change of a run into this repository, merged with what changed here",
  maxArguments: 1,
  options: { commit: { help: "commit the change with the message that the model proposed" } },
  run: async (args, world) => {
    const bundle = openBundle(sessionDir(args.positionals[0], world));
    requireChange(bundle);
    const { root } = findCheckout(world.cwd);
    const pathVar = world.env["PATH"] ?? "";
    const path = trustedPath(pathVar, root);
    const git = createGit({ cwd: root, path });
    const files = await patchFiles(bundle.patch, { pathVar, root });
    const { isThere, conflicts } = await applyTo(git, bundle.patch);
    for (const file of files) {
      const mark = conflicts.includes(file.path) ? "conflict" : isThere ? "already applied" : "applied";
      world.out(`${mark}: ${file.path} ${changedLines(file)}\n`);
    }
    if (conflicts.length === 0 && args.has("commit")) {
      const message = proposedMessage(bundle);
      const paths = files.map((file) => file.path);
      const commit = await commitPatch({ root, path, patch: bundle.patch, paths, message, env: world.env });
      world.out(`committed: ${commit.slice(0, 12)} ${message.split("\n", 1)[0] ?? ""}\n`);
    }
    if (conflicts.length === 0) return 0;
    const again = "`git checkout HEAD -- <file>` takes a file back";
    world.err(`The same lines were changed here. Edit the files with conflicts and \`git add\` them; ${again}.\n`);
    return 1;
  },
};

/** By an earlier call, by the run, or by a person. */
async function isApplied(git: Git, patch: string): Promise<boolean> {
  return await git({ args: ["apply", "--reverse", "--check", "--verbose", "--", patch] }).then(
    () => true,
    () => false,
  );
}

/** The message that the model proposed; without a title of it, the task's first line. */
function proposedMessage({ outcome, session, journal }: Bundle): string {
  const closing = member(jsonIn(outcome), "text");
  const { title, text } = proposalOf(typeof closing === "string" ? closing : "");
  const begin = readFileSync(journal, "utf8").split("\n", 1)[0] ?? "";
  const task = member(member(parseJson(begin), "event"), "task");
  const id = member(jsonIn(session), "sessionId");
  return commitMessage({
    title: typeof task === "string" ? (task.trim().split("\n", 1)[0] ?? "") : "",
    subject: title,
    body: text,
    sessionId: String(id),
  });
}

function jsonIn(file: string): unknown {
  return statSync(file, { throwIfNoEntry: false }) && parseJson(readFileSync(file, "utf8"));
}

function requireChange({ patch, outcome }: Bundle): void {
  const ended = jsonIn(outcome);
  if ((statSync(patch, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    if (sha256File(patch) === member(ended, "patchDigest")) return;
    throw configError(
      "changes.patch is not the patch that the run recorded.",
      "`kimi-runner verify` names what else differs; fetch the bundle again.",
    );
  }
  const reason = member(ended, "reason");
  throw configError("The bundle holds no change.", typeof reason === "string" ? reason : "The run has no end yet.");
}

interface Applied {
  readonly isThere: boolean;
  /** Files in which both sides changed the same lines. */
  readonly conflicts: readonly string[];
}

/**
 * Leaves the change unstaged where it fits as it is. Else git merges it, with the index, and the files with conflicts are
 * returned. Throws `config.invalid` when nothing could be applied.
 */
async function applyTo(git: Git, patch: string): Promise<Applied> {
  const isThere = false;
  try {
    await git({ args: ["apply", "--whitespace=nowarn", "--", patch] });
    return { isThere, conflicts: [] };
  } catch {
    // The file differs here, or has changes that are not committed.
  }
  if (await isApplied(git, patch)) return { isThere: true, conflicts: [] };
  try {
    await git({ args: ["apply", "--3way", "--whitespace=nowarn", "--", patch] });
    return { isThere, conflicts: [] };
  } catch (error) {
    const unmerged = (await git({ args: ["diff", "--name-only", "--diff-filter=U", "-z"] })).toString("utf8");
    const conflicts = unmerged.split("\0").filter((name) => name !== "");
    if (conflicts.length > 0) return { isThere, conflicts };
    throw configError(
      `The change does not fit, and nothing was changed. ${describeError(error)}`,
      "Commit or stash what is changed in these files, or check out the commit that the run started from.",
      error,
    );
  }
}
