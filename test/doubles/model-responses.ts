/** The Responses half of the model double: its streams. What it refuses is in responses-check.ts. */

import { argumentText, interleave, pieces, type DoubleCall, type DoubleReply } from "./model-reply.ts";
import { fieldsOf, show, type Json } from "./model-check.ts";
import { outputId, sealed } from "./responses-check.ts";

const USAGE = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 30, cache_write_tokens: 10 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 5 },
  total_tokens: 120,
};

/** One output item in the order of the answer. `DoubleReply.items` holds them where the order matters. */
export type DoubleItem =
  | { readonly type: "reasoning"; readonly summary?: readonly string[]; readonly text?: string }
  | { readonly type: "message"; readonly text?: string; readonly refusal?: string; readonly phase?: string }
  | { readonly type: "call"; readonly call: DoubleCall };

type Item = Readonly<Record<string, unknown>> & { readonly type: string; readonly id: string };
type Event = Readonly<Record<string, unknown>> & { readonly type: string };

/** The stream of a reply as server-sent events. `body` is the request; ids follow from its length, as they must not repeat. */
export function responsesStream(reply: DoubleReply, body: Json): string {
  const { model, input } = fieldsOf(body);
  const turn = Array.isArray(input) ? input.length : 0;
  const response = { id: `resp_${turn}`, object: "response", model, store: false };
  const plans = itemsOf(reply).map((item, at, all) => planned({ reply, item, at, all, turn, model: show(model) }));
  const lists = plans.map(({ events }) => events);
  const events = [
    { type: "response.created", response: { ...response, status: "in_progress", output: [], usage: null } },
    { type: "response.in_progress", response: { ...response, status: "in_progress", output: [], usage: null } },
    ...(reply.interleaved === true ? interleave(lists) : lists.flat()),
    ...endEvents(
      reply,
      response,
      plans.map(({ done }) => done),
    ),
  ];
  const newline = reply.crlf === true ? "\r\n" : "\n";
  const lines = events.map((event, at) => {
    const data = JSON.stringify({ ...event, sequence_number: at });
    return `event: ${event.type}${newline}data: ${data}${newline}${newline}`;
  });
  if (reply.malformedEvent === true) lines.splice(2, 0, `data: {not json${newline}${newline}`);
  return lines.join("");
}

function itemsOf(reply: DoubleReply): readonly DoubleItem[] {
  if (reply.items !== undefined) return reply.items;
  return [
    ...(reply.think === undefined ? [] : [{ type: "reasoning" as const, summary: [reply.think] }]),
    ...(reply.text === undefined ? [] : [{ type: "message" as const, text: reply.text }]),
    ...(reply.calls ?? []).map((call) => ({ type: "call" as const, call })),
  ];
}

interface PlanOptions {
  readonly reply: DoubleReply;
  readonly item: DoubleItem;
  readonly at: number;
  readonly all: readonly DoubleItem[];
  readonly turn: number;
  readonly model: string;
}

