/** What became of each part of publishing. Closed unions: whoever reports them must say something about every case. */

import { oneLine } from "../../base/truncate.ts";
import { exitCode, type Outcome } from "../../protocol/outcome.ts";
import type { DeferralTerms } from "./deferral-terms.ts";
import type { RunFacts } from "./run-facts.ts";

export type RefusalCode =
  | "read_only" // the token may not do this
  | "workflow_scope" // the change touches workflow files and the token may not
  | "protected_branch" // branch protection or a ruleset said no
  | "protected_path" // a changed file is for people to change
  | "unsafe_path" // a changed path that is never published
  | "secret" // a changed file holds a secret of this job
  | "moved" // somebody else pushed
  | "not_permitted" // GitHub Actions may not open pull requests here
  | "closed" // a person closed it
  | "fork" // not our repository to push to
  | "missing" // the thread, branch or comment is not there
  | "rate_limited"
  | "too_large"
  | "unknown" // the answer was lost and nothing shows that it was done
  | "failed";

/** Why something was not done, and the one thing a person can do about it. */
export interface Refusal {
  readonly code: RefusalCode;
  /** One sentence. */
  readonly reason: string;
  /** One line. */
  readonly fix: string;
}

export type Refused = { readonly kind: "refused" } & Refusal;

export type BranchResult =
  | {
      readonly kind: "created" | "updated" | "unchanged";
      readonly branch: string;
      readonly commit: string;
      /** True when GitHub signed the commit; undefined when that was not asked for. */
      readonly verified?: boolean | undefined;
    }
  /** There is nothing to publish. */
  | { readonly kind: "none" }
  | Refused;

export type PullRequestResult =
  | { readonly kind: "created" | "updated" | "unchanged"; readonly number: number; readonly url: string }
  /** No branch, or the policy wants none. `compareUrl` opens the form where there is a branch. */
  | { readonly kind: "none"; readonly compareUrl?: string | undefined }
  | (Refused & { readonly compareUrl: string });

export type CommentResult =
  | { readonly kind: "created" | "updated" | "unchanged"; readonly id: number; readonly url: string }
  /** The run has no thread, or nothing that needs a person. */
  | { readonly kind: "none" }
  | Refused;

export type ReactionResult = { readonly kind: "set" | "none" } | Refused;

export type ArtifactResult =
  | { readonly kind: "uploaded"; readonly name: string; readonly id: number; readonly sizeBytes: number }
  /** The bundle stays where it is: there is no artifact service here, or it failed. */
  | {
      readonly kind: "directory";
      readonly dir: string;
      readonly because: "no_service" | "failed";
      readonly reason: string;
    };

export interface PublishResult {
  readonly branch: BranchResult;
  readonly pullRequest: PullRequestResult;
  readonly comment: CommentResult;
  /** The comment that keeps the plan, of a run that was asked for one. */
  readonly plan: CommentResult;
  /** The comment in which people are asked about what is held. */
  readonly deferral: CommentResult;
  /** The new comment for a result that needs a person. */
  readonly notice: CommentResult;
  readonly reaction: ReactionResult;
  readonly artifact: ArtifactResult | undefined;
  /** Everything that was refused and matters; empty means published. A reaction never matters. */
  readonly refusals: readonly Refusal[];
}

/** The outcome as people meet it: one that would look green does not, where something of it could not reach them. */
export function publishedOutcome(outcome: Outcome, refusals: readonly Refusal[]): Outcome {
  return refusals.length > 0 && exitCode(outcome) === 0 ? "published_partially" : outcome;
}

/** A refusal as a part's result. */
export function refused(refusal: Refusal): Refused {
  return { kind: "refused", ...refusal };
}

/** What was refused among some parts, in their order. */
export function refusalsIn(parts: readonly (BranchResult | PullRequestResult | CommentResult)[]): readonly Refusal[] {
  return parts.flatMap((part) =>
    part.kind === "refused" ? [{ code: part.code, reason: part.reason, fix: part.fix }] : [],
  );
}

/** An artifact that failed, as a refusal; no service is none. */
export function artifactRefusal(artifact: ArtifactResult | undefined): readonly Refusal[] {
  if (artifact?.kind !== "directory" || artifact.because !== "failed") return [];
  return [{ code: "failed", reason: artifact.reason, fix: `The bundle is in ${artifact.dir} on the runner.` }];
}

/** A question that nobody can answer where it is asked is no result that may look green. */
export function unanswerable({ facts, thread, deferral }: Asking): readonly Refusal[] {
  if (facts.outcome?.outcome !== "deferred") return [];
  const why = deferral?.whyNotKept;
  if (thread !== undefined && why === undefined) return [];
  const reason =
    thread === undefined
      ? "There is no thread in which somebody could answer."
      : `What waits cannot be answered in this thread: ${oneLine(why ?? "", 300)}`;
  const fix =
    "Go on with the artifact in a checkout of the same commit (`kimi-runner resume <bundle> --approve <digest>`), or mend that and ask for the work again.";
  return [{ code: "failed", reason, fix }];
}

interface Asking {
  readonly facts: Pick<RunFacts, "outcome">;
  readonly thread?: object | undefined;
  readonly deferral?: Pick<DeferralTerms, "whyNotKept"> | undefined;
}
