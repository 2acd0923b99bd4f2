/** `kimi-runner batch …`: many tasks from one file. Each action is a file of its own, loaded when it is called. */

import { configError } from "../../protocol/error.ts";
import type { Subcommand } from "../options/args.ts";

/** The actions in the order of the help. Another one is added here, in docs/command-line.md and in docs/batch.md. */
const ACTIONS: NonNullable<Subcommand["actions"]> = {
  plan: async () => (await import("./plan.ts")).batchPlanCommand,
  run: async () => (await import("./run.ts")).batchRunCommand,
  collect: async () => (await import("./collect.ts")).batchCollectCommand,
  compare: async () => (await import("./status.ts")).batchCompareCommand,
  status: async () => (await import("./status.ts")).batchStatusCommand,
};

export const batchCommand: Subcommand = {
  usage: `batch ${Object.keys(ACTIONS).join("|")}`,
  summary: "plan and run many tasks from one file in .github/kimi-batch",
  options: {},
  actions: ACTIONS,
  run: () => {
    throw configError("batch needs a subcommand.", `Accepted: ${Object.keys(ACTIONS).join(", ")}.`);
  },
};
