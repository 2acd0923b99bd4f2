/** Answers in text → calls: what is a call, what is text, what is told to the model. Each answer comes through a real stream. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { callsOf, textOf } from "../../../src/protocol/message.ts";
import { withXmlTools } from "../../../src/llm/xml-tools.ts";
import { NO_USAGE, type ChatModel } from "../../../src/protocol/model.ts";
import { ask, requestOf } from "../workbench.ts";
import { EDIT_TOOL, XML_TOOLS, xmlScene } from "./xml-bench.ts";
import { said } from "../../doubles/message.ts";

/** Answer, text that is kept, and the call as name and arguments, where there is one. */
type Row = readonly [name: string, answer: string, text: string, call?: readonly [name: string, values: unknown]];

const READ = "<read_file>\n<files>\n<file>\n<path>src/a.ts</path>\n</file>\n</files>\n</read_file>";
const READ_A = ["read_file", { files: [{ path: "src/a.ts" }] }] as const;
const run = (command: string): string => `<execute_command><command>${command}</command></execute_command>`;
const write = (content: string): string =>
  `<write_to_file>\n<path>a.md</path>\n<content>${content}</content>\n</write_to_file>`;
const written = (content: string) => ["write_to_file", { path: "a.md", content }] as const;

/** Behind a call that is whole in the stream, whatever came after it. */
const ENDED =
  "[Not carried out: what came after the first call, where your message was ended. Send one call in a message, at its end.]";

