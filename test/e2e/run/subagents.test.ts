/** What subagents share with their run - names, limits, a person's answers - as a user sees it: the built program and a real HTTP model. */

import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import type { WireEvent } from "../../../src/protocol/wire.ts";
import { readJournal, seal } from "../../../src/session/journal.ts";
import { eventsOf } from "../../doubles/cli.ts";
import type { DoubleCall, DoubleReply } from "../../doubles/model-reply.ts";
import { createScene, FILES, POLICY, toldPolicy, type Scene } from "../harness.ts";

const call = (name: string, args: object): DoubleCall => ({ name, arguments: args });
const says = (...calls: readonly DoubleCall[]): DoubleReply => ({ calls });
const read = (path: string): DoubleReply => says(call("read_file", { files: [{ path }] }));
const done = (result: string): DoubleReply => says(call("attempt_completion", { result }));
const LONG = "The sum is computed in src/add.js:1, where a minus sign stands. ".repeat(4).trim();

interface Body {
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
}
const contents = (scene: Scene, n: number): readonly string[] => {
  const body = scene.server.requests[n]?.json as unknown as Body | undefined;
  return (body?.messages ?? []).map(({ content }) => content ?? "");
};

const LEAD = {
  ...FILES,
  "agents/lead.yaml":
    "version: 1\nagent: { extend: default, name: lead, tools: [new_task, create_subagent, attempt_completion] }\n",
};

test("a second subagent of one name is refused in Kimi CLI's words, in the same message and later; the first stays", async () => {
  const make = (prompt: string) => call("create_subagent", { name: "counter", system_prompt: prompt, tools: [] });
  await using scene = await createScene({
    files: LEAD,
    replies: [
      says(make("You count."), make("You multiply.")),
      says(make("You divide.")),
      says(call("new_task", { agent: "counter", message: "How many?" })),
      { text: LONG },
      done("One."),
    ],
  });
  const { code, stderr } = await scene.run(["--agent-file", "agents/lead.yaml"]);
  assert.equal(code, 0, stderr);
  const refused =
    "Error: create_subagent: Subagent with name 'counter' already exists. Taken: coder, explore, plan, counter. Choose another name.";
  assert.deepEqual(contents(scene, 1).slice(-2), ["The agent counter exists now; new_task gives it work.", refused]);
  assert.equal(contents(scene, 2).at(-1), refused);
  assert.equal(contents(scene, 3)[0], `You count.${await toldPolicy(true)}`);
});

test("an answer that is withheld ends its subagent and not the run: the main agent is told", async () => {
  await using scene = await createScene({
    replies: [
      says(call("new_task", { agent: "explore", message: "Where is the sum?" })),
      { text: "I can", finish: "content_filter" },
      read("src/add.js"),
      done("Found it without help."),
    ],
  });
  const { code, stderr } = await scene.run([]);
  assert.equal(code, 0, stderr);
  assert.match(
    contents(scene, 2).at(-1) ?? "",
    /^Error: a1 \(explore\) did not finish: The provider withheld the answer: /,
  );
  assert.equal((await scene.cli(["replay", scene.bundle])).code, 0);
});

test("a limit that is nearly reached is told to the subagent that works, and to the main agent when it continues", async () => {
  const steps = Array.from({ length: 11 }, (_, n) => read(n % 2 === 0 ? "src/add.js" : "package.json"));
  await using scene = await createScene({
    replies: [
      says(call("new_task", { agent: "explore", message: "Where is the sum?" })),
      ...steps,
      { text: LONG },
      done("Found it."),
    ],
  });
  const { code, stderr } = await scene.run(["--max-steps", "16"]);
  assert.equal(code, 0, stderr);
  const told = (n: number): readonly string[] =>
    contents(scene, n).filter((text) => text.includes("model calls left."));
  assert.deepEqual(
    [11, 12, 13].map((n) => told(n).map((text) => text.split("\n")[1]?.split(".")[0])),
    [[], ["4 of 16 model calls left"], ["3 of 16 model calls left"]],
  );
  assert.equal((await scene.cli(["replay", scene.bundle])).code, 0);
});

