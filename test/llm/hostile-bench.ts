/**
 * One hostile answer through a real adapter and the real engine: what came before the gate, what ran, what the model was told.
 * The tool has a parameter of every kind; what it needs is spelled from its input, so the gate shows the object that was judged.
 */

import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import * as z from "zod/mini";
import { canonicalJson } from "../../src/base/canonical-json.ts";
import { RunnerError } from "../../src/protocol/error.ts";
import type { Decision } from "../../src/protocol/approval.ts";
import type { TurnStop } from "../../src/protocol/outcome.ts";
import type { Tool } from "../../src/protocol/tool.ts";
import { defineTool } from "../../src/tools/define/define-tool.ts";
import type { DoubleReply } from "../doubles/model-reply.ts";
import { createHarness, resultsOf, type Harness } from "../doubles/turn.ts";
import { ENDLESS_ANSWERS, modelOf, serve, type FormatName } from "./workbench.ts";

/** A call as it goes over the wire; any field may be of any type, or missing. */
export interface WireCall {
  readonly index?: unknown;
  readonly id?: unknown;
  readonly name?: unknown;
  readonly arguments?: unknown;
}

const PROBE = z.strictObject({
  text: z.optional(z.string()),
  count: z.optional(z.int().check(z.minimum(1), z.maximum(600))),
  ratio: z.optional(z.number()),
  flag: z.optional(z.boolean()),
  kind: z.optional(z.enum(["a", "b"])),
  list: z.optional(z.array(z.string()).check(z.maxLength(10))),
  options: z.optional(z.strictObject({ path: z.string() })),
});

/** The tool that every row calls. It writes, so that calls run one after the other. */
function probeTool(ran: unknown[]): Tool {
  return defineTool({
    name: "probe",
    offeredTo: ["agent files"],
    needs: ["exec"],
    description: "Takes everything.",
    input: PROBE,
    make: () => ({
      plan: (input) => ({
        access: "write",
        capabilities: [{ kind: "exec", command: canonicalJson(input), cwd: "." }],
        summary: "probe",
        run: async () => {
          ran.push(input);
          return { text: "ok" };
        },
      }),
    }),
  }).make(undefined);
}

/** Pieces of long arguments: few enough events to be quick. */
const PIECE_CHARS = 100_000;

/** The stream of an answer that holds these calls, in the spelling of the format, finished as it should be. */
export function callStream(format: FormatName, calls: readonly WireCall[]): string {
  return eventStream(format, [...calls.flatMap((call, at) => callEvents(format, call, at)), ...finish(format)]);
}

/** An answer that is text, in one piece however long. */
export function textStream(format: FormatName, text: string): string {
  if (format === "openai") return eventStream(format, [chunk({ content: text }), chunk({}, "stop")]);
  return eventStream(format, [
    { type: "content_block_start", index: 0, content_block: { type: "text", text } },
    { type: "message_delta", delta: { stop_reason: "end_turn" } },
    { type: "message_stop" },
  ]);
}

/** The events of one call; `at` is its index where it says none itself. */
export function callEvents(format: FormatName, call: WireCall, at = 0): readonly object[] {
  return format === "openai" ? openAiCall(call, at) : anthropicCall(call, at);
}

/** Events as the format frames them. */
export function eventStream(format: FormatName, events: readonly object[]): string {
  return events
    .map(
      (event) =>
        `${format === "openai" || !("type" in event) ? "" : `event: ${String(event.type)}\n`}data: ${JSON.stringify(event)}\n\n`,
    )
    .join("");
}

/** One chunk of Chat Completions. */
export function chunk(delta: object, reason: string | null = null): object {
  return { choices: [{ index: 0, delta, finish_reason: reason }] };
}

/** The events that end an answer with calls. */
export function finish(format: FormatName): readonly object[] {
  if (format === "openai") return [chunk({}, "tool_calls")];
  return [{ type: "message_delta", delta: { stop_reason: "tool_use" } }, { type: "message_stop" }];
}

function piecesOf(value: unknown): readonly unknown[] {
  if (typeof value !== "string") return value === undefined ? [] : [value];
  const count = Math.max(1, Math.ceil(value.length / PIECE_CHARS));
  return Array.from({ length: count }, (_, at) => value.slice(at * PIECE_CHARS, (at + 1) * PIECE_CHARS));
}

