/** The hooks of a policy: selects those for an event, runs them in the cell, and combines their answers. */

import { namesOf } from "../../agents/tool-names.ts";
import { systemClock } from "../../base/clock.ts";
import { member, parseJson } from "../../base/member.ts";
import { nearest } from "../../base/nearest.ts";
import { headTail, oneLine } from "../../base/truncate.ts";
import type { PolicyHook } from "../../policy/policy.ts";
import type { Cell, ExecReply } from "../../protocol/cell.ts";
import { describeError, RunnerError } from "../../protocol/error.ts";
import { HOOKS, type HookFacts, type HookInput, type Hooks } from "../../protocol/hooks.ts";
import type { TurnStop } from "../../protocol/outcome.ts";
import type { Session } from "../open/session.ts";
import type { Workbench } from "../open/workbench.ts";

interface HooksOptions {
  readonly bench: Pick<Workbench, "cell" | "policy" | "repository">;
  readonly session: Pick<Session, "emit" | "state" | "redact">;
  /** Ends a running hook. It is the turn's: a cancelled turn does not end the run. */
  readonly signal: AbortSignal;
}

/** Creates the hooks. `tell` throws the signal's reason, `cell.failed` and `session.write`; a hook that fails is an answer. */
export function createHooks({ bench, session, signal }: HooksOptions): Hooks {
  const hooks = bench.policy.hooks.map((hook) => ({
    hook,
    matcher: hook.matcher === undefined ? undefined : new RegExp(hook.matcher),
  }));
  return {
    tell: async (input) => {
      const { event, target, also = [] } = input;
      const told = hooks.filter(
        ({ hook, matcher }) =>
          hook.event === event && (matcher === undefined || [target, ...also].some((name) => matcher.test(name))),
      );
      const chosen = withoutRepeats(told.map(({ hook }) => hook));
      if (chosen.length === 0) return undefined;
      await session.emit({ type: "hook.begin", event, target, count: chosen.length });
      const began = systemClock.monotonic();
      const text = describe(input, { bench, session });
      const answers = await Promise.all(
        chosen.map(async (hook) => ({ hook, answer: await askHook(hook, text, bench.cell, signal) })),
      );
      const said = answers.flatMap(({ hook, answer }) => objectionOf(hook, answer));
      const forbidden = said.filter(({ forbids }) => forbids);
      const action = forbidden.length > 0 ? "block" : "allow";
      const durationMs = Math.round(systemClock.monotonic() - began);
      await session.emit({ type: "hook.end", event, target, action, reason: reasonOf(said), durationMs });
      return reasonOf(forbidden);
    },
  };
}

/** Warns of each hook whose matcher fits no name: it never runs. `more` are the tools that are not built in. */
export async function unmatchedHooks(
  hooks: readonly PolicyHook[],
  more: readonly { readonly name: string }[],
): Promise<readonly string[]> {
  if (hooks.length === 0) return [];
  const { TOOLS } = await import("../../tools/registry.ts"); // the policy has loaded it already
  const tools = [...TOOLS.flatMap(namesOf), ...more.map(({ name }) => name)];
  return hooks.flatMap(({ event, matcher }) => {
    const { targets }: HookFacts = HOOKS[event];
    if (matcher === undefined || targets === undefined) return [];
    const known = targets === "tools" ? tools : targets;
    const pattern = new RegExp(matcher);
    if (known.some((name) => pattern.test(name))) return [];
    const close = nearest(matcher.replaceAll(/[^\w]/g, ""), known);
    const hint = close === undefined ? "" : ` Did you mean ${close}?`;
    const what =
      targets === "tools" ? "no tool of the run has a name that it fits" : `it fits none of ${known.join(", ")}`;
    return [`The hook ${event} with the matcher ${JSON.stringify(matcher)} never runs: ${what}.${hint}`];
  });
}

type HookAnswer = { readonly kind: "allow" } | { readonly kind: "deny" | "failed"; readonly reason: string };

/** An answer is a line; a Stop hook that runs tests prints a page. Longer output loses its middle. */
const MAX_OUTPUT_BYTES = 256 * 1024;
/** About 3,000 tokens for the model, as much as it gets of a failed check. */
const MAX_REASON_CHARS = 12_000;
/** Time of a SessionEnd hook after the run was cancelled: GitHub ends a cancelled job after 10 s. */
const CANCELLED_S = 2;

const DECISION = "hookSpecificOutput";
const DENIED_BLINDLY = "A hook forbids it and gives no reason.";

