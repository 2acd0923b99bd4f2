/** Pages of PDFs in the built program's sealed cell: both tool syntaxes, models with and without sight, the policy, and a replay. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { imageType } from "../../../src/base/image-type.ts";
import { eventsOf } from "../../doubles/cli.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { makePdf, textOfPage } from "../../doubles/pdf.ts";
import { createScene, FILES, NO_BWRAP } from "../harness.ts";

const policy = (vision: boolean): string => `version: 1
default: reject
rules:
  - { id: private, reject: { read: ["private/**"] } }
  - { id: read, approve: { read: ["**"] } }
models: { "openai/test-model": { vision: ${vision} } }
`;

const NATIVE: readonly DoubleReply[] = [
  { calls: [{ name: "read_file", arguments: { files: [{ path: "docs/plan.pdf", pages: "2-3" }] } }] },
  { calls: [{ name: "ReadMediaFile", arguments: { path: "private/plan.pdf" } }] },
  { calls: [{ name: "attempt_completion", arguments: { result: "Read." } }] },
];
const XML: readonly DoubleReply[] = [
  { text: "<read_file>\n<path>docs/plan.pdf</path>\n<pages>2-3</pages>\n</read_file>" },
  { text: "<ReadMediaFile>\n<path>private/plan.pdf</path>\n</ReadMediaFile>" },
  { text: "<attempt_completion>\n<result>Read.</result>\n</attempt_completion>" },
];

interface Part {
  readonly text?: string;
  readonly image_url?: { readonly url: string };
}

test(
  "a run reads pages of a PDF in both syntaxes; a model that sees gets their pictures; a replay agrees",
  { skip: NO_BWRAP },
  async () => {
    const pdf = makePdf({ pages: ["One", "Two", "Three", "Four"].map((word) => textOfPage(`Page ${word}`)) });
    for (const { syntax, vision } of [
      { syntax: "native", vision: false },
      { syntax: "native", vision: true },
      { syntax: "xml", vision: true },
    ]) {
      const files = {
        ...FILES,
        "docs/plan.pdf": pdf,
        "private/plan.pdf": pdf,
        ".github/kimi-policy.yml": policy(vision),
      };
      await using scene = await createScene({ files, replies: syntax === "xml" ? XML : NATIVE });
      const end = await scene.run(["--sandbox", "sealed", "--tool-syntax", syntax]);
      assert.equal(end.code, 0, end.stderr);
      const last = scene.server.requests.at(-1);
      assert.ok(last !== undefined);
      const { messages } = last.json as { messages: { content: string | readonly Part[] | null }[] };
      const parts = messages.flatMap(({ content }): readonly Part[] =>
        typeof content === "string" ? [{ text: content }] : (content ?? []),
      );
      const said = parts.map(({ text = "" }) => text).join("\n");
      const seen = vision ? "; 2 pictures, in this order" : "";
      assert.ok(
        said.includes(
          `docs/plan.pdf (PDF, pages 2-3 of 4${seen})\n--- page 2 ---\nPage Two\n--- page 3 ---\nPage Three`,
        ),
        said.slice(-2_000),
      );
      assert.match(said, /private\/plan\.pdf: rejected by private|rejected by private/);
      const pictures = parts.flatMap(({ image_url: image }) => image?.url ?? []);
      assert.deepEqual(
        pictures.map((url) => imageType(Buffer.from(url.split(",")[1] ?? "", "base64"))),
        vision ? ["", ""].map(() => ({ mediaType: "image/png", width: 1212, height: 1568 })) : [],
      );
      assert.deepEqual(
        eventsOf(scene.bundle).flatMap((event) => (event.type === "call.judged" ? [event.summary] : [])),
        ["read docs/plan.pdf", "read private/plan.pdf", "done: Read."],
      );
      if (syntax === "xml") continue;
      assert.match((await scene.cli(["replay", scene.bundle])).stdout, /identical\n$/);
    }
  },
);

test("a subagent gets images of pages only if its own model takes images", { skip: NO_BWRAP }, async () => {
  const pages = "docs/plan.pdf (PDF, page 1 of 1";
  for (const subagentSees of [false, true]) {
    const models = `models: { "openai/test-model": { vision: ${!subagentSees} }, "openai/small": { vision: ${subagentSees} }, subagent: openai/small }`;
    const files = {
      ...FILES,
      "docs/plan.pdf": makePdf({ pages: [textOfPage("Page One")] }),
      ".github/kimi-policy.yml": `version: 1\ndefault: approve\n${models}\n`,
    };
    const report = "The plan has one page, which says Page One and nothing else. ".repeat(5);
    const replies: readonly DoubleReply[] = [
      { calls: [{ name: "new_task", arguments: { agent: "explore", message: "What does the plan say?" } }] },
      { calls: [{ name: "read_file", arguments: { files: [{ path: "docs/plan.pdf" }] } }] },
      { text: report },
      { calls: [{ name: "attempt_completion", arguments: { result: "Read." } }] },
    ];
    await using scene = await createScene({ files, replies });
    const end = await scene.run(["--sandbox", "sealed"]);
    assert.equal(end.code, 0, end.stderr);
    const asked = scene.server.requests.map(({ json }) => json as { model: string; messages: unknown });
    assert.deepEqual(
      asked.map(({ model, messages }) => {
        const said = JSON.stringify(messages);
        return { model, hasPages: said.includes(pages), pictures: said.split('"image_url":{').length - 1 };
      }),
      [
        { model: "test-model", hasPages: false, pictures: 0 },
        { model: "small", hasPages: false, pictures: 0 },
        { model: "small", hasPages: true, pictures: subagentSees ? 1 : 0 },
        { model: "test-model", hasPages: false, pictures: 0 },
      ],
    );
  }
});
