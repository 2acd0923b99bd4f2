/** Hooks of the policy in the built program: real commands in the cell, told in JSON, that forbid or only listen. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { eventsOf, outcomeOf } from "../../doubles/cli.ts";
import { HOOK_NAMES } from "../../../src/protocol/hooks.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import type { ModelServer } from "../../doubles/model-server.ts";
import { CANARY, createScene, FILES, FIX, NO_BWRAP, POLICY, type Scene, type SceneOptions } from "../harness.ts";

/** A scene whose policy has these hooks; each is YAML in braces. */
const hooked = (hooks: readonly string[], options: SceneOptions = {}): Promise<Scene> =>
  createScene({
    ...options,
    files: {
      ...FILES,
      "src/word": "old\n",
      ".github/kimi-policy.yml": `${POLICY}hooks:\n${hooks.map((hook) => `  - ${hook}\n`).join("")}`,
    },
  });

const write: DoubleReply = { calls: [{ name: "write_to_file", arguments: { path: "src/new", content: "new\n" } }] };
const claim: DoubleReply = { text: "Done." };

/** The newest message of each request, as text. */
const newest = ({ requests }: ModelServer): readonly string[] =>
  requests.map(({ json }) => {
    const { messages } = json as unknown as { readonly messages: readonly { readonly content: string }[] };
    return messages.at(-1)?.content ?? "";
  });

/** The recorded hook events, without their durations. */
const hookEvents = (bundle: string): readonly object[] =>
  eventsOf(bundle).flatMap((event): object[] => {
    if (event.type === "hook.begin") return [event];
    if (event.type !== "hook.end") return [];
    const { durationMs: _, ...rest } = event;
    return [rest];
  });
const begin = (event: string, target = "", count = 1) => ({ type: "hook.begin", event, target, count });
const allow = (event: string, target = "", reason?: string) => ({
  type: "hook.end",
  event,
  target,
  action: "allow",
  ...(reason === undefined ? {} : { reason }),
});
const block = (event: string, target: string, reason: string) => ({
  type: "hook.end",
  event,
  target,
  action: "block",
  reason,
});

test("exit 2 forbids a call before the policy is asked; it is a denial, which is counted, and the model reads why", async () => {
  await using scene = await hooked(
    [`{ event: PreToolUse, matcher: "^WriteFile$", command: "echo only tools may write >&2; exit 2" }`],
    { replies: () => write },
  );
  const { code, stderr } = await scene.run();
  assert.equal(code, 1, stderr);
  assert.match(stderr, /⊘ write src\/new \(\+1 −0\) — rejected by hook:PreToolUse: only tools may write\n/);
  assert.match(
    newest(scene.server)[1] ?? "",
    /^Error: rejected by hook:PreToolUse: only tools may write\. This is final\./,
  );
  assert.match(stderr, /■ rejected: The policy rejected actions in 5 steps; the limit is 5\.\n/);
  assert.equal(scene.server.requests.length, 5);
  const blocked = [begin("PreToolUse", "write_to_file"), block("PreToolUse", "write_to_file", "only tools may write")];
  assert.deepEqual(hookEvents(scene.bundle), Array.from({ length: 5 }, () => blocked).flat());
});

test("a denial in JSON forbids, also among other lines; a permission in JSON does not overrule the policy", async () => {
  const deny = `{"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "not on a Sunday"}}`;
  const permit = `{"hookSpecificOutput": {"permissionDecision": "allow"}}`;
  const curl: DoubleReply = { calls: [{ name: "execute_command", arguments: { command: "curl x" } }] };
  await using scene = await hooked(
    [
      `{ event: PreToolUse, matcher: write, command: 'echo looking >&2; echo "{}"; echo ''${deny}''; echo done' }`,
      `{ event: PreToolUse, matcher: execute, command: 'echo ''${permit}''' }`,
    ],
    { replies: [write, curl, claim] },
  );
  const { code, stderr } = await scene.run();
  assert.equal(code, 1, stderr);
  const told = newest(scene.server);
  assert.match(told[1] ?? "", /^Error: rejected by hook:PreToolUse: not on a Sunday\. /);
  assert.match(told[2] ?? "", /^Error: rejected by no-net: no network\. /);
});

/** Commands that give no answer, and what is said about each. */
const FAILURES = [
  { command: "sleep 30", end: "not finished after 1 s" },
  { command: "echo broken; exit 7", end: "exit 7, broken" },
  { command: "kill -KILL $$", end: "ended by SIGKILL" },
  { command: "./none.sh", end: "exit 127, bash: line 1: ./none.sh: No such file or directory" },
  { command: `echo '{"hookSpecificOutput": {'`, end: "its JSON cannot be read" },
  {
    command: `echo '{"hookSpecificOutput": {"permissionDecision": "ask"}}'`,
    end: 'permissionDecision "ask" is not known; accepted: allow, deny',
  },
] as const;

