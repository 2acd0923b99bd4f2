/** The system prompt of a session: made once at its start, stored in the journal, never made again. */

import { relative } from "node:path";
import { agentsMdPaths, mergeAgentsMd, type AgentsMdFile } from "../agents/agents-md.ts";
import { listWorkspace } from "../agents/listing.ts";
import { buildSystemPrompt } from "../agents/system-prompt.ts";
import type { Clock } from "../base/clock.ts";
import type { Workbench } from "./workbench.ts";

/** AGENTS.md comes from the start commit, never from the work tree: what stands there now is data. */
export async function systemPromptOf(
  { cell, git, repository }: Pick<Workbench, "cell" | "git" | "repository">,
  cwd: string,
  clock: Clock,
): Promise<string> {
  const [listing, agentsMd] = await Promise.all([
    listWorkspace(cell),
    readAgentsMd(git, repository.headCommit, agentsMdPaths(foldersDownTo(repository.root, cwd))),
  ]);
  return buildSystemPrompt({
    now: new Date(clock.now()).toISOString(),
    workDir: repository.root,
    listing,
    agentsMd: mergeAgentsMd(agentsMd),
    os: process.platform,
    shell: "bash",
  });
}

/** `.`, `packages`, `packages/a` for a run started in packages/a. */
function foldersDownTo(root: string, cwd: string): readonly string[] {
  const parts = relative(root, cwd)
    .split("/")
    .filter((part) => part !== "" && part !== "..");
  return [".", ...parts.map((_, index) => parts.slice(0, index + 1).join("/"))];
}

async function readAgentsMd(
  git: Pick<Workbench["git"], "readFile">,
  commit: string,
  paths: readonly string[],
): Promise<readonly AgentsMdFile[]> {
  const texts = await Promise.all(paths.map((path) => git.readFile(commit, path)));
  return paths.flatMap((path, index) => {
    const text = texts[index];
    return text === undefined ? [] : [{ path, text }];
  });
}
