/** Replies to an answer that the state of its session refuses. `github/event` replies to wrong digests and malformed commands. */

import { words } from "./render/deferral-calls.ts";

export type AnswerRefusal =
  /** This thread has no stored session. */
  | { readonly kind: "nothing-waits" }
  | { readonly kind: "taken"; readonly runUrl?: string | undefined }
  /** Another answer was recorded between reading the session and recording this one. */
  | { readonly kind: "faster" }
  | { readonly kind: "several"; readonly count: number }
  /** `from` and `to` are commits. */
  | { readonly kind: "head-moved"; readonly from: string; readonly to: string }
  /** `from` and `to` are digests of the base commit's policy. */
  | { readonly kind: "policy-changed"; readonly from: string; readonly to: string }
  /** The request comment was edited or deleted, so it was posted again. `why` is a sentence of this program. */
  | { readonly kind: "not-shown"; readonly why: string }
  /** The stored session is older than its comment, so its calls may have run already. `why` is a sentence of this program. */
  | { readonly kind: "used"; readonly why: string }
  /** `said` is the error; it may quote the server. */
  | { readonly kind: "unreadable"; readonly said: string }
  /** An error before the answers were recorded; `said` may quote the server. */
  | { readonly kind: "failed"; readonly said: string }
  /** An error after the answers were recorded and before any call ran. */
  | { readonly kind: "failed-after"; readonly said: string }
  /** `reason` is Markdown from `checkApprover`. */
  | { readonly kind: "not-allowed"; readonly reason: string };

export interface RefusalPlace {
  /** The word that begins a command, e.g. `/kimi`. */
  readonly command: string;
  /** The command was `resume`, which answers nothing. */
  readonly isResume?: boolean | undefined;
}

/** Markdown of the reply. */
export function refusalReply(refusal: AnswerRefusal, { command, isResume = false }: RefusalPlace): string {
  const since = isResume ? "after the run stopped" : "after the request was posted";
  const shown = isResume ? "" : "An answer applies only to what the request showed, so no action ran. ";
  const again = `Ask for the work again, for example with \`${command} fix\`.`;
  const [what, next] = ((): readonly [string, string] => {
    switch (refusal.kind) {
      case "nothing-waits":
        return [
          "Nothing waits for an answer in this thread.",
          `An earlier request has ended or expired. \`${command} fix\` starts a run; \`${command} help\` lists the commands.`,
        ];
      case "taken": {
        const job = refusal.runUrl === undefined ? "Another job" : `[Another job](${refusal.runUrl})`;
        return [`${job} is resuming this run.`, "Wait until it ends. If it asks again, answer the new request."];
      }
      case "faster":
        return [
          "Another answer to the same run was recorded first.",
          "Open the request comment and answer the actions that still wait.",
        ];
      case "several":
        return [`${refusal.count} runs of this thread wait, so \`all\` is ambiguous.`, "Name the digests instead."];
      case "head-moved":
        return [`The branch changed ${since}: ${moved(refusal)}.`, `${shown}${again}`];
      case "policy-changed":
        return [`The policy changed ${since}: ${moved(refusal)}.`, `${shown}${again}`];
      case "not-shown":
        return [refusal.why, "The request was posted again. Read it, then answer in a new comment."];
      case "used":
        return [refusal.why, `An answer can be used only once, so no action ran. ${again}`];
      case "unreadable":
        return [
          `The run's session could not be read: ${words(refusal.said, 500)}`,
          `Answer again later. If that fails too, ${again.charAt(0).toLowerCase()}${again.slice(1)}`,
        ];
      case "failed":
        return [
          `An error occurred: ${words(refusal.said, 500)}`,
          "No action ran. Fix the error, then post the same answer in a new comment.",
        ];
      case "failed-after":
        return [
          `${isResume ? "The" : "Your answer was recorded, but the"} run could not resume: ${words(refusal.said, 500)}`,
          `No action ran. Comment \`${command} resume\` to try again.`,
        ];
      case "not-allowed":
        return [refusal.reason, "The request still waits. Open the request comment to see who may answer."];
    }
  })();
  const notDone = isResume ? "The run was not resumed. " : "Your answer was not used. ";
  const opening = refusal.kind === "failed-after" ? "" : notDone;
  return `${opening}${what}\n\n${next}`;
}

function moved({ from, to }: { readonly from: string; readonly to: string }): string {
  return `\`${from.slice(0, 12)}\` is now \`${to.slice(0, 12)}\``;
}
