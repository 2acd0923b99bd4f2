/** Quotes what another job reports about its run: the job that publishes the run cannot check any of it. */

import { costLine } from "./cost-line.ts";
import { OUTCOMES } from "../../protocol/outcome.ts";
import type { RunFacts } from "../../run-model/facts.ts";
import {
  agentTable,
  assumptionList,
  bugList,
  checkList,
  sandboxLine,
  todoList,
  warningList,
  objectionList,
} from "./render-parts.ts";
import { deliveredWords } from "./headline.ts";
import type { ResultView } from "./result-view.ts";
import { quotedAs, safeWords } from "./safe-markdown.ts";

/** The heading of what was published, without a word about the run. */
export function publishedTitle({ parts, opensPull }: Pick<ResultView, "parts" | "opensPull">): string {
  if ((parts?.refusals ?? []).length > 0) return OUTCOMES.published_partially.title;
  if (parts === undefined || !("commit" in parts.branch)) return "📨 No change to publish";
  return `📦 ${deliveredWords(parts.pullRequest, { opensPull }) || "Change published"}`;
}

/** Everything that the records of the other job say, quoted as its words. */
export function agentsReport(facts: RunFacts): string {
  const { outcome } = facts;
  const named = (name: string, body: string): string => (body === "" ? "" : `**${name}**\n\n${body}`);
  const ended = outcome === undefined ? "" : `${OUTCOMES[outcome.outcome].title}: ${safeWords(outcome.reason)}`;
  const parts = [
    ended,
    checkList(facts),
    sandboxLine(facts),
    named("Plan", todoList(facts.todos)),
    named("Not allowed", objectionList(facts)),
    named("Decided alone", assumptionList(facts)),
    named("Faults that the model reports", bugList(facts)),
    named("Warnings", warningList(facts)),
    named("Subagents", agentTable(facts)),
    costLine(facts),
  ];
  const said = parts.filter((part) => part !== "").join("\n\n");
  return quotedAs("The agent's job reports (this job did not see the run)", said);
}
