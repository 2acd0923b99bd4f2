/** Tells a thread that was deleted or moved before the run from one that the token may not read. */

import { failureOf } from "../../github/api/failure.ts";
import type { JobRequest } from "../context/job-parts.ts";

/** The reason to skip the run if `error` means that its thread is gone. Asks GitHub only after a refusal. Never rejects. */
export async function goneThread({ client, job, trigger }: JobRequest, error: unknown): Promise<string | undefined> {
  const status = failureOf(error)?.status;
  if (trigger.thread === undefined || (status !== 404 && status !== 410)) return undefined;
  const { number } = trigger.thread;
  const at = { owner: job.owner, repo: job.repo };
  const refusal = async (route: string, more: object): Promise<number | undefined> =>
    await client.request(route, { ...at, ...more }).then(
      () => undefined,
      (refused: unknown) => failureOf(refused)?.status ?? 0,
    );
  const told = await refusal("GET /repos/{owner}/{repo}/issues/{number}", { number });
  // A token without permission for issues gets a 404 for the list as well.
  const isGone =
    told === 410 ||
    (told === 404 && (await refusal("GET /repos/{owner}/{repo}/issues", { per_page: 1 })) === undefined);
  return isGone ? `#${number} no longer exists: it was deleted or moved before the run began.` : undefined;
}
