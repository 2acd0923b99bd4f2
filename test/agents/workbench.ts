/** What the tests of agents share: files in memory, errors as values. */

import assert from "node:assert/strict";
import { loadAgentFile } from "../../src/agents/agent-file.ts";
import type { AgentSpec } from "../../src/agents/agent-spec.ts";
import { RunnerError } from "../../src/protocol/error.ts";
import type { ToolCatalogue } from "../../src/agents/tool-lists.ts";
import { TOOLS } from "../../src/tools/registry.ts";

/** A tool of each kind: what agents make of a catalogue does not depend on which tools there are today. */
export const CATALOGUE: ToolCatalogue = [
  { name: "read_file", offeredTo: ["default", "read"] },
  { name: "search_code", offeredTo: ["read"] },
  { name: "apply_diff", offeredTo: ["default", "edit"] },
  { name: "execute_command", offeredTo: ["default", "command"] },
  { name: "new_task", offeredTo: ["default", "every mode"], isMainOnly: true },
  { name: "create_subagent", offeredTo: ["orchestrator"], isMainOnly: true },
  { name: "switch_mode", offeredTo: ["every mode"], isMainOnly: true },
  { name: "enter_plan_mode", offeredTo: ["agent files"], isMainOnly: true },
  { name: "skill", offeredTo: ["everyone"], isMainOnly: true },
  { name: "send_dmail", offeredTo: ["okabe"] },
  { name: "attempt_completion", offeredTo: ["default", "every mode", "explore", "plan"] },
];

export type Files = Readonly<Record<string, string>>;

/** Loads the first of the files. */
export async function load(files: Files, path = Object.keys(files)[0] ?? ""): Promise<AgentSpec> {
  const read = (name: string): string | undefined => (Object.hasOwn(files, name) ? files[name] : undefined);
  return loadAgentFile(path, { read, catalogue: TOOLS });
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
}

/** The error of something that must not succeed. */
export async function refusalOf(run: () => unknown): Promise<Refusal> {
  try {
    await run();
  } catch (error) {
    assert.ok(error instanceof RunnerError, String(error));
    return { code: error.code, message: error.message, hint: error.hint };
  }
  return assert.fail("it was accepted");
}

/** How a file with these mistakes is refused. */
export function notLoaded(file: string, ...lines: readonly string[]): Refusal {
  const head = `${file} does not load: ${lines.length} mistakes.`;
  return {
    code: "config.invalid",
    message: lines.length === 1 ? lines.join() : [head, ...lines.map((line) => `  ${line}`)].join("\n"),
    hint: "Nothing runs until the file loads.",
  };
}
