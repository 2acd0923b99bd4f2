/** A repository on a GitHub double, a plan at its first commit, tasks with changes, and collects of it inside of this process. */

import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BatchPlan, PlannedTask } from "../../../src/batch/plan/batch-plan.ts";
import { foldResults, type BatchState } from "../../../src/batch/results/fold.ts";
import type { DeliveryLine, ResultLine } from "../../../src/batch/results/results-line.ts";
import { collectBatch, type Collected } from "../../../src/batch/collect/collect.ts";
import type { Arrived } from "../../../src/batch/collect/arrived.ts";
import type { CheckedAttempt } from "../../../src/batch/collect/bundle-line.ts";
import { sha256 } from "../../../src/base/sha256.ts";
import type { HeldCall } from "../../../src/protocol/wire.ts";
import { seal } from "../../../src/session/journal.ts";
import { createGitHub } from "../../../src/github/api/client.ts";
import { githubJob } from "../../../src/job/context/github-job.ts";
import type { JobParts } from "../../../src/job/context/job-parts.ts";
import { outboxOf } from "../../../src/job/context/outbox.ts";
import { loadPolicyOf } from "../../../src/run/open/policy-source.ts";
import { createStopper } from "../../../src/run/open/stopper.ts";
import { AT, batchPlan, plannedTask, resultLine } from "../../doubles/batch.ts";
import { checkout } from "../../doubles/checkout.ts";
import { jumpClock } from "../../doubles/clock.ts";
import { startGitHub, type GitHub } from "../../doubles/github/server.ts";

export const REPO = "octo/app";
const TOKEN = "ghs_secretTokenOfTheTests0123456789";
const POLICY = ".github/kimi-policy.yml";
export const POLICY_TEXT = `version: 1
default: defer
rules:
  - { id: sources, approve: { write: ["src/**", "shared.txt"] } }
`;

export interface SceneOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly policy?: string;
  readonly count?: number;
  readonly tasks?: readonly PlannedTask[];
  readonly plan?: Partial<BatchPlan>;
}

/** A task's changed files; undefined removes one. */
type Change = Readonly<Record<string, string | undefined>>;

