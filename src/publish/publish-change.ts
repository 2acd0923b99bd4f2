/** Publishes the part of a change that may be published on a branch, and reports the files that are left out. */

import { namedUpTo } from "../base/words.ts";
import type { HeldFile } from "../protocol/approval.ts";
import { hasTrait } from "../protocol/outcome.ts";
import type { PublishRequest } from "./publish-request.ts";
import { heldRefusal, MAX_NAMED, refused, type BranchResult, type Refusal } from "./result/publish-result.ts";
import { deliverBranch, leakRefusal } from "./branch/branch.ts";
import { commitMessage, noReply } from "./branch/commit-message.ts";
import { ownBranch } from "./branch/own-branch.ts";
import { proposalOf } from "./result/proposal.ts";
import {
  changeDigest,
  judgedChange,
  type JudgedChange,
  type UnfilteredFile,
} from "../workspace/change/judged-change.ts";
import { refusalOfClosed } from "./branch/pull-request.ts";

export interface PublishedChange {
  readonly branch: BranchResult;
  readonly heldFiles: readonly HeldFile[];
  /** The refusal of the files that are left out, if others were published. */
  readonly left: readonly Refusal[];
  /** Files that are published without their filters. */
  readonly unfiltered?: readonly UnfilteredFile[] | undefined;
  /** The title that the model proposed and the commit has; undefined if the commit has another one. */
  readonly subject?: string | undefined;
  /** The change if it is not pushed; without a text if it is too long to be read. */
  readonly patch?: { readonly text: string | undefined } | undefined;
}

/** Judges and publishes. A server's refusals are returned, not thrown. */
export async function publishChange(request: PublishRequest): Promise<PublishedChange> {
  const { github, target, run, origin, runUrl, reply } = request;
  const { destination, git, remote, commit: way } = target;
  const { facts, changes, merge } = run;
  const withoutChange = (branch: BranchResult): PublishedChange => ({ branch, heldFiles: [], left: [] });
  if (!hasTrait(facts.outcome?.outcome ?? "failed", "delivered")) return withoutChange({ kind: "none" });
  if (destination.kind === "none") {
    const { refusal } = destination;
    return refusal === undefined || changes.length === 0
      ? withoutChange({ kind: "none" })
      : await shownChange(request, refusal);
  }
  const own = destination.kind === "own";
  // What is pushed to the branch of a closed pull request is in no pull request.
  const closed = own || changes.length === 0 ? undefined : await refusalOfClosed(github, destination.number);
  if (closed !== undefined) return withoutChange(refused(closed));
  const { from, tree, since, heldFiles, unfiltered, changed } = await judgedOf(request);
  const { sessionId, depth } = facts;
  const { serverUrl } = github.repo;
  const digest = reply?.deferral?.isKept === true ? changeDigest(heldFiles, sessionId) : undefined;
  const left = heldRefusal({ heldFiles, changed }, fixOf(heldFiles, digest, reply?.deferral?.command));
  const [nothing] = tree === from ? left : [];
  if (nothing !== undefined) return { branch: refused(nothing), heldFiles, left: [] };
  if (merge !== undefined) {
    const unfinished = await unfinishedMerge(git, merge, { tree, heldFiles });
    if (unfinished !== undefined) return { branch: refused(unfinished), heldFiles, left: [] };
  }
  const { thread, title, requester, requestKey = sessionId } = origin;
  const subject = await proposedSubject(request);
  const named = ownBranch(requestKey, thread);
  const { branch: name = named } = destination;
  const branch = await deliverBranch({
    ...github,
    ...run,
    tree,
    since: merge === undefined ? since : undefined, // a merge is published whole
    git,
    remote,
    way,
    branch: name,
    spare: own ? (name === named ? `${named}-2` : undefined) : named,
    mayCreate: own,
    isTask: own && isTask(request),
    isNew: own && origin.isFirst,
    sessionId,
    atSeconds: Math.floor(run.beganAt / 1000),
    identity: { name: github.self.login, email: noReply(github.self, serverUrl) },
    message: commitMessage({ title, subject, number: thread?.number, sessionId, depth, requester, runUrl, serverUrl }),
  });
  return { branch, heldFiles, left, unfiltered: "commit" in branch ? unfiltered : [], subject };
}

/** Makes a patch of the part that may be published, for a branch that may not be pushed to. */
async function shownChange(request: PublishRequest, refusal: Refusal): Promise<PublishedChange> {
  const { git } = request.target;
  const { search } = request.run;
  const { from, tree, heldFiles, unfiltered, changed } = await judgedOf(request);
  const left = heldRefusal({ heldFiles, changed }, fixOf([], undefined));
  if (tree === from) return { branch: refused(left[0] ?? refusal), heldFiles, left: [] };
  const leak = await leakRefusal({ git, tree, search }, from);
  if (leak !== undefined) return { branch: refused(leak), heldFiles, left };
  return { branch: refused(refusal), heldFiles, left, unfiltered, patch: { text: await git.patch(from, tree) } };
}

