/**
 * The transcript: a journal as Markdown that a maintainer can read from top to bottom. A pure function of the records, so
 * `view` can make it from any bundle, also from one that was killed.
 */

import { fenced, htmlText, inline } from "../base/plain-text.ts";
import { headTail, oneLine } from "../base/truncate.ts";
import type { Decision } from "../protocol/approval.ts";
import type { Message, ToolCall, ToolMessage } from "../protocol/message.ts";
import { totalTokens } from "../protocol/model.ts";
import type { HeldCall, JournalRecord, OutcomeRecord, WireEvent } from "../protocol/wire.ts";

/** A text longer than this is cut in the transcript; the journal has it whole. */
const MAX_SHOWN_CHARS = 4000;
const shorten = (text: string): string =>
  headTail(text, MAX_SHOWN_CHARS, (dropped) => `[${dropped} characters left out; see journal.jsonl]`);

/** What was decided about a call, known before its result is. */
interface Judged {
  readonly summary: string;
  readonly decision: Decision;
}

/** Markdown of a whole journal, ending with a newline. */
export function renderTranscript(records: readonly JournalRecord[]): string {
  const judged = new Map<string, Judged>();
  /** Calls without a result yet, in call order; each result belongs to the first of them. */
  let open: ToolCall[] = [];
  const renderMessage = (message: Message): string => {
    switch (message.role) {
      case "user":
        return `### Message\n\n${fenced(message.content)}`;
      case "assistant":
        open = [...message.toolCalls];
        return message.content
          .map((part) => (part.type === "text" ? fenced(part.text) : details("Reasoning", fenced(part.text))))
          .join("\n\n");
      case "tool":
        return renderCall(open.shift(), message, judged.get(message.toolCallId));
    }
  };
  /** Between the two events of a compaction: what is appended then was shown before, all but the summary. */
  let compacting = false;
  const sections = records.map(({ event }) => {
    if (event.type === "call.judged") judged.set(event.callId, event);
    if (event.type === "compaction.begin") compacting = true;
    if (event.type === "compaction.end") compacting = false;
    if (event.type === "context.clear" && compacting) return undefined;
    if (event.type !== "context.append") return renderEvent(event);
    return compacting ? renderSummary(event.messages) : event.messages.map(renderMessage).join("\n\n");
  });
  const unanswered = open.map((call) => `- ${inline(call.name)}: no result\n\n${renderArguments(call)}`);
  return `${[...sections, ...unanswered].filter((section) => section !== undefined && section !== "").join("\n\n")}\n`;
}

type OtherEvent = Exclude<WireEvent, { type: "context.append" }>;

function renderEvent(event: OtherEvent): string | undefined {
  switch (event.type) {
    case "session.begin":
      return renderBegin(event);
    case "session.resume":
      return "---\n\nThe session goes on.";
    case "cell.open": {
      const held = event.probes.filter((probe) => probe.held).length;
      const proof =
        event.rung === "none" ? "commands run without walls" : `${held} of ${event.probes.length} probes held`;
      return `Sandbox: **${event.rung}** (${proof})`;
    }
    case "step.begin":
      return `## Step ${event.step}`;
    case "step.retry":
      return `> Attempt ${event.attempt} of ${event.maxAttempts} failed: ${inline(event.reason)}. Waited ${event.waitMs} ms.`;
    case "step.usage": {
      const cost = event.costUsd === undefined ? "" : `, $${event.costUsd.toFixed(4)}`;
      return `<sub>${totalTokens(event.usage)} tokens, ${event.usage.cacheRead} of them from cache${cost}</sub>`;
    }
    case "compaction.begin":
      return `> The conversation of ${event.tokens} tokens is made shorter (${event.trigger}).`;
    case "compaction.end": {
      const { pruned, condensed, usage, costUsd } = event;
      const done = `${pruned} old outputs removed, ${condensed} messages condensed`;
      const tokens = usage === undefined ? "" : `, ${totalTokens(usage)} tokens`;
      return `<sub>${done}${tokens}${costUsd === undefined ? "" : `, $${costUsd.toFixed(4)}`}</sub>`;
    }
    case "context.revert":
      return `> The conversation went back to checkpoint ${event.to}.`;
    case "context.clear":
      return "> The conversation was cleared.";
    case "repetition.notice":
      return `> The same ${inline(event.tool)} call was made ${event.count} times in a row.`;
    case "assumption.made":
      return `> **Assumption**: the model had to decide alone: ${inline(event.question)}`;
    case "deferral.open":
      return `### Waiting for an answer\n\n${event.held.map(renderHeld).join("\n\n")}`;
    case "deferral.answer": {
      const why = event.reason === undefined ? "" : `: ${inline(event.reason)}`;
      return `> \`${event.digest.slice(0, 12)}\` ${PAST[event.verdict]} by ${inline(event.by)}${why}`;
    }
    case "warning":
      return `> **Warning**: ${inline(event.text)}`;
    case "session.end":
      return renderEnd(event);
    case "step.interrupted":
      return `> Step ${event.step} was interrupted: ${inline(event.reason)}`;
    case "steer.input":
      return "> Said while the run went on:";
    case "hook.end":
      return event.action === "block" || event.reason !== undefined
        ? `> Hook ${event.event} ${event.action === "block" ? "blocked" : "failed"}: ${inline(event.reason ?? "")}`
        : undefined;
    case "mail.sent": {
      const files = event.restoreFiles ? ", the files with it" : "";
      return `> **D-Mail**: the conversation goes back to checkpoint ${event.checkpoint}${files}.`;
    }
    case "mode.switch":
      return `> Mode: ${inline(event.from)} → **${inline(event.to)}**: ${inline(event.reason)}`;
    case "plan.mode":
      return event.on ? "> Plan mode: nothing is written until the plan is done." : "> Plan mode is over.";
    case "plan.display":
      return `### Plan\n\n${fenced(event.text)}`;
    case "verify.end":
      return renderVerification(event);
    case "closing.usage": {
      const cost = event.costUsd === undefined ? "" : `, $${event.costUsd.toFixed(4)}`;
      return `## Closing words\n\n<sub>${totalTokens(event.usage)} tokens${cost}</sub>`;
    }
    case "flow.begin":
      return `> Flow **${inline(event.name)}** begins.`;
    case "flow.move":
      return `> Flow: ${inline(event.from)} → ${inline(event.to)}${event.choice === undefined ? "" : ` (${inline(event.choice)})`}`;
    case "flow.end":
      return `> Flow: ${inline(event.reason)}.`;
    case "subagent.define":
      return `> Agent **${inline(event.name)}** was made: ${inline(event.description)}`;
    case "subagent.begin":
      return `### Subagent ${inline(event.agentId)} (${inline(event.agent)})\n\n${fenced(event.prompt)}`;
    case "subagent.end": {
      const cost = event.costUsd === undefined ? "" : `, $${event.costUsd.toFixed(4)}`;
      return `> Subagent ${inline(event.agentId)} ended (${event.stop}): ${counted(event.steps, "step")}, ${totalTokens(event.usage)} tokens${cost}.`;
    }
    case "subagent.event":
    case "turn.begin":
    case "turn.end":
    case "notification":
    case "hook.begin":
    case "limit.pressed":
    case "verify.begin":
    case "skill.load":
    case "call.judged":
    case "context.system":
    case "context.checkpoint":
    case "context.usage":
    case "context.prune":
    case "tool.begin":
    case "tool.end":
    case "todo.update":
    case "file.seen":
    case "workspace.snapshot":
      return undefined;
  }
}

