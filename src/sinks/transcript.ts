/**
 * The transcript: a journal as Markdown that a maintainer can read from top to bottom. A pure function of the records, so
 * `view` can make it from any bundle, also one that was killed.
 */

import { fenced, inline } from "../base/plain-text.ts";
import { headTail, oneLine } from "../base/truncate.ts";
import type { Decision } from "../protocol/approval.ts";
import type { AssistantMessage, ToolCall, ToolMessage } from "../protocol/message.ts";
import { totalTokens } from "../protocol/model.ts";
import type { HeldCall, JournalRecord, OutcomeRecord, WireEvent } from "../protocol/wire.ts";

/** A result longer than this is cut in the transcript; the journal has it whole. */
const MAX_SHOWN_CHARS = 4000;
const shorten = (text: string): string =>
  headTail(text, MAX_SHOWN_CHARS, (dropped) => `[${dropped} characters left out; see journal.jsonl]`);

/** Markdown of a whole journal, ending with a newline. */
export function renderTranscript(records: readonly JournalRecord[]): string {
  const decisions = new Map<string, Decision>();
  const sections: string[] = [];
  for (const { event } of records) {
    if (event.type === "call.judged") decisions.set(event.callId, event.decision);
    const section = renderEvent(event, decisions);
    if (section !== undefined) sections.push(section);
  }
  return `${sections.join("\n\n")}\n`;
}

function renderEvent(event: WireEvent, decisions: ReadonlyMap<string, Decision>): string | undefined {
  switch (event.type) {
    case "session.begin":
      return renderBegin(event);
    case "session.resume":
      return "---\n\nThe session goes on.";
    case "cell.open": {
      const held = event.probes.filter((probe) => probe.held).length;
      const probes = event.probes.length > 0 ? ` (${held} of ${event.probes.length} probes held)` : "";
      return `Sandbox: **${event.rung}**${probes}`;
    }
    case "step.begin":
      return `## Step ${event.step}`;
    case "step.retry":
      return `> Attempt ${event.attempt} of ${event.maxAttempts} failed: ${inline(event.reason)}. Waited ${event.waitMs} ms.`;
    case "step.usage": {
      const cost = event.costUsd === undefined ? "" : `, $${event.costUsd.toFixed(4)}`;
      return `<sub>${totalTokens(event.usage)} tokens (${event.usage.cacheRead} from cache)${cost}</sub>`;
    }
    case "context.append":
      return event.messages
        .map((message) => {
          switch (message.role) {
            case "user":
              return `### Message\n\n${fenced(message.content)}`;
            case "assistant":
              return renderAnswer(message);
            case "tool":
              return renderResult(message, decisions.get(message.toolCallId));
          }
        })
        .join("\n\n");
    case "context.revert":
      return `> The conversation went back to checkpoint ${event.to}.`;
    case "context.clear":
      return "> The conversation was cleared.";
    case "repetition.notice":
      return `> The same ${inline(event.tool)} call was made ${event.count} times in a row.`;
    case "assumption.made":
      return `> **Assumption**: the model had to decide alone: ${inline(event.question)}`;
    case "deferral.open":
      return `## Waiting for an answer\n\n${event.held.map(renderHeld).join("\n\n")}`;
    case "deferral.answer": {
      const why = event.reason === undefined ? "" : `: ${inline(event.reason)}`;
      return `> **${event.verdict}** \`${event.digest.slice(0, 12)}\` by ${inline(event.by)}${why}`;
    }
    case "warning":
      return `> **Warning**: ${inline(event.text)}`;
    case "session.end":
      return renderEnd(event);
    case "call.judged":
    case "context.system":
    case "context.checkpoint":
    case "context.usage":
    case "tool.begin":
    case "tool.end":
    case "todo.update":
    case "file.seen":
    case "workspace.snapshot":
      return undefined;
  }
}

function renderBegin({
  task,
  model,
  baseCommit,
  policyDigest,
  limits,
  program,
}: Extract<WireEvent, { type: "session.begin" }>): string {
  const bounds = Object.entries(limits).map(([name, value]) => `${name} ${value}`);
  return [
    `# ${inline(oneLine(task, 120))}`,
    `- model: ${inline(model)}`,
    `- start commit: \`${baseCommit}\``,
    `- policy: \`${policyDigest.slice(0, 12)}\``,
    `- limits: ${bounds.join(", ")}`,
    `- program: ${inline(program)}`,
  ]
    .join("\n")
    .replace("\n", "\n\n");
}

function renderAnswer(message: AssistantMessage): string {
  const parts = message.content.map((part) =>
    part.type === "think"
      ? `<details><summary>Reasoning</summary>\n\n${fenced(part.text)}\n\n</details>`
      : `### Answer\n\n${fenced(part.text)}`,
  );
  return [...parts, ...message.toolCalls.map(renderCall)].join("\n\n");
}

function renderCall({ name, arguments: text }: ToolCall): string {
  return `**${inline(name)}**\n\n${fenced(shorten(prettyJson(text)), "json")}`;
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // shown as the model wrote it: that it does not parse is the point
  }
}

function renderResult({ content, isError }: ToolMessage, decision: Decision | undefined): string {
  const judged = decision === undefined ? "" : ` — ${decision.verdict} by \`${decision.rule}\``;
  return `${isError ? "Error" : "Result"}${judged}\n\n${fenced(shorten(content))}`;
}

function renderHeld({ summary, rule, reason, digest, preview }: HeldCall): string {
  const why = reason === undefined ? "" : `: ${inline(reason)}`;
  const effect = preview === undefined ? "" : `\n\n${fenced(shorten(preview), "diff")}`;
  return `- \`${digest.slice(0, 12)}\` ${inline(summary)} — held by \`${rule}\`${why}${effect}`;
}

function renderEnd({ outcome, reason, steps, usage, costUsd, filesChanged, text }: OutcomeRecord): string {
  const cost = costUsd === undefined ? "unknown" : `$${costUsd.toFixed(4)}`;
  const closing = text === undefined || text === "" ? "" : `\n\n${fenced(text)}`;
  return [
    `## Outcome: ${outcome}`,
    `${inline(reason)}${closing}`,
    `${steps} steps, ${totalTokens(usage)} tokens, cost ${cost}, ${filesChanged} files changed.`,
  ].join("\n\n");
}
