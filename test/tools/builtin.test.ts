import assert from "node:assert/strict";
import { test } from "node:test";
import { buildSystemPrompt } from "../../src/agents/system-prompt.ts";
import type { Cell } from "../../src/protocol/cell.ts";
import { builtinTools } from "../../src/tools/builtin.ts";
import { createSeenFiles } from "../../src/tools/define/seen-files.ts";

const unused = {} as Cell; // making tools must not touch the cell
const tools = builtinTools({ cell: unused, seen: createSeenFiles() });

test("the built-in tools, in the order the model sees them", () => {
  assert.deepEqual(
    tools.map(({ name, parameters }) => [
      name,
      Object.keys(parameters["properties"] as object),
      parameters["required"],
    ]),
    [
      ["read_file", ["files"], ["files"]],
      ["list_files", ["path", "recursive"], ["path"]],
      ["search_files", ["regex", "path", "file_pattern"], ["regex"]],
      ["apply_diff", ["path", "diff"], ["path", "diff"]],
      ["write_to_file", ["path", "content"], ["path", "content"]],
      ["execute_command", ["command", "cwd", "timeout", "run_in_background"], ["command"]],
      ["background_command", ["action", "id", "wait"], ["action"]],
      ["update_todo_list", ["todos"], ["todos"]],
      ["ask_followup_question", ["question", "follow_up"], ["question"]],
      ["attempt_completion", ["result"], ["result"]],
    ],
  );
});

/** Every step pays for these bytes. The three limits are the budget of the fixed prompt: about 1,550 tokens. */
test("tools and system prompt stay within their budget", () => {
  const specs = tools.map(({ name, description, parameters }) => ({
    type: "function",
    function: { name, description, parameters },
  }));
  const system = buildSystemPrompt({
    now: "2026-01-02T03:04:05.000Z",
    workDir: "/workspace",
    listing: "",
    agentsMd: "",
    os: "linux",
    shell: "bash",
  });
  const bytes = { tools: Buffer.byteLength(JSON.stringify(specs)), system: Buffer.byteLength(system) };
  assert.ok(bytes.tools <= 3650, `tools: ${bytes.tools}`);
  assert.ok(bytes.system <= 2600, `system: ${bytes.system}`);
});