/** Writes an event behind a journal, as a process that answers does. */
function record(bundle: string, event: WireEvent): void {
  const path = join(bundle, "journal.jsonl");
  const last = readJournal(path).records.at(-1);
  assert.ok(last !== undefined);
  const time = new Date(Date.parse(last.time) + 1000).toISOString();
  const { line } = seal({ v: 1, seq: last.seq + 1, time, prev: last.hash, event });
  appendFileSync(path, line);
}

test("an approval for the session holds for subagents as well", async () => {
  const touch = (path: string) => call("execute_command", { command: `touch ${path}` });
  const policy = POLICY.replace("rules:", 'rules:\n  - { id: ask, defer: { exec: ["touch **"] } }');
  await using scene = await createScene({
    files: { ...FILES, ".github/kimi-policy.yml": policy },
    replies: [
      says(touch("src/a")),
      says(call("new_task", { agent: "coder", message: "Make src/b" })),
      says(touch("src/b")),
      { text: LONG },
      done("Made."),
    ],
  });
  const first = await scene.run();
  assert.equal(first.code, 4, first.stderr);
  const open = eventsOf(scene.bundle).find((event) => event.type === "deferral.open");
  const digest = open?.type === "deferral.open" ? open.held[0]?.digest : undefined;
  assert.ok(digest !== undefined);
  record(scene.bundle, { type: "deferral.answer", digest, verdict: "approve", by: "ada", isForSession: true });
  const second = await scene.cli(["resume", scene.bundle, "--sandbox", "none"]);
  assert.equal(second.code, 0, second.stderr);
  assert.equal(scene.repository.read("src/b"), "");
  assert.deepEqual(
    eventsOf(scene.bundle).flatMap((event) => {
      const inner = event.type === "subagent.event" ? event.event : event;
      return inner.type === "call.judged" && inner.summary.startsWith("run touch") ? [inner.decision.rule] : [];
    }),
    ["answer by ada, for the session", "answer by ada, for the session"],
  );
});

test("subagents and summaries use the models for their tasks, are counted at their prices, and replay", async () => {
  const models = "models: { subagent: openai/small, edit: openai/editor, summarise: openai/terse }\n";
  const task = (agent: string): DoubleReply => says(call("new_task", { agent, message: "Where is the sum?" }));
  const full = { usage: { prompt_tokens: 100_000, completion_tokens: 20, total_tokens: 100_020 } };
  await using scene = await createScene({
    files: {
      ...FILES,
      ".github/kimi-policy.yml": POLICY + models,
      "src/big.txt": `${"long ".repeat(15)}\n`.repeat(300),
    },
    replies: [
      task("explore"),
      { text: LONG },
      task("coder"),
      { text: LONG },
      read("src/big.txt"),
      read("package.json"),
      { ...read("src/add.js"), ...full },
      { text: "<current_focus>\nThe sign.\n</current_focus>" },
      done("Done."),
    ],
  });
  const { code, stderr } = await scene.run();
  assert.equal(code, 0, stderr);
  const main = "test-model";
  assert.deepEqual(
    scene.server.requests.map(({ json }) => (json as { model: string }).model),
    [main, "small", main, "editor", main, main, main, "terse", main],
  );
  const events = eventsOf(scene.bundle);
  assert.deepEqual(
    events.flatMap((event) => (event.type === "subagent.end" ? [event.model] : [])),
    ["openai/small", "openai/editor"],
  );
  assert.deepEqual(
    events
      .flatMap((event) => (event.type === "attempt.begin" ? [event.model] : []))
      .filter((name) => name !== undefined),
    ["openai/terse"],
  );
  const replayed = await scene.cli(["replay", scene.bundle]);
  assert.equal(replayed.code, 0, replayed.stdout);
});

test("a limit of money needs the price of each of these models, before anything is paid", async () => {
  const models =
    "limits: { cost_usd: 1 }\nmodels: { openai/test-model: { price: { input: 1, output: 1 } }, subagent: openai/small }\n";
  await using scene = await createScene({ files: { ...FILES, ".github/kimi-policy.yml": POLICY + models } });
  const { stderr } = await scene.run();
  assert.match(stderr, /the price of openai\/small is not known/);
  assert.equal(scene.server.requests.length, 0);
});

