/** What the tests of agents share: files in memory, errors as values. */

import assert from "node:assert/strict";
import { loadAgentFile } from "../../src/agents/agent-file.ts";
import type { AgentSpec } from "../../src/agents/agent-spec.ts";
import { RunnerError } from "../../src/protocol/error.ts";
import { TOOLS } from "../../src/tools/registry.ts";

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
