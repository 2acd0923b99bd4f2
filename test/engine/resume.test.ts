/** A process that ends after any record: the one that takes the session up sends what an uninterrupted run would have sent. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { RunnerError } from "../../src/protocol/error.ts";
import type { Flow, FlowNode } from "../../src/protocol/prompt.ts";
import type { ChatRequest } from "../../src/protocol/model.ts";
import type { TurnStop } from "../../src/protocol/outcome.ts";
import type { ToolResult } from "../../src/protocol/tool.ts";
import type { Success, Turn } from "../../src/protocol/turn.ts";
import { stateOf } from "../../src/session/session-state.ts";
import { attemptCompletionTool } from "../../src/tools/attempt-completion.ts";
import { sendDmailTool } from "../../src/tools/send-dmail.ts";
import {
  createHarness,
  resultsOf,
  testTool,
  type Harness,
  type HarnessOptions,
  type ScriptedReply,
} from "../doubles/turn.ts";
import { sized } from "../doubles/size.ts";
import { toolDeps } from "../doubles/tool-deps.ts";

const look = (n: number) => ({ name: "look", arguments: { n } });
const looks = (...ns: readonly number[]): ScriptedReply => ({ calls: ns.map(look) });
const wordy = (n: number): ScriptedReply => ({ ...looks(n), text: "w".repeat(400) });
const mail = (checkpoint_id: number) => ({ name: "send_dmail", arguments: { checkpoint_id, message: "shorter" } });
const usage = { input: 100, cacheRead: 0, cacheWrite: 0, output: 10 };

/** What outlives a process: a word in the workspace, and what a driving process said so far. */
interface World {
  word: number;
  readonly unsaid: string[];
}

const newWorld = (): World => ({ word: 0, unsaid: ["and the docs"] });

/** Tools that a process may use again. */
function harnessOf({ partsOf, ...options }: ScenarioOptions & Partial<HarnessOptions>, world: World) {
  return createHarness({
    snapshot: async () => `tree${world.word}`,
    ...options,
    parts: partsOf?.(world) ?? {},
    tools: [
      testTool({
        name: "put",
        access: "write",
        plan: ({ n }) => ({
          run: async () => {
            world.word = Number(n);
            return { text: "put" };
          },
        }),
      }),
      testTool({ name: "look", plan: ({ n }) => ({ run: async () => ({ text: `saw ${String(n)}`.repeat(40) }) }) }),
      sendDmailTool.make(toolDeps()),
      attemptCompletionTool.make(toolDeps()),
    ],
  });
}

interface ScenarioOptions extends Omit<HarnessOptions, "tools" | "parts"> {
  readonly replies: HarnessOptions["replies"];
  readonly partsOf?: (world: World) => Partial<Turn>;
}

interface Scenario {
  readonly name: string;
  readonly options: ScenarioOptions & { readonly replies: readonly ScriptedReply[] };
  readonly flow?: Flow;
}

/** Passes when the word is 3. */
const verifierOf = (world: World): Success["verifier"] => ({
  commandsFor: (hasChanged) => (hasChanged ? ["check"] : []),
  run: async () => [
    {
      command: "check",
      passed: world.word === 3,
      end: `exit ${world.word === 3 ? 0 : 1}`,
      output: `word ${world.word}`,
    },
  ],
});

const node = (id: string, kind: "begin" | "task" | "end", to?: string): readonly [string, FlowNode] => [
  id,
  { id, kind, label: `the words of ${id}`, edges: to === undefined ? [] : [{ to }] },
];
const FLOW: Flow = {
  begin: "b",
  nodes: new Map([
    node("b", "begin", "one"),
    node("one", "task", "two"),
    node("two", "task", "d"),
    [
      "d",
      {
        id: "d",
        kind: "decision",
        label: "again?",
        edges: [
          { to: "one", label: "yes" },
          { to: "e", label: "no" },
        ],
      },
    ],
    node("e", "end"),
  ]),
};

const put = (n: number): ScriptedReply => ({ calls: [{ name: "put", arguments: { n } }] });

