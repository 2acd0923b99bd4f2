/** The checkout in which a resumed session goes on: the one that a person names, or the session's own where that is meant for sure. */

import { resolve } from "node:path";
import { member } from "../../base/member.ts";
import { configError } from "../../protocol/error.ts";
import { hasTrait, OUTCOME_NAMES } from "../../protocol/outcome.ts";
import { openBundle } from "../../session/bundle.ts";
import type { World } from "../../run/open/request.ts";
import { findCheckout, type Checkout } from "../../workspace/checkout.ts";
import { withObjects } from "../../workspace/object-reader.ts";
import type { Args } from "../options/args.ts";
import { factsIn } from "./find-session.ts";

/**
 * The folder in which to resume; undefined for the session's own. Throws `config.invalid` where the session's own checkout is gone,
 * and in another clone of the same repository, where a person may well mean this one.
 */
export async function checkoutFor(bundleDir: string, args: Args, world: World): Promise<string | undefined> {
  const named = args.text("cwd");
  if (named !== undefined) return resolve(world.cwd, named);
  const { begin, ended } = factsIn(openBundle(bundleDir));
  const [workDir, commit] = [member(begin, "workDir"), member(begin, "headCommit")];
  if (typeof workDir !== "string" || typeof commit !== "string") return undefined; // `resumeRun` says what is wrong
  const [here, there] = [checkoutAt(world.cwd), checkoutAt(workDir)];
  if (here !== undefined && here.root === there?.root) return undefined;
  const isClone = here !== undefined && (await hasCommit(here, commit, world));
  if (there === undefined) {
    const isOver = OUTCOME_NAMES.some((name) => name === member(ended, "outcome") && hasTrait(name, "final"));
    if (isOver && !args.has("approve") && !args.has("reject")) return undefined;
    const hint = isClone ? `Give --cwd ${here.root} to continue in this one.` : "Name where it is now with --cwd.";
    throw configError(`The session's checkout is no longer in ${workDir}.`, hint);
  }
  if (!isClone) {
    world.err(`The session continues in ${there.root}.\n`);
    return undefined;
  }
  const hint = `Give --cwd ${there.root} for that one, or --cwd ${here.root} for this one.`;
  throw configError(`The session would change the checkout ${there.root}; this is ${here.root}.`, hint);
}

function checkoutAt(dir: string): Checkout | undefined {
  try {
    return findCheckout(dir);
  } catch {
    return undefined;
  }
}

async function hasCommit({ root }: Checkout, commit: string, { env }: World): Promise<boolean> {
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)) return false;
  return await withObjects({ root, pathVar: env["PATH"] ?? "" }, async (read) => {
    const [found] = await read([commit]);
    return found !== undefined;
  });
}
