/** The one comment in which a session asks people: made when the run stops, edited as they answer. */

import { createOwnComment, type CommentOptions } from "./comment.ts";
import { deferralMark } from "./markers.ts";
import type { Warn } from "./ports.ts";
import { renderDeferral, type DeferralView } from "./render-deferral.ts";
import type { ArtifactResult, CommentResult } from "./result.ts";

export interface DeferralComment extends Omit<CommentOptions, "mark" | "notBefore">, DeferralView {}

/** Makes the comment of `terms.session`, or edits it, whatever its age. Never rejects. */
export async function putDeferral({ facts, terms, state, links, ...comment }: DeferralComment): Promise<CommentResult> {
  const own = createOwnComment({ ...comment, mark: deferralMark(terms.session) });
  return await own.put(renderDeferral({ facts, terms, state, links }));
}

export interface PublishedDeferral extends Omit<DeferralComment, "state"> {
  /** Undefined where nothing was to be uploaded. */
  readonly artifact: ArtifactResult | undefined;
  readonly warn: Warn;
}

/** Asks about what a run that just stopped holds. People are sent to the artifact only where it is. Never rejects. */
export async function publishDeferral({ artifact, warn, ...comment }: PublishedDeferral): Promise<CommentResult> {
  const isThere = artifact === undefined || artifact.kind === "uploaded";
  const links = isThere ? comment.links : { ...comment.links, artifact: undefined };
  const result = await putDeferral({ ...comment, links, state: { kind: "waiting" } });
  if (result.kind === "refused") warn(`Nobody can be asked in the thread. ${result.reason} ${result.fix}`);
  return result;
}
