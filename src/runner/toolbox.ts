/** What a turn works with: the built-in tools and the gate. One module, so that it loads in one piece while the cell starts. */

import { createGate } from "../policy/gate.ts";
import type { ApprovalGate } from "../protocol/approval.ts";
import type { Tool } from "../protocol/tool.ts";
import type { SeenFact } from "../session/session-state.ts";
import { builtinTools } from "../tools/builtin.ts";
import { createSeenFiles } from "../tools/seen-files.ts";
import type { Workbench } from "./workbench.ts";

export interface Toolbox {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly gate: ApprovalGate;
}

/** Tools over the bench's cell, judged by its policy; `seen` is what the session knows of files already. */
export function createToolbox({ cell, policy, repository }: Workbench, seen: readonly SeenFact[]): Toolbox {
  const tools = builtinTools({ cell, seen: createSeenFiles(seen) });
  return {
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    gate: createGate({ policy, rung: cell.rung, workDir: repository.root }),
  };
}
