/**
 * The record of a batch between workflow runs: plan, lines and the changes that may still be delivered, as one sealed commit
 * `refs/kimi/batch/<id>`, changed by compare-and-set.
 */

import { randomUUID } from "node:crypto";
import { backoffMs, type Backoff } from "../../base/backoff.ts";
import type { Clock } from "../../base/clock.ts";
import { oneLine } from "../../base/truncate.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { JobParts } from "../../job/context/job-parts.ts";
import { refsOf } from "../../job/sessions/job-session-store.ts";
import { createSeal, jobSealSecret, SEAL, type SessionSeal } from "../../job/sessions/session-seal.ts";
import { isBundleFile } from "../../session/bundle.ts";
import type { RemoteRefs } from "../../workspace/remote-refs.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";
import { parsePlan, planText } from "../plan/plan-file.ts";
import { lineText, parseResults } from "../results/results-file.ts";
import type { ResultsLine } from "../results/results-line.ts";
import type { CollectGit } from "./publisher.ts";
import type { WaitingSession } from "./waiting-session.ts";

const BATCHES = "refs/kimi/batch/";

export interface BatchRecord {
  readonly plan: BatchPlan;
  readonly lines: readonly ResultsLine[];
  /** Changes that may still be delivered, by task. Their digests are in the lines. */
  readonly changes: ReadonlyMap<string, TaskChange>;
  /** Of tasks that wait for an answer, by task: another machine goes on with them. */
  readonly sessions: ReadonlyMap<string, WaitingSession>;
}

export interface TaskChange {
  readonly patch: Buffer;
  /** The model's closing text, foreign Markdown; empty without one. */
  readonly report: string;
}

export interface RecordRef {
  /** Undefined where the server has none. Throws `session.corrupt` for one that this program did not write. */
  readonly read: () => Promise<BatchRecord | undefined>;
  /** Writes what `edit` makes of the record as it is then, and returns it. An `edit` that returns its argument writes nothing. */
  readonly change: (edit: (before: BatchRecord | undefined) => BatchRecord) => Promise<BatchRecord>;
  /** Deletes the record as it was read; where it has changed since, it stays. Rejects for git. */
  readonly remove: () => Promise<void>;
}

interface Seen {
  /** Null where there is no reference. */
  readonly commit: string | null;
  readonly record: BatchRecord | undefined;
}

export interface RecordRefOptions {
  readonly refs: RemoteRefs;
  readonly id: string;
  readonly seal: SessionSeal;
  readonly clock: Pick<Clock, "now" | "sleep">;
  /** Yields 0 ≤ x < 1: collects that lost to each other must not come back together. */
  readonly random: () => number;
}

/** Of twenty collects at once each round lets one through, in less than a second. */
const ATTEMPTS = 60;
const BACKOFF: Backoff = { initialMs: 50, maxMs: 3_000, jitterMs: 1_500 };
const BUSY = /cannot lock ref|\.lock'?: File exists|incorrect old value/i;

/** A record that must be there, because the caller has read or written it before. */
export function existing(record: BatchRecord | undefined): BatchRecord {
  if (record === undefined) throw corrupt("refs/kimi/batch/", "It was deleted while the batch was collected.");
  return record;
}

/** The ids of the batches that the server has a record of. */
export async function recordedBatches(refs: Pick<RemoteRefs, "list">): Promise<readonly string[]> {
  return (await refs.list(BATCHES))
    .map(({ ref }) => ref.slice(BATCHES.length))
    .filter((id) => /^[0-9a-f]{12}$/.test(id));
}

/** The record of a batch in the repository that a job works for. */
export function jobRecord(
  parts: JobParts,
  { gitDir, checkout }: Pick<CollectGit, "gitDir" | "checkout">,
  { id, clock }: { readonly id: string; readonly clock: Clock },
): RecordRef {
  const refs = refsOf(parts, gitDir, checkout.root, clock);
  return createRecordRef({ refs, id, seal: createSeal(jobSealSecret(parts)), clock, random: Math.random });
}