const ROWS: readonly Row[] = [
  ["a call", READ, "", READ_A],
  ["text before a call", `I look.\n\n${READ}\n`, "I look.", READ_A],
  ["a call in the middle of a line", `I look: ${run("ls")}`, "I look:", ["execute_command", { command: "ls" }]],
  ["a tool without parameters", "Done.<finish>\n</finish>", "Done.", ["finish", {}]],
  ["parameters are trimmed", run("\n  npm test  \n"), "", ["execute_command", { command: "npm test" }]],
  ["inner newlines stay", run("\na\n\nb\n"), "", ["execute_command", { command: "a\n\nb" }]],
  [
    "indentation of several lines stays",
    run("\n  if a\n    b\n  fi\n"),
    "",
    ["execute_command", { command: "  if a\n    b\n  fi" }],
  ],
  ["nothing is unescaped", run("a &amp;&amp; b < c"), "", ["execute_command", { command: "a &amp;&amp; b < c" }]],
  [
    "types by the schema",
    "<execute_command><command>1</command><timeout> 30 </timeout><ratio>0.5</ratio><run_in_background>true</run_in_background><shell>sh</shell></execute_command>",
    "",
    ["execute_command", { command: "1", timeout: 30, ratio: 0.5, run_in_background: true, shell: "sh" }],
  ],
  [
    "what does not fit a type stays text, for the tool to refuse",
    "<execute_command><timeout>soon</timeout><run_in_background>True</run_in_background></execute_command>",
    "",
    ["execute_command", { timeout: "soon", run_in_background: "True" }],
  ],
  [
    "lists as tags, numbers inside",
    "<read_file><files><file><path>a</path><start_line>3</start_line></file><x><path> b </path></x></files></read_file>",
    "",
    ["read_file", { files: [{ path: "a", start_line: 3 }, { path: "b" }] }],
  ],
  ["lists as JSON", '<read_file><files>[{"path":"src/a.ts"}]</files></read_file>', "", READ_A],
  [
    "lists of text and of a union",
    "<ask><follow_up><suggest>a</suggest><suggest>2</suggest></follow_up><maybe><n>1</n><n>2</n></maybe></ask>",
    "",
    ["ask", { follow_up: ["a", "2"], maybe: [1, 2] }],
  ],
  [
    "a list's objects without names of their own",
    "<read_file><files><path>a</path><start_line>3</start_line><path>b</path></files></read_file>",
    "",
    ["read_file", { files: [{ path: "a", start_line: 3 }, { path: "b" }] }],
  ],
  [
    "a list in several parameters",
    "<read_file><files><file><path>a</path></file></files><files><path>b</path></files></read_file>",
    "",
    ["read_file", { files: [{ path: "a" }, { path: "b" }] }],
  ],
  [
    "a parameter that the tool does not have, twice",
    "<read_file><file><path>a</path></file><file><path>b</path></file></read_file>",
    "",
    ["read_file", { file: [{ path: "a" }, { path: "b" }] }],
  ],
  ["an empty list", "<ask><follow_up></follow_up></ask>", "", ["ask", { follow_up: [] }]],
  ["a list that is none", "<ask><follow_up>a, b</follow_up></ask>", "", ["ask", { follow_up: "a, b" }]],
  [
    "an object",
    "<execute_command><env><name>7</name><level>7</level><more>x</more></env></execute_command>",
    "",
    ["execute_command", { env: { name: "7", level: 7, more: "x" } }],
  ],
  ["a parameter that the tool does not have", "<finish><why>tired</why></finish>", "", ["finish", { why: "tired" }]],
  [
    "a name of Object.prototype is not one of its own",
    "<finish><toString>x</toString></finish>",
    "",
    ["finish", { toString: "x" }],
  ],
  [
    "given twice, the later one counts",
    "<write_to_file><path>a</path><path>b</path></write_to_file>",
    "",
    ["write_to_file", { path: "b" }],
  ],

  ["content loses one newline at each end", write("\n\n  a\n\n"), "", written("\n  a\n")],
  ["content without newlines", write("  a "), "", written("  a ")],
  ["content keeps carriage returns", write("\na\r\n"), "", written("a\r")],
  [
    "content may hold its own end tag: the last one counts",
    write("\n<content>x</content>\n<path>evil</path>\n</content>\n"),
    "",
    written("<content>x</content>\n<path>evil</path>\n</content>"),
  ],
  [
    "content may hold calls, fences and backticks",
    write(`\n\`\`\`\n${READ}\n\`\n`),
    "",
    written(`\`\`\`\n${READ}\n\``),
  ],
  [
    "content before path",
    "<write_to_file><content>\nx</content>\n</content><path>a.md</path></write_to_file>",
    "",
    written("x</content>"),
  ],
  [
    "elsewhere the first end tag counts",
    "<execute_command><command>a</command>b</command></execute_command>",
    "",
    ["execute_command", { command: "a" }],
  ],
  [
    "a parameter may hold the end of its call",
    run("echo '</execute_command>'"),
    "",
    ["execute_command", { command: "echo '</execute_command>'" }],
  ],

  [
    "unknown tags are text",
    "<thinking>hm</thinking><read_files><path>a</path></read_files>",
    "<thinking>hm</thinking><read_files><path>a</path></read_files>",
  ],
  [
    "a tool that is not offered, for the engine to refuse",
    "<list_files><path>.</path></list_files>",
    "",
    ["list_files", {}],
  ],
  [
    "another program's parameter, without the tool's end",
    "I look.\n<read_file>\n<path>a</path>",
    "I look.",
    ["read_file", { path: "a" }],
  ],
  [
    "markup of the model's training",
    'I look.\n<function_calls>\n<invoke name="execute_command">\n<parameter name="command">ls</parameter>\n</invoke>\n</function_calls>',
    "I look.",
    ["execute_command", { command: "ls" }],
  ],
  [
    "two calls in such markup: the first one",
    '<tool_call>{"name": "finish", "arguments": {}}</tool_call><tool_call>{"name": "ask", "arguments": {}}</tool_call>',
    "[Not carried out: 1 further call (ask). Only the first call of a message is; send the next one after its result.]",
    ["finish", {}],
  ],
  ["tags with attributes are text", '<finish now="yes"></finish>', '<finish now="yes"></finish>'],
  ["a tag in a fenced block is text", `So:\n\`\`\`xml\n${READ}\n\`\`\`\n`, `So:\n\`\`\`xml\n${READ}\n\`\`\`\n`],
  ["a fence of tildes, longer than what is in it", `~~~~\n~~~\n${READ}\n~~~~`, `~~~~\n~~~\n${READ}\n~~~~`],
  ["an answer that is only a fence around a call", `\`\`\`xml\n${READ}\n\`\`\``, "", READ_A],
  ["a fence that nothing closes", `\`\`\`\n${READ}`, "", READ_A],
  [
    "a tag in inline code is text",
    `Use \`${run("ls")}\` or \`\`a \` <finish></finish>\`\`.`,
    `Use \`${run("ls")}\` or \`\`a \` <finish></finish>\`\`.`,
  ],
  ["a call behind a closed block", `\`\`\`\n<finish>\n\`\`\`\n${READ}`, "```\n<finish>\n```", READ_A],
  [
    "a stray backtick hides nothing below its line",
    `It\`s here.\n${run("echo `date`")}`,
    "It`s here.",
    ["execute_command", { command: "echo `date`" }],
  ],
  [
    "a tag that is only mentioned",
    "I used <read_file> and <finish> before.",
    "I used <read_file> and <finish> before.",
  ],
  ["a mention before the call", `First <read_file> it is.\n${READ}`, "First <read_file> it is.", READ_A],
  ["a tag before other tags is a mention", "The <finish> <b>tag</b> ends it.", "The <finish> <b>tag</b> ends it."],
  [
    "a closed call around words: the tool says what is missing",
    "<execute_command>ls</execute_command>",
    "",
    ["execute_command", {}],
  ],

  [
    "the tool's own end tag may be missing",
    "<execute_command>\n<command>ls</command>",
    "",
    ["execute_command", { command: "ls" }],
  ],
  [
    "a parameter without an end is refused by its tool",
    "<execute_command><command>ls</execute_command>",
    "",
    ["execute_command", { command: { left_out: "there is no </command>" } }],
  ],
  ["the same where it is no text", "<read_file><files><file>", "", ["read_file", { files: "there is no </files>" }]],
  ["a parameter at its limit", write("x".repeat(102_400)), "", written("x".repeat(102_400))],
  [
    "a parameter over its limit is refused by its tool",
    write("x".repeat(102_401)),
    "",
    ["write_to_file", { path: "a.md", content: { left_out: "over 100 KB; use smaller pieces" } }],
  ],

  [
    "only the first call counts",
    `Two.\n${READ}\n${run("ls")}\n${run("cat")}\n<finish></finish>`,
    `Two.\n\n${ENDED}`,
    READ_A,
  ],
  ["an invented result is dropped", `${READ}\n\n[read_file] Result:\nnothing`, ENDED, READ_A],
  ["two files are two calls", `${write("\na\n")}\n${write("\nb\n")}`, ENDED, written("a")],
];

