/** Progress on standard error: what was tried, what was refused, what failed - one line each. */

import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { answerRule } from "../../src/protocol/approval.ts";
import type { AssistantMessage } from "../../src/protocol/message.ts";
import type { HookName } from "../../src/protocol/hooks.ts";
import { withNotes, type ToolOutcome } from "../../src/protocol/result.ts";
import type { WireEvent } from "../../src/protocol/wire.ts";
import { createConsole } from "../../src/sinks/console.ts";
import { hasColour } from "../../src/sinks/terminal-text.ts";
import { said } from "../doubles/message.ts";

function linesOf(...events: readonly WireEvent[]): readonly string[] {
  let text = "";
  const sink = createConsole({ err: (line) => (text += line), elapsedMs: () => 0 });
  for (const event of events) void sink.write({ v: 1, seq: 0, time: "", prev: "", hash: "", event });
  return text.trimEnd().split("\n");
}

const judged = (callId: string, verdict: "approve" | "reject", rule = "tests"): WireEvent => ({
  type: "call.judged",
  callId,
  tool: "execute_command",
  summary: `run ${callId}`,
  capabilities: [{ kind: "exec", command: "true", cwd: "." }],
  decision: { verdict, rule },
});

const assistant = (text: string, ...ids: readonly string[]): AssistantMessage =>
  said(text, ...ids.map((id) => ({ id, name: "execute_command", arguments: "{}" })));

const result = (toolCallId: string, content: string, isError = true) =>
  ({ role: "tool", toolCallId, content, isError }) as const;

const begun = (callId: string): WireEvent => ({ type: "tool.begin", callId, tool: "execute_command", index: 0 });

const ended = (
  callId: string,
  text: string,
  isError: boolean,
  durationMs = 5,
  asked: Pick<ToolOutcome, "mail" | "completion"> = {},
): WireEvent => ({
  type: "tool.end",
  callId,
  tool: "execute_command",
  index: 0,
  isError,
  durationMs,
  result: { text, isError, ...asked },
});

/** A D-Mail that was refused when all results were known had been shown as `✓` before. A failed test run was shown as `✓ run npm test` and nothing more, a call that could not be planned not at all. */
test("calls: started, succeeded, failed and refused are told apart, each once", () => {
  const lines = linesOf(
    // Of an imported session. They were shown as if they were new.
    { type: "context.append", messages: [assistant("I looked before.", "x"), result("x", "Error: gone.")] },
    { type: "turn.begin", input: "fix it" },
    { type: "context.append", messages: [assistant("I run the tests.", "a", "b", "c", "d", "f", "g")] },
    judged("a", "approve"),
    judged("b", "reject"),
    judged("c", "approve"),
    judged("e", "reject", answerRule("ada")),
    judged("f", "approve"),
    judged("g", "approve"),
    begun("a"),
    begun("c"),
    ended("c", "fine", false, 2345),
    ended("a", "one\ntwo\u001B[2J\n[exit 1]", true),
    ended("f", "Sent.", false, 5, { mail: { checkpoint: 9, message: "", restoreFiles: false } }),
    ended("g", "Done.", false, 5, { completion: "Done." }),
    {
      type: "context.append",
      messages: [
        result("a", "one\ntwo\u001B[2J\n[exit 1]"),
        result("b", "Error: rejected by tests."),
        result("c", "fine", false),
        result("d", "Error: unknown tool: fly."),
        result("f", withNotes("Error: not sent: there is no checkpoint 9; 0 to 1 exist.", ["Look at the numbers."])),
        result("g", "Done.", false),
      ],
    },
    { type: "context.append", messages: [assistant("All is well.")] },
  );
  assert.deepEqual(lines, [
    "   0.0s » I run the tests.",
    "   0.0s ⊘ run b — rejected by tests",
    "   0.0s ⊘ run e — rejected by ada",
    "   0.0s ▸ run a",
    "   0.0s ▸ run c",
    "   0.0s ✓ run c (2.3 s)",
    "   0.0s ✗ run a: one … [exit 1]",
    "   0.0s ✗ Error: unknown tool: fly.",
    "   0.0s ✗ run f: Error: not sent: there is no checkpoint 9; 0 to 1 exist.",
    "   0.0s ✓ run g",
  ]);
});

