/** `kimi-runner replay <bundle>`: the run once more, from its record, and the first place where it would go another way now. */

import { resolve } from "node:path";
import { RUNGS } from "../protocol/cell.ts";
import { configError } from "../protocol/error.ts";
import { requireWhole } from "../run/open/session.ts";
import type { JournalRecord } from "../protocol/wire.ts";
import type { World } from "../run/open/request.ts";
import type { Args, Subcommand } from "./options/args.ts";
import { readBundle } from "./read-bundle.ts";

const FOR_EXECUTE = ["cwd", "policy", "profile", "sandbox"] as const;

export const replayCommand: Subcommand = {
  usage: "replay <bundle|session|latest>",
  summary: "run a recorded session again without a model, and say where it would go another way",
  maxArguments: 1,
  options: {
    execute: { help: "carry out the tool calls again, in a clean checkout of the commit that the run began at" },
    cwd: { value: "dir", help: "with --execute: that checkout (default: here); its files are changed" },
    policy: { value: "file", help: "with --execute: instead of .github/kimi-policy.yml of the start commit" },
    profile: { value: "name", help: "with --execute: a profile of the policy" },
    sandbox: {
      value: "sealed|separate|none",
      help: "with --execute: less than sealed only where the policy says so too (default: sealed)",
    },
  },
  run: async (args, world) => {
    const surplus = args.has("execute") ? undefined : FOR_EXECUTE.find((name) => args.has(name));
    if (surplus !== undefined) throw configError(`--${surplus} needs --execute.`, "Add it, or leave the option out.");
    const { bundle, journal } = readBundle(args, world);
    requireWhole(journal, bundle, "Only a whole record can be replayed");
    const { records } = journal;
    const [{ replay }, { reportOf }] = await Promise.all([
      import("../replay/replay.ts"),
      import("../replay/report.ts"),
    ]);
    const execution = args.has("execute") ? await executionOf(records, args, world) : undefined;
    try {
      const { code, text, notes } = reportOf(await replay(records, execution), records);
      for (const note of notes) world.err(`${note}\n`);
      world.out(`${text}\n`);
      return code;
    } finally {
      await execution?.close();
    }
  },
};

async function executionOf(records: readonly JournalRecord[], args: Args, world: World) {
  const { openExecution } = await import("../replay/execute.ts");
  const policy = args.text("policy");
  return openExecution(records, {
    cwd: resolve(world.cwd, args.text("cwd") ?? "."),
    policyPath: policy === undefined ? undefined : resolve(world.cwd, policy),
    profile: args.text("profile"),
    sandbox: args.choice("sandbox", RUNGS, "sealed"),
    world,
  });
}
