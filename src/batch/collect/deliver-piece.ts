/**
 * One piece to its pull request, through the publisher's own parts: branch by its name, pull request by its branch, so that a collect
 * that is killed at any point, or two at once, lead to one. Of a change only what the policy approves is published.
 */

import { member } from "../../base/member.ts";
import { oneLine } from "../../base/truncate.ts";
import { commitMessage, harmlessTitle, noReply } from "../../publish/branch/commit-message.ts";
import { deliverBranch } from "../../publish/branch/branch.ts";
import { deliverPullRequest } from "../../publish/branch/pull-request.ts";
import { addLabels } from "../../publish/issues/add-labels.ts";
import type { BranchResult, Refusal } from "../../publish/result/publish-result.ts";
import { inRepo, REPEATABLE } from "../../publish/result/ports.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";
import type { TaskStand } from "../results/fold.ts";
import type { DeliveryLine } from "../results/results-line.ts";
import { composeChanges, withApproved, type Composed, type LeftOutTask } from "./compose.ts";
import type { BatchPublisher } from "./publisher.ts";
import { isDeliverable, type PullPiece } from "./pieces.ts";
import { pieceText, sessionOf } from "./piece-text.ts";
import type { BatchRecord } from "./record-ref.ts";
import { verifyUnion, type UnionResult } from "./verify-union.ts";

/** The branch that a stacked piece stands on. */
export interface Below {
  readonly branch: string;
  readonly commit: string;
}

export interface DeliverPiece {
  readonly delivery: BatchPublisher;
  readonly record: BatchRecord;
  readonly piece: PullPiece;
  /** Only where pull requests are stacked. */
  readonly below?: Below | undefined;
}

/** What became of the tasks of the piece, one line for each way. Throws only for git, the disk and the sandbox. */
export async function deliverPiece({ delivery, record, piece, below }: DeliverPiece): Promise<readonly DeliveryLine[]> {
  const { git, gitDir, path, heldBy, clock } = delivery;
  const { plan, changes } = record;
  const tasks = piece.tasks.filter(isDeliverable);
  const earlier = await earlierPull(delivery, piece);
  if (earlier !== undefined) return waits(earlier, { delivery, piece, tasks });
  const from = await git.treeOf(plan.base);
  const onto = below === undefined ? from : await delivery.treeThere(below.commit);
  const composed = await composeChanges({ git, gitDir, path, from, onto, heldBy, tasks, changes });
  const lineOf = (
    ids: readonly string[],
    more: Pick<DeliveryLine, "state" | "pullRequest" | "reason">,
  ): DeliveryLine => ({
    type: "delivery",
    tasks: [...ids],
    at: new Date(clock.now()).toISOString(),
    branch: piece.branch,
    ...more,
  });
  const leave = (left: readonly LeftOutTask[]): DeliveryLine[] =>
    left.map(({ stand, reason }) => lineOf([stand.task.id], { state: "left_out", reason: oneLine(reason, 500) }));
  const ids = composed.included.map(({ stand }) => stand.task.id);
  const leftOut = leave(composed.leftOut);
  if (ids.length === 0) return leftOut;

  const parent = below?.commit ?? plan.base;
  const union =
    tasks.length < 2 && below === undefined ? undefined : await verified({ delivery, plan, piece, composed, parent });
  if (union?.kind === "red")
    return [...leftOut, lineOf(ids, { state: "left_out", reason: `All changes together do not pass: ${union.said}` })];
  const approved = new Set(composed.included.flatMap((task) => [...task.approved]));
  const branch = await pushed({
    delivery: { ...delivery, heldBy: withApproved(heldBy, approved) },
    plan,
    piece,
    parent,
    tree: composed.tree,
  });
  if (branch.kind === "none") return [...leftOut, lineOf(ids, { state: "left_out", reason: "It changes nothing." })];
  if (branch.kind === "refused") return [...leftOut, lineOf(ids, refusal(branch))];
  const pull = await deliverPullRequest({
    ...delivery.github,
    branch: piece.branch,
    into: below?.branch ?? delivery.into,
    state: plan.deliver?.draft === true ? "draft" : "ready",
    title: delivery.outgoing(titleOf(piece)),
    body: pieceText({ ...composed, plan, piece, union, ...delivery.links, template: await delivery.template() }),
    outgoing: delivery.outgoing,
    clock,
  });
  if (pull.kind === "refused") return [...leftOut, lineOf(ids, refusal(pull))];
  if (pull.kind === "none")
    return [...leftOut, lineOf(ids, { state: "failed", reason: "No pull request was opened." })];
  await addLabels(delivery.github, pull.number, plan.deliver?.labels ?? []).catch(() =>
    delivery.warn(`The labels of pull request #${pull.number} could not be set.`),
  );
  return [...leftOut, lineOf(ids, { state: "open", pullRequest: pull.number })];
}