for (const fail of ["closed", "open"] as const) {
  test(`a timeout, a crash and anything but an answer with fail: ${fail}`, async () => {
    const more = fail === "open" ? { fail } : {}; // closed is the default
    const hooks = FAILURES.map(({ command }) => JSON.stringify({ event: "PreToolUse", command, timeout: 1, ...more }));
    await using scene = await hooked(hooks, { replies: [write, claim] });
    const { code, stderr } = await scene.run();
    assert.equal(code, fail === "closed" ? 1 : 0, stderr);
    const reasons = FAILURES.map(({ command, end }) => `The hook ${command} failed: ${end}.`);
    const closed = reasons.map((reason) => `${reason} Without its answer this is not allowed (fail: closed).`);
    assert.deepEqual(hookEvents(scene.bundle), [
      begin("PreToolUse", "write_to_file", FAILURES.length),
      fail === "closed"
        ? block("PreToolUse", "write_to_file", closed.join("\n"))
        : allow("PreToolUse", "write_to_file", reasons.join("\n")),
    ]);
    assert.equal(outcomeOf(scene.bundle)["outcome"], fail === "closed" ? "rejected" : "completed");
  });
}

test("a Stop hook makes the model continue once, and is told so the second time", async () => {
  const command = `cat >> src/stops; echo >> src/stops; echo write a changelog; exit 2`;
  await using scene = await hooked([JSON.stringify({ event: "Stop", command })], {
    replies: [claim, { text: "Now really." }],
  });
  const { code, stdout, stderr } = await scene.run();
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^Now really\.$/m);
  assert.equal(scene.server.requests.length, 2);
  assert.equal(newest(scene.server)[1], "write a changelog");
  const stops = scene.repository
    .read("src/stops")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as object);
  const { sessionId } = JSON.parse(readFileSync(`${scene.bundle}/session.json`, "utf8")) as { sessionId: string };
  assert.deepEqual(
    stops,
    [false, true].map((active) => ({
      hook_event_name: "Stop",
      session_id: sessionId,
      cwd: scene.repository.dir,
      stop_hook_active: active,
    })),
  );
  const blocked = [begin("Stop"), block("Stop", "", "write a changelog")];
  assert.deepEqual(hookEvents(scene.bundle), [...blocked, ...blocked]);
});

test("a UserPromptSubmit hook refuses the input: rejected, and no model is asked", async () => {
  const command = `grep -q "failing test" && { echo tests are off limits; exit 2; }`;
  await using scene = await hooked([JSON.stringify({ event: "UserPromptSubmit", command })], { replies: [] });
  const { code, stderr } = await scene.run();
  assert.equal(code, 1);
  assert.deepEqual(scene.server.requests, []);
  assert.match(stderr, /✗ Hook UserPromptSubmit blocked: tests are off limits\n/);
  assert.match(stderr, /■ rejected: A UserPromptSubmit hook refused the input: tests are off limits\n/);
  assert.equal(outcomeOf(scene.bundle)["outcome"], "rejected");
});

test("hooks are told of a whole run in order, with the fields of Kimi CLI", async () => {
  const command = "cat >> src/log; echo >> src/log";
  const missing: DoubleReply = { calls: [{ name: "read_file", arguments: { files: [{ path: "src/none" }] } }] };
  await using scene = await hooked(
    HOOK_NAMES.map((event) => JSON.stringify({ event, command })),
    { replies: [FIX[0]!, missing, claim] },
  );
  const { code, stderr } = await scene.run();
  assert.equal(code, 0, stderr);
  const told = scene.repository
    .read("src/log")
    .trim()
    .split("\n")
    .map((line) => {
      const {
        session_id: _id,
        cwd: _cwd,
        tool_output: output,
        error,
        ...fields
      } = JSON.parse(line) as Record<string, unknown>;
      return {
        ...fields,
        ...(output === undefined ? {} : { output: true }),
        ...(error === undefined ? {} : { error: true }),
      };
    });
  const call = (event: string, path: string, id: unknown) => ({
    hook_event_name: event,
    tool_name: "read_file",
    tool_input: { files: [{ path }] },
    tool_call_id: id,
  });
  const ids = told.flatMap((line) => ("tool_call_id" in line ? [line.tool_call_id] : []));
  assert.deepEqual(told, [
    { hook_event_name: "SessionStart", source: "startup" },
    { hook_event_name: "UserPromptSubmit", prompt: "fix the failing test" },
    call("PreToolUse", "src/add.js", ids[0]),
    { ...call("PostToolUse", "src/add.js", ids[0]), output: true },
    call("PreToolUse", "src/none", ids[2]),
    { ...call("PostToolUseFailure", "src/none", ids[2]), error: true },
    { hook_event_name: "Stop", stop_hook_active: false },
    { hook_event_name: "SessionEnd", reason: "end_turn" },
  ]);
});

