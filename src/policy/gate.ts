/** The policy as the engine meets it: an `ApprovalGate`. The shell parser is loaded when the first command is judged. */

import type { ApprovalGate } from "../protocol/approval.ts";
import type { Rung } from "../protocol/cell.ts";
import { decide } from "./decide.ts";
import type { Policy } from "./policy.ts";
import type { AnalyseCommand } from "./shell-analysis.ts";

export interface GateOptions {
  readonly policy: Policy;
  /** What the cell's probes proved. */
  readonly rung: Rung;
  /** Absolute path of the workspace, as commands in the cell see it. */
  readonly workDir: string;
}

/** A call without commands never reaches this. */
const notLoaded: AnalyseCommand = () => ({ parts: [], problem: "the shell parser is not loaded" });

/** Builds the gate. */
export function createGate({ policy, rung, workDir }: GateOptions): ApprovalGate {
  return {
    async judge(capabilities) {
      const hasCommand = capabilities.some((capability) => capability.kind === "exec");
      const analyse = hasCommand ? (await import("./shell.ts")).analyseCommand : notLoaded;
      return decide(policy, capabilities, { rung, workDir, analyse });
    },
  };
}
