/** Makes the request to the process of a task. The lower one of the plan's limit and the command line's applies. */

import type { RunSettings } from "../../run/open/request.ts";
import type { BatchPlan, PlannedTask } from "../plan/batch-plan.ts";
import type { TaskFolder } from "./task-folders.ts";
import type { TaskRequest } from "./task-messages.ts";

export interface RequestParts {
  readonly plan: BatchPlan;
  /** The settings that all tasks share. */
  readonly settings: RunSettings;
}

interface TaskStart {
  readonly task: PlannedTask;
  readonly folder: TaskFolder;
  readonly costUsd: number;
  readonly sessionId: string;
  readonly bundleDir: string;
}

/** The request for a new attempt. */
export function startRequest(
  { task, folder, costUsd, sessionId, bundleDir }: TaskStart,
  parts: RequestParts,
): TaskRequest {
  const { plan } = parts;
  const { prompt, verify: checks } = task;
  const settings = settingsOf(task, costUsd, parts);
  const workbench = { ...settings.workbench, ...folder };
  const own = { bundleDir, prompt, checks, sessionId, trusted: plan.base, policyDigest: plan.policyDigest };
  return { kind: "start", settings: { ...settings, workbench }, ...own };
}

/** The settings of a task's run. `costUsd` is undefined for a resume, which keeps the session's own limit of money. */
export function settingsOf(
  { model }: PlannedTask,
  costUsd: number | undefined,
  { plan: { limits }, settings }: RequestParts,
): RunSettings {
  const own = settings.limits;
  const least = (planned: number | undefined, asked: number | undefined): number | undefined =>
    planned === undefined ? asked : Math.min(planned, asked ?? planned);
  return {
    ...settings,
    model: { ...settings.model, name: model ?? settings.model.name },
    limits: {
      ...own,
      minutes: least(limits.minutes, own.minutes),
      steps: least(limits.steps, own.steps),
      costUsd,
    },
    keepsCheckout: true,
    output: "text",
  };
}
