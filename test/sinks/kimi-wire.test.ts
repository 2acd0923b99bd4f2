/** The wire: what a program that knows Kimi CLI's messages reads of a run, line by line. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { VERSION } from "../../src/base/version.ts";
import { DEFAULT_LIMITS } from "../../src/protocol/limits.ts";
import type { ToolCall } from "../../src/protocol/message.ts";
import type { HeldCall, JournalRecord, WireEvent } from "../../src/protocol/wire.ts";
import { createKimiWire } from "../../src/sinks/kimi-wire.ts";
import { said } from "../doubles/message.ts";

const TIME = "2026-01-02T03:04:05.500Z";
const AT_S = Date.parse(TIME) / 1000;

const records = (events: readonly WireEvent[]): readonly JournalRecord[] =>
  events.map((event, seq) => ({ v: 1, seq, time: TIME, prev: "", hash: "", event }));

interface Line {
  readonly timestamp: number;
  readonly message: { readonly type: string; readonly payload: unknown };
}

function linesOf(events: readonly WireEvent[], before = 0, isPure = false): readonly unknown[] {
  const all = records(events);
  const fold = createKimiWire({ before: all.slice(0, before), isPure });
  const text = [...all.slice(before).flatMap((record) => fold.record(record)), ...fold.rest()].join("");
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as unknown]));
}

/** Type and payload of every message behind the first line. */
function messagesOf(...events: readonly WireEvent[]): readonly (readonly [string, unknown])[] {
  return messagesIn(linesOf(events));
}

/** The same without the messages that Kimi CLI does not have. */
function pureOf(...events: readonly WireEvent[]): readonly (readonly [string, unknown])[] {
  return messagesIn(linesOf(events, 0, true));
}

function messagesIn(lines: readonly unknown[]): readonly (readonly [string, unknown])[] {
  return (lines.slice(1) as readonly Line[]).map(({ message: { type, payload } }) => [type, payload]);
}

const BEGIN: WireEvent = {
  type: "session.begin",
  sessionId: "s",
  program: "p",
  task: "t",
  model: "m/x",
  window: 1000,
  workDir: "/w",
  agent: "default",
  baseCommit: "b",
  headCommit: "h",
  readOnly: false,
  policyDigest: "d",
  limits: DEFAULT_LIMITS,
};
const TURN: WireEvent = { type: "turn.begin", input: "fix it" };

const call = (id: string, name: string, input: unknown): ToolCall => ({ id, name, arguments: JSON.stringify(input) });

const asked = (...toolCalls: readonly ToolCall[]): WireEvent => ({
  type: "context.append",
  messages: [said([], ...toolCalls)],
});

const answered = (...ids: readonly string[]): WireEvent => ({
  type: "context.append",
  messages: ids.map((toolCallId) => ({ role: "tool", toolCallId, content: `final ${toolCallId}`, isError: true })),
});

function ended(callId: string, text: string, more: { readonly completion?: string; readonly blob?: string } = {}) {
  const { blob, ...result } = more;
  return {
    type: "tool.end",
    callId,
    tool: "x",
    index: 0,
    isError: false,
    durationMs: 7,
    blob,
    result: { text, ...result },
  } satisfies WireEvent;
}

const judgedWrite = (callId: string, tool: string, path: string): WireEvent => ({
  type: "call.judged",
  callId,
  tool,
  summary: `edit ${path}`,
  capabilities: [{ kind: "write", path }],
  decision: { verdict: "approve", rule: "edit" },
});

test("the first line names the protocol and the program, the others carry their time in seconds", () => {
  assert.deepEqual(linesOf([TURN]), [
    { type: "metadata", protocol_version: "1.10", program: "kimi-runner", version: VERSION },
    { timestamp: AT_S, message: { type: "TurnBegin", payload: { user_input: "fix it" } } },
  ]);
});

