/** What the model is asked in a review: the change as data, and the rules of the base for reviews. */

import { framed, inline } from "../base/plain-text.ts";
import { beginningOf } from "../base/truncate.ts";
import { counted } from "../base/words.ts";
import type { OpenReview } from "./open-review.ts";

export const REVIEW_PROMPT =
  "Review the change below. Report each finding with report_finding, and end with at most three sentences.";

/** Said of a review after another one of the same pull request. */
const NEW_ONLY =
  "The pull request was reviewed before. Shown is what changed since then. Report what is wrong with it; of its older lines report only bugs and risks that this change brings about.";

/** Characters of the diff in the first request, about 50,000 tokens; and of one file. */
const MAX_DIFF_CHARS = 200_000;
const MAX_FILE_CHARS = 60_000;

export interface Asked {
  readonly context: string;
  /** Files whose difference the model was not shown whole. */
  readonly unshown: readonly string[];
  /** Why there is nothing to review: the end of a sentence about the change. Undefined where there is something. */
  readonly nothing: string | undefined;
}

/** `rules` are the review rules of the base, by path. */
export async function askReview(
  { shown: read, leftOut }: Pick<OpenReview, "shown" | "leftOut">,
  rules: ReadonlyMap<string, string>,
): Promise<Asked> {
  const { files, patch, since } = await read();
  const without = new Map([...(await leftOut())].filter(([path]) => files.has(path)));
  const shown: string[] = [];
  const unshown: string[] = [];
  let left = MAX_DIFF_CHARS;
  const reviewed = [...files.keys()].filter((path) => !without.has(path));
  for (const path of reviewed) {
    const text = patch(path);
    const part = beginningOf(text, Math.min(MAX_FILE_CHARS, left));
    if (part.length < text.length) unshown.push(path);
    if (left > 0) shown.push(part);
    left -= part.length;
  }
  const listed = [...without].map(([path, why]) => `${path} (${why})`);
  const parts = [
    ...Array.from(rules, ([path, text]) => framed(text, path)),
    ...(since === undefined ? [] : [NEW_ONLY]),
    `The change has ${counted(reviewed.length, "file")} to review:\n${framed(shown.join(""), "git diff")}`,
    ...(unshown.length === 0
      ? []
      : [
          `Not shown whole; read them with read_file as far as the limits allow:\n${framed(unshown.join("\n"), "list")}`,
        ]),
    ...(listed.length === 0 ? [] : [`Left out of the review:\n${framed(listed.join("\n"), "list")}`]),
  ];
  return {
    context: parts.join("\n\n"),
    unshown,
    nothing: reviewed.length === 0 ? nothingIn(listed, since) : undefined,
  };
}

/** Left out files that a reason names. */
const MAX_NAMED = 5;

function nothingIn(leftOut: readonly string[], since: string | undefined): string {
  if (since !== undefined)
    return `has nothing new to review since ${since.slice(0, 12)}, the head of the review before`;
  if (leftOut.length === 0) return "changes no file";
  const named = leftOut.slice(0, MAX_NAMED).map(inline).join(", ");
  const more = leftOut.length > MAX_NAMED ? `, and ${leftOut.length - MAX_NAMED} more` : "";
  return `has only files that a review leaves out: ${named}${more}`;
}
