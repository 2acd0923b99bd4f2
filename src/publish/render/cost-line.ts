/** The line with what a run used and cost, and by which model and agent. */

import { oneLine } from "../../base/truncate.ts";
import { counted, money, stepsOf } from "../../base/words.ts";
import { fallbackWords, totalTokens } from "../../protocol/model.ts";
import { knownCost } from "../../protocol/tally.ts";
import type { RunFacts } from "../../run-model/facts.ts";
import { dotted } from "./render-parts.ts";
import { safeInline, safeWords } from "./safe-markdown.ts";

/** `12 of 100 steps · 34,567 tokens · $0.1234 of $2.00 · kimi/k2, from step 7 on by openai/gpt-5, because: … · mode debug`. */
export function costLine(facts: RunFacts): string {
  const { limits, model, outcome } = facts;
  if (model === "") return "";
  const { steps, usage } = outcome ?? facts.tally;
  const costUsd = outcome === undefined ? knownCost(facts.tally) : outcome.costUsd;
  const tokens = totalTokens(usage);
  const cost = costUsd === undefined ? "cost unknown" : money(costUsd);
  return dotted([
    stepsOf(steps, limits?.steps),
    counted(tokens, "token"),
    `${cost}${limits?.costUsd === undefined ? "" : ` of ${money(limits.costUsd)}`}`,
    ...unanswered(facts),
    ...totals(facts),
    `${safeInline(model)}${replaced(facts)}`,
    ...chosen(facts),
  ]);
}

/** The counts with which the line begins. */
const COUNTS = /([\d,]{1,12})(?: of [\d,]{1,12})? steps? · [\d,]{1,20} tokens? · (?:cost unknown|\$[\d.]{1,20})/;

/** The line with the counts of a comment that has one too, where its steps are more. People can edit comments, so nothing else of it is taken. */
export function withCountsOf(comment: string, line: string): string {
  const [[newer = "", theirs = ""], [, ours = ""]] = [COUNTS.exec(comment) ?? [], COUNTS.exec(line) ?? []];
  const stepsIn = (text: string): number => Number(text.replaceAll(",", ""));
  return stepsIn(theirs) > stepsIn(ours) ? line.replace(COUNTS, () => newer) : line;
}

function replaced({ fallback }: RunFacts): string {
  if (fallback === undefined) return "";
  return `, ${safeInline(fallbackWords(fallback))}, because: ${safeWords(oneLine(fallback.reason, 200))}`;
}

/** Attempts that were paid though they had no answer, which the sums include, and those that were refused. */
function unanswered({ tally: { unanswered } }: RunFacts): readonly string[] {
  const { paid, free, costUsd } = unanswered;
  const cost = costUsd > 0 ? ` (${money(costUsd)})` : "";
  return [
    ...(paid === 0 ? [] : [`${counted(paid, "paid attempt")} without an answer${cost}`]),
    ...(free === 0 ? [] : [`${free} refused by the provider`]),
  ];
}

/** The cost of all runs that share a limit. */
function totals({ totals: { day, thread } = {} }: RunFacts): readonly string[] {
  return [
    ...(day === undefined ? [] : [`today ${money(day.usedUsd)} of ${money(day.limitUsd)}`]),
    ...(thread === undefined ? [] : [`this thread ${money(thread.usedUsd)} of ${money(thread.limitUsd)}`]),
  ];
}

/** The agent or mode, where it is not the default agent. */
function chosen({ choice }: RunFacts): readonly string[] {
  if (choice === undefined || (choice.kind === "agent" && choice.name === "default")) return [];
  return [`${choice.kind === "mode" ? "mode" : "agent"} ${safeInline(oneLine(choice.name, 200))}`];
}
