/** What a turn works with: the built-in tools and the gate. One module, so that it loads in one piece while the cell starts. */

import { createGate } from "../policy/gate.ts";
import type { Policy } from "../policy/policy.ts";
import type { ApprovalGate, Decision } from "../protocol/approval.ts";
import type { Cell } from "../protocol/cell.ts";
import type { Tool } from "../protocol/tool.ts";
import type { SeenFact } from "../session/session-state.ts";
import { builtinTools } from "../tools/builtin.ts";
import { createSeenFiles } from "../tools/seen-files.ts";

export interface Toolbox {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly gate: ApprovalGate;
}

export interface ToolboxOptions {
  readonly cell: Cell;
  readonly policy: Policy;
  readonly workDir: string;
  /** What the session knows of files already. */
  readonly seen: readonly SeenFact[];
  /** Refuse every write. */
  readonly readOnly: boolean;
}

/** Tools over a cell, judged by a policy. */
export function createToolbox({ cell, policy, workDir, seen, readOnly }: ToolboxOptions): Toolbox {
  const tools = builtinTools({ cell, seen: createSeenFiles(seen) });
  const gate = createGate({ policy, rung: cell.rung, workDir });
  return { tools: new Map(tools.map((tool) => [tool.name, tool])), gate: readOnly ? withoutWrites(gate) : gate };
}

/** A gate that refuses to write files, whatever the policy says. Commands still run: their traces are thrown away. */
function withoutWrites(gate: ApprovalGate): ApprovalGate {
  const refusal: Decision = { verdict: "reject", rule: "builtin:read-only", reason: "this run only answers" };
  return {
    judge: async (capabilities, tool) =>
      capabilities.some(({ kind }) => kind === "write") ? refusal : gate.judge(capabilities, tool),
  };
}