const SCENARIOS: readonly Scenario[] = [
  {
    name: "checks that fail twice in different ways",
    options: {
      replies: [put(1), { text: "one" }, put(2), { text: "two" }, put(3), { text: "three" }],
      partsOf: (world) => ({ success: { verifier: verifierOf(world) } }),
    },
  },
  {
    name: "a Stop hook that sends the model back",
    options: {
      replies: [looks(1), { text: "one" }, looks(2), { text: "two" }],
      partsOf: () => ({
        hooks: {
          tell: async ({ event, fields }) =>
            event === "Stop" && fields["stop_hook_active"] === false ? "and the changelog" : undefined,
        },
      }),
    },
  },
  {
    name: "a flow with a loop",
    flow: FLOW,
    options: {
      replies: [
        { text: "one" },
        looks(1),
        { text: "two" },
        { text: "<choice>yes</choice>" },
        { text: "one again" },
        { text: "two again" },
        { text: "<choice>maybe</choice>" },
        { text: "<choice>no</choice>" },
      ],
    },
  },
  {
    name: "rejections up to their limit",
    options: {
      replies: [1, 2, 3].map((n) => ({ calls: [look(n), ...(put(n).calls ?? [])] })),
      limits: { denials: 3 },
      decide: ([capability]) => ({ verdict: capability?.kind === "write" ? "reject" : "approve", rule: "test" }),
    },
  },
  {
    name: "the same call until nothing else comes",
    options: { replies: Array.from({ length: 12 }, () => looks(1)) },
  },
  {
    name: "a cycle of two calls, and one that gets somewhere",
    options: {
      replies: [
        ...[1, 2, 1, 2, 3, 4, 1, 2].map((n) => looks(n)),
        ...Array.from({ length: 10 }, (_, n) => looks(1 + (n % 2))),
      ],
    },
  },
  {
    name: "an answer that was cut off inside a call, and one while reasoning",
    options: {
      replies: [
        { calls: [look(1), { name: "put", arguments: `{"path":"a` }], isCut: true },
        { isCut: true },
        looks(2),
        { text: "done" },
      ],
    },
  },
  {
    name: "an answer that announces work",
    options: { replies: [{ text: "I'll start by reading the file." }, looks(1), { text: "done" }] },
  },
  {
    name: "a limit that is pressed",
    options: {
      replies: [...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => looks(n)), { text: "done" }],
      limits: { steps: 12 },
    },
  },
  {
    name: "a reminder and words of a driving process",
    options: {
      replies: [looks(1), looks(2), looks(3), { text: "done" }],
      partsOf: (world) => ({
        reminder: (step) => (step % 2 === 0 ? `remember at ${step}` : undefined),
        inbox: {
          take: async () =>
            world.word === 0 ? [] : world.unsaid.splice(0).map((text) => ({ kind: "steer", text }) as const),
          hasSteer: () => false,
        },
      }),
    },
  },
  {
    name: "steps with several calls, repetition and a text at the end",
    options: { replies: [looks(1, 2), looks(3), looks(3), looks(3), { text: "done", usage }] },
  },
  {
    name: "a completion beside another call",
    options: {
      replies: [looks(1), { calls: [look(2), { name: "attempt_completion", arguments: { result: "done" } }] }],
    },
  },
  {
    name: "mail to an earlier self",
    options: { replies: [looks(1), looks(2), { calls: [mail(1)] }, looks(4), { text: "done" }] },
  },
  {
    name: "an answer that was cut off",
    options: { replies: [{ text: "half", isCut: true }, looks(1), { text: "done" }] },
  },
  {
    name: "a compaction",
    options: {
      replies: [wordy(1), wordy(2), wordy(3), { text: "a summary" }, { text: "done" }],
      window: 400,
      estimate: ({ messages }) =>
        messages.reduce(
          (sum, message) =>
            sum + JSON.stringify(message.role === "assistant" ? message.blocks : message.content).length / 4,
          0,
        ),
    },
  },
];

/** Ids that do not depend on which process asks. */
function withIds(replies: readonly ScriptedReply[]): readonly ScriptedReply[] {
  return replies.map((reply, n) => ({
    ...reply,
    calls: (reply.calls ?? []).map((call, index) => ({ ...call, id: `c${n}_${index}` })),
  }));
}

/** What an uninterrupted run does, or as much of it as a process lives. */
async function runIn(harness: Harness, flow: Flow | undefined): Promise<TurnStop> {
  return flow === undefined ? harness.run() : harness.prompt({ kind: "flow", name: "loop", flow });
}

/** What is counted, but for the price of an answer that was paid and not stored. */
function countsOf({ events }: Harness, repeated = 0): object {
  const { steps, denials, pressed } = stateOf(events).spent;
  return { steps: steps + repeated, denials, pressed };
}

const keyOf = (request: ChatRequest): string => JSON.stringify(request);

/** Every second record of each scenario; every one where everything is tried. */
const EACH = sized(2, 1);

