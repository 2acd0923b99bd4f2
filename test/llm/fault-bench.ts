/** One fault of a provider through adapter, retry and engine: how the turn ended, after how many requests and which waits. */

import type { TestContext } from "node:test";
import { createRetryBudget } from "../../src/llm/retry-budget.ts";
import { RunnerError } from "../../src/protocol/error.ts";
import { DEFAULT_LIMITS, type Limits } from "../../src/protocol/limits.ts";
import type { Message } from "../../src/protocol/message.ts";
import type { TokenUsage } from "../../src/protocol/model.ts";
import type { TurnStop } from "../../src/protocol/outcome.ts";
import type { DoubleReply } from "../doubles/model-reply.ts";
import type { ModelServer } from "../doubles/model-server.ts";
import { createHarness, testTool } from "../doubles/turn.ts";
import { modelOf, serve, virtualClock, type FormatName } from "./workbench.ts";

/** No answer of a test comes near it, however busy the machine is. */
const IDLE_MS = 20_000;

export interface Ended {
  /** The stop of the turn, or the code of the error that broke it. */
  readonly end: TurnStop["stop"] | RunnerError["code"];
  /** What is said about it. */
  readonly words: string;
  readonly hint: string;
  readonly requests: number;
  /** ms before each further attempt; nobody really waits. */
  readonly waits: readonly number[];
  readonly messages: readonly Message[];
  readonly usages: readonly TokenUsage[];
  /** How often the tool `look` ran. */
  readonly looks: number;
}

export interface FaultOptions {
  readonly format: FormatName;
  readonly replies: readonly DoubleReply[] | ((n: number) => DoubleReply);
  readonly limits?: Partial<Limits> | undefined;
  /** When the run ends, ms from now. */
  readonly deadlineMs?: number | undefined;
  /** Longest silence of a request; for a server that holds the line. */
  readonly idleMs?: number | undefined;
}

/** Waits of one and two seconds. */
const THREE_ATTEMPTS = { retries: 3, patienceMinutes: 0.05 };

/** Runs one turn over a scripted server, with three attempts a call. */
export async function endOf(t: TestContext, { format, replies, limits, deadlineMs }: FaultOptions): Promise<Ended> {
  const server = await serve(t, typeof replies === "function" ? (_, n) => replies(n) : replies);
  const ended = await endOver(server, { format, limits, deadlineMs });
  if (server.violations.length > 0) throw new Error(server.violations.join("\n"));
  return { ...ended, requests: server.requests.length };
}

type Place = Pick<ModelServer, "url" | "origin">;

/** The same over any server; it cannot count requests. */
export async function endOver(
  place: Place,
  { format, limits, deadlineMs, idleMs = IDLE_MS }: Omit<FaultOptions, "replies">,
): Promise<Omit<Ended, "requests">> {
  const { clock, waits } = virtualClock();
  const model = await modelOf(format, place, { timeouts: { idleMs, totalMs: 2 * IDLE_MS } });
  const given = { ...THREE_ATTEMPTS, ...limits };
  const retryBudget = createRetryBudget({
    model,
    limits: { ...DEFAULT_LIMITS, ...given },
    clock,
    random: () => 0,
    deadlineMs,
  });
  let looks = 0;
  const look = testTool({
    name: "look",
    run: async () => {
      looks += 1;
      return { text: "saw it" };
    },
  });
  const harness = createHarness({
    replies: [],
    tools: [look],
    parts: { model, outage: { retryBudget }, clock },
    limits: given,
  });
  const ended = await harness.run().then(
    (stop) => ({ end: stop.stop, words: "reason" in stop ? stop.reason : "text" in stop ? stop.text : "", hint: "" }),
    (error: unknown) => {
      if (!(error instanceof RunnerError)) throw error;
      return { end: error.code, words: error.message, hint: error.hint ?? "" };
    },
  );
  const usages = harness.events.flatMap((event) => (event.type === "step.usage" ? [event.usage] : []));
  return { ...ended, waits, messages: harness.messages(), usages, looks };
}