const beatsOf = async (
  t: TestContext,
  columns: number | undefined,
  events: readonly (WireEvent | number)[],
): Promise<string> => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  let text = "";
  let nowMs = 0;
  const sink = createConsole({
    err: (line) => (text += line),
    elapsedMs: () => nowMs,
    columns: columns === undefined ? undefined : () => columns,
    lastLine: async () => `\u001B[31m${"passed ".repeat(20)}`,
  });
  for (const event of events) {
    if (typeof event !== "number") void sink.write({ v: 1, seq: 0, time: "", prev: "", hash: "", event });
    else {
      for (const end = nowMs + event * 1000; nowMs < end;) {
        nowMs += 1000;
        t.mock.timers.tick(1000);
        await new Promise(setImmediate);
      }
    }
  }
  t.mock.timers.reset();
  return text;
};

test("a call that takes long is printed again and again, the oldest one first", async (t) => {
  const begin: WireEvent = { type: "attempt.begin", purpose: "step", usage: USAGE };
  const end: WireEvent = { type: "step.usage", step: 1, usage: USAGE };
  assert.equal(
    await beatsOf(t, undefined, [begin, 65, end, 60]),
    "  30.0s … the model answers: 30 s so far\n  60.0s … the model answers: 60 s so far\n  65.0s · step 1: 1,234 tokens\n",
  );
  assert.equal(
    await beatsOf(t, 80, [begin, 2, end, 60]),
    "\u001B[2K   1.0s … the model answers: 1 s so far\r\u001B[2K   2.0s … the model answers: 2 s so far\r\u001B[2K   2.0s · step 1: 1,234 tokens\n",
  );
});

test("on a terminal the last line of a command's output is in the same row as the command", async (t) => {
  const verify: WireEvent = { type: "verify.begin", round: 1, commands: ["npm test"] };
  const text = await beatsOf(t, 40, [verify, 1]);
  assert.equal(text, "\u001B[2K   0.0s ⚑ check 1: npm test\n\u001B[2K   1.0s … checks run: 1 s so far · pas…\r");
  assert.equal(
    await beatsOf(t, undefined, [verify, 31]),
    "   0.0s ⚑ check 1: npm test\n  30.0s … checks run: 30 s so far\n",
  );
});

const USAGE = { input: 1000, cacheRead: 200, cacheWrite: 0, output: 34 };

test("checks: the commands, and those that failed", () => {
  const ran = (command: string, code: number) =>
    ({ command, passed: code === 0, end: `exit ${code}`, output: "" }) as const;
  assert.deepEqual(
    linesOf(
      { type: "verify.begin", round: 1, commands: ["npm test", "npm run lint"] },
      { type: "verify.end", round: 1, passed: false, results: [ran("npm test", 1), ran("npm run lint", 0)] },
      { type: "verify.begin", round: 2, commands: ["npm test"] },
      { type: "verify.end", round: 2, passed: true, results: [ran("npm test", 0)] },
    ),
    [
      "   0.0s ⚑ check 1: npm test; npm run lint",
      "   0.0s ✗ check 1 failed: npm test (exit 1)",
      "   0.0s ⚑ check 2: npm test",
      "   0.0s ✓ check 2 passed",
    ],
  );
});

test("hooks: only those that block or fail, and a blocked call once", () => {
  const end = (event: HookName, action: "allow" | "block", reason?: string, target = ""): WireEvent => ({
    type: "hook.end",
    event,
    target,
    action,
    reason,
    durationMs: 5,
  });
  assert.deepEqual(
    linesOf(
      end("Stop", "allow"),
      end("Stop", "block", "write a changelog"),
      end("PreToolUse", "block", "no", "write_to_file"),
      end("PostToolUse", "allow", "The hook x failed: exit 3.", "write_to_file"),
    ),
    [
      "   0.0s ✗ Hook Stop blocked: write a changelog",
      "   0.0s ! Hook PostToolUse (write_to_file) failed: The hook x failed: exit 3.",
    ],
  );
});

