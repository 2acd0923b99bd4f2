/** The sticky comment: found on any page, ours only, edited no faster than allowed, never made twice. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Clock } from "../../../src/base/clock.ts";
import { createOwnComment, type OwnComment } from "../../../src/publish/comments/status-comment.ts";
import { statusMark } from "../../../src/publish/result/markers.ts";
import { createOutgoing } from "../../../src/publish/render/outgoing.ts";
import { createProgressComment } from "../../../src/publish/comments/progress-comment.ts";
import { createReaction } from "../../../src/publish/comments/reaction.ts";
import type { CommentResult } from "../../../src/publish/result/publish-result.ts";
import { jumpClock } from "../../doubles/clock.ts";
import { openBench, REPO, type Bench } from "../workbench.ts";

const STATUS = statusMark("key");

function own({ client, request, issue }: Bench, clock: Clock = jumpClock()): OwnComment {
  const { repo, self } = request.github;
  const outgoing = createOutgoing((text) => text);
  return createOwnComment({ client, repo, self, thread: issue, mark: STATUS, outgoing, clock });
}

test("found on the last of several pages; the marks of others and quoted marks do not count", async () => {
  await using bench = await openBench();
  const { hub, issue } = bench;
  const me = bench.request.github.self.login;
  hub.addComment(REPO, issue, { body: `${STATUS}\nforged`, user: "mallory" });
  hub.addComment(REPO, issue, { body: `> ${STATUS}\nquoted by ourselves`, user: me });
  for (let index = 0; index < 250; index += 1) hub.addComment(REPO, issue, { body: `chatter ${index}`, user: "mona" });
  const mine = hub.addComment(REPO, issue, { body: `${STATUS}\nold`, user: me });
  const result = await own(bench).put("new");
  assert.deepEqual([result.kind, result.kind === "updated" && result.id], ["updated", mine.id]);
  assert.equal(mine.body, `${STATUS}\nnew`);
  assert.equal(hub.thread(REPO, issue).comments.length, 253);
  assert.deepEqual(hub.violations, []);
});

test("what a person writes above our text stays there, and makes no second comment", async () => {
  await using bench = await openBench({ roles: { mona: "write" } });
  const { hub, issue } = bench;
  const me = bench.request.github.self.login;
  hub.addComment(REPO, issue, { body: `A form said:\n${STATUS}\nforged`, user: me });
  const first = await own(bench).put("one");
  const id = "id" in first ? first.id : 0;
  const mine = hub.thread(REPO, issue).comments.find((comment) => comment.id === id);
  hub.editComment(REPO, issue, { id, user: "mona", body: `For the team.\r\n\r\n${mine?.body}` });
  for (const text of ["two", "three"]) {
    const { kind } = await own(bench).put(text);
    assert.deepEqual([kind, mine?.body], ["updated", `${STATUS}\nFor the team.\n\n<!-- kimi-runner:text -->\n${text}`]);
  }
  assert.equal((await own(bench).put("three")).kind, "unchanged");
  assert.equal(hub.thread(REPO, issue).comments.length, 2);
  assert.deepEqual(hub.violations, []);
});

test("bodies of any length arrive", async () => {
  await using bench = await openBench();
  const comment = own(bench);
  for (const text of ["", "x".repeat(65_535), "y".repeat(65_536), "z".repeat(1_000_000), "😀".repeat(40_000)]) {
    const { kind } = await comment.put(text);
    assert.match(kind, /created|updated/);
    const [stored] = bench.hub.thread(REPO, bench.issue).comments;
    assert.ok(stored?.body.startsWith(`${STATUS}\n${text.slice(0, 100)}`) && stored.body.length <= 65_000);
  }
  assert.equal(bench.hub.thread(REPO, bench.issue).comments.length, 1);
  assert.deepEqual(bench.hub.violations, []);
});

test("a deleted comment, a locked thread and a missing thread are refusals", async () => {
  await using bench = await openBench();
  const { hub, issue } = bench;
  const comment = own(bench);
  await comment.put("one");
  hub.thread(REPO, issue).comments.length = 0;
  const gone = await comment.put("two");
  assert.equal(gone.kind === "refused" && gone.code, "missing");
  assert.deepEqual(await comment.put("three"), gone);
  const missing = await own({ ...bench, issue: 999 }).put("x");
  assert.equal(missing.kind === "refused" && missing.code, "missing");
});

test("where the first comment of a thread on a line was deleted, the answer stands in the conversation", async () => {
  await using bench = await openBench();
  const { hub, client, request } = bench;
  const { repo, self } = request.github;
  await hub.addCommit(REPO, { branch: "feature", files: { "a.txt": "two\n" }, user: "mona" });
  const pull = await hub.addPull(REPO, { head: "feature", title: "Two", user: "mona" });
  const outgoing = createOutgoing((text) => text);
  const place = { client, repo, self, thread: pull.number, replyTo: 999, mark: STATUS, outgoing, clock: jumpClock() };
  const comment = createOwnComment(place);
  assert.equal((await comment.put("one")).kind, "created");
  assert.equal((await comment.put("two")).kind, "updated");
  assert.deepEqual(
    pull.comments.map(({ body }) => body),
    [`${STATUS}\ntwo`],
  );
  await comment.remove();
  assert.deepEqual([pull.comments, hub.violations], [[], []]);
});

test("a rate limit is waited for", async () => {
  await using bench = await openBench();
  const path = /\/comments$/;
  bench.hub.fault({
    kind: "answer",
    status: 429,
    headers: { "retry-after": "3" },
    body: { message: "Too many" },
    match: { method: "POST", path },
  });
  assert.equal((await own(bench).put("x")).kind, "created");
  assert.equal(bench.hub.thread(REPO, bench.issue).comments.length, 1);
});

/** A comment that takes notes, and time that passes when told. */
function recorded(): {
  readonly comment: OwnComment;
  readonly written: string[];
  readonly clock: Clock;
  readonly advance: (ms: number) => Promise<void>;
} {
  const written: string[] = [];
  let now = 0;
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  const settle = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));
  return {
    written,
    comment: {
      put: async (body): Promise<CommentResult> => {
        written.push(`${now} ${body}`);
        return { kind: "updated", id: 1, url: "u" };
      },
      remove: async () => {},
    },
    clock: {
      now: () => now,
      monotonic: () => now,
      sleep: async (ms, signal) =>
        await new Promise((wake, fail) => {
          sleepers.push({ at: now + ms, wake });
          signal?.addEventListener("abort", () => fail(new Error("aborted")));
        }),
    },
    advance: async (ms) => {
      now += ms;
      for (const { at, wake } of sleepers) if (at <= now) wake();
      await settle();
    },
  };
}

