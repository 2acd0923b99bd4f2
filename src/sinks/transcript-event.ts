/** One event of a run as Markdown. transcript.ts has what needs several events. */

import { fenced, inline } from "../base/plain-text.ts";
import { oneLine } from "../base/truncate.ts";
import { counted, grouped } from "../base/words.ts";
import { duration } from "../base/clock.ts";
import type { McpServerFact } from "../protocol/mcp.ts";
import { fallbackWords, totalTokens } from "../protocol/model.ts";
import { limitWords } from "../protocol/limits.ts";
import type { ReadBy } from "../protocol/readers.ts";
import type { EventOf } from "../protocol/wire.ts";
import { paid, costWords as price, PAST, WASTED } from "../run-model/note.ts";
import { renderEnd, renderHeld, renderVerification } from "./transcript-parts.ts";

/** The events that are a section by themselves. */
type SingleEvent = Exclude<
  ReadBy<"transcript">,
  EventOf<"context.append" | "call.judged" | "tool.end" | "step.begin" | "subagent.event">
>;

/** Undefined for a hook that neither blocked nor failed, and for an attempt without cost. */
export function renderEvent(event: SingleEvent): string | undefined {
  switch (event.type) {
    case "session.begin":
      return renderBegin(event);
    case "session.resume":
      return "---\n\nThe session goes on.";
    case "cell.open": {
      const held = event.probes.filter((probe) => probe.held).length;
      const proof =
        event.rung === "none"
          ? "commands run without walls"
          : `${held} of ${counted(event.probes.length, "probe")} held`;
      const { network = [] } = event;
      const reach = network.length === 0 ? "" : `, reaches ${inline(network.join("; "))}`;
      return `Sandbox: **${event.rung}** (${proof})${reach}`;
    }
    case "step.retry":
      return `> Attempt ${event.attempt} failed: ${inline(event.reason)}. Waited ${duration(event.waitMs)}.`;
    case "model.fallback":
      return `> The model is changed, ${inline(fallbackWords(event))}: ${inline(event.reason)}`;
    case "step.usage":
      return `<sub>${usedTokens(event)}</sub>`;
    case "model.wasted": // for an attempt without cost, the wait or the end after it says why
      return event.why === "free" ? undefined : `<sub>${paid(event)} for ${WASTED[event.why]}</sub>`;
    case "compaction.begin":
      return `> The conversation of ${counted(event.tokens, "token")} is made shorter (${event.trigger}).`;
    case "compaction.end": {
      const { pruned, condensed, usage } = event;
      const tokens = usage === undefined ? "" : `, ${counted(totalTokens(usage), "token")}`;
      return `<sub>${counted(pruned, "old output")} removed, ${counted(condensed, "message")} condensed${tokens}${price(event)}</sub>`;
    }
    case "context.revert":
      return `> The conversation went back to checkpoint ${event.to}.`;
    case "context.clear":
      return "> The conversation was cleared.";
    case "repetition.notice":
      return `> The same ${inline(event.tool)} call was made ${event.count} times in a row.`;
    case "assumption.made":
      return `> **Assumption**: the model had to decide alone: ${inline(event.question)}`;
    case "bug.report":
      return `> **Fault that the model reports**: ${inline(event.title)}\n>\n> ${inline(event.description)}`;
    case "change.held":
      return `> Not to be published as they are: ${event.files.map(({ path, rule }) => `${inline(path)} (${inline(rule)})`).join(", ")}.`;
    case "deferral.open":
      return `### Waiting for an answer\n\n${event.held.map(renderHeld).join("\n\n")}`;
    case "deferral.answer": {
      const why = event.reason === undefined ? "" : `: ${inline(event.reason)}`;
      return `> \`${event.digest.slice(0, 12)}\` ${PAST[event.verdict]} by ${inline(event.by)}${why}`;
    }
    case "mcp.end":
      return `MCP servers: ${event.servers.map(serverText).join("; ")}`;
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
    case "closing.usage":
      return `## Closing words\n\n<sub>${paid(event)}</sub>`;
    case "tool.usage":
      return `> ${ASKED_BY_TOOL[event.purpose]} by ${inline(event.model)}: ${paid(event)}.`;
    case "flow.begin":
      return `> Flow **${inline(event.name)}** begins.`;
    case "flow.move":
      return `> Flow: ${inline(event.from)} → ${inline(event.to)}${event.choice === undefined ? "" : ` (${inline(event.choice)})`}`;
    case "flow.end":
      return `> Flow: ${inline(event.reason)}.`;
    case "subagent.define":
      return `> Agent **${inline(event.name)}** was made: ${inline(event.description)}`;
    case "subagent.begin":
      return `### Subagent ${inline(event.agentId)} (${inline(event.agent)})${event.resumes === true ? ", resumed" : ""}\n\n${fenced(event.prompt)}`;
    case "subagent.end":
      return `> Subagent ${inline(event.agentId)} ended (${event.stop}): ${counted(event.steps, "step")}, ${paid(event)}.`;
  }
}

const ASKED_BY_TOOL = { apply: "Edit brought into its file", embed: "Places of the code compared" } as const;

/** `14,906 tokens, 12,000 of them from cache, $0.0123`. */
export function usedTokens(event: EventOf<"step.usage">): string {
  const { usage } = event;
  return `${counted(totalTokens(usage), "token")}, ${grouped(usage.cacheRead)} of them from cache${price(event)}`;
}

/** The heading is the title of the issue, or the task where there is none. */
function renderBegin(event: EventOf<"session.begin">): string {
  const { task, model, headCommit, policyDigest, limits, program, origin } = event;
  const { title, verb, thread, isPull, requester, repository } = origin ?? {};
  const where = thread === undefined ? "" : ` on ${isPull === true ? "pull request" : "issue"} ${thread}`;
  const asked =
    verb === undefined ? "" : `${inline(verb)}${where}${repository === undefined ? "" : ` of ${inline(repository)}`}`;
  const line = [asked, requester === undefined ? "" : `asked by ${inline(requester.login)}`, inline(model)];
  const facts = [
    `start commit: \`${headCommit}\``,
    `policy: \`${policyDigest.slice(0, 12)}\``,
    `limits: ${limitWords(limits).join(", ")}`,
    `program: ${inline(program)}`,
  ];
  return [
    `# ${inline(oneLine(title ?? task, 120))}`,
    line.filter((part) => part !== "").join(" · "),
    facts.map((fact) => `- ${fact}`).join("\n"),
  ].join("\n\n");
}

function serverText(server: McpServerFact): string {
  if ("error" in server) return `**${inline(server.name)}** did not start: ${inline(server.error)}`;
  return `**${inline(server.name)}** (${counted(server.tools.length, "tool")})`;
}
