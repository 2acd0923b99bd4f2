/** Finds the prompt of a recorded turn. The nodes of a flow are made from the recorded questions and moves. */

import type { Prompt, Flow, FlowNode } from "../protocol/prompt.ts";
import type { WireEvent } from "../protocol/wire.ts";

export interface RecordedTurn {
  /** Everything before its `turn.begin`. */
  readonly before: readonly WireEvent[];
  readonly events: readonly WireEvent[];
  /** The turn before it stopped in the middle of a flow. */
  readonly isInFlow: boolean;
}

/** Undefined for a turn without the engine, such as the answer to `/help`. */
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
  if (inside.length === 0) return undefined;
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

/** The limit of a flow's moves, where it was reached. */
function movesAt(end: WireEvent | undefined): number | undefined {
  const reason = end?.type === "turn.end" ? end.reason : undefined;
  const moves = /^The flow made (\d+) moves without an end\.$/.exec(reason ?? "")?.[1];
  return moves === undefined ? undefined : Number(moves);
}

/** The images of the first message, whose text is `text` where it is given. */
function imagesOf(events: readonly WireEvent[], text?: string) {
  const opening = events.find((event) => event.type === "context.append");
  const message = opening?.messages[0];
  return message?.role === "user" && message.content === (text ?? message.content) ? message.images : undefined;
}

/** How the engine asks for a branch. */
const DEMAND =
  /^([^]*)\n\nThe branches:\n([^]*)\n\nEnd your answer with the one to take, as <choice>LABEL<\/choice>\.$/;

interface Seen {
  /** The question of the node; undefined without one. */
  text?: string;
  /** Where its moves led, by choice. A move without a choice has the empty text as its key. */
  readonly moves: Map<string, string>;
  isEnd?: boolean;
}

/** The flow that began last in `events`. */
function flowOf(events: readonly WireEvent[]): Flow | undefined {
  const start = events.findLastIndex(({ type }) => type === "flow.begin");
  const begin = events[start];
  if (begin?.type !== "flow.begin") return undefined;
  const seen = new Map<string, Seen>();
  const at = (id: string): Seen => {
    const node = seen.get(id) ?? { moves: new Map<string, string>() };
    seen.set(id, node);
    return node;
  };
  let place = at(begin.node);
  for (const [index, event] of events.slice(start + 1).entries()) {
    if (event.type === "flow.move") {
      at(event.from).moves.set(event.choice ?? "", event.to);
      place = at(event.to);
    }
    if (event.type === "flow.end") {
      place.isEnd = event.reason === "the flow reached its end";
      break;
    }
    const asked = askedBy(event, events[start + index]);
    if (asked !== undefined) place.text ??= asked;
  }
  const nodes = [...seen].map(([id, node]) => [id, nodeOf(id, node, id === begin.node)] as const);
  return { begin: begin.node, nodes: new Map(nodes) };
}

/** The text that began a turn, which is recorded right after a checkpoint. */
function askedBy(event: WireEvent, before: WireEvent | undefined): string | undefined {
  if (event.type !== "context.append" || before?.type !== "context.checkpoint") return undefined;
  const [message] = event.messages;
  return message?.role === "user" && message.synthetic !== true ? message.content : undefined;
}

function nodeOf(id: string, { text, moves, isEnd = false }: Seen, isBegin: boolean): FlowNode {
  const edges = [...moves].map(([, to]) => ({ to }));
  if (isBegin) return { id, kind: "begin", label: id, edges };
  if (isEnd || text === undefined) return { id, kind: "end", label: id, edges: [] };
  const [, label, branches] = DEMAND.exec(text) ?? [];
  if (label === undefined || branches === undefined) return { id, kind: "task", label: text, edges };
  const offered = branches.split("\n").map((line) => line.replace(/^- /, ""));
  return {
    id,
    kind: "decision",
    label,
    edges: offered.map((choice) => ({ label: choice, to: moves.get(choice) ?? id })),
  };
}
