/**
 * The transcript: a journal as Markdown that a maintainer can read from top to bottom. It is a pure function of the records, so that
 * `view` can make it from any bundle, also from that of a killed run.
 */

import { duration } from "../base/clock.ts";
import { fenced, inline } from "../base/plain-text.ts";
import { counted } from "../base/words.ts";
import { callsOf, isSilent, type Block, type Message, type ToolCall } from "../protocol/message.ts";
import { reads, type ReadBy } from "../protocol/readers.ts";
import type { JournalRecord, WireEvent } from "../protocol/wire.ts";
import { quotedProse } from "./prose.ts";
import { renderEvent, usedTokens } from "./transcript-event.ts";
import { details, renderArguments, renderCall, renderPatch, type DecidedCall } from "./transcript-parts.ts";

/** Markdown of a whole journal, with a newline at its end. `patch`: the change of the run, if any. */
export function renderTranscript(records: readonly JournalRecord[], patch = ""): string {
  const reader = createReader();
  for (const { event, time } of records) reader.read(event, Date.parse(time));
  return `${[...reader.sections(), ...(patch === "" ? [] : [renderPatch(patch)])].join("\n\n")}\n`;
}

interface Reader {
  /** `atMs`: time of the record; NaN where it is not known. */
  readonly read: (event: WireEvent, atMs: number) => void;
  /** The sections so far, then the calls without a result. */
  readonly sections: () => readonly string[];
}

/** Follows one agent. The work of a subagent is folded away at the place where it ended. */
function createReader(): Reader {
  const sections: string[] = [];
  const judged = new Map<string, DecidedCall>();
  const subagents = new Map<string, Reader>();
  /** Calls without a result yet, in call order. The next result belongs to the first of them. */
  let open: ToolCall[] = [];
  const durations = new Map<string, number>();
  /** The step under way. */
  let step: Step | undefined;
  let hasTask = false;
  /** Whether a compaction is under way. All that is appended then was shown before, except for the summary. */
  let compacting = false;

  /** The first input is the task and its context, which can be long. */
  const renderInput = (text: string, isSynthetic: boolean): string => {
    const isTask = !hasTask && !isSynthetic;
    hasTask ||= isTask;
    if (isSynthetic) return details("Note to the model", fenced(text));
    if (text.length <= MAX_OPEN_CHARS) return `### ${isTask ? "Task" : "Message"}\n\n${quotedProse(text)}`;
    return details(
      `${isTask ? "Task" : "Message"}, as the model reads it (${counted(text.length, "character")})`,
      fenced(text),
    );
  };
  const renderMessage = (message: Message): string => {
    switch (message.role) {
      case "user":
        return renderInput(message.content, message.synthetic === true);
      case "assistant":
        open = [...callsOf(message)];
        return message.blocks.map(renderBlock).filter(isSaid).join("\n\n");
      case "tool":
        return renderCall(open.shift(), message, {
          judged: judged.get(message.toolCallId),
          durationMs: durations.get(message.toolCallId),
        });
    }
  };
  const render = (event: ReadBy<"transcript">, atMs: number): string | undefined => {
    if (event.type === "subagent.event") {
      const reader = subagents.get(event.agentId) ?? createReader();
      subagents.set(event.agentId, reader);
      reader.read(event.event, atMs);
      return undefined;
    }
    if (event.type === "tool.end") {
      durations.set(event.callId, event.durationMs);
      return undefined;
    }
    if (event.type === "step.begin") {
      step = { at: sections.length, number: event.step, beganMs: atMs, lastMs: atMs, usage: "" };
      return stepHeading(step);
    }
    if (event.type === "step.usage" && step !== undefined) {
      step.usage = usedTokens(event);
      return undefined;
    }
    if (event.type === "call.judged") {
      judged.set(event.callId, event);
      return undefined;
    }
    if (event.type === "context.append") {
      if (!compacting) return event.messages.map(renderMessage).join("\n\n");
      const [, summary] = event.messages; // the first message is the task
      return summary?.role === "user" ? details("Summary", fenced(summary.content)) : undefined;
    }
    if (event.type === "context.clear" && compacting) return undefined;
    if (event.type === "compaction.begin") compacting = true;
    if (event.type === "compaction.end") compacting = false;
    if (event.type !== "subagent.end") return renderEvent(event);
    const reader = subagents.get(event.agentId);
    subagents.delete(event.agentId);
    return [renderEvent(event), reader && folded(event.agentId, reader)].filter(isSaid).join("\n\n");
  };
  return {
    read: (event, atMs) => {
      if (OVER.has(event.type)) step = undefined;
      const section = reads("transcript", event) ? render(event, atMs) : undefined;
      if (isSaid(section)) sections.push(section);
      if (step === undefined) return;
      step.lastMs = atMs;
      sections[step.at] = stepHeading(step);
    },
    sections: () => [
      ...sections,
      ...[...subagents].map(([agentId, reader]) => folded(agentId, reader)), // the run ended before they did
      ...open.map((call) => `- ${inline(call.name)}: no result\n\n${renderArguments(call)}`),
    ],
  };
}

interface Step {
  /** Index of its heading among the sections. */
  readonly at: number;
  readonly number: number;
  readonly beganMs: number;
  lastMs: number;
  usage: string;
}

/** Events that end a step. */
const OVER: ReadonlySet<WireEvent["type"]> = new Set(["session.end", "session.resume", "closing.usage", "verify.end"]);
/** A longer input is folded away. */
const MAX_OPEN_CHARS = 800;

function stepHeading({ number, beganMs, lastMs, usage }: Step): string {
  const ms = lastMs - beganMs;
  return [`## Step ${number}`, ...(ms > 0 ? [duration(ms)] : []), ...(usage === "" ? [] : [usage])].join(" · ");
}

/** Calls are shown with their results. */
function renderBlock(block: Block): string {
  switch (block.type) {
    case "text":
      return block.text.trim() === "" ? "" : quotedProse(block.text);
    case "think":
      return isSilent(block) ? "" : details("Reasoning", fenced(block.text));
    case "call":
      return "";
    case "opaque":
      return details("Kept for the provider", fenced(block.json));
  }
}

function folded(agentId: string, { sections }: Reader): string {
  return details(`What ${agentId} did`, sections().join("\n\n"));
}

function isSaid(section: string | undefined): section is string {
  return section !== undefined && section !== "";
}
