/** What the commands that begin a new run share: where it runs, where its bundle goes, what it is asked. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ralphMoves } from "../run/agent/ralph.ts";
import type { RunRequest, World } from "../run/open/request.ts";
import { invalid, type Args, type Options } from "./args.ts";
import { readRunOptions, RUN_OPTIONS } from "./run-options.ts";

export const NEW_RUN_OPTIONS: Options = {
  ...RUN_OPTIONS,
  bundle: { value: "dir", help: "where the bundle goes (default: the user's state folder)" },
  cwd: { value: "dir", help: "run there instead of here" },
  "max-ralph-iterations": {
    value: "n",
    help: "repeat the prompt until the model says it is done; -1: as the limits allow",
  },
};

/** The request without its task. Throws `config.invalid`. */
export function readNewRun(args: Args, world: Pick<World, "cwd">): Omit<RunRequest, "task"> {
  const bundle = args.text("bundle");
  return {
    ...readRunOptions(args, world),
    bundleDir: bundle === undefined ? undefined : resolve(world.cwd, bundle),
  };
}

/** How often a prompt is repeated, where that is asked for. Throws `config.invalid`. */
export function readRalph(args: Args): number | undefined {
  const text = args.text("max-ralph-iterations");
  if (text === undefined) return undefined;
  ralphMoves(Number(text)); // refuses what is no number of iterations
  return Number(text);
}

/** The words of a prompt; `-` reads standard input. Throws `config.invalid` when there are none. */
export function promptFromWords(words: readonly string[]): string {
  const text = words.length === 1 && words[0] === "-" ? readFileSync(0, "utf8") : words.join(" ");
  if (text.trim() !== "") return text;
  throw invalid("There is no prompt.", `Give one: kimi-runner run "fix the failing test".`);
}
