/** Hooks and checks of a policy file: what the schema cannot say about them, and their defaults. */

import type { HookName } from "../../protocol/hooks.ts";
import type { Field, Issue } from "./issues.ts";
import type { Check, PolicyHook } from "../policy.ts";
import type { PolicyCheckEntry, PolicyHookEntry } from "./schema.ts";

/** A third of the default wall clock of a run. */
const DEFAULT_CHECK_S = 600;
/** Kimi CLI's number. */
const DEFAULT_HOOK_S = 30;

/** A matcher there would never be asked, and the hook would silently never run. */
const WITHOUT_TARGET: ReadonlySet<HookName> = new Set(["UserPromptSubmit", "Stop", "StopFailure", "Notification"]);

/** Mistakes of one hook that stands at `field`. */
export function checkHook({ event, matcher }: PolicyHookEntry, field: Field): Issue[] {
  if (matcher === undefined) return [];
  const at = [...field, "matcher"];
  if (WITHOUT_TARGET.has(event))
    return [{ field: at, accepts: `no matcher: ${event} has no target to compare it with` }];
  const problem = regexProblem(matcher);
  return problem === undefined ? [] : [{ field: at, accepts: `a regular expression (${problem})` }];
}

function regexProblem(pattern: string): string | undefined {
  try {
    RegExp(pattern);
    return undefined;
  } catch (error) {
    // V8 writes `Invalid regular expression: /(/: Unterminated group`.
    return error instanceof Error ? error.message.split(": ").at(-1) : String(error);
  }
}

/** Checked hooks with their defaults, in file order. */
export function compileHooks(entries: readonly PolicyHookEntry[]): PolicyHook[] {
  return entries.map(({ event, command, matcher, timeout, fail }) => ({
    event,
    command,
    ...(matcher === undefined ? {} : { matcher }),
    timeoutS: timeout ?? DEFAULT_HOOK_S,
    fail: fail ?? "closed",
  }));
}

/** Entries of `limits.verify` with their defaults, in file order. */
export function compileChecks(entries: readonly PolicyCheckEntry[]): Check[] {
  return entries.map((entry) => {
    const { command, timeout } = typeof entry === "string" ? { command: entry, timeout: undefined } : entry;
    return { command, timeoutS: timeout ?? DEFAULT_CHECK_S };
  });
}
