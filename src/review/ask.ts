/** What the model is asked in a review: the change as data, and the rules of the base for reviews. */

import { framed, inline } from "../base/plain-text.ts";
import { beginningOf } from "../base/truncate.ts";
import { counted } from "../base/words.ts";
import { areaBegin, type ReviewRange } from "../protocol/tools/finding.ts";
import { areasOf, type Area } from "./areas.ts";
import type { OpenReview } from "./open-review.ts";

export const REVIEW_PROMPT =
  "Review the change below. Report each finding with report_finding, and end with at most three sentences.";

/** Said of a review after another one of the same pull request. */
const NEW_ONLY =
  "The pull request was reviewed before. Shown is what changed since then. Report what is wrong with it; of its older lines report only bugs and risks that this change brings about.";

/** Characters of the diff in one request, about 50,000 tokens; and of one file. */
const MAX_DIFF_CHARS = 200_000;
const MAX_FILE_CHARS = 60_000;
/** Areas of a larger change: about 400,000 tokens. The rest is said not to be looked at. */
const MAX_AREAS = 8;

export interface Asked {
  readonly context: string;
  /** For the record of the session. */
  readonly areas: Pick<ReviewRange, "areas">;
  /** The next request of a change that does not fit one; undefined where all was shown. */
  readonly next: string | undefined;
  /** Files whose difference the model was not shown whole. */
  readonly unshown: readonly string[];
  /** Why there is nothing to review: the end of a sentence about the change. Undefined where there is something. */
  readonly nothing: string | undefined;
}

/** `rules` are the review rules of the base, by path; `done` the number of areas that the model was shown. */
export async function askReview(
  { shown: read, leftOut }: Pick<OpenReview, "shown" | "leftOut">,
  rules: ReadonlyMap<string, string>,
  done = 1,
): Promise<Asked> {
  const { files, patch, since } = await read();
  const without = new Map([...(await leftOut())].filter(([path]) => files.has(path)));
  const reviewed = [...files.keys()].filter((path) => !without.has(path));
  const shownOf = (path: string): string => beginningOf(patch(path), MAX_FILE_CHARS);
  const sized = reviewed.map((path) => ({ path, whole: patch(path).length, size: shownOf(path).length }));
  const areas = areasOf(sized, MAX_DIFF_CHARS);
  const count = Math.min(areas.length, MAX_AREAS);
  const isShown = new Set(areas.slice(0, Math.min(done, count)).flatMap(({ paths }) => paths));
  const isCut = new Set(sized.filter(({ whole, size }) => size < whole).map(({ path }) => path));
  const diffOf = ({ paths }: Area): string => {
    const cut = paths.filter((path) => isCut.has(path));
    const rest =
      cut.length === 0
        ? ""
        : `\n\nNot shown in full; read them with read_file, within its limits:\n${framed(cut.join("\n"), "list")}`;
    return `${framed(paths.map(shownOf).join(""), "git diff")}${rest}`;
  };
  const listed = [...without].map(([path, why]) => `${path} (${why})`);
  const [first = NOTHING] = areas;
  const parts = [
    ...Array.from(rules, ([path, text]) => framed(text, path)),
    ...(since === undefined ? [] : [NEW_ONLY]),
    `The change has ${counted(reviewed.length, "file")} to review${count > 1 ? inAreas(areas, count) : ":"}\n${diffOf(first)}`,
    ...(listed.length === 0 ? [] : [`Left out of the review:\n${framed(listed.join("\n"), "list")}`]),
  ];
  const area = done < count ? areas[done] : undefined;
  return {
    context: parts.join("\n\n"),
    areas: count > 1 ? { areas: count } : {},
    next: area && `${areaBegin(done + 1, count)} ${namesIn(area)}\n${NEXT}\n${diffOf(area)}`,
    unshown: reviewed.filter((path) => !isShown.has(path) || isCut.has(path)),
    nothing: reviewed.length === 0 ? nothingIn(listed, since) : undefined,
  };
}

const NOTHING: Area = { names: [], paths: [] };
const NEXT = "Report its findings with report_finding, and end with at most three sentences.";

function inAreas(areas: readonly Area[], count: number): string {
  const list = areas.slice(0, count).map((area, index) => `${index + 1}. ${namesIn(area)}`);
  return ` and is shown in ${count} areas. Review the first one now; each time you end, the next one is shown:\n${framed(list.join("\n"), "list")}\nArea 1:`;
}

/** Folders and files of an area that the model is told; their differences name all. */
const MAX_FOLDERS = 30;

function namesIn({ names }: Area): string {
  return someOf(names, MAX_FOLDERS);
}

function someOf(names: readonly string[], max: number): string {
  const more = names.length > max ? `, and ${names.length - max} more` : "";
  return names.slice(0, max).map(inline).join(", ") + more;
}

/** Left out files that a reason names. */
const MAX_NAMED = 5;

function nothingIn(leftOut: readonly string[], since: string | undefined): string {
  if (since !== undefined)
    return `has nothing new to review since ${since.slice(0, 12)}, the head of the review before`;
  if (leftOut.length === 0) return "changes no file";
  return `has only files that a review leaves out: ${someOf(leftOut, MAX_NAMED)}`;
}
