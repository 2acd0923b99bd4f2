/**
 * Fetches the pictures in the description of the issue or pull request, and in the command. A picture that cannot be fetched becomes
 * a warning.
 */

import { proxyEnvOf } from "../../base/proxy-env.ts";
import { findImages } from "../../github/markdown/find-images.ts";
import type { Images } from "../../github/thread/images.ts";
import { sanitise } from "../../github/sanitise/sanitise.ts";
import type { TaskPictures } from "../../run/open/request.ts";
import type { JobRequest } from "./job-parts.ts";

const NONE: Images = { images: [], warnings: [] };

/**
 * Begins to fetch them, which takes ten seconds at most, while the run opens. The run decides whether its model gets them. It must not
 * be called for people who may not ask. Undefined where there are none.
 */
export function picturesOf({ inputs, world, job, trigger, stopper }: JobRequest): TaskPictures | undefined {
  const said = [sanitise(trigger.thread?.body ?? "").text, ...(trigger.quoted ?? []), trigger.text];
  const text = said.join("\n\n");
  const count = findImages(text).length;
  if (count === 0) return undefined;
  const fetchAll = async (): Promise<Images> => {
    try {
      const { fetchImages } = await import("../../github/thread/images.ts");
      return await fetchImages({
        text,
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
  return { count, fetched: fetchAll() };
}
