/** The commit from which two others part. */

import { gitError } from "../../protocol/error.ts";
import type { Git } from "./git.ts";
import { objectId } from "./object-id.ts";

/** Throws `git.failed`, also where this repository has no ancestor of both. */
export async function mergeBase(git: Git, base: string, head: string): Promise<string> {
  const found = (await git({ args: ["merge-base", objectId(base), objectId(head)] })).toString("utf8").trim();
  if (found !== "") return found;
  const [from, to] = [base, head].map((commit) => commit.slice(0, 12));
  throw gitError(
    `${from} and ${to} have no ancestor in common here.`,
    "In a shallow clone, `git fetch --unshallow` brings the history.",
  );
}
