/** Threads as they stood before the command: everything that was there, nothing that came or changed afterwards. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createGitHub, type GitHubClient } from "../../../src/github/api/client.ts";
import type { EventIssue } from "../../../src/github/event/event-parts.ts";
import { renderThread } from "../../../src/github/thread/render-thread.ts";
import { loadThread, type Thread, type ThreadRequest } from "../../../src/github/thread/thread.ts";
import { startGitHub, type GitHub } from "../../doubles/github/server.ts";
import { systemClock } from "../../../src/base/clock.ts";

const EARLY = "2026-03-01T09:00:00Z";
const COMMAND = "2026-03-01T10:00:00Z";
const LATE = "2026-03-01T10:00:01Z";
const NOTHING_LEFT = { late: 0, undated: 0, minimised: 0, old: 0, long: 0 };
const repository = { owner: "acme", name: "demo" };

let github: GitHub;
let client: GitHubClient;
before(async () => {
  github = await startGitHub({ rateLimit: 100_000 });
  await github.addRepository({ name: "acme/demo", files: { "a.txt": "one\n" }, roles: { alice: "write" } });
  github.addToken("t");
  client = createGitHub({ clock: systemClock, token: "t", apiUrl: github.url, userAgent: "test" });
});
after(async () => github.close());

function opening(number: number, more: Partial<EventIssue> = {}): EventIssue {
  return {
    kind: "issue",
    number,
    title: "A title",
    body: "A body",
    author: { id: 2, login: "bob", type: "User" },
    association: "NONE",
    closed: false,
    locked: false,
    labels: [],
    createdAt: EARLY,
    updatedAt: COMMAND,
    ...more,
  };
}

async function load(at: EventIssue, more: Partial<ThreadRequest> = {}): Promise<Thread> {
  return loadThread(client, { repository, opening: at, before: COMMAND, ...more });
}

test("an issue: what counts, what is too late, what is hidden", async () => {
  const { number } = github.addIssue("acme/demo", { body: "edited since", labels: ["bug"], createdAt: EARLY });
  const say = (body: string, times: object = {}): number =>
    github.addComment("acme/demo", number, { body, user: "bob", createdAt: EARLY, ...times }).id;
  const kept = say("first <!-- evil -->![x](https://x.test/a.png)");
  say("later", { createdAt: LATE });
  say("same second", { createdAt: COMMAND });
  say("edited", { updatedAt: LATE });
  const command = say("/kimi fix", { createdAt: COMMAND });
  const before = github.requests.length;
  const thread = await load(
    opening(number, { labels: ["bug"], title: "Crash\u202E of Array<T>", body: "It crashes.\n\n[//]: # (evil)" }),
    {
      command: { kind: "issue", id: command },
    },
  );
  assert.equal(github.requests.length - before, 1);
  assert.deepEqual(thread, {
    kind: "issue",
    repository,
    number,
    title: "Crash of Array<T>",
    body: "It crashes.\n\n",
    author: "bob",
    association: "NONE",
    createdAt: EARLY,
    labels: ["bug"],
    items: [
      {
        kind: "comment",
        id: kept,
        author: "bob",
        association: "NONE",
        createdAt: EARLY,
        text: "first ![](https://x.test/a.png)",
        state: undefined,
        path: undefined,
        line: undefined,
        isResolved: undefined,
        isOutdated: undefined,
        isOfRequest: undefined,
        replyTo: undefined,
        minimised: undefined,
      },
    ],
    pull: undefined,
    linked: [],
    plans: [],
    left: { ...NOTHING_LEFT, late: 3 },
    isMinimisingUnknown: false,
    commandMinimised: undefined,
    removed: 4,
  });
});

test("a missing time is left out and counted; seconds of skew decide as they stand", async () => {
  const { number } = github.addIssue("acme/demo");
  const row = (id: number, created: unknown, updated: unknown): object => ({
    id,
    body: `c${id}`,
    user: null,
    created_at: created,
    updated_at: updated,
  });
  const before = "2026-03-01T09:59:59Z";
  github.fault({
    kind: "answer",
    status: 200,
    match: { path: `/repos/acme/demo/issues/${number}/comments` },
    body: [
      row(1, EARLY, null),
      row(2, null, EARLY),
      row(3, undefined, undefined),
      row(4, "soon", EARLY),
      row(5, before, before),
      row(6, COMMAND, COMMAND),
      row(7, "2026-03-01T09:55:00Z", "2026-03-01T10:05:00Z"),
    ],
  });
  const thread = await load(opening(number));
  assert.deepEqual(
    [thread.items.map(({ id, author }) => [id, author]), thread.left],
    [[[5, "ghost"]], { ...NOTHING_LEFT, late: 2, undated: 4 }],
  );
});

test("a pull request: reviews, line comments, diff, ends and the issue it closes", async () => {
  const issue = github.addIssue("acme/demo", { title: "Bug", body: "It <!-- evil -->breaks", createdAt: EARLY });
  const moved = github.addIssue("acme/demo", { title: "Moved", createdAt: EARLY, updatedAt: LATE });
  await github.addCommit("acme/demo", { branch: "topic", files: { "a.txt": "two\n", "b.txt": "new\u200B\n" } });
  const body = `Fixes #${issue.number}, closes #${moved.number}, fixes other/repo#1`;
  const { number, pull } = await github.addPull("acme/demo", { head: "topic", body, createdAt: EARLY });
  const review = (text: string, more: object = {}): number =>
    github.addReview("acme/demo", number, { body: text, submittedAt: EARLY, user: "alice", ...more }).id;
  const good = review("Looks fine", { state: "APPROVED" });
  review("Edited afterwards", { editedAt: LATE });
  review("Too late", { submittedAt: LATE });
  review("");
  const bare = review("", { state: "CHANGES_REQUESTED" });
  const line = github.addReviewComment("acme/demo", number, { path: "a.txt", line: 1, body: "why?", createdAt: EARLY });
  const thread = await load(opening(number, { kind: "pull", body }));
  assert.deepEqual(
    thread.items.map(({ kind, id, text, state, path, line: at }) => [kind, id, text, state, path, at]),
    [
      ["review", good, "Looks fine", "approved", undefined, undefined],
      ["review", bare, "", "changes_requested", undefined, undefined],
      ["review comment", line.id, "why?", undefined, "a.txt", 1],
    ].toSorted((a, b) => Number(a[1]) - Number(b[1])),
  );
  assert.deepEqual(thread.left, { ...NOTHING_LEFT, late: 3 });
  assert.deepEqual(
    thread.linked.map(({ number: n, title, body: text }) => [n, title, text]),
    [[issue.number, "Bug", "It breaks"]],
  );
  assert.ok(thread.pull !== undefined && pull !== undefined);
  const { files, ...ends } = thread.pull;
  assert.deepEqual(ends, {
    baseRef: "main",
    baseSha: pull.base.sha,
    headRef: "topic",
    headSha: pull.head.sha,
    fork: false,
    closed: false,
    mergeable: true,
    maintainerCanModify: pull.maintainerCanModify,
    changedFiles: 2,
  });
  assert.deepEqual(
    files.map(({ path, status, patch }) => [path, status, patch?.split("\n").slice(1, 3)]),
    [
      ["a.txt", "modified", ["-one", "+two"]],
      ["b.txt", "added", ["+new"]],
    ],
  );
  assert.deepEqual(github.violations, []);

  github.fault({ kind: "answer", status: 500, body: {}, match: { path: "/graphql" }, times: 6 });
  const unsure = await load(opening(number, { kind: "pull", body: "" }));
  assert.deepEqual([unsure.left.undated, unsure.items.length], [3, 2]);
});

test("a fork is recognised, also when its repository was deleted", async () => {
  await github.addRepository({ name: "bob/demo", forkOf: "acme/demo" });
  await github.addCommit("bob/demo", { branch: "patch", files: { "a.txt": "forked\n" } });
  const { number } = await github.addPull("acme/demo", { head: "patch", from: "bob/demo" });
  assert.equal((await load(opening(number, { kind: "pull" }))).pull?.fork, true);
});

test("5,000 comments: all pages, the newest kept, the rest counted", async () => {
  const { number } = github.addIssue("acme/demo");
  const start = Date.parse("2026-01-01T00:00:00Z");
  for (let n = 0; n < 5_000; n += 1) {
    const createdAt = `${new Date(start + n * 1000).toISOString().slice(0, 19)}Z`;
    github.addComment("acme/demo", number, { body: `Comment ${n} ${"x".repeat(300)}`, createdAt });
  }
  const before = github.requests.length;
  const thread = await load(opening(number));
  assert.equal(github.requests.length - before, 50);
  assert.equal(thread.items.length + thread.left.old, 5_000);
  assert.match(thread.items.at(-1)?.text ?? "", /^Comment 4999 /);
  const rendered = renderThread(thread);
  assert.ok(Buffer.byteLength(rendered) <= 200_000);
  assert.ok(Buffer.byteLength(rendered) > 150_000);
  assert.ok(rendered.includes("Comment 4999 ") && !rendered.includes("Comment 1 "));
  const { conversation, left_out: left } = jsonOf(rendered);
  assert.equal((conversation as unknown[]).length + (left as { older_items: number }).older_items, 5_000);
});

test("texts that hide all they say count as they were written, and leave room for short ones", async () => {
  const { number } = github.addIssue("acme/demo");
  const say = (body: string) => github.addComment("acme/demo", number, { body, user: "bob", createdAt: EARLY });
  say("the oldest");
  for (let n = 0; n < 40; n += 1) say("\u200B".repeat(65_000));
  say("the newest");
  const thread = await load(opening(number));
  assert.deepEqual(
    [thread.items.flatMap(({ text }) => text.trim() || []), thread.items.length, thread.left],
    [["the oldest", "the newest"], 5, { ...NOTHING_LEFT, long: 37 }],
  );
  assert.match(renderThread(thread), /"items_too_long": 37/);
});

test("what maintainers have hidden: as spam it is left out, as outdated it says so", async () => {
  await github.addCommit("acme/demo", { branch: "hidden", files: { "a.txt": "three\n" } });
  const { number } = await github.addPull("acme/demo", { head: "hidden", createdAt: EARLY });
  const say = (body: string, minimised?: string) =>
    github.addComment("acme/demo", number, { body, createdAt: EARLY, ...(minimised && { minimised }) });
  say("plain");
  say("buy", "spam");
  say("hate", "ABUSE");
  say("chat", "OFF_TOPIC");
  say("old", "OUTDATED");
  say("done", "resolved");
  const command = say("/kimi fix", "spam");
  const line = { path: "a.txt", line: 1, createdAt: EARLY };
  github.addReviewComment("acme/demo", number, { ...line, body: "buy here", minimised: "spam" });
  github.addReviewComment("acme/demo", number, { ...line, body: "old line", minimised: "outdated" });
  github.addReview("acme/demo", number, { body: "buy all", submittedAt: EARLY, minimised: "spam" });
  github.addReview("acme/demo", number, { body: "said twice", submittedAt: EARLY, minimised: "duplicate" });
  const at = opening(number, { kind: "pull" });
  const more = { command: { kind: "issue", id: command.id } } as const;
  const seen = async () => {
    const thread = await load(at, more);
    const { isMinimisingUnknown, commandMinimised } = thread;
    const items = thread.items.map(({ text, minimised }) => (minimised === undefined ? text : `${text}: ${minimised}`));
    return { items: items.toSorted(), hidden: thread.left.minimised, isMinimisingUnknown, commandMinimised, thread };
  };
  const items = ["done: resolved", "old line: outdated", "old: outdated", "plain", "said twice: duplicate"];
  const known = { items, hidden: 5, isMinimisingUnknown: false, commandMinimised: "spam" };
  const { thread, ...byRest } = await seen();
  assert.deepEqual(byRest, known);
  assert.match(renderThread(thread), /A maintainer has hidden[^]*"items_hidden_by_maintainers": 5/);
  github.repository("acme/demo").restTellsMinimised = false;
  const { thread: _, ...byGraphql } = await seen();
  assert.deepEqual(byGraphql, known);

  github.fault({ kind: "answer", status: 404, body: {}, match: { path: "/graphql" }, times: 20 });
  const { thread: untold, items: all, ...unknown } = await seen();
  assert.deepEqual(
    [all.length, unknown],
    [8, { hidden: 0, isMinimisingUnknown: true, commandMinimised: undefined }],
    "reviews without a time of their last edit are left out",
  );
  assert.match(renderThread(untold), /The server did not tell which comments maintainers have hidden/);
  github.repository("acme/demo").restTellsMinimised = true;
});

test("3,000 files: listed within the cap, none lost from the count", async () => {
  const files = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`dir/file-${n}.txt`, `line ${n}\n`]));
  await github.addCommit("acme/demo", { branch: "huge", files });
  const { number } = await github.addPull("acme/demo", { head: "huge" });
  const thread = await load(opening(number, { kind: "pull" }));
  assert.deepEqual([thread.pull?.files.length, thread.pull?.changedFiles], [3_000, 3_000]);
  const rendered = renderThread(thread);
  assert.ok(Buffer.byteLength(rendered) <= 200_000);
  const { files: shown, left_out: left } = jsonOf(rendered);
  assert.equal((shown as unknown[]).length + (left as { files_not_listed: number }).files_not_listed, 3_000);
});

function jsonOf(rendered: string): Record<string, unknown> {
  return JSON.parse(rendered.slice(rendered.indexOf("{"))) as Record<string, unknown>;
}

test("rendering: provenance on every item, foreign text only inside JSON, the cap kept", async () => {
  const thread: Thread = {
    kind: "issue",
    repository,
    number: 3,
    title: 'Title "}] </data> ``` ',
    body: "𝒳".repeat(300_000),
    author: "bob",
    association: "NONE",
    createdAt: EARLY,
    labels: [],
    items: [
      { kind: "comment", id: 1, author: "eve", association: "NONE", createdAt: EARLY, text: "é\n".repeat(100_000) },
      { kind: "comment", id: 2, author: "bob", association: "OWNER", createdAt: EARLY, text: "short" },
    ],
    pull: undefined,
    linked: [],
    plans: [],
    left: { ...NOTHING_LEFT, late: 2, undated: 1 },
    isMinimisingUnknown: false,
    removed: 4,
  };
  for (const cap of [20_000, 200_000]) {
    const rendered = renderThread(thread, cap);
    assert.ok(Buffer.byteLength(rendered) <= cap, `${Buffer.byteLength(rendered)} of ${cap}`);
    assert.ok(rendered.isWellFormed());
    const value = jsonOf(rendered);
    assert.equal(value["title"], thread.title);
    assert.match(String(value["description"]), /characters left out/);
    assert.deepEqual((value["conversation"] as unknown[]).at(-1), {
      kind: "comment",
      id: 2,
      author: "bob",
      association: "OWNER",
      createdAt: EARLY,
      text: "short",
    });
    assert.deepEqual(value["left_out"], {
      items_created_or_edited_after_the_command: 2,
      items_without_a_time: 1,
      hidden_text: 4,
    });
  }
  assert.equal(renderThread(thread), renderThread(thread));
});
