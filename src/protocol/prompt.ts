/** One input of the agent: what the engine is given to carry out. */

import type { Flow } from "./flow.ts";
import type { ImagePart } from "./message.ts";

export interface FlowPrompt {
  readonly name: string;
  readonly flow: Flow;
  /** A lower limit of moves. */
  readonly maxMoves?: number | undefined;
  /** Shown with the first node's prompt. */
  readonly images?: readonly ImagePart[] | undefined;
}

export type Prompt =
  | { readonly kind: "text"; readonly text: string; readonly images?: readonly ImagePart[] | undefined }
  | ({ readonly kind: "flow" } & FlowPrompt)
  /** Compacts the context now, preserving `focus` first. */
  | { readonly kind: "compact"; readonly focus?: string | undefined }
  /** Resumes a stopped session, whose journal contains the answers. `flow` is the flow it stopped in. */
  | { readonly kind: "resume"; readonly flow?: Flow | undefined; readonly maxMoves?: number | undefined };
