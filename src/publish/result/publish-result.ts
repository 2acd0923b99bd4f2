/** The result of each part of publishing, as closed unions: code that reports them must handle every case. */

import { oneLine } from "../../base/truncate.ts";
import { counted, namedUpTo } from "../../base/words.ts";
import { type HeldFile, isAnswer } from "../../protocol/approval.ts";
import type { GitHubOutput } from "../../protocol/result.ts";
import { exitCode, type Outcome } from "../../protocol/outcome.ts";
import { UNSAFE_RULE } from "../../workspace/change/held-files.ts";
import type { DeferralTerms } from "./deferral-terms.ts";
import type { RunFacts } from "../../run-model/facts.ts";

export type RefusalCode =
  | "read_only" // the token may not do this
  | "workflow_scope" // the change touches workflow files and the token may not
  | "protected_branch" // branch protection or a ruleset said no
  | "protected_path" // no rule and no person approved a changed file
  | "unsafe_path" // a changed path that is never published
  | "secret" // a changed file holds a secret of this job
  | "moved" // another person or job pushed
  | "not_permitted" // GitHub Actions may not open pull requests here
  | "closed" // a person closed it
  | "fork" // the branch belongs to another repository
  | "missing" // the thread, branch or comment does not exist
  | "rate_limited"
  | "too_large"
  | "unknown" // the answer was lost, and no later look found the result
  | "failed";

/** Why a part was not published, and what a person can do about it. */
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
      /** True when GitHub signed the commit; undefined when no signature was requested. */
      readonly verified?: boolean | undefined;
      /** The commit of another person that this one went on top of; its checks ran without that. */
      readonly onto?: string | undefined;
      /** The branch that should have taken the change, and why it did not. */
      readonly insteadOf?: { readonly branch: string; readonly refusal: Refusal } | undefined;
    }
  | { readonly kind: "none" }
  | Refused;

export type PullRequestResult =
  | { readonly kind: "created" | "updated" | "unchanged"; readonly number: number; readonly url: string }
  /** No branch, or the settings want no pull request. `compareUrl` opens GitHub's form where there is a branch. */
  | { readonly kind: "none"; readonly compareUrl?: string | undefined }
  | (Refused & { readonly compareUrl: string });

export type CommentResult =
  | { readonly kind: "created" | "updated" | "unchanged"; readonly id: number; readonly url: string }
  /** The run has no thread, or no reason for this comment. */
  | { readonly kind: "none" }
  | Refused;

export type ReactionResult = { readonly kind: "set" | "none" } | Refused;

export type ArtifactResult =
  | { readonly kind: "uploaded"; readonly name: string; readonly id: number; readonly sizeBytes: number }
  /** The bundle stays in its directory: there is no artifact service, or the upload failed. */
  | {
      readonly kind: "directory";
      readonly dir: string;
      readonly because: "no_service" | "failed";
      readonly reason: string;
    };

/** The result of one output that a run asked for on GitHub. */
export type OutputResult =
  | { readonly kind: "done"; readonly output: GitHubOutput; readonly url?: string | undefined }
  | (Refused & { readonly output: GitHubOutput });

export interface PublishResult {
  readonly branch: BranchResult;
  readonly pullRequest: PullRequestResult;
  readonly comment: CommentResult;
  /** The comment with the plan, where the run was asked for one. */
  readonly plan: CommentResult;
  /** The comment that requests approval of held calls. */
  readonly deferral: CommentResult;
  /** The new comment for a result that needs a person. */
  readonly notice: CommentResult;
  readonly reaction: ReactionResult;
  /** Results of the outputs that the run asked for on GitHub. */
  readonly outputs: readonly OutputResult[];
  readonly files: readonly string[];
  /** Changed files that are not published. */
  readonly heldFiles: readonly HeldFile[];
  readonly artifact: ArtifactResult | undefined;
  /** The refusals of all parts but the reaction; empty means published. */
  readonly refusals: readonly Refusal[];
}

/** The outcome that is reported: `published_partially` for a green outcome with refusals. */
export function publishedOutcome(outcome: Outcome, refusals: readonly Refusal[]): Outcome {
  return refusals.length > 0 && exitCode(outcome) === 0 ? "published_partially" : outcome;
}

export function refused(refusal: Refusal): Refused {
  return { kind: "refused", ...refusal };
}

/** The refusals among these results, in their order. */
export function refusalsIn(
  parts: readonly (BranchResult | PullRequestResult | CommentResult | OutputResult)[],
): readonly Refusal[] {
  return parts.flatMap((part) => {
    if (part.kind === "refused") return [{ code: part.code, reason: part.reason, fix: part.fix }];
    return "insteadOf" in part && part.insteadOf !== undefined ? [part.insteadOf.refusal] : [];
  });
}

/** Paths in one sentence; the texts list all of them. */
export const MAX_NAMED = 5;

/** The refusal of the files that are left out; empty where there are none. */
export function heldRefusal(
  { heldFiles, changed }: { readonly heldFiles: readonly HeldFile[]; readonly changed: number },
  fix: string,
): readonly Refusal[] {
  // A file that a person rejected is left out as that person wanted.
  const open = heldFiles.filter((file) => !isAnswer(file));
  const [first] = open;
  if (first === undefined) return [];
  const why = first.reason === undefined ? first.rule : `${first.rule}: ${oneLine(first.reason, 200)}`;
  const paths = open.map(({ path }) => `${oneLine(path, 200)}${open.length === 1 ? ` (${why})` : ""}`);
  const files = `${open.length} of ${counted(changed, "file")}`;
  const what =
    heldFiles.length === changed
      ? `Nothing was published: ${files} may not be`
      : `${files} ${open.length === 1 ? "is" : "are"} left out`;
  const reason = `${what}: ${namedUpTo(paths, MAX_NAMED)}.`;
  return [{ code: first.rule === UNSAFE_RULE ? "unsafe_path" : "protected_path", reason, fix }];
}

/** The refusal of a failed upload. A missing artifact service is not a refusal. */
export function artifactRefusal(artifact: ArtifactResult | undefined): readonly Refusal[] {
  if (artifact?.kind !== "directory" || artifact.because !== "failed") return [];
  return [{ code: "failed", reason: artifact.reason, fix: `The bundle is in ${artifact.dir} on the runner.` }];
}

/** The refusal of a request for approval that cannot be answered in the thread. */
export function unanswerable({ facts, thread, deferral }: Asking): readonly Refusal[] {
  if (facts.outcome?.outcome !== "deferred") return [];
  const why = deferral?.whyNotKept;
  if (thread !== undefined && why === undefined) return [];
  const reason =
    thread === undefined
      ? "The run waits for approval, but it has no thread for the answer."
      : `The request for approval cannot be answered in this thread: ${oneLine(why ?? "", 300).replace(/(?<![.…])$/, ".")}`;
  const fix =
    "Resume from the run's bundle in a checkout of the same commit (`kimi-runner resume <bundle> --approve <digest>`), or fix the cause and ask for the work again.";
  return [{ code: "failed", reason, fix }];
}

interface Asking {
  readonly facts: Pick<RunFacts, "outcome">;
  readonly thread?: object | undefined;
  readonly deferral?: Pick<DeferralTerms, "whyNotKept"> | undefined;
}
