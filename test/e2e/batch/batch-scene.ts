/** A plan over a small repository, a scripted model that does what each task says, and the built program that runs it. */

import { dirname, join } from "node:path";
import type { BatchPlan, PlannedTask } from "../../../src/batch/plan/batch-plan.ts";
import { writePlan } from "../../../src/batch/plan/plan-file.ts";
import { foldResults, type BatchState } from "../../../src/batch/results/fold.ts";
import { readResults } from "../../../src/batch/results/results-file.ts";
import { loadPolicy } from "../../../src/policy/file/load.ts";
import { batchPlan, plannedTask } from "../../doubles/batch.ts";
import { temporaryDir, type CliEnd, type CliOptions } from "../../doubles/cli.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import { createScene, type Scene, type SceneOptions } from "../harness.ts";

const MODEL = "openai/test-model";
/** A thousand tokens in or out cost $0.01, so that a task of two answers costs a few cents. */
const PRICE = `models: { "openai/test-model": { price: { input: 10, output: 10 } } }\n`;

export const BATCH_POLICY = `version: 1
default: defer
rules:
  - { id: read, approve: { read: ["**"] } }
  - { id: edit, approve: { write: ["out/**"] } }
  - { id: tests, approve: { exec: ["test -s **"] } }
sandbox: { minimum: none, unsealed: patterns }
${PRICE}`;

/** A repository with a batch file of four tasks in two shards. */
export const BATCH_FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries([1, 2, 3, 4].map((n) => [`src/${n}.ts`, `export const n = ${n};\n`])),
  ".github/kimi-batch/mend.yml": `version: 1
task: { prompt: "Mend {{path}}." }
source: { files: "src/*.ts" }
limits: { cost_usd: 0.5, total_usd: 2, minutes: 10, parallel: 2 }
deliver: { pull_requests: per-task }
`,
  ".github/kimi-policy.yml": BATCH_POLICY.replace("sandbox: { minimum: none, unsealed: patterns }\n", "").replace(
    "openai/",
    "kimi/",
  ),
};

/** Of the requests to the double. */
export type Json = Readonly<Record<string, unknown>>;

/** What the task of a request is about: the number in its prompt. */
export function taskOf(json: Json): number {
  return Number(/Mend src\/(\d+)\.ts/.exec(JSON.stringify(json["messages"]))?.[1]);
}

/** The requests of a task so far. */
export function requestsOf({ server }: Scene, task: number): readonly Json[] {
  return server.requests.map(({ json }) => json as Json).filter((json) => taskOf(json) === task);
}

/** How many answers of the model the request has. */
export function answersIn(json: Json): number {
  return (json["messages"] as readonly { readonly role: string }[]).filter(({ role }) => role === "assistant").length;
}

/** The result of a write that a stop kept from running, or of which a kill left open whether it ran. */
const CUT_OFF = /^Error: (?:the run was cut off|cancelled before it ran)/;

/** Writes the task's file, again where that was cut off, then says that it is done. */
export function obedient(json: Json): DoubleReply {
  const number = taskOf(json);
  const last = (json["messages"] as readonly { readonly content?: unknown }[]).findLast(isResult);
  const isCutOff = typeof last?.content === "string" && CUT_OFF.test(last.content);
  if (answersIn(json) > 0 && !isCutOff)
    return { calls: [{ name: "attempt_completion", arguments: { result: `Mended ${number}.` } }] };
  const write = { name: "write_file", arguments: { path: `out/${number}.txt`, content: `${number}\n` } };
  return { calls: [write], usage: { prompt_tokens: 900, completion_tokens: 100, total_tokens: 1_000 } };
}

function isResult(message: object): boolean {
  return "role" in message && message.role === "tool";
}

export interface BatchScene {
  readonly scene: Scene;
  readonly plan: BatchPlan;
  /** The folder of the batch. */
  readonly dir: string;
  /** Of the program's user. */
  readonly home: string;
  /** `kimi-runner batch run` in a cell without walls, unless told otherwise. */
  readonly run: (args?: readonly string[], options?: Partial<CliOptions>) => Promise<CliEnd>;
  readonly state: () => BatchState;
  /** `1:done`, by number. */
  readonly states: () => readonly string[];
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export interface BatchSceneOptions {
  readonly tasks: number;
  readonly task?: (number: number) => Partial<PlannedTask>;
  readonly plan?: Partial<Omit<BatchPlan, "id" | "digest">>;
  readonly replies?: SceneOptions["replies"];
  readonly policy?: string;
  readonly sandbox?: string;
}

export async function createBatchScene(options: BatchSceneOptions): Promise<BatchScene> {
  const { tasks, task = () => ({}), policy = BATCH_POLICY, sandbox = "none" } = options;
  const replies: SceneOptions["replies"] =
    options.replies ?? ((request) => obedient((request as { readonly json: Json }).json));
  const scene = await createScene({ replies, files: { "src/a.ts": "a\n", ".github/kimi-policy.yml": policy } });
  const { digest } = await loadPolicy(policy, { file: ".github/kimi-policy.yml" });
  const planned = Array.from({ length: tasks }, (_, at) => plannedTask(at + 1, { model: MODEL, ...task(at + 1) }));
  const base = scene.repository.git("rev-parse", "HEAD");
  const plan = batchPlan(planned, { base, policyDigest: digest, ...options.plan });
  const temporary = temporaryDir();
  const dir = join(temporary.dir, plan.id);
  writePlan(dir, plan);
  const state = (): BatchState => foldResults(plan, readResults(dir));
  return {
    scene,
    plan,
    dir,
    home: dirname(scene.bundle),
    run: (args = [], more = {}) =>
      scene.cli(["batch", "run", dir, "--model", MODEL, "--sandbox", sandbox, ...args], more),
    state,
    states: () => state().tasks.map(({ task: { id }, state: name }) => `${Number(id)}:${name}`),
    [Symbol.asyncDispose]: async () => {
      temporary[Symbol.dispose]();
      await scene[Symbol.asyncDispose]();
    },
  };
}
