/** Ends a run. Each step is tried even after one that failed, so that the bundle has as much as possible. */

import { rmSync } from "node:fs";
import { crashAt } from "../../base/crash.ts";
import { redactDeep } from "../../base/redact.ts";
import { sha256File } from "../../base/sha256.ts";
import { knownCost, knownUnanswered } from "../../protocol/tally.ts";
import { describeError, RunnerError } from "../../protocol/error.ts";
import type { Finding } from "../../protocol/tools/finding.ts";
import type { CheckoutEnd, OutcomeRecord, TurnStop } from "../../protocol/outcome.ts";
import { readJournal } from "../../session/journal.ts";
import { describeLeaks } from "../../workspace/change/leaks.ts";
import { writeFindings, writeViews } from "./views.ts";
import { fruitlessCalls, outcomeOfError, outcomeOfStop, withHindrance, withLeftOut } from "./outcome.ts";
import type { ChangeAccount } from "./change-account.ts";
import { keepWork } from "./kept-start.ts";
import { dropPut, putIntoCheckout } from "./put-into-checkout.ts";
import type { RunEnd } from "./run-end.ts";
import type { RunSettings } from "../open/request.ts";
import type { Session } from "../open/session.ts";
import type { Workbench } from "../open/workbench.ts";

interface FinishOptions extends Pick<RunSettings, "keepsCheckout"> {
  readonly session: Session;
  readonly bench: Workbench;
  /** How the last turn stopped, or what it threw. */
  readonly end: PromiseSettledResult<TurnStop>;
  readonly change: ChangeAccount;
}

/** Completes the bundle and records `session.end`. Throws only when the journal cannot be written. */
export async function finishRun(options: FinishOptions): Promise<Pick<RunEnd, "outcome" | "isWithheld">> {
  const { session, bench, end, keepsCheckout = false } = options;
  const { cell } = bench;
  await cell.close(); // first, so that nothing changes the workspace after the last snapshot
  const patch = await collectPatch(options);
  const { problem, isWithheld, changed, left, last, apart, earlier, ...written } = patch;
  const { begin, spent, verification, agents, fallback, obstacles, fruitless } = session.state();
  const isLocal = begin?.origin === undefined && !keepsCheckout; // the checkout gets all files
  const isEmpty = apart.length > 0 && written.filesChanged === 0;
  // A job lists these files with those that are held, where something else was changed.
  const unnamed = isEmpty || isLocal ? apart.map(({ path, reason = "" }) => ({ path, why: reason })) : [];
  const hasChanged = changed && (!isEmpty || isLocal);
  const { readOnly, mustChange } = begin ?? {};
  const reported = await reportedIn(session, bench);
  const work = { changed: hasChanged, mustChange, readOnly, fruitless: fruitlessCalls({ fruitless }), reported };
  const stopped = end.status === "fulfilled" ? outcomeOfStop(end.value, work) : outcomeOfError(end.reason);
  const { hindranceOf } = await import("./hindrance.ts"); // with the policy, which is loaded already
  const about = { outcome: stopped.outcome, readOnly, policy: bench.policy, limits: begin?.limits, steps: spent.steps };
  const ending = withHindrance(stopped, hindranceOf(obstacles, about));
  const missing = withLeftOut(ending, [...left, ...unnamed]);
  const found: OutcomeRecord = {
    ...(problem === undefined ? missing : { ...ending, outcome: "failed", reason: problem }),
    steps: spent.steps,
    usage: spent.usage,
    costUsd: knownCost(spent),
    unanswered: knownUnanswered(spent),
    fallback,
    ...written,
    ...(apart.length === 0 ? {} : { apart }),
    ...(earlier && { earlier }),
    ...(verification === undefined ? {} : { verification }),
    sandbox: { rung: cell.level, held: cell.probes.filter(({ held }) => held).length, probes: cell.probes.length },
    ...(agents.length === 0 ? {} : { agents }),
    ...(left.length === 0 ? {} : { leftOut: left.map(({ path }) => path) }),
  };
  const checkout = await checkoutAt(options, found, last);
  const { recordHeldFiles } = await import("./held-change.ts"); // with the policy and git, which are loaded already
  const heldFiles = isWithheld ? [] : await recordHeldFiles(session, bench, found);
  const whole = { ...found, ...(checkout && { checkout }), ...(heldFiles.length === 0 ? {} : { heldFiles }) };
  if (!isWithheld) await recordOrigins(session, bench, found);
  // Its reason may be a server's own words. outcome.json is written as the journal is.
  const outcome = redactDeep(whole, (text) => session.redact(text).toWellFormed());
  await session.emit({ type: "session.end", ...outcome });
  dropPut(bench.repository.root, session.state());
  session.close();
  // Files that are in no patch are only in the copy, unless they are in the checkout.
  if (problem === undefined && (apart.length === 0 || checkout?.kind === "applied")) bench.dropOverlay();
  await writeViews(session, outcome);
  if (reported !== undefined) await writeFindings(session, reported);
  return { outcome, isWithheld };
}

