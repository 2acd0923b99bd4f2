/** `kimi-runner view <bundle>`: the transcript of any bundle, also of one that was killed. */

import { renderTranscript } from "../sinks/transcript.ts";
import { notePartial, readBundle } from "./read-bundle.ts";
import type { Subcommand } from "./args.ts";

export const viewCommand: Subcommand = {
  usage: "view <bundle|session|latest>",
  summary: "print the transcript of a run",
  maxArguments: 1,
  options: {},
  run: async (args, world) => {
    const { journal } = readBundle(args, world);
    world.out(renderTranscript(journal.records));
    return notePartial(journal, world);
  },
};
