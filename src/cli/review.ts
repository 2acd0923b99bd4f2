/** `kimi-runner review [base..head]`: reviews what the checked-out commit changed, proves suggestions, and prints what was found. */

import { resolve } from "node:path";
import { breakCommands, plainText } from "../base/plain-text.ts";
import { counted } from "../base/words.ts";
import { configError } from "../protocol/error.ts";
import { hasTrait, localExitCode } from "../protocol/outcome.ts";
import { makeScratch, removeScratchDir } from "../run/open/leftovers.ts";
import type { World } from "../run/open/request.ts";
import { withSignals, type Stopper } from "../run/open/stopper.ts";
import { reviewRun, type Reviewed } from "../run/review.ts";
import { sarifOf } from "../review/sarif.ts";
import { reviewJson, terminalReview } from "../review/terminal.ts";
import { withObjects } from "../workspace/object-reader.ts";
import { openRepository } from "../workspace/repository.ts";
import { makeTrustedDirectory } from "../workspace/trusted-directory.ts";
import type { Args, Options, Subcommand } from "./options/args.ts";
import { writeGivenFile } from "./export.ts";
import { NEW_RUN_OPTIONS, readNewRun } from "./options/run-options.ts";

/** Options of a run that say who works or what becomes of a change. */
const WITHOUT = new Set(["agent", "agent-file", "mode", "no-apply", "output", "max-ralph-iterations"]);
const SHARED: Options = Object.fromEntries(Object.entries(NEW_RUN_OPTIONS).filter(([name]) => !WITHOUT.has(name)));

export const reviewCommand: Subcommand = {
  usage: "review [base..head]",
  summary: "review what a branch changed; each suggestion is tested before it is shown",
  cleansItself: true,
  maxArguments: 1,
  examples: ["kimi-runner review", "kimi-runner review origin/main..HEAD --sarif findings.sarif"],
  options: {
    json: { help: "print the findings as one JSON object" },
    sarif: { value: "file", help: "also write the findings as SARIF" },
    ...SHARED,
  },
  run: async (args, world) => await withSignals(world, async (stopper) => await review(args, world, stopper)),
};

async function review(args: Args, world: World, stopper: Stopper): Promise<number> {
  const settings = readNewRun(args, world);
  const pathVar = world.env["PATH"] ?? "";
  const repository = await openRepository(settings.workbench.cwd, pathVar);
  const range = await rangeOf(args.positionals[0], { root: repository.root, head: repository.headCommit, pathVar });
  const scratch = makeScratch(repository.root);
  try {
    const request = { ...settings, output: "json", keepsCheckout: true } as const;
    const gitDir = makeTrustedDirectory(repository, scratch);
    const reviewed = await reviewRun({ request, range, root: repository.root, gitDir }, { world, stopper });
    return report(reviewed, { args, world });
  } finally {
    removeScratchDir(scratch);
  }
}

function report(reviewed: Reviewed, { args, world }: { readonly args: Args; readonly world: World }): number {
  const { end, findings, failsOn, nothing, range } = reviewed;
  if (args.has("json")) world.out(`${breakCommands(JSON.stringify(reviewJson(reviewed)))}\n`);
  else if (nothing === undefined) world.out(plainText(terminalReview(reviewed)));
  if (nothing !== undefined) {
    const between = [range.base, range.head].map((commit) => commit.slice(0, 12)).join("..");
    world.err(`There is nothing to review: ${between} ${plainText(nothing)}.\n`);
  }
  const sarif = args.text("sarif");
  if (sarif !== undefined)
    writeGivenFile({ path: resolve(world.cwd, sarif), what: "list of findings", option: "sarif" }, sarifOf(findings));
  if (end !== undefined && !hasTrait(end.outcome.outcome, "good")) {
    world.err(`The review did not finish: ${end.outcome.outcome}: ${plainText(end.outcome.reason)}\n`);
    return localExitCode(end.outcome, { code: end.exitCode, mayStay: true });
  }
  if (failsOn === 0) return 0;
  world.err(`review.fails_on: ${counted(failsOn, "finding")} of this severity or higher.\n`);
  return 1;
}

/** Branches that a change usually goes into. */
const BASES = ["origin/HEAD", "origin/main", "origin/master", "main", "master", "HEAD^"];

/** The commits of `base..head`. Only what is checked out can be reviewed, because the model reads the files there. */
async function rangeOf(
  given: string | undefined,
  { root, head, pathVar }: { readonly root: string; readonly head: string; readonly pathVar: string },
): Promise<{ readonly base: string; readonly head: string }> {
  const [, base = given ?? "", tip = ""] = /^(.*?)\.\.\.?(.*)$/.exec(given ?? "") ?? [];
  const names = [tip === "" ? "HEAD" : tip, ...(base === "" ? BASES : [base])];
  const asked = [tip, base].filter((name) => name !== "");
  const strange = asked.find((name) => !/^[^\s:-][^\s:]*$/.test(name));
  const found = await withObjects({ root, pathVar }, async (read) =>
    strange === undefined ? await read(names.map((name) => `${name}^{commit}`)) : [],
  );
  const unknown = strange ?? asked.find((name) => found[names.indexOf(name)] === undefined);
  if (unknown !== undefined)
    throw configError(
      `There is no commit ${unknown}.`,
      "Name one that git knows: kimi-runner review origin/main..HEAD.",
    );
  const [top, ...bases] = found.map((object) => object?.id);
  if (top !== head)
    throw configError(`${tip} is not checked out.`, "Only the commit that is checked out can be reviewed.");
  const from = bases.find((id) => id !== undefined && (base !== "" || id !== head));
  if (from === undefined)
    throw configError("There is no branch to compare with.", "Name a commit: kimi-runner review origin/main..HEAD.");
  return { base: from, head };
}
