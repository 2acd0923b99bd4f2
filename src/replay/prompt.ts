/** The prompt that a recorded turn carried out. */

import type { Prompt } from "../protocol/prompt.ts";
import type { WireEvent } from "../protocol/wire.ts";
import { flowOf } from "./flow.ts";

export interface RecordedTurn {
  /** Everything before its `turn.begin`. */
  readonly before: readonly WireEvent[];
  /** From its `turn.begin` on. */
  readonly events: readonly WireEvent[];
  /** It stopped in the middle of a flow before. */
  readonly isInFlow: boolean;
}

/** Undefined for a turn that was an answer without the engine, such as `/help`. */
export function promptOf({ before, events, isInFlow }: RecordedTurn): Prompt | undefined {
  const [begin] = events;
  if (begin?.type !== "turn.begin") return undefined;
  const { input } = begin;
  const length = events.findIndex(({ type }) => type === "turn.end");
  const inside = length === -1 ? events.slice(1) : events.slice(1, length);
  if (input === "") {
    const flow = isInFlow ? flowOf([...before, ...inside]) : undefined;
    return { kind: "resume", flow, maxMoves: movesAt(events[length]) };
  }
  const own = inside.filter((event) => !event.type.startsWith("hook.") && event.type !== "warning");
  if (own.length === 0 && inside.length === 0) return undefined;
  const [first] = own;
  if (first?.type === "flow.begin") {
    const flow = flowOf(inside);
    const images = imagesOf(own);
    if (flow !== undefined) return { kind: "flow", name: first.name, flow, maxMoves: movesAt(events[length]), images };
  }
  const focus = /^\/compact(?: ([^]+))?$/.exec(input);
  if (focus !== null && first?.type !== "context.checkpoint") return { kind: "compact", focus: focus[1] };
  return { kind: "text", text: input, images: imagesOf(own, input) };
}

/** The bound on a flow's moves, where it was reached. */
function movesAt(end: WireEvent | undefined): number | undefined {
  const reason = end?.type === "turn.end" ? end.reason : undefined;
  const moves = /^The flow made (\d+) moves without an end\.$/.exec(reason ?? "")?.[1];
  return moves === undefined ? undefined : Number(moves);
}

/** The images beside the first words, which are `text` where it is given. */
function imagesOf(events: readonly WireEvent[], text?: string) {
  const opening = events.find((event) => event.type === "context.append");
  const message = opening?.messages[0];
  return message?.role === "user" && message.content === (text ?? message.content) ? message.images : undefined;
}
