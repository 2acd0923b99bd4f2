/** Where a review begins: at the head of the one before, whose commit is brought into the checkout's objects when a rebase left it. */

import { createGit, fetchOf } from "../../workspace/git/git.ts";
import { objectId } from "../../workspace/git/object-id.ts";
import { remoteEnvironment } from "../../workspace/push.ts";
import type { JobContext } from "../context/job-context.ts";
import { refsOf } from "../context/job-git.ts";
import { remoteOf } from "../context/job-parts.ts";
import type { ReviewRecord } from "../../session/review-record.ts";
import { readRecord } from "./review-record.ts";

interface Place {
  readonly root: string;
  /** PATH without the workspace's own folders. */
  readonly path: string;
  readonly gitDir: string;
  /** The user's objects. */
  readonly objectsDir: string;
}

export interface LastReview {
  readonly record?: ReviewRecord | undefined;
  /** The head that was reviewed; undefined where everything is to be reviewed. */
  readonly since?: string | undefined;
}

/** `review all` reads everything. So does a person's review of a head that was reviewed before: there is nothing new in it. */
export async function lastReview(context: JobContext, place: Place, head: string): Promise<LastReview> {
  const { trigger, world } = context;
  const { record, problem } = await readRecord(context, refsOf(context, place.gitDir, place.root));
  if (record === undefined) {
    if (problem !== undefined)
      world.warn(`The whole change is reviewed, because the record of the last review cannot be used: ${problem}`);
    return {};
  }
  const isAsked = record.head === head && trigger.isPrompted !== true;
  if (!record.isDone || isAsked || asksForAll(trigger.text)) return { record };
  return { record, since: (await isThere(context, place, record.head)) ? record.head : undefined };
}

export function asksForAll(text: string): boolean {
  return text.trim().toLowerCase() === "all";
}

async function isThere(
  context: JobContext,
  { root, path, gitDir, objectsDir }: Place,
  commit: string,
): Promise<boolean> {
  const git = createGit({ cwd: root, path, env: { GIT_DIR: gitDir } });
  const look = async (): Promise<boolean> =>
    await git({ args: ["rev-parse", "--verify", `${objectId(commit)}^{tree}`] }).then(
      () => true,
      () => false,
    );
  if (await look()) return true;
  const remote = remoteOf(context);
  const env = { ...remoteEnvironment(remote), GIT_DIR: gitDir, GIT_OBJECT_DIRECTORY: objectsDir };
  const server = createGit({ cwd: root, path, env });
  await server({ args: [...fetchOf(1), "--", remote.url, objectId(commit)] }).catch(() => undefined);
  return await look();
}