for (const [at, { name, options: raw, flow }] of SCENARIOS.entries()) {
  const options = { ...raw, replies: withIds(raw.replies) };
  test(`${name}: killed after ${EACH === 1 ? "every record" : "every second record"}`, async () => {
    const whole = harnessOf(options, newWorld());
    const end = await runIn(whole, flow);
    assert.equal(whole.requests.length, options.replies.length);
    const keys = whole.requests.map(keyOf);
    const begun = whole.events.findIndex(({ type }) => type === "context.append") + 1;
    for (let kill = begun + (at % EACH); kill <= whole.events.length; kill += EACH) {
      const last = whole.events[kill - 1];
      if (last?.type === "tool.begin" && last.tool === "put") continue; // nobody knows whether it ran; told apart below
      // A request whose answer is lost is paid, so that one step less is left.
      if ((last?.type === "attempt.begin" || last?.type === "step.usage") && options.limits?.steps !== undefined)
        continue;
      const world = newWorld();
      const first = harnessOf({ ...options, killAfter: kill }, world);
      if (kill < whole.events.length) await assert.rejects(runIn(first, flow), { message: "killed" });
      else await runIn(first, flow);
      assert.deepEqual(first.requests.map(keyOf), keys.slice(0, first.requests.length));

      const again = (request: ChatRequest) => options.replies[keys.indexOf(keyOf(request))];
      const second = harnessOf({ ...options, previous: first.events, replies: again }, world);
      const where = `after ${kill} records, the last ${first.events.at(-1)?.type}`;
      const resumed = await second
        .resume(new Map(), flow)
        .catch((cause: unknown) => assert.fail(`${where}: ${String(cause)}`));
      assert.deepEqual(resumed, end, where);
      const sent = second.requests.map(keyOf);
      assert.deepEqual(sent, keys.slice(keys.length - sent.length), where);
      assert.ok(first.requests.length + sent.length >= keys.length, where);
      assert.deepEqual(second.messages(), whole.messages(), where);
      const repeated = first.requests.length + sent.length - keys.length; // a request that was cut off is paid
      assert.deepEqual(countsOf(second), countsOf(whole, repeated), where);
    }
  });
}

test("a call that began and has no recorded end is reported as unknown; recorded results count, and nothing runs twice", async () => {
  const ran: string[] = [];
  const write = testTool({
    name: "write",
    access: "write",
    plan: ({ n }) => ({
      run: async (): Promise<ToolResult> => {
        ran.push(`write ${String(n)}`);
        return { text: `wrote ${String(n)}` };
      },
    }),
  });
  const replies = [{ calls: [1, 2, 3].map((n) => ({ name: "write", arguments: { n } })) }, { text: "done" }];
  const whole = createHarness({ replies, tools: [write] });
  await whole.run();
  const second = whole.events.findIndex((event) => event.type === "tool.begin" && event.index === 1);
  ran.length = 0;
  const killed = createHarness({ replies, tools: [write], killAfter: second + 1 });
  await assert.rejects(killed.run());
  const next = createHarness({ replies: replies.slice(1), tools: [write], previous: killed.events });
  assert.deepEqual(await next.resume(), { stop: "end_turn", text: "done" });
  assert.deepEqual(ran, ["write 1", "write 2", "write 3"]);
  assert.deepEqual(resultsOf(next.messages()), [
    "call_1_0: wrote 1",
    "call_1_1 (error): Error: the run was cut off while this ran. It may have happened wholly, in part, or not at all. Look before you do it again.",
    "call_1_2: wrote 3",
  ]);
});

test("an answer holds for its call when part of the batch had run before the process ended", async () => {
  const ran: string[] = [];
  let tree = 0;
  const write = testTool({
    name: "write",
    access: "write",
    plan: ({ n }) => ({
      run: async () => {
        ran.push(String(n));
        tree += 1;
        return { text: `wrote ${String(n)}` };
      },
    }),
  });
  const options = {
    tools: [write],
    decide: () => ({ verdict: "defer", rule: "ask" }) as const,
    snapshot: async () => `tree${tree}`,
  };
  const first = createHarness({
    ...options,
    replies: [{ calls: [1, 2].map((n) => ({ name: "write", arguments: { n } })) }],
  });
  const stop = await first.run();
  assert.ok(stop.stop === "deferred");
  const answers = new Map(stop.digests.map((digest) => [digest, { verdict: "approve", by: "ada" } as const]));
  const ends = first.events.length + answers.size + 1;
  // turn.begin, workspace.snapshot, call.judged twice, tool.begin, tool.end: the first call is done, the second was not begun.
  const killed = createHarness({ ...options, replies: [], previous: first.events, killAfter: ends + 6 });
  await assert.rejects(killed.resume(answers), { message: "killed" });
  assert.deepEqual(killed.events.at(-1)?.type, "tool.end");
  const last = createHarness({ ...options, replies: [{ text: "done" }], previous: killed.events });
  assert.deepEqual(await last.resume(), { stop: "end_turn", text: "done" });
  assert.deepEqual(ran, ["1", "2"]);
});