/** Everything of a model but its answers. */
const NOBODY: Omit<ChatModel, "chat"> = {
  name: "test/nobody",
  window: 1_000_000,
  maxOutputTokens: 1_000_000,
  features: new Set(),
  estimate: () => 0,
  costUsd: () => undefined,
};

for (const [name, answer, text, call] of ROWS) {
  test(name, async (t) => {
    const { ask, server } = await xmlScene(t, { text: answer });
    const { message, isCut } = await ask();
    const [made, ...more] = callsOf(message);
    assert.deepEqual(
      {
        text: textOf(message),
        call: made === undefined ? undefined : [made.name, JSON.parse(made.arguments)],
        more,
        isCut,
      },
      { text, call: call === undefined ? undefined : [...call], more: [], isCut: undefined },
    );
    assert.deepEqual(server.violations, []);
  });
}

const CUT: readonly Row[] = [
  ["in a parameter", "I write.\n<write_to_file>\n<path>a</path>\n<content>\nhalf", "I write.\n\n[write_to_file]"],
  ["before the tool's end tag", "<execute_command><command>rm -rf build</command>", "[execute_command]"],
  ["in a parameter's start tag", "<execute_command>\n<comm", "[execute_command]"],
  ["behind the tool's start tag", "<execute_command>", "[execute_command]"],
  ["in the tool's start tag", "Go.\n<execute_com", "Go.\n\n[a call]"],
  ["in words", "a < b and", "a < b and"],
  ["in a fenced block", "```\n<finish>", "```\n<finish>"],
];
for (const [name, answer, kept, call] of CUT) {
  test(`cut off ${name}: no half call`, async (t) => {
    const { ask } = await xmlScene(t, { text: answer, finish: "length" });
    const { message, isCut } = await ask();
    const note =
      "Not carried out: $1, which was cut off at the output limit. Send the whole call again, with less in it.";
    assert.deepEqual(
      [textOf(message), callsOf(message).map(({ name }) => name), isCut],
      [kept.replace(/\[(\w+|a call)\]$/, `[${note}]`), call === undefined ? [] : [call[0]], true],
    );
  });
}

test("one byte at a time makes no difference", async (t) => {
  const text = `Größe \u{1F389}\n${write("\n\u{1F389}</content>\n")}`;
  const { ask } = await xmlScene(t, { text }, { text, chunkBytes: 1 });
  const [whole, split] = [await ask(), await ask()];
  assert.deepEqual(split, whole);
  assert.equal(callsOf(whole.message)[0]?.arguments, '{"path":"a.md","content":"\u{1F389}</content>"}');
});

test("the same place of the conversation gives the same id, the next place another", async (t) => {
  const reply = { text: READ };
  const { ask } = await xmlScene(t, reply, reply, reply);
  const first = await ask();
  const again = await ask();
  const next = await ask({
    messages: [{ role: "user", content: "Fix it." }, first.message, { role: "user", content: "x" }],
  });
  const ids = [first, again, next].map(({ message }) => callsOf(message)[0]?.id ?? "");
  assert.match(ids[0] ?? "", /^call_[0-9a-f]{10}_0$/);
  assert.equal(ids[1], ids[0]);
  assert.notEqual(ids[2], ids[0]);
});

