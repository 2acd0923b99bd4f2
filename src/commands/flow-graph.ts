/** Nodes and edges of a diagram → a checked `Flow`, for both parsers of diagrams. Every error names file and line. */

import { configError, type RunnerError } from "../protocol/error.ts";
import type { Flow, FlowBranch, FlowNode } from "../protocol/prompt.ts";

/** Where a diagram stands. Lines count from 1 in the file. */
export interface DiagramPlace {
  readonly file: string;
  /** Line of the diagram's first line. */
  readonly line: number;
}

export interface FlowGraphOptions extends DiagramPlace {
  /** How a labelled edge is written in this syntax. */
  readonly labelled: (from: string, to: string) => string;
  /** Makes the label of a node without one from its id; the id itself when left out. */
  readonly nameOf?: ((id: string) => string) | undefined;
}

interface DraftNode {
  readonly id: string;
  readonly label: string;
  readonly line: number;
  /** False while only edges have named the node. Its label is then made from its id. */
  readonly isDefined: boolean;
}

interface DraftEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string | undefined;
  readonly line: number;
}

export type FlowGraph = ReturnType<typeof createFlowGraph>;

/** Starts an empty graph. Ids are compared as written; nodes keep the order of the diagram. */
export function createFlowGraph({ file, line: firstLine, labelled, nameOf = (id) => id }: FlowGraphOptions) {
  const nodes = new Map<string, DraftNode>();
  const edges = new Map<string, DraftEdge[]>();
  const refuse = (line: number, message: string, hint: string): never => {
    throw refusal(file, line, message, hint);
  };
  const from = (id: string): readonly DraftEdge[] => edges.get(id) ?? [];

  const terminal = (name: "BEGIN" | "END"): DraftNode => {
    const [first, second] = [...nodes.values()].filter(({ label }) => label.toUpperCase() === name);
    if (first === undefined) {
      return refuse(
        firstLine,
        `the flow has no node labelled ${name}.`,
        "Exactly one node must be labelled BEGIN and one END.",
      );
    }
    if (second !== undefined) {
      refuse(
        second.line,
        `"${second.id}" is labelled ${name}, and so is "${first.id}" in line ${first.line}.`,
        `Exactly one node must be labelled ${name}.`,
      );
    }
    return first;
  };

  const reachable = (start: string): ReadonlySet<string> => {
    const seen = new Set([start]);
    for (const id of seen) for (const edge of from(id)) seen.add(edge.to); // a Set's loop visits what is added to it
    return seen;
  };

  const branches = (node: DraftNode): readonly FlowBranch[] => {
    const known = new Map<string, number>();
    return from(node.id).map(({ to, label, line }) => {
      if (label === undefined) {
        return refuse(
          line,
          `the edge to "${to}" has no label, and "${node.id}" has more than one edge.`,
          `Each edge of a decision needs a label: ${labelled(node.id, to)}.`,
        );
      }
      const other = known.get(label);
      if (other !== undefined) {
        refuse(
          line,
          `two edges of "${node.id}" are labelled "${label}"; the first is in line ${other}.`,
          "The labels of a decision's edges must differ.",
        );
      }
      known.set(label, line);
      return { to, label };
    });
  };

  const finished = (node: DraftNode, begin: string, end: string): FlowNode => {
    const { id, label, line } = node;
    const own = from(id);
    if (label === "") refuse(line, `"${id}" has an empty label.`, "A node's label is its prompt: write what to do.");
    if (id === end && own[0] !== undefined) {
      refuse(own[0].line, `an edge leads from END to "${own[0].to}".`, "The flow stops at END: remove the edge.");
    }
    if (id === begin && own[1] !== undefined) {
      refuse(
        own[1].line,
        `a second edge leads from BEGIN, to "${own[1].to}".`,
        "BEGIN asks nothing, so it has one edge; put a decision after it.",
      );
    }
    if (own.length > 1) return { id, label, kind: "decision", edges: branches(node) };
    const kind = id === begin ? "begin" : id === end ? "end" : "task";
    const plain = own.map((edge) => (edge.label === undefined ? { to: edge.to } : { to: edge.to, label: edge.label }));
    return { id, label, kind, edges: plain };
  };

  return {
    /** Names a node, or defines it when there is a label. Throws `config.invalid` for a second, different label. */
    node(id: string, label: string | undefined, line: number): void {
      const known = nodes.get(id);
      if (known === undefined || (!known.isDefined && label !== undefined)) {
        nodes.set(id, { id, label: (label ?? nameOf(id)).trim(), line, isDefined: label !== undefined });
      } else if (label !== undefined && label.trim() !== known.label) {
        refuse(
          line,
          `"${id}" is labelled "${label.trim()}" here and "${known.label}" in line ${known.line}.`,
          "A node has one label: write it once, or the same each time.",
        );
      }
    },
    /** Both ends must have been named. An empty label is none. */
    edge({ label, ...edge }: DraftEdge): void {
      const text = label?.trim();
      const own = edges.get(edge.from) ?? [];
      edges.set(edge.from, own);
      own.push({ ...edge, label: text === "" ? undefined : text });
    },
    /** The checked flow. Throws `config.invalid`. */
    build(): Flow {
      const begin = terminal("BEGIN");
      const end = terminal("END");
      const ids = reachable(begin.id);
      if (!ids.has(end.id)) {
        const others = [...ids].filter((id) => id !== begin.id).map((id) => `"${id}"`);
        refuse(
          end.line,
          "no path leads from BEGIN to END.",
          `Draw an edge to "${end.id}" from BEGIN or from what it reaches: ${others.join(", ") || "nothing yet"}.`,
        );
      }
      const reached = [...nodes.values()].filter(({ id }) => ids.has(id));
      return {
        begin: begin.id,
        nodes: new Map(reached.map((node) => [node.id, finished(node, begin.id, end.id)])),
      };
    },
  };
}

/** The beginning of a part of a diagram, for an error message. */
export function shorten(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > 60 ? `${trimmed.slice(0, 59)}…` : trimmed;
}

/** A `config.invalid` error about a line of a file, counted from 1; the hint says what would be accepted. */
export function refusal(file: string, line: number, message: string, hint: string): RunnerError {
  return configError(`${file}:${line}: ${message}`, hint);
}
