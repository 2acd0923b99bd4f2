/**
 * Carries out the recorded calls once more, in the repository as it was when the run began, with this program's tools in a cell. What
 * hooks, checks, people and the model said still comes from the record.
 */

import { createRecordedApply } from "../engine/apply-sketch.ts";
import { isUnreadable } from "../policy/approval-gate.ts";
import { configError } from "../protocol/error.ts";
import { wordsOf } from "../protocol/message.ts";
import type { Tool } from "../protocol/tool.ts";
import type { Workspace } from "../protocol/turn.ts";
import type { JournalRecord } from "../protocol/wire.ts";
import { stateOf } from "../session/session-state.ts";
import { toolsInGroups } from "../agents/tool-lists.ts";
import { callNamesOf } from "../agents/tool-names.ts";
import { TOOL_GROUPS } from "../protocol/tool.ts";
import { showsPages } from "../tools/define/pdf.ts";
import { TOOLS } from "../tools/registry.ts";
import { depsOf } from "./specs.ts";
import { openWorkbench, type Workbench, type WorkbenchOptions } from "../run/open/workbench.ts";
import { createWorkspace } from "../run/open/workspace.ts";

export interface Execution {
  /** The tools that work on the checkout. Every other call ends as it was recorded. */
  readonly tools: ReadonlyMap<string, Tool>;
  readonly workspace: Workspace;
  /** Never rejects. */
  readonly close: () => Promise<void>;
}

/** Opens the checkout, which the calls change as they did then. Throws `config.invalid` unless it is what the run began with. */
export async function openExecution(
  records: readonly JournalRecord[],
  options: Omit<WorkbenchOptions, "trusted">,
): Promise<Execution> {
  const state = stateOf(records.map(({ event }) => event));
  const { begin, snapshots } = state;
  const bench = await openWorkbench({ ...options, trusted: begin?.baseCommit });
  try {
    await requireStart(bench, begin?.headCommit ?? "", snapshots[0]);
    const { cell, git, policy, close } = bench;
    const names = toolsInGroups(TOOL_GROUPS, TOOLS);
    const answers = records.flatMap(({ event }) => (event.type === "tool.usage" ? [event] : []));
    const appended = records.flatMap(({ event }) => (event.type === "context.append" ? event.messages : []));
    const sees = appended.some((message) => showsPages(wordsOf(message)));
    const deps = depsOf(state, {
      cell,
      mayRead: (path) => !isUnreadable(policy, path),
      onTimeout: policy.sandbox.onTimeout ?? "kill",
      applySketch: createRecordedApply(answers),
      sees: () => sees,
    });
    const tools = TOOLS.filter(({ name }) => names.includes(name)).flatMap((tool) =>
      callNamesOf(tool, TOOLS).map((name) => [name, tool.make(deps)] as const),
    );
    return {
      tools: new Map(tools),
      workspace: createWorkspace(git, cell, () => undefined),
      close,
    };
  } catch (error) {
    await bench.close();
    throw error;
  }
}

async function requireStart({ repository, git }: Workbench, commit: string, tree: string | undefined): Promise<void> {
  const { headCommit, headTree } = repository;
  if (headCommit !== commit) {
    throw configError(
      `The run began at ${commit.slice(0, 12)}; this checkout is at ${headCommit.slice(0, 12)}.`,
      `Check it out first: git switch --detach ${commit}`,
    );
  }
  if ((await (await git()).snapshot()) !== headTree) {
    throw configError(
      "The checkout holds changes that are not committed.",
      "Use a fresh clone: the calls change its files.",
    );
  }
  if (tree !== undefined && tree !== headTree) {
    throw configError(
      `The run began with files that no commit holds: tree ${tree.slice(0, 12)}.`,
      "Only a run on a clean checkout can be carried out again; leave --execute out.",
    );
  }
}