function openAiCall({ index, id, name, arguments: text }: WireCall, at: number): readonly object[] {
  const place = { index: index === undefined ? at : index };
  return [
    chunk({ tool_calls: [{ ...place, id, type: "function", function: { name } }] }),
    ...piecesOf(text).map((piece) => chunk({ tool_calls: [{ ...place, function: { arguments: piece } }] })),
  ];
}

function anthropicCall({ index, id, name, arguments: text }: WireCall, at: number): readonly object[] {
  const place = { index: index === undefined ? at : index };
  return [
    { type: "content_block_start", ...place, content_block: { type: "tool_use", id, name, input: {} } },
    ...piecesOf(text).map((piece) => ({
      type: "content_block_delta",
      ...place,
      delta: { type: "input_json_delta", partial_json: piece },
    })),
    { type: "content_block_stop", ...place },
  ];
}

/** What one answer led to. */
export interface Heard {
  /** `undefined`: the run ended with `failure`. */
  readonly stop: TurnStop | undefined;
  readonly failure: RunnerError | undefined;
  /** Inputs as the gate saw them, as canonical JSON. */
  readonly judged: readonly string[];
  /** Inputs as they ran. */
  readonly ran: readonly unknown[];
  /** Results in the context, without their ids. */
  readonly results: readonly string[];
  readonly harness: Harness;
  /** What a strict provider would have refused in the requests. */
  readonly violations: readonly string[];
  /** Bodies of all requests. */
  readonly requests: readonly string[];
}

export interface HearOptions {
  readonly format: FormatName;
  readonly replies: readonly DoubleReply[];
  readonly decision?: Decision | undefined;
  readonly toolSyntax?: "xml" | undefined;
}

/** Runs one turn over these answers and a last one that says "done". */
export async function hear(t: TestContext, { format, replies, decision, toolSyntax }: HearOptions): Promise<Heard> {
  const ran: unknown[] = [];
  const judged: string[] = [];
  const server = await serve(t, [...replies, { text: "done" }]);
  const model = await modelOf(format, server, { toolSyntax, own: ENDLESS_ANSWERS });
  const harness = createHarness({
    replies: [],
    tools: [probeTool(ran)],
    parts: { model },
    decide: (capabilities) => {
      for (const need of capabilities) judged.push(need.kind === "exec" ? need.command : need.kind);
      return decision ?? { verdict: "approve", rule: "all" };
    },
  });
  let stop: TurnStop | undefined;
  let failure: RunnerError | undefined;
  try {
    stop = await harness.run();
  } catch (error) {
    if (!(error instanceof RunnerError)) throw error;
    failure = error;
  }
  const results = resultsOf(harness.messages()).map((result) => result.replace(/^.*?: /s, ""));
  const { violations, requests } = server;
  return { stop, failure, judged, ran, results, harness, violations, requests: requests.map(({ body }) => body) };
}

/** What the gate sees of it, in order, and the beginning of each result; or the words of an answer that cannot be used. */
export type Becomes = { readonly gate: readonly string[]; readonly results: readonly string[] } | RegExp;

/** Fails unless the answer became this, what ran is what was judged, and a strict provider took every request. */
export function assertBecame({ stop, failure, judged, ran, results, violations }: Heard, becomes: Becomes): void {
  assert.deepEqual(violations, []);
  assert.deepEqual(
    ran.map((input) => canonicalJson(input)),
    judged,
    "what was judged is what ran",
  );
  if (becomes instanceof RegExp) {
    assert.deepEqual([stop, failure?.code, judged, results], [undefined, "provider.unavailable", [], []]);
    assert.match(failure?.message ?? "", becomes);
    assert.ok((failure?.message.length ?? 0) < 300);
    return;
  }
  assert.deepEqual([stop, judged], [{ stop: "end_turn", text: "done" }, becomes.gate]);
  assert.deepEqual(
    results.map((result, at) => result.slice(0, becomes.results[at]?.length)),
    becomes.results,
  );
}

/** A call of the tool, told apart from others by its text. */
export const probe = (text: string, more: WireCall = {}): WireCall => {
  return { id: `c_${text}`, name: "probe", arguments: JSON.stringify({ text }), ...more };
};
/** What the gate sees of such calls. */
export const runs = (...texts: readonly string[]): readonly string[] => texts.map((text) => canonicalJson({ text }));

/** They run, one after the other. */
export const ok = (...texts: readonly string[]): Becomes => ({ gate: runs(...texts), results: texts.map(() => "ok") });
