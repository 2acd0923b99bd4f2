/** Renders the job summary: everything about a run on one page. The caller writes it. */

import { costLine } from "./cost-line.ts";
import { isChange, waitingCalls } from "../../run-model/held-calls.ts";
import type { Outgoing } from "./outgoing.ts";
import {
  agentTable,
  closingText,
  fileList,
  folded,
  heldList,
  linkLine,
  paragraphs,
  sandboxLine,
  section,
  stacked,
  todoList,
  unfilteredLine,
  failedVerification,
  warningList,
  modelNotes,
  decisionList,
} from "./render-parts.ts";
import { outputList } from "./render-outputs.ts";
import { answerCommands } from "./deferral-calls.ts";
import { factsLine, headline, publishedTitle, reasonLine } from "./headline.ts";
import { agentsReport, askedFor, goesOnLine, notPublished, whereLine } from "./render-result.ts";
import type { ResultView } from "./result-view.ts";

/** A summary page takes 1 MiB; a thousand files are about 100 KB. */
const MAX_FILES = 1_000;

function waitingPart(view: ResultView): string {
  const { facts, terms, deferralUrl } = view;
  const calls = waitingCalls(facts.asked);
  const isFiles = calls.some(isChange);
  const commands = terms === undefined || calls.length === 0 || isFiles ? "" : answerCommands(calls, terms);
  const how = deferralUrl === undefined && !isFiles ? "" : askedFor(view);
  return stacked([commands, how, isFiles ? "" : heldList(calls)]);
}

/** A link to the pull request. In a summary GitHub does not link `#7` by itself, as it does in a thread. */
function pullLine(parts: ResultView["parts"]): string {
  const { pullRequest } = parts ?? {};
  if (pullRequest === undefined || !("number" in pullRequest)) return "";
  return `[Open pull request #${pullRequest.number}](${pullRequest.url})`;
}

/** Markdown under GitHub's 1 MiB; `gate` is `createSummaryGate`'s. */
export function renderSummary(view: ResultView, gate: Outgoing): string {
  const { facts, changes, links, parts } = view;
  const { outcome } = facts;
  const { isReported = false } = facts;
  const ended = isReported
    ? [`## kimi-runner: ${publishedTitle(view)}`, factsLine(view)]
    : outcome === undefined
      ? ["## kimi-runner: the run did not begin"]
      : [`## kimi-runner: ${headline(view)}`, factsLine(view), reasonLine(view)];
  const own = (...lines: readonly string[]): readonly string[] => (isReported ? [] : lines);
  const body = paragraphs([
    ...ended,
    ...own(sandboxLine(facts)),
    pullLine(parts),
    goesOnLine(view),
    whereLine(parts),
    ...section("On GitHub", outputList(facts.outputs, parts?.outputs ?? [])),
    ...section("Not published", notPublished(view, MAX_FILES)),
    ...own(failedVerification(facts)),
    ...section("Answer", closingText(facts)),
    ...section("Waits for an answer", waitingPart(view)),
    ...own(
      ...section("Plan", todoList(facts.todos)),
      ...section("Decisions", decisionList(facts)),
      ...modelNotes(facts, section),
      ...section("Warnings", warningList(facts)),
    ),
    unfilteredLine(view.unfiltered),
    ...folded(`Files (${changes.length})`, fileList(changes, MAX_FILES)),
    ...own(...section("Subagents", agentTable(facts)), ...section("Cost", costLine(facts))),
    isReported ? agentsReport(facts) : "",
    linkLine(links),
  ]);
  return gate(body);
}
