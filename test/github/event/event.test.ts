/** Payload → event: every published example of the supported events, whole values for each kind, and what does not fit. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { eventNameOf, parseEvent } from "../../../src/github/event/event.ts";
import { RunnerError } from "../../../src/protocol/error.ts";
import {
  ALICE,
  AT,
  BOB,
  issue,
  issueComment,
  issues,
  publishedEvents,
  pullRequest,
  reviewComment,
} from "./payloads.ts";

const SUPPORTED: Readonly<Record<string, readonly string[] | undefined>> = {
  issue_comment: ["created", "edited", "deleted"],
  pull_request_review_comment: ["created", "edited", "deleted"],
  pull_request_review: ["submitted"],
  issues: ["opened", "labeled", "assigned"],
  pull_request: ["opened", "reopened", "synchronize", "ready_for_review", "labeled", "assigned"],
};

test("every published payload is an event or unsupported", () => {
  const events = publishedEvents();
  let parsed = 0;
  for (const { name, examples } of events) {
    for (const example of examples) {
      const event = parseEvent(name, example);
      const dispatch = name === "workflow_dispatch" || name === "repository_dispatch";
      const expected = dispatch || SUPPORTED[name]?.includes(String(example["action"])) ? name : "unsupported";
      assert.equal(event.kind, expected, `${name} ${String(example["action"])}`);
      if (event.kind === "unsupported") continue;
      parsed += 1;
      assert.equal(event.sender?.id, (example["sender"] as { id: number }).id);
    }
  }
  assert.ok(parsed > 40, `${parsed} examples of supported events`);
});

test("a published comment keeps ids, types and times", () => {
  const examples = publishedEvents().find(({ name }) => name === "issue_comment")?.examples ?? [];
  const event = parseEvent("issue_comment", examples[0]);
  assert.ok(event.kind === "issue_comment");
  const raw = examples[0] as { comment: { id: number; user: { id: number } }; issue: { number: number } };
  assert.deepEqual(
    [event.comment.id, event.comment.author.id, event.issue.number],
    [raw.comment.id, raw.comment.user.id, raw.issue.number],
  );
});

const THREAD = {
  number: 3,
  title: "Crash",
  body: "It crashes.",
  author: BOB,
  association: "NONE",
  closed: false,
  locked: false,
  labels: [],
  createdAt: "2026-03-01T09:00:00Z",
  updatedAt: AT,
};
const PLACE = {
  path: "src/a.ts",
  side: "RIGHT",
  line: 12,
  startLine: undefined,
  isOutdated: false,
  diffHunk: "@@ -1 +1 @@",
  root: 40,
};
const COMMON = { sender: ALICE };

test("an issue comment, on an issue and on a pull request", () => {
  const comment = {
    id: 30,
    body: "/kimi fix",
    author: ALICE,
    association: "OWNER",
    createdAt: AT,
    updatedAt: AT,
  };
  assert.deepEqual(parseEvent("issue_comment", issueComment("/kimi fix")), {
    kind: "issue_comment",
    action: "created",
    issue: { kind: "issue", ...THREAD },
    comment,
    ...COMMON,
  });
  const onPull = parseEvent("issue_comment", issueComment("/kimi fix", { issue: { pull_request: { url: "…" } } }));
  assert.deepEqual(onPull.kind === "issue_comment" && onPull.issue, { kind: "pull", ...THREAD });
});

test("issues, pull requests and review comments", () => {
  assert.deepEqual(parseEvent("issues", issues("labeled", { body: null }, { label: { name: "kimi" } })), {
    kind: "issues",
    action: "labeled",
    issue: { kind: "issue", ...THREAD, body: "" },
    label: "kimi",
    assignee: undefined,
    ...COMMON,
  });
  const pull = {
    kind: "pull",
    ...THREAD,
    number: 4,
    title: "Fix it",
    body: "Fixes #3",
    author: ALICE,
    headSha: "a".repeat(40),
    baseSha: "b".repeat(40),
    baseRef: "main",
    fork: false,
  };
  const marks = { label: undefined, assignee: undefined };
  assert.deepEqual(parseEvent("pull_request", pullRequest("opened")), {
    kind: "pull_request",
    action: "opened",
    pull,
    ...marks,
    ...COMMON,
  });
  for (const repo of [null, { id: 99 }]) {
    const head = { sha: "a".repeat(40), ref: "topic", repo };
    assert.deepEqual(parseEvent("pull_request", pullRequest("opened", { head })), {
      kind: "pull_request",
      action: "opened",
      pull: { ...pull, fork: true },
      ...marks,
      ...COMMON,
    });
  }
  const event = parseEvent("pull_request_review_comment", reviewComment("/kimi fix"));
  assert.ok(event.kind === "pull_request_review_comment");
  assert.deepEqual([event.pull, event.comment.place], [pull, PLACE]);
});

test("a place in a diff: of a reply, of several lines, on the old side, outdated, of a file", () => {
  const cases: readonly (readonly [object, object])[] = [
    [{ in_reply_to_id: 11 }, { root: 11 }],
    [{ start_line: 9 }, { startLine: 9 }],
    [{ side: "LEFT" }, { side: "LEFT" }],
    [
      { line: null, original_line: 10, start_line: null, original_start_line: 8 },
      { line: 10, startLine: 8, isOutdated: true },
    ],
    [
      { subject_type: "file", line: null, original_line: null },
      { side: undefined, line: undefined },
    ],
  ];
  for (const [comment, expected] of cases) {
    const event = parseEvent("pull_request_review_comment", reviewComment("/kimi fix", { comment }));
    assert.ok(event.kind === "pull_request_review_comment");
    assert.deepEqual(event.comment.place, { ...PLACE, ...expected });
  }
});

test("schedules and dispatches, with what act leaves out", () => {
  assert.deepEqual(parseEvent("schedule", { schedule: "0 3 * * *" }), { kind: "schedule", sender: undefined });
  assert.deepEqual(parseEvent("schedule", {}), { kind: "schedule", sender: undefined });
  assert.deepEqual(parseEvent("workflow_dispatch", { inputs: { prompt: "do", dry: true, n: null }, sender: ALICE }), {
    kind: "workflow_dispatch",
    inputs: { prompt: "do", dry: "true", n: "" },
    sender: ALICE,
  });
  assert.deepEqual(parseEvent("repository_dispatch", { action: "nightly", client_payload: { prompt: "do" } }), {
    kind: "repository_dispatch",
    payload: { prompt: "do" },
    sender: undefined,
  });
});

test("other events and actions are unsupported, with what is", () => {
  assert.deepEqual(parseEvent("push", {}), {
    kind: "unsupported",
    event: "push",
    reason:
      "The event push starts no run. Supported: issue_comment, pull_request_review_comment, pull_request_review, issues, pull_request, repository_dispatch, schedule, workflow_dispatch.",
  });
  assert.deepEqual(parseEvent("issues", { action: "pinned" }), {
    kind: "unsupported",
    reason: "issues pinned starts no run. Supported: opened, labeled, assigned.",
  });
});

test("an event without a name is recognised by its payload, or refused", () => {
  const wrong: string[] = [];
  const refused = {
    name: "RunnerError",
    code: "config.invalid",
    message: "e.json does not show which event it belongs to.",
  };
  for (const { name, examples } of publishedEvents()) {
    const isKnown = name in SUPPORTED || name === "workflow_dispatch" || name === "repository_dispatch";
    for (const example of examples) {
      if (!isKnown) assert.throws(() => eventNameOf(example, "e.json"), refused, name);
      else if (eventNameOf(example) !== name) wrong.push(name);
    }
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual(
    [eventNameOf({ schedule: "0 5 * * 1" }), eventNameOf({ inputs: null })],
    ["schedule", "workflow_dispatch"],
  );
  for (const value of [{}, [], null, "x"]) assert.throws(() => eventNameOf(value, "e.json"), refused);
});

test("the error for an invalid payload names file, field and value", () => {
  const broken: readonly (readonly [string, unknown, string])[] = [
    ["issue_comment", undefined, "e.json is not a issue_comment event: the whole is missing."],
    ["issue_comment", [], "e.json is not a issue_comment event: the whole is a list."],
    ["issue_comment", { action: 1 }, "e.json is not a issue_comment event: action is 1."],
    [
      "issue_comment",
      { action: "created", issue: issue(), sender: ALICE },
      "e.json is not a issue_comment event: comment is missing.",
    ],
    [
      "issue_comment",
      issueComment("x", { comment: { user: { id: "1", login: "a" } } }),
      'e.json is not a issue_comment event: comment.user.id is "1".',
    ],
    ["issues", issues("opened", { number: 1.5 }), "e.json is not a issues event: issue.number is 1.5."],
    ["schedule", "nightly", 'e.json is not a schedule event: the whole is "nightly".'],
    ["workflow_dispatch", { inputs: "x" }, 'e.json is not a workflow_dispatch event: inputs is "x".'],
  ];
  for (const [name, payload, message] of broken) {
    assert.throws(
      () => parseEvent(name, payload, "e.json"),
      (error: unknown) => {
        assert.ok(error instanceof RunnerError);
        assert.deepEqual([error.code, error.message], ["config.invalid", message]);
        return true;
      },
    );
  }
});

test("a deleted account becomes the account ghost with the id 0", () => {
  const event = parseEvent("issue_comment", issueComment("/kimi fix", { comment: { user: null } }));
  assert.deepEqual(event.kind === "issue_comment" && event.comment.author, { id: 0, login: "ghost", type: "User" });
});

/** Cut from what a Gitea 1.26 hands to its runner: no types of accounts, null in place of a missing member, words of its own. */
test("payloads of Gitea give the same events", () => {
  const alice = { id: 2, login: "alice", username: "alice" };
  const opening = {
    number: 2,
    title: "add subtracts",
    body: "b",
    user: { id: 4, login: "robot", username: "robot" },
    state: "open",
    is_locked: true,
    created_at: "2026-11-23T03:20:19Z",
    updated_at: "2026-11-23T03:20:25Z",
  };
  const common = { repository: { name: "demo", owner: alice, default_branch: "main" }, sender: alice };
  const comment = {
    id: 38,
    body: "/kimi review",
    user: alice,
    html_url: "http://gitea.example/alice/demo/pulls/2#issuecomment-38",
    created_at: "2026-11-23T03:20:25Z",
    updated_at: "2026-11-23T03:20:25Z",
  };
  const kindOf = (pull: unknown): unknown => {
    const payload = { ...common, action: "created", comment, is_pull: pull !== null };
    const event = parseEvent("issue_comment", { ...payload, issue: { ...opening, pull_request: pull } });
    assert.ok(event.kind === "issue_comment");
    return [event.issue.kind, event.issue.locked, event.comment.author, event.comment.association];
  };
  const author = { id: 2, login: "alice", type: "User" };
  assert.deepEqual(kindOf(null), ["issue", true, author, "NONE"]);
  assert.deepEqual(kindOf({ draft: true, merged: false }), ["pull", true, author, "NONE"]);

  const changes = { added_labels: [{ id: 3, name: "kimi" }], removed_labels: null };
  const labelled = { ...common, action: "label_updated", changes, issue: { ...opening, pull_request: null } };
  const event = parseEvent("issues", labelled);
  assert.deepEqual(event.kind === "issues" && [event.action, event.label, event.issue.kind], [
    "labeled",
    "kimi",
    "issue",
  ]);
  const removed = parseEvent("issues", { ...labelled, changes: { added_labels: null, removed_labels: [] } });
  assert.equal(removed.kind === "issues" && removed.label, undefined);

  const side = { sha: "1".repeat(40), ref: "x", repo: { id: 1 } };
  const pull = { ...common, pull_request: { ...opening, head: side, base: side }, action: "synchronized" };
  const pushed = parseEvent("pull_request", pull);
  assert.equal(pushed.kind === "pull_request" && pushed.action, "synchronize");
  assert.equal(pushed.kind === "pull_request" && pushed.pull.fork, false);
  // What an account with read permission pushed to refs/for/main.
  const offered = { ...opening, head: { ...side, ref: "refs/pull/3/head" }, base: side };
  const agit = parseEvent("pull_request", { ...pull, action: "opened", pull_request: offered });
  assert.equal(agit.kind === "pull_request" && agit.pull.fork, true);
  const reviewed = parseEvent("pull_request_review", {
    ...pull,
    action: "reviewed",
    review: { type: "x", content: "y" },
  });
  assert.equal(reviewed.kind, "unsupported");
});
