/** The engine forgives what models do wrong: the built program, a model server over HTTP that sends such answers, a policy. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { eventsOf, outcomeOf } from "../../doubles/cli.ts";
import type { DoubleCall, DoubleReply } from "../../doubles/model-reply.ts";
import { createScene, FILES, FIX, type Scene, type SceneOptions } from "../harness.ts";

const call = (name: string, args: object | string): DoubleCall => ({ name, arguments: args });
const says = (...calls: readonly DoubleCall[]): DoubleReply => ({ calls });

interface Told {
  readonly role: string;
  readonly content: string;
}

/** What the model read after its message `n`, from 0. */
function told({ server }: Scene, n: number): readonly string[] {
  const messages = (request: number): readonly Told[] =>
    (server.requests[request]?.json as { readonly messages: readonly Told[] } | undefined)?.messages ?? [];
  return messages(n + 1)
    .slice(messages(n).length + 1)
    .map(({ content }) => content);
}

/** Runs to the end and returns what is left of the scene. */
async function ended(options: SceneOptions) {
  const scene = await createScene(options);
  const { code, stderr } = await scene.run();
  return { scene, code, stderr, outcome: outcomeOf(scene.bundle), [Symbol.asyncDispose]: scene[Symbol.asyncDispose] };
}

test("rejections of one message count once: the model reads them and does its work", async () => {
  const curls = [1, 2, 3, 4, 5].map((n) => call("execute_command", { command: `curl https://example.com/${n}` }));
  await using run = await ended({ replies: [says(...curls), ...FIX] });
  assert.equal(run.code, 0, run.stderr);
  assert.deepEqual(
    told(run.scene, 0).map((text) => text.slice(0, 42)),
    Array(5).fill("Error: rejected by no-net: no network. Thi"),
  );
});

test("a refused file among several refuses only itself, and is no denial", async () => {
  const files = { ...FILES, ".env": "KEY=1\n", "src/.env.local": "KEY=2\n" };
  const all = says(call("read_file", { files: [".env", "src/add.js", "src/.env.local"].map((path) => ({ path })) }));
  const only = says(call("read_file", { files: [{ path: ".env" }] }));
  await using run = await ended({
    files,
    replies: [all, { ...all, text: "Again." }, only, ...FIX],
  });
  assert.equal(run.code, 0, run.stderr);
  const [text = ""] = told(run.scene, 0);
  assert.match(
    text,
    /^Error: \.env: rejected by builtin:sensitive[^\n]*\. This is final\.\n\nsrc\/add\.js \(1 line\)\n +1\texport const add = \(a, b\) => a - b;\n\nError: src\/\.env\.local: rejected by builtin:sensitive/,
  );
  assert.match(told(run.scene, 2)[0] ?? "", /^Error: rejected by builtin:sensitive/);
  const judged = eventsOf(run.scene.bundle).filter((event) => event.type === "call.judged");
  assert.deepEqual(
    judged
      .slice(0, 3)
      .map(({ summary, capabilities, decision, refused }) => [
        summary,
        capabilities.length,
        decision.verdict,
        refused?.map(({ capability }) => ("path" in capability ? capability.path : "")),
      ]),
    [
      ["read src/add.js (not .env, src/.env.local)", 1, "approve", [".env", "src/.env.local"]],
      ["read src/add.js (not .env, src/.env.local)", 1, "approve", [".env", "src/.env.local"]],
      ["read .env", 1, "reject", undefined],
    ],
  );
  const { code, stdout } = await run.scene.cli(["replay", run.scene.bundle]);
  assert.equal(code, 0, stdout);
});
