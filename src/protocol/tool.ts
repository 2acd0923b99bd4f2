/** A tool in two phases: `plan` resolves what a call needs, `run` does exactly what was planned and judged. */

import type { Capability } from "./approval.ts";
import type { JsonSchema } from "./model.ts";
import type { ToolOutcome } from "./result.ts";
import type { WireEvent } from "./wire.ts";

/** `read` may run beside other reads; `write` runs alone. */
export type ToolAccess = "read" | "write";

export interface ToolResult extends ToolOutcome {
  /** Facts to record with the result, in call order. */
  readonly events?: readonly WireEvent[];
}

export interface PlannedCall {
  readonly access: ToolAccess;
  readonly capabilities: readonly Capability[];
  /** One line for logs and comments, e.g. `write src/a.ts (+3 −1)`. */
  readonly summary: string;
  /** The effect as text (a unified diff, a command), for the person who must approve it. */
  readonly preview?: string | undefined;
  /** `callId` is the model's id of the call. */
  readonly run: (signal: AbortSignal, callId: string) => Promise<ToolResult>;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  /** `input` is the parsed arguments object. Throws `RunnerError`; `tool.input` and `workspace.*` become results. */
  readonly plan: (input: unknown, signal: AbortSignal) => Promise<PlannedCall>;
}
