/** Carries out a local answer about changed files: puts them into the workspace, or removes them. Needs no cell. */

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../base/clock.ts";
import type { Answer } from "../protocol/approval.ts";
import { RunnerError } from "../protocol/error.ts";
import type { OutcomeRecord } from "../protocol/outcome.ts";
import type { EventOf, HeldCall } from "../protocol/wire.ts";
import type { Bundle } from "../session/bundle.ts";
import type { SessionState } from "../session/session-state.ts";
import { applyPatch } from "../workspace/apply-patch.ts";
import { openRepository } from "../workspace/repository.ts";
import { trustedPath } from "../workspace/trusted-path.ts";
import { createTrustedGit } from "../workspace/trusted-git.ts";
import { endedBefore, type RunEnd } from "./end/run-end.ts";
import { writeViews } from "./end/views.ts";
import type { World } from "./open/request.ts";
import type { Session } from "./open/session.ts";

interface ChangeAnswer {
  readonly bundle: Bundle;
  readonly state: SessionState;
  readonly call: HeldCall;
  readonly answer: Answer;
  readonly open: () => Session;
  readonly cwd: string | undefined;
  readonly world: World;
}

/** Carries out the answer and records it. Throws `config.invalid` where the files no longer fit, and then records nothing. */
export async function answerChange(given: ChangeAnswer): Promise<RunEnd> {
  const { bundle, state, call, answer, open } = given;
  const { begin, outcome } = state;
  if (begin === undefined || outcome === undefined) {
    throw new RunnerError({ code: "session.corrupt", message: "The session has no recorded end." });
  }
  await moveFiles(given, begin, outcome.tree);
  const session = open();
  await session.emit({ type: "deferral.answer", digest: call.digest, ...answer });
  const answered = new Set((call.files ?? []).map(({ path }) => path));
  const heldFiles = (outcome.heldFiles ?? []).filter(({ path }) => !answered.has(path));
  const ended: OutcomeRecord = { ...outcome, heldFiles };
  await session.emit({ type: "session.end", ...ended });
  session.close();
  await writeViews(session, ended);
  return endedBefore(bundle, begin.sessionId, ended);
}

/** Puts the files into the workspace or removes them. Does nothing where that is done already. */
async function moveFiles(
  { bundle, call, answer, cwd, world }: ChangeAnswer,
  { headCommit: head, workDir }: EventOf<"session.begin">,
  tree: string | undefined,
): Promise<void> {
  const pathVar = world.env["PATH"] ?? "";
  const repository = await openRepository(cwd ?? (existsSync(workDir) ? workDir : world.cwd), pathVar);
  const scratchDir = mkdtempSync(join(tmpdir(), "kimi-runner-"));
  try {
    const git = createTrustedGit({ repository, scratchDir, pathVar, clock: systemClock, warn: world.warn });
    const { objects } = git;
    const base = await objects.treeOf(head).catch((cause: unknown) => {
      throw misfit(
        `The repository in ${repository.root} does not have the run's start commit ${head.slice(0, 12)}`,
        cause,
      );
    });
    const path = trustedPath(pathVar, repository.root);
    const whole = await applyPatch({ gitDir: git.gitDir, path, tree: base, patch: readFileSync(bundle.patch) });
    if (whole !== tree) throw misfit(`${bundle.patch} is not the patch that the run left`);
    const names = new Set((call.files ?? []).map((file) => file.path));
    const others = (await objects.edits(base, whole)).filter((edit) => !names.has(edit.path));
    const without = await objects.treeWith(base, others);
    const [from, to] = answer.verdict === "approve" ? [without, whole] : [whole, without];
    const now = await git.snapshot();
    const isThere = (await objects.edits(now, to)).every((edit) => !names.has(edit.path));
    if (isThere) return;
    const made = await objects.onto({ from, to, tree: now });
    if (made === undefined) throw misfit("The files in the workspace changed, and the held change no longer fits");
    await git.restore(made);
  } finally {
    rmSync(scratchDir, { recursive: true, force: true });
  }
}

function misfit(message: string, cause?: unknown): RunnerError {
  const hint =
    "Nothing was changed. Apply the wanted parts of changes.patch by hand, or check out what the run began with.";
  return new RunnerError({ code: "config.invalid", message: `${message}.`, hint, cause });
}
