/**
 * Reads what a decision about a session depends on: the comment that asked for approval, the head of the pull request and the policy of the
 * base as they are now, and who answers. An account with write access can edit or delete the comment, or put back an earlier save of its
 * session. An approval could then be for another action, or be used a second time.
 */

import { systemClock } from "../../base/clock.ts";
import { forgeOf } from "../../github/api/forge.ts";
import { YES, type Access } from "../../github/people/access.ts";
import { checkApprover, ownedPaths } from "../../github/people/approver.ts";
import { otherEditor } from "../../github/people/text-editors.ts";
import { findDeferral, type FoundDeferral } from "../../publish/comments/deferral-comment.ts";
import { repoOf, type JobParts } from "../context/job-parts.ts";
import { isSealed, jobSealSecret } from "../sessions/session-seal.ts";
import type { OpenStore } from "../sessions/job-session-store.ts";
import type { DecisionContext, ThreadSession, DecisionTrigger } from "../sessions/thread-sessions.ts";
import { callsNamed, type RaisedLimits, type SessionFacts, type Subject } from "./decision.ts";
import { hasUnusedApproval } from "./decide.ts";
import { bringMerge } from "../sessions/bring-merge.ts";
import { headAtStart } from "../../protocol/origin.ts";
import { readPull } from "../../github/thread/thread-pull.ts";
import { checkOutHere } from "../context/job-git.ts";
import { readHead } from "../../workspace/repository.ts";
import { readTrustedFiles } from "../../workspace/trusted-files.ts";
import { loadPolicyOf } from "../../run/open/policy-source.ts";
import { committedPolicyPaths } from "../../run/open/policy-path.ts";

/** Throws `policy.invalid`, `git.failed`, `github.*`. */
export async function gatherFacts(
  context: DecisionContext,
  open: Pick<OpenStore, "repository" | "git">,
  subject: Subject,
): Promise<SessionFacts> {
  const { session } = subject;
  const told = toldOf(session);
  const isAnswer = subject.kind === "answer";
  const comment = isAnswer ? await toldComment(context, session, told) : await readRequestComment(context, session);
  const base = await currentBase(context, open, session);
  const isApproval = (isAnswer && subject.answer.verdict === "approve") || hasUnusedApproval(session);
  // The editor is asked for last: an edit that came after the comment was read counts too.
  const [access, editor] = await Promise.all([
    isAnswer ? accessOf(context, subject, base) : YES,
    isApproval && comment !== undefined ? editorOf(context, comment) : undefined,
  ]);
  const { policy, raised, head } = base;
  return { comment: comment && { ...comment, editor }, told, policy, raised, head, access };
}

/** What the journal of a stored session has asked and done. */
export function toldOf({ stored }: ThreadSession): number {
  return stored.state.asked.told;
}

/** The comment of a session. Rejects as the client does. */
export async function readRequestComment(
  context: DecisionContext,
  { begin }: ThreadSession,
): Promise<FoundDeferral | undefined> {
  const { client, trigger } = context;
  return await findDeferral({
    client,
    repo: repoOf(context),
    thread: trigger.thread.number,
    self: context.self,
    session: begin.sessionId,
  });
}

/** A job updates the comment within this time after it saved a session. */
const TOLD_WITHIN_MS = 3000;
const LOOK_AGAIN_MS = 500;

/** Waits while the comment is older than the session: another job may have saved the session a moment ago. */
async function toldComment(
  context: DecisionContext,
  session: ThreadSession,
  told: number,
): Promise<FoundDeferral | undefined> {
  let comment = await readRequestComment(context, session);
  for (let waitedMs = 0; waitedMs < TOLD_WITHIN_MS; waitedMs += LOOK_AGAIN_MS) {
    if (comment === undefined || comment.told >= told) return comment;
    await systemClock.sleep(LOOK_AGAIN_MS, context.stopper.signal);
    comment = await readRequestComment(context, session);
  }
  return comment;
}

