/** What is sent to a model that calls tools in its text: a plain conversation without tools, in turns, that only grows. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { requireFeatures } from "../../../src/llm/features.ts";
import { textOf, callsOf, type Message } from "../../../src/protocol/message.ts";
import { NO_USAGE } from "../../../src/protocol/model.ts";
import { fieldsOf, show, type Json } from "../../doubles/model-check.ts";
import { ask, failureOf, FORMATS, modelOf, requestOf, serve, user, type FormatName } from "../workbench.ts";
import { XML_TOOLS, xmlScene } from "./xml-bench.ts";
import { cpuMs } from "../../doubles/cpu-time.ts";
import { said } from "../../doubles/message.ts";

function result(toolCallId: string, content: string): Message {
  return { role: "tool", toolCallId, content, isError: false };
}

function call(id: string, name: string, values: object | string) {
  return { id, name, arguments: typeof values === "string" ? values : JSON.stringify(values) };
}

const FILES = { files: [{ path: "src/a.ts", start_line: 3 }, { path: "b" }] };
const WRITE = { path: "a.md", content: "\n# a </content> & `b`\n\n" };
const EXEC = { command: "npm test\nnpm run lint", timeout: 30, run_in_background: false, env: { name: "x", level: 2 } };

/** Everything a session can hold; each prefix that ends with us is a request. */
const CONVERSATION: readonly Message[] = [
  user("Fix the bug."),
  said(
    [
      { type: "think", text: "First I look." },
      { type: "text", text: "Looking." },
    ],
    call("c1", "read_file", FILES),
  ),
  result("c1", "1 | a"),
  user("<system-reminder>Two steps are left.</system-reminder>"),
  said([], call("c2", "write_to_file", WRITE), call("c3", "finish", "[1")),
  result("c2", "Created a.md."),
  result("c3", "Error: not usable"),
  said("Next.", call("c4", "execute_command", EXEC)),
  result("c4", "ok"),
  said("Done."),
  user("And now?"),
  user("Please."),
];

const RENDERED = [
  ["user", "Fix the bug."],
  [
    "assistant",
    "Looking.\n\n<read_file>\n<files>\n<file>\n<path>src/a.ts</path>\n<start_line>3</start_line>\n</file>\n<file>\n<path>b</path>\n</file>\n</files>\n</read_file>",
  ],
  ["user", "[read_file] Result:\n1 | a\n\n<system-reminder>Two steps are left.</system-reminder>"],
  [
    "assistant",
    "<write_to_file>\n<path>a.md</path>\n<content>\n\n# a </content> & `b`\n\n\n</content>\n</write_to_file>\n\n<finish>\n[1\n</finish>",
  ],
  ["user", "[write_to_file] Result:\nCreated a.md.\n\n[finish] Result:\nError: not usable"],
  [
    "assistant",
    "Next.\n\n<execute_command>\n<command>\nnpm test\nnpm run lint\n</command>\n<timeout>30</timeout>\n<run_in_background>false</run_in_background>\n<env>\n<name>x</name>\n<level>2</level>\n</env>\n</execute_command>",
  ],
  ["user", "[execute_command] Result:\nok"],
  ["assistant", "Done."],
  ["user", "And now?\n\nPlease."],
];

/** Role and text of the messages of a body, the system prompt left out. */
function spoken(json: Json): readonly (readonly [string, string])[] {
  return (fieldsOf(json)["messages"] as readonly Json[]).flatMap((raw) => {
    const { role, content } = fieldsOf(raw);
    if (role === "system") return [];
    const texts = Array.isArray(content)
      ? content.map((part) => show(fieldsOf(part as Json)["text"]))
      : [show(content)];
    return [[show(role), texts.join("")] as const];
  });
}

for (const format of FORMATS) {
  test(`${format}: calls are text, results are the user's turn, and there are no tools`, async (t) => {
    const server = await serve(t, () => ({ text: "ok" }));
    const model = await modelOf(format, server, { toolSyntax: "xml" });
    for (const length of [1, 4, 7, 9, 12]) {
      await ask(model, requestOf({ tools: XML_TOOLS, messages: CONVERSATION.slice(0, length) }));
    }
    assert.deepEqual(server.violations, []);
    assert.ok(server.requests.every(({ json }) => !("tools" in fieldsOf(json))));
    assert.deepEqual(
      server.requests.map(({ json }) => spoken(json)),
      [1, 3, 5, 7, 9].map((length) => RENDERED.slice(0, length)),
    );
    const systems = server.requests.map(({ json }) => systemOf(json, format));
    assert.equal(new Set(systems).size, 1);
    const again = await modelOf(format, server, { toolSyntax: "xml" });
    await ask(again, structuredClone(requestOf({ tools: XML_TOOLS, messages: CONVERSATION })));
    assert.equal(server.requests.at(-1)?.body, server.requests.at(-2)?.body, "the same bytes from any process");
  });
}

