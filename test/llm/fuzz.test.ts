/**
 * Mutated streams against both adapters, over HTTP. Whatever comes, it is an answer or a RunnerError of a provider, soon.
 * No call is made up. A call of an answer that the engine would run must be
 * - under framing alone: the recorded one, in the recorded message;
 * - where no event of a call was hit: a recorded one, at most once;
 * - else: said by the mutated stream itself, its name whole, its arguments as fragments in the order in which they came.
 * 250 mutations of each format, 2000 with KIMI_TESTS=full; KIMI_FUZZ=10000 makes as many, KIMI_FUZZ_FROM=n begins at seed n.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { callArguments } from "../../src/engine/arguments.ts";
import { RunnerError } from "../../src/protocol/error.ts";
import { callsOf, type AssistantMessage, type ToolCall } from "../../src/protocol/message.ts";
import type { ChatModel } from "../../src/protocol/model.ts";
import { anthropicStream } from "../doubles/model-anthropic.ts";
import { openAiStream } from "../doubles/model-openai.ts";
import type { DoubleReply } from "../doubles/model-reply.ts";
import { sized } from "../doubles/size.ts";
import { mutate, type Mutant } from "./mutations.ts";
import { ask, FORMATS, modelOf, requestOf, serve, user } from "./workbench.ts";

const COUNT = Number(process.env["KIMI_FUZZ"] ?? sized(250, 2_000));
const FROM = Number(process.env["KIMI_FUZZ_FROM"] ?? 1);
/** Requests in flight at a time: enough to be quick on two cores. */
const BATCH = 24;

const READ = { id: "call_a", name: "read_file", arguments: { path: "src/größe 🎉.ts", line: 12 } };
const RUN = { id: "call_b", name: "run", arguments: { command: 'npm test -- "a b" && echo ünï' } };
const LIST = { id: "call_c", name: "list_files", arguments: {} };
const REPLIES: readonly DoubleReply[] = [
  { think: "I look – 🎉.", signature: "c2ln", text: "Let me see: ", calls: [READ, RUN] },
  { calls: [RUN, READ, LIST], interleaved: true },
  { text: "Just words – naïve ones, and many of them 🎉🎉.", usage: null },
  { text: "Half an ans", calls: [RUN], errorEvent: { type: "overloaded_error", message: "Overloaded" } },
];
/** A provider's errors; what a mutated error event says may be any of them. */
const CODES = new Set(
  ["unavailable", "overflow", "quota", "filtered", "rejected"].map((reason) => `provider.${reason}`),
);

for (const format of FORMATS) {
  test(`${format}: ${COUNT} mutated streams`, { timeout: 900_000 }, async (t) => {
    const streams = REPLIES.map((reply) => (format === "openai" ? openAiStream(reply) : anthropicStream(reply)));
    const recorded = await serve(t, () => ({ raw: streams[recorded.requests.length - 1] ?? "" }));
    const known: (AssistantMessage | RunnerError)[] = [];
    for (const reply of REPLIES) {
      const outcome = await answerTo(await modelOf(format, recorded), 0);
      const calls = outcome instanceof RunnerError ? undefined : callsOf(outcome).map(plainCall);
      assert.deepEqual(calls, reply.errorEvent === undefined ? (reply.calls ?? []) : undefined);
      known.push(outcome);
    }
    const mutantOf = (seed: number): Mutant => mutate(streams[seed % streams.length] ?? "", seed);
    const server = await serve(t, ({ body }) => {
      const { bytes, chunkBytes } = mutantOf(Number(/seed (\d+)\./.exec(body)?.[1]));
      return { raw: bytes, chunkBytes };
    });
    const model = await modelOf(format, server, { timeouts: { idleMs: 20_000, totalMs: 30_000 } });
    const tally = { same: 0, other: 0, failed: 0 };
    for (let seed = FROM; seed < FROM + COUNT; seed += BATCH) {
      const seeds = Array.from({ length: Math.min(BATCH, FROM + COUNT - seed) }, (_, at) => seed + at);
      await Promise.all(
        seeds.map(async (own) => {
          const [mutant, base] = [mutantOf(own), known[own % known.length]];
          const outcome = await answerTo(model, own);
          const where = `seed ${own}, ${format}: ${mutant.harm}, ${mutant.steps.join(", ")}`;
          assert.ok(base !== undefined);
          tally[judge({ outcome, mutant, base, where })] += 1;
        }),
      );
    }
    assert.deepEqual(server.violations, []);
    for (const [kind, count] of Object.entries(tally)) assert.ok(count > COUNT / 20, `${kind}: ${count} of ${COUNT}`);
  });
}

