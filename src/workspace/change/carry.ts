/**
 * Puts the difference between two trees on a third one, file by file. Texts that differ there are merged by git, and line ends are those
 * of the third tree where git's attributes alone made the difference.
 */

import { reverseOf, type TreeEdit } from "../changes.ts";
import type { PublishGit } from "../push.ts";

export type CarryGit = Pick<
  PublishGit,
  "edits" | "treeWith" | "blobs" | "readBlobs" | "mergeText" | "writeBlob" | "textFiles"
>;

export interface CarryRequest {
  readonly git: CarryGit;
  /** The change: the difference between these two trees. */
  readonly from: string;
  readonly to: string;
  /** The tree that the change is put on. */
  readonly onto: string;
  /** Takes a changed file whole where `onto` lacks it. Right for a change that has nothing of others in it, such as a stored one. */
  readonly takesMissing?: boolean | undefined;
}

export interface Carried {
  /** `onto` with the change. */
  readonly tree: string;
  /** Changed files that do not fit on `onto`, which has its own version of them still. */
  readonly misfits: readonly TreeEdit[];
}

interface Version {
  readonly mode: string;
  readonly oid: string;
}

/** One path in the three trees; undefined where it does not exist. */
export interface Versions {
  readonly from: Version | undefined;
  readonly to: Version | undefined;
  readonly onto: Version | undefined;
}

/** What becomes of a changed path. `merge`: the texts are merged, and the file gets this mode. */
export type Placing =
  | { readonly kind: "take" }
  | { readonly kind: "keep" }
  | { readonly kind: "merge"; readonly mode: string }
  | { readonly kind: "mode"; readonly mode: string }
  | { readonly kind: "misfit" };

const FILES: ReadonlySet<string> = new Set(["100644", "100755"]);

/** Decides about one path whose version differs between `from` and `to`. */
export function placingOf({ from, to, onto }: Versions, takesMissing = false): Placing {
  if (isSame(from, onto)) return { kind: "take" };
  if (isSame(to, onto)) return { kind: "keep" };
  // A removed file has nothing of another version in it; a new one is the change's own as a whole.
  if (to === undefined || from === undefined) return { kind: "take" };
  if (onto === undefined) return { kind: takesMissing ? "take" : "misfit" };
  if (!FILES.has(to.mode)) return { kind: "take" }; // a link's target is the change's own as a whole
  if (!FILES.has(from.mode) || !FILES.has(onto.mode)) return { kind: "misfit" };
  const mode = from.mode === to.mode ? onto.mode : to.mode;
  return from.oid === to.oid ? { kind: "mode", mode } : { kind: "merge", mode };
}

function isSame(one: Version | undefined, other: Version | undefined): boolean {
  return one?.mode === other?.mode && one?.oid === other?.oid;
}

/** Carries the change over. Throws `git.failed`. */
export async function carry({ git, from, to, onto, takesMissing }: CarryRequest): Promise<Carried> {
  const edits = await git.edits(from, to);
  const differing = new Map((await git.edits(from, onto)).map((edit) => [edit.path, edit]));
  const cases = edits.map((edit) => {
    const [was, now] = [versionOf(reverseOf(edit)), versionOf(edit)];
    const other = differing.get(edit.path);
    const versions = { from: was, to: now, onto: other === undefined ? was : versionOf(other) };
    return { edit, versions, placing: placingOf(versions, takesMissing) };
  });
  const ends = await lineEnds(git, to, cases);
  const placed: TreeEdit[] = [];
  const misfits: TreeEdit[] = [];
  for (const { edit, versions, placing } of cases) {
    const own = ends.get(edit.path);
    if (placing.kind === "keep") continue;
    if (placing.kind === "misfit") misfits.push(edit);
    else if (placing.kind === "mode") placed.push({ ...edit, mode: placing.mode, oid: versions.onto?.oid });
    else if (placing.kind === "take" && own === undefined) placed.push(edit);
    else {
      const oid = await mergedBlob(git, versions, own);
      if (oid === undefined) misfits.push(edit);
      else placed.push({ ...edit, mode: placing.kind === "merge" ? placing.mode : edit.mode, oid });
    }
  }
  const isWhole = from === onto && placed.every((edit, at) => edit === edits[at]) && placed.length === edits.length;
  return { tree: isWhole ? to : await git.treeWith(onto, placed), misfits };
}

