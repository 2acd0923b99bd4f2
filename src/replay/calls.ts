/** The tools and the gate of a replay. Each call needs, is decided and ends as it is recorded. */

import { callKey } from "../engine/state/repetition.ts";
import { isAnswer, type ApprovalGate, type Capability, type Decision } from "../protocol/approval.ts";
import type { Context } from "../protocol/context.ts";
import { reads } from "../protocol/readers.ts";
import type { PlannedCall, Tool, ToolResult } from "../protocol/tool.ts";
import type { BlobStore } from "../protocol/turn.ts";
import type { EventOf, HeldCall, WireEvent } from "../protocol/wire.ts";
import { sha256 } from "../base/sha256.ts";
import { recordedCalls, type RecordedCalls, type RecordedCall } from "./recorded-calls.ts";
import { abortOf, copyAskedByTool, failureAhead, recordedFailure, type Feed } from "./record.ts";

export interface CallsOptions {
  readonly feed: Feed;
  readonly controller: AbortController;
  readonly context: Pick<Context, "messages">;
  /** The tools as the model sees them. The engine knows no others. */
  readonly specs: readonly Omit<Tool, "plan">[];
  /** Calls that waited when the session stopped last. */
  readonly held: readonly HeldCall[];
  /** Positions of the calls that were under way then. */
  readonly begun: ReadonlySet<number>;
  /** Copies the records between the begin of a call and its end that are not about the call itself. */
  readonly copyInside: () => Promise<void>;
}

export interface Calls {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly gate: ApprovalGate;
  readonly blobs: BlobStore;
}

/** For a message that no earlier process has begun. */
const NOTHING: Pick<CallsOptions, "begun" | "held"> = { begun: new Set(), held: [] };
/** The decision about a call beside a held one. No call of that message runs, so it has no effect. */
const UNASKED: Decision = { verdict: "approve", rule: "beside a held call" };

export function createCalls({ feed, controller, context, specs, held, begun, copyInside }: CallsOptions): Calls {
  const known = new Map(specs.map((spec) => [spec.name, spec]));
  const byCapabilities = new WeakMap<readonly Capability[], RecordedCall>();
  const blobs = new Map<string, string>();
  const isTakenUp = context.messages.at(-1)?.role === "assistant";
  let batch: RecordedCalls | undefined;
  const planned = new Map<string, number>();

  const current = (): RecordedCalls | undefined => {
    const newest = context.messages.at(-1);
    if (newest?.role !== "assistant") return undefined;
    if (batch?.message === newest) return batch;
    // A call of a later message may have the same id as a held call whose message is no longer in the context.
    const before = batch === undefined && isTakenUp ? { begun, held } : NOTHING;
    batch = recordedCalls(newest, feed, { tools: known, ...before });
    planned.clear();
    return batch;
  };

  /** The record of the call that is planned now. Equal calls are planned in the order of the record. */
  const recordOf = (name: string, input: unknown): RecordedCall | undefined => {
    const key = callKey(name, input);
    const equal = current()?.calls.get(key) ?? [];
    const turn = planned.get(key) ?? 0;
    planned.set(key, turn + 1);
    return equal[Math.min(turn, equal.length - 1)];
  };

  const end = (recorded: RecordedCall): ToolResult => {
    const found = resultAhead(recorded, feed);
    if (found === "cut off") while (feed.next() !== undefined) feed.copy(); // the record stops before the end of this call
    if (found === "failed") throw failureAhead(feed, controller); // other calls of the message may still end before the turn does
    if (found === "cut off" || found === undefined)
      throw recordedFailure(feed, `the result of ${recorded.call.name}`, controller);
    const { result, blob, events } = found;
    if (result.text.startsWith("Error: cancelled while running: ")) {
      const abort = abortOf(feed);
      if (abort !== undefined && !controller.signal.aborted) controller.abort(abort);
      if (abort !== undefined) throw abort;
    }
    const text = blob === undefined ? result.text : wholeText(result.text);
    if (blob !== undefined) blobs.set(text, blob);
    return { ...result, text, events };
  };

  const plan = (name: string, input: unknown): PlannedCall => {
    const recorded = recordOf(name, input);
    copyAskedByTool(feed);
    if (recorded === undefined) throw feed.miss(`a plan for ${name}`);
    if (recorded.failure !== undefined) throw recorded.failure;
    const known = recorded.judged ?? recorded.held;
    const isAsked =
      known !== undefined || recorded.isUnknown || batch?.isOpen === true || feed.peek()?.type === "hook.begin";
    if (!isAsked) throw recordedFailure(feed, `a plan for ${name}`, controller);
    const capabilities = [...(known?.capabilities ?? [])];
    byCapabilities.set(capabilities, recorded);
    return {
      access: recorded.access,
      capabilities,
      summary: known?.summary ?? name,
      preview: recorded.held?.preview,
      refused: recorded.judged?.refused,
      run: async () => {
        await copyInside();
        return end(recorded);
      },
    };
  };

  const tool = ({ name, ...spec }: CallsOptions["specs"][number]): Tool => ({
    ...spec,
    name,
    plan: async (input, signal) => {
      signal.throwIfAborted();
      return plan(name, input);
    },
  });

  return {
    tools: new Map(specs.map((spec) => [spec.name, tool(spec)])),
    gate: { judge: async (capabilities) => decisionOf(byCapabilities.get(capabilities)) },
    blobs: { put: async (text) => blobs.get(text) ?? `blobs/${sha256(text)}.txt` },
  };
}

/** The decision of the gate. Where a person answered, the gate had deferred. */
function decisionOf(recorded: RecordedCall | undefined): Decision {
  const waited = recorded?.held;
  const decision = recorded?.judged?.decision;
  if (decision !== undefined && !(waited !== undefined && isAnswer(decision))) return decision;
  if (waited === undefined) return UNASKED;
  return { verdict: "defer", rule: waited.rule, reason: waited.reason, near: waited.near };
}

type ToolEnd = EventOf<"tool.end">;

/**
 * The end of a call, with the records before it that are about the call itself. `failed` where the turn failed first, `cut off` where
 * the record stops before it.
 */
function resultAhead(
  { index }: RecordedCall,
  feed: Feed,
): (Pick<ToolEnd, "result" | "blob"> & { readonly events: readonly WireEvent[] }) | "failed" | "cut off" | undefined {
  let events: WireEvent[] = [];
  for (const event of feed.ahead()) {
    if (event.type === "context.append") return undefined;
    if (event.type === "step.interrupted") return "failed";
    if (event.type === "tool.end" && event.index === index) return { result: event.result, blob: event.blob, events };
    if (event.type === "tool.begin" || event.type === "tool.end") events = [];
    else if (!reads("replay", event)) events.push(event);
  }
  return "cut off";
}

/** How the engine notes what it left out of a result. */
const LEFT_OUT = /\n\[(\d+) characters left out here; narrow the call to see them\]\n/;

/** A text that the engine cuts to the recorded one. Only the length of what was left out matters. */
function wholeText(bounded: string): string {
  return bounded.replace(LEFT_OUT, (_note, dropped: string) => " ".repeat(Number(dropped)));
}
