/** `kimi-runner cell -- <command>`: runs a command in the cell that a run would have here, without a model. */

import { constants } from "node:os";
import { relative, resolve } from "node:path";
import { counted } from "../base/words.ts";
import { systemClock } from "../base/clock.ts";
import type { Cell } from "../protocol/cell.ts";
import { configError } from "../protocol/error.ts";
import type { World } from "../run/open/request.ts";
import { withSignals, type Stopper } from "../run/open/stopper.ts";
import { openWorkbench } from "../run/open/workbench.ts";
import { changedLines } from "./options/changed-lines.ts";
import { shellWord } from "../policy/shell/quoted-word.ts";
import type { Subcommand } from "./options/args.ts";
import { COMMITTED_OPTION, readRunOptions, WORKBENCH_OPTIONS } from "./options/run-options.ts";

const MAX_OUTPUT_BYTES = 10_000_000;
const DEFAULT_SECONDS = 600;
const SHOW_EVERY_MS = 200;
const NOT_ASKED = { kind: "left", reason: "--apply puts it there" } as const;
/** The exit code that the program `timeout` gives. */
const TIMED_OUT = 124;

export const cellCommand: Subcommand = {
  usage: "cell -- <command>",
  summary: "run a command in the cell that a run would have here, with the same network and files; say what it changed",
  maxArguments: Infinity,
  options: {
    ...WORKBENCH_OPTIONS,
    ...COMMITTED_OPTION,
    setup: { help: "run `sandbox.setup` of the policy first, as a run does" },
    apply: { help: "put what the command changed into the checkout" },
    timeout: { value: "seconds", help: `end the command after this time (default: ${DEFAULT_SECONDS})` },
  },
  run: async (args, world) => {
    const { workbench } = readRunOptions(args, world);
    const [first = "", ...more] = args.positionals;
    const command = more.length === 0 ? first : args.positionals.map(shellWord).join(" ");
    if (command === "") throw configError("No command was given.", "Give one: kimi-runner cell -- npm test");
    const timeoutMs = (args.number("timeout") ?? DEFAULT_SECONDS) * 1000;
    const work = async ({ signal }: Stopper): Promise<number> => {
      const checked = args.has("committed") ? "committed" : "here";
      const setup = args.has("setup") ? signal : undefined;
      const bench = await openWorkbench({ ...workbench, world, setup, checked });
      try {
        const { cell, repository } = bench;
        world.err(
          `sandbox ${cell.level}: ${cell.probes.filter(({ held }) => held).length} of ${counted(cell.probes.length, "probe")} held\n`,
        );
        const git = await bench.git();
        const before = await git.snapshot();
        const cwd = relative(repository.root, resolve(workbench.cwd)) || ".";
        // A command that prints without end stops when its reader goes away, as in a pipe.
        const until = world.outClosed === undefined ? signal : AbortSignal.any([signal, world.outClosed]);
        const ending = cell.exec({ command, cwd, timeoutMs, maxOutputBytes: MAX_OUTPUT_BYTES }, until);
        const shown = await showUntil(ending, { cell, out: world.out });
        const ran = await ending;
        world.out(ran.output.slice(shown.length));
        for (const line of ran.refusals ?? []) world.err(`${line}\n`);
        await cell.killAll(); // processes that still run could change files after the snapshot
        const last = await git.snapshot();
        const changes = await git.changes(before, last);
        for (const { path, added, deleted } of changes) {
          world.err(`changed: ${shellWord(path)} ${changedLines({ added, removed: deleted })}\n`);
        }
        const apart = (await git.changedInside()).filter(({ isOld }) => !isOld);
        for (const { path, why } of apart) world.warn(`What changed in ${path} is left behind: ${why}.`);
        if (changes.length > 0 && bench.overlay === undefined && !args.has("apply")) {
          world.err("The checkout has the changes: the command worked in it, and not on a copy.\n");
        }
        if (changes.length > 0 && bench.overlay !== undefined) {
          const { putIntoCheckout } = await import("../run/end/put-into-checkout.ts");
          const end = args.has("apply") ? await putIntoCheckout({ ...bench, git, last }) : NOT_ASKED;
          if (end.kind === "left") world.err(`The checkout is as it was: ${end.reason}.\n`);
        }
        if (ran.timedOut) world.err(`The command did not end within ${timeoutMs / 1000} s.\n`);
        world.err(`${bench.judged}\n`);
        return ran.timedOut ? TIMED_OUT : (ran.code ?? 128 + signalNumber(ran.signal));
      } finally {
        await bench.close();
      }
    };
    return withSignals(world, work, "the command is ended, and the checkout stays as it is");
  },
};

/** Prints whole lines of a command's output as they come. Returns the printed text, which is the beginning of the output. */
async function showUntil(
  ending: Promise<unknown>,
  { cell, out }: { readonly cell: Pick<Cell, "outputSoFar">; readonly out: World["out"] },
): Promise<string> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const end = (): void => waiting.abort();
  ending.then(end, end);
  let shown = "";
  for (let from = 0; !signal.aborted;) {
    const said = await cell.outputSoFar(from);
    if (said !== undefined) {
      out(said.text);
      shown += said.text;
      from = said.next;
    }
    await systemClock.sleep(SHOW_EVERY_MS, signal).catch(() => {});
  }
  return shown;
}

/** The number of a signal, which a shell adds to 128 for the exit code. */
function signalNumber(name: string | null): number {
  return Object.entries(constants.signals).find(([known]) => known === name)?.[1] ?? 0;
}