/** What a review tells readers; undefined for a run that is none. */
async function reportedIn(session: Session, { policy }: Workbench): Promise<readonly Finding[] | undefined> {
  const { begin, findings } = session.state();
  if (begin?.review === undefined) return undefined;
  const { shownFindings } = await import("../../review/check-finding.ts"); // few runs are reviews
  return shownFindings(findings, policy.review);
}

/** Puts the changes into the checkout, or says why they are not put there. Undefined where the run worked in it. */
async function checkoutAt(
  { session, bench, change, keepsCheckout = false }: Omit<FinishOptions, "end">,
  { outcome }: OutcomeRecord,
  last: string | undefined,
): Promise<CheckoutEnd | undefined> {
  const { overlay, git, repository, pathVar } = bench;
  if (last === undefined || session.state().begin?.readOnly === true) return undefined;
  if (overlay === undefined) {
    try {
      const from = await change.begunWith();
      await keepWork({ git: await git(), session, head: repository.headTree, from, to: last });
    } catch (error) {
      const text = `Uncommitted work that the run changed could not be kept: ${describeError(error)}`;
      await session.emit({ type: "warning", text });
    }
    return undefined;
  }
  if (outcome === "no_change") return undefined;
  if (keepsCheckout) return { kind: "left", reason: "it was to be left alone" };
  if (outcome !== "completed") return { kind: "left", reason: `the run ended as ${outcome}` };
  return await putIntoCheckout({ git: await git(), repository, pathVar, last, session });
}

/**
 * Writes the patch, and returns what the session changed. `changed`: it changed the workspace, of which `last` is the end. `tree`: the start
 * commit's with that change. `left`: files that it changed and the patch cannot hold.
 */
async function collectPatch({ session, bench, change }: Omit<FinishOptions, "end">) {
  try {
    const { repository: base } = bench;
    const opened = await bench.git();
    const { snapshot, diff, objects, leftOut, changedInside } = opened;
    const last = await snapshot();
    const { tree: own, isChanged, apart, earlier } = await change.upTo(last);
    const known = new Set(session.state().leftOut);
    const without = [...leftOut(), ...(await changedInside())];
    const left = without.filter(({ path, isOld }) => !isOld || known.has(path));
    const leaks = await session.leakCheck.check({ git: objects, from: base.headTree, to: own });
    const isWithheld = leaks.length > 0;
    const tree = isWithheld ? base.headTree : own; // a change with a secret stays out of the bundle
    const { patchDigest, filesChanged } = await writePatch(session.bundle.patch, (file) =>
      diff(base.headTree, tree, file),
    );
    const problem = isWithheld ? describeLeaks(leaks) : undefined;
    return { tree, last, changed: isChanged, left, apart, earlier, patchDigest, filesChanged, isWithheld, problem };
  } catch (error) {
    const problem = `The patch could not be written: ${describeError(error)}`;
    return { changed: true, left: [], apart: [], filesChanged: 0, isWithheld: false, problem };
  }
}

/** Writes the patch whole or not at all. */
async function writePatch(file: string, write: (file: string) => Promise<void>) {
  try {
    crashAt("bundle.patch.before");
    await write(file);
    crashAt("bundle.patch.after");
    let filesChanged = 0;
    let lineBegin = "\n";
    const patchDigest = sha256File(file, (bytes) => {
      // No line of content begins like this: it has a space, a sign or a length before it. This saves a second run of git.
      const text = lineBegin + bytes.toString("latin1");
      filesChanged += text.split(FILE_BEGIN).length - 1;
      lineBegin = text.slice(1 - FILE_BEGIN.length);
    });
    return { patchDigest, filesChanged };
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

const FILE_BEGIN = "\ndiff --git ";

/** The steps of a larger change are not worth recording. */
const MAX_FILES = 500;
const MAX_BYTES = 500_000;

/** Emits `change.origins`, unless the change is empty or too large, or a snapshot of another machine is missing. */
async function recordOrigins(
  session: Session,
  { git, repository }: Workbench,
  { tree, filesChanged }: Pick<OutcomeRecord, "tree" | "filesChanged">,
): Promise<void> {
  if (tree === undefined || filesChanged === 0 || filesChanged > MAX_FILES) return;
  const { lineOrigins, originsSoFar } = await import("../../report/line-origins.ts");
  const { known, from, trees } = originsSoFar(readJournal(session.bundle.journal).records);
  const stages = trees.map((stage, at) => (at === trees.length - 1 ? { ...stage, tree } : stage));
  try {
    const { stages: differences, objects } = await git();
    const patches = await differences([from ?? repository.headTree, ...stages.map((stage) => stage.tree)]);
    const paths = new Set((await objects.edits(repository.headTree, tree)).map(({ path }) => path));
    const steps = patches.map((patch, at) => ({ patch, step: stages[at]?.step }));
    const files = lineOrigins(steps, paths, known);
    if (JSON.stringify(files).length <= MAX_BYTES) await session.emit({ type: "change.origins", tree, files });
  } catch (error) {
    if (!(error instanceof RunnerError && error.code === "git.failed")) throw error;
  }
}
