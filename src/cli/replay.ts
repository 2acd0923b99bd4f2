/** `kimi-runner replay <bundle>`: runs a recorded session again without a model, and says where it would go another way now. */

import { requireWhole } from "../run/open/session.ts";
import type { Subcommand } from "./options/args.ts";
import { readBundle } from "./options/find-session.ts";

export const replayCommand: Subcommand = {
  usage: "replay <bundle|session|latest>",
  summary: "run a recorded session again without a model, and report the first difference",
  maxArguments: 1,
  options: {},
  run: async (args, world) => {
    const { bundle, journal } = readBundle(args, world);
    requireWhole(journal, bundle, "Only a whole record can be replayed");
    const { records } = journal;
    const [{ replay }, { reportOf }] = await Promise.all([
      import("../replay/replay.ts"),
      import("../replay/report.ts"),
    ]);
    const { code, text, notes } = reportOf(await replay(records), records);
    for (const note of notes) world.err(`${note}\n`);
    world.out(`${text}\n`);
    return code;
  },
};
