/** Hooks: commands of the policy that hear of what happens; three kinds may forbid it. The names are Kimi CLI's. */

/** May block. */
export const BLOCKING_HOOKS = ["UserPromptSubmit", "PreToolUse", "Stop"] as const;
/** Are only told. */
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

/** What a hook is told, besides session and folder. `target` is what a hook's `matcher` is compared with. */
export interface HookInput {
  readonly event: HookName;
  /** Tool name, agent name or trigger; empty where there is nothing to name. */
  readonly target: string;
  /** Fields of the event, as they stand in the JSON that the command reads. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Hooks {
  /** Tells the hooks of this event. Returns the reason when one of them blocks it; a notifying hook never does. */
  readonly tell: (input: HookInput) => Promise<string | undefined>;
}
