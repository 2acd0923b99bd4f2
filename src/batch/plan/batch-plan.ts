/** The shape of `plan.json`: everything that a batch will do, before any of it is done. Reads no file. */

import * as z from "zod/mini";

const text = () => z.string();
const amount = () => z.number().check(z.minimum(0));
const count = () => z.int().check(z.minimum(0));

const PlannedTask = z.strictObject({
  /** 12 hex digits of a digest of what the task is about; a changed prompt does not change it. Names its folder. */
  id: text().check(z.regex(/^[0-9a-f]{12}$/)),
  /** Digest of everything that its result depends on. A result is used again while the key is the same. */
  key: text(),
  /** What the source says about it, by name. */
  fields: z.record(text(), text()),
  /** One line for lists and pull requests. */
  title: text(),
  /** With every field filled in. */
  prompt: text(),
  /** Commands that must pass, with every field filled in as one quoted word. */
  verify: z.array(text()),
  /** Money of its own, in US dollars: those of all tasks together are at most `limits.totalUsd`. */
  costUsd: amount(),
  /** `provider/id`; missing where the policy and the flags choose. */
  model: z.optional(text()),
  /** The commit it starts at, where that is not the plan's. */
  base: z.optional(text()),
  /** Tasks of one group become one pull request. */
  group: z.optional(text()),
  /** In a comparison: the id that its tasks share which differ in model, prompt or repetition only. */
  item: z.optional(text()),
  /** In a comparison: the name of its prompt. */
  variant: z.optional(text()),
  /** In a comparison: from 1. */
  repeat: z.optional(count()),
});
export type PlannedTask = z.infer<typeof PlannedTask>;

const PlanLimits = z.strictObject({
  /** Of one task, in US dollars. */
  costUsd: amount(),
  /** Of all tasks together, in US dollars. */
  totalUsd: amount(),
  /** Wall clock of one task. */
  minutes: amount(),
  /** Model calls of one task. */
  steps: z.optional(count()),
  /** Tasks or shards that run at the same time. */
  parallel: count(),
  tasks: count(),
});

const Delivery = z.strictObject({
  pullRequests: z.enum(["per-task", "grouped", "one", "stacked"]),
  /** Pull requests of this batch that may be open at the same time. */
  open: count(),
  /** Pull requests of this batch that may be opened within an hour. */
  perHour: count(),
  labels: z.array(text()),
  draft: z.boolean(),
});

const Forecast = z.strictObject({
  /** Tokens of all prompts together, estimated; the system prompt and what tools answer come on top. */
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
  /** The commit that everything trusted was read from, and that tasks start at. */
  base: text(),
  /** `owner/name` on GitHub. */
  repository: z.optional(text()),
  policyDigest: text(),
  /** In the order of the source. */
  tasks: z.array(PlannedTask),
  /** Ids of tasks, by shard: one job of GitHub's matrix runs one shard. */
  shards: z.array(z.array(text())),
  limits: PlanLimits,
  /** The first tasks, after which the batch waits for an approval. */
  canary: z.optional(z.strictObject({ first: count() })),
  /** Null for a batch that publishes nothing. */
  deliver: z.nullable(Delivery),
  compare: z.optional(z.strictObject({ models: z.array(text()), prompts: z.array(text()), repeat: count() })),
  forecast: Forecast,
});
export type BatchPlan = z.infer<typeof BatchPlan>;