/** A part of the batch ran and made the path of the next call a link. The person saw the path as it led before. */
test("an approved call that reaches another file after a part of its batch ran is asked about again", async () => {
  const ran: string[] = [];
  let isSwapped = false;
  const write = testTool({
    name: "write",
    access: "write",
    plan: ({ path }) => {
      const real = isSwapped && path === "src/a" ? "keys/a" : String(path);
      const run = async () => {
        ran.push(real);
        isSwapped = true;
        return { text: real };
      };
      return { capabilities: [{ kind: "write", path: real }], run };
    },
  });
  const options = { tools: [write], decide: () => ({ verdict: "defer", rule: "ask" }) as const };
  const calls = ["src/link", "src/a"].map((path) => ({ name: "write", arguments: { path } }));
  const first = createHarness({ ...options, replies: [{ calls }] });
  const stop = await first.run();
  assert.ok(stop.stop === "deferred");
  const answers = new Map(stop.digests.map((digest) => [digest, { verdict: "approve", by: "ada" } as const]));
  const ends = first.events.length + answers.size + 1;
  const killed = createHarness({ ...options, replies: [], previous: first.events, killAfter: ends + 6 });
  await assert.rejects(killed.resume(answers), { message: "killed" });
  const last = createHarness({ ...options, replies: [{ text: "done" }], previous: killed.events });
  const next = await last.resume();
  assert.ok(next.stop === "deferred" && !stop.digests.includes(next.digests[0] ?? ""), JSON.stringify(next));
  assert.deepEqual(ran, ["src/link"]);
});

test("an approval for the session covers what the same rule holds for the same kind of action, and nothing else", async () => {
  const write = testTool({ name: "write", access: "write" });
  const run = testTool({
    name: "run",
    access: "write",
    plan: () => ({ capabilities: [{ kind: "exec", command: "x", cwd: "." }] }),
  });
  const call = (name: string, n: number) => ({ name, arguments: { n } });
  const harness = createHarness({
    tools: [write, run],
    decide: () => ({ verdict: "defer", rule: "ask" }),
    replies: [
      { calls: [call("write", 1), call("write", 2)] },
      { calls: [call("write", 3)] },
      { calls: [call("run", 1)] },
    ],
  });
  const stop = await harness.run();
  assert.ok(stop.stop === "deferred");
  const answer = { verdict: "approve", by: "ada", isForSession: true } as const;
  const next = await harness.resume(new Map([[stop.digests[0]!, answer]]));
  assert.equal(next.stop, "deferred", "a command is another kind of action");
  assert.deepEqual(
    harness.events.flatMap((event) => (event.type === "call.judged" ? [event.decision.rule] : [])),
    ["answer by ada, for the session", "answer by ada, for the session", "answer by ada, for the session"],
  );
});

test("a run that ended during its checks continues with them and does not ask the model", async () => {
  for (const [code, stop] of [
    ["run.interrupted", "interrupted"],
    ["run.time_limit", "limit_time"],
    ["cell.failed", undefined],
  ] as const) {
    const reason = new RunnerError({ code, message: "Ended." });
    const world = newWorld();
    const first = harnessOf(
      {
        replies: [put(3), { text: "three" }],
        partsOf: () => ({
          success: {
            verifier: {
              commandsFor: (hasChanged) => (hasChanged ? ["check"] : []),
              run: async () => {
                if (stop !== undefined) first.controller.abort(reason);
                throw reason;
              },
            },
          },
        }),
      },
      world,
    );
    const end = await first.run().catch((error: unknown) => error);
    assert.deepEqual(end, stop === undefined ? reason : { stop, reason: "Ended." });
    const second = harnessOf(
      { replies: [], previous: first.events, partsOf: () => ({ success: { verifier: verifierOf(world) } }) },
      world,
    );
    assert.deepEqual(await second.resume(), { stop: "end_turn", text: "three" });
    assert.deepEqual(
      second.events.slice(first.events.length).map(({ type }) => type),
      ["session.resume", "turn.begin", "workspace.snapshot", "verify.begin", "verify.end", "turn.end"],
    );
  }
});

/** A standing approval of one rule once let everything through that stood beside it in the same line. */
test("an approval for the session does not cover other rules that hold the call, nor the default", async () => {
  const tool = testTool({ name: "run", access: "write" });
  const call = (n: number) => ({ calls: [{ name: "run", arguments: { n } }] });
  for (const decision of [
    { verdict: "defer", rule: "ask", also: ["default"] },
    { verdict: "defer", rule: "default" },
    { verdict: "defer", rule: "builtin:protected" },
  ] as const) {
    let judged = 0;
    const harness = createHarness({
      tools: [tool],
      decide: () => ((judged += 1) <= 2 ? { verdict: "defer", rule: decision.rule } : decision),
      replies: [call(1), call(2)],
    });
    const stop = await harness.run();
    assert.ok(stop.stop === "deferred");
    const answer = { verdict: "approve", by: "ada", isForSession: true } as const;
    const next = await harness.resume(new Map([[stop.digests[0]!, answer]]));
    assert.equal(next.stop, "deferred", JSON.stringify(decision));
  }
});
