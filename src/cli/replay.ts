/** `kimi-runner replay <bundle>`: runs a recorded session again without a model, and says where it would go another way now. */

import { SANDBOX_LEVELS } from "../protocol/cell.ts";
import { configError } from "../protocol/error.ts";
import { requireWhole } from "../run/open/session.ts";
import type { Options, Subcommand } from "./options/args.ts";
import { readRunOptions } from "./options/run-options.ts";
import { readBundle } from "./read-bundle.ts";

const FOR_EXECUTE: Options = {
  cwd: { value: "dir", help: "with --execute: that checkout (default: here); its files are changed" },
  policy: { value: "file", help: "with --execute: instead of .github/kimi-policy.yml of the start commit" },
  profile: { value: "name", help: "with --execute: a profile of the policy" },
  sandbox: {
    value: SANDBOX_LEVELS,
    help: "with --execute: less than sealed only where the policy says so too (default: sealed)",
  },
};

export const replayCommand: Subcommand = {
  usage: "replay <bundle|session|latest>",
  summary: "run a recorded session again without a model, and say where it would go another way",
  maxArguments: 1,
  options: {
    execute: { help: "carry out the tool calls again, in a clean checkout of the commit that the run began at" },
    ...FOR_EXECUTE,
  },
  run: async (args, world) => {
    const isExecuted = args.has("execute");
    const surplus = isExecuted ? undefined : Object.keys(FOR_EXECUTE).find((name) => args.has(name));
    if (surplus !== undefined) throw configError(`--${surplus} needs --execute.`, "Add it, or leave the option out.");
    const { bundle, journal } = readBundle(args, world);
    requireWhole(journal, bundle, "Only a whole record can be replayed");
    const { records } = journal;
    const [{ replay }, { reportOf }] = await Promise.all([
      import("../replay/replay.ts"),
      import("../replay/report.ts"),
    ]);
    const { workbench } = readRunOptions(args, world);
    const execution = isExecuted
      ? await (await import("../replay/execute.ts")).openExecution(records, { ...workbench, world })
      : undefined;
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
