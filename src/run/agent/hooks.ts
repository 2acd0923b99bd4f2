/**
 * The hooks of a policy: which of them an event is told to, and what their answers come to. Without hooks nothing is
 * loaded, started or recorded.
 */

import { systemClock } from "../../base/clock.ts";
import type { PolicyHook } from "../../policy/policy.ts";
import { HOOKS, type HookInput, type Hooks } from "../../protocol/hooks.ts";
import type { TurnStop } from "../../protocol/outcome.ts";
import type { HookAnswer } from "./ask-hook.ts";
import type { Session } from "../open/session.ts";
import type { Workbench } from "../open/workbench.ts";

export interface HooksOptions {
  readonly bench: Pick<Workbench, "cell" | "policy" | "repository">;
  readonly session: Pick<Session, "emit" | "state" | "redact">;
  /** Ends a hook that runs: the turn's, whose cancellation leaves the run going. */
  readonly signal: AbortSignal;
}

/** `tell` throws the signal's reason, `cell.failed` and `session.write`; what goes wrong in a hook itself is an answer. */
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

interface Objection {
  readonly reason: string;
  readonly forbids: boolean;
}

/** What one hook has against it. Where nothing can be blocked any more, a denial is only recorded. */
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

/** The same command once; it may not fail as soon as one of its entries says so. */
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

/** What a hook reads: Kimi CLI's names. No secret goes into the cell. */
function describe({ event, fields }: HookInput, { bench, session }: Omit<HooksOptions, "signal">): string {
  const sessionId = session.state().begin?.sessionId ?? "";
  const facts = { hook_event_name: event, session_id: sessionId, cwd: bench.repository.root, ...fields };
  return session.redact(JSON.stringify(facts));
}

/** Tells the hooks that this process takes up a session, and that it leaves it; the end never changes what came of it. */
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
    await hooks.tell({ event: "SessionEnd", target: reason, fields: { reason } }).catch(() => {});
  }
}
