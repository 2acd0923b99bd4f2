/** Hooks: commands of the policy that run at events of a run. The names are Kimi CLI's. */

export interface HookFacts {
  readonly canBlock: boolean;
  /** The event has a target that a matcher is compared with: the name of a tool, an agent or a trigger. */
  readonly hasTarget: boolean;
  /** All targets that there are: the names of tools, or these. Left out where they are not known before. */
  readonly targets?: "tools" | readonly string[];
}

/** The last two are Kimi CLI's further names. */
const COMPACTION_TRIGGERS = ["full", "overflow", "manual", "auto", "manual-with-prompt"] as const;

/** To add an event, add a row here and in docs/hooks.md, and a `hooks.tell` where it happens. */
export const HOOKS = {
  UserPromptSubmit: { canBlock: true, hasTarget: false },
  PreToolUse: { canBlock: true, hasTarget: true, targets: "tools" },
  Stop: { canBlock: true, hasTarget: false },
  PostToolUse: { canBlock: false, hasTarget: true, targets: "tools" },
  PostToolUseFailure: { canBlock: false, hasTarget: true, targets: "tools" },
  StopFailure: { canBlock: false, hasTarget: false },
  SessionStart: { canBlock: false, hasTarget: true, targets: ["startup", "resume"] },
  SessionEnd: { canBlock: false, hasTarget: true },
  SubagentStart: { canBlock: false, hasTarget: true },
  SubagentStop: { canBlock: false, hasTarget: true },
  PreCompact: { canBlock: false, hasTarget: true, targets: COMPACTION_TRIGGERS },
  PostCompact: { canBlock: false, hasTarget: true, targets: COMPACTION_TRIGGERS },
  Notification: { canBlock: false, hasTarget: true, targets: ["notice"] },
} as const satisfies Record<string, HookFacts>;

export type HookName = keyof typeof HOOKS;
export const HOOK_NAMES = Object.keys(HOOKS) as readonly HookName[];

/** What a hook is told, besides session and folder. The hook's `matcher` is compared with `target`. */
export interface HookInput {
  readonly event: HookName;
  /** Empty for events without one. */
  readonly target: string;
  /** Other names of the target that a matcher may mean. */
  readonly also?: readonly string[] | undefined;
  /** The event's own fields of the JSON that the command reads. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Hooks {
  /** Runs the hooks of this event. Returns the reason when one of them blocks it. */
  readonly tell: (input: HookInput) => Promise<string | undefined>;
}
