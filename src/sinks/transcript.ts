/**
 * The transcript: a journal as Markdown that a maintainer can read from top to bottom. A pure function of the records, so
 * `view` can make it from any bundle, also from one that was killed.
 */

import { fenced, inline } from "../base/plain-text.ts";
import { callsOf, isSilent, type Block, type Message, type ToolCall } from "../protocol/message.ts";
import { reads, type ReadBy } from "../protocol/readers.ts";
import type { JournalRecord, WireEvent } from "../protocol/wire.ts";
import { renderEvent } from "./transcript-event.ts";
import { details, renderArguments, renderCall, type DecidedCall } from "./transcript-parts.ts";

/** Markdown of a whole journal, ending with a newline. */
export function renderTranscript(records: readonly JournalRecord[]): string {
  const reader = createReader();
  for (const { event } of records) reader.read(event);
  return `${reader.sections().join("\n\n")}\n`;
}

interface Reader {
  readonly read: (event: WireEvent) => void;
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
  /** Between the two events of a compaction: what is appended then was shown before, all but the summary. */
  let compacting = false;

  const renderMessage = (message: Message): string => {
    switch (message.role) {
      case "user":
        return `### ${message.synthetic === true ? "Note" : "Message"}\n\n${fenced(message.content)}`;
      case "assistant":
        open = [...callsOf(message)];
        return message.blocks.map(renderBlock).filter(isSaid).join("\n\n");
      case "tool":
        return renderCall(open.shift(), message, judged.get(message.toolCallId));
    }
  };
  const render = (event: ReadBy<"transcript">): string | undefined => {
    if (event.type === "subagent.event") {
      const reader = subagents.get(event.agentId) ?? createReader();
      subagents.set(event.agentId, reader);
      reader.read(event.event);
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
    read: (event) => {
      const section = reads("transcript", event) ? render(event) : undefined;
      if (isSaid(section)) sections.push(section);
    },
    sections: () => [
      ...sections,
      ...[...subagents].map(([agentId, reader]) => folded(agentId, reader)), // the run ended before they did
      ...open.map((call) => `- ${inline(call.name)}: no result\n\n${renderArguments(call)}`),
    ],
  };
}

/** Calls are shown with their results. */
function renderBlock(block: Block): string {
  switch (block.type) {
    case "text":
      return fenced(block.text);
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