function plainCall({ id, name, arguments: text }: ToolCall): object {
  return { id, name, arguments: JSON.parse(text) as object };
}

async function answerTo(model: ChatModel, seed: number): Promise<AssistantMessage | RunnerError> {
  try {
    return (await ask(model, requestOf({ messages: [user(`Mutation seed ${seed}.`)] }))).message;
  } catch (error) {
    if (error instanceof RunnerError) return error;
    throw new Error(`seed ${seed}: not a RunnerError`, { cause: error });
  }
}

interface Case {
  readonly outcome: AssistantMessage | RunnerError;
  readonly mutant: Mutant;
  /** What the stream led to as it was recorded. */
  readonly base: AssistantMessage | RunnerError;
  readonly where: string;
}

function judge({ outcome, mutant, base, where }: Case): "same" | "other" | "failed" {
  if (outcome instanceof RunnerError) {
    assert.ok(CODES.has(outcome.code), `${where}: ${outcome.code}`);
    assert.doesNotMatch(outcome.message, /stalled|not finished/, where);
    if (mutant.harm === "framing") assert.ok(base instanceof RunnerError, `${where}: ${outcome.message}`);
    return "failed";
  }
  assert.ok(!(base instanceof RunnerError), `${where}: an answer without an end`);
  if (mutant.harm === "framing") assert.deepEqual(outcome, base, where);
  const runnable = callsOf(outcome).filter((call) => callArguments(call, new Map()).kind === "object");
  if (!mutant.isCallHit) {
    const known = callsOf(base).filter((call) => runnable.some((other) => isDeepStrictEqual(call, other)));
    assert.deepEqual(runnable, known, where);
  }
  const said = saidBy(mutant.bytes);
  for (const call of runnable) assert.ok(isSaid(call, said), `${where}: nobody said ${call.name} ${call.arguments}`);
  return isDeepStrictEqual(outcome, base) ? "same" : "other";
}

interface Said {
  readonly names: ReadonlySet<string>;
  /** Pieces of arguments, in order of arrival. */
  readonly fragments: readonly string[];
}

/** Every name and every piece of arguments that stands in an event; a byte order mark is dropped from every line, as by both SDKs. */
function saidBy(bytes: Buffer): Said {
  const names = new Set<string>();
  const fragments: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (key === "name" && typeof member === "string") names.add(member);
      if ((key === "arguments" || key === "partial_json") && typeof member === "string") fragments.push(member);
      if (key !== "deep") visit(member);
    }
  };
  for (const block of bytes
    .toString("utf8")
    .replaceAll(/^\uFEFF/gm, "")
    .split(/(?:\r\n|\r|\n){2,}/)) {
    const lines = block.split(/\r\n|\r|\n/).filter((line) => line.startsWith("data:"));
    try {
      visit(JSON.parse(lines.map((line) => line.slice(5)).join("\n")));
    } catch {
      // says nothing
    }
  }
  return { names, fragments };
}

/** Whether the arguments are fragments one behind the other, some left out. */
function isSaid({ name, arguments: text }: ToolCall, { names, fragments }: Said): boolean {
  let reached = new Set([0]);
  for (const fragment of fragments) {
    const further = [...reached].filter((at) => text.startsWith(fragment, at)).map((at) => at + fragment.length);
    reached = new Set([...reached, ...further]);
  }
  return names.has(name) && (reached.has(text.length) || text === "{}");
}