/** The events of one item and the item as it is when it is done. */
function planned(options: PlanOptions): { readonly events: readonly Event[]; readonly done: Item } {
  const { reply, item, at, all, turn, model } = options;
  const idAt = (place: number): string | undefined => {
    const one = all[place];
    if (one === undefined) return undefined;
    return outputId({ type: one.type, turn, at: place, afterReasoning: all[place - 1]?.type === "reasoning" });
  };
  const id = idAt(at) ?? "";
  // Copilot's gateway gives every event of an item another id.
  const event = (type: string, more: object, part = 0): Event => ({
    type,
    item_id: reply.rotatingIds === true ? `${id}_${type.length}_${part}` : id,
    output_index: at,
    ...more,
  });
  const around = (added: object, inside: readonly Event[], done: Item): { events: readonly Event[]; done: Item } => ({
    done,
    events: [
      {
        type: "response.output_item.added",
        output_index: at,
        item: { id: reply.rotatingIds === true ? `${id}_added` : id, type: done.type, ...added },
      },
      ...inside,
      { type: "response.output_item.done", output_index: at, item: done },
    ],
  });
  switch (item.type) {
    case "reasoning": {
      const { summary = [], text } = item;
      const next = idAt(at + 1);
      const done: Item = {
        id,
        type: "reasoning",
        summary: summary.map((words) => ({ type: "summary_text", text: words })),
        ...(text === undefined ? {} : { content: [{ type: "reasoning_text", text }] }),
        encrypted_content: sealed({ id, model, ...(next === undefined ? {} : { next }) }),
      };
      const inside = summary.flatMap((words, part) => [
        event("response.reasoning_summary_part.added", {
          summary_index: part,
          part: { type: "summary_text", text: "" },
        }),
        ...pieces(words).map((delta) =>
          event("response.reasoning_summary_text.delta", { summary_index: part, delta }, part),
        ),
        event("response.reasoning_summary_text.done", { summary_index: part, text: words }),
        event("response.reasoning_summary_part.done", { summary_index: part, part: done["summary"] }),
      ]);
      const raw = pieces(text ?? "").map((delta) =>
        event("response.reasoning_text.delta", { content_index: 0, delta }),
      );
      return around({ summary: [], encrypted_content: "gAAAAincomplete" }, [...raw, ...inside], done);
    }
    case "message": {
      const { text, refusal, phase } = item;
      const parts = [
        ...(text === undefined ? [] : [{ type: "output_text", text, annotations: [], logprobs: [] }]),
        ...(refusal === undefined ? [] : [{ type: "refusal", refusal }]),
      ];
      const done: Item = {
        id,
        type: "message",
        role: "assistant",
        status: "completed",
        ...(phase === undefined ? {} : { phase }),
        content: parts,
      };
      const inside = parts.flatMap((part, index) => [
        event("response.content_part.added", { content_index: index, part: { ...part, text: "" } }),
        ...pieces(text !== undefined && index === 0 ? text : (refusal ?? "")).map((delta) =>
          event(`response.${part.type}.delta`, { content_index: index, delta }),
        ),
        event(`response.${part.type}.done`, { content_index: index, text, refusal }),
        event("response.content_part.done", { content_index: index, part }),
      ]);
      return around({ role: "assistant", status: "in_progress", content: [] }, inside, done);
    }
    case "call": {
      const { call } = item;
      const written = argumentText(call);
      const callId = reply.duplicateIds === true ? "call_same" : (call.id ?? `call_${turn}_${at}`);
      const named = { call_id: reply.noIds === true ? "" : callId, name: call.name };
      const done: Item = { id, type: "function_call", status: "completed", ...named, arguments: written };
      const deltas = reply.wholeArguments === true ? [] : pieces(written);
      return around(
        { status: "in_progress", ...named, arguments: "" },
        [
          ...deltas.map((delta, part) => event("response.function_call_arguments.delta", { delta }, part)),
          event("response.function_call_arguments.done", { arguments: written }),
        ],
        done,
      );
    }
  }
}

function endEvents(reply: DoubleReply, response: object, output: readonly Item[]): Event[] {
  if (reply.errorEvent !== undefined) return [{ type: "error", ...reply.errorEvent }];
  if (reply.noFinish === true) return [];
  const usage = reply.usage === null ? null : (reply.usage ?? USAGE);
  const { finish = "completed" } = reply;
  // What does not name a status is the reason of an incomplete answer, or the code of a failed one.
  if (finish === "completed") {
    return [{ type: "response.completed", response: { ...response, status: "completed", output, usage } }];
  }
  const [status = "", reason = ""] = finish.split(" ");
  const more =
    status === "failed"
      ? { error: { code: reason, message: `The double failed: ${reason}.` } }
      : { incomplete_details: { reason } };
  return [{ type: `response.${status}`, response: { ...response, status, output, usage, ...more } }];
}
