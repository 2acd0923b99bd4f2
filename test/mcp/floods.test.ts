/** Servers that write without an end: each fails for what it does, soon, and the others work. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { load, openCell, stdio } from "./workbench.ts";

const bash = (line: string) => ({ command: "bash", args: ["-c", line], startupTimeoutMs: 30_000 });

test("floods on either stream and a line without an end", async () => {
  await using cell = await openCell("none");
  const servers = await load(
    cell,
    {
      yes: bash("yes"),
      empty: bash("yes ''"),
      endless: bash("yes | tr -d '\\n'"),
      stderr: { ...bash("yes >&2"), startupTimeoutMs: 1_500 },
      braces: bash("yes '{'"),
      messages: bash(`yes '{"jsonrpc":"2.0","method":"x"}'`),
      well: stdio("none"),
    },
    { optional: ["yes", "empty", "endless", "stderr", "braces", "messages"] },
  );
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
      ["messages", "it sent 20000 messages of its own after a request, and was ended."],
      ["stderr", "it did not answer within 1500 ms (startupTimeoutMs)."],
      ["well", "ok"],
      ["yes", `${ended} It wrote a line that is no message: y`],
    ],
  );
  await servers.close();
});
