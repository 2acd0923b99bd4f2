/**
 * An issue or pull request as it was before the command: its text and changes. It leaves out everything created or edited since
 * then, and text that readers cannot see. It only reads.
 */

import type { GitHubClient } from "../api/client.ts";
import type { EventIssue, EventPull, RepositoryName } from "../event/event-parts.ts";
import { sanitise, sanitisePlain, type Sanitised } from "../sanitise/sanitise.ts";
import { ownContent } from "./own-content.ts";
import { fetchConversation, type RawItem } from "./thread-conversation.ts";
import { fetchLinked, linkedNumbers, type LinkedIssue } from "./thread-linked.ts";
import { plansIn, type ThreadPlan } from "./thread-plan.ts";
import { boundedFiles, fetchPull, type ChangedFile, type ThreadPull } from "./thread-pull.ts";

export interface ThreadItem extends Omit<RawItem, "authorId" | "editedAt" | "createdAt" | "reviewId"> {
  readonly createdAt: string;
  /** Submitted with the review whose text is the command. */
  readonly isOfRequest?: true | undefined;
}

export interface Thread extends LinkedIssue {
  readonly kind: "issue" | "pull";
  readonly repository: RepositoryName;
  readonly labels: readonly string[];
  /** Oldest first. */
  readonly items: readonly ThreadItem[];
  readonly pull: ThreadPull | undefined;
  readonly linked: readonly LinkedIssue[];
  /** Comments that look like plans of this program, oldest first. `thread-plan.ts` checks them. */
  readonly plans: readonly ThreadPlan[];
  readonly left: {
    /** Created or edited at or after the command. */
    readonly late: number;
    /** Without a time of creation or editing. */
    readonly undated: number;
    /** Hidden by a person, e.g. as spam. */
    readonly minimised: number;
    /** The oldest ones, beyond the cap. */
    readonly old: number;
    /** Newer ones that are too long for what was left of the cap. */
    readonly long: number;
  };
  /** The server was asked which items are minimised, and did not tell. */
  readonly isMinimisingUnknown: boolean;
  /** Why a person has minimised the comment with the command since. */
  readonly commandMinimised?: string | undefined;
  /** How many hidden parts were taken out of the texts. */
  readonly removed: number;
}

export interface ThreadRequest {
  readonly repository: RepositoryName;
  /** The thread of the event. Its title, body and labels are used, because the API shows later edits. */
  readonly opening: EventIssue | EventPull;
  /** Time of the command, ISO 8601. */
  readonly before: string;
  /** The comment or review with the command; it is the request and not part of the thread. */
  readonly command?: { readonly kind: "issue" | "review" | "review text"; readonly id: number } | undefined;
}

/**
 * UTF-16 units of items that are sanitised, newest first, counted before that: a text can be hidden whole. It takes up to a second
 * for 65,536 of them. No rendering keeps more.
 */
const MAX_CHARS = 250_000;
/** Behind a longer item that does not fit, shorter ones from before it still may. */
const MIN_CHARS = 4_000;
/** Minimised for these reasons, an item still belongs to the conversation. Others are left out. */
const STILL_SAID: ReadonlySet<string> = new Set(["outdated", "resolved", "duplicate"]);

/** Fetches everything concurrently: 1 request for an issue, 5 for a pull request, and one for each further page of 100 items. */
export async function loadThread(client: GitHubClient, request: ThreadRequest): Promise<Thread> {
  const { repository, opening, before } = request;
  const at = { client, owner: repository.owner, repo: repository.name, number: opening.number, before };
  const [conversation, pull, linked] = await Promise.all([
    fetchConversation({ ...at, pull: opening.kind === "pull" }),
    opening.kind === "pull" ? fetchPull(at) : undefined,
    opening.kind === "pull" ? fetchLinked({ ...at, numbers: linkedNumbers(opening.body, repository) }) : undefined,
  ]);

  let removed = 0;
  const counted = (result: Sanitised): string => {
    removed += result.removed;
    return result.text;
  };
  const clean = (text: string): string => counted(sanitise(text));
  const plain = (text: string): string => counted(sanitisePlain(text));
  const title = plain(opening.title);
  const body = clean(ownContent(opening.body));
  const sifted = sift(conversation.items, request);
  const items: ThreadItem[] = [];
  let left = MAX_CHARS;
  let long = 0;
  for (const item of sifted.kept.toReversed()) {
    const { length } = item.text;
    if (length > left && length <= MIN_CHARS) break;
    if (length > left) {
      long += 1;
      continue;
    }
    left -= length;
    items.push({ ...named(item, { plain, command: request.command }), text: clean(item.text) });
  }
  items.reverse();
  const linkedIssues = (linked?.issues ?? []).map((issue) => ({
    ...issue,
    title: plain(issue.title),
    body: clean(ownContent(issue.body)),
  }));
  const cleanPull = pull === undefined ? undefined : withPlainText(pull, plain);
  return {
    kind: opening.kind,
    repository,
    number: opening.number,
    title,
    body,
    author: opening.author.login,
    association: opening.association,
    createdAt: opening.createdAt,
    labels: opening.labels.map(plain),
    items,
    pull: cleanPull,
    linked: linkedIssues,
    plans: plansIn(conversation.items, before),
    left: {
      late: sifted.late + (linked?.late ?? 0),
      undated: sifted.undated,
      minimised: sifted.minimised,
      old: sifted.kept.length - items.length - long + conversation.skipped,
      long,
    },
    isMinimisingUnknown: conversation.isMinimisingUnknown,
    commandMinimised: conversation.items.find((item) => isCommand(item, request.command))?.minimised,
    removed,
  };
}

