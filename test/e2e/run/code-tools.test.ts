/** `codebase_search` and `list_code_definition_names` in the built program's sealed cell, called in both shapes by a model over HTTP. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { eventsOf } from "../../doubles/cli.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { createScene, FILES, NO_BWRAP } from "../harness.ts";

const REPOSITORY = {
  ...FILES,
  "src/tax.rs":
    "pub struct Tax {\n    rate: u8,\n}\n\nimpl Tax {\n    /// Adds the tax to a price.\n    pub fn add(&self) {\n        todo()\n    }\n}\n",
  "private/tax.md": "# Tax\n\nadd the tax to a price\n",
  ".github/kimi-policy.yml": `version: 1
default: reject
rules:
  - { id: private, reject: { read: ["private/**"] } }
  - { id: read, approve: { read: ["**"] } }
  - { id: edit, approve: { write: ["src/**"] } }
`,
};

interface Call {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** Some spell tools and properties as other agents do. */
const CALLS: readonly Call[] = [
  { name: "codebase_search", arguments: { query: "add the tax to a price" } },
  { name: "write_to_file", arguments: { path: "src/vat.rs", content: "// add the tax to a price, once more\n" } },
  { name: "CodebaseSearch", arguments: { search_query: "once more", directory: "src", explanation: "to find it" } },
  { name: "list_code_definition_names", arguments: { path: "src" } },
  { name: "codebase_search", arguments: { query: "tax", path: "private" } },
  { name: "list_code_definition_names", arguments: { file_path: "src/none.rs" } },
  { name: "attempt_completion", arguments: { result: "Looked." } },
];

/** The function of three lines is left out. */
const DEFINITIONS = "# src/tax.rs\n1--3 | pub struct Tax {\n5--10 | impl Tax {";

/** Tags are the tools' own names. */
function inXml({ name: called, arguments: given }: Call): DoubleReply {
  const name = called === "CodebaseSearch" ? "codebase_search" : called;
  const parameters = Object.entries(given).map(([key, value]) => `<${key}>${value}</${key}>`);
  return { text: [`<${name}>`, ...parameters, `</${name}>`].join("\n") };
}

test("both tools answer in both shapes, and a run replays with the same answers", { skip: NO_BWRAP }, async () => {
  const answers: string[][] = [];
  for (const syntax of ["native", "xml"]) {
    const replies = syntax === "xml" ? CALLS.map(inXml) : CALLS.map((call) => ({ calls: [call] }));
    await using scene = await createScene({ files: REPOSITORY, replies });
    const end = await scene.run(["--sandbox", "sealed", "--tool-syntax", syntax]);
    assert.equal(end.code, 0, end.stderr);
    const events = eventsOf(scene.bundle);
    const last = scene.server.requests.at(-1);
    assert.ok(last !== undefined);
    const { messages } = last.json as { messages: { role: string; content: string }[] };
    const results = messages.slice(2).filter(({ role }) => role === (syntax === "xml" ? "user" : "tool"));
    answers.push(
      results.map(({ content }) =>
        content.replace(/^\[\w+\] Result:\n/, "").replace("CodebaseSearch", "codebase_search"),
      ),
    );
    assert.deepEqual(events.flatMap((event) => (event.type === "call.judged" ? [event.summary] : [])).slice(0, 5), [
      'search code for "add the tax to a price" in .',
      "write src/vat.rs (+1 −0)",
      'search code for "once more" in src',
      "list definitions of src",
      'search code for "tax" in private',
    ]);
    if (syntax === "xml") continue;
    assert.match((await scene.cli(["replay", scene.bundle])).stdout, /identical\n$/);
  }
  const [native = [], xml] = answers;
  assert.deepEqual(xml, native);
  const [found = "", , more = "", definitions = "", refused = "", missing = ""] = native;
  assert.match(found, /^src\/tax\.rs:1-10\npub struct Tax \{\n/);
  assert.doesNotMatch(found, /private|left out/); // the file is empty in the cell
  assert.match(
    more,
    /^src\/vat\.rs:1-1\n\/\/ add the tax to a price, once more\n\n<system-reminder>\n\(Repaired arguments/,
  );
  assert.equal(definitions, DEFINITIONS);
  assert.match(refused, /rejected by private/);
  assert.match(missing, /cannot list src\/none\.rs \(missing\)\. Give a file or a folder\./);
});
