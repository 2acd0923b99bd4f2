/** The top of the page: the outcome of the run, its checks, the decisions, and what to do next. */

import { duration } from "../base/clock.ts";
import { hasTrait, OUTCOMES, type OutcomeRecord } from "../protocol/outcome.ts";
import { oneLine } from "../base/truncate.ts";
import { totalTokens } from "../protocol/model.ts";
import { markup, shortened, type Html } from "./html.ts";
import type { PatchFile } from "./patch.ts";
import { CALL_STATES, callsOfRun, type CallState, type RunReport, type ReportStep, type Tone } from "./report.ts";
import { counted, money, stepsOf } from "../base/words.ts";

const MAX_TEXT = 20_000;
const MAX_ROWS = 200;

function toneOf(end: OutcomeRecord | undefined): Tone {
  if (end === undefined) return "bad";
  if (end.outcome === "deferred" || (end.heldFiles?.length ?? 0) > 0) return "wait";
  return hasTrait(end.outcome, "good") ? "good" : "bad";
}

/** The title of the outcome, such as `Done`, without the sign that comments have in front of it. */
export function titleOf({ end }: RunReport): string {
  return end === undefined ? "Ended without a result" : OUTCOMES[end.outcome].title.replace(/^\P{L}+/u, "");
}

export function verdict(report: RunReport, files: readonly PatchFile[]): Html {
  const { begin, end, main } = report;
  const calls = callsOfRun(main);
  const count = (state: CallState): number => calls.filter(({ call }) => call.state === state).length;
  const decided = [
    link(count("answered"), "answered by a person", "good"),
    link(count("rejected"), "rejected", "bad"),
    link(report.waiting.length, "waiting for an answer", "wait"),
  ].filter((part) => part !== undefined);
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  const said = end?.text ?? end?.reason ?? "The journal has no end: the run was killed, or it still runs.";
  const why = end?.text !== undefined && end.outcome !== "completed" && markup`<p class="quiet">${end.reason}</p>`;
  const checks = report.verification.map(
    ({ command, passed }) =>
      markup` · <span class="${passed ? "good" : "bad"}">${passed ? "✓" : "✗"}</span> <code>${command}</code>`,
  );
  const sums = markup`<span class="good">+${added}</span> <span class="bad">−${removed}</span>`;
  return markup`<header class="verdict ${toneOf(end)}"><h1>${titleOf(report)}</h1>
<p>${shortened(said, MAX_TEXT, "outcome.json has it whole")}</p>${why}
<p class="quiet"><a href="#changes">${counted(files.length, "file")} changed</a> ${sums}${checks}${decided.map((part) => markup` · ${part}`)}</p>
${heldBack(end)}${nextSteps(report)}
<ul class="facts">${facts(report, main.steps).map((fact) => markup`<li>${fact}</li>`)}</ul></header>
${begin !== undefined && markup`<details><summary class="quiet">Task</summary><pre>${shortened(begin.task, MAX_TEXT, "journal.jsonl has it whole")}</pre></details>`}`;
}

function heldBack(end: OutcomeRecord | undefined): Html | undefined {
  const files = (end?.heldFiles ?? []).slice(0, MAX_ROWS);
  const names = files.map(({ path, rule }, at) => markup`${at > 0 && ", "}<code>${path}</code> (${rule})`);
  return files.length === 0 ? undefined : markup`<p class="wait">Not published as they are: ${names}</p>`;
}

function link(count: number, words: string, tone: Tone): Html | undefined {
  return count === 0 ? undefined : markup`<a href="#decisions" class="${tone}">${count} ${words}</a>`;
}

/** Whether the person's checkout has the change: a run without a copy worked in it. A job's checkout is thrown away. */
function isInCheckout({ end, begin }: Pick<RunReport, "end" | "begin">): boolean {
  if (end?.checkout !== undefined) return end.checkout.kind === "applied";
  return begin !== undefined && begin.origin === undefined;
}

/** The commands that go on with the run. They name no folder, because the page is read on other machines. */
function nextSteps({ end, waiting, begin }: RunReport): Html | undefined {
  const isApplied = isInCheckout({ end, begin });
  const commands: readonly string[] = [
    ...waiting.map(({ digest }) => `kimi-runner resume <bundle> --approve ${digest.slice(0, 12)}`),
    ...(end === undefined || (!hasTrait(end.outcome, "final") && waiting.length === 0)
      ? ["kimi-runner resume <bundle>"]
      : []),
    ...((end?.filesChanged ?? 0) > 0 && begin?.readOnly !== true && !isApplied ? ["kimi-runner apply <bundle>"] : []),
  ];
  if (commands.length === 0) return undefined;
  const asked = waiting.length > 0 ? " On GitHub, answer the comment of the run." : "";
  return markup`<p>Next: ${commands.slice(0, 5).map((command, at) => markup`${at > 0 && " · "}<code>${command}</code>`)}${asked}</p>`;
}

function facts({ begin, end, workedMs, waitedMs }: RunReport, steps: readonly ReportStep[]): readonly string[] {
  const limit = begin?.limits.steps;
  const waited = waitedMs > 0 ? `, waited ${duration(waitedMs)}` : "";
  return [
    ...(begin === undefined ? [] : [begin.model, `agent ${begin.agent}`]),
    stepsOf(end?.steps ?? steps.length, limit),
    ...(end === undefined
      ? []
      : [counted(totalTokens(end.usage), "token"), end.costUsd === undefined ? "cost unknown" : money(end.costUsd)]),
    `${duration(workedMs)}${waited}`,
    ...(isInCheckout({ end, begin }) && (end?.filesChanged ?? 0) > 0 ? ["applied to the checkout"] : []),
    ...(end?.sandbox === undefined ? [] : [`sandbox ${end.sandbox.rung} ${end.sandbox.held}/${end.sandbox.probes}`]),
    ...(begin === undefined ? [] : [`policy ${begin.policyDigest.slice(0, 8)}`]),
  ];
}

/** The calls that were rejected, or that a person was asked about, in their order. Undefined where there are none. */
export function decisions({ main }: RunReport): Html | undefined {
  const rows = callsOfRun(main).flatMap(({ call: { state, summary, rule, reason }, step }) => {
    const { became, tone, isDecision } = CALL_STATES[state];
    if (!isDecision) return [];
    return markup`<li class="${tone}"><b>${became}</b> ${oneLine(summary, 300)} <span class="quiet">${step !== undefined && markup`<a href="#${step.id}">step ${step.sums.number}</a>`} · <code>${rule}</code>${reason !== undefined && `: ${oneLine(reason, 500)}`}</span></li>`;
  });
  if (rows.length === 0) return undefined;
  const over = rows.length - MAX_ROWS;
  const more = over > 0 && markup`<p class="quiet">${over} more are in transcript.md.</p>`;
  return markup`<h2 id="decisions">Decisions</h2><ul class="list">${rows.slice(0, MAX_ROWS)}</ul>${more}`;
}
