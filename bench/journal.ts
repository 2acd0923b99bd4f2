/**
 * What a long session costs to take up again: reading a journal of 50 MB with its hash checks, and both folds over it.
 * `node bench/journal.ts [--mb 50]`. Run it alone on the machine.
 */

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { WireEvent } from "../src/protocol/wire.ts";
import { createContextFold } from "../src/session/context.ts";
import { openJournal, readJournal } from "../src/session/journal.ts";
import { stateOf } from "../src/session/session-state.ts";
import { sha256 } from "../src/base/sha256.ts";
import { said } from "../test/doubles/message.ts";

/** Files that the session reads, over and over. */
const FILES = 2000;
/** Steps between two compactions: the context does not only grow. */
const CLEAR_EVERY = 40;

/** The events of one step: a call that read `text`, and the workspace after it. */
function stepEvents(step: number, text: string): readonly WireEvent[] {
  const callId = `call_${step}`;
  const path = `src/file-${step % FILES}.ts`;
  const usage = { input: 900, cacheRead: 40_000, cacheWrite: 0, output: 120 };
  const call = { id: callId, name: "read_file", arguments: JSON.stringify({ files: [{ path }] }) };
  const capabilities = [{ kind: "read", path }] as const;
  return [
    { type: "step.begin", step },
    { type: "context.checkpoint", id: step % CLEAR_EVERY },
    { type: "step.usage", step, usage, costUsd: 0.01 },
    { type: "context.append", messages: [said([], call)] },
    { type: "context.usage", tokens: 41_000 },
    {
      type: "call.judged",
      callId,
      tool: "read_file",
      summary: `read ${path}`,
      capabilities,
      decision: { verdict: "approve", rule: "read" },
    },
    { type: "tool.begin", callId, tool: "read_file", index: 0 },
    { type: "file.seen", path, digest: sha256(text), own: false },
    { type: "tool.end", callId, tool: "read_file", index: 0, isError: false, durationMs: 3, result: { text } },
    { type: "context.append", messages: [{ role: "tool", toolCallId: callId, content: text, isError: false }] },
    { type: "workspace.snapshot", checkpoint: step % CLEAR_EVERY, tree: sha256(`${step}`).slice(0, 40) },
    ...(step % CLEAR_EVERY === CLEAR_EVERY - 1 ? [{ type: "context.clear" } as const] : []),
  ];
}

function timed<T>(what: string, work: () => T): T {
  const began = performance.now();
  const result = work();
  console.log(`${what.padEnd(28)} ${(performance.now() - began).toFixed(0).padStart(6)} ms`);
  return result;
}

const { values } = parseArgs({ options: { mb: { type: "string", default: "50" } } });
const dir = mkdtempSync(join(tmpdir(), "kimi-bench-"));
const path = join(dir, "journal.jsonl");
const lines = Array.from({ length: 60 }, (_, at) => `export const value${at} = compute(${at}, "größe"); // line`);
const text = lines.join("\n");
const journal = openJournal({
  path,
  clock: { now: () => 0, monotonic: () => 0, sleep: async () => {} },
  redact: (clean) => clean,
});
timed("written", () => {
  for (let step = 0; statSync(path).size < Number(values.mb) * 1e6; step += 1) {
    for (const event of stepEvents(step, text)) journal.record(event);
  }
});
journal.close();
const { records, problem } = timed("read, chain and hashes", () => readJournal(path));
if (problem !== undefined) throw new Error(problem.reason);
timed("session state", () => stateOf(records.map(({ event }) => event)));
timed("context", () => {
  const fold = createContextFold();
  for (const { event } of records) fold.apply(event);
});
console.log(`${records.length} records, ${(statSync(path).size / 1e6).toFixed(1)} MB`);
rmSync(dir, { recursive: true, force: true });
