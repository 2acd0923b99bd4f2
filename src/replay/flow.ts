/**
 * A flow as its walk shows it: a journal holds no diagram, but what was asked at each node, the branches that were offered
 * and the moves. What was never reached is not needed again.
 */

import type { Flow, FlowNode } from "../protocol/prompt.ts";
import type { WireEvent } from "../protocol/wire.ts";

/** How the engine asks for a branch. */
const DEMAND =
  /^([^]*)\n\nThe branches:\n([^]*)\n\nEnd your answer with the one to take, as <choice>LABEL<\/choice>\.$/;

interface Seen {
  /** What was asked; undefined where nothing was. */
  text?: string;
  /** Where its moves led, by choice; a move without one is under the empty text. */
  readonly moves: Map<string, string>;
  isEnd?: boolean;
}

/** The flow that was begun last in `events`, from there to its end. */
export function flowOf(events: readonly WireEvent[]): Flow | undefined {
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
  const end = nodes.find(([, { kind }]) => kind === "end")?.[0] ?? "";
  return { begin: begin.node, end, nodes: new Map(nodes) };
}

/** The words a turn was opened with: they stand right behind a checkpoint. */
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
