/** Builds the request of a run: the task as prompt, the thread beside it as data. */

import { renderThread } from "../../github/thread/render-thread.ts";
import type { ThreadItem } from "../../github/thread/thread.ts";
import { renderPlan } from "../../github/thread/thread-plan.ts";
import type { RunRequest } from "../../run/open/request.ts";
import { asksForChange, isReadOnlyRun, planOf, type JobContext } from "./job-context.ts";
import { promptOfVerb } from "./task.ts";

/** The request of the run. `trusted` is the commit whose policy and instructions hold. The same event and thread give the same bytes. */
export function buildRunRequest(context: JobContext, trusted: string | undefined): RunRequest {
  const { inputs, trigger, thread, pictures } = context;
  const { images } = pictures;
  return {
    ...inputs.run,
    bundleDir: inputs.bundleDir,
    task: {
      prompt: promptOfVerb(trigger, thread !== undefined),
      context: dataOf(context),
      images: images.length === 0 ? undefined : images,
      schema: inputs.schema,
      plan: trigger.verb === "plan",
      readOnly: isReadOnlyRun(context),
      mustChange: asksForChange(context),
    },
    trusted,
    secrets: { GITHUB_TOKEN: inputs.token ?? "" },
  };
}

function dataOf(context: JobContext): string | undefined {
  const { thread, pictures } = context;
  const plan = planOf(context);
  // The plan is not told twice.
  const isOther = ({ kind, id }: ThreadItem): boolean => kind !== "comment" || id !== plan?.id;
  const blocks = [
    pictures.unseen === 0 ? undefined : unseenLine(pictures.unseen),
    plan && renderPlan(plan),
    thread && renderThread({ ...thread, items: thread.items.filter(isOther) }),
  ].filter((block) => block !== undefined);
  return blocks.length === 0 ? undefined : blocks.join("\n\n");
}

function unseenLine(count: number): string {
  return count === 1
    ? "One picture in what was written is not shown to you: this model takes no images."
    : `${count} pictures in what was written are not shown to you: this model takes no images.`;
}
