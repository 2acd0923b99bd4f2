/** Saves beside the run: none follows the save of the end, and one that fails harms neither the run nor the next. */

import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createSessionSync } from "../../../src/job/sessions/session-sync.ts";
import type { JobParts } from "../../../src/job/context/job-parts.ts";
import type { LeaseState } from "../../../src/job/sessions/lease.ts";
import type { SessionStore } from "../../../src/job/sessions/session-store.ts";
import type { WireEvent } from "../../../src/protocol/wire.ts";
import type { OpenRun } from "../../../src/run/agent/run-parts.ts";
import type { RunEnd } from "../../../src/run/end/run-end.ts";
import { createScratch } from "../../doubles/scratch.ts";

/** A session whose saves are counted. `tell` records an event. */
async function opened(dir: string) {
  const bundleDir = join(dir, "bundle");
  mkdirSync(join(bundleDir, "blobs"), { recursive: true });
  const saved: LeaseState[] = [];
  const store = {
    use: () => {},
    cancelRequest: async () => undefined,
    save: async (_point: object, state: LeaseState) => {
      saved.push(state);
      return { kind: "saved" };
    },
  };
  const warnings: string[] = [];
  const parts = {
    inputs: { bundleDir, token: "" },
    world: { env: { PATH: process.env["PATH"] }, warn: (text: string) => void warnings.push(text) },
    stopper: { stop: assert.fail },
    job: { serverUrl: "http://localhost", owner: "o", repo: "r" },
  };
  const sync = createSessionSync(parts as unknown as JobParts, store as unknown as SessionStore);

  const checks: PromiseWithResolvers<readonly never[]>[] = [];
  const check = (): Promise<readonly never[]> => {
    const asked = Promise.withResolvers<readonly never[]>();
    checks.push(asked);
    return asked.promise;
  };
  const repository = { headCommit: "a".repeat(40), headTree: "b".repeat(40), root: dir };
  const bench = { repository, git: async () => ({ gitDir: dir }) };
  sync.hooks.opened({ bench, session: { leakCheck: { check } } } as unknown as OpenRun);
  await new Promise(setImmediate);

  const [sink] = sync.hooks.sinks;
  let seq = 0;
  const tell = (event: WireEvent): void => {
    appendFileSync(join(bundleDir, "journal.jsonl"), `${JSON.stringify(event)}\n`);
    void sink?.write({ v: 2, seq: (seq += 1), time: "2026-03-01T10:00:00.000Z", event, prev: "", hash: "" });
  };
  return { sync, saved, warnings, checks, tell, blobs: join(bundleDir, "blobs") };
}

test("the end of a run is its last save, also where an earlier one is slow to be prepared", async () => {
  using scratch = createScratch();
  const { sync, saved, checks, tell, warnings } = await opened(scratch.dir);
  for (const step of [1, 2, 3, 4, 5]) tell({ type: "step.begin", step });
  tell({ type: "workspace.snapshot", checkpoint: 0, tree: "c".repeat(40) });
  await new Promise(setImmediate);
  assert.deepEqual([checks.length, saved], [1, []], "five steps are saved, once their change is looked at");

  const outcome = { outcome: "limit_steps", reason: "", tree: "d".repeat(40) };
  const ending = sync.saveEnd({ outcome, isWithheld: false, held: [] } as unknown as RunEnd);
  await new Promise(setImmediate);
  checks[1]?.resolve([]);
  assert.deepEqual(await ending, { kind: "saved" });
  checks[0]?.resolve([]);
  await new Promise(setImmediate);
  assert.deepEqual([saved, warnings], [["unpublished"], []]);
});

test("a save whose files cannot be read is told once and tried again", async () => {
  using scratch = createScratch();
  const { sync, saved, checks, tell, warnings, blobs } = await opened(scratch.dir);
  mkdirSync(join(blobs, "folder"));
  for (const step of [1, 2, 3, 4, 5]) tell({ type: "step.begin", step });
  tell({ type: "workspace.snapshot", checkpoint: 0, tree: "c".repeat(40) });
  await new Promise(setImmediate);
  assert.deepEqual([saved, checks.length], [[], 0]);
  assert.match(warnings.join("\n"), /^The session could not be saved on the server: EISDIR/);
  rmSync(join(blobs, "folder"), { recursive: true });
  tell({ type: "workspace.snapshot", checkpoint: 0, tree: "d".repeat(40) });
  checks[0]?.resolve([]);
  await new Promise(setImmediate);
  assert.deepEqual([saved, warnings.length], [["running"], 1]);
  sync.close();
});
