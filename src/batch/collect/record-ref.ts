/** The record of a batch between workflow runs: one sealed commit at `refs/kimi/batch/<id>`, changed by compare-and-set. */

import type { JobGit } from "../../job/context/job-git.ts";
import { randomUUID } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { JobParts } from "../../job/context/job-parts.ts";
import { createSeal, jobSealSecret, SEAL, type SessionSeal } from "../../job/sessions/session-seal.ts";
import { isBundleFile } from "../../session/bundle.ts";
import { changeRef, type Held } from "../../workspace/change-ref.ts";
import type { RemoteRefs } from "../../workspace/remote-refs.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";
import { parsePlan, PLAN_FILE, planText } from "../plan/plan-file.ts";
import { lineText, parseResults, RESULTS_FILE } from "../results/results-file.ts";
import type { ResultsLine } from "../results/results-line.ts";
import type { WaitingSession } from "./waiting-session.ts";

const BATCHES = "refs/kimi/batch/";

export interface BatchRecord {
  readonly plan: BatchPlan;
  readonly lines: readonly ResultsLine[];
  /** Changes that may still be delivered, by task. Their digests are in the lines. */
  readonly changes: ReadonlyMap<string, TaskChange>;
  /** Sessions of the tasks that wait for an answer, by task. Another machine resumes them. */
  readonly sessions: ReadonlyMap<string, WaitingSession>;
}

export interface TaskChange {
  readonly patch: Buffer;
  /** The model's closing text, foreign Markdown; empty without one. */
  readonly report: string;
}

export type RecordRef = ReturnType<typeof createRecordRef>;

export interface RecordRefOptions {
  readonly refs: RemoteRefs;
  readonly id: string;
  readonly seal: SessionSeal;
  readonly clock: Pick<Clock, "now" | "sleep">;
}

/** The ids of the batches that the server has a record of. */
export async function recordedBatches({ refs }: Pick<JobGit, "refs">): Promise<readonly string[]> {
  return (await refs.list(BATCHES))
    .map(({ ref }) => ref.slice(BATCHES.length))
    .filter((id) => /^[0-9a-f]{12}$/.test(id));
}

/** The record of a batch in the repository that a job works for. In a dry run nothing is written. */
export function jobRecord(parts: JobParts, own: Pick<JobGit, "refs" | "clock">, id: string): RecordRef {
  const { clock } = own;
  const unwritten = { write: async () => id, update: async () => ({ kind: "updated", refs: [] }) as const };
  const refs = parts.inputs.publish === "github" ? own.refs : { ...own.refs, ...unwritten };
  return createRecordRef({ refs, id, seal: createSeal(jobSealSecret(parts)), clock });
}

/** Creates the access to a record. It asks the server nothing yet. */
export function createRecordRef({ refs, id, seal, clock }: RecordRefOptions) {
  const ref = `${BATCHES}${id}`;
  /** The record as it was seen last. The server refuses a change of an older record, which is then made again. */
  let seen: Held<BatchRecord | undefined> | undefined;
  const load = async (): Promise<Held<BatchRecord | undefined>> => {
    const stored = await refs.read(ref);
    if (stored === undefined) return { commit: null, value: undefined };
    const problem = seal.problemIn({ files: stored.files, tree: undefined });
    if (problem !== undefined) throw corrupt(ref, problem);
    const value = recordOf(stored.files, ref);
    if (value.plan.id !== id) throw corrupt(ref, `It is of batch ${value.plan.id}.`);
    return { commit: stored.commit, value };
  };
  const write = async (record: BatchRecord): Promise<string> => {
    const files = filesOf(record);
    return await refs.write({
      files: new Map([...files, [SEAL, seal.write({ files, tree: undefined })]]),
      // The id keeps the commits of two collects apart that make equal records, so that only one of them succeeds.
      message: `batch ${id} ${randomUUID()}`,
      atSeconds: Math.floor(clock.now() / 1000),
    });
  };
  const change = async (edit: (before: BatchRecord | undefined) => BatchRecord): Promise<BatchRecord> => {
    const before = seen;
    seen = undefined;
    const after = await changeRef({ refs, ref, read: load, write, refused, clock }, edit, before);
    seen = after;
    return after.value;
  };
  return {
    /** Undefined where the server has no record. Throws `session.corrupt` for a record that this program did not write. */
    read: async () => {
      seen = await load();
      return seen.value;
    },
    /** Deletes the record unless it has changed since it was read. Rejects where git fails. */
    remove: async () => {
      if (seen?.commit != null) await refs.update([{ ref, commit: null, expected: seen.commit }], { isAtomic: true });
      seen = undefined;
    },
    /** Replaces the record by what `edit` makes of the newest one, and returns that. An `edit` that returns its argument writes nothing. */
    change,
    /** As `change`, for a record that must be there. Throws `session.corrupt` where it was deleted. */
    update: (edit: (record: BatchRecord) => BatchRecord) =>
      change((before) => {
        if (before === undefined) throw corrupt(ref, "It was deleted while the batch was collected.");
        return edit(before);
      }),
  };
}

function refused(said: string): RunnerError {
  return new RunnerError({
    code: "git.failed",
    message: `The record of the batch cannot be written: ${said}`,
    hint: "The workflow needs `permissions: contents: write`; rulesets must let its token push to `refs/kimi/**`.",
  });
}

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
    [PLAN_FILE, planText(plan)],
    [RESULTS_FILE, lines.map(lineText).join("")],
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
  const plan = parsePlan(files.get(PLAN_FILE)?.toString("utf8") ?? "", `${ref}:${PLAN_FILE}`);
  return {
    plan,
    lines: parseResults(files.get(RESULTS_FILE) ?? Buffer.alloc(0), `${ref}:${RESULTS_FILE}`),
    changes,
    sessions,
  };
}

function corrupt(ref: string, problem: string): RunnerError {
  return new RunnerError({
    code: "session.corrupt",
    message: `The record of the batch cannot be used: ${ref}: ${problem}`,
    hint: `Delete it (\`git push origin :${ref}\`) and run the batch again, or give the job the key that it was written with.`,
  });
}
