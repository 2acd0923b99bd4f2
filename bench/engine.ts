/**
 * What the loop itself costs, with a model that answers at once: whether step 500 costs more than step 50 of the same
 * session, and how long a compaction of 200,000 tokens takes. `node bench/engine.ts`. Run it alone on the machine.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../src/base/clock.ts";
import { createBudget } from "../src/engine/budget.ts";
import { runPrompt } from "../src/engine/prompt.ts";
import { createEstimator } from "../src/llm/tokens.ts";
import { DEFAULT_LIMITS } from "../src/protocol/limits.ts";
import type { Prompt } from "../src/protocol/prompt.ts";
import type { Message } from "../src/protocol/message.ts";
import { NO_USAGE, type ChatModel } from "../src/protocol/model.ts";
import type { Tool } from "../src/protocol/tool.ts";
import type { Sink } from "../src/protocol/wire.ts";
import { createContext, createContextFold } from "../src/session/context.ts";
import { openJournal } from "../src/session/journal.ts";
import { createStateFold } from "../src/session/session-state.ts";
import { createWire } from "../src/session/wire.ts";
import { createConsole } from "../src/sinks/console.ts";
import { createContextFile } from "../src/sinks/context-file.ts";
import { said } from "../test/doubles/message.ts";

const STEPS = 500;
const SHOWN = [50, 100, 200, 300, 400, 500];
/** Steps around one that are averaged: a single one is at the mercy of the collector. */
const AROUND = 20;

/** Results in the context that is compacted; 200,000 tokens together. */
const RESULTS = 220;

/** A tool result of about 900 tokens. */
const OUTPUT = Array.from({ length: 60 }, (_, at) => `src/file-${at}.ts:${at}: export const value${at} = 1;`).join(
  "\n",
);

const lookTool: Tool = {
  name: "look",
  description: "Look.",
  parameters: { type: "object" },
  plan: async () => ({
    access: "read",
    capabilities: [{ kind: "read", path: "src" }],
    summary: "look",
    run: async () => ({ text: OUTPUT }),
  }),
};

interface Bench {
  /** Time from the end of each answer to the next request; the model itself costs nothing. */
  readonly gapsMs: readonly number[];
  /** Tokens of the newest context that was compacted, as estimated. */
  readonly tokens: () => number;
  readonly run: (prompt: Prompt) => Promise<void>;
  readonly append: (...messages: readonly Message[]) => Promise<void>;
  readonly close: () => void;
}

function createBench(window: number, replies: number): Bench {
  const dir = mkdtempSync(join(tmpdir(), "kimi-bench-"));
  const gapsMs: number[] = [];
  let answered = 0;
  let calls = 0;
  let tokens = 0;
  const estimate = createEstimator();
  const model: ChatModel = {
    name: "bench/model",
    window,
    maxOutputTokens: 8000,
    features: new Set(["tool_use"]),
    estimate,
    costUsd: () => 0,
    chat: async () => {
      if (answered > 0) gapsMs.push(performance.now() - answered);
      calls += 1;
      const call = { id: `call_${calls}`, name: "look", arguments: JSON.stringify({ at: calls }) };
      const content = [{ type: "text" as const, text: `Look number ${calls}.` }];
      const message = said(content, ...(calls < replies ? [call] : []));
      answered = performance.now();
      return { message, usage: { ...NO_USAGE, input: 1000, output: 50 } };
    },
  };
  const fold = createContextFold();
  const state = createStateFold();
  const journal = openJournal({ path: join(dir, "journal.jsonl"), clock: systemClock, redact: (text) => text });
  const quiet = { err: () => {}, elapsedMs: () => 0 };
  const sizes: Sink = {
    name: "sizes",
    write: ({ event }) => {
      if (event.type === "compaction.begin") ({ tokens } = event);
    },
  };
  const { emit } = createWire({
    journal,
    folds: [fold, state],
    sinks: [createContextFile(join(dir, "context.jsonl")), createConsole(quiet), sizes],
    warn: console.error,
  });
  const limits = { ...DEFAULT_LIMITS, steps: STEPS + 100, costUsd: 1e6 }; // with money to hold, every request is estimated
  const context = createContext(fold, emit);
  const { spent, progressed } = state.state();
  return {
    gapsMs,
    tokens: () => tokens,
    append: context.append,
    run: async (prompt) => {
      await runPrompt(prompt, {
        model,
        outage: { retryBudget: () => (error) => ({ kind: "give_up", error }) },
        system: "system",
        tools: new Map([["look", lookTool]]),
        gate: { judge: async () => ({ verdict: "approve", rule: "all" }) },
        context,
        workspace: {
          snapshot: async () => "tree",
          restore: async () => {},
          watch: async () => async () => [],
          heldFiles: async () => [],
        },
        blobs: { put: async () => "blob" },
        limits,
        budget: createBudget({ limits, spent, clock: systemClock }),
        progressed,
        identity: { sessionId: "s", baseCommit: "b", headCommit: "h", policyDigest: "p", workDir: "/w" },
        cacheKey: "bench",
        emit,
        room: { carryOver: async () => "" },
        restoreModes: async () => {},
        hooks: { tell: async () => undefined },
        inbox: { take: async () => [], hasSteer: () => false },
        reminder: () => undefined,
        agentId: "main",
        clock: systemClock,
        signal: new AbortController().signal,
      });
    },
    close: () => {
      journal.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const long = createBench(10_000_000, STEPS + AROUND);
await long.run({ kind: "text", text: "Look at everything." });
long.close();
const costs = SHOWN.map((step) => {
  const near = long.gapsMs.slice(step - AROUND, step + AROUND).toSorted((a, b) => a - b);
  return { step, ms: near[Math.floor(near.length / 2)] ?? 0 };
});
for (const { step, ms } of costs) {
  console.log(`step ${step}: ${ms.toFixed(3)} ms (${(ms / (costs[0]?.ms ?? 1)).toFixed(2)}×)`);
}

const full = createBench(1_000_000, 1);
await full.append({ role: "user", content: "Look at everything." });
for (let at = 0; at < RESULTS; at += 1) {
  const call = { id: `call_${at}`, name: "look", arguments: "{}" };
  await full.append(said([], call));
  await full.append({ role: "tool", toolCallId: call.id, content: OUTPUT, isError: false });
}
await full.append({ role: "user", content: "Go on." }, said([]));
const began = performance.now();
await full.run({ kind: "compact" });
console.log(`compaction of ${full.tokens()} tokens: ${(performance.now() - began).toFixed(0)} ms`);
full.close();
