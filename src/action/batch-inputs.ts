/** Reads the inputs of the phases of a batch. */

import { configError } from "../protocol/error.ts";

export const BATCH_PHASES = ["plan", "shard", "collect"] as const;

export type BatchInputs =
  /** `batch`: the name of a batch file, or the id of a batch that the repository has a record of. */
  | { readonly phase: "plan"; readonly batch: string }
  | { readonly phase: "shard"; readonly id: string; readonly shard: number }
  /** Without an id: every batch that the repository has a record of. */
  | { readonly phase: "collect"; readonly id: string | undefined };

/** Undefined for the other phases. Throws `config.invalid`. */
export function batchInputs(input: (name: string) => string): BatchInputs | undefined {
  const phase = BATCH_PHASES.find((name) => name === input("phase"));
  const batch = input("batch");
  const shard = input("shard");
  switch (phase) {
    case undefined:
      return undefined;
    case "plan":
      if (batch === "")
        throw missing("batch", phase, "the name of a file in .github/kimi-batch, or the id of a batch that was begun");
      return { phase, batch };
    case "shard":
      if (!/^[0-9a-f]{12}$/.test(batch))
        throw missing("batch", phase, "the id of the batch, an output of the phase plan");
      if (!/^\d{1,4}$/.test(shard)) throw missing("shard", phase, "a number of the output shards of the phase plan");
      return { phase, id: batch, shard: Number(shard) };
    case "collect":
      if (batch !== "" && !/^[0-9a-f]{12}$/.test(batch))
        throw missing("batch", phase, "the id of the batch, an output of the phase plan, or leave it out for all");
      return { phase, id: batch === "" ? undefined : batch };
    default:
      return phase satisfies never;
  }
}

function missing(name: string, phase: string, what: string): Error {
  return configError(`The phase ${phase} needs the input ${name}.`, `Give ${what}.`);
}
