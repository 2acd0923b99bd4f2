/**
 * The hooks of a policy: selects those for an event, runs them, and combines their answers. Without hooks nothing is loaded,
 * started or recorded.
 */

import { namesOf } from "../../agents/tool-names.ts";
import { systemClock } from "../../base/clock.ts";
import { nearest } from "../../base/nearest.ts";
import type { PolicyHook } from "../../policy/policy.ts";
import { HOOKS, type HookFacts, type HookInput, type Hooks } from "../../protocol/hooks.ts";
import type { TurnStop } from "../../protocol/outcome.ts";
import type { HookAnswer } from "./ask-hook.ts";
import type { Session } from "../open/session.ts";
import type { Workbench } from "../open/workbench.ts";

export interface HooksOptions {
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
      const { askHook } = await import("./ask-hook.ts");
      await session.emit({ type: "hook.begin", event, target, count: chosen.length });
      const began = systemClock.monotonic();
      const text = describe(input, { bench, session });
      const answers = await Promise.all(
        chosen.map(async (hook) => ({ hook, answer: await askHook(hook, text, { cell: bench.cell, signal }) })),
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

/**
 * A warning for each hook whose matcher fits no name: it never runs, though it may have been meant to forbid something. `more` are the
 * tools that are not built in.
 */
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
    byCommand.set(
      hook.command,
      first === undefined || hook.fail === "open" ? (first ?? hook) : { ...first, fail: "closed" },
    );
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
