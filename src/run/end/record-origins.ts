/** Records which step made each changed line. It needs the snapshots of the run. */

import { RunnerError } from "../../protocol/error.ts";
import type { OutcomeRecord } from "../../protocol/outcome.ts";
import { readJournal } from "../../session/journal.ts";
import type { Session } from "../open/session.ts";
import type { Workbench } from "../open/workbench.ts";

/** The steps of a larger change are not worth recording. */
const MAX_FILES = 500;
const MAX_BYTES = 500_000;

/**
 * Emits `change.origins`. Does nothing without a change, for a change that is too large, and where snapshots are missing because
 * a process on another machine was killed.
 */
export async function recordOrigins(
  session: Pick<Session, "bundle" | "emit">,
  { git, repository }: Pick<Workbench, "git" | "repository">,
  { tree, filesChanged }: Pick<OutcomeRecord, "tree" | "filesChanged">,
): Promise<void> {
  if (tree === undefined || filesChanged === 0 || filesChanged > MAX_FILES) return;
  const { lineOrigins, originsSoFar } = await import("../../report/line-origins.ts");
  const { known, from, trees } = originsSoFar(readJournal(session.bundle.journal).records);
  const stages = trees.map((stage, at) => (at === trees.length - 1 ? { ...stage, tree } : stage));
  try {
    const { stages: differences, changes } = await git();
    const patches = await differences([from ?? repository.headTree, ...stages.map((stage) => stage.tree)]);
    const paths = new Set((await changes(repository.headTree, tree)).map(({ path }) => path));
    const steps = patches.map((patch, at) => ({ patch, step: stages[at]?.step }));
    const files = lineOrigins(steps, paths, known);
    if (JSON.stringify(files).length <= MAX_BYTES) await session.emit({ type: "change.origins", tree, files });
  } catch (error) {
    if (!(error instanceof RunnerError && error.code === "git.failed")) throw error;
  }
}
