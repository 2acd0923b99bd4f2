/** Finds the changed files that no rule and no person has approved, at the end of a run, and makes the question about them. */

import { headTail, oneLine } from "../../base/truncate.ts";
import type { HeldBy, HeldFile } from "../../protocol/approval.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import { changeDigest, judgedChange } from "../../workspace/change/judged-change.ts";
import type { TrustedGit } from "../../workspace/trusted-git.ts";

export interface EndedChange {
  readonly git: Pick<TrustedGit, "objects">;
  readonly from: string;
  readonly to: string;
  readonly heldBy: HeldBy;
  readonly sessionId: string;
}

interface HeldChange {
  readonly heldFiles: readonly HeldFile[];
  /** The question, where there are files that an answer can publish. */
  readonly call?: HeldCall | undefined;
}

/** Journal and comments contain this much of the diff; changes.patch has all of it. */
const MAX_PREVIEW_CHARS = 40_000;
const MAX_SUMMARY_CHARS = 160;

/** Judges the change of a run. Throws `git.failed`. */
export async function heldChange({ git, from, to, heldBy, sessionId }: EndedChange): Promise<HeldChange> {
  const { tree, heldFiles } = await judgedChange({ git: git.objects, from, to, heldBy });
  const digest = changeDigest(heldFiles, sessionId);
  const files = heldFiles.filter(({ isAnswerable }) => isAnswerable);
  const [first] = files;
  if (digest === undefined || first === undefined) return { heldFiles };
  const patch = await git.objects.patch(tree, await git.objects.treeWith(tree, files));
  const also = [...new Set(files.map(({ rule }) => rule))].filter((rule) => rule !== first.rule);
  const call = {
    callId: "publish",
    index: 0,
    tool: "publish",
    summary: oneLine(`publish ${files.map(({ path }) => path).join(", ")}`, MAX_SUMMARY_CHARS),
    preview: headTail(
      patch ?? "",
      MAX_PREVIEW_CHARS,
      (dropped) => `[${dropped} characters left out; changes.patch has all]`,
    ),
    capabilities: files.map(({ path }) => ({ kind: "write", path }) as const),
    rule: first.rule,
    ...(also.length === 0 ? {} : { also }),
    reason: first.reason,
    digest,
    files,
  };
  return { heldFiles, call };
}
