/** What Roo Code's own tests ask of calls as XML, in other words: what a model writes, and the call that it becomes here. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { callNamesOf } from "../../../src/agents/tool-names.ts";
import { callArguments } from "../../../src/engine/arguments.ts";
import { withXmlTools } from "../../../src/llm/xml-tools.ts";
import { callsOf, textOf } from "../../../src/protocol/message.ts";
import { NO_USAGE } from "../../../src/protocol/model.ts";
import { TOOLS } from "../../../src/tools/registry.ts";
import { said } from "../../doubles/message.ts";
import { toolDeps } from "../../doubles/tool-deps.ts";
import { ask, requestOf } from "../workbench.ts";

const DIFF = "<<<<<<< SEARCH\n:start_line:1\n-------\nb\n=======\nc\n>>>>>>> REPLACE";
type Args = Readonly<Record<string, unknown>>;
const READ = "<read_file><path>src/a.ts</path></read_file>";
const READ_A = ["read_file", { files: [{ path: "src/a.ts" }] }] as const;
const MODEL: Parameters<typeof withXmlTools>[0] = {
  name: "test/none",
  window: 1_000_000,
  maxOutputTokens: 1_000_000,
  features: new Set(),
  estimate: () => 0,
  costUsd: () => undefined,
  chat: () => Promise.reject(new Error("no answer")),
};
const run = (command: string): string => `<execute_command>\n<command>${command}</command>\n</execute_command>`;

/** The answer, and the call in it with the arguments that its tool gets; without a call, all of it is text. */
const CALLS: readonly (readonly [answer: string, call?: readonly [name: string, args: Args], text?: string])[] = [
  ["Some words"],
  ["Some words\nin two lines"],
  [""],
  [READ, READ_A],
  ["<read_file>\n<path>src/a.ts</path>\n</read_file>", READ_A],
  ['<read_file>\n<files>[{"path": "src/a.ts"}]</files>\n</read_file>', READ_A],
  [
    "<read_file><path>a</path><start_line>10</start_line><end_line>20</end_line></read_file>",
    ["read_file", { files: [{ path: "a", start_line: 10, end_line: 20 }] }],
  ],
  ["<read_file><path>src/a.ts</path>", READ_A],
  [`Here it is: ${READ}`, READ_A, "Here it is:"],
  [`${READ}That is what I found.`, READ_A, "[Left out"],
  // Of several calls the first is carried out, and the model is told so, as Roo Code tells it.
  [`First: ${READ}Second: <read_file><path>b</path></read_file>`, READ_A, "First:\n\n[Not carried out"],
  [`${READ}${READ}`, READ_A, "[Not carried out"],
  [`I look and run.\n\n${READ}\n\n${run("npm test")}`, READ_A, "I look and run.\n\n[Not carried out"],
  [
    `I see.\n\n${READ}\n\nThen I write:\n\n<write_to_file><path>b</path><content>\nb\n</content></write_to_file>\n\n${run("node b")}`,
    READ_A,
    "I see.\n\n[Not carried out",
  ],
  [
    "<write_to_file><path>a.ts</path><content>\nf() {\n// like XML: </content>\n}\n</content><line_count>3</line_count></write_to_file>",
    ["write_to_file", { path: "a.ts", content: "f() {\n// like XML: </content>\n}" }],
  ],
  ["This has a <no_tool>tag</no_tool>"],
  ["<environment_details>\nVersion 1\n</environment_details>\n\n<thinking>\nHm.\n</thinking>"],
  ["<div>Hello</div><span>World</span>"],
  ["<browser_action></browser_action>", ["browser_action", {}]],
  [
    run("echo '<read_file><path>t</path></read_file>'"),
    ["execute_command", { command: "echo '<read_file><path>t</path></read_file>'" }],
  ],
  [
    "<search_files><regex><div>.*</div></regex><path>src</path></search_files>",
    ["search_files", { regex: "<div>.*</div>", path: "src" }],
  ],
  [
    "<search_files>\n<path>src</path>\n<regex>f\\s+\\w+</regex>\n<file_pattern>*.ts</file_pattern>\n</search_files>",
    ["search_files", { path: "src", regex: "f\\s+\\w+", file_pattern: "*.ts" }],
  ],
  ["<read_file><path>   src/a.ts   </path></read_file>", READ_A],
  [
    "<write_to_file><path>a</path><content>\n\tline 1\n\tline 2\n</content><line_count>2</line_count></write_to_file>",
    ["write_to_file", { path: "a", content: "\tline 1\n\tline 2" }],
  ],
  [
    "<write_to_file>\n<path>a</path>\n<content>f()\n\ng()</content>\n</write_to_file>",
    ["write_to_file", { path: "a", content: "f()\n\ng()" }],
  ],
  [
    "<write_to_file>\n<path>a</path>\n<content><![CDATA[a <b> c]]></content>\n</write_to_file>",
    ["write_to_file", { path: "a", content: "a <b> c" }],
  ],
  ["<write_file>\n<path>a</path>\n<content>b</content>\n</write_file>", ["write_to_file", { path: "a", content: "b" }]],
  ["Use the `<read_file>` tool to read."],
  [`Use \`${READ}\` to read.`],
  [`An example:\n\`\`\`\n${READ}\n\`\`\``],
  [run("npm test"), ["execute_command", { command: "npm test" }]],
  [
    "<execute_command>\n<command>npm test</command>\n<cwd>./packages/core</cwd>\n</execute_command>",
    ["execute_command", { command: "npm test", cwd: "./packages/core" }],
  ],
  [
    "<apply_diff>\n<path>a</path>\n<diff>--- a/a\n+++ b/a\n@@ -1 +1 @@\n-b\n+c</diff>\n</apply_diff>",
    ["apply_diff", { path: "a", diff: "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-b\n+c" }],
  ],
  [`<apply_diff>\n<path>a</path>\n<diff>${DIFF}</diff>\n</apply_diff>`, ["apply_diff", { path: "a", diff: DIFF }]],
  [
    "<list_files>\n<path>src/</path>\n<recursive>true</recursive>\n</list_files>",
    ["list_files", { path: "src/", recursive: true }],
  ],
  [
    "Look. <list_files><path>.</path><recursive>false</recursive></list_files>",
    ["list_files", { path: ".", recursive: false }],
    "Look.",
  ],
  [
    "<attempt_completion>\n<result>It's done.</result>\n</attempt_completion>",
    ["attempt_completion", { result: "It's done." }],
  ],
  ["<attempt_completion>\n<result></result>\n</attempt_completion>", ["attempt_completion", { result: "" }]],
  [
    '<ask_followup_question>\n<question>Which?</question>\n<follow_up>[{"text": "a"}, {"text": "b"}]</follow_up>\n</ask_followup_question>',
    ["ask_followup_question", { question: "Which?", follow_up: ["a", "b"] }],
  ],
  [
    "<ask_followup_question>\n<question>Which?</question>\n</ask_followup_question>",
    ["ask_followup_question", { question: "Which?" }],
  ],
  [
    "<switch_mode>\n<mode_slug>code</mode_slug>\n<reason>To build</reason>\n</switch_mode>",
    ["switch_mode", { mode: "code", reason: "To build" }],
  ],
  [
    "<new_task>\n<mode>architect</mode>\n<message>Plan it</message>\n</new_task>",
    ["new_task", { agent: "architect", message: "Plan it" }],
  ],
  [
    "<edit_file>\n<file_path>a</file_path>\n<old_string>x = 1</old_string>\n<new_string>x = 2</new_string>\n</edit_file>",
    ["edit_file", { path: "a", old_string: "x = 1", new_string: "x = 2" }],
  ],
  [
    '<use_mcp_tool>\n<server_name>s</server_name>\n<tool_name>t</tool_name>\n<arguments>{"key": "value"}</arguments>\n</use_mcp_tool>',
    ["use_mcp_tool", { server_name: "s", tool_name: "t", arguments: { key: "value" } }],
  ],
  [
    "<browser_action>\n<action>launch</action>\n<url>https://example.com</url>\n</browser_action>",
    ["browser_action", { action: "launch", url: "https://example.com" }],
  ],
  [
    "<codebase_search>\n<query>who may sign in</query>\n<path>src</path>\n</codebase_search>",
    ["codebase_search", { query: "who may sign in", path: "src" }],
  ],
];

test("Roo Code's cases for calls as XML", async () => {
  const made = TOOLS.map((tool) => tool.make(toolDeps()));
  const tools = new Map(made.map((tool) => [tool.name, tool]));
  const understood = made.flatMap((tool, index) =>
    callNamesOf(TOOLS[index] ?? assert.fail(), TOOLS).map((name) => ({ ...tool, name })),
  );
  for (const tool of understood) tools.set(tool.name, tool);
  for (const [answer, call, text = call === undefined ? answer : ""] of CALLS) {
    const { tools: _, ...rest } = requestOf();
    const model = withXmlTools({ ...MODEL, chat: async () => ({ message: said(answer), usage: NO_USAGE }) });
    const { message } = await ask(model, { ...rest, tools: made, understood });
    const [found] = callsOf(message);
    const read = found && callArguments(found, tools);
    assert.deepEqual(read?.kind === "object" ? read.input : read, call?.[1], answer);
    if (found !== undefined) assert.equal(tools.get(found.name)?.description, tools.get(call?.[0] ?? "")?.description);
    assert.ok(textOf(message).startsWith(text), `${answer}: ${textOf(message)}`);
  }
});
