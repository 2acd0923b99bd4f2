/** The console's line about an event: a mark and a text, which the console cuts and makes safe to print. */

import { counted, money } from "../base/words.ts";
import type { McpServerFact } from "../protocol/mcp.ts";
import { fallbackWords, totalTokens, type TokenUsage } from "../protocol/model.ts";
import { unsealedWords } from "../protocol/cell.ts";
import { reads } from "../protocol/readers.ts";
import type { EventOf, HeldCall, WireEvent } from "../protocol/wire.ts";

export interface ProgressLine {
  /** One sign for the kind of event. */
  readonly mark: string;
  readonly text: string;
}

/** The proof of the level: how many probes held, and the names of those that did not. */
function proofOf({ rung, probes }: EventOf<"cell.open">): string {
  if (rung === "none") return " — commands run without walls";
  const open = probes.filter(({ held }) => !held).map(({ name }) => name);
  const rest = open.length === 0 ? "" : `, not ${open.join(", ")}`;
  return `: ${probes.length - open.length} of ${counted(probes.length, "probe")} held${rest}`;
}

function reachOf({ network = [] }: EventOf<"cell.open">): string {
  return network.length === 0 ? "" : `; reaches ${network.join("; ")}`;
}

function approvedIn({ unsealed }: EventOf<"cell.open">): string {
  return unsealed === undefined ? "" : `; ${unsealedWords(unsealed)}`;
}

/** The line of an event; undefined for events that people need not see in a log. */
export function progressLine(event: WireEvent): ProgressLine | undefined {
  if (!reads("console", event)) return undefined;
  switch (event.type) {
    case "session.begin":
      return { mark: "▶", text: `${event.model} on ${event.headCommit.slice(0, 12)}: ${event.task}` };
    case "session.resume":
      return { mark: "▶", text: "the session goes on" };
    case "cell.open":
      return { mark: "▣", text: `sandbox ${event.rung}${proofOf(event)}${reachOf(event)}${approvedIn(event)}` };
    case "step.retry":
      return {
        mark: "↻",
        text: `attempt ${event.attempt} failed (${event.reason}); next in ${seconds(event.waitMs)}${waitsFor(event)}`,
      };
    case "model.fallback":
      return { mark: "⇄", text: `the model is changed, ${fallbackWords(event)}: ${event.reason}` };
    case "step.usage":
      return { mark: "·", text: `step ${event.step}: ${paid(event)}` };
    case "closing.usage":
      return { mark: "·", text: `closing words: ${paid(event)}` };
    case "tool.usage":
      return { mark: "·", text: `${event.purpose} by ${event.model}: ${paid(event)}` };
    case "model.wasted":
      return event.why === "free" ? undefined : { mark: "·", text: `${WASTED[event.why]}: ${paid(event)}` };
    case "compaction.begin":
      return { mark: "≡", text: `compacting the conversation of ${event.tokens} tokens (${event.trigger})` };
    case "compaction.end": {
      const { pruned, condensed, usage, costUsd } = event;
      const price = usage === undefined ? "" : `, ${paid({ usage, costUsd })}`;
      return {
        mark: "≡",
        text: `${counted(pruned, "old output")} removed, ${counted(condensed, "message")} condensed${price}`,
      };
    }
    case "call.judged": {
      const { verdict, rule, reason } = event.decision;
      if (verdict === "approve") return undefined; // its start and its end have lines of their own
      return { mark: "⊘", text: `${event.summary} — rejected by ${rule}${reason === undefined ? "" : `: ${reason}`}` };
    }
    case "change.held":
      return {
        mark: "!",
        text: `not to be published: ${event.files.map(({ path, rule }) => `${path} (${rule})`).join(", ")}`,
      };
    case "deferral.open":
      return {
        mark: "⏸",
        text: event.held.map(heldText).join("; "),
      };
    case "deferral.answer":
      return { mark: "▶", text: `${event.verdict} ${event.digest.slice(0, 12)} by ${event.by}` };
    case "assumption.made":
      return { mark: "?", text: `decided alone: ${event.question}` };
    case "bug.report":
      return { mark: "!", text: `the model reports a fault: ${event.title}` };
    case "repetition.notice":
      return { mark: "!", text: `the same ${event.tool} call, ${event.count} times in a row` };
    case "mcp.begin":
      return { mark: "•", text: `starting MCP servers: ${event.servers.join(", ")}` };
    case "mcp.end":
      return { mark: "•", text: `MCP servers: ${event.servers.map(serverLine).join(", ")}` };
    case "mcp.progress":
      return { mark: "…", text: `mcp ${event.server}/${event.tool}: ${event.text}` };
    case "warning":
      return { mark: "!", text: event.text };
    case "verify.begin":
      return { mark: "⚑", text: `check ${event.round}: ${event.commands.join("; ")}` };
    case "verify.end":
      return checkLine(event);
    case "hook.end":
      return hookLine(event);
    case "mail.sent": {
      const files = event.restoreFiles ? ", the files with it" : "";
      return { mark: "↶", text: `D-Mail: back to checkpoint ${event.checkpoint}${files}: ${event.message}` };
    }
    case "mode.switch":
      return { mark: "⇄", text: `mode ${event.from} → ${event.to}: ${event.reason}` };
    case "plan.mode":
      return {
        mark: "⇄",
        text: event.on ? "plan mode: nothing is written until the plan is done" : "plan mode is over",
      };
    case "flow.move":
      return {
        mark: "→",
        text: `flow: ${event.from} → ${event.to}${event.choice === undefined ? "" : ` (${event.choice})`}`,
      };
    case "limit.pressed":
      return { mark: "!", text: `three quarters of the limit of ${event.limit} are used` };
    case "notification":
      return { mark: "•", text: event.text };
    case "steer.input":
      return { mark: "▶", text: `said meanwhile: ${event.text}` };
    case "subagent.begin":
      return {
        mark: "▷",
        text: `${event.agentId} (${event.agent}${event.resumes === true ? ", resumed" : ""}): ${event.prompt}`,
      };
    case "subagent.event": {
      const line = progressLine(event.event);
      return line && { ...line, text: `${event.agentId}: ${line.text}` };
    }
    case "subagent.end":
      return {
        mark: "◁",
        text: `${event.agentId} (${event.agent}) ended (${event.stop}): ${counted(event.steps, "step")}, ${paid(event)}`,
      };
    case "session.end":
      return { mark: "■", text: `${event.outcome}: ${event.reason}` };
  }
}

