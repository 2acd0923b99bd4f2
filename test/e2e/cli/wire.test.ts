/** What other programs exchange with a run: the wire on standard output, and prompts, steers and cancels on standard input. */

import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { VERSION } from "../../../src/base/version.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { eventsOf, outcomeOf } from "../../doubles/cli.ts";
import { createScene, FILES, FIX, type Scene } from "../harness.ts";

interface Line {
  readonly timestamp: number;
  readonly message: { readonly type: string; readonly payload: Readonly<Record<string, unknown>> };
}

const parsed = (stdout: string): readonly unknown[] =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);

/** Type and payload of each message behind the first line. */
function messagesOf(stdout: string): readonly (readonly [string, Readonly<Record<string, unknown>>])[] {
  const [, ...lines] = parsed(stdout) as readonly Line[];
  return lines.map(({ message: { type, payload } }) => [type, payload]);
}

type Message = ReturnType<typeof messagesOf>[number];

/** A stream with the parts of the model's messages joined as Kimi CLI joins them: its lines in an export. */
function joined(messages: readonly Message[]): readonly Message[] {
  return messages.reduce<readonly Message[]>((before, one) => {
    const last = before.at(-1);
    const [type, payload] = one;
    const whole = last === undefined ? undefined : together(last, one);
    if (type === "SubagentEvent") {
      const [, outer = {}] = last ?? [];
      const inner = payload["event"] as { readonly type: string; readonly payload: Message[1] };
      const was = outer["event"] as typeof inner | undefined;
      const both =
        was && outer["agent_id"] === payload["agent_id"]
          ? together([was.type, was.payload], [inner.type, inner.payload])
          : undefined;
      if (both === undefined) return [...before, one];
      return [...before.slice(0, -1), [type, { ...payload, event: { type: both[0], payload: both[1] } }]];
    }
    return whole === undefined ? [...before, one] : [...before.slice(0, -1), whole];
  }, []);
}

function together([was, before]: Message, [type, payload]: Message): Message | undefined {
  if (type === "ToolCallPart" && was === "ToolCall") {
    const called = before["function"] as { readonly name: string; readonly arguments: string };
    const text = called.arguments + String(payload["arguments_part"]);
    return [was, { ...before, function: { ...called, arguments: text } }];
  }
  const kind = payload["type"];
  if (
    type !== "ContentPart" ||
    was !== "ContentPart" ||
    kind !== before["type"] ||
    (kind !== "text" && kind !== "think")
  )
    return undefined;
  return [was, { ...before, ...payload, [kind]: String(before[kind]) + String(payload[kind]) }];
}

const payloads = (stdout: string, wanted: string): readonly unknown[] =>
  messagesOf(stdout).flatMap(([type, payload]) => (type === wanted ? [payload] : []));

const send = (child: ChildProcess, ...lines: readonly (object | string)[]): void =>
  void child.stdin?.write(lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""));

const STREAM = ["--input", "stream-json", "--output", "stream-json"];

/** A driven run without a prompt on the command line. */
const driven = (scene: Scene, args: readonly string[], options: Parameters<Scene["cli"]>[1]) =>
  scene.cli(
    ["run", ...STREAM, "--model", "openai/test-model", "--bundle", scene.bundle, "--sandbox", "none", ...args],
    options,
  );

const textsOf = (json: unknown): readonly unknown[] =>
  (json as { readonly messages: readonly { readonly content?: unknown }[] }).messages
    .slice(1)
    .map(({ content }) => content);

