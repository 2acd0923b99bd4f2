/** Makes the system prompt of an agent, once, when the agent begins. The journal keeps it. */

import { join } from "node:path";
import { gitHistory, gitStatus } from "../../agents/git-status.ts";
import { listWorkspace } from "../../agents/listing.ts";
import { buildSystemPrompt } from "../../agents/system-prompt.ts";
import { fileText } from "../../base/file-text.ts";
import type { Clock } from "../../base/clock.ts";
import { listSkills } from "../../commands/skill.ts";
import { policyWords, type PolicyWordsOptions } from "../../policy/policy-words.ts";
import type { RunAgent } from "../open/choose-agent.ts";
import type { Workbench } from "../open/workbench.ts";

interface PromptOptions extends Omit<PolicyWordsOptions, "level"> {
  readonly clock: Clock;
}

/** AGENTS.md, policy and skills come from the base commit, never from the work tree, whose content is only data. */
export async function systemPromptOf(
  { cell, agentsMd, policy, repository, gitPath }: Workbench,
  { spec, skills }: Pick<RunAgent, "spec" | "skills">,
  { clock, ...holder }: PromptOptions,
): Promise<string> {
  const shallow = fileText(join(repository.gitDir, "shallow")) ?? "";
  const [listing, status, history] = await Promise.all([
    listWorkspace(cell),
    gitStatus(cell, gitPath),
    gitHistory(cell, gitPath, shallow),
  ]);
  return buildSystemPrompt(spec, {
    KIMI_NOW: new Date(clock.now()).toISOString(),
    KIMI_WORK_DIR: repository.root,
    KIMI_WORK_DIR_LS: listing,
    KIMI_GIT_STATUS: history === "" ? status : `${status || "unknown"}${history}`,
    KIMI_AGENTS_MD: agentsMd,
    KIMI_POLICY: policyWords(policy, { ...holder, level: cell.level }),
    KIMI_SKILLS: listSkills(skills),
    KIMI_ADDITIONAL_DIRS_INFO: "",
    KIMI_OS: process.platform,
    KIMI_SHELL: "bash",
  });
}
