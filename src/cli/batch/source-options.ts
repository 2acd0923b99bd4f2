/** Tasks from a file of this machine in place of the batch file's source, for a try. */

import { resolve } from "node:path";
import { INPUT_FORMATS, type PlanInput } from "../../batch/plan/open-plan.ts";
import type { World } from "../../run/open/request.ts";
import type { Args, Options } from "../options/args.ts";

export const SOURCE_OPTIONS: Options = {
  source: { value: "file", help: "take the tasks from this file in place of the batch file's source" },
  format: { value: INPUT_FORMATS.join("|"), help: "of that file (default: jsonl)" },
};

/** Undefined where the batch file's own source counts. Throws `config.invalid`. */
export function inputIn(args: Args, world: World): PlanInput | undefined {
  const file = args.text("source");
  if (file === undefined) return undefined;
  return { path: resolve(world.cwd, file), format: args.choice("format", INPUT_FORMATS, "jsonl") };
}
