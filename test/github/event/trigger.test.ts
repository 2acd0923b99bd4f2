/** Event → run, reply or skip: the table of who and what starts a run. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { decideTrigger } from "../../../src/github/event/decide-trigger.ts";
import { parseEvent } from "../../../src/github/event/event.ts";
import type { Trigger, TriggerInputs } from "../../../src/github/event/trigger.ts";
import { RunnerError } from "../../../src/protocol/error.ts";
import { ALICE, AT, BOB, BOT, issueComment, issues, pullRequest, review, reviewComment } from "./payloads.ts";

function decide(name: string, payload: unknown, inputs: Partial<TriggerInputs> = {}): Trigger {
  return decideTrigger(parseEvent(name, payload), { trigger: "/kimi", ...inputs });
}

test("a comment with a command is a run", () => {
  const trigger = decide("issue_comment", issueComment("Hi\n/kimi fix the <!-- secret --> crash\nsoon"));
  assert.ok(trigger.kind === "run");
  const { thread, ...rest } = trigger;
  assert.deepEqual([thread?.kind, thread?.number, thread?.title], ["issue", 3, "Crash"]);
  assert.deepEqual(rest, {
    kind: "run",
    verb: "fix",
    text: "the  crash\nsoon",
    isSlash: false,
    before: AT,
    authority: { kind: "people", users: [ALICE, ALICE] },
    comment: { kind: "issue", id: 30, place: undefined },
    replyTo: undefined,
  });
});

test("author and sender are both named, even if they are the same", () => {
  const trigger = decide("issue_comment", issueComment("/kimi ask x", { comment: { user: BOB } }));
  assert.deepEqual(trigger.kind === "run" && trigger.authority, { kind: "people", users: [BOB, ALICE] });
});

test("a command in a review comment has its place in the diff", () => {
  const trigger = decide("pull_request_review_comment", reviewComment("/kimi fix"));
  assert.ok(trigger.kind === "run");
  assert.deepEqual(trigger.comment, {
    kind: "review",
    id: 40,
    place: {
      path: "src/a.ts",
      side: "RIGHT",
      line: 12,
      startLine: undefined,
      isOutdated: false,
      diffHunk: "@@ -1 +1 @@",
      root: 40,
    },
  });
  assert.equal(trigger.replyTo, 40);
  assert.ok(trigger.thread !== undefined && "headSha" in trigger.thread);
  assert.deepEqual([trigger.thread.headSha, trigger.thread.fork], ["a".repeat(40), false]);
});

const BOARD = { user: BOT, body: "<!-- kimi-runner:batch id=0123456789ab -->\n**3** tasks" };
const ON_BOARD = "The issue is the dashboard of a batch, whose next collect reads the comment.";

test("the mark of a dashboard in an issue of a person does not silence commands there", () => {
  const issue = { ...BOARD, user: BOB };
  assert.equal(decide("issue_comment", issueComment("/kimi approve 0123456789ab", { issue })).kind, "answer");
  assert.equal(decide("issue_comment", issueComment("/kimi fix it", { issue: BOARD })).kind, "run");
  const noted = { ...BOARD, body: `Ask Bob first.\n\n${BOARD.body}` };
  for (const there of [BOARD, noted])
    assert.equal(decide("issue_comment", issueComment("/kimi approve 0123456789ab", { issue: there })).kind, "answer");
  assert.equal(decide("issue_comment", issueComment("/kimi batch skip 0123456789ab", { issue: noted })).kind, "skip");
});

test("a command in the text of a review is about the review", () => {
  const at = "2026-03-01T10:00:01Z";
  const trigger = decide("pull_request_review", review("Almost.\n/kimi fix all", { review: { submitted_at: at } }));
  assert.ok(trigger.kind === "run");
  assert.deepEqual(
    [trigger.verb, trigger.text, trigger.before, trigger.comment?.kind, trigger.comment?.id, trigger.replyTo],
    ["fix", "all", at, "review text", 50, undefined],
  );
});

test("an event that starts no run says that its prompt was not used, and where to read", () => {
  for (const name of ["workflow_run", "check_run", "merge_group", "release", "push", "discussion"]) {
    const trigger = decideTrigger(parseEvent(name, {}), { trigger: "/kimi", prompt: "do" });
    assert.ok(trigger.kind === "skip");
    assert.deepEqual(trigger.isMistake, true);
    assert.ok(trigger.reason.startsWith(`The event ${name} starts no run. `));
    assert.ok(
      trigger.reason.endsWith(
        " The input prompt was set but not used. docs/github.md#what-starts-a-run of kimi-runner lists what starts a run.",
      ),
    );
  }
});

test("a merged pull request is not to be reopened", () => {
  const merged = { pull_request: { url: "u", merged_at: "2026-01-02T03:04:05Z" }, state: "closed" };
  const trigger = decideTrigger(parseEvent("issue_comment", issueComment("/kimi fix", { issue: merged })), {
    trigger: "/kimi",
  });
  assert.ok(trigger.kind === "reply");
  assert.match(
    trigger.text,
    /^#\d+ is merged, so no fix was started\. Open an issue and comment `\/kimi fix` there, or use `\/kimi ask` here\.$/,
  );
});

test("events that start nothing say why", () => {
  const cases: readonly (readonly [string, unknown, string])[] = [
    [
      "push",
      {},
      "The event push starts no run. Supported: issue_comment, pull_request_review_comment, pull_request_review, issues, pull_request, repository_dispatch, schedule, workflow_dispatch.",
    ],
    [
      "issue_comment",
      issueComment("/kimi fix", { action: "edited" }),
      "Only new comments are commands; this one was edited.",
    ],
    [
      "issue_comment",
      issueComment("/kimi fix", { action: "deleted" }),
      "Only new comments are commands; this one was deleted.",
    ],
    ["issue_comment", issueComment("nice"), "The comment has no /kimi command."],
    ["issue_comment", issueComment("> /kimi fix"), "The comment has no /kimi command."],
    ["issue_comment", issueComment("/kimi fix\n<!-- kimi-runner:status -->"), "kimi-runner wrote the comment."],
    ["issue_comment", issueComment("/kimi batch retry 0123456789ab", { issue: BOARD }), ON_BOARD],
    [
      "issue_comment",
      issueComment("/kimi fix", { comment: { user: BOT } }),
      "github-actions[bot] may not give commands: only people may, and its type is Bot.",
    ],
    [
      "issue_comment",
      issueComment("/kimi fix", { sender: BOT }),
      "github-actions[bot] may not give commands: only people may, and its type is Bot.",
    ],
    [
      "issue_comment",
      issueComment("/kimi fix", { issue: { locked: true } }),
      "The conversation is locked, so a reply is not possible.",
    ],
    ["issues", issues("opened"), "The description has no /kimi command, and no prompt is set."],
    ["issues", issues("labeled", {}, { label: { name: "bug" } }), "The label bug starts no run."],
    ["issues", issues("assigned", {}, { assignee: { login: "bob" } }), "The assignee bob starts no run."],
    [
      "pull_request",
      pullRequest("synchronize", { body: "/kimi fix" }),
      "The description has no /kimi command, and no prompt is set.",
    ],
    [
      "pull_request",
      pullRequest("opened", { user: BOT, body: "/kimi fix" }),
      "github-actions[bot] may not give commands: only people may, and its type is Bot.",
    ],
  ];
  for (const [name, payload, reason] of cases) {
    assert.deepEqual(decide(name, payload), { kind: "skip", reason }, reason);
  }
});

test("labels and assignees start a run only by their configured name, for the person who set them", () => {
  const inputs = { labels: [{ name: "Kimi" }], assignee: "Kimi-Bot" };
  for (const [name, payload] of [
    ["issues", issues("labeled", {}, { label: { name: "kimi" } })],
    ["issues", issues("assigned", {}, { assignee: { login: "kimi-bot" } })],
    ["pull_request", pullRequest("labeled", { user: BOT }, { label: { name: "kimi" } })],
  ] as const) {
    const trigger = decide(name, payload, inputs);
    assert.ok(trigger.kind === "run");
    assert.deepEqual([trigger.verb, trigger.text, trigger.authority], ["fix", "", { kind: "people", users: [ALICE] }]);
  }
  assert.deepEqual(decide("issues", issues("labeled", {}, { label: { name: "bug" } }), inputs), {
    kind: "skip",
    reason: "The label bug starts no run; Kimi does.",
  });
  assert.deepEqual(decide("issues", issues("labeled", { state: "closed" }, { label: { name: "kimi" } }), inputs), {
    kind: "skip",
    reason: "#3 is closed.",
  });
});

test("a label chooses the verb, and the prompt says what is asked for", () => {
  const labels = [{ name: "kimi" }, { name: "needs plan", verb: "plan" as const }];
  const by = (name: string, prompt?: string): unknown => {
    const trigger = decide("issues", issues("labeled", {}, { label: { name } }), { labels, prompt });
    return trigger.kind === "run" ? [trigger.verb, trigger.text, trigger.isSlash] : trigger;
  };
  assert.deepEqual(by("Needs Plan"), ["plan", "", false]);
  assert.deepEqual(by("kimi", "Keep it small."), ["fix", "Keep it small.", false]);
  assert.deepEqual(by("kimi", "/kimi ask why"), ["ask", "why", false]);
  assert.deepEqual(by("needs plan", "/kimi ask why"), ["plan", "why", false]);
  assert.deepEqual(by("bug"), { kind: "skip", reason: "The label bug starts no run; kimi, needs plan do." });
});

test("bots ask only where the workflow lists their exact login, and never answer", () => {
  const dependabot = { id: 49_699_333, login: "dependabot[bot]", type: "Bot" };
  const listed = { allowedBots: ["dependabot[bot]"], prompt: "/kimi review" };
  const by = (user: object, body: string, more: Partial<TriggerInputs> = listed): string =>
    decide("issue_comment", issueComment(body, { comment: { user }, sender: user }), more).kind;
  assert.equal(by(dependabot, "/kimi ask x"), "run");
  const opened = decide("pull_request", pullRequest("opened", { user: dependabot }, { sender: dependabot }), listed);
  assert.deepEqual(opened.kind === "run" && [opened.verb, opened.authority], [
    "review",
    { kind: "people", users: [dependabot, dependabot] },
  ]);
  for (const [user, body, more] of [
    [dependabot, "/kimi ask x", {}],
    [{ ...dependabot, login: "Dependabot[bot]" }, "/kimi ask x", listed],
    [{ ...dependabot, login: "dependabot" }, "/kimi ask x", listed],
    [{ ...dependabot, type: "Organization" }, "/kimi ask x", listed],
    [{ ...dependabot, login: "renovate[bot]" }, "/kimi ask x", listed],
    [dependabot, "/kimi approve all", listed],
    [dependabot, "/kimi resume", listed],
    [dependabot, "/kimi cancel", listed],
    [dependabot, "/kimi ask x\n<!-- kimi-runner:status -->", listed],
  ] as const) {
    assert.equal(by(user, body, more), "skip", JSON.stringify([user, body]));
  }
});

test("a description with a command, and a prompt for every pull request", () => {
  const opened = decide("issues", issues("opened", { body: "Crash.\n\n/kimi plan it" }));
  assert.ok(opened.kind === "run");
  assert.deepEqual(
    [opened.verb, opened.text, opened.authority],
    ["plan", "it", { kind: "people", users: [BOB, ALICE] }],
  );
  const forkHead = { head: { sha: "c".repeat(40), ref: "x", repo: { id: 9 } } };
  const pushed = decide("pull_request", pullRequest("synchronize", forkHead), { prompt: "Look for leaks" });
  assert.ok(pushed.kind === "run" && pushed.thread !== undefined && "fork" in pushed.thread);
  assert.deepEqual([pushed.verb, pushed.text, pushed.thread.fork], ["review", "Look for leaks", true]);
});

test("a draft is reviewed only when somebody asks for it", () => {
  const draft = { draft: true };
  const prompt = "/kimi review";
  const kinds = [
    decide("pull_request", pullRequest("opened", draft), { prompt }),
    decide("pull_request", pullRequest("synchronize", draft), { prompt: "Look for leaks" }),
    decide("pull_request", pullRequest("opened", { ...draft, body: "/kimi review" }), { prompt }),
    decide("pull_request", pullRequest("opened", draft), { prompt: "/kimi fix" }),
    decide("pull_request", pullRequest("ready_for_review", { draft: false }), { prompt }),
  ].map((trigger) => (trigger.kind === "skip" ? trigger.reason : trigger.kind));
  const reason =
    "#4 is a draft, which is reviewed when it is asked for (/kimi review) or marked as ready (`ready_for_review`).";
  assert.deepEqual(kinds, [reason, reason, "run", "run", "run"]);
});

test("schedules and dispatches take the task from the prompt", () => {
  const bare = { before: undefined, thread: undefined, comment: undefined };
  const workflow = { kind: "workflow" } as const;
  assert.deepEqual(decide("schedule", {}, { prompt: "Update deps" }), {
    kind: "run",
    verb: "fix",
    text: "Update deps",
    isSlash: false,
    authority: workflow,
    ...bare,
  });
  assert.deepEqual(decide("schedule", {}, { prompt: "/kimi ask how are you" }), {
    kind: "run",
    verb: "ask",
    text: "how are you",
    isSlash: false,
    authority: workflow,
    ...bare,
  });
  const asked = { kind: "people", users: [ALICE] } as const;
  const dispatch = { kind: "run", verb: "fix", text: "Do", isSlash: false, authority: asked, ...bare };
  assert.deepEqual(decide("workflow_dispatch", { inputs: { prompt: "Do" }, sender: ALICE }), dispatch);
  const payload = { action: "nightly", client_payload: { prompt: "Do" }, sender: ALICE };
  assert.deepEqual(decide("repository_dispatch", payload), dispatch);
  assert.deepEqual(decide("repository_dispatch", { ...payload, sender: BOT }), {
    kind: "skip",
    reason: "github-actions[bot] may not give commands: only people may, and its type is Bot.",
  });
  for (const [name, value] of [
    ["schedule", {}],
    ["workflow_dispatch", { inputs: {} }],
    ["repository_dispatch", { action: "nightly", client_payload: { prompt: 3 } }],
  ] as const) {
    assert.throws(
      () => decide(name, value),
      (error: unknown) =>
        error instanceof RunnerError && error.code === "config.invalid" && error.message.includes("prompt"),
    );
  }
});

test("commands that need no model get a reply at once, without foreign text", () => {
  const reply = (body: string, more = {}): string => {
    const trigger = decide("issue_comment", issueComment(body, more));
    assert.ok(trigger.kind === "reply", body);
    return trigger.text;
  };
  assert.match(
    reply("/kimi help"),
    /^Begin a line of a comment with one of these commands:[\s\S]*`\/kimi fix \[what\]`/,
  );
  assert.match(reply("/kimi"), /^A command is missing\./);
  assert.match(reply("/kimi please"), /^Unknown command `please`\./);
  assert.match(reply(`/kimi fix\n${"[x](".repeat(10_000)}`), /^No command was carried out: the comment is too long/);
  const [shown = "", folded = ""] = reply("/kimi help").split("<details>");
  for (const verb of ["fix", "ask", "plan", "review", "status"])
    assert.match(shown, new RegExp(`- .[/]kimi ${verb}\\b`));
  assert.match(shown, /`\/kimi cancel` ends it/);
  for (const verb of ["approve", "reject", "resume"]) assert.match(folded, new RegExp(`- .[/]kimi ${verb}\\b`));
  const status = decide("issue_comment", issueComment("/kimi status"));
  assert.deepEqual([status.kind, status.kind === "status" && status.thread.number], ["status", 3]);
  assert.match(reply("/kimi fix", { issue: { state: "closed" } }), /^#3 is closed/);
  assert.ok(!reply("/kimi @everyone](http://evil)").includes("evil"));
  const onClosed = decide("issue_comment", issueComment("/kimi ask why", { issue: { state: "closed" } }));
  assert.equal(onClosed.kind, "run");
});

test("a slash command is read where a command or the workflow's prompt begins with it, and nowhere else", () => {
  const slashOf = (trigger: Trigger): unknown =>
    trigger.kind === "run" ? [trigger.verb, trigger.text, trigger.isSlash] : trigger.kind;
  const commented = (body: string): unknown => slashOf(decide("issue_comment", issueComment(body)));
  assert.deepEqual(commented("/kimi /skill:rel<!-- x -->ease v2"), ["fix", "/skill:release v2", true]);
  assert.deepEqual(commented("/kimi fix <!-- x -->/skill:release"), ["fix", "/skill:release", false]);
  assert.deepEqual(commented("/kimi fix\n/skill:release"), ["fix", "/skill:release", false]);
  assert.deepEqual(commented("/skill:release"), "skip");

  const opened = issues("opened", { body: "/skill:release\n\n/kimi fix it\n/skill:release" });
  assert.deepEqual(slashOf(decide("issues", opened)), ["fix", "it\n/skill:release", false]);
  assert.deepEqual(slashOf(decide("issues", issues("opened", { body: "/skill:release" }))), "skip");
  const labeled = issues("labeled", { body: "/skill:release" }, { label: { name: "kimi" } });
  assert.deepEqual(slashOf(decide("issues", labeled, { labels: [{ name: "kimi" }] })), ["fix", "", false]);

  const prompts = { "/skill:nightly": ["fix", "/skill:nightly", true], "/kimi plan /init": ["plan", "/init", true] };
  for (const [prompt, expected] of Object.entries(prompts)) {
    assert.deepEqual(slashOf(decide("schedule", {}, { prompt })), expected);
    const plain = issues("opened", { body: "/flow:other" });
    assert.deepEqual(slashOf(decide("issues", plain, { prompt })), expected);
  }
});
