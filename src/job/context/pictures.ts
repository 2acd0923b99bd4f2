/**
 * The pictures of what was asked: the description of the issue or pull request, and the command. They are fetched for a model
 * that sees, and counted for one that does not. A picture that cannot be fetched is a warning.
 */

import { proxyEnvOf } from "../../base/proxy-env.ts";
import type { Access } from "../../github/people/access.ts";
import { findImages } from "../../github/markdown/find-images.ts";
import { sanitise } from "../../github/sanitise/sanitise.ts";
import { abilitiesOf } from "../../llm/features.ts";
import { parseModelName } from "../../llm/providers.ts";
import type { ImagePart } from "../../protocol/message.ts";
import { defaultModel } from "../../run/open/model.ts";
import type { RunSettings, World } from "../../run/open/request.ts";
import type { JobRequest } from "./job-parts.ts";

export interface Pictures {
  readonly images: readonly ImagePart[];
  /** What was left out and why, each a sentence. */
  readonly warnings: readonly string[];
  /** How many there are that this model cannot see. */
  readonly unseen: number;
}

export const NO_PICTURES: Pictures = { images: [], warnings: [], unseen: 0 };

/** Fetches nothing for people who may not ask. Takes ten seconds at most, which is what each download may take. Rejects only as `access` does. */
export async function picturesOf(request: JobRequest, access: Promise<Access>): Promise<Pictures> {
  const { inputs, world, job, trigger, stopper } = request;
  const text = `${sanitise(trigger.thread?.body ?? "").text}\n\n${trigger.text}`;
  const count = findImages(text).length;
  if (count === 0) return NO_PICTURES;
  if (!sees(inputs.run, world)) return { ...NO_PICTURES, unseen: count };
  if (!(await access).allowed) return NO_PICTURES;
  try {
    const { fetchImages } = await import("../../github/thread/images.ts");
    const found = await fetchImages({
      text,
      serverUrl: job.serverUrl,
      token: inputs.token,
      userAgent: "kimi-runner",
      signal: stopper.signal,
      proxyEnv: proxyEnvOf(world.env),
    });
    return { ...found, unseen: 0 };
  } catch {
    return NO_PICTURES; // the signal's reason; the run itself ends with it
  }
}

/** A model that an agent file may name is not known yet, and a name that is wrong is the run's to refuse. */
function sees({ model: { name, fallback }, agent }: RunSettings, { env }: Pick<World, "env">): boolean {
  if (name === undefined && agent.agentFile !== undefined) return false;
  const names = [name ?? defaultModel(env), ...(fallback === undefined ? [] : [fallback])];
  try {
    return names.every((one) => abilitiesOf(parseModelName(one)).features.has("image_in"));
  } catch {
    return false;
  }
}
