/** `kimi-runner batch plan | …`: many tasks from one file. Each action loads only what it needs. */

import { configError } from "../protocol/error.ts";
import type { World } from "../run/open/request.ts";
import type { Args, Options, Subcommand } from "./options/args.ts";

/** To add an action, add it here, its options below, and its section in docs/batch.md. */
const ACTIONS: Readonly<Record<string, () => Promise<(args: Args, world: World) => Promise<number>>>> = {
  plan: async () => (await import("./batch-plan.ts")).batchPlan,
  status: async () => (await import("./batch-status.ts")).batchStatus,
};

const OPTIONS: Options = {
  dir: { value: "folder", help: "the batch's folder (default: batch/<id> in the user's state folder)" },
  policy: { value: "file", help: "instead of .github/kimi-policy.yml of the start commit" },
  profile: { value: "name", help: "a profile of the policy" },
  all: { help: "plan: list every task" },
  json: { help: "plan: print plan.json" },
};

export const batchCommand: Subcommand = {
  usage: `batch ${Object.keys(ACTIONS).join("|")} <file|folder|id>`,
  summary: "many tasks from one file of .github/kimi-batch, planned before anything is paid",
  maxArguments: 2,
  options: OPTIONS,
  run: async (args, world) => {
    const [action = ""] = args.positionals;
    const found = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (found === undefined) {
      const message = action === "" ? "batch needs to know what to do." : `batch ${action} is not known.`;
      throw configError(message, `Accepted: ${Object.keys(ACTIONS).join(", ")}.`);
    }
    return (await found())(args, world);
  },
};
