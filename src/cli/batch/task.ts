/** `kimi-runner batch-task`: the process of one task of a batch. Only `kimi-runner batch run` starts it, so the help leaves it out. */

import { runTask } from "../../batch/run/task-process.ts";
import type { Subcommand } from "../options/args.ts";

export const batchTaskCommand: Subcommand = {
  usage: "batch-task",
  summary: "the process of one task of a batch; started by `batch run`",
  cleansItself: true,
  options: {},
  run: (_args, world) => runTask(process.stdin, world),
};