test("mail, modes, flows, limits and words from outside", () => {
  assert.deepEqual(
    linesOf(
      { type: "mail.sent", checkpoint: 3, message: "look at b.ts\nfirst", restoreFiles: true },
      { type: "mode.switch", from: "architect", to: "code", reason: "the plan is done" },
      { type: "plan.mode", on: true },
      { type: "plan.mode", on: false },
      { type: "flow.move", from: "test", to: "fix", moves: 2, choice: "no" },
      { type: "flow.move", from: "fix", to: "test", moves: 3 },
      { type: "limit.pressed", limit: "steps" },
      { type: "notification", text: "bg1 ended: exit 0" },
      { type: "steer.input", text: "use the other file" },
      { type: "closing.usage", text: "Done is a.", usage: USAGE, costUsd: 0.01 },
    ),
    [
      "   0.0s ↶ D-Mail: the conversation goes back to checkpoint 3, the files with it: look at b.ts first",
      "   0.0s ⇄ Mode: architect → code: the plan is done",
      "   0.0s ⇄ Plan mode: nothing is written until the plan is done.",
      "   0.0s ⇄ Plan mode is over.",
      "   0.0s → Flow: test → fix (no)",
      "   0.0s → Flow: fix → test",
      "   0.0s ! three quarters of the limit of steps are used",
      "   0.0s • bg1 ended: exit 0",
      "   0.0s ▶ said during the run: use the other file",
      "   0.0s · closing message: 1,234 tokens, $0.01",
    ],
  );
});

test("the lines of a subagent begin with its name", () => {
  const own = (event: WireEvent): WireEvent => ({
    type: "subagent.event",
    callId: "c",
    agentId: "a1",
    agent: "coder",
    event,
  });
  assert.deepEqual(
    linesOf(
      { type: "subagent.begin", callId: "c", agentId: "a1", agent: "coder", prompt: "fix it" },
      own({ type: "step.begin", step: 1 }),
      own({ type: "step.usage", step: 1, usage: USAGE }),
      own(judged("x", "approve")),
      own(begun("x")),
      own(ended("x", "ok", false)),
      { type: "subagent.end", callId: "c", agentId: "a1", agent: "coder", stop: "end_turn", steps: 1, usage: USAGE },
    ),
    [
      "   0.0s ▷ a1 (coder): fix it",
      "   0.0s · a1: step 1: 1,234 tokens",
      "   0.0s ▸ a1: run x",
      "   0.0s ✓ a1: run x",
      "   0.0s ◁ Subagent a1 ended (end_turn): 1 step, 1,234 tokens.",
    ],
  );
});

test("colours: on a terminal, unless NO_COLOR forbids them or FORCE_COLOR says otherwise", () => {
  const cases: readonly (readonly [env: Readonly<Record<string, string>>, isTerminal: boolean, wanted: boolean])[] = [
    [{}, true, true],
    [{}, false, false],
    [{ TERM: "dumb" }, true, false],
    [{ NO_COLOR: "1" }, true, false],
    [{ NO_COLOR: "" }, true, true],
    [{ FORCE_COLOR: "1" }, false, true],
    [{ FORCE_COLOR: "0" }, true, false],
    [{ FORCE_COLOR: "1", NO_COLOR: "1" }, true, false],
  ];
  for (const [env, isTerminal, wanted] of cases) assert.equal(hasColour(env, isTerminal), wanted, JSON.stringify(env));
  let text = "";
  const sink = createConsole({ err: (line) => (text += line), elapsedMs: () => 0, isColoured: true });
  void sink.write({ v: 2, seq: 0, time: "", prev: "", hash: "", event: { type: "warning", text: "a \u001B[31mred" } });
  assert.equal(text, "\u001B[2m   0.0s\u001B[0m \u001B[33m!\u001B[0m a red\n");
});

test("a cell that is not sealed says how commands are approved in it, and by which key", () => {
  const probes = [{ name: "network", held: true, detail: "" }];
  assert.deepEqual(
    linesOf(
      { type: "cell.open", rung: "sealed", probes, network: ["a.example"] },
      { type: "cell.open", rung: "separate", probes, unsealed: "lines" },
      { type: "cell.open", rung: "none", probes: [], unsealed: "patterns" },
    ).map((line) => line.replace(/^.*▣ /, "")),
    [
      "sandbox sealed: 1 of 1 probe held; reaches a.example",
      "sandbox separate: 1 of 1 probe held; commands are approved word for word (sandbox.unsealed)",
      "sandbox none — commands run without walls; plain commands are approved by patterns (sandbox.unsealed: patterns)",
    ],
  );
});
