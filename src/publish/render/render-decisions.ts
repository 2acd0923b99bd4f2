/** Lists the decisions about calls that were not plain approvals. */

import { oneLine } from "../../base/truncate.ts";
import type { RunFacts } from "../../run-model/facts.ts";
import { bulleted, ruleWords } from "./render-parts.ts";
import type { ResultView } from "./result-view.ts";
import { safeInline, safeWords } from "./safe-markdown.ts";

const PAST = { reject: "rejected", defer: "deferred" } as const;

/** The calls that a rule rejected or held. */
export function objectionList({ objections }: RunFacts): string {
  return bulleted(objections, ({ verdict, summary, rule, reason }) => {
    const what = safeInline(oneLine(summary, 200));
    return `${PAST[verdict]} by ${ruleWords(rule)}: ${what}${because(reason)}`;
  });
}

/** All decisions, also those of people, with their steps. */
export function decisionList(decisions: NonNullable<ResultView["decisions"]>): string {
  return bulleted(decisions, ({ became, summary, by, reason, step }) => {
    const where = step === undefined ? "" : ` (step ${step.number})`;
    const what = safeInline(oneLine(summary, 200));
    return `**${became}** ${what} — by ${safeInline(by)}${because(reason)}${where}`;
  });
}

function because(reason: string | undefined): string {
  return reason === undefined ? "" : `: ${safeWords(oneLine(reason, 300))}`;
}
