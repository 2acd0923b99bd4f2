/** Tool calls in the model's text: the same runs, journals and answers as with native ones, and no tools in any request. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { eventsOf, outcomeOf } from "../../doubles/cli.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import type { ModelServer } from "../../doubles/model-server.ts";
import { createJobScene, REPOSITORY } from "../job/job-scene.ts";
import { createScene, FILES, FIX, NO_BWRAP } from "../harness.ts";

const XML = ["--tool-syntax", "xml"];
const DIFF =
  "<<<<<<< SEARCH\nexport const add = (a, b) => a - b;\n=======\nexport const add = (a, b) => a + b;\n>>>>>>> REPLACE";
const TEST = "<execute_command>\n<command>node --test</command>\n</execute_command>";
const DONE: DoubleReply = {
  text: "<attempt_completion>\n<result>\nFixed the sign; the test passes.\n</result>\n</attempt_completion>",
};
/** The calls that fix the sample, as text; the second message holds one too many. */
const FIX_XML: readonly DoubleReply[] = [
  { text: "I look.\n<read_file>\n<files>\n<file>\n<path>src/add.js</path>\n</file>\n</files>\n</read_file>" },
  { text: `<apply_diff>\n<path>src/add.js</path>\n<diff>\n${DIFF}\n</diff>\n</apply_diff>\n\n${TEST}`, chunkBytes: 50 },
  { text: `Now the test, which \`<attempt_completion>\` must wait for.\n\n${TEST}` },
  DONE,
];

