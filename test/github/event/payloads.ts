/** Webhook payloads: GitHub's published examples, and the smallest ones of our own. */

import { readFileSync } from "node:fs";

export interface PublishedEvent {
  readonly name: string;
  readonly examples: readonly Record<string, unknown>[];
}

/** Octokit's collection of payloads as GitHub sent them, by event. */
export function publishedEvents(): PublishedEvent[] {
  const file = new URL("api.github.com/index.json", import.meta.resolve("@octokit/webhooks-examples/package.json"));
  return JSON.parse(readFileSync(file, "utf8")) as PublishedEvent[];
}

export const ALICE = { id: 1, login: "alice", type: "User" };
export const BOB = { id: 2, login: "bob", type: "User" };
export const BOT = { id: 41_898_282, login: "github-actions[bot]", type: "Bot" };
export const AT = "2026-03-01T10:00:00Z";

const repository = { name: "demo", owner: { login: "alice" }, id: 7 };

export function issue(more: object = {}): object {
  return {
    number: 3,
    title: "Crash",
    body: "It crashes.",
    user: BOB,
    author_association: "NONE",
    state: "open",
    locked: false,
    created_at: "2026-03-01T09:00:00Z",
    updated_at: AT,
    ...more,
  };
}

export function issueComment(
  body: string,
  more: { comment?: object; issue?: object; sender?: object; action?: string } = {},
): object {
  return {
    action: more.action ?? "created",
    issue: issue(more.issue),
    comment: {
      id: 30,
      body,
      user: ALICE,
      author_association: "OWNER",
      created_at: AT,
      updated_at: AT,
      html_url: "https://github.com/alice/demo/issues/3#issuecomment-30",
      ...more.comment,
    },
    repository,
    sender: more.sender ?? ALICE,
  };
}

export function issues(action: string, more: object = {}, extra: object = {}): object {
  return { action, issue: issue(more), repository, sender: ALICE, ...extra };
}

function pull(more: object = {}): object {
  return {
    ...issue({ number: 4, title: "Fix it", body: "Fixes #3", user: ALICE }),
    head: { sha: "a".repeat(40), ref: "topic", repo: { id: 7 } },
    base: { sha: "b".repeat(40), ref: "main", repo: { id: 7 } },
    ...more,
  };
}

export function pullRequest(action: string, more: object = {}, extra: object = {}): object {
  return { action, pull_request: pull(more), repository, sender: ALICE, ...extra };
}

/** A review as a whole. */
export function review(body: string | null, more: { review?: object; sender?: object } = {}): object {
  return {
    action: "submitted",
    pull_request: pull(),
    review: {
      id: 50,
      body,
      user: ALICE,
      html_url: "https://github.com/alice/demo/pull/4#pullrequestreview-50",
      ...more.review,
    },
    repository,
    sender: more.sender ?? ALICE,
  };
}

export function reviewComment(body: string, more: { comment?: object; action?: string } = {}): object {
  return {
    action: more.action ?? "created",
    pull_request: pull(),
    comment: {
      id: 40,
      body,
      user: ALICE,
      author_association: "OWNER",
      created_at: AT,
      updated_at: AT,
      html_url: "https://github.com/alice/demo/pull/4#discussion_r40",
      path: "src/a.ts",
      line: 12,
      original_line: 10,
      side: "RIGHT",
      diff_hunk: "@@ -1 +1 @@",
      commit_id: "a".repeat(40),
      ...more.comment,
    },
    repository,
    sender: ALICE,
  };
}
