/** What reaches a turn from outside, as it is recorded: hooks, checks, arrivals, reminders and the trees of the workspace. */

import { FOLDER_RULES } from "../agents/folder-rules.ts";
import type { Context } from "../protocol/context.ts";
import type { HookInput, Hooks } from "../protocol/hooks.ts";
import type { Arrival } from "../protocol/message.ts";
import type { Success, Turn, Workspace } from "../protocol/turn.ts";
import type { EventOf, WireEvent } from "../protocol/wire.ts";
import { recordedFailure, type Feed, type TurnFeed } from "./record.ts";

export interface SurroundingsOptions {
  readonly feed: TurnFeed;
  readonly context: Pick<Context, "checkpoints">;
  /** The commands of the checks; empty where there are none. */
  readonly checks: readonly string[];
}

/** Creates the parts of a turn that answer from the record alone. */
export function createSurroundings(
  options: SurroundingsOptions,
): Pick<Success, "verifier"> & Pick<Turn, "folderRules" | "hooks" | "inbox" | "reminder" | "workspace"> {
  const { feed, checks } = options;
  let arrived = 0;
  return {
    folderRules: async () => rulesAhead(feed),
    hooks: createHooks(feed),
    inbox: {
      take: async () => {
        const arrivals = [...arrivalsAhead(feed)];
        arrived = arrivals.length;
        return arrivals;
      },
      hasSteer: () => {
        const next = feed.peek();
        return next?.type === "steer.input" || next?.type === "notification"; // after an answer, notices come only with words of a person
      },
    },
    reminder: () => reminderAhead(feed, arrived),
    verifier: {
      commandsFor: (hasChanged) => {
        const next = feed.peek();
        return next?.type === "verify.begin" ? next.commands : hasChanged ? checks : [];
      },
      run: async () => {
        const end = feed.peek();
        if (end?.type !== "verify.end") throw recordedFailure(feed, "the end of the checks");
        return end.results;
      },
    },
    workspace: createWorkspace(options),
  };
}

function createHooks(feed: TurnFeed): Hooks {
  return {
    tell: async (input) => {
      const { event, target } = input;
      const begin = feed.peek();
      if (begin?.type !== "hook.begin" || begin.event !== event || begin.target !== target) return undefined;
      feed.take(begin);
      const end = feed.peek();
      if (end?.type !== "hook.end" || end.event !== event) throw recordedFailure(feed, `the end of ${event}`);
      feed.take(end);
      return end.action === "block" ? objectionOf(input, end.reason ?? "", feed) : undefined;
    },
  };
}

/** The objection of a hook. Hooks that failed at the same time are in the same record, and forbid nothing. */
function objectionOf({ event, fields }: HookInput, reason: string, feed: Feed): string {
  const said = event === "PreToolUse" ? decisionAhead(String(fields["tool_call_id"]), feed) : wordsAhead(feed);
  return said !== undefined && reason.includes(said) ? said : reason;
}

function decisionAhead(callId: string, feed: Feed): string | undefined {
  for (const event of feed.ahead()) {
    if (event.type === "context.append") return undefined;
    if (event.type === "call.judged" && event.callId === callId && event.decision.rule === "hook:PreToolUse") {
      return event.decision.reason;
    }
  }
  return undefined;
}

/** The objection to a prompt or to an end. */
function wordsAhead(feed: Feed): string | undefined {
  const next = feed.ahead().find(({ type }) => type === "turn.end" || type === "context.append");
  if (next?.type === "turn.end") return next.reason?.replace(/^A UserPromptSubmit hook refused the input: /, "");
  const message = next?.type === "context.append" ? next.messages[0] : undefined;
  return message?.role === "user" ? message.content : undefined;
}

function* arrivalsAhead(feed: Feed): Iterable<Arrival> {
  for (const event of feed.ahead()) {
    if (event.type === "steer.input") yield { kind: "steer", text: event.text };
    else if (event.type === "notification") yield { kind: "notice", text: event.text };
    else if ((event.type !== "hook.begin" && event.type !== "hook.end") || event.event !== "Notification") return;
  }
}

const REMINDER = /^<system-reminder>\n([^]*)\n<\/system-reminder>$/;

/** The reminder of a state. One record has what arrived, this reminder and the limits, in this order. */
function reminderAhead(feed: Feed, arrived: number): string | undefined {
  let pressed = 0;
  for (const event of feed.ahead()) {
    if (event.type === "limit.pressed") pressed += 1;
    else if (event.type !== "context.append" || event.messages.length !== arrived + 1 + pressed) return undefined;
    else {
      const message = event.messages[arrived];
      return message?.role === "user" && message.synthetic === true ? REMINDER.exec(message.content)?.[1] : undefined;
    }
  }
  return undefined;
}

/** The rules of folders, which are alone in the record after the results of calls. */
function rulesAhead(feed: Feed): string | undefined {
  const next = feed.peek();
  const message = next?.type === "context.append" ? next.messages[0] : undefined;
  const text = message?.role === "user" && message.synthetic === true ? REMINDER.exec(message.content)?.[1] : undefined;
  return text?.startsWith(FOLDER_RULES) === true ? text : undefined;
}

/** Trees come from the record, and no file is restored. */
function createWorkspace({ feed, context }: SurroundingsOptions): Workspace {
  let newest = "";
  const own = new Map<string, string | undefined>();
  return {
    snapshot: async () => {
      const next = snapshotAhead(feed, context.checkpoints);
      newest = next?.tree ?? newest;
      if (next !== undefined) own.set(next.tree, next.own);
      return newest;
    },
    ownTree: (tree) => own.get(tree),
    watch: async () => async () => {
      const next = feed.peek();
      return next?.type === "change.approved" ? next.files : [];
    },
    heldFiles: async () => {
      const next = feed.peek();
      return next?.type === "change.held" ? next.files : [];
    },
    restore: async (tree) => {
      const next = feed.peek()?.type;
      const isAfterKill = next === "context.checkpoint"; // the process that recorded the revert was killed before the mark
      if (next !== "context.revert" && !isAfterKill) throw recordedFailure(feed, "the files of a checkpoint");
      newest = tree;
    },
  };
}

/** Events after which no snapshot of this place follows: it is recorded before calls are decided, a mail is sent or the context is cleared. */
const ENDS_SEARCH: ReadonlySet<WireEvent["type"]> = new Set([
  "call.judged",
  "deferral.open",
  "mail.sent",
  "context.clear",
  "turn.end",
]);

/** The snapshot at this checkpoint, which is recorded only where it differs from the newest one. */
function snapshotAhead(feed: Feed, checkpoint: number): EventOf<"workspace.snapshot"> | undefined {
  const next = feed.ahead().find(({ type }) => ENDS_SEARCH.has(type) || type === "workspace.snapshot");
  return next?.type === "workspace.snapshot" && next.checkpoint === checkpoint ? next : undefined;
}