test("a tool that an agent file excludes is refused to an agent that the model defines", async () => {
  const tools = ["read_file", "apply_diff", "write_to_file"];
  const lead = `version: 1\nagent: { extend: default, name: lead, tools: [${tools.join(", ")}, new_task, create_subagent, attempt_completion], exclude_tools: [edit_file] }\n`;
  const edit = (name: string) => says(call(name, { file_path: "src/add.js", old_string: "-", new_string: "+" }));
  await using scene = await createScene({
    files: { ...FILES, "agents/lead.yaml": lead },
    replies: [
      says(call("create_subagent", { name: "editor", system_prompt: "You edit.", tools })),
      says(call("new_task", { agent: "editor", message: "Change the sign." })),
      read("src/add.js"),
      edit("Edit"),
      edit("insert_content"),
      { text: LONG },
      done("Not done."),
    ],
  });
  const { code, stderr } = await scene.run(["--agent-file", "agents/lead.yaml"]);
  assert.equal(code, 0, stderr);
  assert.match(contents(scene, 4).at(-1) ?? "", /^Error: editor: edit_file is not part of it\./);
  assert.match(contents(scene, 5).at(-1) ?? "", /^Error: insert_content: line is missing/);
});

test("a subagent is resumed by its id: its context continues, its spending is one sum, and the run replays", async () => {
  const more = "The fault is the minus sign; the callers are fine, all of them in src. ".repeat(4).trim();
  const edit = { path: "src/add.js", content: "export const add = (a, b) => a + b;\n" };
  await using scene = await createScene({
    replies: [
      says(call("new_task", { agent: "coder", message: "Where is the sum?", resume: "" })),
      read("src/add.js"),
      { text: LONG },
      says(
        call("new_task", { agent: "explore", message: "Go on.", resume: "a1" }),
        call("new_task", { message: "Go on.", resume: "a7" }),
      ),
      says(call("Task", { subagent_type: "coder", prompt: "Repair it.", resume: "a1", description: "repair" })),
      says(call("write_to_file", edit)),
      { text: more },
      done("Found and repaired."),
    ],
  });
  const { code, stderr } = await scene.run();
  assert.equal(code, 0, stderr);
  assert.match(contents(scene, 3).at(-1) ?? "", /a1 \(coder\) reports after 2 steps:[^]*new_task with resume: "a1"/);
  assert.deepEqual(contents(scene, 4).slice(-2), [
    "Error: new_task: a1 is no explore. Those started so far: a1 (coder). Leave resume out for a new one.",
    "Error: new_task: resume: there is no subagent a7. Those started so far: a1 (coder).",
  ]);
  const first = contents(scene, 2);
  assert.deepEqual(contents(scene, 5).slice(0, first.length + 2), [...first, LONG, "Repair it."]);
  assert.equal(scene.repository.read("src/add.js"), edit.content, "it still knew the file that it had read");
  const events = eventsOf(scene.bundle);
  assert.deepEqual(
    events.flatMap((event) => (event.type === "subagent.end" ? [[event.agentId, event.steps]] : [])),
    [
      ["a1", 2],
      ["a1", 4],
    ],
  );
  const end = events.at(-1);
  assert.ok(end?.type === "session.end");
  assert.deepEqual([end.steps, end.agents?.map(({ steps }) => steps)], [8, [4]]);
  const replayed = await scene.cli(["replay", scene.bundle]);
  assert.match(replayed.stdout, /identical/);
});