test("the stream of a run, line by line, and the same messages from its bundle", async () => {
  await using scene = await createScene();
  const { stdout } = await scene.run(["--output", "stream-json"]);
  const begin = eventsOf(scene.bundle).find((event) => event.type === "session.begin");
  const open = eventsOf(scene.bundle).find((event) => event.type === "cell.open");
  const durations = eventsOf(scene.bundle).flatMap((event) => (event.type === "tool.end" ? [event.durationMs] : []));
  const { patchDigest } = outcomeOf(scene.bundle);
  assert.ok(begin !== undefined && open !== undefined);
  const status = {
    context_usage: 120 / begin.window,
    context_tokens: 120,
    max_context_tokens: begin.window,
    token_usage: { input_other: 60, output: 20, input_cache_read: 40, input_cache_creation: 0 },
    plan_mode: false,
  };
  const call = (id: string, input: unknown) =>
    ["ToolCall", { type: "function", id, function: { name: id.slice(7), arguments: JSON.stringify(input) } }] as const;
  const [look, fix, done] = FIX.map(({ calls = [] }) => calls.map((one) => one.arguments));
  const verdict = (id: string, action: string, more: object) =>
    [
      "RunnerVerdict",
      { tool_call_id: id, tool: id.slice(7), action, verdict: "approve", reason: "", ...more },
    ] as const;
  const result = (id: string, at: number, value: object) =>
    [
      "ToolResult",
      {
        tool_call_id: id,
        return_value: { is_error: false, message: "", ...value, extras: { duration_ms: durations[at] } },
      },
    ] as const;
  const outputs = payloads(stdout, "ToolResult").map(
    (payload) => (payload as { readonly return_value: { readonly output: string } }).return_value.output,
  );
  assert.match(outputs[0] ?? "", /export const add = \(a, b\) => a - b;/);
  assert.match(outputs[2] ?? "", /^ok\n\[exit 0\]$/);

  const [metadata, ...lines] = parsed(stdout) as readonly [unknown, ...Line[]];
  assert.deepEqual(metadata, {
    type: "metadata",
    protocol_version: "1.10",
    program: "kimi-runner",
    version: VERSION,
  });
  assert.ok(lines.every(({ timestamp }, at) => timestamp >= (lines[at - 1]?.timestamp ?? 1_700_000_000)));
  assert.ok(messagesOf(stdout).some(([type]) => type === "ToolCallPart"));
  assert.deepEqual(joined(messagesOf(stdout)), [
    [
      "RunnerSession",
      {
        session_id: begin.sessionId,
        program: `kimi-runner ${VERSION}`,
        task: "fix the failing test",
        model: "openai/test-model",
        max_context_tokens: begin.window,
        agent: "default",
        work_dir: begin.workDir,
        base_commit: begin.baseCommit,
        head_commit: begin.headCommit,
        read_only: false,
        policy_digest: begin.policyDigest,
        limits: begin.limits,
      },
    ],
    ["RunnerSandbox", { rung: "none", probes: open.probes }],
    ["TurnBegin", { user_input: "fix the failing test" }],
    ["StepBegin", { n: 1 }],
    ["ContentPart", { type: "text", text: "I look." }],
    call("call_0_read_file", look?.[0]),
    ["StatusUpdate", status],
    verdict("call_0_read_file", "read file", {
      summary: "read src/add.js",
      capabilities: [{ kind: "read", path: "src/add.js" }],
      rule: "read",
    }),
    result("call_0_read_file", 0, { output: outputs[0], display: [{ type: "brief", text: "read src/add.js" }] }),
    ["StepBegin", { n: 2 }],
    call("call_0_apply_diff", fix?.[0]),
    call("call_1_execute_command", fix?.[1]),
    ["StatusUpdate", status],
    verdict("call_0_apply_diff", "edit file", {
      summary: "edit src/add.js (+1 −1)",
      capabilities: [{ kind: "write", path: "src/add.js" }],
      rule: "edit",
    }),
    verdict("call_1_execute_command", "run command", {
      summary: "run sh test/add.sh",
      capabilities: [{ kind: "exec", command: "sh test/add.sh", cwd: "." }],
      rule: "tests",
    }),
    result("call_0_apply_diff", 1, {
      output: outputs[1],
      display: [
        { type: "brief", text: "edit src/add.js (+1 −1)" },
        {
          type: "diff",
          path: "src/add.js",
          old_text: "export const add = (a, b) => a - b;\n",
          new_text: "export const add = (a, b) => a + b;\n",
        },
      ],
    }),
    result("call_1_execute_command", 2, {
      output: outputs[2],
      display: [
        { type: "brief", text: "run sh test/add.sh" },
        { type: "shell", language: "sh", command: "sh test/add.sh" },
      ],
    }),
    ["StepBegin", { n: 3 }],
    call("call_0_attempt_completion", done?.[0]),
    ["StatusUpdate", status],
    verdict("call_0_attempt_completion", "use attempt_completion", {
      summary: "done: Fixed the sign; the test passes.",
      capabilities: [],
      rule: "builtin:no-effect",
    }),
    result("call_0_attempt_completion", 3, {
      output: outputs[3],
      display: [{ type: "brief", text: "done: Fixed the sign; the test passes." }],
    }),
    ["RunnerStop", { stop: "end_turn", reason: "" }],
    ["TurnEnd", {}],
    [
      "RunnerOutcome",
      {
        outcome: "completed",
        reason: "The model finished.",
        steps: 3,
        token_usage: { input_other: 180, output: 60, input_cache_read: 120, input_cache_creation: 0 },
        files_changed: 1,
        patch_digest: patchDigest,
        text: "Fixed the sign; the test passes.",
      },
    ],
  ]);

  const exported = await scene.cli(["export", scene.bundle, "--format", "stream-json"]);
  assert.deepEqual([exported.code, messagesOf(exported.stdout)], [0, joined(messagesOf(stdout))]);
  const pure = await scene.cli(["export", scene.bundle, "--format", "wire"]);
  assert.deepEqual(
    messagesOf(pure.stdout),
    joined(messagesOf(stdout)).filter(([type]) => !type.startsWith("Runner")),
  );
});