interface Body {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

function bodies({ requests }: Pick<ModelServer, "requests">): readonly Body[] {
  assert.ok(requests.every(({ body }) => !/"(?:tools|tool_calls|tool_call_id)":/.test(body)));
  return requests.map(({ json }) => json as unknown as Body);
}

test("fixes the bug: plain requests that only grow, ordinary calls in the journal", async () => {
  await using scene = await createScene({ replies: FIX_XML });
  const end = await scene.run(XML);
  assert.deepEqual([end.code, end.stdout], [0, "Fixed the sign; the test passes.\n"], end.stderr);
  assert.deepEqual(scene.server.violations, []);
  const { outcome, steps, filesChanged } = outcomeOf(scene.bundle);
  assert.deepEqual({ outcome, steps, filesChanged }, { outcome: "completed", steps: 4, filesChanged: 1 });
  assert.equal(scene.repository.read("src/add.js"), "export const add = (a, b) => a + b;\n");

  const judged = eventsOf(scene.bundle).flatMap((event) => (event.type === "call.judged" ? [event.summary] : []));
  assert.deepEqual(judged, [
    "read src/add.js",
    "edit src/add.js (+1 −1)",
    "run node --test",
    "done: Fixed the sign; the test passes.",
  ]);
  const sent = bodies(scene.server).map(({ messages }) => messages);
  for (const [at, messages] of sent.entries()) {
    const before = sent[at - 1] ?? [];
    assert.deepEqual(messages.slice(0, before.length), before);
    assert.deepEqual(
      messages.map(({ role }) => role),
      ["system", "user", ...Array.from({ length: at }, () => ["assistant", "user"]).flat()],
    );
  }
  const heard =
    sent
      .at(-1)
      ?.filter(({ role }) => role === "user")
      .map(({ content }) => content) ?? [];
  assert.match(heard[1] ?? "", /^\[read_file\] Result:\nsrc\/add\.js \(1 line\)/);
  assert.match(
    heard[2] ?? "",
    /^\[apply_diff\] Result:\nApplied the block.*\n\n\[Not carried out: what came after the first call, where your message was ended\. /,
  );
  assert.match(heard[3] ?? "", /^\[execute_command\] Result:\n[^]*pass 1/);
  assert.equal((await scene.cli(["verify", scene.bundle])).code, 0);
});

test("the model is told what cannot be read, and continues", async () => {
  const replies: readonly DoubleReply[] = [
    { text: `<write_to_file><path>src/a.txt</path><content>${"x".repeat(102_401)}</content></write_to_file>` },
    { text: "<write_to_file><path>src/a.txt</path><content>cut", finish: "length" },
    { text: "<write_to_file><path>src/a.txt</path><content>\nshort\n\n</content></write_to_file>" },
    DONE,
  ];
  await using scene = await createScene({ replies });
  const end = await scene.run(XML);
  assert.equal(end.code, 0, end.stderr);
  assert.equal(scene.repository.read("src/a.txt"), "short\n");
  const heard =
    bodies(scene.server)
      .at(-1)
      ?.messages.filter(({ role }) => role === "user") ?? [];
  assert.equal(
    heard[1]?.content,
    '[write_to_file] Result:\nError: write_to_file: content: expected string, got {"left_out":"over 100 KB; use smaller pieces"}. Accepted: {path: string, content: string}.',
  );
  assert.match(
    heard[2]?.content ?? "",
    /^\[Not carried out: write_to_file, which was cut off at the output limit\. .*\]\n\nYour message was cut off/,
  );
});

test("a held call is answered, and the session is resumed in the same syntax", async () => {
  const install = { text: "<execute_command><command>touch src/up</command></execute_command>" };
  await using scene = await createScene({ replies: [install, DONE], files: FILES });
  const held = await scene.run(XML);
  assert.match(held.stderr, /■ deferred/);
  const end = await scene.cli(["resume", scene.bundle, "--approve", "all", "--sandbox", "none"]);
  assert.equal(end.code, 0, end.stderr);
  assert.equal(scene.repository.read("src/up"), "");
  const [before, after] = bodies(scene.server).map(({ messages }) => messages);
  assert.deepEqual(after?.slice(0, 2), before);
  assert.equal(after?.length, 4);
});

test("native is the default, and another syntax is refused", async () => {
  await using scene = await createScene({ replies: FIX });
  const refused = await scene.run(["--tool-syntax", "yaml"]);
  assert.deepEqual(
    [refused.code, refused.stderr],
    [2, "error: --tool-syntax yaml is not known. Accepted: native, xml.\n"],
  );
  assert.equal((await scene.run()).code, 0);
  assert.ok(scene.server.requests.every(({ json }) => "tools" in (json as object)));
});

test("the action's input does the same", { skip: NO_BWRAP }, async () => {
  await using scene = await createJobScene({ replies: FIX_XML });
  const { number } = scene.github.addIssue(REPOSITORY, { title: "add subtracts", body: "It does.", user: "alice" });
  const end = await scene.command(number, "/kimi fix", "alice", { inputs: { "tool-syntax": "xml" } });
  assert.equal(end.code, 0, end.log);
  assert.equal(end.outputs["outcome"], "completed");
  assert.equal(bodies(scene.model).length, 4);
  assert.deepEqual(scene.model.violations, []);
});

const said = (text: string): DoubleReply => ({ text });
/** The tools of Kilo Code and of Kimi CLI, as their models write them in text. */
const BOTH_SEEDS: readonly DoubleReply[] = [
  said("<read_file>\n<path>src/add.js</path>\n</read_file>"),
  said(
    "<read_file>\n<args>\n<file>\n<path>src/add.js</path>\n<line_range>1-5</line_range>\n</file>\n<file>\n<path>test/add.sh</path>\n</file>\n</args>\n</read_file>",
  ),
  said("<list_files>\n<path>.</path>\n<recursive>false</recursive>\n</list_files>"),
  said("<search_files>\n<path>src</path>\n<regex>add</regex>\n<file_pattern>*.js</file_pattern>\n</search_files>"),
  said("<ReadFile>\n<path>src/add.js</path>\n<line_offset>1</line_offset>\n<n_lines>2</n_lines>\n</ReadFile>"),
  said("<Glob>\n<pattern>src/*.js</pattern>\n</Glob>"),
  said("<Grep>\n<pattern>add</pattern>\n<path>src</path>\n</Grep>"),
  said(
    "<write_to_file>\n<path>src/notes.md</path>\n<content>\n# Notes\n\nx < y && <b>\n</content>\n<line_count>3</line_count>\n</write_to_file>",
  ),
  said(
    "<apply_diff>\n<args>\n<file>\n<path>src/add.js</path>\n<diff>\n<content>\n<<<<<<< SEARCH\n:start_line:1\n-------\nexport const add = (a, b) => a - b;\n=======\nexport const add = (a, b) => a * b;\n>>>>>>> REPLACE\n</content>\n<start_line>1</start_line>\n</diff>\n</file>\n</args>\n</apply_diff>",
  ),
  said(
    "<StrReplaceFile>\n<path>src/add.js</path>\n<edit>\n<old>a * b</old>\n<new>a + b</new>\n</edit>\n</StrReplaceFile>",
  ),
  said("<insert_content>\n<path>src/notes.md</path>\n<line>1</line>\n<content>\nFirst\n</content>\n</insert_content>"),
  said(
    "<search_and_replace>\n<path>src/notes.md</path>\n<search>Notes</search>\n<replace>Note</replace>\n</search_and_replace>",
  ),
  said("<WriteFile>\n<path>src/more.md</path>\n<content>more</content>\n<mode>append</mode>\n</WriteFile>"),
  said("<update_todo_list>\n<todos>\n[x] Fix\n[ ] Test\n</todos>\n</update_todo_list>"),
  said("<Shell>\n<command>sh test/add.sh</command>\n<timeout>30</timeout>\n</Shell>"),
  said("<execute_command>\n<command>node --test</command>\n<cwd>.</cwd>\n</execute_command>"),
  said("<attempt_completion>\n<result>\nDone.\n</result>\n</attempt_completion>"),
];

test("a run with the tools of both seeds in their own shapes, nested ones too", async () => {
  await using scene = await createScene({ replies: BOTH_SEEDS });
  const end = await scene.run(XML);
  assert.deepEqual([end.code, end.stdout], [0, "Done.\n"], end.stderr);
  const events = eventsOf(scene.bundle);
  assert.deepEqual(
    events.flatMap((event) => (event.type === "call.judged" ? [`${event.tool}: ${event.summary}`] : [])),
    [
      "read_file: read src/add.js",
      "read_file: read src/add.js, test/add.sh",
      "list_files: list .",
      "search_files: search /add/ in src (*.js)",
      "ReadFile: read src/add.js",
      "Glob: list . (src/*.js)",
      "Grep: search /add/ in src",
      "write_to_file: write src/notes.md (+3 −0)",
      "apply_diff: edit src/add.js (+1 −1)",
      "StrReplaceFile: edit src/add.js (+1 −1)",
      "insert_content: insert into src/notes.md (+1 −0)",
      "search_and_replace: edit src/notes.md (+1 −1)",
      "WriteFile: append to src/more.md (+1 −0)",
      "update_todo_list: todos: 1 done, 0 in progress, 1 open",
      "Shell: run sh test/add.sh",
      "execute_command: run node --test",
      "attempt_completion: done: Done.",
    ],
  );
  assert.ok(events.every((event) => event.type !== "call.failed"));
  assert.ok(
    events.every((event) => event.type !== "tool.end" || !event.result.isError),
    end.stderr,
  );
  assert.deepEqual(scene.server.violations, []);
  const files = ["src/add.js", "src/notes.md", "src/more.md"].map((path) => scene.repository.read(path));
  assert.deepEqual(files, ["export const add = (a, b) => a + b;\n", "First\n# Note\n\nx < y && <b>", "more"]);
});