test("an answer longer than 1 MB ends there, and no shape of it takes long", async () => {
  const answered = async (text: string): Promise<unknown> => {
    const message = said(text);
    const model = withXmlTools({ ...NOBODY, chat: async () => ({ message, usage: NO_USAGE }) });
    const reply = await ask(model, requestOf({ tools: XML_TOOLS }));
    return [callsOf(reply.message).map(({ name }) => name), reply.isCut, textOf(reply.message).slice(0, 30)];
  };
  const open = "<a><b>".repeat(200_000);
  const distinct = Array.from({ length: 100_000 }, (_, n) => `<p${n}>`).join("");
  assert.deepEqual(
    [
      await answered(`${READ}${open}`),
      await answered(`<execute_command><command>${open}`),
      await answered(`${"<finish> x ".repeat(100_000)}</finish>`),
      await answered(`<finish>${distinct}</finish>`),
      await answered(`<execute_command>${distinct}</execute_command>${distinct}`),
      await answered(Array.from({ length: 1_300 }, (_, n) => `${"`".repeat(n)} `).join("")),
    ],
    [
      [["read_file"], true, "[Left out: the text after the "],
      [[], true, "[Not carried out: execute_comm"],
      [[], true, "<finish> x <finish> x <finish>"],
      [["finish"], undefined, ""],
      [["execute_command"], true, "[Left out: the text after the "],
      [[], undefined, " ` `` ``` ```` ````` `````` ``"],
    ],
  );
});

test("a call of a tool that is understood without being offered", async (t) => {
  const [hidden, ...tools] = XML_TOOLS;
  assert.ok(hidden);
  const { server, ask } = await xmlScene(t, { text: READ });
  const { message } = await ask({ tools, understood: [hidden] });
  const [call] = callsOf(message);
  assert.deepEqual([call?.name, JSON.parse(call?.arguments ?? "")], READ_A);
  assert.doesNotMatch(server.requests[0]?.body ?? "", /read_file/);
});

test("reasoning stays, and calls of the provider's own stay as they are", async (t) => {
  const own = { id: "c1", name: "finish", arguments: {} };
  const { ask } = await xmlScene(
    t,
    { think: `I could ${run("ls")}`, text: `Hm.\n${READ}` },
    { text: run("ls"), calls: [own] },
  );
  const { blocks } = (await ask()).message;
  assert.deepEqual(blocks.slice(0, 2), [
    { type: "think", text: `I could ${run("ls")}`, extra: '{"field":"reasoning_content"}' },
    { type: "text", text: "Hm." },
  ]);
  assert.deepEqual(
    blocks.slice(2).map(({ type }) => type),
    ["call"],
  );
  assert.deepEqual(callsOf((await ask()).message), [{ type: "call", id: "c1", name: "finish", arguments: "{}" }]);
});

test("pieces of a file are not trimmed, in lists either, and the prompt says which they are", async (t) => {
  const answer =
    "<search_and_replace><path> a </path><operations><operation><search>\n    a\n</search><replace>  b </replace></operation></operations><old_string>\tc</old_string><new_string>\n\n</new_string></search_and_replace>";
  const { server, ask } = await xmlScene(t, { text: answer });
  const { message } = await ask({ tools: [EDIT_TOOL] });
  const [call] = callsOf(message);
  assert.deepEqual(JSON.parse(call?.arguments ?? ""), {
    path: "a",
    operations: [{ search: "    a", replace: "  b " }],
    old_string: "\tc",
    new_string: "",
  });
  assert.match(
    JSON.stringify(server.requests[0]?.body),
    /- `content` or `search` or `replace` or `old_string` or `new_string` begins behind the newline/,
  );
});

/** The rest of the stream never comes: what is read of it is sent, and the connection stays open. */
for (const [name, answer, more, text] of [
  ["more behind it", `I look.\n${READ}\n[read_file] Result:\n`, "made up", `I look.\n\n${ENDED}`],
  ["nothing behind it", `I look.\n${READ}\n`, "\n", "I look."],
] as const) {
  // An answer without a word is given up after minutes.
  test(`a whole call ends the wait for the stream: ${name}`, { timeout: 30_000 }, async (t) => {
    const event = (content: string): string => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
    const sent = event(answer) + event(more);
    const raw = sent + event("never sent");
    const { ask } = await xmlScene(t, { raw, stallAfterBytes: Buffer.byteLength(sent), commentEveryMs: 50 });
    const { message, isCut, estimated } = await ask();
    assert.deepEqual(
      [textOf(message), callsOf(message).map((made) => made.name), isCut, estimated],
      [text, ["read_file"], undefined, ["prompt", "answer"]],
    );
  });
}

test("what may not be a whole call is waited for: code between backticks, and a file that holds an end tag", async (t) => {
  const span = `Write \`${READ.replaceAll("\n", "")}\` to read.`;
  const file = write("\na</content>\nb\n");
  const pieces = { chunkBytes: 16 };
  const { ask } = await xmlScene(t, { text: span, ...pieces }, { text: file, ...pieces });
  const first = await ask();
  assert.deepEqual([textOf(first.message), callsOf(first.message)], [span, []]);
  const second = await ask();
  assert.deepEqual(JSON.parse(callsOf(second.message)[0]?.arguments ?? ""), written("a</content>\nb")[1]);
});
