/** Shared by the tests of tool calls in text: tools of every kind of parameter, and one answer through a real stream. */

import type { TestContext } from "node:test";
import type { ChatModel, ChatReply, ChatRequest } from "../../../src/protocol/model.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import type { ModelServer } from "../../doubles/model-server.ts";
import { ask, modelOf, requestOf, serve } from "../workbench.ts";

const text = { type: "string" };
const line = { type: "integer", minimum: 1 };

function tool(name: string, properties: object, required: readonly string[] = []): ChatRequest["tools"][number] {
  return { name, description: `Does ${name}.`, parameters: { type: "object", properties, required } };
}

/** Of pieces of a file. */
export const EDIT_TOOL = tool("search_and_replace", {
  path: text,
  operations: { type: "array", items: { type: "object", properties: { search: text, replace: text } } },
  old_string: text,
  new_string: text,
});

export const XML_TOOLS: ChatRequest["tools"] = [
  tool(
    "read_file",
    {
      files: {
        type: "array",
        items: { type: "object", properties: { path: text, start_line: line, end_line: line }, required: ["path"] },
        minItems: 1,
        maxItems: 5,
      },
    },
    ["files"],
  ),
  tool("write_to_file", { path: text, content: text }, ["path", "content"]),
  tool("execute_command", {
    command: text,
    timeout: { type: "integer", minimum: 1, maximum: 600, description: "seconds" },
    ratio: { type: "number" },
    run_in_background: { type: "boolean" },
    shell: { enum: ["bash", "sh"] },
    env: { type: "object", properties: { name: text, level: { type: "integer" } } },
  }),
  tool("ask", {
    follow_up: { type: "array", items: text },
    maybe: { anyOf: [{ type: "array", items: line }, { type: "null" }] },
  }),
  tool("finish", {}),
];

export interface XmlScene {
  readonly server: ModelServer;
  readonly model: ChatModel;
  readonly ask: (more?: Partial<ChatRequest>) => Promise<ChatReply>;
}

/** A model of Chat Completions that answers with these, one after the other. */
export async function xmlScene(t: TestContext, ...replies: readonly DoubleReply[]): Promise<XmlScene> {
  const server = await serve(t, replies);
  const model = await modelOf("openai", server, { toolSyntax: "xml" });
  return { server, model, ask: (more) => ask(model, requestOf({ tools: XML_TOOLS, ...more })) };
}
