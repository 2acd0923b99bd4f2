/** What the runner did between the model's calls, in one sentence for each event. */

import { duration } from "../base/clock.ts";
import { counted } from "../base/words.ts";
import { fallbackWords } from "../protocol/model.ts";
import type { ReadBy } from "../protocol/readers.ts";
import type { ReportItem } from "./report.ts";

type Note = Extract<ReportItem, { type: "note" }>;

/** Undefined for events that the page shows in another way, and for events without consequences. */
export function noteOf(event: ReadBy<"report">): Note | undefined {
  switch (event.type) {
    case "session.resume":
      return note("The session goes on.");
    case "cell.open": {
      const held = event.probes.filter((probe) => probe.held).length;
      return note(
        event.rung === "none"
          ? "No sandbox: commands run without walls."
          : `Sandbox: ${event.rung}, ${held} of ${counted(event.probes.length, "probe")} held.`,
        event.rung === "none" ? "waits" : undefined,
      );
    }
    case "step.retry":
      return note(`Attempt ${event.attempt} failed: ${event.reason}. Waited ${duration(event.waitMs)}.`, "bad");
    case "step.interrupted":
      return note(`The step was interrupted: ${event.reason}`, "bad");
    case "model.fallback":
      return note(`The model is changed, ${fallbackWords(event)}: ${event.reason}`, "waits");
    case "compaction.begin":
      return note(`The conversation of ${counted(event.tokens, "token")} is made shorter (${event.trigger}).`);
    case "compaction.end":
      return note(
        `Removed: ${counted(event.pruned, "old output")}; condensed: ${counted(event.condensed, "message")}.`,
      );
    case "context.revert":
      return note(`The conversation went back to checkpoint ${event.to}.`, "waits");
    case "context.clear":
      return note("The conversation was cleared.");
    case "assumption.made":
      return note(`The model had to decide alone: ${event.question}`, "waits");
    case "bug.report":
      return note(`The model reports a fault: ${event.title}\n${event.description}`, "waits");
    case "change.held":
      return note(
        `Not to be published as they are: ${event.files.map(({ path, rule }) => `${path} (${rule})`).join(", ")}.`,
        "waits",
      );
    case "deferral.open":
      return note(`Waits for an answer: ${event.held.map(({ digest }) => digest.slice(0, 12)).join(", ")}.`, "waits");
    case "deferral.answer": {
      const why = event.reason === undefined ? "" : `: ${event.reason}`;
      return note(
        `${event.digest.slice(0, 12)} was ${event.verdict === "approve" ? "approved" : "rejected"} by ${event.by}${why}`,
      );
    }
    case "hook.end":
      return event.action === "block" || event.reason !== undefined
        ? note(`Hook ${event.event} ${event.action === "block" ? "blocked" : "failed"}: ${event.reason ?? ""}`, "bad")
        : undefined;
    case "mail.sent":
      return note(
        `The conversation goes back to checkpoint ${event.checkpoint}${event.restoreFiles ? ", the files with it" : ""}: ${event.message}`,
        "waits",
      );
    case "mode.switch":
      return note(`Mode: ${event.from} → ${event.to}: ${event.reason}`);
    case "plan.mode":
      return note(event.on ? "Plan mode: nothing is written until the plan is done." : "Plan mode is over.");
    case "plan.display":
      return note(`Plan:\n${event.text}`);
    case "verify.end": {
      const lines = event.results.map(
        ({ passed, command, end, output }) => `${passed ? "✓" : "✗"} ${command} (${end})${passed ? "" : `\n${output}`}`,
      );
      return note(`Verification ${event.round}:\n${lines.join("\n")}`, event.passed ? undefined : "bad");
    }
    case "closing.usage":
      return note(`Closing words: ${event.text}`);
    case "tool.usage":
      return event.purpose === "apply" ? note(`Edit brought into its file by ${event.model}.`) : undefined;
    case "flow.begin":
      return note(`Flow ${event.name} begins.`);
    case "flow.move":
      return note(`Flow: ${event.from} → ${event.to}${event.choice === undefined ? "" : ` (${event.choice})`}`);
    case "flow.end":
      return note(`Flow: ${event.reason}.`);
    case "subagent.end":
      return note(`Subagent ${event.agentId} (${event.agent}) ended: ${event.stop}.`);
    case "warning":
      return note(event.text, "waits");
    case "session.begin":
    case "session.end":
    case "change.origins":
    case "step.begin":
    case "step.usage":
    case "attempt.begin":
    case "model.wasted":
    case "call.judged":
    case "tool.end":
    case "context.append":
    case "subagent.event":
      return undefined;
  }
}

function note(text: string, tone?: Note["tone"]): Note {
  return { type: "note", text, ...(tone === undefined ? {} : { tone }) };
}
