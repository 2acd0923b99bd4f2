/** The system prompt of a session: made once at its start, stored in the journal, never made again. */

import { listWorkspace } from "../agents/listing.ts";
import { buildSystemPrompt } from "../agents/system-prompt.ts";
import type { Clock } from "../base/clock.ts";
import type { Workbench } from "./workbench.ts";

/** AGENTS.md comes from the start commit, never from the work tree: what stands there now is data. */
export async function systemPromptOf(
  { cell, agentsMd, repository }: Pick<Workbench, "cell" | "agentsMd" | "repository">,
  clock: Clock,
): Promise<string> {
  return buildSystemPrompt({
    now: new Date(clock.now()).toISOString(),
    workDir: repository.root,
    listing: await listWorkspace(cell),
    agentsMd,
    os: process.platform,
    shell: "bash",
  });
}
