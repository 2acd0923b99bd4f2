/** One process works on a session: who is alive, or cannot be seen, is respected; who was killed is not waited for. */

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { systemClock } from "../../src/base/clock.ts";
import { fileText } from "../../src/base/file-text.ts";
import { thisProcess } from "../../src/base/process-identity.ts";
import { configError } from "../../src/protocol/error.ts";
import { lockCheckout, lockFile, lockSession } from "../../src/session/lock.ts";
import { createScratch } from "../doubles/scratch.ts";

/** Takes the lock in a process of its own, says so, and holds it until it is killed. */
async function holder(dir: string) {
  const program = `
    import { lockSession } from ${JSON.stringify(join(import.meta.dirname, "../../src/session/lock.ts"))};
    lockSession({ dir: ${JSON.stringify(dir)} }, console.error, { now: Date.now }).note("/tmp/kimi-runner-abcdef");
    console.log("held");
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return child;
}

const refusal = (who: string) => ({
  code: "config.invalid",
  message: `Another process is working on this session: ${who}.`,
});

test("a released lock leaves nothing behind", () => {
  using scratch = createScratch();
  {
    using lock = lockSession(scratch, assert.fail, systemClock);
    lock.note("/tmp/kimi-runner-abcdef");
    assert.deepEqual(readdirSync(scratch.dir), ["session.lock"]);
    assert.throws(() => lockSession(scratch, assert.fail, systemClock), refusal(`${process.pid} on ${hostname()}`));
  }
  assert.deepEqual(readdirSync(scratch.dir), []);
  using again = lockSession(scratch, assert.fail, systemClock);
  assert.equal(again.leftBehind, undefined);
});

test("the lock of a live process is respected; that of a killed process is replaced, and its private folder is known", async () => {
  using scratch = createScratch();
  const child = await holder(scratch.dir);
  assert.throws(() => lockSession(scratch, assert.fail, systemClock), refusal(`${child.pid} on ${hostname()}`));
  child.kill("SIGKILL");
  await once(child, "exit");
  const warnings: string[] = [];
  using lock = lockSession(scratch, (text) => warnings.push(text), systemClock);
  assert.equal(lock.leftBehind, "/tmp/kimi-runner-abcdef");
  assert.deepEqual(warnings, [
    `Process ${child.pid}, which worked on this session, was killed. This run continues the session.`,
  ]);
  assert.deepEqual(readdirSync(scratch.dir), ["session.lock"]);
});

/** A process id alone would be somebody else's by now; on another host, or in another container, it means nothing. */
test("another process with the same id does not hold the lock; processes of other hosts and namespaces may still run", async () => {
  using scratch = createScratch();
  const path = join(scratch.dir, "session.lock");
  const child = await holder(scratch.dir);
  child.kill("SIGKILL");
  await once(child, "exit");
  const left = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  for (const elsewhere of [{ host: "build-7" }, { namespace: "pid:[1]" }]) {
    writeFileSync(path, JSON.stringify({ ...left, ...elsewhere }));
    const host = "host" in elsewhere ? elsewhere.host : hostname();
    assert.throws(() => lockSession(scratch, assert.fail, systemClock), refusal(`${child.pid} on ${host}`));
  }
  writeFileSync(path, JSON.stringify({ ...left, pid: process.pid }));
  const warnings: string[] = [];
  using _lock = lockSession(scratch, (text) => warnings.push(text), systemClock);
  assert.equal(warnings.length, 1);
});

test("a lock without a holder is respected, and the error names the file to delete", () => {
  using scratch = createScratch();
  const path = join(scratch.dir, "session.lock");
  writeFileSync(path, "4711");
  assert.throws(() => lockSession(scratch, assert.fail, systemClock), {
    ...refusal("4711"),
    hint: `Wait for it, or delete ${path} if it no longer runs.`,
  });
  assert.equal(readFileSync(path, "utf8"), "4711");
});

test("something else in the place of a lock does not block", () => {
  const kinds: Readonly<Record<string, (path: string) => void>> = {
    pipe: (path) => void execFileSync("mkfifo", [path]),
    "link to a device": (path) => symlinkSync("/dev/zero", path),
    "file without an end": (path) => (writeFileSync(path, ""), truncateSync(path, 2 ** 40)),
  };
  const message = "Another run is working on this checkout: something that is not a lock.";
  for (const make of Object.values(kinds)) {
    using scratch = createScratch();
    make(join(scratch.dir, "kimi-runner.lock"));
    assert.throws(() => lockCheckout(scratch.dir, assert.fail), { code: "config.invalid", message });
  }
});

test("a checkout is locked for one run: a second run is refused with the first one's facts, a killed run's lock is replaced", () => {
  using scratch = createScratch();
  const path = join(scratch.dir, "kimi-runner.lock");
  const self = thisProcess();
  const lock = lockCheckout(scratch.dir, assert.fail);
  lock.note("/bundles/one");
  const since = statSync(path).mtime.toISOString();
  assert.throws(() => lockCheckout(scratch.dir, assert.fail), {
    code: "config.invalid",
    message: `Another run is working on this checkout: process ${process.pid} on ${hostname()} since ${since}, bundle /bundles/one.`,
    hint: `Wait for it, work in another one (\`git worktree add\`), or delete ${path} if it no longer runs.`,
  });
  lock[Symbol.dispose]();
  assert.deepEqual(readdirSync(scratch.dir), []);
  const dead = {
    "another process with its id": { started: "1" },
    "before the machine started again": { boot: "11111111-2222-3333-4444-555555555555" },
    "before it started again, in another container": { boot: "1", namespace: "pid:[1]" },
  };
  for (const [label, other] of Object.entries(dead)) {
    writeFileSync(path, JSON.stringify({ ...self, ...other }));
    const taken = lockCheckout(scratch.dir, (text) => assert.fail(`${label}: ${text}`));
    taken[Symbol.dispose]();
  }
  for (const other of [{ namespace: "pid:[1]" }, { host: "elsewhere" }]) {
    writeFileSync(path, JSON.stringify({ ...self, ...other }));
    assert.throws(() => lockCheckout(scratch.dir, assert.fail), { code: "config.invalid" });
  }
});

