/** What the modules of OpenAI's SDK have in place of node's own web classes, which load undici. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createScene } from "../harness.ts";

/** Says at the end of the process which parts of undici it loaded. */
const TELL = `process.on("exit", () => console.error("undici:", process.moduleLoadList.filter((name) => name.includes("undici")).length))`;

test("a run with OpenAI's SDK never loads undici, and its requests are complete", async () => {
  await using scene = await createScene({ isProcess: true });
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TELL)}` };
  const { code, stderr } = await scene.run([], { env });
  const [request] = scene.server.requests;
  assert.deepEqual(
    [code, /^undici: (\d+)$/m.exec(stderr)?.[1], request?.headers["content-type"]],
    [0, "0", "application/json"],
  );
});