/** What was paid for, by the reason for which an attempt was wasted. */
export const WASTED = {
  failed: "an attempt without an answer",
  aborted: "an attempt that was aborted",
  cut: "a summary that was cut off",
} as const;

/** How long the run waits for the end of an outage, so that it does not seem to hang. */
function waitsFor({ patienceMs }: EventOf<"step.retry">): string {
  return patienceMs === undefined ? "" : `, for ${seconds(patienceMs)} more at most`;
}

function seconds(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
}

function serverLine(server: McpServerFact): string {
  if ("error" in server) return `${server.name} did not start`;
  return `${server.name} (${counted(server.tools.length, "tool")})`;
}

interface Charge {
  readonly usage: TokenUsage;
  readonly costUsd?: number | undefined;
}

/** `1,234 tokens, $0.0012`. */
export function paid({ usage, costUsd }: Charge): string {
  return `${counted(totalTokens(usage), "token")}${price({ costUsd })}`;
}

/** `, $0.0012`; empty where the price is not known. */
export function price({ costUsd }: Pick<Charge, "costUsd">): string {
  return costUsd === undefined ? "" : `, ${money(costUsd)}`;
}

function checkLine({ round, passed, results }: EventOf<"verify.end">): ProgressLine {
  if (passed) return { mark: "✓", text: `check ${round} passed` };
  const failed = results.filter((result) => !result.passed).map(({ command, end }) => `${command} (${end})`);
  return { mark: "✗", text: `check ${round} failed: ${failed.join("; ")}` };
}

function heldText({ digest, summary, rule, near }: HeldCall): string {
  return `${digest.slice(0, 12)} ${summary} (${rule}${near === undefined ? "" : `; ${near}`})`;
}

/** The line of a hook. A blocked call has a line of its own with the hook's reason. */
function hookLine({ event, target, action, reason }: EventOf<"hook.end">): ProgressLine | undefined {
  const name = target === "" ? event : `${event} (${target})`;
  if (action === "block")
    return event === "PreToolUse" ? undefined : { mark: "✗", text: `hook ${name} blocks: ${reason ?? ""}` };
  return reason === undefined ? undefined : { mark: "!", text: `hook ${name}: ${reason}` };
}
