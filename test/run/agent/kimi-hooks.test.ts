/**
 * What Kimi CLI's own tests ask of hooks, in other words: the hooks of a policy, an event, and what comes of it. A row that
 * `differs` is told in docs/kimi-cli.md. Its hooks never forbid by failing, which is `fail: open` here.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { loadPolicy } from "../../../src/policy/file/load.ts";
import { HOOK_NAMES, type HookInput } from "../../../src/protocol/hooks.ts";
import type { WireEvent } from "../../../src/protocol/wire.ts";
import { createHooks } from "../../../src/run/agent/hooks.ts";
import { openWorkbench } from "../../tools/workbench.ts";

type Told = Pick<HookInput, "event" | "target"> & Partial<HookInput>;

const tool = (event: HookInput["event"], target: string, more: object = {}): Told => ({
  event,
  target,
  fields: { tool_name: target, ...more },
});
const DENY = `echo '{"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "use rg"}}'`;
const GUARD = `if grep -q 'rm -rf'; then echo 'no rm -rf' >&2; exit 2; fi`;
const THREE = [
  `{ event: PreToolUse, matcher: "Shell|WriteFile", command: "exit 0", fail: open }`,
  `{ event: PreToolUse, matcher: ReadFile, command: "exit 2", fail: open }`,
  `{ event: Stop, command: "echo done", fail: open }`,
];
const pre = (command: string, more = ""): readonly string[] => [
  `{ event: PreToolUse, matcher: Shell, command: ${JSON.stringify(command)}, fail: open${more} }`,
];
const one = (event: string, more = ""): readonly string[] => [
  `{ event: ${event}, command: "echo x", fail: open${more} }`,
];

/** How many hooks ran, and the reason where they forbid. */
type Outcome = readonly [ran: number, forbids?: RegExp];
/** Undefined: the policy is refused. */
const CASES: readonly (readonly [
  hooks: readonly string[],
  told: Told,
  outcome: Outcome | undefined,
  differs?: true,
])[] = [
  [THREE, tool("PreToolUse", "Shell"), [1]],
  [THREE, tool("PreToolUse", "Grep"), [0]],
  [THREE, tool("PreToolUse", "ReadFile"), [1, /no reason/]],
  [THREE, { event: "Stop", target: "anything" }, [1]],
  [THREE, { event: "UserPromptSubmit", target: "" }, [0]],
  [[...one("Stop"), ...one("Stop")], { event: "Stop", target: "" }, [1]],
  // Kimi CLI leaves the hook out without a word.
  [[`{ event: PreToolUse, matcher: "[invalid", command: "exit 0" }`], tool("PreToolUse", "Shell"), undefined, true],
  [["{ event: NoEvent, command: exit 0 }"], tool("PreToolUse", "Shell"), undefined],
  [[], tool("PreToolUse", "Shell"), [0]],
  [pre("echo ok"), tool("PreToolUse", "Shell"), [1]],
  [pre("echo blocked >&2; exit 2"), tool("PreToolUse", "Shell"), [1, /blocked/]],
  [pre("exit 1"), tool("PreToolUse", "Shell"), [1]],
  [pre("sleep 10", ", timeout: 1"), tool("PreToolUse", "Shell"), [1]],
  [pre(DENY), tool("PreToolUse", "Shell"), [1, /^use rg$/]],
  [pre('grep -q \'"tool_name":"Shell"\' && exit 2'), tool("PreToolUse", "Shell"), [1, /no reason/]],
  [pre(GUARD), tool("PreToolUse", "Shell", { tool_input: { command: "ls -la" } }), [1]],
  [pre(GUARD), tool("PreToolUse", "Shell", { tool_input: { command: "rm -rf /" } }), [1, /rm -rf/]],
  [[`{ event: Stop, command: ${JSON.stringify(DENY)} }`], { event: "Stop", target: "" }, [1, /use rg/]],
  [
    ["1", "2"].map((n) => `{ event: PostToolUse, matcher: WriteFile, command: echo ${n}, fail: open }`),
    tool("PostToolUse", "WriteFile"),
    [2],
  ],
  [one("SessionStart", ", matcher: startup"), { event: "SessionStart", target: "startup" }, [1]],
  [one("SessionStart", ", matcher: startup"), { event: "SessionStart", target: "resume" }, [0]],
  [one("PostToolUseFailure", ", matcher: Shell"), tool("PostToolUseFailure", "Shell"), [1]],
  [
    [`{ event: UserPromptSubmit, command: "echo not so >&2; exit 2" }`],
    { event: "UserPromptSubmit", target: "" },
    [1, /not so/],
  ],
  [one("StopFailure"), { event: "StopFailure", target: "" }, [1]],
  [one("SessionEnd", ", matcher: exit"), { event: "SessionEnd", target: "end_turn", also: ["exit"] }, [1]],
  [one("SessionEnd", ", matcher: clear"), { event: "SessionEnd", target: "end_turn", also: ["exit"] }, [0]],
  [one("SubagentStart", ", matcher: coder"), { event: "SubagentStart", target: "coder" }, [1]],
  [one("SubagentStop", ", matcher: coder"), { event: "SubagentStop", target: "coder" }, [1]],
  [one("PreCompact", ", matcher: auto"), { event: "PreCompact", target: "full", also: ["auto"] }, [1]],
  [one("PostCompact", ", matcher: auto"), { event: "PostCompact", target: "full", also: ["auto"] }, [1]],
  [one("Notification", ", matcher: notice"), { event: "Notification", target: "", also: ["notice"] }, [1]],
  [one("Notification", ", matcher: other"), { event: "Notification", target: "", also: ["notice"] }, [0]],
];

test("Kimi CLI's cases for hooks", async () => {
  await using bench = await openWorkbench({ a: "a" });
  for (const [hooks, told, outcome] of CASES) {
    const label = `${hooks.join("\n")}\n${JSON.stringify(told)}`;
    const text = `version: 1\nhooks: [${hooks.join(", ")}]\n`;
    const policy = await loadPolicy(text, { file: "p.yml" }).catch(() => undefined);
    assert.equal(policy === undefined, outcome === undefined, label);
    if (policy === undefined) continue;
    const events: WireEvent[] = [];
    const { tell } = createHooks({
      bench: { cell: bench.cell, policy, repository: { root: bench.repository.dir } as never },
      session: {
        emit: async (event) => void events.push(event),
        state: () => ({}) as never,
        redact: (line) => line,
      },
      signal: new AbortController().signal,
    });
    const reason = await tell({ fields: {}, ...told });
    const [ran = 0] = events.flatMap((event) => (event.type === "hook.begin" ? [event.count] : []));
    assert.equal(ran, outcome?.[0], label);
    if (outcome?.[1] === undefined) assert.equal(reason, undefined, label);
    else assert.match(reason ?? "", outcome[1], label);
  }
  const policy = await loadPolicy("version: 1\nhooks: [{ event: Stop, command: echo }]\n", { file: "p.yml" });
  assert.deepEqual(policy.hooks, [{ event: "Stop", command: "echo", timeoutS: 30, fail: "closed" }]);
  assert.equal(HOOK_NAMES.length, 13);
  assert.deepEqual([CASES.length, CASES.filter(({ 3: differs }) => differs).length], [32, 1]);
});
