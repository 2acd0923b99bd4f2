/** Reads what a folder holds of a batch: its own, or the artifacts of its shards. What does not belong to the plan is refused and named. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { namesIn, lstatOrNone } from "../../base/file-text.ts";
import { plainText } from "../../base/plain-text.ts";
import { oneLine } from "../../base/truncate.ts";
import { configError, describeError } from "../../protocol/error.ts";
import type { BatchPlan } from "../plan/batch-plan.ts";
import { PLAN_FILE, readPlan } from "../plan/plan-file.ts";
import { parseResults, RESULTS_FILE } from "../results/results-file.ts";
import type { ResultLine, ResultsLine } from "../results/results-line.ts";
import { lineOfBundle, type BundleOf, type CheckedAttempt } from "./bundle-line.ts";

export interface Arrived {
  readonly plan: BatchPlan;
  /** The folder that holds the batch itself; undefined for artifacts. */
  readonly own: string | undefined;
  /** The attempts whose bundles are whole. Of several bundles of one attempt, that of the newest run attempt counts. */
  readonly attempts: readonly CheckedAttempt[];
  /** Lines of shards about attempts without a bundle, which began or were refused before they had a session. */
  readonly shardLines: readonly ResultsLine[];
  /** Results whose bundle is missing or was refused. */
  readonly unproven: readonly ResultLine[];
  /** Shards of which anything arrived, from 0. */
  readonly shards: ReadonlySet<number>;
  /** Lines of the plan's artifact, from before the shards were started, with what people had asked for. They are never recorded again. */
  readonly planned: readonly ResultsLine[];
  /** What was not taken in, and why, one sentence each. */
  readonly refused: readonly string[];
}

interface Source {
  readonly dir: string;
  /** For messages. */
  readonly name: string;
  readonly shard: number | undefined;
  readonly runAttempt: number;
}

const ARTIFACT = /^kimi-batch-([0-9a-f]{12})-(?:(plan)|(\d{1,4})-(\d{1,4}))$/;
const MAX_LINES_BYTES = 50_000_000;

/** Reads the folder. Throws `config.invalid` where it has no plan, or plans of several batches. */
export function readArrived(dir: string, redact: (text: string) => string): Arrived {
  const names = namesIn(dir);
  if (names.includes(PLAN_FILE)) {
    const plan = readPlan(dir);
    const own = { dir, name: dir, shard: undefined, runAttempt: 1 };
    return { own: dir, planned: [], ...attemptsIn({ plan, redact, sources: [own], refused: [] }) };
  }
  const known = names.flatMap((name) => {
    const [, id, plan, shard, attempt] = ARTIFACT.exec(name) ?? [];
    if (id === undefined || !isFolder(join(dir, name))) return [];
    return [
      { id, name, dir: join(dir, name), isPlan: plan !== undefined, shard: Number(shard), runAttempt: Number(attempt) },
    ];
  });
  const plans = known.filter(({ isPlan }) => isPlan);
  const [first] = plans;
  if (first === undefined) {
    throw configError(
      `There is no plan.json and no artifact kimi-batch-<id>-plan in ${dir}.`,
      "Name the folder of a batch, or a folder with the artifacts of one, each in a folder of its name.",
    );
  }
  if (plans.length > 1) {
    const ids = plans.map(({ id }) => id).join(", ");
    throw configError(`The folder ${dir} has the plans of several batches: ${ids}.`, "Collect each separately.");
  }
  const plan = readPlan(first.dir);
  if (plan.id !== first.id)
    throw configError(`The artifact ${first.name} holds the plan of batch ${plan.id}.`, "Run the plan phase again.");
  const others = known.filter(({ id, isPlan }) => !isPlan && id !== plan.id);
  const refused = others.map(({ name }) => `${name}: it belongs to another batch than ${plan.id}.`);
  const sources = known.filter(({ id, isPlan }) => !isPlan && id === plan.id);
  const planned = linesIn(first, plan, refused);
  return { own: undefined, planned, ...attemptsIn({ plan, redact, sources, refused }) };
}

interface Reading {
  readonly plan: BatchPlan;
  readonly redact: (text: string) => string;
  readonly sources: readonly Source[];
  readonly refused: readonly string[];
}