test("a step: what the model said, its calls, and how full the window is", () => {
  const usage = { input: 3, output: 5, cacheRead: 7, cacheWrite: 11 };
  const messages = messagesOf(
    BEGIN,
    { type: "context.append", messages: [{ role: "user", content: "said elsewhere" }] },
    TURN,
    { type: "step.begin", step: 1 },
    { type: "step.retry", step: 1, attempt: 1, maxAttempts: 3, waitMs: 1500, reason: "HTTP 503", status: 503 },
    { type: "step.usage", step: 1, usage, costUsd: 1 },
    {
      type: "context.append",
      messages: [
        said(
          [
            { type: "think", text: "hm", extra: '{"signature":"sig"}' },
            { type: "text", text: "I look." },
          ],
          call("c1", "read_file", { path: "a" }),
        ),
      ],
    },
    { type: "context.usage", tokens: 250 },
    { type: "plan.mode", on: true },
    { type: "step.interrupted", step: 1, reason: "SIGINT" },
    { type: "turn.end", stop: "interrupted", reason: "SIGINT" },
  ).slice(1);
  assert.deepEqual(messages, [
    ["RunnerHistory", { messages: 1 }],
    ["TurnBegin", { user_input: "fix it" }],
    ["StepBegin", { n: 1 }],
    ["StepRetry", { n: 1, next_attempt: 2, max_attempts: 3, wait_s: 1.5, error_type: "HTTP 503", status_code: 503 }],
    ["ContentPart", { type: "think", think: "hm", encrypted: "sig" }],
    ["ContentPart", { type: "text", text: "I look." }],
    ["ToolCall", { type: "function", id: "c1", function: { name: "read_file", arguments: '{"path":"a"}' } }],
    [
      "StatusUpdate",
      {
        context_usage: 0.25,
        context_tokens: 250,
        max_context_tokens: 1000,
        token_usage: { input_other: 3, output: 5, input_cache_read: 7, input_cache_creation: 11 },
        plan_mode: false,
      },
    ],
    ["StatusUpdate", { plan_mode: true }],
    ["StepInterrupted", {}],
    ["RunnerStop", { stop: "interrupted", reason: "SIGINT" }],
    ["TurnEnd", {}],
  ]);
});

test("steps count from 1 in every turn, also in one that a resumed session begins", () => {
  const step = (n: number): WireEvent => ({ type: "step.begin", step: n });
  const events = [BEGIN, TURN, step(1), step(2), TURN, step(3)];
  const counted = messagesOf(...events).flatMap(([type, payload]) => (type === "StepBegin" ? [payload] : []));
  assert.deepEqual(counted, [{ n: 1 }, { n: 2 }, { n: 1 }]);
  const [metadata, ...rest] = linesOf(events, 4) as readonly [object, ...Line[]];
  assert.deepEqual(
    [(metadata as { type: string }).type, ...rest.map(({ message }) => [message.type, message.payload])],
    ["metadata", ["TurnBegin", { user_input: "fix it" }], ["StepBegin", { n: 1 }]],
  );
});

test("every call has one result: at its end where that is final, else with its message", () => {
  const command = { kind: "exec", command: "npm test", cwd: "." } as const;
  const diff = "<<<<<<< SEARCH\n:start_line:1\n-------\nold\n=======\nnew\n>>>>>>> REPLACE";
  const messages = messagesOf(
    TURN,
    asked(
      call("run", "execute_command", { command: "npm test" }),
      call("edit", "apply_diff", { path: "a.ts", diff }),
      call("todo", "update_todo_list", { todos: "[x] a" }),
      call("done", "attempt_completion", { result: "ok" }),
      call("odd", "fly", {}),
    ),
    {
      type: "call.judged",
      callId: "run",
      tool: "execute_command",
      summary: "run npm test",
      capabilities: [command],
      decision: { verdict: "approve", rule: "tests" },
    },
    judgedWrite("edit", "apply_diff", "a.ts"),
    { type: "tool.begin", callId: "run", tool: "execute_command", index: 0 },
    ended("run", "fine", { blob: "blobs/1.txt" }),
    ended("edit", "Edited."),
    { type: "todo.update", todos: [{ title: "a", status: "done" }] },
    ended("todo", "Replaced."),
    ended("done", "ok", { completion: "ok" }),
    answered("run", "edit", "todo", "done", "odd"),
  ).filter(([type, payload]) => type !== "ToolCall" && !JSON.stringify(payload).startsWith('{"action":"edit file"'));
  const result = (id: string, output: string, display: readonly object[], more: object = {}) =>
    [
      "ToolResult",
      { tool_call_id: id, return_value: { is_error: false, output, message: "", display, ...more } },
    ] as const;
  const took = { extras: { duration_ms: 7 } };
  assert.deepEqual(messages.slice(1), [
    [
      "RunnerVerdict",
      {
        tool_call_id: "run",
        tool: "execute_command",
        action: "run command",
        summary: "run npm test",
        capabilities: [command],
        verdict: "approve",
        rule: "tests",
        reason: "",
      },
    ],
    result(
      "run",
      "fine",
      [
        { type: "brief", text: "run npm test" },
        { type: "shell", language: "sh", command: "npm test" },
      ],
      { extras: { duration_ms: 7, blob: "blobs/1.txt" } },
    ),
    result(
      "edit",
      "Edited.",
      [
        { type: "brief", text: "edit a.ts" },
        { type: "diff", path: "a.ts", old_text: "old\n", new_text: "new\n" },
      ],
      took,
    ),
    result("todo", "Replaced.", [{ type: "todo", items: [{ title: "a", status: "done" }] }], took),
    result("done", "final done", [], { is_error: true, ...took }),
    result("odd", "final odd", [], { is_error: true }),
  ]);
});

