/**
 * The true bill: what a model double over real HTTP received and streamed, for every kind of failure under every limit. It never
 * passes the limit by more than one capped answer. KIMI_BILL=1 prints the table.
 */

import assert from "node:assert/strict";
import { after, test, type TestContext } from "node:test";
import { createBudget } from "../../src/engine/budget.ts";
import { createRetryBudget } from "../../src/llm/retry-budget.ts";
import { RunnerError } from "../../src/protocol/error.ts";
import { DEFAULT_LIMITS, type Limits } from "../../src/protocol/limits.ts";
import type { WireEvent } from "../../src/protocol/wire.ts";
import { stateOf } from "../../src/session/session-state.ts";
import type { DoubleReply } from "../doubles/model-reply.ts";
import { sized } from "../doubles/size.ts";
import { createHarness, testTool, type Harness } from "../doubles/turn.ts";
import { serve, virtualClock, WIRE_NAMES, wireModel, type WireName } from "../llm/workbench.ts";

/** Of kimi-k2.6, claude-opus-5-5, gpt-5.5 and gemini-3.5-flash: US dollars per million tokens. */
const PRICES = {
  openai: { prompt: 0.95, answer: 4 },
  anthropic: { prompt: 4, answer: 20 },
  responses: { prompt: 5, answer: 30 },
  gemini: { prompt: 1.5, answer: 9 },
} as const;
const TASK = `Fix it. ${"Here is a line of the log that is long enough. ".repeat(600)}`;
const WORDS = "I look at the next file and think about what it does. ".repeat(8);
/** Each request takes so long on the run's clock. */
const REQUEST_MS = 2_000;
const CAP = 1_000;
/** A full window of the dearest of these models: what an absurd count of tokens is cut to. */
const MOST_USD = 11;

interface Fault {
  readonly reply: (n: number, format: WireName) => DoubleReply;
  readonly limits?: Partial<Limits>;
  /** How each process of the session ends: of itself, killed in a request, or aborted there. */
  readonly end?: "killed" | "aborted";
  /** Agents that work at the same time. */
  readonly agents?: number;
}

const step = (n: number): DoubleReply => ({ text: WORDS, calls: [{ name: "look", arguments: { n } }] });
const cut: DoubleReply = { text: WORDS, cutAfterBytes: 1_500 };
const usageOf = (format: WireName, prompt: unknown, answer: unknown = prompt): object => {
  if (format === "openai") return { prompt_tokens: prompt, completion_tokens: answer };
  if (format === "gemini") return { promptTokenCount: prompt, candidatesTokenCount: answer };
  return { input_tokens: prompt, output_tokens: answer };
};
const ABSURD = [9_007_199_254_740_991, -5, 1.5, "many", null, 0, 1e300, [1], { a: 1 }, true];

const FAULTS: Readonly<Record<string, Fault>> = {
  "nothing fails": { reply: step },
  "usage before an error event": {
    reply: () => ({ text: WORDS, errorEvent: { type: "overloaded_error", message: "busy" } }),
  },
  "no usage at all": { reply: (n) => ({ ...step(n), usage: null }) },
  "cut stream": { reply: () => cut },
  "retry × 20": { reply: () => cut, limits: { retries: 20 } },
  "every second attempt is cut": { reply: (n) => (n % 2 === 0 ? cut : step(n)) },
  "refused, then cut": { reply: (n) => (n % 2 === 0 ? { status: 503 } : cut), limits: { retries: 20 } },
  "absurd usage": { reply: (n, format) => ({ ...step(n), usage: usageOf(format, ABSURD[n % ABSURD.length]) }) },
  "kill in each request": { reply: step, end: "killed" },
  "abort in each request": { reply: step, end: "aborted" },
  "5 agents in parallel": { reply: step, agents: 5 },
  "5 agents in parallel, cut": { reply: () => cut, agents: 5, limits: { retries: 20 } },
};

/** Each leaves room for a few requests. */
function limitsOf(format: WireName): Readonly<Record<string, Partial<Limits>>> {
  return {
    money: { costUsd: (PRICES[format].prompt * 60_000) / 1e6 },
    tokens: { tokens: 40_000 },
    steps: { steps: 5 },
    time: { minutes: 0.1 },
  };
}

interface Bill {
  readonly requests: number;
  readonly tokens: number;
  readonly usd: number;
  readonly ms: number;
}

const table: string[] = [];
after(() => {
  if (process.env["KIMI_BILL"] === undefined) return;
  process.stdout.write(
    `${["fault | limit | format | requests | tokens | $ | s | recorded $ | steps", ...table].join("\n")}\n`,
  );
});