test("where no lock can be written, the run goes on with a warning", () => {
  using scratch = createScratch();
  const warnings: string[] = [];
  const lock = lockCheckout(join(scratch.dir, "none"), (text) => warnings.push(text));
  lock.note("/bundles/one");
  lock[Symbol.dispose]();
  const path = join(scratch.dir, "none/kimi-runner.lock");
  assert.deepEqual(warnings, [
    `The checkout cannot be locked against a second run: ${path}: no such file or directory.`,
  ]);
});

test("a lock that its process releases while it is read is taken, and not reported as unwritable", () => {
  using scratch = createScratch();
  const path = join(scratch.dir, "some.lock");
  const first = lockFile(path, assert.fail);
  using lock = lockFile(path, () => {
    first[Symbol.dispose]();
    return configError(`It is held: ${readFileSync(path, "utf8")}.`, ""); // as the refusals read the lock, which is gone now
  });
  assert.equal((JSON.parse(readFileSync(path, "utf8")) as { pid: number }).pid, process.pid);
  assert.deepEqual(readdirSync(scratch.dir), ["some.lock"]);
  void lock;
});

/** A process that was killed between creating its lock and writing itself into it left a lock that no other process could take. */
test("a lock has its holder from the first moment", async () => {
  using scratch = createScratch();
  const path = join(scratch.dir, "a.lock");
  const source = JSON.stringify(new URL("../../src/session/lock.ts", import.meta.url).href);
  const isOver = new Int32Array(new SharedArrayBuffer(4));
  const code = `import(${source}).then(({ lockFile }) => {
    const isOver = require("node:worker_threads").workerData;
    while (Atomics.load(isOver, 0) === 0) lockFile(${JSON.stringify(path)}, () => new Error("taken"))[Symbol.dispose]();
  });`;
  const worker = new Worker(code, { eval: true, workerData: isOver });
  const ended = once(worker, "exit");
  let [seen, empty] = [0, 0];
  while (seen < 500) {
    for (let n = 0; n < 200; n += 1) {
      const text = fileText(path);
      if (text !== undefined) seen += 1;
      if (text === "") empty += 1;
    }
    await setImmediate();
  }
  Atomics.store(isOver, 0, 1);
  await ended;
  assert.equal(empty, 0);
});
