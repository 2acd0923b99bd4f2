/**
 * A stream that is cut at many places of each format (1000 with KIMI_TESTS=full), through adapter, retry and engine: nothing of the cut answer is in the
 * conversation, it is asked for again with the same bytes, and what it would have called runs once.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createRetryBudget } from "../../src/llm/retry-budget.ts";
import { DEFAULT_LIMITS } from "../../src/protocol/limits.ts";
import type { Message } from "../../src/protocol/message.ts";
import type { ChatModel } from "../../src/protocol/model.ts";
import type { TurnStop } from "../../src/protocol/outcome.ts";
import { anthropicStream } from "../doubles/model-anthropic.ts";
import { openAiStream } from "../doubles/model-openai.ts";
import type { DoubleReply } from "../doubles/model-reply.ts";
import type { ModelServer } from "../doubles/model-server.ts";
import { sized } from "../doubles/size.ts";
import { createHarness, testTool } from "../doubles/turn.ts";
import { FORMATS, modelOf, serve, virtualClock } from "./workbench.ts";

const CUTS = sized(60, 1_000);
/** Runs in flight at a time: enough to be quick on two cores. */
const BATCH = 16;

const REPLY: DoubleReply = {
  think: "I look first – naïvely.",
  signature: "c2ln",
  text: "Größe 🎉: let me look.",
  calls: [
    { id: "call_a", name: "read_file", arguments: { path: "src/größe 🎉.ts" } },
    { id: "call_b", name: "run", arguments: { command: 'npm test -- "a b"' } },
    { id: "call_c", name: "run", arguments: {} },
  ],
};

interface CutTurn {
  readonly stop: TurnStop;
  /** Behind the task. */
  readonly messages: readonly Message[];
  readonly ran: readonly unknown[];
}

for (const format of FORMATS) {
  test(
    `${format}: cut at ${CUTS} places, no part of a turn is in the conversation`,
    { timeout: 120_000 },
    async (t) => {
      const stream = format === "openai" ? openAiStream(REPLY) : anthropicStream(REPLY);
      const bytes = Buffer.byteLength(stream);
      const asked = new Map<string, number>();
      const server = await serve(t, ({ body }) => {
        if (body.includes("call_a")) return { text: "done" };
        const place = /cut at (\d+)\./.exec(body)?.[1] ?? "";
        asked.set(place, (asked.get(place) ?? 0) + 1);
        return { raw: stream, ...(asked.get(place) === 1 ? { cutAfterBytes: Number(place) } : {}) };
      });
      const model = await modelOf(format, server);
      const whole = await runCut(model, bytes);
      assert.deepEqual(whole.ran, [
        ["read_file", { path: "src/größe 🎉.ts" }],
        ["run", { command: 'npm test -- "a b"' }],
        ["run", {}],
      ]);
      assert.equal(whole.messages.length, 5);
      const places = Array.from({ length: CUTS }, (_, n) => Math.floor((n * bytes) / CUTS));
      for (let at = 0; at < CUTS; at += BATCH) {
        const batch = places.slice(at, at + BATCH);
        const turns = await Promise.all(batch.map(async (place) => runCut(model, place)));
        for (const [n, turn] of turns.entries()) assert.deepEqual(turn, whole, `cut at ${batch[n]}`);
      }
      assert.ok([...asked.values()].filter((times) => times === 2).length > CUTS * 0.8, "most cuts lose the answer");
      assert.deepEqual(differing(server), []);
      assert.deepEqual(server.violations, []);
    },
  );
}

async function runCut(model: ChatModel, place: number): Promise<CutTurn> {
  const ran: unknown[] = [];
  const tools = ["read_file", "run"].map((name) =>
    testTool({
      name,
      access: "write",
      plan: (input) => ({
        run: async () => {
          ran.push([name, input]);
          return { text: "ok" };
        },
      }),
    }),
  );
  const { clock } = virtualClock();
  const retryBudget = createRetryBudget({ model, limits: { ...DEFAULT_LIMITS, retries: 2 }, clock, random: () => 0 });
  const harness = createHarness({ replies: [], tools, parts: { model, outage: { retryBudget }, clock } });
  const stop = await harness.run(`Fix it; cut at ${place}.`);
  return { stop, messages: harness.messages().slice(1), ran };
}

/** Places whose repeated request was not the same bytes as the first. */
function differing({ requests }: ModelServer): readonly string[] {
  const bodies = new Map<string, Set<string>>();
  for (const { body } of requests) {
    if (body.includes("call_a")) continue;
    const place = /cut at (\d+)\./.exec(body)?.[1] ?? "";
    bodies.set(place, (bodies.get(place) ?? new Set()).add(body));
  }
  return [...bodies].flatMap(([place, seen]) => (seen.size === 1 ? [] : [place]));
}
