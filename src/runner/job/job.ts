/**
 * A job on GitHub: an event in, a published result out. It decides whether there is anything to do and for whom, lets the
 * run happen, and hands the end to the publisher. `run --event` on a laptop is the same job.
 */

import { join } from "node:path";
import { systemClock } from "../../base/clock.ts";
import { proxyEnvOf } from "../../base/proxy-env.ts";
import type { Access } from "../../github/access.ts";
import { createGitHub, type GitHubClient } from "../../github/client.ts";
import { parseEvent } from "../../github/event.ts";
import { renderThread } from "../../github/render-thread.ts";
import { decideTrigger, type Trigger } from "../../github/trigger.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { GitHubApi } from "../../publish/ports.ts";
import { publishedOutcome, type PublishResult } from "../../publish/result.ts";
import { foldFacts, NO_FACTS, type RunFacts } from "../../publish/run-facts.ts";
import { checkOut } from "../../workspace/check-out.ts";
import { findCheckout } from "../../workspace/checkout.ts";
import { readHead } from "../../workspace/repository.ts";
import type { World } from "../request.ts";
import { startRun, type RunEnd, type RunHooks } from "../run.ts";
import type { Stopper } from "../stopper.ts";
import { deliver, type Delivery } from "./deliver.ts";
import { jobEnvironment, type JobEnvironment } from "./environment.ts";
import { examine, obstacles, requireUsable } from "./examine.ts";
import type { JobInputs } from "./inputs.ts";
import { reportBroken } from "./fail.ts";
import { createOutbox } from "./outbox.ts";
import { createProgress, postReply, type Posts } from "./posts.ts";
import {
  accessOf,
  commitsOf,
  isReadOnly,
  missingToken,
  readScene,
  whoAmI,
  type RunTrigger,
  type Scene,
} from "./scene.ts";
import { addToSummary } from "./summary-file.ts";
import { taskOf } from "./task.ts";

export type JobEnd =
  | { readonly kind: "skipped"; readonly reason: string }
  | { readonly kind: "replied"; readonly text: string }
  | { readonly kind: "ran"; readonly end: RunEnd; readonly published: PublishResult | undefined };

/** What the event asks for, without asking GitHub anything and without a model. Throws `config.invalid`. */
export function readTrigger(
  inputs: JobInputs,
  world: World,
): { readonly job: JobEnvironment; readonly trigger: Trigger } {
  const { eventName, payload, payloadFile } = inputs.context;
  const job = jobEnvironment(inputs.context, world.env);
  const event = parseEvent(eventName, payload, payloadFile);
  const { trigger, label, assignee, prompt } = inputs;
  return { job, trigger: decideTrigger(event, { trigger, label, assignee, prompt }) };
}

/** Runs the job. Throws `RunnerError` for what is wrong before a session exists. */
export async function runJob(inputs: JobInputs, world: World, stopper: Stopper): Promise<JobEnd> {
  const { job, trigger } = readTrigger(inputs, world);
  if (trigger.kind === "skip") return skipped(trigger.reason, job, world);
  const client = clientOf(inputs, job, world);
  if (trigger.kind === "reply") {
    const access = await accessOf(client, trigger, job);
    if (!access.allowed) return turnedAway(access, { inputs, job, world });
    if (inputs.publish === "github") await postReply({ client, trigger, job, clock: systemClock });
    return { kind: "replied", text: trigger.text };
  }
  const reading = readScene(client, trigger, job, (known) =>
    examine(client, { inputs, world, job, trigger, ...known }),
  );
  const scene = await reading.catch(async (error: unknown) => {
    await reportUnread({ inputs, world, job, trigger, client }, error);
    throw error;
  });
  if (!scene.access.allowed) return turnedAway(scene.access, { inputs, job, world });
  requireUsable(scene.findings, job, world.warn);
  return runFor({ inputs, world, stopper, job, trigger, scene, client });
}

/** One line where the workflow's page shows it; a skipped event is nobody's failure. */
function skipped(reason: string, job: JobEnvironment, { warn }: World): JobEnd {
  addToSummary(job, `kimi-runner had nothing to do: ${reason}`, warn);
  return { kind: "skipped", reason };
}

/** Who may not ask is skipped; where GitHub did not say who may, the job failed. Throws `github.failed` then. */
async function turnedAway(
  { reason, isUnchecked = false }: Exclude<Access, { allowed: true }>,
  parts: Pick<Parts, "inputs" | "job" | "world">,
): Promise<JobEnd> {
  if (!isUnchecked) return skipped(reason, parts.job, parts.world);
  const error = new RunnerError({ code: "github.failed", message: reason });
  await reportBroken({ ...parts, facts: NO_FACTS, posts: undefined }, error);
  throw error;
}

function clientOf(inputs: JobInputs, job: JobEnvironment, world: World): GitHubClient {
  if (inputs.token === undefined) throw missingToken();
  return createGitHub({
    token: inputs.token,
    apiUrl: job.apiUrl,
    graphqlUrl: job.graphqlUrl,
    userAgent: "kimi-runner",
    clock: systemClock,
    proxyEnv: proxyEnvOf(world.env),
    onWait: ({ waitMs, reason }) => world.err(`GitHub asks to wait ${Math.ceil(waitMs / 1000)} s: ${reason}\n`),
  });
}