/** The judged change since the tree `from`, with the files that the run changed and that are not in its change at all. */
async function judgedOf({ target: { git }, run }: PublishRequest): Promise<JudgedChange & { readonly from: string }> {
  const from = await git.treeOf(run.base);
  const judged = await judgedChange({ ...run, git, from, to: run.tree });
  const apart = run.facts.outcome?.apart ?? [];
  return { ...judged, from, heldFiles: [...judged.heldFiles, ...apart], changed: judged.changed + apart.length };
}

/** The refusal of an incomplete merge: a part of it would undo changes of one side, or publish conflict marks. */
async function unfinishedMerge(
  git: PublishRequest["target"]["git"],
  [head, base]: NonNullable<PublishRequest["run"]["merge"]>,
  { tree, heldFiles }: Pick<JudgedChange, "tree" | "heldFiles">,
): Promise<Refusal | undefined> {
  const fix = "Resolve these files by hand, or apply changes.patch of the run's bundle to the merge.";
  if (heldFiles.length > 0) {
    const paths = heldFiles.map(({ path }) => path);
    const reason = `The merge was not published, because a part of it may not be: ${namedUpTo(paths, MAX_NAMED)}.`;
    return { code: "protected_path", reason, fix };
  }
  const marked = await git.filesWith(tree, [`<<<<<<< ${head}`, `>>>>>>> ${base}`]);
  if (marked.length === 0) return undefined;
  const reason = `The merge was not published: conflicts are left in ${namedUpTo(marked, MAX_NAMED)}.`;
  return { code: "failed", reason, fix };
}

/** Whether the run belongs to a task, whose runs share a branch. */
export function isTask({ origin: { thread, requestKey } }: Pick<PublishRequest, "origin">): boolean {
  return thread === undefined && requestKey !== undefined;
}

/** The title that the model proposes, in the style of the log; undefined where there is none that can be used. */
async function proposedSubject({ target: { git }, run }: PublishRequest): Promise<string | undefined> {
  const { title } = proposalOf(run.facts.outcome?.text);
  if (title === undefined) return undefined;
  const subjects = await git.subjects(run.base).catch(() => []); // without the log the title keeps its style
  return inStyleOf(
    subjects,
    title,
    run.changes.map(({ path }) => path),
  );
}

function fixOf(heldFiles: readonly HeldFile[], digest: string | undefined, command = "/kimi"): string {
  const byHand = "apply the wanted parts of changes.patch of the run's bundle by hand";
  if (!heldFiles.some(({ isAnswerable }) => isAnswerable)) return `A person can ${byHand}.`;
  if (digest !== undefined) {
    const short = digest.slice(0, 12);
    return `Comment ${command} approve ${short} to publish what waits for an answer, or ${command} reject ${short} to drop it.`;
  }
  return `Approve the files with the run's bundle on a machine (kimi-runner resume <bundle> --approve all), or ${byHand}.`;
}

/** `fix(parser)!: words`. */
const CONVENTIONAL = /^[a-z]+(?:\([^()\n]+\))?!?: \S/i;

/** True where at least half of the subjects that people chose have the form. Git and GitHub choose those of merges and reverts. */
export function isConventional(subjects: readonly string[]): boolean {
  const chosen = subjects.filter((subject) => !/^(?:Merge |Revert "|Initial commit$)/.test(subject));
  return chosen.length > 0 && chosen.filter((subject) => CONVENTIONAL.test(subject)).length * 2 >= chosen.length;
}

/** The subject in the style of the log. `paths`: the changed files, from which a missing type is taken. */
export function inStyleOf(subjects: readonly string[], title: string, paths: readonly string[]): string {
  if (!isConventional(subjects) || CONVENTIONAL.test(title)) return title;
  const [first = ""] = Array.from(title);
  // "README" and "API" keep their capitals.
  const rest = title.slice(first.length);
  const words = /^\p{Lu}/u.test(rest) ? title : `${first.toLowerCase()}${rest}`;
  return `${typeOf(paths)}: ${words}`;
}

const DOCS = /(?:^|\/)docs?\/|\.(?:md|mdx|rst|adoc|txt)$/i;
const TESTS = /(?:^|\/)(?:tests?|__tests__|spec)\/|[._-](?:test|spec)\.\w+$|_test\.\w+$/i;

function typeOf(paths: readonly string[]): string {
  const all = (kind: RegExp): boolean => paths.length > 0 && paths.every((path) => kind.test(path));
  if (all(DOCS)) return "docs";
  return all(TESTS) ? "test" : "fix";
}
