/** What a worker may answer: a program of the cell that took the worker's place must not choose how a run ends. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openTestCell } from "../doubles/cell.ts";
import { createScratch } from "../doubles/scratch.ts";

/** A worker that answers `hello`, and every other request with one line. `ID` stands for the id of the request. */
const worker = (answer: string): string => `
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { id, op } = JSON.parse(line);
  console.log(op === "hello" ? JSON.stringify({ id, ok: [] }) : ${JSON.stringify(answer)}.replace("ID", String(id)));
}`;

const error = (fields: object): string => `{"id":ID,"error":${JSON.stringify({ message: "planted", ...fields })}}`;

const ANSWERS: Readonly<Record<string, readonly [answer: string, refusal: RegExp]>> = {
  "no JSON": ["planted", /sent a line that is no reply: planted$/],
  "JSON that is no reply": ["[1]", /is no reply/],
  "an answer to another request": ['{"id":77,"ok":null}', /answered a request that is not open: 77$/],
  "a cancellation that was not asked for": ['{"id":ID,"cancelled":true}', /was not asked to cancel: \d+$/],
  "a code that there is not": [error({ code: "planted.code" }), /is no reply/],
  "the code of another part of the program": [error({ code: "session.write" }), /is no reply/],
  "a hint that is no text": [error({ code: "tool.input", hint: { planted: true } }), /is no reply/],
};

for (const [name, [answer, refusal]] of Object.entries(ANSWERS)) {
  test(`the worker answers with ${name}`, async () => {
    using scratch = createScratch();
    const workerPath = join(scratch.dir, "worker.mjs");
    writeFileSync(workerPath, worker(answer));
    await using cell = await openTestCell({ options: { workerPath } });
    await assert.rejects(cell.resolve("a.txt", new AbortController().signal), {
      code: "cell.failed",
      message: refusal,
    });
  });
}

test("an error that a worker may answer with reaches the caller", async () => {
  using scratch = createScratch();
  const workerPath = join(scratch.dir, "worker.mjs");
  writeFileSync(workerPath, worker(error({ code: "workspace.file", hint: "as it is" })));
  await using cell = await openTestCell({ options: { workerPath } });
  const expected = { code: "workspace.file", message: "planted", hint: "as it is" };
  await assert.rejects(cell.resolve("a.txt"), expected);
});
