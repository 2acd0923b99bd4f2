/** The request to publish a run: where, what, and for whom. */

import type { Clock } from "../base/clock.ts";
import type { Redact } from "../base/redact.ts";
import type { RunVerb } from "../github/event/command.ts";
import type { FileChange } from "../workspace/changes.ts";
import type { FilterRules } from "../workspace/change/judged-change.ts";
import type { LeakSearch } from "../workspace/change/leaks.ts";
import type { PublishGit, Remote } from "../workspace/push.ts";
import type { GitHubOutput } from "../protocol/result.ts";
import type { SessionOrigin } from "../protocol/origin.ts";
import type { HeldBy } from "../protocol/approval.ts";
import type { BranchThread } from "./branch/own-branch.ts";
import type { PullRequestAbout } from "./render/result-view.ts";
import type { ProgressComment } from "./comments/progress-comment.ts";
import type { Reaction } from "./comments/reaction.ts";
import type { DeferralTerms } from "./result/deferral-terms.ts";
import type { AccountRef, GitHubApi, Repo, Warn } from "./result/ports.ts";
import type { ArtifactResult, CommentResult, PublishResult, Refusal } from "./result/publish-result.ts";
import type { RunFacts } from "../run-model/facts.ts";

/** The branch on which the change is published. */
export type Destination =
  /** A branch of our own, and a pull request into `into`. Without `branch` the request names it. */
  | { readonly kind: "own"; readonly into: string; readonly branch?: string | undefined }
  /** The branch of a pull request of the same repository. */
  | { readonly kind: "pull-request"; readonly branch: string; readonly number: number; readonly url: string }
  /** Nowhere: the run only answers, or (with a refusal) may not push, as for a fork. */
  | { readonly kind: "none"; readonly refusal?: Refusal | undefined };

interface PublishedRun {
  /** Folded from the whole journal, with an outcome. */
  readonly facts: RunFacts;
  /** Start commit and last snapshot (`tree`), and the difference between them (`changes`). */
  readonly base: string;
  /** `base` is a merge of these two with conflicts marked, which the run resolved; GitHub does not know it. */
  readonly merge?: SessionOrigin["merge"];
  readonly tree: string;
  readonly changes: readonly FileChange[];
  readonly heldBy: HeldBy;
  readonly filters: FilterRules;
  /** Paths that an answer approves, if the other files were published before. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Why an output that the run asked for on GitHub may not be carried out; undefined for one that may. */
  readonly outputRefusal: (output: GitHubOutput) => Refusal | undefined;
  readonly redact: Redact;
  /** Searches the commit for secrets, because its content cannot be redacted. */
  readonly search: LeakSearch;
  /** When the process that ended the run began (ms). Its comments are not older, and publishing twice with this time gives one commit. */
  readonly beganAt: number;
  /** Name of the artifact with its bundle. */
  readonly artifact?: string | undefined;
  readonly upload?: (() => Promise<ArtifactResult>) | undefined;
  /** Uploads or finds the page of the run. Returns its address, or undefined if it cannot be shown; never rejects. */
  readonly page?: (() => Promise<string | undefined>) | undefined;
}

export interface PublishRequest {
  /** `self`: the token's account, which is the author of comments and commits. */
  readonly github: { readonly client: GitHubApi; readonly repo: Repo; readonly self: AccountRef };
  readonly target: {
    readonly destination: Destination;
    readonly git: PublishGit;
    readonly remote: Remote;
    /** `verified`: GitHub makes and signs the commit. `git`: git makes it here. */
    readonly commit: "verified" | "git";
    readonly pullRequest: "draft" | "ready" | "none";
  };
  readonly run: PublishedRun;
  readonly origin: {
    readonly thread?: BranchThread | undefined;
    /** The first comment of the thread on a line of the diff, where the request was written. */
    readonly replyTo?: number | undefined;
    readonly verb: RunVerb;
    /** The subject of the request, e.g. the title of the issue. */
    readonly title: string;
    readonly requester?: AccountRef | undefined;
    /** Identifies the request. A repeated job has the same key and so the same branch. Default: the session. */
    readonly requestKey?: string | undefined;
    /** Identifies the request for outputs, also without a thread. A repeated job has the same key. Default: the session. */
    readonly outputKey?: string | undefined;
    /** Nothing was published for the request before, and no other job publishes now, so branch, pull request and comments are not searched for. */
    readonly isFirst?: boolean | undefined;
  };
  /** Further texts for people, besides the result. */
  readonly reply?: {
    /** The run was asked for a plan, which `command` carries out. */
    readonly plan?: { readonly command: string } | undefined;
    /** Terms on which people can answer held calls and files; without them these are only listed. */
    readonly deferral?: DeferralTerms | undefined;
    /** Command that resumes the session, if it stopped and is saved on the server. */
    readonly goesOnWith?: string | undefined;
    /** The review in place of the answer. `none`: it found nothing, and nothing is posted. */
    readonly review?: CommentResult | undefined;
    /** For a change that several runs made. */
    readonly about?: PullRequestAbout | undefined;
  };
  /** Live comment and reaction of the run. A missing live comment is created here. */
  readonly posts?:
    | {
        readonly progress?: Pick<ProgressComment<RunFacts>, "finish" | "remove"> | undefined;
        readonly reaction?: Pick<Reaction, "done"> | undefined;
      }
    | undefined;
  /** Called when everything but the reaction is posted. */
  readonly settle?: ((published: Omit<PublishResult, "reaction">) => Promise<void>) | undefined;
  readonly runUrl: string | undefined;
  readonly clock: Clock;
  readonly warn: Warn;
}
