/** The steps of the page with their words, calls, results and durations, and a chart of their time and cost. */

import { duration } from "../base/clock.ts";
import { isRecord, parseJson } from "../base/member.ts";
import { oneLine } from "../base/truncate.ts";
import type { ImagePart } from "../protocol/message.ts";
import { markup, shortened, type Html } from "./html.ts";
import {
  CALL_STATES,
  callsOfRun,
  reportCall,
  stepsIn,
  type AgentReport,
  type ReportCall,
  type ReportItem,
  type ReportStep,
} from "./report.ts";
import { counted, grouped, money } from "../base/words.ts";

export interface StepsOptions {
  readonly run: AgentReport;
  /** Longer texts are cut. */
  readonly maxChars: number;
  /** Steps beyond this count are left out of the middle. */
  readonly maxSteps: number;
  /** Limit for the base64 of all pictures, in characters. The newest pictures are shown. */
  readonly maxPictures: number;
}

interface Shown extends Pick<StepsOptions, "maxChars" | "maxSteps"> {
  readonly pictures: ReadonlySet<ImagePart>;
}

/** Bars of the time and money that each step took; nothing for a run of one step. */
export function chart(run: AgentReport): Html | undefined {
  const steps = stepsIn(run).slice(0, MAX_BARS);
  if (steps.length < 2) return undefined;
  const time = Math.max(1, ...steps.map(({ sums: { modelMs, toolMs } }) => modelMs + toolMs));
  const cost = Math.max(...steps.map(({ sums: { costUsd = 0 } }) => costUsd));
  const tokens = Math.max(1, ...steps.map(({ sums }) => sums.tokens));
  const part = ({ sums: { costUsd = 0, tokens: used } }: ReportStep): number =>
    cost > 0 ? costUsd / cost : used / tokens;
  const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;
  const rows = steps.map((step) => {
    const model = step.sums.modelMs / time;
    return markup`<tr><td><a href="#${step.id}">${step.id}</a></td><td class="bar"><svg role="img" aria-label="${duration(step.sums.modelMs)} of the model, ${duration(step.sums.toolMs)} of tools"><rect class="model" width="${percent(model)}" height="12" /><rect class="tool" x="${percent(model)}" width="${percent(step.sums.toolMs / time)}" height="12" /></svg></td><td>${duration(step.sums.modelMs + step.sums.toolMs)}</td><td class="bar"><svg aria-hidden="true"><rect class="money" width="${percent(part(step))}" height="12" /></svg></td><td class="far">${cost > 0 ? money(step.sums.costUsd ?? 0) : counted(step.sums.tokens, "token")}</td></tr> `;
  });
  return markup`<h2 id="time">Time and cost</h2><p class="quiet"><span class="key model"></span>model <span class="key tool"></span>tools <span class="key money"></span>${cost > 0 ? "cost" : "tokens"}</p><div class="wide"><table class="chart">${rows}</table></div>`;
}

const MAX_BARS = 200;

export function stepList({ run, maxChars, maxSteps, maxPictures }: StepsOptions): Html {
  const calls = callsOfRun(run).map(({ call }) => call);
  const pictures = newestWithin(calls, maxPictures);
  const count = (name: string): number => calls.filter(({ kind, state }) => kind === name || state === name).length;
  const filters = ["edit", "command", "read", "rejected", "failed", "waits", "answered"].filter(
    (kind) => count(kind) > 0,
  );
  return markup`<h2 id="steps">Steps</h2><nav aria-label="Filter" hidden><button type="button" data-show="" aria-pressed="true">all ${calls.length}</button>${filters.map(
    (kind) => markup`<button type="button" data-show="${kind}" aria-pressed="false">${kind} ${count(kind)}</button>`,
  )}<input id="search" type="search" placeholder="search (/)" aria-label="search" /><button type="button" id="unfold" data-open="false">unfold all</button></nav>${agent(run, { maxChars, maxSteps, pictures })}`;
}

function newestWithin(calls: readonly ReportCall[], maxChars: number): ReadonlySet<ImagePart> {
  let left = maxChars;
  const newest = calls.flatMap(({ pictures }) => pictures).toReversed();
  return new Set(newest.filter(({ data }) => (left -= data.length) >= 0));
}

