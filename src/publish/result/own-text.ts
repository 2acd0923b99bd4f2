/** An issue or a comment of ours, found by its mark. What people write above our text stays there, below the mark. */

import { member } from "../../base/member.ts";
import { safeCut } from "../../base/truncate.ts";
import { OWN_MARKER } from "../../github/event/marker.ts";
import { checkAccess } from "../../github/people/access.ts";
import { editorsSinceOwn } from "../../github/people/text-editors.ts";
import { isOwn } from "./markers.ts";
import { nodeIdOf, numberField, type AccountRef, type GitHubApi, type Repo } from "./ports.ts";

export interface OwnText {
  /** Text that people wrote above ours, at most `MAX_NOTE_CHARS` of it. */
  readonly note: string;
  /** Our text, with what people changed in it. */
  readonly body: string;
}

/** Separates the text of people from ours. */
export const OURS_BEGINS = `${OWN_MARKER}:text -->`;
/** Together with our text this fits into an issue. */
const MAX_NOTE_CHARS = 4_000;

/** The body of an issue or a comment of the API. */
export function bodyOf(item: unknown): string {
  const body = member(item, "body");
  return typeof body === "string" ? body.replaceAll("\r\n", "\n") : "";
}

/** The parts of a body that has the mark. */
export function ownTextIn(whole: string, mark: string): OwnText {
  const [above = "", ...below] = whole.split(mark);
  const [between = "", ...ours] = below.join(mark).split(`${OURS_BEGINS}\n`);
  const hasOwnPlace = ours.length > 0; // without a note there need be none
  const note = `${above}${hasOwnPlace ? between : ""}`.trim();
  return {
    note: note.slice(0, safeCut(note, MAX_NOTE_CHARS)),
    body: (hasOwnPlace ? ours.join("") : between).trimStart(),
  };
}

/** The note of people as it is put between the mark and our text; empty without a note. */
export function noteAbove(note = ""): string {
  return note === "" ? "" : `${note}\n\n${OURS_BEGINS}\n`;
}

export interface OwnPlace {
  readonly client: GitHubApi;
  readonly repo: Repo;
  readonly self: AccountRef;
}

/**
 * The oldest of these issues or comments that is ours: it begins with the mark. Other workflows write with the same account, and may
 * copy a stranger's text. So a mark further down counts only where people who may write here edited it; our next edit brings the mark
 * to the top again.
 */
export async function findOwn(
  { client, repo, self }: OwnPlace,
  all: readonly unknown[],
  mark: string,
): Promise<unknown> {
  const marked = all
    .filter((item) => isOwn(item, self, "") && bodyOf(item).includes(mark))
    .toSorted((a, b) => numberField(a, "id") - numberField(b, "id"));
  const first = marked.find((item) => isOwn(item, self, mark));
  if (first !== undefined) return first;
  for (const item of marked) {
    const answer = await editorsSinceOwn(client, nodeIdOf(item), self);
    if (answer.kind === "unknown") continue;
    const access = await checkAccess(client, { owner: repo.owner, repo: repo.name, users: answer.editors });
    if (access.allowed) return item;
  }
  return undefined;
}
