/** Going on with a session that waits for answers: same journal, same workspace, same policy, or a refusal that says why. */

import { createRedact } from "../base/redact.ts";
import { findSkill } from "../commands/skill.ts";
import type { Answer } from "../protocol/approval.ts";
import { runPrompt } from "../engine/prompt.ts";
import { RunnerError } from "../protocol/error.ts";
import type { Flow } from "../protocol/flow.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import type { HeldCall } from "../protocol/wire.ts";
import { openBundle, type Bundle } from "../session/bundle.ts";
import { lockSession } from "../session/lock.ts";
import { effectiveLimits, requirePrice } from "./limits.ts";
import { loadModel } from "./model.ts";
import { RALPH, ralphFlow } from "./ralph.ts";
import { loadPersona, type Persona } from "./persona.ts";
import type { RunRequest, World } from "./request.ts";
import { assembleRun, runToEnd, type RunEnd } from "./run.ts";
import { secretsOf } from "./secrets.ts";
import { openSession, readSession } from "./session.ts";
import type { Stopper } from "./stopper.ts";
import { openWorkbench } from "./workbench.ts";

export interface ResumeRequest extends Pick<
  RunRequest,
  "apiKey" | "baseUrl" | "headers" | "policyPath" | "profile" | "sandbox" | "limits" | "output"
> {
  readonly bundleDir: string;
  /** Digests or unique prefixes of at least 8 digits; `all` stands for every held call. */
  readonly approve: readonly string[];
  readonly reject: readonly string[];
  /** Told to the model; without it a rejection ends the run. */
  readonly why?: string | undefined;
  readonly by: string;
  /** The stopped session's own when left out. */
  readonly model?: string | undefined;
}

/** Throws `config.invalid` for answers that fit nothing, `session.corrupt` for a session that cannot go on. */
export async function resumeRun(request: ResumeRequest, world: World, stopper: Stopper): Promise<RunEnd> {
  const bundle = openBundle(request.bundleDir);
  const unlock = lockSession(bundle); // before anything is read: what waits now must wait still when it is answered
  try {
    return await goOn(bundle, request, { world, stopper });
  } finally {
    unlock();
  }
}

interface Surroundings {
  readonly world: World;
  readonly stopper: Stopper;
}

async function goOn(bundle: Bundle, request: ResumeRequest, { world, stopper }: Surroundings): Promise<RunEnd> {
  const { journal, state } = readSession(bundle);
  const { begin, held, outcome } = state;
  if (begin === undefined || outcome?.outcome !== "deferred") {
    throw new RunnerError({
      code: "config.invalid",
      message: `This session does not wait for an answer: ${outcome?.outcome ?? "it has no outcome yet"}.`,
      hint: "Only a session that ended as deferred can go on.",
    });
  }
  const answers = answersOf(request, held);
  const model = loadModel({ thinking: begin.thinking, ...request, model: request.model ?? begin.model }, world);
  model.catch(() => {}); // awaited below
  const bench = await openWorkbench({ ...request, cwd: begin.workDir, trusted: begin.baseCommit, world });
  try {
    requireSame("start commit", begin.headCommit, bench.repository.headCommit);
    requireSame("base commit", begin.baseCommit, bench.trustedCommit);
    requireSame("policy", begin.policyDigest, bench.policy.digest);
    requireSame("workspace", state.snapshots.at(-1) ?? "", await (await bench.git()).snapshot());
    const persona = await loadPersona(begin.choice, { files: bench.files, read: bench.readTrusted });
    const limits = effectiveLimits(begin.limits, request.limits);
    const chat = (await model)(limits);
    requirePrice(chat, limits);
    const redact = createRedact(secretsOf(world.env, request.apiKey));
    const session = openSession({ bundle, world, redact, output: request.output, previous: journal });
    const { name, window } = chat;
    for (const [digest, answer] of answers) await session.emit({ type: "deferral.answer", digest, ...answer });
    await session.emit({ type: "session.resume", rung: bench.cell.rung, model: name, window, limits });
    const parts = { bench, persona, chat, session, limits, stopper, hooks: {} };
    const { assembly } = await assembleRun(parts);
    const flow = flowOf(state.progressed.flow?.name, begin.task, persona);
    const first = (signal: AbortSignal): Promise<TurnStop> =>
      runPrompt({ kind: "resume", flow }, assembly.turn(signal));
    return await runToEnd(first, { ...parts, assembly, source: "resume" });
  } finally {
    await bench.close();
  }
}

/** The base commit is the same, so the flow is there as it was. */
function flowOf(name: string | undefined, task: string, { skills }: Persona): Flow | undefined {
  if (name === RALPH) return ralphFlow(task);
  const skill = name === undefined ? undefined : findSkill(skills, name);
  return skill?.type === "flow" ? skill.flow : undefined;
}

function requireSame(what: string, before: string, now: string): void {
  if (before === now) return;
  throw new RunnerError({
    code: "session.corrupt",
    message: `The ${what} changed since the session stopped: ${before.slice(0, 12)} is now ${now.slice(0, 12)}.`,
    hint: "An approval holds for exactly what was shown; start a new run.",
  });
}

const MIN_PREFIX = 8;

function answersOf({ approve, reject, why, by }: ResumeRequest, held: readonly HeldCall[]): Map<string, Answer> {
  const answers = new Map<string, Answer>();
  const give = (digests: readonly string[], answer: Answer): void => {
    for (const digest of digests.flatMap((wanted) => matching(wanted, held))) {
      if (answers.has(digest)) throw refused(`${digest.slice(0, 12)} is answered twice.`, held);
      answers.set(digest, answer);
    }
  };
  give(approve, { verdict: "approve", by });
  give(reject, { verdict: "reject", by, reason: why });
  if (answers.size < held.length) throw refused("Every held action needs an answer.", held);
  return answers;
}

function matching(wanted: string, held: readonly HeldCall[]): string[] {
  const digests = held.map(({ digest }) => digest);
  if (wanted === "all") return digests;
  const matches = digests.filter((digest) => wanted.length >= MIN_PREFIX && digest.startsWith(wanted.toLowerCase()));
  if (matches.length === 1) return matches;
  throw refused(`No single held action has the digest ${wanted}.`, held);
}

function refused(message: string, held: readonly HeldCall[]): RunnerError {
  const open = held.map(({ digest, summary }) => `${digest.slice(0, 12)} (${summary})`).join(", ");
  return new RunnerError({
    code: "config.invalid",
    message,
    hint: `Held: ${open}. Answer each with --approve <digest> or --reject <digest>, or use \`all\`.`,
  });
}
