import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { startWorker } from "../../../src/cell/process/start-worker.ts";

/** Every answer of the probe during a second, in a process that was started like a worker, with these files and after this code. */
async function answers(prepare: string, files: readonly string[] = []): Promise<unknown> {
  const probe = new URL("../../../src/cell/worker/probe-processes.ts", import.meta.url).href;
  const code = `
    import { descriptors } from ${JSON.stringify(probe)};
    ${prepare}
    const answers = new Set();
    for (const end = Date.now() + 1000; Date.now() < end;) {
      const { held, detail } = descriptors();
      answers.add(held + " " + detail);
    }
    console.log(JSON.stringify([...answers]));
    process.exit();
  `;
  const args = ["--input-type=module", "-e", code];
  const { stdout, stderr } = startWorker({ file: process.execPath, args, env: {}, cwd: "/", files });
  const [out, err] = await Promise.all([text(stdout), text(stderr)]);
  assert.notEqual(out, "", err);
  return JSON.parse(out);
}

/** glibc reads this file in any thread that gives memory back. */
const SETTING = "/proc/sys/vm/overcommit_memory";

test("a file that another thread has open for a moment was not inherited", async () => {
  const prepare = `
    import { Worker } from "node:worker_threads";
    const code = \`
      const { closeSync, openSync } = require("node:fs");
      require("node:worker_threads").parentPort.postMessage("ready");
      const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
      for (;;) {
        const fd = openSync("${SETTING}");
        wait(1);
        closeSync(fd);
        wait(20);
      }
    \`;
    const worker = new Worker(code, { eval: true, execArgv: [] });
    await new Promise((resolve) => worker.once("message", resolve));
  `;
  assert.deepEqual(await answers(prepare), ["true 0 1 2"]);
});

test("the same file as an inherited descriptor is reported every time", async () => {
  assert.deepEqual(await answers("", [SETTING]), [`false ${SETTING}`]);
});
