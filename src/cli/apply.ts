/** `kimi-runner apply <session>`: applies the change of a run to the repository around the current folder. */

import { jsonFile, statOrNone } from "../base/file-text.ts";
import { systemClock } from "../base/clock.ts";
import { member } from "../base/member.ts";
import { sha256File } from "../base/sha256.ts";
import { configError, describeError } from "../protocol/error.ts";
import { commitMessage } from "../publish/branch/commit-message.ts";
import { proposalOf } from "../publish/result/proposal.ts";
import { makeScratchDir, removeScratchDir, sweepGitDirectory } from "../run/open/leftovers.ts";
import { openBundle, type Bundle } from "../session/bundle.ts";
import { findCheckout, type Checkout } from "../workspace/checkout.ts";
import { commitPatch } from "../workspace/change/commit-patch.ts";
import { keepingFiles } from "../workspace/change/kept-files.ts";
import { configEnvironment } from "../workspace/git/git-environment.ts";
import { createGit, type Git } from "../workspace/git/git.ts";
import { patchFiles } from "../workspace/patch-files.ts";
import { trustedPath } from "../workspace/trusted-path.ts";
import { changedLines } from "./options/changed-lines.ts";
import { factsIn, sessionDir } from "./options/find-session.ts";
import type { Subcommand } from "./options/args.ts";

export const applyCommand: Subcommand = {
  usage: "apply <bundle|session|latest>",
  summary: "apply the change of a run to this repository, merged with what changed here",
  maxArguments: 1,
  options: { commit: { help: "commit the change with the message that the model proposed" } },
  run: async (args, world) => {
    const bundle = openBundle(sessionDir(args.positionals[0], world));
    requireChange(bundle);
    const checkout = findCheckout(world.cwd);
    const { root, worktreeDir } = checkout;
    sweepGitDirectory(checkout, systemClock.now(), world.warn);
    const pathVar = world.env["PATH"] ?? "";
    const path = trustedPath(pathVar, root);
    // Files that are put back get a new time of change, and git would take them for changed ones.
    const git = createGit({ cwd: root, path, env: configEnvironment([["core.trustctime", "false"]]) });
    const files = await patchFiles(bundle.patch, { pathVar, root });
    const paths = files.map((file) => file.path);
    const { isThere, conflicts } = await applyTo({ git, root, worktreeDir, patch: bundle.patch, paths });
    for (const file of files) {
      const mark = conflicts.includes(file.path) ? "conflict" : isThere ? "already applied" : "applied";
      world.out(`${mark}: ${file.path} ${changedLines(file)}\n`);
    }
    if (conflicts.length === 0 && args.has("commit")) {
      const message = proposedMessage(bundle);
      const commit = await commitPatch({ root, path, patch: bundle.patch, paths, message, env: world.env });
      const title = message.split("\n", 1)[0] ?? "";
      world.out(commit === undefined ? "already committed\n" : `committed: ${commit.slice(0, 12)} ${title}\n`);
    }
    if (conflicts.length === 0) return 0;
    const again = "`git checkout HEAD -- <file>` restores a file";
    world.err(`The same lines were changed here. Edit the files with conflicts and \`git add\` them; ${again}.\n`);
    return 1;
  },
};

/** The commit message that the model proposed. Without a proposed title, the title is the task's first line. */
function proposedMessage(bundle: Bundle): string {
  const { begin, ended } = factsIn(bundle);
  const [task, closing] = [member(begin, "task"), member(ended, "text")];
  const { title, text } = proposalOf(typeof closing === "string" ? closing : "");
  return commitMessage({
    title: typeof task === "string" ? (task.trim().split("\n", 1)[0] ?? "") : "",
    subject: title,
    body: text,
    sessionId: String(member(begin, "sessionId")),
  });
}

function requireChange({ patch, outcome }: Bundle): void {
  const ended = jsonFile(outcome);
  if ((statOrNone(patch)?.size ?? 0) > 0) {
    if (sha256File(patch) === member(ended, "patchDigest")) return;
    throw configError(
      "changes.patch is not the patch that the run recorded.",
      "`kimi-runner verify` names what else differs; fetch the bundle again.",
    );
  }
  const reason = member(ended, "reason");
  throw configError("The bundle holds no change.", typeof reason === "string" ? reason : "The run has no end yet.");
}

interface ApplyOptions extends Pick<Checkout, "root" | "worktreeDir"> {
  readonly git: Git;
  readonly patch: string;
  readonly paths: readonly string[];
}

/**
 * Applies the patch, unless it is there already. Where it fits as it is, the change stays unstaged. Else git merges it by way of the
 * index, and the files in which both sides changed the same lines are returned. Throws `config.invalid` when nothing could be applied.
 */
async function applyTo({ git, root, worktreeDir, patch, paths }: ApplyOptions) {
  const apply = async (...how: readonly string[]): Promise<Buffer> =>
    await git({ args: ["apply", ...how, "--whitespace=nowarn", "--", patch] });
  const isPossible = async (...how: readonly string[]): Promise<boolean> =>
    await apply(...how, "--check", "--verbose").then(
      () => true,
      () => false,
    );
  const fits = await isPossible();
  // An earlier call, the run or a person may have applied it.
  if (!fits && (await isPossible("--reverse"))) return { isThere: true, conflicts: [] };
  let dir: string | undefined;
  try {
    dir = makeScratchDir(worktreeDir);
    return await keepingFiles({ root, dir, paths }, async () => {
      const before = await unmerged(git);
      try {
        await (fits ? apply() : apply("--3way"));
        return { isThere: false, conflicts: [] };
      } catch (error) {
        const conflicts = (await unmerged(git)).filter((name) => !before.includes(name));
        if (conflicts.length === 0) throw error;
        return { isThere: false, conflicts };
      }
    });
  } catch (error) {
    const [what, hint] = fits
      ? ["could not be written", "Free space on the disk, or check who may write to these files."]
      : [
          "does not fit",
          "Commit or stash what is changed in these files, or check out the commit that the run started from.",
        ];
    // git also prints lines about its attempts; only its errors are shown.
    const reasons = new Set(describeError(error).match(/error: .+/g));
    const reason = reasons.size === 0 ? describeError(error) : [...reasons].join("; ").replaceAll("error: ", "");
    throw configError(`The change ${what}, and nothing was changed: ${reason}.`, hint, error);
  } finally {
    if (dir !== undefined) removeScratchDir(dir);
  }
}

/** The files with unresolved conflicts, also those of a merge that began before. */
async function unmerged(git: Git): Promise<readonly string[]> {
  const listed = (await git({ args: ["ls-files", "--unmerged", "-z"] })).toString("utf8");
  return [...new Set(Array.from(listed.matchAll(/\t([^\0]+)\0/g), ([, name = ""]) => name))];
}