/** Once only calls named `apply_diff` had the block, though edits have many tools and each tool has several names. */
test("every edit that was done has its changes, by all names of tools and arguments", () => {
  const sketch = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE";
  const pair = [["a", "b"]] as const;
  const cases: readonly (readonly [string, object, string, readonly (readonly [string, string])[]])[] = [
    ["StrReplaceFile", { path: "./a.ts", edit: { old: "a", new: "b" } }, "Edited a.ts", pair],
    ["Edit", { file_path: "/w/a.ts", old_string: "a", new_string: "b", replace_all: "true" }, "Edited", pair],
    [
      "MultiEdit",
      {
        edits: [
          { old_text: "a", new_text: "b" },
          { oldString: "c", newString: "" },
        ],
      },
      "Edited",
      [...pair, ["c", ""]],
    ],
    ["search_and_replace", { operations: [{ search: "a", replace: "b" }] }, "Replaced 1 match", pair],
    ["PatchFile", { diff: sketch }, "Applied 1 block", [["a\n", "b\n"]]],
    ["apply_diff", { file: { diff: { content: sketch } } }, "Applied 1 block", [["a\n", "b\n"]]],
    ["insert_content", { line: 3, content: "new\n" }, "Inserted into a.ts", [["", "new\n"]]],
    ["WriteFile", { content: "new" }, "Created a.ts", [["", "new"]]],
    ["create_file", { file_text: "new" }, "Created a.ts", [["", "new"]]],
    ["WriteFile", { content: "new", mode: "append" }, "Appended to a.ts", [["", "new"]]],
    ["write_to_file", { content: sketch }, "Replaced a.ts", []], // the old text is not recorded
  ];
  for (const [name, input, output, changes] of cases) {
    const edit = [TURN, asked(call("e", name, input)), judgedWrite("e", name, "a.ts"), ended("e", output)];
    const [, payload] = messagesOf(...edit).at(-1) as readonly [string, { return_value: { display: unknown } }];
    const diffs = changes.map(([old_text, new_text]) => ({ type: "diff", path: "a.ts", old_text, new_text }));
    assert.deepEqual(payload.return_value.display, [{ type: "brief", text: "edit a.ts" }, ...diffs], name);
  }
});