/** Asks nothing before it is used. */
export function createRecordRef({ refs, id, seal, clock, random }: RecordRefOptions): RecordRef {
  const ref = `${BATCHES}${id}`;
  /** As it was last seen. A change that is made on an older state is refused by the server and made again. */
  let seen: Seen | undefined;
  const load = async (): Promise<Seen> => {
    const stored = await refs.read(ref);
    if (stored === undefined) return { commit: null, record: undefined };
    const problem = seal.problemIn({ files: stored.files, tree: undefined });
    if (problem !== undefined) throw corrupt(ref, problem);
    const record = recordOf(stored.files, ref);
    if (record.plan.id !== id) throw corrupt(ref, `It is of batch ${record.plan.id}.`);
    return { commit: stored.commit, record };
  };
  return {
    read: async () => {
      seen = await load();
      return seen.record;
    },
    remove: async () => {
      if (seen?.commit != null) await refs.update([{ ref, commit: null, expected: seen.commit }], { isAtomic: true });
      seen = undefined;
    },
    change: async (edit) => {
      let said = "";
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        seen ??= await load();
        const { commit: expected, record: before } = seen;
        const after = edit(before);
        if (after === before) return after;
        const files = filesOf(after);
        const commit = await refs.write({
          files: new Map([...files, [SEAL, seal.write({ files, tree: undefined })]]),
          // Two collects that make equal records must not both take the reference for theirs.
          message: `batch ${id} ${randomUUID()}`,
          atSeconds: Math.floor(clock.now() / 1000),
        });
        const answer = await refs.update([{ ref, commit, expected }], { isAtomic: true });
        seen = answer.kind === "updated" ? { commit, record: after } : undefined;
        if (answer.kind === "updated") return after;
        if (answer.kind === "refused") {
          said = answer.said;
          if (!BUSY.test(said)) break;
        }
        await clock.sleep(backoffMs(attempt, BACKOFF, random));
      }
      throw new RunnerError({
        code: "git.failed",
        message: `The record of the batch cannot be written: ${oneLine(said, 500) || `${ATTEMPTS} attempts lost to other jobs`}.`,
        hint: "The workflow needs `permissions: contents: write`; rulesets must let its token push to `refs/kimi/**`.",
      });
    },
  };
}

const PLAN = "plan.json";
const RESULTS = "results.jsonl";
const WAITING = /^waiting\/([0-9a-f]{12})\/([1-9]\d{0,3})\/(.+)$/;
const CHANGE = /^changes\/([0-9a-f]{12})\/(patch|report)$/;

function filesOf({ plan, lines, changes, sessions }: BatchRecord): ReadonlyMap<string, Buffer | string> {
  const kept = [...changes].flatMap(([task, { patch, report }]) => [
    [`changes/${task}/patch`, patch] as const,
    [`changes/${task}/report`, report] as const,
  ]);
  const waiting = [...sessions].flatMap(([task, { attempt, files }]) =>
    [...files].map(([path, bytes]) => [`waiting/${task}/${attempt}/${path}`, bytes] as const),
  );
  return new Map<string, Buffer | string>([
    [PLAN, planText(plan)],
    [RESULTS, lines.map(lineText).join("")],
    ...kept,
    ...waiting,
  ]);
}

function recordOf(files: ReadonlyMap<string, Buffer>, ref: string): BatchRecord {
  const changes = new Map<string, TaskChange>();
  const sessions = new Map<string, { readonly attempt: number; readonly files: Map<string, Buffer> }>();
  for (const [path, bytes] of files) {
    const [, waits, attempt, inBundle = ""] = WAITING.exec(path) ?? [];
    if (waits !== undefined && isBundleFile(inBundle)) {
      const session = sessions.get(waits) ?? { attempt: Number(attempt), files: new Map() };
      sessions.set(waits, session);
      session.files.set(inBundle, bytes);
    }
    const [, task, part] = CHANGE.exec(path) ?? [];
    if (task === undefined || part !== "patch") continue;
    changes.set(task, { patch: bytes, report: files.get(`changes/${task}/report`)?.toString("utf8") ?? "" });
  }
  const plan = parsePlan(files.get(PLAN)?.toString("utf8") ?? "", `${ref}:${PLAN}`);
  return { plan, lines: parseResults(files.get(RESULTS) ?? Buffer.alloc(0), `${ref}:${RESULTS}`), changes, sessions };
}

function corrupt(ref: string, problem: string): RunnerError {
  return new RunnerError({
    code: "session.corrupt",
    message: `The record of the batch is left alone: ${ref}: ${problem}`,
    hint: `Delete it (\`git push origin :${ref}\`) and run the batch again, or give the job the key that it was written with.`,
  });
}
