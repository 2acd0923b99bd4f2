/** What the model must not forget: plan mode (at Kimi CLI's intervals), the modes of a checkpoint, and facts of a compacted context. */

import { headTail, oneLine } from "../../base/truncate.ts";
import type { Cell } from "../../protocol/cell.ts";
import type { Turn } from "../../protocol/turn.ts";
import type { TodoStatus } from "../../protocol/wire.ts";
import type { SessionState } from "../../session/session-state.ts";
import { inMode } from "../../tools/switch-mode.ts";
import type { RunAgent } from "../open/choose-agent.ts";
import type { RunParts } from "./run-parts.ts";
import { rolesOf } from "./tool-deps.ts";

/** Steps between reminders. */
const EVERY = 5;
/** Every so many reminders, the whole text is repeated. */
const WHOLE_EVERY = 5;

const WHOLE_REMINDER =
  "Plan mode is on: nothing may be written, and only commands that read will run. Read and search until you know how the work is to be done, then send the plan with exit_plan_mode: which files change and how, in which order, what could go wrong, how it will be checked. The code has to be known, not guessed.";
const SHORT = "Plan mode is still on: read and search only, then send the plan with exit_plan_mode.";

/** The reminder at this step, if one is due. It depends on the step alone, so that a resumed run gets the same ones. */
export function planReminder(isOn: boolean, step: number): string | undefined {
  if (!isOn || (step - 1) % EVERY !== 0) return undefined;
  return ((step - 1) / EVERY) % WHOLE_EVERY === 0 ? WHOLE_REMINDER : SHORT;
}

/** Restores the modes of a checkpoint, because a message about a change of mode may be forgotten there. */
export function restoreModes({ session, agent }: Pick<RunParts, "session" | "agent">): Turn["restoreModes"] {
  return async (checkpoint) => {
    const then = session.modesAt(checkpoint);
    if (then === undefined) return;
    const { mode = agent.spec.name, planMode } = session.state();
    const { mode: to = agent.spec.name } = then;
    const reason = `a D-Mail went back to checkpoint ${checkpoint}`;
    if (to !== mode) await session.emit({ type: "mode.switch", from: mode, to, reason });
    if (then.planMode !== planMode) await session.emit({ type: "plan.mode", on: then.planMode });
  };
}

const MAX_COMMAND_CHARS = 200;
/** About 3,000 tokens; a longer plan would fill again what the compaction freed. */
const MAX_PLAN_CHARS = 12_000;

/** The marks of `update_todo_list`, so that the model can send the list back unchanged. */
const MARK: Readonly<Record<TodoStatus, string>> = { pending: "[ ]", in_progress: "[-]", done: "[x]" };

/** Facts that follow a summary word for word, because it could blur them, as Markdown. May be empty. */
export async function carryOver(
  { mode, planMode, plan = "", todos }: Pick<SessionState, "mode" | "planMode" | "plan" | "todos">,
  { cell, modes }: { readonly cell: Pick<Cell, "listBackground">; readonly modes: RunAgent["modes"] },
): Promise<string> {
  const running = (await cell.listBackground()).filter(({ state }) => state.kind === "running");
  const switched = rolesOf(modes).find(({ name }) => name === mode);
  const accepted = planMode ? "" : plan.trim();
  const note = (dropped: number): string => `[${dropped} characters of the plan left out here]`;
  return [
    switched === undefined ? "" : inMode(switched),
    planMode ? WHOLE_REMINDER : "",
    section("The plan that was accepted:", accepted === "" ? [] : [headTail(accepted, MAX_PLAN_CHARS, note)]),
    section(
      "The todo list as it stands:",
      todos.map(({ status, title }) => `${MARK[status]} ${title}`),
    ),
    section(
      "Commands that run in the background:",
      running.map(({ id, command }) => `- ${id}: ${oneLine(command, MAX_COMMAND_CHARS)}`),
    ),
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [title, ...lines].join("\n");
}
