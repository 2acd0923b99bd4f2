/** Runs the action: reads the inputs, runs the job, writes the outputs. It uses the toolkit only through the functions that `main.ts` hands in. */

import { counted } from "../base/words.ts";
import { plainText, quoted } from "../base/plain-text.ts";
import { oneLine } from "../base/truncate.ts";
import { configError, describeError } from "../protocol/error.ts";
import { totalTokens } from "../protocol/model.ts";
import { exitCode, type Outcome } from "../protocol/outcome.ts";
import type { PhaseEnd } from "../batch/phases/phase-parts.ts";
import { batchInputs, failOnInput, jobInputs, type ReadInput } from "./action-inputs.ts";
import { withSignals } from "../run/open/stopper.ts";
import { watchCommandFiles } from "./command-files.ts";
import type { WorkflowContext } from "../job/context/github-job.ts";
import { runJob } from "../job/job.ts";
import { placeOnGitHub, type FoundInReview, type JobEnd } from "../job/context/job-end.ts";
import { outcomeOfError } from "../run/end/outcome.ts";
import type { World } from "../run/open/request.ts";

export interface ActionIo {
  readonly input: ReadInput;
  readonly output: (name: string, value: string) => void;
  readonly notice: (message: string) => void;
  readonly fail: (message: string) => void;
  /** Begins a fold of the log, which `endGroup` ends. */
  readonly group: (name: string) => void;
  readonly endGroup: () => void;
  /** The toolkit's context, from the runner's variables and the payload. */
  readonly context: () => WorkflowContext;
}

/** GitHub shows ten warnings of a step and drops the rest. */
const MAX_WARNINGS = 10;
const MAX_WARNING_CHARS = 500;

/** Runs the action and returns the exit code. Never throws: an error becomes an outcome, and fails the step unless `fail-on` leaves it out. */
export async function runAction(io: ActionIo, world: World): Promise<number> {
  const restore = watchCommandFiles(world.env);
  /** Called after the run: restores the files that set up later steps. Returns an error where the run had changed them. */
  const tampering = (): string | undefined => {
    const changed = restore();
    return changed.length === 0 ? undefined : writtenBy(changed);
  };
  let failOn: FailOn;
  try {
    failOn = failOnInput(io.input);
    const inputs = jobInputs(io.input, world, contextOf(io));
    const annotating = { ...world, warn: annotations(world), isAction: true };
    const batch = batchInputs(io.input);
    return await withSignals(world, async (stopper) => {
      io.group("kimi-runner");
      if (batch !== undefined) {
        const { runBatchPhase } = await import("./batch-phase.ts");
        const end = await runBatchPhase(batch, { inputs, world: annotating, stopper }).finally(io.endGroup);
        const tampered = tampering(); // before the outputs, which are written to one of these files
        return withTampering(reportPhase(end, failOn, io), tampered, io);
      }
      const done = await runJob(inputs, annotating, stopper).finally(io.endGroup);
      if (done.kind === "ran") world.out(closing(done));
      const tampered = tampering();
      return withTampering(report(done, failOn, io), tampered, io);
    });
  } catch (error) {
    const { outcome, reason } = outcomeOfError(error);
    const tampered = tampering();
    io.output("outcome", outcome);
    io.output("reason", reason);
    const fails = failsJob(outcome, failOn);
    (fails ? io.fail : world.warn)(describeError(error));
    return withTampering(fails ? exitCode(outcome) : 0, tampered, io);
  }
}

type FailOn = ReturnType<typeof failOnInput>;

function failsJob(outcome: Outcome, failOn: FailOn): boolean {
  return failOn === undefined ? exitCode(outcome) !== 0 : failOn.has(outcome);
}

/** The exit code of the step, which fails also where the run wrote to files that set up later steps. */
function withTampering(code: number, tampered: string | undefined, { fail }: Pick<ActionIo, "fail">): number {
  if (tampered === undefined) return code;
  fail(tampered);
  return code === 0 ? 1 : code;
}

function writtenBy(names: readonly string[]): string {
  return `A command of the run wrote to ${names.join(" and ")}, through which a step sets up later ones. The files were restored. Use \`sandbox: sealed\` to prevent this.`;
}