function systemOf(json: Json, format: FormatName): string {
  const { system, messages } = fieldsOf(json);
  const [first] = (format === "openai" ? messages : system) as readonly Json[];
  const { content, text } = fieldsOf(first);
  return show(format === "openai" ? content : text);
}

test("the system prompt says which tools there are and how they are called", async (t) => {
  const { ask, server } = await xmlScene(t, { text: "ok" }, { text: "ok" });
  await ask();
  const system = systemOf(server.requests[0]!.json, "openai");
  assert.ok(system.startsWith("You help.\n\n# Calling tools\n"));
  const [, ...tools] = system.split("\n\n## ");
  assert.deepEqual(tools, [
    `read_file
Does read_file.
Parameters:
- files (required): list of objects, 1..5
  - path (required): text
  - start_line (optional): whole number, 1..
  - end_line (optional): whole number, 1..
Usage:
<read_file>
<files>
<file>
<path>…</path>
</file>
</files>
</read_file>`,
    `write_to_file
Does write_to_file.
Parameters:
- path (required): text
- content (required): text
Usage:
<write_to_file>
<path>…</path>
<content>
…
</content>
</write_to_file>`,
    `execute_command
Does execute_command.
Parameters:
- command (optional): text
- timeout (optional): whole number, 1..600; seconds
- ratio (optional): number
- run_in_background (optional): true or false
- shell (optional): bash | sh
- env (optional): object
  - name (optional): text
  - level (optional): whole number
Usage:
<execute_command>
</execute_command>`,
    `ask
Does ask.
Parameters:
- follow_up (optional): list of text
- maybe (optional): list of whole number, 1..
Usage:
<ask>
</ask>`,
    `finish
Does finish.
Usage:
<finish>
</finish>`,
  ]);
  await ask({ tools: [] });
  assert.equal(systemOf(server.requests[1]!.json, "openai"), "You help.", "a request without tools stays as it is");
});

test("round trip: what a call was is what its text is read as", async (t) => {
  const calls = CONVERSATION.flatMap((message) => (message.role === "assistant" ? callsOf(message) : []));
  const whole = calls.filter(({ name }) => name !== "finish");
  const server = await serve(t, (_, n) =>
    n % 2 === 0 ? { text: "ok" } : { text: spoken(server.requests[n - 1]!.json)[1]![1] },
  );
  const model = await modelOf("openai", server, { toolSyntax: "xml" });
  for (const made of whole) {
    const messages: Message[] = [user("Go."), said("Now.", made), result(made.id, "ok")];
    await ask(model, requestOf({ tools: XML_TOOLS, messages }));
    const { message } = await ask(model, requestOf({ tools: XML_TOOLS }));
    const [read] = callsOf(message);
    assert.deepEqual(
      [message.blocks.length, textOf(message), read?.name, read?.arguments],
      [2, "Now.", made.name, made.arguments],
    );
  }
  assert.equal(whole.length, 3);
});

test("what was not carried out is said behind the result, and the model's own words stay its own", async (t) => {
  const two = "Both.\n<execute_command><command>ls</command></execute_command>\n<finish></finish>";
  const { ask, server } = await xmlScene(
    t,
    { text: two },
    { text: "<execute_command><command>half", finish: "length" },
    { text: "ok" },
  );
  const first = await ask();
  const messages = [user("Fix it."), first.message, result(callsOf(first.message)[0]?.id ?? "", "a.ts"), user("More.")];
  const second = await ask({ messages });
  await ask({ messages: [...messages, second.message, user("Go on.")] });
  assert.deepEqual(spoken(server.requests[2]!.json), [
    ["user", "Fix it."],
    ["assistant", "Both.\n\n<execute_command>\n<command>ls</command>\n</execute_command>"],
    [
      "user",
      "[execute_command] Result:\na.ts\n\n[Not carried out: what came after the first call, where your message was ended. Send one call in a message, at its end.]\n\nMore.",
    ],
    ["assistant", "…"],
    [
      "user",
      "[Not carried out: execute_command, which was cut off at the output limit. Send the whole call again, with less in it.]\n\nGo on.",
    ],
  ]);
  assert.deepEqual(server.violations, []);
});