function agent(run: AgentReport, options: Shown): Html {
  const { maxSteps } = options;
  const { steps } = run;
  const over = steps.length - maxSteps;
  const head = over > 0 ? steps.slice(0, Math.ceil(maxSteps / 2)) : steps;
  const tail = over > 0 ? steps.slice(steps.length - Math.floor(maxSteps / 2)) : [];
  const cut =
    over > 0 &&
    markup`<p class="note">${counted(over, "step")} left out here; they are in transcript.md and journal.jsonl.</p>`;
  const list = (some: readonly ReportStep[]): readonly Html[] => some.map((step) => section(step, options));
  return markup`${run.before.map((item) => shownItem(item, options))}${list(head)}${cut}${list(tail)}`;
}

function section(step: ReportStep, options: Shown): Html {
  const cost = step.sums.costUsd === undefined || step.sums.costUsd === 0 ? "" : ` · ${money(step.sums.costUsd)}`;
  return markup`<section class="step" id="${step.id}"><h3><a href="#${step.id}">Step ${step.id.replace(/^s/, "")}</a> <span class="quiet">${duration(step.sums.modelMs + step.sums.toolMs)} · ${grouped(step.sums.tokens)} tokens${cost}</span></h3>${step.items.map((item) => shownItem(item, options))}</section> `;
}

function shownItem(item: ReportItem, options: Shown): Html {
  const cut = (text: string): string => shortened(text, options.maxChars, "journal.jsonl has it whole");
  switch (item.type) {
    case "say":
      return markup`<p class="say">${cut(item.text)}</p>`;
    case "person":
      return markup`<details class="think"><summary class="quiet">Message: ${oneLine(item.text, 100)}</summary><pre>${cut(item.text)}</pre></details>`;
    case "think":
      return markup`<details class="think"><summary class="quiet">Reasoning: ${oneLine(item.text, 100)}</summary><pre>${cut(item.text)}</pre></details>`;
    case "note":
      return markup`<p class="note ${item.tone ?? ""}">${cut(item.text)}</p>`;
    case "agent":
      return markup`<details class="agent"><summary>Subagent ${item.id} (${item.name}): ${counted(item.run.steps.length, "step")}</summary>${agent(item.run, options)}</details>`;
    case "call":
      return shownCall(reportCall(item.call), options);
  }
}

function shownCall(call: ReportCall, { maxChars, pictures }: Shown): Html {
  const { mark, tone, became } = CALL_STATES[call.state];
  const took = call.durationMs === undefined ? "" : ` · ${duration(call.durationMs)}`;
  const rule = call.rule === undefined ? "" : markup` by <code>${call.rule}</code>`;
  const whole = call.blob === undefined ? "journal.jsonl has it whole" : `${call.blob} has it whole`;
  return markup`<details class="call" data-kinds="${call.kind} ${call.state}"><summary><span class="mark ${tone}">${mark}</span><span class="what mono">${oneLine(call.summary, 200)}</span><small>${became}${rule}${took}</small></summary>${
    call.reason !== undefined && markup`<div class="part"><b>reason</b><pre>${call.reason}</pre></div>`
  }${argumentsOf(call).map(
    ([name, value]) =>
      markup`<div class="part"><b>${name}</b><pre>${shortened(value, maxChars, "journal.jsonl has it whole")}</pre></div>`,
  )}${
    call.result !== undefined &&
    markup`<div class="part"><b>result</b><pre>${shortened(call.result, maxChars, whole)}</pre></div>`
  }${call.pictures.map((one) => shownPicture(one, pictures))}</details> `;
}

function shownPicture(one: ImagePart, pictures: ReadonlySet<ImagePart>): Html {
  const { mediaType, data } = one;
  if (pictures.has(one)) return markup`<img alt="picture of this call" src="data:${mediaType};base64,${data}" />`;
  return markup`<p class="quiet">[picture: ${mediaType}, ${data.length} characters of base64]</p>`;
}

/** The arguments by name. Text is shown as text, and what is not a JSON object as the model wrote it. */
function argumentsOf(call: ReportCall): readonly (readonly [string, string])[] {
  const value = parseJson(call.arguments);
  if (!isRecord(value)) return [[call.name, call.arguments]];
  return Object.entries(value).map(
    ([name, each]) => [name, typeof each === "string" ? each : JSON.stringify(each, null, 1)] as const,
  );
}