/** Runs a hook. As in Kimi CLI, exit code 2 or a JSON denial forbids; another one than 0 is a failure. Throws the signal's reason and `cell.failed`. */
async function askHook(hook: PolicyHook, input: string, cell: Cell, signal: AbortSignal): Promise<HookAnswer> {
  const { command } = hook;
  const isLate = hook.event === "SessionEnd" && signal.aborted;
  const timeoutS = isLate ? Math.min(CANCELLED_S, hook.timeoutS) : hook.timeoutS;
  const failed = (what: string): HookAnswer => ({
    kind: "failed",
    reason: `The hook ${oneLine(command, 100)} failed: ${what}.`,
  });
  const request = { command, cwd: ".", timeoutMs: timeoutS * 1000, maxOutputBytes: MAX_OUTPUT_BYTES, input };
  let reply: ExecReply;
  try {
    reply = await cell.exec(request, isLate ? undefined : signal);
  } catch (error) {
    if (error instanceof RunnerError && error.code === "tool.input") return failed(trimmed(describeError(error)));
    throw error;
  }
  const { code, timedOut, signal: killer } = reply;
  const output = shortened(reply.output);
  if (timedOut) return failed(`not finished after ${timeoutS} s`);
  if (killer !== null) return failed(`ended by ${killer}`);
  if (code === 2) return { kind: "deny", reason: output || DENIED_BLINDLY };
  if (code !== 0) return failed(`exit ${code}${output === "" ? "" : `, ${trimmed(oneLine(output, 300))}`}`);
  return decisionIn(reply.output, failed);
}

/** The decision in the output of a hook that exited with 0. Output and standard error are one text, so the JSON may be among other lines. */
function decisionIn(output: string, failed: (what: string) => HookAnswer): HookAnswer {
  if (!output.includes(DECISION)) return { kind: "allow" };
  const specific = jsonParts(output)
    .map((answer) => member(answer, DECISION))
    .find((part) => part !== undefined);
  if (specific === undefined) return failed("its JSON cannot be read");
  const decision = member(specific, "permissionDecision");
  if (decision === undefined || decision === "allow") return { kind: "allow" };
  if (decision !== "deny") {
    return failed(`permissionDecision ${oneLine(JSON.stringify(decision), 100)} is not known; accepted: allow, deny`);
  }
  const reason = member(specific, "permissionDecisionReason");
  return { kind: "deny", reason: (typeof reason === "string" && shortened(reason)) || DENIED_BLINDLY };
}

/** JSON values in an output: the lines from the first opening brace to the last closing one, and single lines. Undefined for other text. */
function jsonParts(output: string): readonly unknown[] {
  const lines = output.split("\n").map((line) => line.trim());
  const first = lines.findIndex((line) => line.startsWith("{"));
  const last = lines.findLastIndex((line) => line.endsWith("}"));
  const framed = first < 0 || last < first ? [] : lines.slice(first, last + 1);
  return [framed.join("\n"), ...framed.filter((line) => line.includes(DECISION))].map(parseJson);
}

function shortened(text: string): string {
  return headTail(text.trim(), MAX_REASON_CHARS);
}

function trimmed(text: string): string {
  return text.replace(/(?<![.\s])[.\s]+$/, "");
}

interface Objection {
  readonly reason: string;
  readonly forbids: boolean;
}

/** The objection of one hook, if it has one. A denial of an event that cannot be blocked is only recorded. */
function objectionOf({ event, fail }: PolicyHook, answer: HookAnswer): readonly Objection[] {
  if (answer.kind === "allow") return [];
  const { reason } = answer;
  const { canBlock } = HOOKS[event];
  if (answer.kind === "deny" || !canBlock) return [{ reason, forbids: canBlock }];
  if (fail === "open") return [{ reason, forbids: false }];
  return [{ reason: `${reason} Without its answer this is not allowed (fail: closed).`, forbids: true }];
}

function reasonOf(objections: readonly Objection[]): string | undefined {
  return objections.length === 0 ? undefined : objections.map(({ reason }) => reason).join("\n");
}

/** Each command once. It is `fail: closed` where one of its entries is. */
function withoutRepeats(hooks: readonly PolicyHook[]): readonly PolicyHook[] {
  const byCommand = new Map<string, PolicyHook>();
  for (const hook of hooks) {
    const first = byCommand.get(hook.command);
    if (first === undefined) byCommand.set(hook.command, hook);
    else if (hook.fail === "closed") byCommand.set(hook.command, { ...first, fail: "closed" });
  }
  return [...byCommand.values()];
}

/** The facts that a hook reads, by Kimi CLI's names, without secrets. */
function describe({ event, fields }: HookInput, { bench, session }: Omit<HooksOptions, "signal">): string {
  const sessionId = session.state().begin?.sessionId ?? "";
  const facts = { hook_event_name: event, session_id: sessionId, cwd: bench.repository.root, ...fields };
  return session.redact(JSON.stringify(facts));
}

/** Runs `work` between the hooks SessionStart and SessionEnd. SessionEnd never changes the outcome. */
export async function withSessionHooks(
  hooks: Hooks,
  source: "startup" | "resume",
  work: () => Promise<TurnStop>,
): Promise<TurnStop> {
  await hooks.tell({ event: "SessionStart", target: source, fields: { source } });
  let reason = "error";
  try {
    const stop = await work();
    reason = stop.stop;
    return stop;
  } finally {
    await hooks.tell({ event: "SessionEnd", target: reason, also: ["exit"], fields: { reason } }).catch(() => {});
  }
}
