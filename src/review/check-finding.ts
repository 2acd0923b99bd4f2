/** Takes what the model reports: finds its place, says at once what cannot be taken and why, and keeps the finding in any case. */

import { nearest } from "../base/nearest.ts";
import { REDACTED } from "../base/redact.ts";
import { sha256 } from "../base/sha256.ts";
import { counted } from "../base/words.ts";
import {
  SEVERITIES,
  type Anchor,
  type AskedFinding,
  type Finding,
  type FindingReports,
} from "../protocol/tools/finding.ts";
import { anchorOf } from "./anchor.ts";
import type { ReviewDiff, DiffFile } from "./diff.ts";
import { isNewPlace } from "./new-range.ts";
import type { OpenReview } from "./open-review.ts";
import { linesOf, overlaps, suggestionProblem, type Suggested } from "./suggestion.ts";

/** Findings that one session keeps: three times as many as a review may have comments. */
export const MAX_FINDINGS = 100;

interface CheckOptions extends Pick<OpenReview, "diff" | "shown" | "leftOut" | "content"> {
  /** What the session has kept so far. */
  readonly known: () => readonly Finding[];
}

export function createFindingReports({ diff, shown, leftOut, content, known }: CheckOptions): FindingReports {
  /** Those of this process: calls of one message are recorded after all of them. */
  const kept: Finding[] = [];
  return {
    check: async (asked) => {
      const { files } = await diff();
      const file = files.get(asked.path);
      const texts = file === undefined ? { head: [], base: [] } : await textsOf(file, content);
      const why = (await leftOut()).get(asked.path);
      const placed = file === undefined ? { unanchored: unknownPath(asked.path, files) } : anchorOf(file, texts, asked);
      const place = why === undefined ? placed : { unanchored: `${asked.path} is left out of this review (${why}).` };
      const anchor = "anchor" in place ? place.anchor : undefined;
      const { since, ...range } = await shown();
      const isOld = since !== undefined && !isNewPlace(range, asked.path, anchor);
      if (isOld && asked.severity === "nit") {
        const where = `${asked.path} has no change there since the last review`;
        return { text: `Not recorded: ${where}. Accepted for older lines: a bug or a risk.` };
      }
      const lines = anchor?.side === "LEFT" ? texts.base : texts.head;
      const fingerprint = fingerprintOf({ ...asked, path: file?.oldPath ?? asked.path, anchor, lines });
      const recorded = known();
      const before = [
        ...recorded,
        ...kept.filter((one) => recorded.every((other) => other.fingerprint !== one.fingerprint)),
      ];
      const twin = before.find((one) => one.fingerprint === fingerprint);
      if (twin !== undefined) return { text: alreadyThere(twin, asked) };
      if (before.length >= MAX_FINDINGS)
        return { text: `Not recorded: a review keeps ${counted(MAX_FINDINGS, "finding")}. End the review now.` };
      const { path, replacement } = asked;
      const suggested = file && anchor && replacement && { file, anchor, head: texts.head, replacement };
      const prose = suggested && proseOnly(path, suggested, before);
      const finding = { ...asked, fingerprint, ...place, ...(prose === undefined ? {} : { prose }) };
      kept.push(finding);
      return { finding, text: answerTo(finding) };
    },
  };
}

export async function textsOf({ oldId, newId, oldMode, newMode, isBinary }: DiffFile, content: OpenReview["content"]) {
  const lines = async (id: string, mode: string): Promise<readonly string[]> =>
    isBinary || mode === "160000" || /^0+$/.test(id) ? [] : linesOf(await content(id));
  return { head: await lines(newId, newMode), base: await lines(oldId, oldMode) };
}

/** Hex digits: a repository has some thousand findings. */
const FINGERPRINT_CHARS = 16;

interface Named extends Pick<AskedFinding, "quote" | "severity"> {
  /** The name of the file in the base, which a rename does not change. */
  readonly path: string;
  readonly anchor: Anchor | undefined;
  /** The lines of the side that the anchor is on. */
  readonly lines: readonly string[];
}

/**
 * Names a finding so that it is the same one after other pushes, without a word of the model: by the path, the severity, and the quoted
 * lines without blanks between one line of context on each side.
 */
export function fingerprintOf({ path, quote, severity, anchor, lines }: Named): string {
  const own = anchor === undefined ? quote : lines.slice(anchor.start - 1, anchor.end);
  const [before, after] = anchor === undefined ? [] : [lines[anchor.start - 2], lines[anchor.end]];
  const parts = [path, severity, ...[before ?? "", own.join(""), after ?? ""].map(withoutBlanks)];
  return sha256(JSON.stringify(parts)).slice(0, FINGERPRINT_CHARS);
}

/** Lines are compared without blanks, because a formatter may change them. */
export function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, "");
}

/** Why a replacement is no suggestion; undefined where it is one. */
function proseOnly(path: string, suggested: Suggested, before: readonly Finding[]): string | undefined {
  const { anchor } = suggested;
  const isTaken = before.some((one) => isSuggestion(one) && overlaps({ path, anchor }, one));
  return isTaken ? "another suggestion replaces some of these lines" : suggestionProblem(suggested);
}

export type Suggestion = Finding & { readonly anchor: Anchor; readonly replacement: readonly string[] };

export function isSuggestion(finding: Finding): finding is Suggestion {
  const { anchor, replacement, prose } = finding;
  // Where a secret was taken out, the text is not the one that was meant.
  const isWhole = replacement?.every((line) => !line.includes(REDACTED));
  return anchor !== undefined && isWhole === true && prose === undefined;
}

/** A finding's words are not part of its name, so two findings on the same lines could not be told apart after the next push. */
function alreadyThere({ title, severity }: Finding, asked: AskedFinding): string {
  if (title === asked.title) return "This finding is already recorded.";
  return `Not recorded: these lines have a ${severity} already. Accepted for another one: more or fewer lines as the quote.`;
}

function answerTo({ path, anchor, unanchored = "", prose, replacement }: Finding): string {
  if (anchor === undefined)
    return `Recorded for the text of the review, on no line: ${unanchored} Reported again with the same title, it takes this one's place.`;
  const { side, start, end } = anchor;
  const where = `${path}:${start}${end === start ? "" : `–${end}`}${side === "LEFT" ? " (deleted)" : ""}`;
  if (prose !== undefined) return `Recorded at ${where}, without its replacement: ${prose}.`;
  return `Recorded at ${where}.${replacement === undefined ? "" : " The replacement is tested when the run has ended."}`;
}

function unknownPath(path: string, files: ReviewDiff["files"]): string {
  const plain = path.replace(/^(?:\.\/|[ab]\/)+/, "");
  const renamed = [...files.values()].find(({ oldPath }) => oldPath === path)?.path;
  const meant = files.has(plain) ? plain : (renamed ?? nearest(path, [...files.keys()]));
  return `${path} is not in the diff. Accepted: a path as the diff names it${meant === undefined ? "" : `, such as ${meant}`}.`;
}

/** What readers are told of a session's findings: without those that the model reported again on a line, gravest first. */
export function shownFindings(findings: readonly Finding[], { nits }: { readonly nits: boolean }): readonly Finding[] {
  const wanted = settled(findings).filter(({ severity }) => severity !== "nit" || nits);
  return SEVERITIES.flatMap((severity) => wanted.filter((one) => one.severity === severity));
}

function settled(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(
    ({ anchor, path, title }, index) =>
      anchor !== undefined || !findings.slice(index + 1).some((later) => later.path === path && later.title === title),
  );
}
