/** The data that all texts of a result show: the facts of the run, the change, where it was published, who asked. */

import type { HeldFile } from "../../protocol/approval.ts";
import type { RunVerb } from "../../github/event/command.ts";
import type { FileChange } from "../../workspace/changes.ts";
import type { UnfilteredFile } from "../../workspace/change/judged-change.ts";
import type { DeferralTerms } from "../result/deferral-terms.ts";
import type { AccountRef } from "../result/ports.ts";
import type { PublishResult } from "../result/publish-result.ts";
import type { RunFacts } from "../../run-model/facts.ts";
import type { Links } from "./render-parts.ts";

/** The result of a run, as the texts show it. */
export interface ResultView {
  readonly facts: RunFacts;
  readonly changes: readonly FileChange[];
  readonly links: Links;
  /** Changed files that are not published. */
  readonly heldFiles?: readonly HeldFile[] | undefined;
  /** Published files whose filters did not run. */
  readonly unfiltered?: readonly UnfilteredFile[] | undefined;
  /** Terms on which held calls and files can be answered; undefined if nothing waits in a thread. */
  readonly terms?: DeferralTerms | undefined;
  readonly parts?: Pick<PublishResult, "branch" | "pullRequest" | "outputs" | "refusals"> | undefined;
  readonly requester?: AccountRef | undefined;
  /** The change that was not pushed, with the command that applies it. */
  readonly patch?: readonly string[] | undefined;
  /** The verb of the request; `fix` if left out. */
  readonly verb?: RunVerb | undefined;
  /** The change goes to a pull request of our own. */
  readonly opensPull?: boolean | undefined;
  readonly planUrl?: string | undefined;
  readonly planCommand?: string | undefined;
  readonly deferralUrl?: string | undefined;
  /** Command that resumes a stopped session, e.g. `/kimi resume`. */
  readonly goesOnWith?: string | undefined;
}

/** What a pull request says of a change that several runs made, in place of the words of one run. Harmless Markdown. */
export interface PullRequestAbout {
  readonly description: string;
  readonly verification: string;
  readonly sections: readonly string[];
  /** Parts of the last line. */
  readonly footer: readonly string[];
}