function reportPhase({ outcome, reason, outputs }: PhaseEnd, failOn: FailOn, io: ActionIo): number {
  io.output("outcome", outcome);
  io.output("reason", reason);
  io.output("batch", outputs.batch);
  io.output("base", outputs.base ?? "");
  io.output("shards", outputs.shards ?? "");
  io.output("parallel", outputs.parallel ?? "");
  if (!failsJob(outcome, failOn)) {
    io.notice(reason);
    return 0;
  }
  io.fail(`${outcome}: ${reason}`);
  return exitCode(outcome) || 1;
}

/** The lines after the fold of the log: outcome and pull request. */
function closing(done: Extract<JobEnd, { kind: "ran" }>): string {
  const { outcome, reason } = done.end.outcome;
  const { url } = placeOnGitHub(done);
  return `${quoted(`${outcome}: ${oneLine(reason, MAX_WARNING_CHARS)}${url === undefined ? "" : `\n${url}`}`)}\n`;
}

/** Prints warnings as annotations of one line, and from the eleventh on as lines of the log. */
function annotations({ warn, err }: World): World["warn"] {
  let count = 0;
  return (text) => {
    const line = oneLine(plainText(text), MAX_WARNING_CHARS);
    count += 1;
    if (count <= MAX_WARNINGS) warn(line);
    else err(`${quoted(`warning: ${line}`)}\n`);
  };
}

function report(done: JobEnd, failOn: FailOn, { output, notice, fail }: ActionIo): number {
  if (done.kind !== "ran") {
    const reason = done.kind === "skipped" ? done.reason : "A short reply was enough.";
    output("outcome", "skipped");
    output("reason", reason);
    const fails = done.kind === "skipped" && failsJob("skipped", failOn);
    (fails ? fail : notice)(reason);
    const found = done.kind === "skipped" ? done.found : undefined;
    const foundCode = found === undefined ? 0 : reportFound(found, { output, fail: fails ? () => {} : fail });
    return fails ? 1 : foundCode;
  }
  const { outcome, exitCode: code, bundle, sessionId } = done.end;
  const { branch, url } = placeOnGitHub(done);
  output("outcome", outcome.outcome);
  output("reason", outcome.reason);
  output("result", outcome.text ?? "");
  output("json", outcome.json === undefined ? "" : JSON.stringify(outcome.json));
  output("bundle", bundle.dir);
  output("artifact", artifactOf(done));
  output("session", sessionId);
  output("steps", String(outcome.steps));
  output("tokens", String(totalTokens(outcome.usage)));
  output("cost-usd", outcome.costUsd === undefined ? "" : outcome.costUsd.toFixed(6));
  output("files", JSON.stringify(done.published?.files ?? []));
  output("branch", branch?.branch ?? "");
  output("pr-url", url ?? "");
  const fails = failsJob(outcome.outcome, failOn);
  const foundCode = reportFound(done.found, { output, fail: fails ? () => {} : fail });
  if (!fails) return foundCode;
  fail(`${outcome.outcome}: ${outcome.reason}`);
  return code === 0 ? 1 : code;
}

/** The outputs of a review, and the exit code that its findings ask for. */
function reportFound(found: FoundInReview | undefined, { output, fail }: Pick<ActionIo, "output" | "fail">): 0 | 1 {
  output("findings", found === undefined ? "" : String(found.findings.length));
  output("findings-json", found === undefined ? "" : JSON.stringify(found.findings));
  if (found === undefined || found.failing === 0) return 0;
  fail(`review.fails_on: ${counted(found.failing, "finding")} of this severity or higher.`);
  return 1;
}

/** Name of the artifact that holds the bundle; empty where there is none. */
function artifactOf({ artifact, published }: Extract<JobEnd, { kind: "ran" }>): string {
  const result = artifact ?? published?.artifact;
  return result?.kind === "uploaded" ? result.name : "";
}

/** The context of the job. The toolkit throws for a payload that is not JSON, and where nothing names a repository. */
function contextOf({ context }: ActionIo): WorkflowContext {
  try {
    const { eventName, payload, repo, ref, serverUrl, apiUrl, graphqlUrl, runId, runAttempt } = context();
    return { eventName, payload, repo, ref, serverUrl, apiUrl, graphqlUrl, runId, runAttempt };
  } catch (cause) {
    throw configError(
      `The event that started this job cannot be read: ${describeError(cause)}.`,
      "Run as a GitHub Action, under act, or with `kimi-runner run --event`.",
      cause,
    );
  }
}