/** A thread that cannot be read can mostly be written to: who asked, and may, is told there. */
async function reportUnread(parts: Omit<Parts, "stopper" | "scene">, error: unknown): Promise<void> {
  const { inputs, world, job, trigger, client } = parts;
  const { allowed } = await accessOf(client, trigger, job);
  const posts =
    allowed && inputs.publish === "github"
      ? createProgress({
          api: client,
          repo: { owner: job.owner, name: job.repo, serverUrl: job.serverUrl },
          job,
          trigger,
          scene: { thread: trigger.thread, self: await whoAmI(client) },
          warn: world.warn,
        })
      : undefined;
  await reportBroken({ job, inputs, world, facts: NO_FACTS, posts }, error);
}

interface Parts {
  readonly inputs: JobInputs;
  readonly world: World;
  readonly stopper: Stopper;
  readonly job: JobEnvironment;
  readonly trigger: RunTrigger;
  readonly scene: Scene;
  readonly client: GitHubClient;
}

async function runFor(parts: Parts): Promise<JobEnd> {
  const { inputs, world, stopper, job, trigger, scene, client } = parts;
  const { warn } = world;
  const warnings = obstacles(scene.findings);
  for (const text of warnings) warn(text);
  const repo = { owner: job.owner, name: job.repo, serverUrl: job.serverUrl };
  const outbox = inputs.publish === "dry" ? createOutbox(join(inputs.bundleDir, "outbox"), client) : undefined;
  const api = outbox?.client ?? client;
  const posts = inputs.publish === "none" ? undefined : createProgress({ api, repo, job, trigger, scene, warn });
  void posts?.reaction.seen();
  const watch = watchRun({ parts, posts, warnings, api, wrapGit: outbox?.git ?? ((git) => git), repo });
  try {
    const commits = await bringCommits(parts);
    const request = {
      ...inputs,
      prompt: taskOf(trigger.verb, trigger.text, scene.thread !== undefined),
      context: scene.thread === undefined ? undefined : renderThread(scene.thread),
      readOnly: isReadOnly(trigger, scene),
      trusted: commits?.base,
      secrets: { GITHUB_TOKEN: inputs.token ?? "" },
    };
    const end = await startRun(request, world, stopper, watch.hooks);
    return { kind: "ran", end, published: watch.published() };
  } catch (error) {
    if (watch.published() === undefined) await reportBroken({ job, inputs, world, facts: watch.facts(), posts }, error);
    throw error;
  }
}

interface Watch {
  readonly hooks: RunHooks;
  /** What people are told so far. */
  readonly facts: () => RunFacts;
  readonly published: () => PublishResult | undefined;
}

interface WatchOptions extends Pick<Delivery, "wrapGit" | "repo"> {
  readonly parts: Parts;
  readonly posts: Posts | undefined;
  readonly warnings: readonly string[];
  readonly api: GitHubApi;
}

/** Follows a run for the people in the thread, and publishes its end. */
function watchRun({ parts, posts, warnings, api, wrapGit, repo }: WatchOptions): Watch {
  const { inputs, job, scene, trigger, world } = parts;
  let facts: RunFacts = { ...NO_FACTS, warnings };
  let published: PublishResult | undefined;
  const delivery: Delivery = {
    job,
    inputs,
    trigger,
    scene,
    client: api,
    wrapGit,
    repo,
    reaction: posts?.reaction,
    progress: posts?.progress,
    pathVar: world.env["PATH"] ?? "",
    clock: systemClock,
    warn: world.warn,
  };
  return {
    facts: () => facts,
    published: () => published,
    hooks: {
      sinks: [
        {
          name: "progress",
          write: ({ event }) => {
            facts = foldFacts(facts, event);
            posts?.progress?.update(facts);
          },
        },
      ],
      deliver: async (finished) => {
        const { outcome, reason } = finished.outcome;
        if (inputs.publish === "none") return { outcome, reason };
        ({ result: published } = await deliver(delivery, finished, facts));
        const { refusals } = published;
        const met = publishedOutcome(outcome, refusals);
        if (met === outcome) return { outcome, reason };
        return { outcome: met, reason: refusals.map((refusal) => `${refusal.reason} ${refusal.fix}`)[0] ?? reason };
      },
    },
  };
}

/** Puts a pull request's head into the workspace, or refuses a laptop's checkout that is somewhere else. */
async function bringCommits({ inputs, job, scene, world }: Parts): Promise<ReturnType<typeof commitsOf>> {
  const commits = commitsOf(scene);
  if (commits === undefined) return undefined;
  const checkout = findCheckout(inputs.cwd);
  const pathVar = world.env["PATH"] ?? "";
  if (inputs.checkOut) {
    const remote = { url: `${job.serverUrl}/${job.owner}/${job.repo}.git`, token: inputs.token ?? "" };
    await checkOut({ checkout, remote, ...commits, pathVar });
    return commits;
  }
  const { headCommit } = await readHead(checkout, { pathVar, paths: [] });
  if (headCommit === commits.head) return commits;
  throw new RunnerError({
    code: "config.invalid",
    message: `The pull request is at ${commits.head.slice(0, 12)}, this checkout at ${headCommit.slice(0, 12)}.`,
    hint: `Check it out first: git fetch origin ${commits.base} ${commits.head} && git checkout ${commits.head}`,
  });
}