test("a held call is a request, its answer a response to it", () => {
  const held = (callId: string, tool: string, more: Pick<HeldCall, "capabilities" | "preview" | "near">): HeldCall => ({
    callId,
    index: 0,
    tool,
    summary: `do ${callId}`,
    rule: "default",
    digest: callId.repeat(4),
    ...more,
  });
  const hunk = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n same\n-old\n\\ No newline at end of file\n+new\n";
  const messages = messagesOf(
    TURN,
    asked(
      call("b", "execute_command", { command: "npm start", run_in_background: true }),
      call("w", "write_to_file", { path: "x", content: "same\nnew\n" }),
    ),
    {
      type: "deferral.open",
      held: [
        held("b", "execute_command", {
          capabilities: [{ kind: "exec", command: "npm start", cwd: "." }],
          preview: "npm start",
          near: "`npm test` is approved; `npm start` waits for a person",
        }),
        held("w", "write_to_file", { capabilities: [{ kind: "write", path: "x" }], preview: hunk }),
      ],
    },
    { type: "deferral.answer", digest: "bbbb", verdict: "approve", by: "me" },
    { type: "deferral.answer", digest: "wwww", verdict: "reject", by: "me", reason: "not there" },
  ).slice(3);
  const source = { source_kind: "foreground_turn", source_description: "default" };
  assert.deepEqual(messages, [
    [
      "ApprovalRequest",
      {
        id: "bbbb",
        tool_call_id: "b",
        sender: "execute_command",
        action: "run background command",
        description: "do b",
        ...source,
        source_description: "default; `npm test` is approved; `npm start` waits for a person",
        display: [{ type: "shell", language: "sh", command: "npm start" }],
      },
    ],
    [
      "ApprovalRequest",
      {
        id: "wwww",
        tool_call_id: "w",
        sender: "write_to_file",
        action: "edit file",
        description: "do w",
        ...source,
        display: [{ type: "diff", path: "x", old_text: "same\nold", new_text: "same\nnew\n" }],
      },
    ],
    ["ApprovalResponse", { request_id: "bbbb", response: "approve", feedback: "" }],
    ["ApprovalResponse", { request_id: "wwww", response: "reject", feedback: "not there" }],
  ]);
});

test("a subagent's messages are wrapped, and it counts its own steps", () => {
  const inside = (event: WireEvent): WireEvent => ({
    type: "subagent.event",
    callId: "c",
    agentId: "a1",
    agent: "explore",
    event,
  });
  const wrapped = (type: string, payload: object) =>
    [
      "SubagentEvent",
      { parent_tool_call_id: "c", agent_id: "a1", subagent_type: "explore", event: { type, payload } },
    ] as const;
  assert.deepEqual(
    messagesOf(
      BEGIN,
      TURN,
      { type: "step.begin", step: 1 },
      inside({ type: "step.begin", step: 1 }),
      inside({
        type: "context.append",
        messages: [said("Found.")],
      }),
      inside({ type: "context.usage", tokens: 10 }),
    ).slice(3),
    [
      wrapped("StepBegin", { n: 1 }),
      wrapped("ContentPart", { type: "text", text: "Found." }),
      wrapped("StatusUpdate", {
        context_usage: 0.01,
        context_tokens: 10,
        max_context_tokens: 1000,
        plan_mode: false,
      }),
    ],
  );
});

/** Kimi CLI's types refuse a wrapped message that is not one of its events. */
test("a subagent's verdicts are messages of kimi-runner's own, and its held calls come from it directly", () => {
  const held: HeldCall = {
    callId: "i",
    index: 0,
    tool: "t",
    summary: "do i",
    rule: "r",
    digest: "d",
    capabilities: [],
  };
  const events: readonly WireEvent[] = [
    asked(call("i", "write_to_file", {})),
    judgedWrite("i", "write_to_file", "x"),
    { type: "deferral.open", held: [held] },
  ];
  const inside = events.map((event): WireEvent => ({
    type: "subagent.event",
    callId: "c",
    agentId: "a1",
    agent: "coder",
    event,
  }));
  assert.deepEqual(
    messagesOf(TURN, ...inside).map(([type, payload]) => {
      const { event, ...more } = payload as { readonly event?: Line["message"] };
      return event === undefined ? type : [type, event.type, more];
    }),
    [
      "TurnBegin",
      ["SubagentEvent", "ToolCall", { parent_tool_call_id: "c", agent_id: "a1", subagent_type: "coder" }],
      ["RunnerSubagentEvent", "RunnerVerdict", { parent_tool_call_id: "c", agent_id: "a1", subagent_type: "coder" }],
      "ApprovalRequest",
    ],
  );
  const [type, request] = pureOf(TURN, ...inside).at(-1) as readonly [
    string,
    { agent_id: string; tool_call_id: string },
  ];
  assert.deepEqual([type, request.agent_id, request.tool_call_id], ["ApprovalRequest", "a1", "i"]);
});