/** The plain message of a batch was remembered by its first and last result, so that a result between them was never pruned. */
test("a result that was pruned between others is sent pruned", async (t) => {
  const { ask, server } = await xmlScene(t, { text: "ok" }, { text: "ok" });
  const asked = [user("Go."), said([], call("c1", "a", {}), call("c2", "b", {}), call("c3", "c", {}))];
  const [first, last] = [result("c1", "1"), result("c3", "3")];
  await ask({ messages: [...asked, first, result("c2", "long"), last] });
  await ask({ messages: [...asked, first, result("c2", "(pruned)"), last] });
  assert.deepEqual(
    server.requests.map(({ json }) => spoken(json).at(-1)?.[1]),
    ["long", "(pruned)"].map((middle) => `[a] Result:\n1\n\n[b] Result:\n${middle}\n\n[c] Result:\n3`),
  );
});

test("pictures stay with the words they came with", async (t) => {
  const { ask, server } = await xmlScene(t, { text: "ok" });
  const images = [{ mediaType: "image/png", data: "iVBORw0KGgo=" }] as const;
  await ask({ messages: [user("Look."), { role: "user", content: "Here.", images }] });
  const [, asked] = fieldsOf(server.requests[0]!.json)["messages"] as readonly Json[];
  assert.deepEqual(fieldsOf(asked)["content"], [
    { type: "text", text: "Look.\n\nHere." },
    { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } },
  ]);
  assert.deepEqual(server.violations, []);
});

test("estimate, price and features are those of what is sent", async (t) => {
  const server = await serve(t, [{ text: "ok", usage: null }]);
  const [native, xml] = [await modelOf("openai", server), await modelOf("openai", server, { toolSyntax: "xml" })];
  const request = requestOf({ tools: XML_TOOLS, messages: CONVERSATION });
  const reply = await ask(xml, request);
  const [system, ...messages] = fieldsOf(server.requests[0]!.json)["messages"] as readonly Json[];
  const plain = requestOf({
    system: show(fieldsOf(system)["content"]),
    tools: [],
    messages: messages.map((raw) => {
      const { role, content } = fieldsOf(raw);
      return role === "user" ? user(show(content)) : said(show(content));
    }),
  });
  // The plain one lacks the reasoning, which is sent back.
  assert.ok(Math.abs(xml.estimate(request) - native.estimate(plain)) < 20);
  assert.equal(xml.estimate(request), xml.estimate(structuredClone(request)), "what is remembered changes nothing");
  assert.equal(reply.usage.input, xml.estimate(request));
  const usage = { ...NO_USAGE, input: 1_000_000 };
  assert.equal(xml.costUsd(usage), native.costUsd(usage));
  assert.deepEqual([...xml.features].toSorted(), [...native.features].toSorted());
  assert.deepEqual([xml.name, xml.window, xml.maxOutputTokens], [native.name, native.window, native.maxOutputTokens]);
});

test("a step of a long conversation costs what is new in it", async (t) => {
  const { model } = await xmlScene(t);
  const messages: Message[] = [user("Go on.")];
  const grow = (): void => {
    for (let step = 0; step < 300; step += 1) {
      const id = `c${step}`;
      messages.push(
        said("I look.", call(id, "execute_command", EXEC)),
        result(id, "const a = 1; // line\n".repeat(50)),
      );
      model.estimate(requestOf({ tools: XML_TOOLS, messages }));
    }
  };
  const ms = cpuMs(grow);
  assert.ok(ms < 2_000, `${ms} ms`);
});

test("a model without tools is refused with what would do, and is not with calls in its text", async (t) => {
  const mute = { name: "kimi/kimi-k2.6", features: new Set([] as const) };
  assert.throws(() => requireFeatures(mute, { images: 0, tools: 2 }), {
    code: "config.unsupported",
    message: "kimi/kimi-k2.6 cannot do what this run asks for: tool_use (2 tools).",
    hint: /; see kimi-runner models\. With --tool-syntax xml, or the action's input tool-syntax, it calls tools in its text\.$/,
  });
  const { model } = await xmlScene(t);
  requireFeatures({ ...mute, features: model.features }, { images: 0, tools: 2 });

  const body = JSON.stringify({ error: { message: "registry.ollama.ai/library/gemma3:4b does not support tools" } });
  const server = await serve(t, [{ status: 400, body }]);
  const refused = await failureOf(ask(await modelOf("openai", server, { model: "ollama/gemma3:4b" })));
  assert.deepEqual(
    [refused.code, refused.hint],
    ["provider.rejected", "With --tool-syntax xml, or the action's input tool-syntax, it calls tools in its text."],
  );
  assert.match(refused.message, /^ollama\/gemma3:4b does not support tools: .*does not support tools/);
});