/** The open pull request of the same piece of an earlier plan: the number in the branch of another commit. */
async function earlierPull({ github }: BatchPublisher, { branch }: PullPiece): Promise<number | undefined> {
  const { client, repo } = github;
  const prefix = branch.slice(0, branch.lastIndexOf("-") + 1);
  const listed = await client.request(
    "GET /repos/{owner}/{repo}/git/matching-refs/{ref}",
    { ...inRepo(repo), ref: `heads/${prefix}` },
    REPEATABLE,
  );
  const names = (Array.isArray(listed.data) ? listed.data : []).map((ref: unknown) => String(member(ref, "ref")));
  for (const name of names.filter((one) => one !== `refs/heads/${branch}`)) {
    const head = `${repo.owner}:${name.slice("refs/heads/".length)}`;
    const which = { ...inRepo(repo), head, state: "open", per_page: 1 };
    const { data } = await client.request("GET /repos/{owner}/{repo}/pulls", which, REPEATABLE);
    const number = member(Array.isArray(data) ? data[0] : undefined, "number");
    if (typeof number === "number") return number;
  }
  return undefined;
}

/** Tried again at each collect, until a person has merged or closed it. */
function waits(
  pullRequest: number,
  { delivery, piece, tasks }: Pick<DeliverPiece, "delivery" | "piece"> & { readonly tasks: readonly TaskStand[] },
): readonly DeliveryLine[] {
  const reason = `Pull request #${pullRequest} of an earlier plan is open for it. Merge or close that one first.`;
  const at = new Date(delivery.clock.now()).toISOString();
  return [
    { type: "delivery", tasks: tasks.map(({ task }) => task.id), at, state: "failed", branch: piece.branch, reason },
  ];
}

/** GitHub takes 256 characters of a title. */
const MAX_TITLE = 200;

function titleOf({ title }: PullPiece): string {
  return oneLine(harmlessTitle(title), MAX_TITLE) || "Changes by kimi-runner";
}

/** A person closed or merged it: it is left alone until there is a new result. Everything else is tried again. */
function refusal({ code, reason, fix }: Refusal): Pick<DeliveryLine, "state" | "reason"> {
  const isFinal = code === "closed" || code === "secret" || code === "moved";
  return { state: isFinal ? "left_out" : "failed", reason: oneLine(`${reason} ${fix}`, 500) };
}

interface Push {
  readonly delivery: BatchPublisher;
  readonly plan: BatchPlan;
  readonly piece: PullPiece;
  readonly parent: string;
  readonly tree: string;
}

async function pushed({ delivery, plan, piece, parent, tree }: Push): Promise<BranchResult> {
  const { github, git, remote, heldBy, search, runUrl } = delivery;
  const sessionId = sessionOf(plan);
  return await deliverBranch({
    ...github,
    git,
    remote,
    way: delivery.commit,
    branch: piece.branch,
    mayCreate: true,
    base: parent,
    tree,
    message: commitMessage({ title: piece.title, sessionId, runUrl }),
    sessionId,
    identity: { name: github.self.login, email: noReply(github.self, github.repo.serverUrl) },
    atSeconds: atSeconds(piece),
    heldBy,
    search,
  });
}

/** The time of the newest result: two collects at once make the same commit. */
function atSeconds({ tasks }: PullPiece): number {
  return Math.floor(Math.max(...tasks.map(({ result }) => Date.parse(result?.at ?? "") || 1)) / 1000);
}

async function verified({
  delivery,
  plan,
  piece,
  composed,
  parent,
}: Pick<Push, "delivery" | "plan" | "piece" | "parent"> & { readonly composed: Composed }): Promise<UnionResult> {
  const commit = await delivery.git.commit({
    tree: composed.tree,
    parents: [parent],
    message: "union\n",
    identity: { name: "kimi-runner", email: "kimi-runner@users.noreply.github.com" },
    atSeconds: atSeconds(piece),
  });
  return await verifyUnion({
    ...delivery,
    commit,
    base: plan.base,
    commands: composed.included.flatMap(({ stand }) => stand.task.verify),
  });
}