test("a subagent that a kill cut off continues where it was: its calls get results first, then it reads the message", async () => {
  const policy = POLICY.replace('exec: ["sh test', 'exec: ["sleep 60", "sh test');
  const sleep = call("execute_command", { command: "sleep 60" });
  await using scene = await createScene({
    files: { ...FILES, ".github/kimi-policy.yml": policy },
    replies: [
      says(call("new_task", { agent: "coder", message: "Where is the sum?" })),
      says(call("read_file", { files: [{ path: "src/add.js" }] }), sleep),
      says(call("new_task", { message: "What did you see?", resume: "a1" })),
      { text: LONG },
      done("Found."),
    ],
  });
  const first = await scene.run([], {
    onStderr: (text, child) => {
      if (text.includes("run sleep 60")) child.kill("SIGKILL");
    },
  });
  assert.equal(first.signal, "SIGKILL", first.stderr);
  const second = await scene.cli(["resume", scene.bundle, "--sandbox", "none"]);
  assert.equal(second.code, 0, second.stderr);
  assert.match(
    contents(scene, 2).at(-1) ?? "",
    /a1 \(coder\) was at work when the run was cut off\. new_task with resume: "a1" takes it up there/,
  );
  const [, task, , seen, slept, message] = contents(scene, 3);
  assert.deepEqual([task, message], ["Where is the sum?", "What did you see?"]);
  assert.match(seen ?? "", /^src\/add\.js \(1 line\)/);
  assert.match(slept ?? "", /^Error: the run was cut off while this ran/);
  assert.match(contents(scene, 4).at(-1) ?? "", /^a1 \(coder\) reports after 2 steps/);
  const replayed = await scene.cli(["replay", scene.bundle]);
  assert.match(replayed.stdout, /identical/);
});

test("fast-apply: its model is paid for as an attempt, its answer survives a deferral, and a replay asks no model", async () => {
  const models = "models: { apply: openai/fast, edit: openai/editor }\n";
  const edit = (path: string, code_edit: string): DoubleReply =>
    says(call("edit_file", { path, instructions: "Say that it is a sum.", code_edit }));
  const [before, merged] = ["# Sums\n\nOne line.\nAnother.\n", "# Sums\n\nOne line.\nIt adds.\nAnother.\n"];
  await using scene = await createScene({
    files: { ...FILES, ".github/kimi-policy.yml": POLICY + models, "notes.md": before },
    replies: [
      read("src/add.js"),
      edit("src/add.js", "// adds\n// ... existing code ..."),
      { text: "I cannot do that." },
      says(call("new_task", { agent: "coder", message: "Say in src/add.js that it is a sum." })),
      read("src/add.js"),
      edit("src/add.js", "// adds\n// ... existing code ..."),
      { text: `// adds\n${FILES["src/add.js"]}` },
      { text: LONG },
      read("notes.md"),
      edit("notes.md", "One line.\nIt adds.\n<!-- ... rest of the file ... -->"),
      { text: merged },
      // It waits for a person now.
      done("Done."),
    ],
  });
  const first = await scene.run();
  assert.equal(first.code, 4, first.stderr);
  const [, digest = ""] = /--approve ([0-9a-f]{12})/.exec(first.stderr) ?? [];
  assert.equal(scene.repository.read("notes.md"), before);
  const resumed = await scene.cli(["resume", scene.bundle, "--approve", digest]);
  assert.equal(resumed.code, 0, resumed.stderr);
  assert.equal(scene.repository.read("notes.md"), merged);
  assert.equal(scene.repository.read("src/add.js"), `// adds\n${FILES["src/add.js"]}`);
  const main = "test-model";
  assert.deepEqual(
    scene.server.requests.map(({ json }) => (json as { model: string }).model),
    [main, main, "fast", main, "editor", "editor", "fast", "editor", main, main, "fast", main],
  );
  const refused =
    "Error: src/add.js: openai/fast did not apply code_edit: a line of code_edit is not in its answer: // adds. The file is as it was. Make the edit with apply_diff.";
  assert.equal(contents(scene, 3).at(-1), refused);
  assert.match(
    contents(scene, 11).at(-1) ?? "",
    /^Edited notes\.md \(\+1 −0\), applied by openai\/fast:\n\n.*\+It adds\./s,
  );
  const events = eventsOf(scene.bundle).flatMap((event) =>
    event.type === "subagent.event" ? [{ of: event.agentId, event: event.event }] : [{ of: "main", event }],
  );
  assert.deepEqual(
    events.flatMap(({ of, event }) =>
      event.type === "attempt.begin" && event.purpose === "apply" ? [[of, event.model]] : [],
    ),
    [
      ["main", "openai/fast"],
      ["a1", "openai/fast"],
      ["main", "openai/fast"],
    ],
  );
  assert.equal(events.filter(({ event }) => event.type === "tool.usage").length, 3);
  const replayed = await scene.cli(["replay", scene.bundle]);
  assert.equal(replayed.code, 0, replayed.stdout);
});

