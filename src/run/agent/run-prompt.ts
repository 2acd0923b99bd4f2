/** Carries out a prompt: a turn, a flow, or an answer without a model. Only a prompt with "/" in front is a command. */

import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { oneLine } from "../../base/truncate.ts";
import type { ParsedPrompt } from "../../commands/builtins.ts";
import { runPrompt } from "../../engine/prompt.ts";
import { configError } from "../../protocol/error.ts";
import type { TurnStop } from "../../protocol/outcome.ts";
import type { Prompt } from "../../protocol/prompt.ts";
import { isTakenName } from "../../session/bundle.ts";
import { readJournal } from "../../session/journal.ts";
import { renderTranscript } from "../../sinks/transcript.ts";
import type { Assembly } from "./assemble.ts";
import type { RunAgent } from "../open/choose-agent.ts";
import type { Task } from "../open/request.ts";
import type { RunParts } from "./run-parts.ts";
import { RALPH, ralphFlow, ralphMoves } from "./ralph.ts";
import type { Session } from "../open/session.ts";

export interface PromptParts extends Pick<RunParts, "session" | "mcp"> {
  readonly assembly: Assembly;
  readonly agent: Pick<RunAgent, "skills">;
}

/** Parses a prompt. Throws `config.invalid` for an unknown command, skill or flow, before anything is sent to a model. */
export async function parsePromptText(text: string, { skills }: Pick<RunAgent, "skills">): Promise<ParsedPrompt> {
  if (!text.startsWith("/")) return { kind: "text", text };
  const { parsePrompt } = await import("../../commands/slash.ts");
  return parsePrompt(text, skills);
}

type PromptTask = Pick<Task, "prompt" | "context" | "ralph"> & Pick<Extract<Prompt, { kind: "text" }>, "images">;

/** Parses and carries out a prompt that has no data beside it. */
export async function executeText(prompt: string, parts: PromptParts, signal: AbortSignal): Promise<TurnStop> {
  return executePrompt(await parsePromptText(prompt, parts.agent), { prompt }, parts, signal);
}

/** Carries out one prompt. Throws what `runPrompt` throws. */
export async function executePrompt(
  parsed: ParsedPrompt,
  task: PromptTask,
  options: PromptParts,
  signal: AbortSignal,
): Promise<TurnStop> {
  const { assembly, session } = options;
  const { images } = task;
  if (task.ralph !== undefined && parsed.kind !== "text")
    throw configError(
      `The Ralph loop repeats a prompt, and ${oneLine(task.prompt, 60)} is a command.`,
      "Leave out --max-ralph-iterations, or give words or a skill to repeat.",
    );
  const run = (prompt: Prompt): Promise<TurnStop> => runPrompt(prompt, assembly.turn(signal));
  switch (parsed.kind) {
    case "text": {
      const text = withData(parsed.text, task.context);
      if (task.ralph === undefined) return run({ kind: "text", text, images });
      return run({ kind: "flow", name: RALPH, flow: ralphFlow(text), maxMoves: ralphMoves(task.ralph), images });
    }
    case "mcp": {
      const { gateway } = options.mcp;
      const { gate } = assembly.turn(signal);
      const tool = `prompt:${parsed.prompt}`;
      const { verdict, rule } = await gate.judge([{ kind: "mcp", server: parsed.server, tool }]);
      // The person who asks for it thereby approves it, but not against a rule that rejects the server.
      if (verdict === "reject" && rule !== "default" && !rule.includes(":"))
        throw configError(
          `${oneLine(task.prompt, 60)} is rejected by the rule ${rule} of the policy.`,
          "Ask for something else, or change the policy.",
        );
      return run({ kind: "text", text: withData(await gateway.readPrompt(parsed, signal), task.context), images });
    }
    case "flow":
      if (task.context !== undefined) await session.context.append({ role: "user", content: task.context });
      return run({ ...parsed, images });
    case "compact":
      return run(parsed);
    case "plan":
      if (parsed.action === "on" && !session.state().planMode) await session.emit({ type: "plan.mode", on: true });
      if (parsed.action === "on" && parsed.text !== undefined) {
        return run({ kind: "text", text: withData(parsed.text, task.context), images });
      }
      return answered(task.prompt, await changePlan(parsed.action, session), session);
    case "clear":
      await session.context.clear();
      await session.emit({ type: "context.system", text: session.state().system });
      return answered(task.prompt, "The conversation is forgotten; the files stay as they are.", session);
    case "export":
      return answered(task.prompt, exportTo(parsed.path ?? "export.md", session), session);
    case "import":
      throw configError(
        `A run does not read ${parsed.path}: the prompt may come from a person who may not read this machine's files.`,
        'Begin with the conversation: kimi-runner import <file> "<prompt>".',
      );
    case "message":
      return answered(task.prompt, parsed.text, session);
  }
}

function withData(text: string, context: string | undefined): string {
  return context === undefined ? text : `${text}\n\n${context}`;
}

/** An answer without a model is recorded as a turn, so that sinks show the question and its end. */
async function answered(input: string, text: string, { emit }: Session): Promise<TurnStop> {
  await emit({ type: "turn.begin", input });
  await emit({ type: "turn.end", stop: "end_turn" });
  return { stop: "end_turn", text };
}

async function changePlan(action: "on" | "off" | "view" | "clear", { state, emit }: Session): Promise<string> {
  const { planMode, plan } = state();
  switch (action) {
    case "on":
      return "Plan mode is on: nothing is written until there is a plan.";
    case "off":
      if (planMode) await emit({ type: "plan.mode", on: false });
      return planMode ? "Plan mode is off." : "Plan mode was off.";
    case "view":
      return plan === undefined || plan === "" ? "There is no plan yet." : plan;
    case "clear":
      await emit({ type: "plan.display", text: "" });
      return "The plan is forgotten.";
  }
}

/** Writes into the bundle only: a prompt may come from a thread, and must not choose a place on this machine. */
function exportTo(path: string, { bundle }: Session): string {
  const name = basename(path);
  if (name !== path || name.startsWith(".") || isTakenName(name)) {
    throw configError(
      `/export cannot write ${path}.`,
      "Give a file name without a folder that the bundle does not use, such as export.md; it is written into the bundle.",
    );
  }
  const file = join(bundle.dir, name);
  writeFileSync(file, renderTranscript(readJournal(bundle.journal).records), { mode: 0o600 });
  return `The conversation is in ${file}.`;
}
