/** The shape of `plan.json`, which says all that a batch will do. Reads no file. */

import * as z from "zod/mini";
import { PULL_REQUESTS } from "../file/batch-file.ts";

const text = () => z.string();
const amount = () => z.number().check(z.minimum(0));
const count = () => z.int().check(z.minimum(0));

const PlannedTask = z.strictObject({
  /** 12 hex digits of a digest of the record of the source. A changed prompt does not change them. They name the task's folder. */
  id: text().check(z.regex(/^[0-9a-f]{12}$/)),
  /** Digest of all that its result depends on. A result is used again while the key is the same. */
  key: text(),
  fields: z.record(text(), text()),
  /** One line for lists and pull requests. */
  title: text(),
  /** The prompt, with every field filled in. */
  prompt: text(),
  /** Commands that must pass, with every field filled in as one quoted word. */
  verify: z.array(text()),
  /** Its slice of the money, in US dollars. The slices of all tasks together are at most `limits.totalUsd`. */
  costUsd: amount(),
  /** `provider/id`; missing where the flags or the policy choose. */
  model: z.optional(text()),
  /** The commit that it starts at, where it is not the plan's. */
  base: z.optional(text()),
  /** Tasks of one group become one pull request. */
  group: z.optional(text()),
  /** In a comparison: the id that tasks share which differ only in model, prompt or repetition. */
  item: z.optional(text()),
  /** In a comparison: name of its prompt. */
  variant: z.optional(text()),
  /** In a comparison: number of the repetition, from 1. */
  repeat: z.optional(count()),
});
export type PlannedTask = z.infer<typeof PlannedTask>;

const PlanLimits = z.strictObject({
  costUsd: amount(),
  totalUsd: amount(),
  minutes: amount(),
  steps: z.optional(count()),
  parallel: count(),
  tasks: count(),
});

const Delivery = z.strictObject({
  pullRequests: z.enum(PULL_REQUESTS),
  /** Pull requests of this batch that may be open at the same time. */
  open: count(),
  /** Pull requests of this batch that may be opened within an hour. */
  perHour: count(),
  labels: z.array(text()),
  draft: z.boolean(),
});

const Forecast = z.strictObject({
  /** Estimated tokens of all prompts, without the system prompt and the results of tools. */
  promptTokens: count(),
  /** The most that all tasks together may cost, in US dollars. */
  maxUsd: amount(),
});

export const BatchPlan = z.strictObject({
  version: z.literal(1),
  /** The first 12 hex digits of `digest`. Names the batch's folder, branches and references. */
  id: text(),
  /** SHA-256 of the canonical JSON of everything but `id` and `digest`. */
  digest: text(),
  /** The batch file's name without its ending. */
  name: text(),
  /** The batch file, relative to the repository's root. */
  file: text(),
  /** The commit that tasks start at, and that everything trusted was read from. */
  base: text(),
  /** The branch that its pull requests go into. Missing in a plan that was not made on GitHub. */
  into: z.optional(text()),
  /** `owner/name` on GitHub. */
  repository: z.optional(text()),
  policyDigest: text(),
  /** In the order of the source. */
  tasks: z.array(PlannedTask),
  /** Ids of tasks, by shard: one job of GitHub's matrix runs one shard. */
  shards: z.array(z.array(text())),
  limits: PlanLimits,
  /** Number of tasks after which the batch waits for an approval. */
  canary: z.optional(z.strictObject({ first: count() })),
  /** Null for a batch that publishes nothing. */
  deliver: z.nullable(Delivery),
  compare: z.optional(z.strictObject({ models: z.array(text()), prompts: z.array(text()), repeat: count() })),
  forecast: Forecast,
});
export type BatchPlan = z.infer<typeof BatchPlan>;

/**
 * The name of a task for people, one line of foreign text: `src/a.ts`, or `src/a.ts (short, kimi/k2, run 3)`. Tasks of a comparison have
 * the same title, and differ in prompt, model and repetition.
 */
export function taskLabel({ title, variant, model, repeat }: PlannedTask, group?: string): string {
  const parts = [variant, model, repeat === undefined ? undefined : `run ${repeat}`, group];
  const known = parts.filter((part) => part !== undefined);
  return known.length === 0 ? title : `${title} (${known.join(", ")})`;
}