function versionOf({ mode, oid }: TreeEdit): Version | undefined {
  return mode === undefined || oid === undefined ? undefined : { mode, oid };
}

interface Case {
  readonly edit: TreeEdit;
  readonly versions: Versions;
  readonly placing: Placing;
}

/**
 * Path → how its lines end in `onto`, where that differs though the change is not about line ends: git's attributes normalise them. A run
 * that changes the line ends of a file without such attributes has changed its content.
 */
async function lineEnds(git: CarryGit, to: string, cases: readonly Case[]): Promise<ReadonlyMap<string, LineEnds>> {
  const texts = cases.filter(
    ({ placing: { kind }, versions: { from, to: now, onto } }) =>
      (kind === "take" || kind === "merge") &&
      [from, now, onto].every((one) => one !== undefined && FILES.has(one.mode)),
  );
  const oids = texts.flatMap(({ versions: { from, to: now, onto } }) => [from?.oid, now?.oid, onto?.oid]);
  const found = new Map<string, LineEnds>();
  const wanted = oids.filter((oid) => oid !== undefined);
  await git.readBlobs(wanted, ({ id, content }) => void found.set(id, lineEndsOf(content)));
  const known = texts.map(({ edit: { path }, versions }) => {
    const [from, now, onto] = [versions.from, versions.to, versions.onto].map((one) => found.get(one?.oid ?? ""));
    return { path, from, now, onto };
  });
  const normalised = known.filter(({ from, now }) => from === "crlf" && now === "lf").map(({ path }) => path);
  const asTexts = normalised.length === 0 ? new Set<string>() : await git.textFiles(to, normalised);
  return new Map(
    known.flatMap(({ path, from, now, onto }): readonly (readonly [string, LineEnds])[] => {
      const isKept = from === now || asTexts.has(path);
      const isOther = onto !== now && (onto === "crlf" || onto === "lf") && (now === "crlf" || now === "lf");
      return isKept && isOther ? [[path, onto]] : [];
    }),
  );
}

/** The blob of the merged text; undefined where both changed the same lines. `ends`: how lines end in `onto` alone. */
async function mergedBlob(
  git: CarryGit,
  { from, to, onto }: Versions,
  ends: LineEnds | undefined,
): Promise<string | undefined> {
  const blobs = await git.blobs([from, onto, to].map((version) => version?.oid ?? ""));
  const textOf = (version: Version | undefined): Buffer => {
    const content = blobs.get(version?.oid ?? "") ?? Buffer.alloc(0);
    return ends === undefined ? content : asLf(content);
  };
  const [base, ours, theirs] = [textOf(from), textOf(onto), textOf(to)];
  const merged = base.equals(ours) ? theirs : await git.mergeText({ base, ours, theirs });
  return merged && (await git.writeBlob(ends === "crlf" ? asCrlf(merged) : merged));
}

/** `crlf` and `lf`: all lines end in this way. */
type LineEnds = "crlf" | "lf" | "mixed" | "none";

function lineEndsOf(content: Buffer): LineEnds {
  let crlf = 0;
  let all = 0;
  for (let at = content.indexOf("\n"); at !== -1; at = content.indexOf("\n", at + 1)) {
    all += 1;
    if (content[at - 1] === 0x0d) crlf += 1;
  }
  return all === 0 ? "none" : crlf === all ? "crlf" : crlf === 0 ? "lf" : "mixed";
}

function asLf(text: Buffer): Buffer {
  return Buffer.from(text.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}

function asCrlf(text: Buffer): Buffer {
  return Buffer.from(text.toString("latin1").replaceAll("\n", "\r\n"), "latin1");
}
