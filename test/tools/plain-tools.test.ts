/** The tools that touch no file: todo list, question, completion. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tool, ToolResult } from "../../src/protocol/tool.ts";
import { askFollowupQuestionTool } from "../../src/tools/ask-followup-question.ts";
import { attemptCompletionTool } from "../../src/tools/attempt-completion.ts";
import {
  condenseTool,
  fetchInstructionsTool,
  reportBugTool,
  thinkTool,
} from "../../src/tools/conversation/conversation-tools.ts";
import { updateTodoListTool } from "../../src/tools/update-todo-list.ts";
import { toolDeps } from "../doubles/tool-deps.ts";

const { signal } = new AbortController();
const call = async (tool: Tool, input: unknown): Promise<ToolResult> => {
  const plan = await tool.plan(input, signal);
  assert.deepEqual([plan.access, plan.capabilities], ["read", []], "needs nothing of the policy");
  return plan.run(signal, "call");
};

test("todos: every mark, with and without a dash; other lines are ignored", async () => {
  const todos = "# Plan\n[ ] one\n- [-] two\n  - [~] three  \n[x] four\n[X] five [x]\n[y] no\n[ ]\ntext";
  assert.deepEqual(await call(updateTodoListTool.make(toolDeps()), { todos }), {
    text: "Todo list replaced: 2 done, 2 in progress, 1 open.",
    events: [
      {
        type: "todo.update",
        todos: [
          { title: "one", status: "pending" },
          { title: "two", status: "in_progress" },
          { title: "three", status: "in_progress" },
          { title: "four", status: "done" },
          { title: "five [x]", status: "done" },
        ],
      },
    ],
  });
});

test("todos: a list without an end is read once", async () => {
  const tool = updateTodoListTool.make(toolDeps());
  const began = process.cpuUsage().user;
  for (const todos of [`<task>${"\n".repeat(20_000)}`, `[x]${"\t".repeat(60_000)}`])
    await assert.rejects(async () => await call(tool, { todos }));
  assert.ok(process.cpuUsage().user - began < 1_000_000);
});

test("todos: a list as elements or as JSON, as models write it in XML mode and for Kimi CLI's tool", async () => {
  const tool = updateTodoListTool.make(toolDeps());
  const both = [
    { title: "one", status: "done" },
    { title: "two & <b", status: "pending" },
  ];
  const forms = [
    "\n<item>\n<title>one</title>\n<status>done</status>\n</item>\n<item><title>two & <b</title></item>\n",
    "<todo><status>done</status><content>one</content></todo><todo><status>pending</status><content>two & <b</content></todo>",
    "<title>one</title><status>completed</status><title>two & <b</title><status>open</status>",
    JSON.stringify(both),
    '["[x] one", "two & <b"]',
  ];
  const replaced = async (todos: string) => call(tool, tool.repair?.({ todos }).input);
  for (const todos of forms) {
    assert.deepEqual((await replaced(todos)).events, [{ type: "todo.update", todos: both }], todos);
  }
  const bare = await replaced("<item>one</item><item>two</item>");
  assert.equal(bare.text, "Todo list replaced: 0 done, 0 in progress, 2 open.");
});

test("todos: a list with an unknown status is refused as a whole", async () => {
  const tool = updateTodoListTool.make(toolDeps());
  for (const status of ["blocked", "constructor"]) {
    const input = tool.repair?.({ todos: [{ content: "one" }, { content: "two", status }] }).input;
    await assert.rejects(tool.plan(input, signal), { code: "tool.input" }, status);
  }
});

test("todos: an empty text clears the list, a text without items is a mistake", async () => {
  assert.deepEqual((await call(updateTodoListTool.make(toolDeps()), { todos: "" })).events, [
    { type: "todo.update", todos: [] },
  ]);
  await assert.rejects(updateTodoListTool.make(toolDeps()).plan({ todos: "do it" }, signal), { code: "tool.input" });
});

test("a question is answered at once and recorded as an assumption", async () => {
  const result = await call(askFollowupQuestionTool.make(toolDeps()), {
    question: "Which database?",
    follow_up: ["a", "b"],
  });
  assert.match(result.text, /^No person is there to answer\. Decide by yourself/);
  assert.deepEqual(
    [result.isError, result.events],
    [undefined, [{ type: "assumption.made", question: "Which database?" }]],
  );
});

test("completion carries the trimmed result; an empty one is a mistake", async () => {
  assert.deepEqual(await call(attemptCompletionTool.make(toolDeps()), { result: "\nFixed.\n" }), {
    text: "Accepted.",
    completion: "Fixed.",
  });
  await assert.rejects(attemptCompletionTool.make(toolDeps()).plan({ result: " \n" }, signal), {
    code: "tool.input",
    message: "the result is empty.",
  });
});

test("a thought, a fault, a wish to condense and a question for instructions", async () => {
  const deps = toolDeps();
  assert.deepEqual(await call(thinkTool.make(deps), { thought: "first read" }), { text: "Thought logged." });
  assert.deepEqual(await call(reportBugTool.make(deps), { title: "a\nb", description: "x".repeat(5000) }), {
    text: "Recorded for the people who read the result. Go on with the task.",
    events: [{ type: "bug.report", title: "a b", description: "x".repeat(4000) }],
  });
  assert.equal((await call(condenseTool.make(deps), { message: "keep the sign" })).condense, "keep the sign");
  const shelf = toolDeps({ skills: { names: ["release"], read: () => undefined } });
  assert.match((await call(fetchInstructionsTool.make(shelf), { task: "create_mode" })).text, /with skill: release\.$/);
});
