/** Walks a flow (Kimi CLI's flow skills). Each node is a turn; a decision's answer names the branch. */

import { counted } from "../base/words.ts";
import type { Flow, FlowBranch, FlowEdge, FlowNode, FlowPrompt } from "../protocol/prompt.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import type { Turn } from "../protocol/turn.ts";
import type { Progress } from "./state/progress.ts";
import { runTurn } from "./turn.ts";

/** Most moves of one flow. Kimi CLI's number. */
const MAX_MOVES = 1000;
/** Answers in a row without a valid choice after which the flow stops. Kimi CLI has no limit. */
const MAX_INVALID_CHOICES = 3;

/** `images` are shown with the next node's prompt. */
interface Place extends Pick<FlowPrompt, "flow" | "maxMoves" | "images"> {
  readonly node: FlowNode;
  readonly moves: number;
  /** How the node's turn ended, if it did already. */
  readonly ended?: TurnStop | undefined;
}

/** Walks a flow from its beginning. */
export async function runFlow(
  { name, flow, maxMoves, images }: FlowPrompt,
  turn: Turn,
  progress: Progress,
): Promise<TurnStop> {
  await turn.emit({ type: "flow.begin", name, node: flow.begin });
  const start = { flow, node: nodeOf(flow, flow.begin), moves: 0, maxMoves, images };
  return walk(start, { stop: "end_turn", text: "" }, turn, progress);
}

/** Resumes a flow. `ended`: how the node where the session stopped has ended; undefined when its prompt was not sent yet. */
export async function resumeFlow(
  ended: TurnStop | undefined,
  { flow, maxMoves }: Omit<FlowPrompt, "name">,
  turn: Turn,
  progress: Progress,
): Promise<TurnStop> {
  const { flow: place, unfinished } = turn.progressed;
  const last: EndTurn = { stop: "end_turn", text: unfinished.ended ?? "" };
  if (place === undefined) return ended ?? last;
  return walk({ flow, node: nodeOf(flow, place.node), moves: place.moves, maxMoves, ended }, last, turn, progress);
}

/** Walks on from a place. `before`: the end of the turn before it. */
async function walk(start: Place, before: EndTurn, turn: Turn, progress: Progress): Promise<TurnStop> {
  const { flow } = start;
  const maxMoves = Math.min(start.maxMoves ?? MAX_MOVES, MAX_MOVES);
  let { node, moves, images, ended } = start;
  let last = before;
  for (;;) {
    if (node.kind === "task" || node.kind === "decision") {
      const stop = ended ?? (await runTurn({ kind: "text", text: promptOf(node), images }, turn, progress));
      if (stop.stop !== "end_turn") return stop;
      images = undefined;
      last = stop;
    }
    ended = undefined;
    const chosen: Chosen =
      node.kind === "decision" ? await choose(node, last, turn, progress) : { edge: node.edges[0] };
    if ("stop" in chosen) return chosen;
    const { edge, text } = chosen;
    if (text !== undefined) last = { stop: "end_turn", text };
    if (edge === undefined) return finish(node, last, turn);
    if (moves >= maxMoves)
      return { stop: "limit_steps", reason: `The flow made ${counted(maxMoves, "move")} without an end.` };
    moves += 1;
    const choice = node.kind === "decision" ? edge.label : undefined;
    await turn.emit({ type: "flow.move", from: node.id, to: edge.to, moves, choice });
    node = nodeOf(flow, edge.to);
  }
}

type EndTurn = Extract<TurnStop, { stop: "end_turn" }>;

async function finish({ kind, label }: FlowNode, last: EndTurn, { emit }: Turn): Promise<TurnStop> {
  const reason = kind === "end" ? "the flow reached its end" : `nothing follows "${label}"`;
  await emit({ type: "flow.end", reason });
  return last;
}

type Chosen = { readonly edge: FlowEdge | undefined; readonly text?: string | undefined } | TurnStop;

/** The branch that the answer names. If it names none, the model is asked again, which does not count as a move. */
async function choose(
  node: Extract<FlowNode, { kind: "decision" }>,
  answer: EndTurn,
  turn: Turn,
  progress: Progress,
): Promise<Chosen> {
  let { text } = answer;
  for (let invalid = 1; ; invalid += 1) {
    const edge = branchOf(node.edges, text);
    if (edge !== undefined) return { edge, text };
    const labels = node.edges.map(({ label }) => label).join(", ");
    if (invalid === MAX_INVALID_CHOICES) {
      return { stop: "stuck", reason: `The flow is stuck at "${node.label}": no answer chose one of ${labels}.` };
    }
    const again = `Your answer chose no branch. ${demand(node.edges)}`;
    const stop = await runTurn({ kind: "again", text: again }, turn, progress);
    if (stop.stop !== "end_turn") return stop;
    ({ text } = stop);
  }
}

function branchOf(edges: readonly FlowBranch[], text: string): FlowBranch | undefined {
  const choice = [...text.matchAll(/<choice>([^<]*)<\/choice>/g)].at(-1)?.[1]?.trim();
  return edges.find(({ label }) => label === choice);
}

function promptOf(node: FlowNode): string {
  return node.kind === "decision" ? `${node.label}\n\n${demand(node.edges)}` : node.label;
}

function demand(edges: readonly FlowBranch[]): string {
  const branches = edges.map(({ label }) => `- ${label}`).join("\n");
  return `The branches:\n${branches}\n\nEnd your answer with the one to take, as <choice>LABEL</choice>.`;
}

/** The node with this id. Flows are checked when they are read, so that every edge leads to a node. */
function nodeOf({ nodes }: Flow, id: string): FlowNode {
  return nodes.get(id) ?? { kind: "end", id, label: id, edges: [] };
}