const WAIT: DoubleReply = {
  calls: [{ name: "execute_command", arguments: { command: "while [ ! -e go ]; do sleep 0.05; done" } }],
};
const APPROVE = "version: 1\ndefault: approve\nsandbox: { minimum: none, unsealed: patterns }\n";
const OPEN = { ...FILES, ".github/kimi-policy.yml": APPROVE };

test("a steer reaches the model at its next step, and a wrong line does not end the run", async () => {
  await using scene = await createScene({ replies: [WAIT, { text: "Understood." }], files: OPEN });
  const { code, stdout } = await driven(scene, [], {
    isDriven: true,
    input: `{"type":"prompt","text":"wait","id":"p"}\n`,
    onLine: (line, child) => {
      if (line.includes('"RunnerVerdict"')) send(child, { type: "steer", text: "in French", id: "s" }, "fly");
      if (!line.includes('"RunnerInputError"')) return;
      writeFileSync(join(scene.repository.dir, "go"), ""); // the steer before the wrong line was read
      child.stdin?.end();
    },
  });
  assert.equal(code, 0);
  assert.deepEqual(textsOf(scene.server.requests[1]?.json).slice(-1), ["in French"]);
  const around = messagesOf(stdout).filter(([type]) => /Input|TurnBegin|TurnEnd|StepBegin/.test(type));
  assert.deepEqual(around, [
    ["RunnerInputTaken", { id: "p", line: 1, type: "prompt" }],
    ["TurnBegin", { user_input: "wait" }],
    ["StepBegin", { n: 1 }],
    [
      "RunnerInputError",
      {
        line: 3,
        message: "It is not JSON.",
        accepted:
          '{"type":"prompt","text":"…"}, {"type":"steer","text":"…"} or {"type":"cancel"}, each with an optional "id" of text.',
      },
    ],
    ["RunnerInputTaken", { id: "s", line: 2, type: "steer" }],
    ["SteerInput", { user_input: "in French" }],
    ["StepBegin", { n: 2 }],
    ["TurnEnd", {}],
  ]);
  assert.deepEqual(scene.server.violations, []);
});