const KINDS = { issue: "comment", review: "review comment", "review text": "review" } as const;
/** GitHub stamps the comments of a review in the second in which it is submitted, or in the next one. */
const SUBMITTED_WITHIN_MS = 2_000;

function isCommand({ kind, id }: RawItem, command: ThreadRequest["command"]): boolean {
  return command !== undefined && id === command.id && kind === KINDS[command.kind];
}

/** A comment on a line that was submitted with the review whose text is the command. */
function isPart({ kind, reviewId }: RawItem, command: ThreadRequest["command"]): boolean {
  return kind === "review comment" && command?.kind === "review text" && reviewId === command.id;
}

interface Sifted extends Pick<Thread["left"], "late" | "undated" | "minimised"> {
  readonly kept: readonly RawItem[];
}

/** Filters items by their times. Times have whole seconds, so one equal to the command's may be later. Of our own texts only the content stays. */
function sift(items: readonly RawItem[], { before, command }: ThreadRequest): Sifted {
  const end = Date.parse(before);
  const kept: RawItem[] = [];
  let late = 0;
  let undated = 0;
  let minimised = 0;
  for (const item of items) {
    if (isCommand(item, command)) continue;
    const limit = isPart(item, command) ? end + SUBMITTED_WITHIN_MS : end;
    const created = Date.parse(item.createdAt ?? "");
    const edited = Date.parse(item.editedAt ?? "");
    if (Number.isNaN(created) || Number.isNaN(edited) || Number.isNaN(limit)) undated += 1;
    else if (created >= limit || edited >= limit) late += 1;
    else if (item.minimised !== undefined && !STILL_SAID.has(item.minimised)) minimised += 1;
    else {
      const text = ownContent(item.text);
      if (text.trim() !== "" || item.kind === "review") kept.push({ ...item, text });
    }
  }
  return {
    kept: kept.toSorted((a, b) => Date.parse(a.createdAt ?? "") - Date.parse(b.createdAt ?? "") || a.id - b.id),
    late,
    undated,
    minimised,
  };
}

function named(
  item: RawItem,
  { plain, command }: Pick<ThreadRequest, "command"> & { readonly plain: (text: string) => string },
): Omit<ThreadItem, "text"> {
  const { kind, id, author, association, createdAt = "", state, path, line, isResolved, isOutdated, replyTo } = item;
  const of = { kind, id, author, association, createdAt, state, minimised: item.minimised };
  const isOfRequest = isPart(item, command) || undefined;
  return { ...of, path: path && plain(path), line, isResolved, isOutdated, isOfRequest, replyTo };
}

/** The thread with the files that git found, where GitHub did not list them, or with those patches that GitHub left out. */
export function withFiles(thread: Thread, found: readonly ChangedFile[]): Thread {
  if (thread.pull === undefined) return thread;
  const { pull: listed } = thread;
  const files = listed.unlisted === undefined ? withPatches(listed.files, found) : found;
  let { removed } = thread;
  const plain = (text: string): string => {
    const result = sanitisePlain(text);
    removed += result.removed;
    return result.text;
  };
  const changedFiles = listed.unlisted === undefined ? listed.changedFiles : files.length;
  const pull = { ...listed, files: boundedFiles(files), changedFiles, unlisted: undefined, hasUnpatched: undefined };
  return { ...thread, pull: withPlainText(pull, plain), removed };
}

/** The listed files, with git's patches where they show the same number of lines. git looks for no renames. */
function withPatches(listed: readonly ChangedFile[], found: readonly ChangedFile[]): readonly ChangedFile[] {
  const byPath = new Map(found.map((file) => [file.path, file]));
  return listed.map((file) => {
    const { additions, deletions, patch } = byPath.get(file.path) ?? {};
    const isSame = additions === file.additions && deletions === file.deletions;
    return { ...file, patch: file.patch ?? (isSame ? patch : undefined) };
  });
}

/** Sanitises file names, branch names and the diff, which are foreign text too. The SHAs identify the commits. */
function withPlainText(pull: ThreadPull, plain: (text: string) => string): ThreadPull {
  const files = pull.files.map((file) => ({ ...file, path: plain(file.path), patch: file.patch && plain(file.patch) }));
  return { ...pull, baseRef: plain(pull.baseRef), headRef: plain(pull.headRef), files };
}