function attemptsIn({ plan, redact, sources, refused: before }: Reading): Omit<Arrived, "own" | "planned"> {
  const refused = [...before];
  const shardLines: ResultsLine[] = [];
  const attempts = new Map<string, CheckedAttempt>();
  const claims = new Map<string, ResultLine>();
  for (const source of sources.toSorted((a, b) => a.runAttempt - b.runAttempt)) {
    const own = ownTasks(source, plan);
    const lines = linesIn(source, plan, refused).filter((line) => "key" in line && own.has(line.task));
    for (const line of lines) if (line.type === "result") claims.set(keyOf(line.task, line.attempt), line);
    shardLines.push(
      ...lines.filter(({ type }) => type === "started" || type === "withdrawn"),
      ...lines.filter(isRefusal),
    );
    for (const found of bundlesIn(source, plan, refused)) {
      const { task, attempt } = found;
      const checked = lineOfBundle({ ...found, plan, redact, claim: claims.get(keyOf(task.id, attempt)) });
      if (typeof checked === "string") refused.push(`${found.name}: ${checked}`);
      else attempts.set(keyOf(task.id, attempt), checked);
    }
  }
  const unproven = [...claims].flatMap(([key, line]) => (line.bundle === null || attempts.has(key) ? [] : [line]));
  return {
    plan,
    attempts: [...attempts.values()],
    shardLines,
    unproven,
    shards: new Set(sources.flatMap(({ shard }) => (shard === undefined ? [] : [shard]))),
    refused,
  };
}

/** The tasks that a source may say something about: those of its shard, or all. */
function ownTasks({ shard }: Source, { shards, tasks }: BatchPlan): ReadonlySet<string> {
  return new Set(shard === undefined ? tasks.map(({ id }) => id) : shards[shard]);
}

function keyOf(task: string, attempt: number): string {
  return `${task} ${attempt}`;
}

/** Whether a result is believed without a bundle, because the run was refused before it had a session. */
function isRefusal(line: ResultsLine): boolean {
  return line.type === "result" && line.bundle === null && line.state !== "done" && line.state !== "nothing";
}

/** The lines about tasks of the plan, with the right keys, and those that name no key, such as a release. */
function linesIn(
  { dir, name }: Pick<Source, "dir" | "name">,
  plan: BatchPlan,
  refused: string[],
): readonly ResultsLine[] {
  const path = join(dir, RESULTS_FILE);
  const stat = lstatOrNone(path);
  if (stat === undefined) return [];
  if (!stat.isFile() || stat.size > MAX_LINES_BYTES) {
    refused.push(`${name}/${RESULTS_FILE}: it is not a plain file of at most ${MAX_LINES_BYTES} bytes.`);
    return [];
  }
  const keys = new Map(plan.tasks.map(({ id, key }) => [id, key]));
  try {
    const lines = parseResults(readFileSync(path), path);
    const strange = lines.filter((line) => "key" in line).find(({ task, key }) => keys.get(task) !== key);
    if (strange !== undefined)
      refused.push(`${name}/${RESULTS_FILE}: the line of task ${shown(strange.task)} belongs to another plan.`);
    return lines.filter((line) => !("key" in line) || keys.get(line.task) === line.key);
  } catch (error) {
    refused.push(`${name}: ${shown(describeError(error))}`);
    return [];
  }
}

function bundlesIn(
  source: Source,
  plan: BatchPlan,
  refused: string[],
): readonly Omit<BundleOf, "plan" | "redact" | "claim">[] {
  const { dir, name } = source;
  const own = ownTasks(source, plan);
  const tasks = new Map(plan.tasks.map((task) => [task.id, task]));
  const root = join(dir, "tasks");
  if (!isFolder(root)) return [];
  return namesIn(root).flatMap((id) => {
    const task = tasks.get(id);
    if (task === undefined || !isFolder(join(root, id))) {
      refused.push(`${name}/tasks/${shown(id)}: the plan ${plan.id} has no such task.`);
      return [];
    }
    if (!own.has(id)) {
      refused.push(`${name}/tasks/${id}: it is a task of another shard.`);
      return [];
    }
    return namesIn(join(root, id)).flatMap((attempt) => {
      const path = join(root, id, attempt);
      if (!/^[1-9]\d{0,3}$/.test(attempt) || !isFolder(path)) return [];
      return [{ task, attempt: Number(attempt), dir: path, name: `${name}/tasks/${id}/${attempt}` }];
    });
  });
}

function isFolder(path: string): boolean {
  return lstatOrNone(path)?.isDirectory() === true;
}

function shown(text: string): string {
  return oneLine(plainText(text), 200);
}