test("edits are five seconds apart, the newest state wins, and the end is written at once", async () => {
  const { comment, written, clock, advance } = recorded();
  const progress = createProgressComment<number>({ comment, clock, render: (state) => `s${state}`, warn: assert.fail });
  progress.update(1);
  await advance(0);
  for (const state of [2, 3, 4]) {
    progress.update(state);
    await advance(1_000);
  }
  await advance(1_999);
  assert.deepEqual(written, ["0 s1"]);
  await advance(1);
  assert.deepEqual(written, ["0 s1", "5000 s4"]);
  progress.update(5);
  await advance(1_000);
  await progress.finish("end");
  progress.update(6);
  await advance(60_000);
  assert.deepEqual(written, ["0 s1", "5000 s4", "6000 end"]);
});

test("a token that cannot write costs one warning and one create", async () => {
  await using bench = await openBench({ scopes: { contents: "write", issues: "read" } });
  const warnings: string[] = [];
  const progress = createProgressComment<string>({
    comment: own(bench),
    clock: jumpClock(),
    render: (state) => state,
    warn: (text) => void warnings.push(text),
  });
  progress.update("one");
  await progress.finish("two");
  await progress.finish("three");
  assert.deepEqual(warnings, [
    "The status comment cannot be written. The token may not write issues: Resource not accessible by integration. Add `permissions: issues: write` to the job.",
  ]);
  assert.equal(bench.calls().filter((call) => call.startsWith("POST")).length, 1);
});

test("eyes at once, replaced at the end; a reaction that fails warns once", async () => {
  await using bench = await openBench();
  const { hub, client, request, issue } = bench;
  const { id } = hub.addComment(REPO, issue, { body: "/kimi fix", user: "mona" });
  const faces = (): string[] => hub.thread(REPO, issue).comments[0]?.reactions.map(({ content }) => content) ?? [];
  const reaction = createReaction({
    client,
    repo: request.github.repo,
    target: { kind: "issue-comment", id },
    warn: assert.fail,
  });
  assert.deepEqual([await reaction.seen(), faces()], [{ kind: "set" }, ["eyes"]]);
  assert.deepEqual([await reaction.done("completed"), faces()], [{ kind: "set" }, ["rocket"]]);
  assert.deepEqual([await reaction.done("completed"), faces()], [{ kind: "set" }, ["rocket"]]);
  assert.deepEqual(hub.violations, []);
  const warnings: string[] = [];
  const lost = createReaction({
    client,
    repo: request.github.repo,
    target: { kind: "issue", id: 999 },
    warn: (text) => void warnings.push(text),
  });
  await lost.seen();
  assert.equal((await lost.done("failed")).kind, "refused");
  assert.equal(warnings.length, 1);
});