export interface CollectScene {
  readonly hub: GitHub;
  readonly plan: BatchPlan;
  readonly dir: string;
  /** Ms since the epoch of every collect's clock. */
  readonly time: { now: number };
  readonly warnings: string[];
  /** The parts of one collect; another client each time. */
  readonly parts: (more?: Partial<JobParts["inputs"]>) => JobParts;
  /** An attempt with this change, done unless said otherwise. */
  readonly attempt: (task: PlannedTask, change: Change, more?: Partial<ResultLine>) => CheckedAttempt;
  /** What a workflow run left. */
  readonly arrived: (attempts: readonly CheckedAttempt[], more?: Partial<Arrived>) => Arrived;
  readonly collect: (arrived?: Arrived, more?: Partial<JobParts["inputs"]>) => Promise<Collected>;
  readonly state: (collected: Collected) => BatchState;
  /** Number, title and branch of the open pull requests, sorted. */
  readonly pulls: () => readonly { readonly number: number; readonly title: string; readonly branch: string }[];
  /** The dashboard's issue, made by us. */
  readonly dashboard: () => ReturnType<GitHub["thread"]>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export async function createCollectScene(options: SceneOptions = {}): Promise<CollectScene> {
  const { policy = POLICY_TEXT, count = 3 } = options;
  const time = { now: Date.parse("2026-11-22T12:00:00Z") };
  // GitHub's times are whole seconds: each edit has one of its own.
  let seconds = time.now;
  const hub = await startGitHub({ rateLimit: 100_000, now: () => new Date((seconds += 1000)) });
  hub.addToken(TOKEN);
  const sources = Object.fromEntries(Array.from({ length: count }, (_, n) => [`src/${n + 1}.ts`, `old ${n + 1}\n`]));
  const files = { "shared.txt": "one\ntwo\nthree\nfour\nfive\n", ...sources, [POLICY]: policy, ...options.files };
  await hub.addRepository({ name: REPO, files, roles: { mona: "write", nora: "write", rita: "read" } });
  const root = realpathSync(mkdtempSync(join(tmpdir(), "kimi-collect-")));
  const dir = join(root, "app");
  const base = await checkout({ github: hub, repository: REPO, dir });
  const { digest } = await loadPolicyOf({ root: dir, cwd: dir, files: new Map([[POLICY, policy]]), commit: base });
  const tasks = options.tasks ?? Array.from({ length: count }, (_, n) => plannedTask(n + 1));
  const plan = batchPlan(tasks, { repository: REPO, base, policyDigest: digest, ...options.plan });
  const warnings: string[] = [];
  const clock = {
    ...jumpClock(),
    now: () => time.now,
    sleep: async (ms: number) => await new Promise<void>((done) => setTimeout(done, Math.min(ms, 10))),
  };
  const world = {
    env: { PATH: process.env["PATH"] ?? "" },
    cwd: dir,
    nodePath: process.execPath,
    workerPath: join(import.meta.dirname, "../../../dist/cell.js"),
    out: () => {},
    err: () => {},
    warn: (text: string) => void warnings.push(text),
  };
  const parts: CollectScene["parts"] = (more = {}) => {
    const context = {
      eventName: "schedule",
      payload: {},
      repo: { owner: "octo", repo: "app" },
      ref: "refs/heads/main",
      serverUrl: hub.serverUrl,
      apiUrl: hub.url,
      graphqlUrl: hub.graphqlUrl,
      runId: 4242,
      runAttempt: 1,
    };
    const inputs: JobParts["inputs"] = {
      context,
      start: { trigger: "/kimi" },
      run: { agent: {}, model: {}, workbench: { cwd: dir, sandbox: "none" }, limits: {}, output: "text" },
      bundleDir: join(root, "bundle"),
      token: TOKEN,
      publish: "github",
      phase: "all",
      commit: "git",
      checkOut: false,
      ...more,
    };
    const client = createGitHub({
      token: TOKEN,
      apiUrl: hub.url,
      graphqlUrl: hub.graphqlUrl,
      userAgent: "test",
      clock: jumpClock(),
      noticeGapMs: 0,
    });
    const outbox = outboxOf(inputs, client);
    return { inputs, world, stopper: createStopper(), job: githubJob(inputs.context, world.env), client, outbox };
  };
  const attempt: CollectScene["attempt"] = (task, change, more = {}) => {
    const patch = Buffer.from(
      Object.entries(change)
        .map(([path, content]) => patchOf(dir, path, content))
        .join(""),
    );
    const line = resultLine(task, {
      patch: patch.length === 0 ? null : sha256(patch),
      session: `s-${task.id}`,
      ...more,
    });
    return { line, dir: root, patch, report: "", session: undefined };
  };
  const arrived: CollectScene["arrived"] = (attempts, more = {}) => ({
    plan,
    own: root,
    attempts,
    shardLines: [],
    unproven: [],
    shards: new Set([0]),
    planned: [],
    refused: [],
    ...more,
  });
  const collect: CollectScene["collect"] = async (given, more) => {
    const collected = await collectBatch({ ...parts(more), clock }, { arrived: given, id: (given?.plan ?? plan).id });
    if (collected === undefined) throw new Error("no record");
    return collected;
  };
  return {
    hub,
    plan,
    dir,
    time,
    warnings,
    parts,
    attempt,
    arrived,
    collect,
    state: ({ record }) => foldResults(record.plan, record.lines),
    pulls: () =>
      hub
        .repository(REPO)
        .threads.filter(({ pull, state }) => pull !== undefined && state === "open")
        .map(({ number, title, pull }) => ({ number, title, branch: pull?.head.ref ?? "" }))
        .toSorted((a, b) => a.number - b.number),
    dashboard: () => {
      const found = hub
        .repository(REPO)
        .threads.filter(({ body }) => body?.startsWith(`<!-- kimi-runner:batch id=${plan.id} -->`));
      const only = found.find(({ state }) => state === "open" || found.length === 1);
      if (only === undefined) throw new Error("no dashboard");
      return only;
    },
    [Symbol.asyncDispose]: async () => {
      await hub.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** What replaces all lines of a file of the checkout, as git would show it. */
function patchOf(dir: string, path: string, after = ""): string {
  const file = join(dir, path);
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (before === after) return "";
  const linesOf = (text: string, sign = ""): readonly string[] =>
    (text.match(/.*\n/g) ?? []).map((line) => sign + line);
  const rangeOf = (text: string): string => `${text === "" ? 0 : 1},${linesOf(text).length}`;
  const [is, was] = [after !== "", before !== ""];
  const mode = was && is ? "" : `${was ? "deleted" : "new"} file mode 100644\n`;
  const names = `--- ${was ? `a/${path}` : "/dev/null"}\n+++ ${is ? `b/${path}` : "/dev/null"}\n`;
  const hunk = `@@ -${rangeOf(before)} +${rangeOf(after)} @@\n${[...linesOf(before, "-"), ...linesOf(after, "+")].join("")}`;
  return `diff --git a/${path} b/${path}\n${mode}${names}${hunk}`;
}

/** An attempt that waits for these actions. */
export function waitingAttempt(attempt: CheckedAttempt, held: readonly HeldCall[]): CheckedAttempt {
  const event = { type: "deferral.open", held } as const;
  const { line } = seal({ v: 2, seq: 0, time: AT, prev: "0".repeat(64), event });
  const session = { attempt: attempt.line.attempt, files: new Map([["journal.jsonl", Buffer.from(line)]]) };
  return { ...attempt, session };
}

/** A held write of one file, with the diff that the policy's rule wants to be seen. */
export function heldWrite(path: string, preview: string, digest: string): HeldCall {
  const capabilities = [{ kind: "write", path }] as const;
  const how = { callId: "call-1", index: 0, tool: "write_to_file", rule: "default" };
  return { ...how, summary: `write ${path} (+1 −0)`, preview, capabilities, digest };
}

/** The lines about deliveries, without their times. */
export function deliveries({ record }: Collected): readonly Omit<DeliveryLine, "at">[] {
  return record.lines.flatMap((line) => {
    if (line.type !== "delivery") return [];
    const { at: _, ...rest } = line;
    return [rest];
  });
}

/** As a person does it in the browser. */
export function mergePull({ hub }: CollectScene, number: number): void {
  const thread = hub.thread(REPO, number);
  thread.state = "closed";
  if (thread.pull !== undefined) thread.pull.mergedAt = "2026-11-22T12:30:00Z";
}