for (const [at, [name, fault]] of Object.entries(FAULTS).entries()) {
  test(`${name}: the true bill stays within each limit`, { timeout: 60_000 }, async (t) => {
    // How a process ends and how many agents there are has nothing to do with the wire format.
    const isOfRun = fault.end !== undefined || fault.agents !== undefined;
    const formats = isOfRun ? WIRE_NAMES.slice(0, 2) : WIRE_NAMES;
    for (const format of formats.filter((_, index) => (index + at) % sized(2, 1) === 0)) {
      for (const [limit, own] of Object.entries(limitsOf(format))) {
        const { bill, spent } = await billOf(t, fault, { format, own });
        const row = [name, limit, format, bill.requests, bill.tokens, bill.usd.toFixed(4), bill.ms / 1000];
        table.push([...row, spent.costUsd.toFixed(4), spent.steps].join(" | "));
        const where = table.at(-1) ?? "";
        assert.ok(bill.requests > 0, where);
        const agents = fault.agents ?? 1;
        if (own.costUsd !== undefined) assert.ok(bill.usd <= own.costUsd + (CAP * PRICES[format].answer) / 1e6, where);
        if (own.tokens !== undefined) assert.ok(bill.tokens <= own.tokens + CAP, where);
        if (own.steps !== undefined) assert.ok(bill.requests <= own.steps, where);
        if (own.minutes !== undefined) assert.ok(bill.ms <= own.minutes * 60_000 + agents * REQUEST_MS, where);
        assert.ok(
          Number.isFinite(spent.costUsd) && spent.costUsd >= 0 && spent.costUsd < MOST_USD * bill.requests,
          where,
        );
      }
    }
  });
}

async function billOf(
  t: TestContext,
  fault: Fault,
  { format, own }: { readonly format: WireName; readonly own: Partial<Limits> },
) {
  const { clock } = virtualClock();
  let bill: Bill = { requests: 0, tokens: 0, usd: 0, ms: 0 };
  let control: AbortController | undefined;
  const server = await serve(t, ({ body }, n) => {
    const reply = fault.reply(n, format);
    void clock.sleep(REQUEST_MS);
    if (fault.end === "aborted") control?.abort(new RunnerError({ code: "run.interrupted", message: "stop" }));
    if (reply.status !== undefined) return reply;
    const tokens = { prompt: Math.ceil(body.length / 4), answer: Math.ceil((reply.text ?? "").length / 4) };
    const price = PRICES[format];
    bill = {
      requests: bill.requests + 1,
      tokens: bill.tokens + tokens.prompt + tokens.answer,
      usd: bill.usd + (tokens.prompt * price.prompt + tokens.answer * price.answer) / 1e6,
      ms: bill.ms + REQUEST_MS,
    };
    const usage = reply.usage === undefined ? usageOf(format, tokens.prompt, tokens.answer) : reply.usage;
    const start =
      format === "anthropic" && reply.usage === undefined ? { input_tokens: tokens.prompt, output_tokens: 1 } : {};
    return { ...reply, usage, usageAtStart: start };
  });
  const model = await wireModel(format, server, { own: { maxOutputTokens: CAP } });
  const limits = { ...DEFAULT_LIMITS, steps: 60, patienceMinutes: 1, ...fault.limits, ...own };
  const look = testTool({ name: "look" });
  let events: readonly WireEvent[] = [];
  for (let process = 0; process < (fault.end === undefined ? 1 : 15); process += 1) {
    const spent = stateOf([...events, { type: "session.resume", rung: "none" }]).spent;
    const budget = createBudget({ limits, spent, clock, usedMs: process === 0 ? 0 : bill.ms });
    const retryBudget = createRetryBudget({ model, limits, clock, random: () => 0 });
    const agents = Array.from({ length: fault.agents ?? 1 }, () =>
      createHarness({
        replies: [],
        tools: [look],
        limits,
        previous: events,
        ...(fault.end === "killed" ? { killBehind: "attempt.begin" as const } : {}),
        parts: { model, budget, outage: { retryBudget }, clock },
      }),
    );
    control = agents[0]?.controller;
    await Promise.all(agents.map(async (agent) => runOnce(agent, process)));
    events = agents.flatMap((agent) => agent.events);
  }
  return { bill, spent: stateOf(agentEvents(events)).spent };
}

async function runOnce(agent: Harness, process: number): Promise<void> {
  await (process === 0 ? agent.run(TASK) : agent.resume()).catch(() => undefined);
}

function agentEvents(events: readonly WireEvent[]): readonly WireEvent[] {
  return [...events, { type: "session.resume", rung: "none" }];
}
