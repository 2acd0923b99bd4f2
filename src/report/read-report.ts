/** Makes the content of the page from a journal. A pure function of the records. */

import type { AssistantMessage } from "../protocol/message.ts";
import type { EventOf, JournalRecord } from "../protocol/wire.ts";
import { foldRecord } from "../run-model/apply.ts";
import { NO_FACTS } from "../run-model/facts.ts";
import { waitingCalls } from "../run-model/held-calls.ts";
import type { Note } from "../run-model/note.ts";
import { createStory, type Call, type StoryEntry } from "../run-model/story.ts";
import { plainWords } from "../run-model/words.ts";
import { createStepNames } from "./line-origins.ts";
import type { AgentReport, RunReport, ReportItem, ReportStep } from "./report.ts";

/** Reads a whole journal, also that of a killed run. */
export function readReport(records: readonly JournalRecord[]): RunReport {
  const story = createStory();
  const reader = createReader("", createStepNames());
  let facts = NO_FACTS;
  for (const record of records) {
    facts = foldRecord(facts, record);
    reader.add(story.apply(record.event, Date.parse(record.time)));
  }
  const { ms, firstAt = 0, lastAt = 0 } = facts.worked;
  return {
    begin: facts.begin,
    end: facts.outcome,
    main: reader.run,
    verification: facts.verification?.results ?? [],
    waiting: waitingCalls(facts.asked),
    origins: facts.origins,
    records: records.length,
    chain: records.at(-1)?.hash ?? "",
    workedMs: ms,
    waitedMs: lastAt - firstAt - ms,
  };
}

interface Reader {
  readonly run: AgentReport;
  readonly add: (entries: readonly StoryEntry[]) => void;
}

/** Collects what one agent did. `prefix` comes before the ids of its steps. */
function createReader(prefix: string, stepName: ReturnType<typeof createStepNames>): Reader {
  const run: { before: ReportItem[]; steps: ReportStep[] } = { before: [], steps: [] };
  const subagents = new Map<string, Reader>();

  const items = (): ReportItem[] => run.steps.at(-1)?.items ?? run.before;
  const agentOf = ({ agentId, agent }: EventOf<"subagent.event">): Reader => {
    const known = subagents.get(agentId);
    if (known !== undefined) return known;
    const reader = createReader(`${agentId}-`, stepName);
    subagents.set(agentId, reader);
    items().push({ type: "agent", id: agentId, name: agent, run: reader.run });
    return reader;
  };
  const put = (entry: StoryEntry): void => {
    switch (entry.type) {
      case "step":
        run.steps.push({ id: stepName(prefix, entry.step.number), sums: entry.step, items: [] });
        return;
      case "input":
        if (entry.message.synthetic !== true) items().push({ type: "person", text: entry.message.content });
        return;
      case "answer":
        items().push(...shown(entry.message, entry.calls));
        return;
      case "note":
        if (entry.note.only !== "console") items().push(noteItem(entry.note));
        return;
      case "agent":
        agentOf(entry.event).add(entry.entries);
        return;
      case "begin":
      case "end":
      case "summary":
      case "begun":
      case "ended":
      case "answered":
      case "agent.end":
    }
  };
  return { run, add: (entries) => entries.forEach(put) };
}

function shown({ blocks }: AssistantMessage, calls: readonly Call[]): readonly ReportItem[] {
  const inOrder = calls.values();
  return blocks.flatMap((block): readonly ReportItem[] => {
    if (block.type === "opaque") return [];
    if (block.type === "call") {
      const { value } = inOrder.next();
      return value === undefined ? [] : [{ type: "call", call: value }];
    }
    const { type, text } = block;
    return text.trim() === "" ? [] : [{ type: type === "text" ? "say" : "think", text }];
  });
}

function noteItem({ words, parts = [], tone }: Note): ReportItem {
  const lines = parts.flatMap((part) => [
    ...(part.words ? [plainWords(part.words)] : []),
    ...(part.text ? [part.text] : []),
  ]);
  return { type: "note", text: [plainWords(words), ...lines].join("\n"), ...(tone === undefined ? {} : { tone }) };
}
