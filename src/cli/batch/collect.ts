/** `kimi-runner batch collect <folder>`: takes in the bundles of the tasks as results of the batch, and publishes them on request. */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { collectBatch } from "../../batch/collect/collect.ts";
import { collectHere } from "../../batch/collect/collect-here.ts";
import { readArrived } from "../../batch/collect/arrived.ts";
import { findBatchDir } from "../../batch/plan/batch-dir.ts";
import { needsRetry, type BatchState } from "../../batch/results/fold.ts";
import { bundlePatches } from "../../batch/results/predictions.ts";
import { statusText } from "../../batch/results/status.ts";
import { writeReports } from "../../batch/results/write-reports.ts";
import { systemClock } from "../../base/clock.ts";
import { createRedact } from "../../base/redact.ts";
import { contextOfVariables, githubJob } from "../../job/context/github-job.ts";
import type { JobInputs } from "../../job/context/inputs.ts";
import { jobClient } from "../../job/context/job-client.ts";
import { originRepository } from "../../job/context/origin-repository.ts";
import { outboxOf } from "../../job/context/outbox.ts";
import { secretsOf } from "../../run/open/secrets.ts";
import { withSignals } from "../../run/open/stopper.ts";
import type { World } from "../../run/open/request.ts";
import { findCheckout } from "../../workspace/checkout.ts";
import type { Args, Subcommand } from "../options/args.ts";
import { readRunOptions, WORKBENCH_OPTIONS } from "../options/run-options.ts";

export const batchCollectCommand: Subcommand = {
  usage: "batch collect <batch|folder>",
  summary: "collect the bundles of a batch or of its artifacts; with --publish, deliver what is ready",
  maxArguments: 1,
  options: {
    ...WORKBENCH_OPTIONS,
    publish: { value: ["none", "github"], help: "github opens pull requests and keeps the dashboard (default: none)" },
  },
  run: async (args, world) => {
    const [name = "latest"] = args.positionals;
    const folder = resolve(world.cwd, name);
    const given = existsSync(folder) ? folder : findBatchDir(name, world);
    const redact = createRedact(secretsOf(world.env, undefined));
    if (args.choice("publish", ["none", "github"], "none") === "github") return await publish(args, world, given);
    const { dir, state, refused } = collectHere(given, { redact, at: new Date(systemClock.now()).toISOString() });
    for (const text of refused) world.warn(`not taken: ${text}`);
    writeReports(dir, state, bundlePatches(dir));
    world.err(`batch: ${dir}\n`);
    return told(state, world);
  },
};

/** Prints the state. Exit code 1 where a task needs a person. */
function told(state: BatchState, world: World): number {
  world.out(`${statusText(state)}\n`);
  return state.tasks.some(needsRetry) ? 1 : 0;
}

async function publish(args: Args, world: World, dir: string): Promise<number> {
  const { env } = world;
  const run = readRunOptions(args, world);
  const repository = originRepository(
    findCheckout(run.workbench.cwd),
    env["GITHUB_SERVER_URL"] || "https://github.com",
  );
  const inputs: JobInputs = {
    context: contextOfVariables(env, { eventName: env["GITHUB_EVENT_NAME"] ?? "", payload: {}, repository }),
    start: { trigger: "/kimi" },
    run,
    bundleDir: dir,
    token: env["GITHUB_TOKEN"] || undefined,
    publish: "github",
    phase: "all",
    commit: "git",
    checkOut: false,
  };
  const job = githubJob(inputs.context, env);
  return await withSignals(world, async (stopper) => {
    const client = jobClient(inputs, job, world);
    const parts = { inputs, world, stopper, job, client, outbox: outboxOf(inputs, client), clock: systemClock };
    const redact = createRedact(secretsOf(env, undefined));
    const arrived = readArrived(dir, redact);
    for (const text of arrived.refused) world.warn(`not taken: ${text}`);
    const collected = await collectBatch(parts, { arrived, id: arrived.plan.id });
    if (collected === undefined) return 1;
    if (collected.dashboardUrl !== undefined) world.err(`dashboard: ${collected.dashboardUrl}\n`);
    return told(collected.state, world);
  });
}