test("hooks of one event run the same command once, give reasons in the policy's order, and record one pair of events", async () => {
  await using scene = await hooked(
    [
      `{ event: PreToolUse, command: "sleep 0.3; echo slow; exit 2" }`,
      `{ event: PreToolUse, command: "echo quick; exit 2" }`,
      `{ event: PreToolUse, command: "echo quick; exit 2", fail: open }`,
      `{ event: PreToolUse, command: "exit 9", fail: open }`,
      `{ event: PreToolUse, matcher: never, command: "exit 2" }`,
      `{ event: PostToolUse, command: "exit 2" }`,
    ],
    { replies: [write, claim] },
  );
  const { code, stderr } = await scene.run();
  assert.equal(code, 1, stderr);
  const told = newest(scene.server)[1] ?? "";
  assert.match(told, /^Error: rejected by hook:PreToolUse: slow\nquick\. This is final\./);
  assert.deepEqual(hookEvents(scene.bundle), [
    begin("PreToolUse", "write_to_file", 3),
    block("PreToolUse", "write_to_file", "slow\nquick\nThe hook exit 9 failed: exit 9."),
  ]);
});

test("the answer of a hook that cannot block is recorded and changes nothing; a hook for other tools is not started", async () => {
  await using scene = await hooked([
    `{ event: PreToolUse, matcher: "^send_dmail$", command: "exit 2" }`,
    `{ event: SessionStart, command: "exit 3" }`,
    `{ event: PostToolUse, matcher: diff, command: "echo I object; exit 2" }`,
    `{ event: SessionEnd, command: "echo bye; exit 2" }`,
  ]);
  const { code, stderr } = await scene.run();
  assert.equal(code, 0, stderr);
  assert.deepEqual(hookEvents(scene.bundle), [
    begin("SessionStart", "startup"),
    allow("SessionStart", "startup", "The hook exit 3 failed: exit 3."),
    begin("PostToolUse", "apply_diff"),
    allow("PostToolUse", "apply_diff", "I object"),
    begin("SessionEnd", "end_turn"),
    allow("SessionEnd", "end_turn", "bye"),
  ]);
  assert.equal(outcomeOf(scene.bundle)["outcome"], "completed");
});

test("an interrupted run still runs SessionEnd hooks, and one that hangs does not block its end", async () => {
  await using scene = await hooked(
    [`{ event: Stop, command: "sleep 30" }`, `{ event: SessionEnd, command: "cat > src/end; sleep 30" }`],
    { replies: [FIX[0]!, { text: "Done." }] },
  );
  let stopped = false;
  const { code, stderr } = await scene.run([], {
    onStderr: (text, child) => {
      if (!text.includes("step 2:") || stopped) return;
      stopped = true;
      setTimeout(() => child.kill("SIGTERM"), 200);
    },
  });
  assert.equal(code, 143, stderr);
  assert.match(stderr, /■ interrupted: Stopped by SIGTERM\.\n/);
  assert.match(stderr, /! Hook SessionEnd \(interrupted\) failed: .* failed: not finished after 2 s\.\n/);
  assert.match(scene.repository.read("src/end"), /"hook_event_name":"SessionEnd".*"reason":"interrupted"/);
});

test("no hook gets a secret of the run", async () => {
  await using scene = await hooked([`{ event: PreToolUse, command: "cat > src/told" }`], {
    replies: [{ calls: [{ name: "read_file", arguments: { files: [{ path: `src/${CANARY}` }] } }] }, claim],
  });
  await scene.run();
  const told = scene.repository.read("src/told");
  assert.ok(!told.includes(CANARY) && told.includes("[redacted:OPENAI_API_KEY]"), told);
});

test("hooks and checks run in a sealed cell", { skip: NO_BWRAP }, async () => {
  const look = `cat > /tmp/told; grep -o '"tool_name":"[a-z_]*"' /tmp/told; exit 2`;
  await using scene = await createScene({
    replies: [write, FIX[0]!, { calls: [FIX[1]!.calls![0]!] }, claim],
    files: {
      ...FILES,
      ".github/kimi-policy.yml": `${POLICY}limits: { verify: ["node --test"] }
hooks:
  - ${JSON.stringify({ event: "PreToolUse", matcher: "^write", command: look })}
`,
    },
  });
  const { code, stderr } = await scene.run(["--sandbox", "sealed"]);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /rejected by hook:PreToolUse: "tool_name":"write_to_file"\n/);
  assert.match(stderr, /✓ check 1 passed/);
});