function renderVerification({ round, results }: Extract<WireEvent, { type: "verify.end" }>): string {
  const lines = results.map(({ command, passed, end, output }) => {
    const head = `${passed ? "✓" : "✗"} \`${inline(oneLine(command, 120))}\` — ${inline(end)}`;
    return passed ? head : `${head}\n\n${fenced(shorten(output))}`;
  });
  return `### Verification ${round}\n\n${lines.join("\n\n")}`;
}

/** The second message of a compacted conversation; the task stands before it. */
function renderSummary([, summary]: readonly Message[]): string | undefined {
  return summary?.role === "user" ? details("Summary", fenced(summary.content)) : undefined;
}

const PAST = { approve: "approved", reject: "rejected", defer: "held" } as const;

function details(summary: string, body: string): string {
  return `<details><summary>${htmlText(summary)}</summary>\n\n${body}\n\n</details>`;
}

function renderBegin(event: Extract<WireEvent, { type: "session.begin" }>): string {
  const { task, model, headCommit, policyDigest, limits, program } = event;
  const facts = [
    `model: ${inline(model)}`,
    `start commit: \`${headCommit}\``,
    `policy: \`${policyDigest.slice(0, 12)}\``,
    `limits: ${Object.entries(limits)
      .map(([name, value]) => `${name} ${value}`)
      .join(", ")}`,
    `program: ${inline(program)}`,
  ];
  return `# ${inline(oneLine(task, 120))}\n\n${facts.map((fact) => `- ${fact}`).join("\n")}`;
}

/** A call, what was decided about it, and what came of it. */
function renderCall(call: ToolCall | undefined, { content, isError }: ToolMessage, judged: Judged | undefined): string {
  const what = judged?.summary ?? call?.name ?? "call";
  const by = judged === undefined ? "" : ` — ${PAST[judged.decision.verdict]} by \`${judged.decision.rule}\``;
  const parts = [`${isError ? "✗" : "✓"} **${inline(oneLine(what, 160))}**${by}`];
  if (call !== undefined) parts.push(details(call.name, renderArguments(call)));
  return [...parts, fenced(shorten(content))].join("\n\n");
}

/** Arguments as JSON with its strings' line breaks shown as such: people read commands and diffs, not escapes. */
function renderArguments({ arguments: text }: ToolCall): string {
  try {
    const pretty = JSON.stringify(JSON.parse(text), null, 2);
    return fenced(shorten(pretty.replace(/\\(.)/g, (escape, char) => (char === "n" ? "\n" : escape))), "json");
  } catch {
    return fenced(shorten(text)); // shown as the model wrote it: that it does not parse is the point
  }
}

function renderHeld({ summary, rule, reason, digest, preview, capabilities }: HeldCall): string {
  const why = reason === undefined ? "" : `: ${inline(reason)}`;
  const effect =
    preview === undefined
      ? ""
      : `\n\n${fenced(shorten(preview), capabilities.some(({ kind }) => kind === "write") ? "diff" : "")}`;
  return `- \`${digest.slice(0, 12)}\` **${inline(oneLine(summary, 160))}** — held by \`${rule}\`${why}${effect}`;
}

function renderEnd({ outcome, reason, steps, usage, costUsd, filesChanged, text }: OutcomeRecord): string {
  const cost = costUsd === undefined ? "unknown" : `$${costUsd.toFixed(4)}`;
  return [
    `## Outcome: ${outcome}`,
    inline(reason),
    ...(text ? [fenced(text)] : []),
    `${counted(steps, "step")}, ${totalTokens(usage)} tokens, cost ${cost}, ${counted(filesChanged, "file")} changed.`,
  ].join("\n\n");
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
