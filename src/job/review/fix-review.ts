/**
 * `/kimi fix review`: commits the proven suggestions of the last review, as the record of the review has them and not as the comments
 * do by now. No model is asked. The head has to be the one on which they were proven, so that a second request commits nothing.
 */

import { systemClock } from "../../base/clock.ts";
import { createLeakSearch } from "../../base/redact.ts";
import { counted, namedUpTo } from "../../base/words.ts";
import { judgeChange } from "../../policy/judge-change.ts";
import type { Policy } from "../../policy/policy.ts";
import { NO_ANSWERS, type FileVersion, type HeldBy } from "../../protocol/approval.ts";
import { deliverUnmoved } from "../../publish/branch/branch.ts";
import { commitMessage, noReply } from "../../publish/branch/commit-message.ts";
import { safeInline } from "../../publish/render/safe-markdown.ts";
import { isSuggestion, type Suggestion } from "../../review/check-finding.ts";
import { applySuggestions } from "../../review/suggestion.ts";
import { placeOf } from "../../review/terminal.ts";
import { judgedChange } from "../../workspace/change/judged-change.ts";
import { createGit } from "../../workspace/git/git.ts";
import { objectId } from "../../workspace/git/object-id.ts";
import { createLooseObjects } from "../../workspace/loose-objects.ts";
import { spanOfCode } from "../../base/plain-text.ts";
import { destinationOf, requesterOf, type JobContext } from "../context/job-context.ts";
import type { JobEnd } from "../context/job-end.ts";
import { openJobGit, policyAt, treeThere, type JobGit } from "../context/job-git.ts";
import { jobRedact, jobSecrets, remoteOf, repoOf } from "../context/job-parts.ts";
import { postReply } from "../context/posts.ts";
import { readEarlier } from "./earlier.ts";
import type { ReviewRecord } from "../../session/review-record.ts";
import { readRecord } from "./review-record.ts";
import { readFileObject } from "../../workspace/git/open-reader.ts";

/** Commits them, or answers why not. `depth` counts the runs that led to this one. Throws `RunnerError` where git fails. */
export async function fixReview(context: JobContext, depth: number): Promise<JobEnd> {
  const said = await committed(context, depth);
  const replied = await postReply(context, jobRedact(context)(said));
  await context.reaction?.withdraw();
  return replied;
}

async function committed(context: JobContext, depth: number): Promise<string> {
  const { thread, inputs } = context;
  const { pull } = thread ?? {};
  const destination = destinationOf(context);
  const again = `Comment \`${inputs.start.trigger} review\` first.`;
  if (pull === undefined || pull.fork)
    return nothing("the pull request comes from a fork", "Its author can apply them.");
  if (destination.kind !== "pull-request")
    return nothing("the head of the pull request is the branch that runs go into", "Apply the suggestions one by one.");
  if (inputs.publish === "none") return nothing("this job publishes nothing", "Set `publish: github`.");
  using own = await openJobGit(context);
  const missing = "there is no record of a review of this pull request";
  const { record, problem = missing } = await readRecord(context, own.refs);
  if (record === undefined)
    return nothing(safeInline(problem.replace(/\.$/, "")), `${again} The record needs \`contents: write\`.`);
  const { standing } = await readEarlier(context, thread?.number ?? 0);
  const isEnded = ({ fingerprint }: Suggestion): boolean => standing.get(fingerprint) === "ended";
  const proven = record.findings.filter(isSuggestion).filter(({ fingerprint }) => record.proven.includes(fingerprint));
  const chosen = proven.filter((one) => !isEnded(one));
  const at = record.head.slice(0, 12);
  if (proven.length === 0) return nothing(`no suggestion of the review at ${at} is proven`);
  if (chosen.length === 0) return nothing(`the proven suggestions of the review at ${at} were dismissed`);
  await treeThere(own.git.objects, remoteOf(context), record.head);
  const tree = await treeWith(own, record, chosen);
  const held = await heldBy(context, own, { head: record.head, tree });
  if (held !== undefined) return held;
  const result = await deliverUnmoved(requestOf(context, own, { record, chosen, tree, depth, ...destination }));
  const listed = chosen.map((one) => `- ${spanOfCode(placeOf(one))}: ${safeInline(one.title)}`).join("\n");
  if (result.kind === "none" || result.kind === "refused") {
    if (result.kind === "refused" && result.code !== "moved")
      return nothing(undefined, `${result.reason} ${result.fix}`);
    return nothing(`the head moved since the review at ${at}, on which the suggestions are proven`, again);
  }
  if (result.kind === "unchanged")
    return `The proven suggestions of the review at ${at} are on the branch already, at ${result.commit.slice(0, 12)}.\n\n${listed}`;
  const left = proven.length - chosen.length;
  const without =
    left === 0 ? "" : ` ${counted(left, "suggestion")} that a person dismissed ${left === 1 ? "is" : "are"} left out.`;
  return `Committed ${counted(chosen.length, "proven suggestion")} of the review at ${at} in ${result.commit}.${without}\n\n${listed}`;
}

