/** One input of the agent, and a flow: a skill drawn as a graph (Kimi CLI's `Flow`), which `commands/` reads and the engine walks. */

import type { ImagePart } from "./message.ts";

export interface FlowPrompt {
  readonly name: string;
  readonly flow: Flow;
  /** A limit of moves below the default. */
  readonly maxMoves?: number | undefined;
  /** Shown with the first node's prompt. */
  readonly images?: readonly ImagePart[] | undefined;
}

export type Prompt =
  | { readonly kind: "text"; readonly text: string; readonly images?: readonly ImagePart[] | undefined }
  | ({ readonly kind: "flow" } & FlowPrompt)
  /** Compacts the context now. The summary preserves `focus` above all. */
  | { readonly kind: "compact"; readonly focus?: string | undefined }
  /** Resumes a stopped session, whose journal contains people's answers. `flow` is the flow in which it stopped. */
  | { readonly kind: "resume"; readonly flow?: Flow | undefined; readonly maxMoves?: number | undefined };

export interface FlowEdge {
  /** Id of a node of the same flow. */
  readonly to: string;
  readonly label?: string | undefined;
}

/** An edge out of a decision. The model takes it by naming `label`. */
export interface FlowBranch extends FlowEdge {
  readonly label: string;
}

interface NodeText {
  readonly id: string;
  /** The prompt of a task or a decision. Never empty. */
  readonly label: string;
}

/**
 * - `begin` has one edge, `end` none.
 * - `task` is one turn with the label as its prompt; without an edge the flow stops after it.
 * - `decision` has two or more branches with different labels.
 */
export type FlowNode =
  | (NodeText & { readonly kind: "begin" | "end" | "task"; readonly edges: readonly FlowEdge[] })
  | (NodeText & { readonly kind: "decision"; readonly edges: readonly FlowBranch[] });

/** A checked flow: every node is reachable from `begin`, one of them is of the kind `end`, every edge leads to one of them. */
export interface Flow {
  readonly begin: string;
  /** By id, in the order of the diagram. */
  readonly nodes: ReadonlyMap<string, FlowNode>;
}