test("embeddings order the results of a search; a failure is reported, only the policy names the model, and a replay asks nothing", async () => {
  const asked: { readonly model: string; readonly input: readonly string[]; readonly dimensions?: number }[] = [];
  let status = 200;
  // Money and "refund" mean the same here, and a buyer is something else.
  // As long as real ones, so that an answer has more characters than an error page may have.
  const rest = Array.from({ length: 1_534 }, () => 1.234_567_89e-8);
  const vectorOf = (one: string): readonly number[] => [
    ...(/refund|money/.test(one) ? [3, 4] : /back to/.test(one) ? [4, -3] : [1, 0]),
    ...rest,
  ];
  const server = createServer((incoming, response) => {
    void text(incoming).then((body) => {
      const json = JSON.parse(body) as (typeof asked)[number];
      asked.push(json);
      const data = json.input.map((one, index) => ({ index, embedding: vectorOf(one) }));
      response.writeHead(status, { "content-type": "application/json" });
      response.end(
        JSON.stringify(status === 200 ? { data, usage: { prompt_tokens: 70 } } : { error: { message: "no" } }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  using _ = { [Symbol.dispose]: () => void server.close() };
  const env = {
    COMPATIBLE_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    COMPATIBLE_API_KEY: "a-key-for-vectors",
  };
  const models = `limits: { cost_usd: 1 }
models:
  openai/test-model: { price: { input: 1, output: 1 } }
  compatible/vectors: { price: { input: 1000, output: 0 }, parameters: { dimensions: 2 } }
  embeddings: compatible/vectors
`;
  const search = says(call("codebase_search", { query: "give money back to the buyer" }));
  const other = says(call("codebase_search", { query: "a refund of money" }));
  await using scene = await createScene({
    files: {
      ...FILES,
      ".github/kimi-policy.yml": POLICY + models,
      "src/buyer.js": "// the buyer, back to the buyer\nexport const buyer = 1;\n",
      "src/refund.js": "export const refund = (buyer) => buyer;\n",
      "src/last.js": `const x = "to a buyer";\n${"const unlike = [1, 2, 3];\n".repeat(30)}`,
      "agents/lead.yaml": "version: 1\nagent: { extend: default, name: lead, models: { embeddings: openai/x } }\n",
    },
    replies: [search, search, says(call("execute_command", { command: "sh test/add.sh" })), other, done("Found.")],
  });
  const { code, stderr } = await scene.run([], {
    env,
    onStderr: (line) => {
      if (line.includes("sh test/add.sh")) status = 500;
    },
  });
  assert.equal(code, 0, stderr);
  const places = (n: number) =>
    [...(contents(scene, n).at(-1) ?? "").matchAll(/^src\/(\w+)\.js:/gm)].map(([, name]) => name);
  assert.deepEqual(places(1).slice(0, 3), ["refund", "buyer", "last"]);
  assert.match(
    contents(scene, 1).at(-1) ?? "",
    /\[found by words, ordered by words and by the embeddings of compatible\/vectors\]$/,
  );
  assert.deepEqual(
    [asked[0]?.model, asked[0]?.dimensions, asked[0]?.input[0]],
    ["vectors", 2, "give money back to the buyer"],
  );
  assert.equal(contents(scene, 2).at(-1), contents(scene, 1).at(-1));
  assert.equal(asked.length, 2, "vectors are kept: the second search asked nothing");
  assert.match(contents(scene, 4).at(-1) ?? "", /\[by words only: compatible\/vectors gave no embeddings: .*500/);
  const paid = eventsOf(scene.bundle).flatMap((event) =>
    event.type === "tool.usage" ? [[event.purpose, event.usage.input, event.costUsd]] : [],
  );
  assert.deepEqual(paid, [["embed", 70, 0.07]]);
  const replayed = await scene.cli(["replay", scene.bundle]);
  assert.match(replayed.stdout, /identical/);

  const refused = await scene.run(["--agent-file", "agents/lead.yaml"], { env });
  assert.match(refused.stderr, /An agent file cannot name `models\.embeddings`/);
  assert.equal(status, 500);
});