/** Kimi CLI's replay, titles, ACP and export stop at the first message that they do not know. */
test("the wire for Kimi CLI has its types only, and a turn that waited for a person is one turn", () => {
  const step = (n: number): WireEvent => ({ type: "step.begin", step: n });
  const events: readonly WireEvent[] = [
    BEGIN,
    { type: "plan.mode", on: true },
    { type: "warning", text: "Odd." },
    TURN,
    step(1),
    { type: "turn.end", stop: "deferred" },
    { type: "deferral.answer", digest: "d", verdict: "approve", by: "me" },
    { type: "session.resume", rung: "none" },
    { type: "turn.begin", input: "" },
    step(2),
    { type: "turn.end", stop: "end_turn" },
    { type: "turn.begin", input: "more" },
    step(3),
    { type: "turn.end", stop: "end_turn" },
    { type: "hook.begin", event: "SessionEnd", target: "", count: 1 },
  ];
  const told = (messages: ReturnType<typeof pureOf>) =>
    messages.map(([type, payload]) => {
      const { user_input: input, n } = payload as { readonly user_input?: string; readonly n?: number };
      return [type, input ?? n].filter((part) => part !== undefined).join(" ");
    });
  const begin = ["TurnBegin fix it", "StatusUpdate", "Notification", "StepBegin 1"];
  const more = ["TurnEnd", "TurnBegin more", "StepBegin 1"];
  const pure = [...begin, "ApprovalResponse", "StepBegin 2", ...more, "HookTriggered", "TurnEnd"];
  assert.deepEqual(told(pureOf(...events)), pure);
  assert.deepEqual(
    told(messagesOf(...events)).filter((type) => !type.startsWith("Runner")),
    [...begin, "TurnEnd", "TurnBegin ", "ApprovalResponse", "StepBegin 1", ...more, "TurnEnd", "HookTriggered"],
  );
});

/** A compaction appends the newest messages again: a reader would have seen them twice. */
test("messages that a compaction keeps are not printed again", () => {
  const kept: WireEvent = {
    type: "context.append",
    messages: [said("again")],
  };
  assert.deepEqual(
    messagesOf(
      TURN,
      { type: "compaction.begin", trigger: "full", tokens: 900 },
      { type: "context.clear" },
      kept,
      { type: "compaction.end", pruned: 1, condensed: 2 },
      kept,
    ).slice(1),
    [
      ["CompactionBegin", {}],
      ["CompactionEnd", {}],
      ["RunnerCompaction", { trigger: "full", tokens: 900, pruned: 1, condensed: 2 }],
      ["ContentPart", { type: "text", text: "again" }],
    ],
  );
});

test("hooks, plans, steers, notices and warnings", () => {
  const [hook, end, plan, steer, notice, warning] = messagesOf(
    TURN,
    { type: "hook.begin", event: "PreToolUse", target: "execute_command", count: 2 },
    { type: "hook.end", event: "PreToolUse", target: "execute_command", action: "block", reason: "no", durationMs: 9 },
    { type: "plan.display", text: "1. do" },
    { type: "steer.input", text: "faster" },
    { type: "notification", text: "Background command bg1 has ended: exit 0.\nCommand: x" },
    { type: "warning", text: "Odd." },
  ).slice(1);
  assert.deepEqual(hook, ["HookTriggered", { event: "PreToolUse", target: "execute_command", hook_count: 2 }]);
  assert.deepEqual(end, [
    "HookResolved",
    { event: "PreToolUse", target: "execute_command", action: "block", reason: "no", duration_ms: 9 },
  ]);
  assert.deepEqual(plan, ["PlanDisplay", { content: "1. do", file_path: "" }]);
  assert.deepEqual(steer, ["SteerInput", { user_input: "faster" }]);
  assert.deepEqual(notice, [
    "Notification",
    {
      id: "n5",
      category: "task",
      type: "task.ended",
      source_kind: "background_task",
      source_id: "",
      title: "Background command bg1 has ended: exit 0.",
      body: "Background command bg1 has ended: exit 0.\nCommand: x",
      severity: "info",
      created_at: AT_S,
      payload: {},
    },
  ]);
  assert.deepEqual(warning, [
    "Notification",
    {
      id: "n6",
      category: "system",
      type: "runner.warning",
      source_kind: "runner",
      source_id: "",
      title: "Odd.",
      body: "Odd.",
      severity: "warning",
      created_at: AT_S,
      payload: {},
    },
  ]);
});
