/** Servers that write without an end: each fails for what it does, soon, and the others work. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { load, openCell, stdio } from "./workbench.ts";

const bash = (line: string) => ({ command: "bash", args: ["-c", line], startupTimeoutMs: 1500 });

test("floods on either stream and a line without an end", async () => {
  await using cell = await openCell("none");
  const began = performance.now();
  const servers = await load(
    cell,
    {
      yes: bash("yes"),
      empty: bash("yes ''"),
      endless: { ...bash("yes | tr -d '\\n'"), startupTimeoutMs: 30_000 },
      stderr: bash("yes >&2"),
      braces: bash("yes '{'"),
      messages: bash(`yes '{"jsonrpc":"2.0","method":"x"}'`),
      well: stdio("none"),
    },
    { optional: ["yes", "empty", "endless", "stderr", "braces", "messages"] },
  );
  const tookMs = performance.now() - began;
  const ended = "it wrote 1000 lines that are no message, and was ended.";
  const said = servers.facts.map((fact) => [
    fact.name,
    "error" in fact ? fact.error.replace(/ Its last output.*/s, "") : "ok",
  ]);
  assert.deepEqual(
    said.toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1)),
    [
      ["braces", `${ended} It wrote a line that is no message: {`],
      ["empty", ended],
      ["endless", "it wrote a line of more than 16777216 bytes."],
      ["messages", "it did not answer within 1500 ms (startupTimeoutMs)."],
      ["stderr", "it did not answer within 1500 ms (startupTimeoutMs)."],
      ["well", "ok"],
      ["yes", `${ended} It wrote a line that is no message: y`],
    ],
  );
  // The double starts in a second on a busy machine; a flood took 13 s and more.
  assert.ok(tookMs < 10_000, `${Math.round(tookMs)} ms`);
  await servers.close();
});
