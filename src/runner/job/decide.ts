/** A comment that decides something about a kept session: an answer to held calls, a wish to go on, a wish to stop. */

import { openStore } from "./kept.ts";
import { answer } from "./decide-answer.ts";
import { cancel } from "./decide-cancel.ts";
import { resume } from "./decide-resume.ts";
import type { DecideOptions } from "./deciding.ts";
import type { JobEnd } from "./job-end.ts";
import { sessionsOfThread } from "./open-session.ts";

/** Carries the comment out. Throws `RunnerError` for what the server or a session refuses; people are told before. */
export async function decide(options: DecideOptions): Promise<JobEnd> {
  const { trigger, job, inputs, world } = options;
  const open = await openStore(options);
  try {
    const dirOf = (id: string): string => `${inputs.bundleDir}-${id}`;
    const { sessions, problems } = await sessionsOfThread(open.store, trigger.thread.number, job, dirOf);
    for (const text of problems) world.warn(text);
    const kept = { open, sessions, problems };
    switch (trigger.kind) {
      case "answer":
        return await answer({ ...options, trigger }, kept);
      case "resume":
        return await resume({ ...options, trigger }, kept);
      case "cancel":
        return await cancel(options, kept);
    }
  } finally {
    open.close();
  }
}
