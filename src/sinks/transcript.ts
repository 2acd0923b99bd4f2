/**
 * The transcript: a journal as Markdown that a maintainer can read from top to bottom. A pure function of the records, so
 * `view` can make it from any bundle, also from one that was killed.
 */

import { duration } from "../base/clock.ts";
import { fenced, inline } from "../base/plain-text.ts";
import { counted, grouped } from "../base/words.ts";
import { totalTokens } from "../protocol/model.ts";
import { callsOf, isSilent, type Block, type Message, type ToolCall } from "../protocol/message.ts";
import { reads, type ReadBy } from "../protocol/readers.ts";
import type { JournalRecord, WireEvent } from "../protocol/wire.ts";
import { price } from "./progress-line.ts";
import { quotedProse } from "./prose.ts";
import { renderEvent } from "./transcript-event.ts";
import { details, renderArguments, renderCall, renderPatch, type DecidedCall } from "./transcript-parts.ts";

/** Markdown of a whole journal, ending with a newline. `patch`: the change, where the run left one. */
export function renderTranscript(records: readonly JournalRecord[], patch = ""): string {
  const reader = createReader();
  for (const { event, time } of records) reader.read(event, Date.parse(time));
  return `${[...reader.sections(), ...(patch === "" ? [] : [renderPatch(patch)])].join("\n\n")}\n`;
}

interface Reader {
  /** `atMs`: time of the record; not a number where it is not known. */
  readonly read: (event: WireEvent, atMs: number) => void;
  /** What was read, in order, and the calls that never got a result. */
  readonly sections: () => readonly string[];
}

/** Follows one agent; what its subagents did is folded away where each of them ended. */
function createReader(): Reader {
  const sections: string[] = [];
  const judged = new Map<string, DecidedCall>();
  const subagents = new Map<string, Reader>();
  /** Calls without a result yet, in call order; each result belongs to the first of them. */
  let open: ToolCall[] = [];
  const durations = new Map<string, number>();
  /** The step that goes on: where its heading stands, and what is known of it. */
  let step: Step | undefined;
  let hasTask = false;
  /** Between the two events of a compaction: what is appended then was shown before, all but the summary. */
  let compacting = false;

  /** The first input is the task with what belongs to it, which can be long. */
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
      step.usage = `${counted(totalTokens(event.usage), "token")}, ${grouped(event.usage.cacheRead)} of them from cache${price(event)}`;
      return undefined;
    }
    if (event.type === "call.judged") {
      judged.set(event.callId, event);
      return undefined;
    }
    if (event.type === "context.append") {
      if (!compacting) return event.messages.map(renderMessage).join("\n\n");
      const [, summary] = event.messages; // the task stands before it
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

/** What comes after them belongs to no step. */
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
