/**
 * An issue or pull request as it was before the command: its text and changes. It leaves out everything created or edited since
 * then, and text that readers cannot see. It only reads.
 */

import type { GitHubClient } from "../api/client.ts";
import { addRemoved, NOTHING_REMOVED, type Removed } from "../sanitise/cuts.ts";
import type { EventIssue, EventPull, RepositoryName } from "../event/event-parts.ts";
import { sanitise, sanitisePlain, type Sanitised } from "../sanitise/sanitise.ts";
import { fetchConversation, type RawItem } from "./thread-conversation.ts";
import { fetchLinked, linkedNumbers, type LinkedIssue } from "./thread-linked.ts";
import { plansIn, type ThreadPlan } from "./thread-plan.ts";
import { fetchPull, type ThreadPull } from "./thread-pull.ts";

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
  /** Addresses of images in title, body and items, as written. */
  readonly images: readonly string[];
  readonly left: {
    /** Created or edited at or after the command. */
    readonly late: number;
    /** Without a time of creation or editing. */
    readonly undated: number;
    /** The oldest ones, beyond the cap. */
    readonly old: number;
  };
  readonly removed: Removed;
}

export interface ThreadRequest {
  readonly repository: RepositoryName;
  /** The thread of the event. Its title, body and labels are used, because the API shows later edits. */
  readonly opening: EventIssue | EventPull;
  /** Time of the command, ISO 8601. */
  readonly before: string;
  /** The comment or review with the command; it is the request and not part of the thread. */
  readonly command?: { readonly kind: "issue" | "review" | "review text"; readonly id: number } | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** UTF-16 units of text that are kept, newest first: more than any rendering keeps. Sanitising more would only take time. */
const MAX_CHARS = 400_000;

/** Fetches everything concurrently: 1 request for an issue, 5 for a pull request, and one for each further page of 100 items. */
export async function loadThread(client: GitHubClient, request: ThreadRequest): Promise<Thread> {
  const { repository, opening, before, signal } = request;
  const at = { client, owner: repository.owner, repo: repository.name, number: opening.number, before, signal };
  const [conversation, pull, linked] = await Promise.all([
    fetchConversation({ ...at, pull: opening.kind === "pull" }),
    opening.kind === "pull" ? fetchPull(at) : undefined,
    opening.kind === "pull" ? fetchLinked({ ...at, numbers: linkedNumbers(opening.body, repository) }) : undefined,
  ]);

  let removed = NOTHING_REMOVED;
  const counted = (result: Sanitised): string => {
    removed = addRemoved(removed, result.removed);
    return result.text;
  };
  const clean = (text: string): string => counted(sanitise(text));
  const plain = (text: string): string => counted(sanitisePlain(text));
  const title = plain(opening.title);
  const body = clean(opening.body);
  const sifted = sift(conversation.items, request);
  const items: ThreadItem[] = [];
  let left = MAX_CHARS;
  for (const item of sifted.kept.toReversed()) {
    if (left <= 0) break;
    const text = clean(item.text);
    left -= text.length;
    items.push({ ...named(item, { plain, command: request.command }), text });
  }
  items.reverse();
  const linkedIssues = (linked?.issues ?? []).map((issue) => ({
    ...issue,
    title: plain(issue.title),
    body: clean(issue.body),
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
    images: imagesIn([body, ...items.map(({ text }) => text), ...linkedIssues.map((issue) => issue.body)]),
    left: {
      late: sifted.late + (linked?.late ?? 0),
      undated: sifted.undated,
      old: sifted.kept.length - items.length + conversation.skipped,
    },
    removed,
  };
}

const KINDS = { issue: "comment", review: "review comment", "review text": "review" } as const;
/** GitHub stamps the comments of a review in the second in which it is submitted, or in the next one. */
const SUBMITTED_WITHIN_MS = 2_000;

/** A comment on a line that was submitted with the review whose text is the command. */
function isPart({ kind, reviewId }: RawItem, command: ThreadRequest["command"]): boolean {
  return kind === "review comment" && command?.kind === "review text" && reviewId === command.id;
}

interface Sifted {
  readonly kept: readonly RawItem[];
  readonly late: number;
  readonly undated: number;
}

/** Filters items by their times. Times have whole seconds, so one equal to the command's may be later. */
function sift(items: readonly RawItem[], { before, command }: ThreadRequest): Sifted {
  const end = Date.parse(before);
  const kept: RawItem[] = [];
  let late = 0;
  let undated = 0;
  for (const item of items) {
    if (command !== undefined && item.id === command.id && item.kind === KINDS[command.kind]) continue;
    const limit = isPart(item, command) ? end + SUBMITTED_WITHIN_MS : end;
    const created = Date.parse(item.createdAt ?? "");
    const edited = Date.parse(item.editedAt ?? "");
    if (Number.isNaN(created) || Number.isNaN(edited) || Number.isNaN(limit)) undated += 1;
    else if (created >= limit || edited >= limit) late += 1;
    else if (item.text.trim() !== "" || item.kind === "review") kept.push(item);
  }
  return {
    kept: kept.toSorted((a, b) => Date.parse(a.createdAt ?? "") - Date.parse(b.createdAt ?? "") || a.id - b.id),
    late,
    undated,
  };
}

function named(
  item: RawItem,
  { plain, command }: Pick<ThreadRequest, "command"> & { readonly plain: (text: string) => string },
): Omit<ThreadItem, "text"> {
  const { kind, id, author, association, createdAt = "", state, path, line, isResolved, isOutdated, replyTo } = item;
  const of = { kind, id, author, association, createdAt, state };
  const isOfRequest = isPart(item, command) || undefined;
  return { ...of, path: path && plain(path), line, isResolved, isOutdated, isOfRequest, replyTo };
}

/** Sanitises file names, branch names and the diff, which are foreign text too. The SHAs identify the commits. */
function withPlainText(pull: ThreadPull, plain: (text: string) => string): ThreadPull {
  return {
    ...pull,
    baseRef: plain(pull.baseRef),
    headRef: plain(pull.headRef),
    files: pull.files.map((file) => ({ ...file, path: plain(file.path), patch: file.patch && plain(file.patch) })),
  };
}

const IMAGE =
  /!\[(?:(?!!\[)[^\]])*\]\(\s*<?(https?:\/\/[^\s)>]+)|<img\b(?:(?!<img\b)[^>])*\ssrc="(https?:\/\/[^"\s]+)"/gi;

function imagesIn(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) => [...text.matchAll(IMAGE)].map(([, markdown, html]) => markdown ?? html ?? ""));
  return [...new Set(found)];
}