test("a turn that is about to end continues when a steer arrives", async () => {
  const done = { name: "attempt_completion", arguments: { result: "Done." } };
  await using scene = await createScene({
    replies: [{ calls: [...(WAIT.calls ?? []), done] }, { text: "Done in French." }],
    files: OPEN,
  });
  const { code, stdout } = await driven(scene, ["wait"], {
    isDriven: true,
    onLine: (line, child) => {
      if (line.includes('"RunnerVerdict"') && line.includes("sleep"))
        send(child, { type: "steer", text: "in French" }, "fly");
      if (!line.includes('"RunnerInputError"')) return;
      writeFileSync(join(scene.repository.dir, "go"), "");
      child.stdin?.end();
    },
  });
  assert.deepEqual([code, payloads(stdout, "SteerInput")], [0, [{ user_input: "in French" }]]);
  assert.equal(outcomeOf(scene.bundle)["text"], "Done in French.");
});

test("several prompts form one session, and the conversation can continue after a cancelled prompt", async () => {
  await using scene = await createScene({
    replies: [WAIT, { text: "Second." }, { text: "Third." }],
    files: OPEN,
  });
  const { code, stdout, stderr } = await driven(scene, ["first"], {
    isDriven: true,
    onLine: (line, child) => {
      if (line.includes('"RunnerVerdict"')) {
        send(child, { type: "cancel", id: "c" }, { type: "prompt", text: "second" }, { type: "prompt", text: "/fly" });
      }
      if (line.includes('"Second."')) send(child, { type: "prompt", text: "third" });
      if (line.includes('"Third."')) child.stdin?.end();
    },
  });
  assert.equal(code, 0, stderr);
  const turns = messagesOf(stdout).filter(([type]) => /TurnBegin|RunnerStop|RunnerInput|RunnerOutcome/.test(type));
  assert.deepEqual(
    turns.map(([type, payload]) => [
      type,
      payload["user_input"] ?? payload["stop"] ?? payload["outcome"] ?? payload["line"],
    ]),
    [
      ["TurnBegin", "first"],
      ["RunnerInputTaken", 1],
      ["RunnerStop", "interrupted"],
      ["TurnBegin", "second"],
      ["RunnerStop", "end_turn"],
      ["RunnerInputError", 3],
      ["TurnBegin", "third"],
      ["RunnerStop", "end_turn"],
      ["RunnerOutcome", "no_change"],
    ],
  );
  const conversation = textsOf(scene.server.requests[2]?.json);
  assert.deepEqual(
    [conversation[0], ...conversation.slice(-4)],
    ["first", "second", "Second.", "third"].flatMap((text, at) =>
      at === 0 ? [text, "Error: cancelled while running: Cancelled by the driving process."] : [text],
    ),
  );
  assert.deepEqual(scene.server.violations, []);
  assert.equal(outcomeOf(scene.bundle)["steps"], 3);
});

test("a prompt may edit a file that an earlier prompt read", async () => {
  const [read, edit] = FIX;
  assert.ok(read !== undefined && edit !== undefined);
  await using scene = await createScene({ replies: [read, { text: "Seen." }, edit, { text: "Fixed." }] });
  const { code, stderr } = await driven(scene, ["look"], {
    isDriven: true,
    onLine: (line, child) => {
      if (line.includes('"Seen."')) send(child, { type: "prompt", text: "fix it" });
      if (line.includes('"Fixed."')) child.stdin?.end();
    },
  });
  assert.equal(code, 0, stderr);
  assert.equal(scene.repository.read("src/add.js"), "export const add = (a, b) => a + b;\n");
});

