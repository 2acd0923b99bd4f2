/** Renders the job summary: everything about a run on one page. The caller writes it. */

import { waitingCalls } from "../result/held-calls.ts";
import type { Outgoing } from "./outgoing.ts";
import {
  agentTable,
  closingText,
  costLine,
  fileList,
  folded,
  heldList,
  heldFileList,
  linkLine,
  objectionList,
  rungLine,
  section,
  todoList,
  verificationLine,
  warningList,
  modelNotes,
} from "./render-parts.ts";
import { deliveredLine, refusalSection, title, type ResultView } from "./render-result.ts";
import { outputList } from "./render-outputs.ts";
import { publishedTitle, agentsReport } from "./render-reported.ts";
import { safeInline } from "./safe-markdown.ts";

/** A summary page takes 1 MiB; a thousand files are about 100 KB. */
const MAX_FILES = 1_000;

/** Markdown under GitHub's 1 MiB; `gate` is `createSummaryGate`'s. */
export function renderSummary({ facts, changes, heldFiles = [], links, parts }: ResultView, gate: Outgoing): string {
  const { outcome } = facts;
  const { isReported = false } = facts;
  const ended = isReported
    ? [`## kimi-runner: ${publishedTitle(parts)}`]
    : outcome === undefined
      ? ["## kimi-runner: the run did not begin"]
      : [`## kimi-runner: ${title(outcome.outcome, parts)}`, safeInline(outcome.reason)];
  const own = (...lines: readonly string[]): readonly string[] => (isReported ? [] : lines);
  const body = [
    ...ended,
    ...own(rungLine(facts)),
    ...(parts === undefined ? [] : [deliveredLine(parts.branch, parts.pullRequest)]),
    ...section("On GitHub", outputList(facts.outputs, parts?.outputs ?? [])),
    ...refusalSection(parts?.refusals ?? []),
    ...own(verificationLine(facts)),
    ...section("Answer", closingText(facts)),
    ...section(`Left out (${heldFiles.length})`, heldFileList(heldFiles, MAX_FILES)),
    ...section("Waits for an answer", heldList(waitingCalls(facts.asked))),
    ...own(
      ...section("Plan", todoList(facts.todos)),
      ...section("Not allowed", objectionList(facts)),
      ...modelNotes(facts, section),
      ...section("Warnings", warningList(facts)),
    ),
    ...folded(`Files (${changes.length})`, fileList(changes, MAX_FILES)),
    ...own(...section("Subagents", agentTable(facts)), ...section("Cost", costLine(facts))),
    isReported ? agentsReport(facts) : "",
    linkLine(links),
  ];
  return gate(`${body.filter((part) => part !== "").join("\n\n")}\n`);
}