/** Another account that edited our comment; undefined where there is none. On a server that does not tell, the seal of the comment is checked. */
async function editorOf(context: DecisionContext, comment: FoundDeferral): Promise<string | undefined> {
  const { client, job } = context;
  if (forgeOf(job).hasGraphql) return await otherEditor(client, comment.nodeId, context.self);
  return isSealed(comment, jobSealSecret(context)) ? undefined : "an unknown account";
}

async function accessOf(
  { client, inputs, stopper, ...context }: DecisionContext,
  { session, answer, trigger }: Extract<Subject, { kind: "answer" }>,
  { policy, readBase }: Pick<Awaited<ReturnType<typeof currentBase>>, "policy" | "readBase">,
): Promise<Access> {
  const { stored, origin } = session;
  return await checkApprover(client, {
    repository: repoOf(context),
    author: trigger.author,
    paths: ownedPaths(callsNamed(answer.digests, stored.state.held)),
    readBase,
    approvers: policy.approvers,
    requesters: origin.requester === undefined ? [] : [origin.requester],
    ownIds: [context.self.id],
    comment: trigger.comment,
    answer: trigger.answer,
    trigger: inputs.start.trigger,
    signal: stopper.signal,
  });
}

/** What is in force now, to compare with the state when a session stopped: from GitHub and the checkout. Fetches the commits of a pull request. Throws `policy.invalid`, `git.failed`, `github.*`. */
export async function currentBase(
  context: JobParts & { readonly trigger: Pick<DecisionTrigger, "thread"> },
  open: Pick<OpenStore, "repository"> & Partial<Pick<OpenStore, "git">>,
  session: ThreadSession,
) {
  const { inputs, job, world, client, trigger, stopper } = context;
  const { begin, origin } = session;
  const pathVar = world.env["PATH"] ?? "";
  const { root } = open.repository;
  const { owner, repo } = job;
  const which = { client, owner, repo, number: trigger.thread.number };
  const pull = origin.isPull ? await readPull(which, { signal: stopper.signal }) : undefined;
  const head = open.repository.headCommit; // stays checked out, because the session is not yet trusted
  const isHere = pull === undefined || pull.headSha === headAtStart(begin); // where the head moved, most decisions are void
  for (const base of new Set([
    begin.baseCommit,
    pull?.baseSha ?? head,
    ...(isHere && origin.merge === undefined ? [begin.headCommit] : []),
  ])) {
    await checkOutHere(context, { head, base });
  }
  // A cancellation needs no merge, so it gives no git.
  if (isHere && open.git !== undefined) await bringMerge(context, { ...open, begin, gitDir: open.git.gitDir });
  const choice = { ...inputs.run.workbench, root };
  const { files, trustedCommit } = await readHead(open.repository, {
    pathVar,
    paths: committedPolicyPaths(choice),
    trusted: pull?.baseSha,
  });
  const before = async (paths: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    await readTrustedFiles({ root, pathVar, commit: begin.baseCommit, files: paths });
  const policy = await loadPolicyOf({ ...choice, files, commit: trustedCommit });
  const raisedOf = async (): Promise<RaisedLimits | undefined> => {
    // A run for a person without write permission has limits of its own.
    if (policy.digests.includes(begin.policyDigest) || origin.outsider === true) return undefined;
    const there = await before(committedPolicyPaths(choice));
    // The workflow may name a policy file that did not exist then. That is another policy, so nothing is raised.
    const old = await loadPolicyOf({ ...choice, files: there, commit: begin.baseCommit }).catch(() => undefined);
    if (old === undefined) return undefined;
    const isSame = old.digests.includes(begin.policyDigest) && old.digestBesideLimits === policy.digestBesideLimits;
    return isSame ? { policy: old.limits, raised: policy.limits } : undefined;
  };
  return {
    /** The policy of the base as it is now. */
    policy,
    raised: await raisedOf(),
    head: pull?.headSha,
    /** Reads a file of the base commit that the session began with. */
    readBase: async (path: string) => (await before([path])).get(path),
  };
}
