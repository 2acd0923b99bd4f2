/** The system prompt of an agent: made once when it begins, stored in the journal, never made again. */

import { listWorkspace } from "../../agents/listing.ts";
import { buildSystemPrompt } from "../../agents/system-prompt.ts";
import type { Clock } from "../../base/clock.ts";
import { listSkills } from "../../commands/skill-text.ts";
import type { RunAgent } from "../open/choose-agent.ts";
import type { Workbench } from "../open/workbench.ts";

/** AGENTS.md and skills come from the base commit, never from the work tree: what stands there now is data. */
export async function systemPromptOf(
  { cell, agentsMd, repository }: Pick<Workbench, "cell" | "agentsMd" | "repository">,
  { spec, skills }: Pick<RunAgent, "spec" | "skills">,
  clock: Clock,
): Promise<string> {
  return buildSystemPrompt(spec, {
    KIMI_NOW: new Date(clock.now()).toISOString(),
    KIMI_WORK_DIR: repository.root,
    KIMI_WORK_DIR_LS: await listWorkspace(cell),
    KIMI_AGENTS_MD: agentsMd,
    KIMI_SKILLS: listSkills(skills),
    KIMI_ADDITIONAL_DIRS_INFO: "",
    KIMI_OS: process.platform,
    KIMI_SHELL: "bash",
  });
}
