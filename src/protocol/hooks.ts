/** Hooks: commands of the policy that run at events of a run. Three kinds may block the event. The names are Kimi CLI's. */

/** Hooks that may block their event. */
export const BLOCKING_HOOKS = ["UserPromptSubmit", "PreToolUse", "Stop"] as const;
/** Hooks that cannot block. */
const NOTIFYING_HOOKS = [
  "PostToolUse",
  "PostToolUseFailure",
  "StopFailure",
  "SessionStart",
  "SessionEnd",
  "SubagentStart",
  "SubagentStop",
  "PreCompact",
  "PostCompact",
  "Notification",
] as const;
export const HOOK_NAMES = [...BLOCKING_HOOKS, ...NOTIFYING_HOOKS] as const;
export type HookName = (typeof HOOK_NAMES)[number];

/** The input of a hook, besides session and folder. A hook's `matcher` is compared with `target`. */
export interface HookInput {
  readonly event: HookName;
  /** Name of a tool, an agent or a trigger; empty for events without one. */
  readonly target: string;
  /** Fields of the event, as they stand in the JSON that the command reads. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Hooks {
  /** Runs the hooks of this event. Returns the reason when one of them blocks it. */
  readonly tell: (input: HookInput) => Promise<string | undefined>;
}
