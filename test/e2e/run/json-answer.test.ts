/** `--json-schema`: the answer is JSON that fits, asked for twice at most, also across a resume and in the action. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { createScene, FILES, type Scene } from "../harness.ts";

const SCHEMA = {
  type: "object",
  properties: { sign: { enum: ["+", "-"] }, lines: { type: "array", items: { type: "integer" } } },
  required: ["sign"],
  additionalProperties: false,
};

function schemaFile({ bundle }: Scene, text = JSON.stringify(SCHEMA)): string {
  const file = join(bundle, "..", "schema.json");
  writeFileSync(file, text);
  return file;
}

const done = (result: string): DoubleReply => ({ calls: [{ name: "attempt_completion", arguments: { result } }] });

test("an answer that fits is printed without the fence around it", async () => {
  // Most published schemas are of draft 7.
  const draft = { $schema: "http://json-schema.org/draft-07/schema#", items: [{ type: "string" }], ...SCHEMA };
  for (const answer of ['```json\n{ "sign": "+" }\n```', ' {"sign" : "+"}\n']) {
    await using scene = await createScene({ replies: [{ text: answer }] });
    const schema = JSON.stringify(answer.startsWith(" ") ? draft : SCHEMA);
    const { code, stdout, stderr } = await scene.run(["--json-schema", schemaFile(scene, schema)]);
    assert.deepEqual([code, stdout], [0, '{"sign":"+"}\n'], stderr);
    const [{ body } = { body: "" }] = scene.server.requests;
    assert.ok(body.includes(JSON.stringify(schema).slice(1, -1)), "the model is told the schema");
  }
});

test("an answer that does not fit is asked for once more, with what is wrong", async () => {
  await using scene = await createScene({
    replies: [done('{"sign":"*","lines":["x"],"more":1}'), done('```json\n{ "sign": "-", "lines": [1] }\n```')],
  });
  const { code, stdout } = await scene.run(["--json-schema", schemaFile(scene), "--output", "json"]);
  const { json, outcome, result } = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  const answer = { sign: "-", lines: [1] };
  assert.deepEqual([code, json, outcome, result], [0, answer, "no_change", JSON.stringify(answer)]);
  const { body } = scene.server.requests[1] ?? { body: "" };
  assert.match(
    body,
    /Your answer does not fit the JSON Schema: \/ must NOT have additional properties; \/sign must be equal to one of the allowed values; \/lines\/0 must be integer\./,
  );
  assert.equal((await scene.cli(["verify", scene.bundle])).code, 0);
  const replayed = await scene.cli(["replay", scene.bundle]);
  assert.equal(replayed.code, 0, replayed.stdout);
});

/** The process was busy with the first answer for ever, and no signal ended it. */
test("a pattern that takes for ever with an answer is stopped", async () => {
  const slow = { type: "string", pattern: "^(a+)+$" };
  const schema = { type: "object", properties: { a: slow, b: { ...slow, pattern: "^b$" } }, required: ["a", "b"] };
  const answers = [
    { a: `${"a".repeat(60)}!`, b: "b" },
    { a: "aa", b: "b" },
  ].map((answer) => JSON.stringify(answer));
  await using scene = await createScene({ replies: answers.map((text) => ({ text })) });
  const { code, stdout, stderr } = await scene.run(["--json-schema", schemaFile(scene, JSON.stringify(schema))]);
  assert.deepEqual([code, stdout], [0, `${answers[1]}\n`], stderr);
  assert.match(
    scene.server.requests[1]?.body ?? "",
    /JSON Schema: checking it takes more than a second: a pattern or uniqueItems is too slow for this value\./,
  );
});

test("an answer that never fits fails the run after two answers", async () => {
  await using scene = await createScene({ replies: [{ text: "The sign is +." }, { text: '{"sign":"+"} as asked' }] });
  const { code, stdout, stderr } = await scene.run(["--json-schema", schemaFile(scene)]);
  assert.deepEqual([code, stdout, scene.server.requests.length], [1, "", 2]);
  assert.match(
    stderr,
    /■ failed: The answer does not fit the JSON Schema, even on the second attempt: it cannot be read as one JSON value: /,
  );
});

test("a resumed session still answers by its schema", async () => {
  const install = { calls: [{ name: "execute_command", arguments: { command: "npm install left-pad" } }] };
  await using scene = await createScene({
    replies: [install, { text: "done" }, { text: '{"sign":"+"}' }],
    files: FILES,
  });
  assert.equal((await scene.run(["--json-schema", schemaFile(scene)])).code, 4);
  const { code, stdout, stderr } = await scene.cli(["resume", scene.bundle, "--reject", "all", "--why", "no"]);
  assert.deepEqual([code, stdout], [0, '{"sign":"+"}\n'], stderr);
});

test("an invalid schema, a missing file and a flow are refused before a model is asked", async () => {
  await using scene = await createScene();
  const refused = async (args: readonly string[]) => {
    const { code, stderr } = await scene.run(args);
    return [code, stderr];
  };
  const hint = 'Give a JSON Schema such as {"type": "object", "properties": {"summary": {"type": "string"}}}.';
  const file = schemaFile(scene, '{"type": "strange"}');
  const [code, said] = await refused(["--json-schema", file]);
  assert.equal(code, 2);
  assert.ok(String(said).startsWith(`error: The schema ${file} is not valid: schema is invalid: `), String(said));
  assert.ok(String(said).endsWith(`${hint}\n`));
  assert.deepEqual(await refused(["--json-schema", "/nowhere.json"]), [
    2,
    "error: The schema cannot be read: /nowhere.json: no such file or directory. Name a JSON file.\n",
  ]);
  assert.deepEqual(await refused(["--json-schema", schemaFile(scene), "--max-ralph-iterations", "2"]), [
    2,
    "error: A JSON Schema is for the answer to one prompt. Leave it out for commands, flows and loops.\n",
  ]);
  assert.equal(scene.server.requests.length, 0);
});
