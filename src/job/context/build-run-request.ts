/** What a job asks of its run: the task in front, and beside it, as data, everything that was said. */

import { renderThread } from "../../github/thread/render-thread.ts";
import { renderPlan } from "../../github/thread/thread-plan.ts";
import type { RunRequest } from "../../run/open/request.ts";
import type { JobInputs } from "./inputs.ts";
import { isReadOnly, planOf, type JobContext } from "./job-context.ts";
import { taskOf, type RunTrigger } from "./task.ts";

export interface BuildOptions {
  readonly inputs: JobInputs;
  readonly trigger: RunTrigger;
  readonly scene: JobContext;
  /** Commit whose policy and instructions hold. */
  readonly trusted: string | undefined;
}

/** The request of the run. The same event and thread give the same bytes. */
export function buildRunRequest({ inputs, trigger, scene, trusted }: BuildOptions): RunRequest {
  const { images } = scene.pictures;
  return {
    ...inputs,
    prompt: taskOf(trigger, scene.thread !== undefined),
    context: contextOf(trigger, scene),
    images: images.length === 0 ? undefined : images,
    plan: trigger.verb === "plan",
    readOnly: isReadOnly(trigger, scene),
    trusted,
    secrets: { GITHUB_TOKEN: inputs.token ?? "" },
  };
}

function contextOf(trigger: RunTrigger, scene: JobContext): string | undefined {
  const { thread, pictures } = scene;
  const plan = planOf(trigger, scene);
  const blocks = [
    ...(pictures.unseen === 0 ? [] : [unseenLine(pictures.unseen)]),
    ...(plan === undefined ? [] : [renderPlan(plan)]),
    // The plan is not told twice.
    ...(thread === undefined
      ? []
      : [
          renderThread({
            ...thread,
            items: thread.items.filter(({ kind, id }) => kind !== "comment" || id !== plan?.id),
          }),
        ]),
  ];
  return blocks.length === 0 ? undefined : blocks.join("\n\n");
}

function unseenLine(count: number): string {
  return count === 1
    ? "One picture in what was written is not shown to you: this model takes no images."
    : `${count} pictures in what was written are not shown to you: this model takes no images.`;
}
