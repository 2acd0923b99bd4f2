/** Builds the request of a run: the task is the prompt, and the thread is data beside it. */

import { isInThread, renderPlace, renderQuoted, renderThread } from "../../github/thread/render-thread.ts";
import type { ThreadItem } from "../../github/thread/thread.ts";
import { renderPlan } from "../../github/thread/thread-plan.ts";
import type { RunRequest, TaskPictures } from "../../run/open/request.ts";
import type { FetchedCommits } from "./fetch-commits.ts";
import { asksForChange, planOf, type JobContext } from "./job-context.ts";
import { isAnswerOnly, promptOfVerb } from "./task.ts";
import { proxyEnvOf } from "../../base/network/proxy-env.ts";
import { findImages } from "../../github/markdown/find-images.ts";
import type { Images } from "../../github/thread/images.ts";

/** The run trusts the policy and instructions of `commits.base`. The same event and thread give the same bytes. */
export function buildRunRequest(context: JobContext, commits: FetchedCommits | undefined): RunRequest {
  const { inputs, trigger, thread } = context;
  const conflicts = commits?.merge?.kind === "prepared" ? commits.merge.conflicts : [];
  return {
    ...inputs.run,
    bundleDir: inputs.bundleDir,
    task: {
      prompt: [promptOfVerb(trigger, thread !== undefined), ...notesOf(context, conflicts)].join("\n\n"),
      context: dataOf(context, conflicts),
      pictures: context.outsider === true ? undefined : picturesOf(context),
      schema: inputs.schema,
      plan: trigger.verb === "plan",
      readOnly: isAnswerOnly(trigger.verb),
      mustChange: asksForChange(context),
    },
    trusted: commits?.base,
    secrets: { GITHUB_TOKEN: inputs.token ?? "" },
  };
}

function notesOf({ thread, trigger }: JobContext, conflicts: readonly string[]): readonly string[] {
  const isPatch = thread?.pull?.fork === true && trigger.verb === "fix" && !trigger.isSlash;
  return [...(isPatch ? [FORK_NOTE] : []), ...(conflicts.length === 0 ? [] : [CONFLICTS_NOTE])];
}

const FORK_NOTE =
  "The pull request comes from a fork, which is read only for you: nothing can be pushed. Change the files all the same; the change is posted as a patch for its author to apply.";

const CONFLICTS_NOTE =
  "The pull request conflicts with its base. The merge of the base is checked out, and the files listed last have conflicts. Resolve them first, so that what both sides wanted holds: look at both sides' history, leave no conflict marker, check with the tests. The merge commit is made for you.";

/** Most names of files with conflicts that the model gets; more of them cost tokens and help little. */
const MAX_CONFLICTS = 200;

function conflictsLine(conflicts: readonly string[]): string {
  const shown = conflicts.slice(0, MAX_CONFLICTS);
  const rest = conflicts.length - shown.length;
  return `Files with conflicts: ${JSON.stringify(shown)}${rest === 0 ? "" : ` and ${rest} more`}`;
}

function dataOf(context: JobContext, conflicts: readonly string[]): string | undefined {
  const { thread, trigger } = context;
  const plan = planOf(context);
  const place = trigger.comment?.place;
  const isHere = (item: ThreadItem): boolean => place !== undefined && isInThread(item, place);
  // The plan and the place of the command are rendered by themselves.
  const isOther = (item: ThreadItem): boolean => (item.kind !== "comment" || item.id !== plan?.id) && !isHere(item);
  const blocks = [
    plan && renderPlan(plan),
    trigger.quoted && renderQuoted(trigger.quoted),
    place && renderPlace(place, thread?.items.filter(isHere) ?? []),
    thread && renderThread({ ...thread, items: thread.items.filter(isOther) }),
    conflicts.length === 0 ? undefined : conflictsLine(conflicts),
  ].filter((block) => block !== undefined);
  return blocks.length === 0 ? undefined : blocks.join("\n\n");
}

const NONE: Images = { images: [], warnings: [] };

/**
 * Begins to fetch the pictures in the description of the thread and in the command, which takes ten seconds at most, while the run
 * opens. The run decides whether its model gets them; one that cannot be fetched becomes a warning. It must not be called for people
 * who may not ask. Undefined where there are none.
 */
function picturesOf({ inputs, world, job, trigger, thread, stopper }: JobContext): TaskPictures | undefined {
  const said = [thread?.body ?? "", ...(trigger.quoted ?? []), trigger.text];
  const addresses = findImages(said.join("\n\n"));
  if (addresses.length === 0) return undefined;
  const fetchAll = async (): Promise<Images> => {
    try {
      const { fetchImages } = await import("../../github/thread/images.ts");
      return await fetchImages({
        addresses,
        serverUrl: job.serverUrl,
        token: inputs.token,
        userAgent: "kimi-runner",
        signal: stopper.signal,
        proxyEnv: proxyEnvOf(world.env),
      });
    } catch {
      return NONE; // the run was stopped
    }
  };
  return { count: addresses.length, fetched: fetchAll() };
}
