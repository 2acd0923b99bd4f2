/** Makes the content of the page from a journal. A pure function of the records. */

import { isAnswer, type Capability, type Decision } from "../protocol/approval.ts";
import { callsOf, type Block, type Message } from "../protocol/message.ts";
import { totalTokens } from "../protocol/model.ts";
import { reads, type ReadBy } from "../protocol/readers.ts";
import type { EventOf, HeldCall, JournalRecord } from "../protocol/wire.ts";
import { createStepNames } from "./line-origins.ts";
import { noteOf } from "./notes.ts";
import type { AgentReport, CallKind, CallState, RunReport, ReportCall, ReportItem, ReportStep } from "./report.ts";

/** Reads a whole journal, also that of a killed run. */
export function readReport(records: readonly JournalRecord[]): RunReport {
  const reader = createReader("", createStepNames());
  let begin: EventOf<"session.begin"> | undefined;
  let end: EventOf<"session.end"> | undefined;
  let verification: RunReport["verification"] = [];
  let waiting: readonly HeldCall[] = [];
  let origins: RunReport["origins"];
  let waitedMs = 0;
  let last = 0;
  const first = Date.parse(records[0]?.time ?? "");
  for (const { event, time } of records) {
    const at = Date.parse(time);
    if (event.type === "session.begin") begin = event;
    if (event.type === "session.resume") {
      waitedMs += Math.max(0, at - last);
      end = undefined;
    }
    if (event.type === "session.end") end = event;
    if (event.type === "change.origins") origins = event.files;
    if (event.type === "verify.end") verification = event.results;
    if (event.type === "deferral.open") waiting = event.held;
    if (event.type === "deferral.answer") waiting = waiting.filter(({ digest }) => digest !== event.digest);
    last = at;
    if (reads("report", event)) reader.read(event, at);
  }
  return {
    begin,
    end,
    main: reader.run,
    verification,
    waiting,
    origins,
    records: records.length,
    chain: records.at(-1)?.hash ?? "",
    waitedMs,
    wholeMs: Number.isFinite(first) ? Math.max(0, last - first) : 0,
  };
}

interface Reader {
  readonly run: AgentReport;
  readonly read: (event: ReadBy<"report">, at: number) => void;
}

/** Follows one agent. `prefix` comes before the ids of its steps. */
function createReader(prefix: string, stepName: ReturnType<typeof createStepNames>): Reader {
  const run: { before: ReportItem[]; steps: ReportStep[] } = { before: [], steps: [] };
  const judged = new Map<string, EventOf<"call.judged">>();
  const ended = new Map<string, EventOf<"tool.end">>();
  const subagents = new Map<string, Reader>();
  /** Calls without a result, in order. The next result belongs to the first of them. */
  let open: ReportCall[] = [];
  let openIds: string[] = [];
  let attemptAt: number | undefined;
  let compacting = false;

  const items = (): ReportItem[] => run.steps.at(-1)?.items ?? run.before;
  const step = (): ReportStep | undefined => run.steps.at(-1);
  const append = (message: Message): void => {
    switch (message.role) {
      case "user":
        if (message.synthetic !== true) items().push({ type: "person", text: message.content });
        return;
      case "assistant":
        openIds = callsOf(message).map(({ id }) => id);
        open = [];
        for (const block of message.blocks) items().push(...shown(block, open));
        return;
      case "tool": {
        const call = open.shift();
        const id = openIds.shift() ?? message.toolCallId;
        if (call !== undefined) close(call, message, judged.get(id), ended.get(id));
      }
    }
  };
  const usage = (
    event: { usage: Parameters<typeof totalTokens>[0]; costUsd?: number | undefined },
    at: number,
  ): void => {
    const now = step();
    if (now === undefined) return;
    now.tokens += totalTokens(event.usage);
    if (event.costUsd !== undefined) now.costUsd = (now.costUsd ?? 0) + event.costUsd;
    if (attemptAt !== undefined) now.modelMs += at - attemptAt;
    attemptAt = undefined;
  };
  const agentOf = (id: string, name: string): Reader => {
    const known = subagents.get(id);
    if (known !== undefined) return known;
    const reader = createReader(`${id}-`, stepName);
    subagents.set(id, reader);
    items().push({ type: "agent", id, name, run: reader.run });
    return reader;
  };
  const hold = (held: readonly HeldCall[]): void => {
    for (const [index, call] of open.entries()) {
      const waits = held.find(({ callId }) => callId === openIds[index]);
      if (waits === undefined) continue;
      Object.assign(call, { summary: waits.summary, state: "waits", rule: waits.rule, reason: waits.reason });
    }
  };
  const read = (event: ReadBy<"report">, at: number): void => {
    const now = step();
    if (event.type === "step.begin") {
      const id = stepName(prefix, event.step);
      run.steps.push({ id, number: event.step, modelMs: 0, toolMs: 0, tokens: 0, items: [] });
    }
    if (event.type === "attempt.begin") attemptAt = at;
    if (event.type === "step.usage" || event.type === "tool.usage" || event.type === "model.wasted") usage(event, at);
    if (event.type === "call.judged") judged.set(event.callId, event);
    if (event.type === "tool.end") {
      ended.set(event.callId, event);
      if (now !== undefined) now.toolMs += event.durationMs;
    }
    if (event.type === "context.append" && !compacting) for (const message of event.messages) append(message);
    if (event.type === "deferral.open") hold(event.held);
    if (event.type === "compaction.begin") compacting = true;
    if (event.type === "compaction.end") compacting = false;
    if (event.type === "subagent.event" && reads("report", event.event))
      agentOf(event.agentId, event.agent).read(event.event, at);
    const note = noteOf(event);
    if (note !== undefined) items().push(note);
  };
  return { run, read };
}

function shown(block: Block, open: ReportCall[]): readonly ReportItem[] {
  switch (block.type) {
    case "text":
      return block.text.trim() === "" ? [] : [{ type: "say", text: block.text }];
    case "think":
      return block.text.trim() === "" ? [] : [{ type: "think", text: block.text }];
    case "call": {
      const call: ReportCall = {
        type: "call",
        name: block.name,
        kind: "other",
        arguments: block.arguments,
        summary: block.name,
        state: "open",
        writes: [],
      };
      open.push(call);
      return [call];
    }
    case "opaque":
      return [];
  }
}

function close(
  call: ReportCall,
  message: Extract<Message, { role: "tool" }>,
  judged: EventOf<"call.judged"> | undefined,
  end: EventOf<"tool.end"> | undefined,
): void {
  Object.assign(call, {
    ...(judged === undefined
      ? {}
      : {
          summary: judged.summary,
          kind: kindOf(judged.capabilities),
          rule: judged.decision.rule,
          reason: judged.decision.reason,
          writes: judged.capabilities.flatMap((need) => (need.kind === "write" ? [need.path] : [])),
        }),
    state: stateOf(judged?.decision, message.isError),
    result: message.content,
    pictures: message.images ?? [],
    ...(end === undefined ? {} : { durationMs: end.durationMs, blob: end.blob }),
  });
}

function stateOf(decision: Decision | undefined, isError: boolean): CallState {
  if (decision?.verdict === "reject") return "rejected";
  if (decision?.verdict === "defer") return "waits";
  if (isError) return "failed";
  return decision !== undefined && isAnswer(decision) ? "answered" : "done";
}

function kindOf(capabilities: readonly Capability[]): CallKind {
  const kinds = new Set(capabilities.map(({ kind }) => kind));
  if (kinds.has("write")) return "edit";
  if (kinds.has("exec")) return "command";
  return kinds.has("read") ? "read" : "other";
}