test("an input without a prompt is refused, with its errors", async () => {
  await using scene = await createScene({ replies: [] });
  const { code, stdout, stderr } = await driven(scene, [], { input: `{"type":"prompt"}\n` });
  const reason = stderr.replace(/^error: |\n$/g, "");
  assert.match(
    reason,
    /^Standard input ended without a prompt\. Line 1 is refused: Its text is missing or empty: a prompt needs one\. Send lines such as \{/,
  );
  assert.deepEqual([code, messagesOf(stdout)], [2, [["RunnerOutcome", { outcome: "config_error", reason }]]]);
});

test("a steer without a turn is dropped, and prompts that are all wrong are an error of the configuration", async () => {
  await using scene = await createScene({ replies: [{ text: "Fine." }] });
  const lines = [
    { type: "steer", text: "early" },
    { type: "cancel", id: "c" },
    { type: "prompt", text: "look" },
  ];
  const { code, stdout } = await driven(scene, [], {
    input: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  });
  assert.deepEqual(
    [code, payloads(stdout, "RunnerInputError").map((payload) => (payload as { message: string }).message)],
    [0, ["No turn is running; the steer is dropped.", "No turn is running; the cancel is dropped."]],
  );
  await using other = await createScene({ replies: [] });
  const wrong = await driven(other, ["/fly"], {});
  assert.equal(wrong.code, 2);
});

/** Waiting for the next prompt is no reason to miss a signal: the job that is cancelled then must end. */
test("a signal ends a run that waits for its next prompt", async () => {
  await using scene = await createScene({ replies: [{ text: "Fine." }] });
  const { code, stdout } = await driven(scene, ["look"], {
    isDriven: true,
    onLine: (line, child) => {
      if (line.includes('"TurnEnd"')) setImmediate(() => child.kill("SIGTERM"));
    },
  });
  assert.equal(code, 143);
  const [outcome] = payloads(stdout, "RunnerOutcome") as readonly { readonly outcome: string }[];
  assert.equal(outcome?.outcome, "interrupted");
});

test("a held call ends the run, and later input is reported as too late", async () => {
  const install = { calls: [{ name: "execute_command", arguments: { command: "npm install left-pad" } }] };
  await using scene = await createScene({ replies: [install] });
  const lines = ["first", "second"].map((text) => `${JSON.stringify({ type: "prompt", text })}\n`).join("");
  const { code, stdout } = await driven(scene, [], { input: lines });
  assert.equal(code, 4);
  assert.deepEqual(
    payloads(stdout, "RunnerInputError").map((payload) => (payload as { message: string }).message),
    ["The run ended before it: deferred."],
  );
  const [request] = payloads(stdout, "ApprovalRequest") as readonly { readonly id: string; readonly action: string }[];
  assert.equal(request?.action, "run command");

  const lastLine = () => readFileSync(join(scene.bundle, "context.jsonl"), "utf8").trimEnd().split("\n").at(-1) ?? "";
  const unanswered = JSON.parse(lastLine()) as object;
  assert.deepEqual(unanswered, {
    role: "tool",
    tool_call_id: "call_0_execute_command",
    content: "Error: not run: a person must first approve or reject the calls of this message.",
  });
  assert.equal((await scene.cli(["verify", scene.bundle])).code, 0);

  const answer = ["--reject", request.id.slice(0, 12), "--output", "stream-json", "--sandbox", "none"];
  const resumed = await scene.cli(["resume", "--session", scene.bundle, ...answer]);
  assert.deepEqual(
    messagesOf(resumed.stdout).flatMap(([type, payload]) =>
      /Approval|Resume|StepBegin|Turn|ToolResult/.test(type)
        ? [[type, payload["response"] ?? payload["user_input"]]]
        : [],
    ),
    [
      ["RunnerResume", undefined],
      ["TurnBegin", ""],
      ["ApprovalResponse", "reject"],
      ["ToolResult", undefined],
      ["TurnEnd", undefined],
    ],
  );
  const exported = await scene.cli(["export", scene.bundle, "--format", "stream-json"]);
  const [, ...tail] = resumed.stdout.split("\n");
  assert.ok(exported.stdout.endsWith(tail.join("\n")));
  assert.match(lastLine(), /"Error: rejected by /);
});