function nothing(why: string | undefined, fix = ""): string {
  return `Nothing was committed${why === undefined ? "" : `: ${why}`}. ${fix}`.trim();
}

/** The tree of the reviewed commit with the suggestions. */
async function treeWith(
  { git: { gitDir, objects }, path }: JobGit,
  { head }: ReviewRecord,
  chosen: readonly Suggestion[],
): Promise<string> {
  const git = createGit({ cwd: gitDir, path, env: { GIT_DIR: gitDir, GIT_LITERAL_PATHSPECS: "1" } });
  const paths = [...new Set(chosen.map((one) => one.path))];
  const listed = await git({ args: ["ls-tree", "-z", "--full-tree", objectId(head), "--", ...paths] });
  const entries = listed.toString("utf8").matchAll(/(100\d{3}) blob ([0-9a-f]+)\t([^\0]+)\0/g);
  const loose = createLooseObjects(gitDir);
  const edits: FileVersion[] = [];
  for (const [, mode = "", oid = "", name = ""] of entries) {
    const own = chosen.filter((one) => one.path === name);
    const after = applySuggestions(await readFileObject(objects.read, oid), own);
    edits.push({ path: name, mode, oid: await loose.put("blob", after) });
  }
  return await objects.treeWith(await objects.treeOf(head), edits);
}

/** Why the policy of the base keeps some of it from being committed. The person's command approves what no rule names, and nothing that a rule holds. */
async function heldBy(
  context: JobContext,
  own: JobGit,
  { head, tree }: { readonly head: string; readonly tree: string },
): Promise<string | undefined> {
  const base = context.thread?.pull?.baseSha ?? head;
  const policy = await policyAt(context, own, base);
  const filters = { trees: [base], asIs: policy.asIs };
  const { objects } = own.git;
  const from = await objects.treeOf(head);
  const { heldFiles } = await judgedChange({ git: objects, from, to: tree, heldBy: byRule(policy), filters });
  const [first] = heldFiles;
  if (first === undefined) return undefined;
  const paths = heldFiles.map((one) => spanOfCode(one.path));
  const why = `the rule ${spanOfCode(first.rule)} of the policy keeps ${namedUpTo(paths, 5)} from being changed`;
  return nothing(why, "Apply the suggestions one by one.");
}

function byRule(policy: Policy): HeldBy {
  const judge = judgeChange(policy, "sealed", NO_ANSWERS);
  return (version, found) => {
    const held = judge(version, found);
    if (held?.rule !== "default") return held;
    return found === undefined ? undefined : { ...found, isAnswerable: false };
  };
}

interface Committing {
  readonly record: ReviewRecord;
  readonly chosen: readonly Suggestion[];
  readonly tree: string;
  readonly depth: number;
  /** Of the pull request. */
  readonly branch: string;
}

function requestOf(context: JobContext, { git }: JobGit, { record, chosen, tree, depth, branch }: Committing) {
  const { outbox, inputs, self, job, thread, trigger } = context;
  const { serverUrl, runUrl } = job;
  const search = createLeakSearch(jobSecrets(context));
  const message = commitMessage({
    title: `Apply ${counted(chosen.length, "suggestion")} of the review`,
    body: chosen.map((one) => `- ${placeOf(one)}: ${one.title}`).join("\n"),
    number: thread?.number,
    sessionId: record.id,
    depth,
    requester: requesterOf(trigger),
    runUrl,
    serverUrl,
  });
  return {
    client: outbox.api,
    repo: repoOf(context),
    git: outbox.wrapGit(git.objects),
    remote: remoteOf(context),
    way: inputs.commit,
    branch,
    mayCreate: false,
    base: record.head,
    tree,
    heldBy: () => undefined,
    message: jobRedact(context)(message),
    sessionId: record.id,
    identity: { name: self.login, email: noReply(self, serverUrl) },
    atSeconds: Math.floor(systemClock.now() / 1000),
    search,
  };
}
