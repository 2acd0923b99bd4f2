/** Finds the changed files of a run that no rule and no person has approved, and records the question about them. */

import { headTail, oneLine } from "../../base/truncate.ts";
import { judgeChange } from "../../policy/judge-change.ts";
import type { HeldFile, UnshownFile } from "../../protocol/approval.ts";
import { RunnerError } from "../../protocol/error.ts";
import { hasTrait, type OutcomeRecord } from "../../protocol/outcome.ts";
import type { HeldCall } from "../../protocol/wire.ts";
import { changeDigest, judgedChange, type JudgedChange } from "../../workspace/change/judged-change.ts";
import { diffsByPath } from "../../workspace/git/patch-headers.ts";
import type { PublishGit } from "../../workspace/push.ts";
import type { Session } from "../open/session.ts";
import type { Workbench } from "../open/workbench.ts";

/** What the diffs of a request may have together, half of what GitHub accepts in a comment. changes.patch has all of them. */
const MAX_PREVIEW_CHARS = 30_000;
const MAX_SUMMARY_CHARS = 160;

/** Returns the files that may not be published, and asks a person about them. Publishing judges again. */
export async function recordHeldFiles(
  session: Session,
  { cell, git, policy, repository, trustedCommit }: Workbench,
  { outcome, tree }: Pick<OutcomeRecord, "outcome" | "tree">,
): Promise<readonly HeldFile[]> {
  const { begin, answered } = session.state();
  if (tree === undefined || begin?.readOnly !== false || !hasTrait(outcome, "delivered")) return [];
  const heldBy = judgeChange(policy, cell.level, answered);
  try {
    const { objects, startTree } = await git();
    const from = repository.headTree;
    const before = await objects.edits(from, startTree() ?? from);
    const filters = { trees: [trustedCommit], before, asIs: policy.asIs };
    const held = await judgedChange({ git: objects, from, to: tree, heldBy, filters });
    const call = await questionAbout(held, objects, begin.sessionId);
    if (call !== undefined) await session.emit({ type: "deferral.open", held: [call] });
    return held.heldFiles;
  } catch (error) {
    if (error instanceof RunnerError && error.code === "git.failed") return [];
    throw error;
  }
}

/** The request for approval of the files that an answer can publish; undefined where there are none. */
export async function questionAbout(
  { tree, heldFiles }: Pick<JudgedChange, "tree" | "heldFiles">,
  objects: Pick<PublishGit, "patch" | "treeWith">,
  sessionId: string,
): Promise<HeldCall | undefined> {
  const digest = changeDigest(heldFiles, sessionId);
  const files = heldFiles.filter(({ isAnswerable }) => isAnswerable);
  const [first] = files;
  if (digest === undefined || first === undefined) return undefined;
  const { visibleText } = await import("../../publish/render/visible-text.ts"); // few runs ask
  const patch = await objects.patch(tree, await objects.treeWith(tree, files));
  const also = [...new Set(files.map(({ rule }) => rule))].filter((rule) => rule !== first.rule);
  return {
    callId: "publish",
    index: 0,
    tool: "publish",
    summary: oneLine(`publish ${files.map(({ path }) => path).join(", ")}`, MAX_SUMMARY_CHARS),
    ...showing(files, patch === undefined ? new Map<string, string>() : diffsByPath(patch), visibleText),
    capabilities: files.map(({ path }) => ({ kind: "write", path }) as const),
    rule: first.rule,
    ...(also.length === 0 ? {} : { also }),
    reason: first.reason,
    digest,
    files,
  };
}

/** The diffs of the files that have room, each of them whole, and the other files. If none has room, a part of the first one. */
function showing(
  files: readonly HeldFile[],
  diffs: ReadonlyMap<string, string>,
  seen: (text: string) => string,
): Required<Pick<HeldCall, "preview" | "unshown">> {
  const shown: string[] = [];
  const unshown: UnshownFile[] = [];
  let room = MAX_PREVIEW_CHARS;
  for (const { path, oid } of files) {
    const diff = diffs.get(path);
    const isText = diff !== undefined && !isBinary(diff);
    const parts = isText ? [diff] : [];
    if (diff !== undefined && oid === undefined) parts.push(headOf(diff)); // the path of a deleted file says all
    const fitting = parts.find((part) => seen(part).length <= room);
    if (fitting === undefined) {
      unshown.push({ path, ...(isText ? { chars: diff.length } : {}) });
    } else {
      shown.push(fitting);
      room -= seen(fitting).length;
    }
  }
  const first = shown.length > 0 ? undefined : unshown.find(({ chars }) => chars !== undefined);
  const cut = (first && diffs.get(first.path)) ?? "";
  const note = (dropped: number): string => `[${dropped} characters left out; changes.patch has all]`;
  return { preview: `${shown.join("")}${headTail(cut, MAX_PREVIEW_CHARS, note)}`, unshown };
}

function isBinary(diff: string): boolean {
  return /\n(?:GIT binary patch|Binary files .* differ)\n/.test(diff); // and not behind a carriage return
}

function headOf(diff: string): string {
  const end = diff.search(/(?<=\n)(?:@@ |GIT binary patch\n|Binary files )/);
  return end === -1 ? diff : diff.slice(0, end);
}
