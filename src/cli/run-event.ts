/** `kimi-runner run --event payload.json`: runs the job that GitHub would start, on a laptop. It posts nothing without `--publish`. */

import { resolve } from "node:path";
import { readGivenFile } from "../base/file-text.ts";
import { member } from "../base/member.ts";
import { quoted } from "../base/plain-text.ts";
import { systemReason } from "../base/system-error.ts";
import { PHASES, type JobInputs } from "../job/context/inputs.ts";
import { outboxDir } from "../job/context/outbox.ts";
import { readTrigger, runJob } from "../job/job.ts";
import { placeOnGitHub, type JobEnd } from "../job/context/job-end.ts";
import type { World } from "../run/open/request.ts";
import { defaultBundleDir } from "../run/open/state-dir.ts";
import { newSessionId } from "../run/run.ts";
import type { Args } from "./options/args.ts";
import { reportEnd } from "./report.ts";
import { promptWords, readRunOptions, schemaFile } from "./options/run-options.ts";
import { withSignals } from "../run/open/stopper.ts";
import { eventNameOf } from "../github/event/event.ts";
import { configError } from "../protocol/error.ts";
import { contextOfVariables, type WorkflowContext } from "../job/context/github-job.ts";

/** Returns the exit code. Throws `RunnerError` for bad input. */
export async function runEvent(args: Args, world: World): Promise<number> {
  const bundle = args.text("bundle");
  const run = readRunOptions(args, world);
  const inputs: JobInputs = {
    run,
    schema: schemaFile(args, world),
    start: { trigger: args.text("trigger") ?? "/kimi", prompt: promptWords(args).join(" ") || undefined },
    bundleDir: bundle === undefined ? defaultBundleDir(world, newSessionId()) : resolve(world.cwd, bundle),
    base: args.text("base"),
    token: world.env["GITHUB_TOKEN"] || undefined,
    publish: args.choice("publish", ["none", "dry", "github"], "none"),
    phase: args.choice("phase", PHASES, "all"),
    commit: "git",
    checkOut: false,
    context: readEvent(args, world),
  };
  if (args.has("dry-run")) {
    const { trigger } = readTrigger(inputs, world);
    world.out(`${JSON.stringify(trigger, null, run.output === "text" ? 2 : 0)}\n`);
    return 0;
  }
  return withSignals(world, async (stopper) => report(await runJob(inputs, world, stopper), { args, inputs, world }));
}

async function report(
  done: JobEnd,
  { args, inputs, world }: { readonly args: Args; readonly inputs: JobInputs; readonly world: World },
): Promise<number> {
  if (done.kind === "skipped") {
    world.err(`skipped: ${done.reason}\n`);
    return 0;
  }
  if (done.kind === "replied") {
    world.out(`${done.text}\n`);
    return 0;
  }
  const { outcome } = done.end;
  if (inputs.phase === "publish") world.err(`${quoted(`${outcome.outcome}: ${outcome.reason}`)}\n`);
  const { branch, url } = placeOnGitHub(done);
  if (inputs.publish === "dry") world.err(`        would post: ${outboxDir(inputs)}\n`);
  if (branch !== undefined) world.err(`        branch: ${branch.branch} (${branch.kind})\n`);
  if (url !== undefined) world.err(`        pull request: ${url}\n`);
  const published = { branch: branch?.branch, pullRequest: url };
  return reportEnd(done.end, { args, world, published });
}

/** The context of the job. Variables of the runner come first, and the defaults are those of github.com. Throws `config.invalid` naming the file. */
function readEvent(args: Args, { env, cwd }: World): WorkflowContext {
  const path = resolve(cwd, args.text("event") ?? "");
  const payload = readPayload(path);
  const eventName = args.text("event-name") ?? env["GITHUB_EVENT_NAME"] ?? eventNameOf(payload, path);
  const name = member(member(payload, "repository"), "full_name");
  const repository = typeof name === "string" ? name : undefined;
  return contextOfVariables(env, { eventName, payload, payloadFile: path, repository });
}

function readPayload(path: string): unknown {
  try {
    return JSON.parse(readGivenFile(path).toString("utf8"));
  } catch (cause) {
    throw configError(`The event payload cannot be read: ${path}: ${systemReason(cause)}.`, "Give a JSON file.");
  }
}
