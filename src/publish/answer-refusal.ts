/**
 * Replies to an answer that was not taken, where it is not the answer itself that is wrong: what is wrong with its words says
 * `github/match-answers.ts`, and with its place `github/reply.ts`. Each says what to do next.
 */

import { OUTCOMES, type Outcome } from "../protocol/outcome.ts";
import { words } from "./render/deferral-calls.ts";

export type AnswerRefusal =
  /** No session of this thread is kept. */
  | { readonly kind: "nothing-waits" }
  /** The session came to its end. */
  | { readonly kind: "finished"; readonly outcome: Outcome }
  /** Another job works on the session. */
  | { readonly kind: "taken"; readonly runUrl?: string | undefined }
  /** Another answer was recorded between reading the session and recording this one. */
  | { readonly kind: "faster" }
  /** `all`, where more than one session waits. */
  | { readonly kind: "several"; readonly count: number }
  /** Commits. */
  | { readonly kind: "head-moved"; readonly from: string; readonly to: string }
  /** Digests of the policy of the base commit. */
  | { readonly kind: "policy-changed"; readonly from: string; readonly to: string }
  /** `why`, a sentence of our own: nobody knows what was read in the comment that shows what waits. It was put there once more. */
  | { readonly kind: "not-shown"; readonly why: string }
  /** `why`, a sentence of our own: what is kept may have been carried out already. */
  | { readonly kind: "used"; readonly why: string }
  /** `said`: what went wrong; may quote the server. */
  | { readonly kind: "unreadable"; readonly said: string }
  /** Something broke; `said` may quote the server. */
  | { readonly kind: "failed"; readonly said: string }
  /** The same when the answers are recorded, and nothing of them was carried out. */
  | { readonly kind: "failed-after"; readonly said: string }
  /** What `checkApprover` says, Markdown; `isUnchecked`: GitHub did not answer. */
  | { readonly kind: "not-allowed"; readonly reason: string; readonly isUnchecked?: boolean | undefined };

export interface RefusalPlace {
  /** The word that begins a command, e.g. `/kimi`. */
  readonly command: string;
  /** The comment that shows what waits. */
  readonly requestUrl?: string | undefined;
}

/** Markdown of the reply. */
export function refusalReply(refusal: AnswerRefusal, { command, requestUrl }: RefusalPlace): string {
  const request = requestUrl === undefined ? "the comment that shows what waits" : `[what waits](${requestUrl})`;
  const again = `Ask for the work again, for example with \`${command} fix\`.`;
  const [what, next] = ((): readonly [string, string] => {
    switch (refusal.kind) {
      case "nothing-waits":
        return [
          "Nothing waits for an answer in this thread.",
          `What waited is over or was too long ago. To start something, write \`${command} fix\`; \`${command} help\` lists what there is.`,
        ];
      case "finished":
        return [`The run it is about is over: ${OUTCOMES[refusal.outcome].title}.`, again];
      case "taken": {
        const job = refusal.runUrl === undefined ? "Another job" : `[Another job](${refusal.runUrl})`;
        return [`${job} is going on with this run.`, "Wait for its end; if it asks again, answer what it shows then."];
      }
      case "faster":
        return [
          "Another answer to the same run was faster.",
          `Look at ${request} as it is now, and answer what is left.`,
        ];
      case "several":
        return [`${refusal.count} runs of this thread wait, so \`all\` could mean any.`, "Name the digests instead."];
      case "head-moved":
        return [`The branch moved since this was shown: ${moved(refusal)}.`, `${SHOWN} ${again}`];
      case "policy-changed":
        return [`The policy changed since this was shown: ${moved(refusal)}.`, `${SHOWN} ${again}`];
      case "not-shown":
        return [refusal.why, "What waits is shown once more: look at that, and answer in a new comment."];
      case "used":
        return [refusal.why, `An answer is used once, so nothing of it is carried out. ${again}`];
      case "unreadable":
        return [
          `The run's session could not be read: ${words(refusal.said, 500)}`,
          `Answer again later; when that changes nothing, ${again.charAt(0).toLowerCase()}${again.slice(1)}`,
        ];
      case "failed":
        return [
          `It failed: ${words(refusal.said, 500)}`,
          "Nothing of it was carried out. Write the same in a new comment when that is mended.",
        ];
      case "failed-after":
        return [
          `It was taken, but the run could not go on: ${words(refusal.said, 500)}`,
          `Nothing of it was carried out. \`${command} resume\` tries again.`,
        ];
      case "not-allowed":
        return refusal.isUnchecked === true
          ? [refusal.reason, "Nothing is said about you by that. Write the same in a new comment in some minutes."]
          : [refusal.reason, `Who may answer stands in ${request}; it still waits.`];
    }
  })();
  const opening = refusal.kind === "failed-after" ? "" : "No answer was taken from this comment. ";
  return `${opening}${what}\n\n${next}`;
}

const SHOWN = "An answer holds for exactly what was shown, so nothing of it ran.";

function moved({ from, to }: { readonly from: string; readonly to: string }): string {
  return `\`${from.slice(0, 12)}\` is now \`${to.slice(0, 12)}\``;
}
