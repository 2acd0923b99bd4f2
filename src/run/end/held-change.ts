/** Finds the changed files of a run that no rule and no person has approved, and records the question about them. */

import { headTail, oneLine } from "../../base/truncate.ts";
import { judgeChange } from "../../policy/judge-change.ts";
import type { HeldFile } from "../../protocol/approval.ts";
import { RunnerError } from "../../protocol/error.ts";
import { hasTrait, type OutcomeRecord } from "../../protocol/outcome.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import { changeDigest, judgedChange } from "../../workspace/change/judged-change.ts";
import type { TrustedGit } from "../../workspace/trusted-git.ts";
import type { Session } from "../open/session.ts";
import type { Workbench } from "../open/workbench.ts";

/** Journal and comments contain this much of the diff; changes.patch has all of it. */
const MAX_PREVIEW_CHARS = 40_000;
const MAX_SUMMARY_CHARS = 160;

type JudgedBench = Pick<Workbench, "cell" | "git" | "policy" | "repository" | "trustedCommit">;

/**
 * Returns the files that may not be published, and records a question to a person about those that an answer can publish. Returns
 * none where git fails: publishing judges again.
 */
export async function recordHeldFiles(
  session: Pick<Session, "state" | "emit">,
  { cell, git, policy, repository, trustedCommit }: JudgedBench,
  { outcome, tree }: Pick<OutcomeRecord, "outcome" | "tree">,
): Promise<readonly HeldFile[]> {
  const { begin, answered } = session.state();
  if (tree === undefined || begin?.readOnly !== false || !hasTrait(outcome, "delivered")) return [];
  const heldBy = judgeChange(policy, cell.rung, answered);
  try {
    const { objects, startTree } = await git();
    const from = repository.headTree;
    const before = await objects.edits(from, startTree() ?? from);
    const filters = { trees: [trustedCommit], before, asIs: policy.asIs };
    const held = await judgedChange({ git: objects, from, to: tree, heldBy, filters });
    const call = await questionAbout(held, { objects, sessionId: begin.sessionId });
    if (call !== undefined) await session.emit({ type: "deferral.open", held: [call] });
    return held.heldFiles;
  } catch (error) {
    if (error instanceof RunnerError && error.code === "git.failed") return [];
    throw error;
  }
}

/** The question about the files that an answer can publish; undefined where there are none. */
async function questionAbout(
  { tree, heldFiles }: Awaited<ReturnType<typeof judgedChange>>,
  { objects, sessionId }: Pick<TrustedGit, "objects"> & { readonly sessionId: string },
): Promise<HeldCall | undefined> {
  const digest = changeDigest(heldFiles, sessionId);
  const files = heldFiles.filter(({ isAnswerable }) => isAnswerable);
  const [first] = files;
  if (digest === undefined || first === undefined) return undefined;
  const patch = (await objects.patch(tree, await objects.treeWith(tree, files))) ?? "";
  const also = [...new Set(files.map(({ rule }) => rule))].filter((rule) => rule !== first.rule);
  const note = (dropped: number): string => `[${dropped} characters left out; changes.patch has all]`;
  return {
    callId: "publish",
    index: 0,
    tool: "publish",
    summary: oneLine(`publish ${files.map(({ path }) => path).join(", ")}`, MAX_SUMMARY_CHARS),
    preview: headTail(patch, MAX_PREVIEW_CHARS, note),
    capabilities: files.map(({ path }) => ({ kind: "write", path }) as const),
    rule: first.rule,
    ...(also.length === 0 ? {} : { also }),
    reason: first.reason,
    digest,
    files,
  };
}
