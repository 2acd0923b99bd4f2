/** The request comment of a session: asks people to approve held calls. It is created when the run stops and edited as they answer. */

import { createOwnComment, type CommentOptions } from "./status-comment.ts";
import { isChange, waitingCalls } from "../../run-model/held-calls.ts";
import { deferralMark, toldIn, toldMark } from "../result/markers.ts";
import { bodyOf, findOwn, ownTextIn } from "../result/own-text.ts";
import { inRepo, nodeIdOf, numberField, textField, type Warn } from "../result/ports.ts";
import { renderDeferral, type DeferralView } from "../render/render-deferral.ts";
import type { CommentResult } from "../result/publish-result.ts";

export interface DeferralComment extends Omit<CommentOptions, "mark" | "notBefore">, DeferralView {}

/** Creates or edits the comment of `terms.session`. Never rejects. */
export async function putDeferral({ facts, terms, state, links, ...comment }: DeferralComment): Promise<CommentResult> {
  const own = createOwnComment({ ...comment, mark: deferralMark(terms.session), seal: terms.seal });
  const told = facts.asked.told + (state.kind === "cancelled" ? 1 : 0); // a cancelled session stays older than its comment
  return await own.put(`${toldMark(told)}\n${renderDeferral({ facts, terms, state, links })}`);
}

type Place = Pick<CommentOptions, "client" | "repo" | "thread" | "self"> & { readonly session: string };

/** The comment as it is on GitHub. */
export interface FoundDeferral {
  readonly id: number;
  readonly nodeId: string;
  /** ISO 8601, UTC, whole seconds. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly body: string;
  /** Value of the session's counter when the comment was written (`HeldBatch.told`). */
  readonly told: number;
}

export async function findDeferral({ client, repo, thread, self, session }: Place): Promise<FoundDeferral | undefined> {
  const route = "GET /repos/{owner}/{repo}/issues/{issue_number}/comments";
  const mark = deferralMark(session);
  const comments = await client.paginate(route, { ...inRepo(repo), issue_number: thread, per_page: 100 });
  const first = await findOwn({ client, repo, self }, comments, mark);
  if (first === undefined) return undefined;
  const body = bodyOf(first);
  return {
    id: numberField(first, "id"),
    nodeId: nodeIdOf(first),
    createdAt: textField(first, "created_at"),
    updatedAt: textField(first, "updated_at"),
    body,
    told: toldIn(ownTextIn(body, mark).body),
  };
}

export interface PublishedDeferral extends Omit<DeferralComment, "state"> {
  /** The result of the run, in a few words. */
  readonly done: string;
  readonly warn: Warn;
}

/** Posts the request of a run that just stopped, or marks the request of a resumed run as answered. Never rejects. */
export async function publishDeferral({ done, warn, ...comment }: PublishedDeferral): Promise<CommentResult> {
  const { outcome, asked } = comment.facts;
  const isWaiting = outcome?.outcome === "deferred" || waitingCalls(asked).some(isChange);
  const { runUrl = "" } = comment.links;
  const state = isWaiting ? ({ kind: "waiting" } as const) : ({ kind: "answered", runUrl, done } as const);
  const result = await putDeferral({ ...comment, state });
  if (result.kind === "refused")
    warn(`The request for approval cannot be ${isWaiting ? "posted" : "updated"}. ${result.reason} ${result.fix}`);
  return isWaiting ? result : { kind: "none" };
}
