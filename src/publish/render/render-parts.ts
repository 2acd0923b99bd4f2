/** Parts that comment, pull request and summary share. Each is Markdown with foreign text made harmless. */

import { fenced } from "../../base/plain-text.ts";
import { headTail, oneLine } from "../../base/truncate.ts";
import { counted, grouped, money, namedUpTo } from "../../base/words.ts";
import { totalTokens } from "../../protocol/model.ts";
import { decidedBy, type HeldFile } from "../../protocol/approval.ts";
import type { HeldCall, Todo } from "../../protocol/wire.ts";
import type { FileChange } from "../../workspace/changes.ts";
import type { UnfilteredFile } from "../../workspace/change/judged-change.ts";
import type { RunFacts } from "../../run-model/facts.ts";
import { proposalOf } from "../result/proposal.ts";
import { quotedAs, safeInline, safeMarkdown, safeWords } from "./safe-markdown.ts";

/** Addresses for further reading. This program makes them, so they need no escaping. */
export interface Links {
  readonly repositoryUrl?: string | undefined;
  readonly runUrl?: string | undefined;
  /** The page of the run, where it opens in the browser. */
  readonly pageUrl?: string | undefined;
  /** Name of the artifact with the bundle, where it was uploaded: other texts only speak of the bundle. */
  readonly artifact?: string | undefined;
  /** The artifact's own page. */
  readonly artifactUrl?: string | undefined;
}

/** Lines of a list. GitHub's 65,536 characters hold about three lists of this length. */
const MAX_LINES = 50;
/** Characters of the model's closing text. Escaping can double them, which leaves half of a body for the rest. */
const MAX_TEXT_CHARS = 16_000;
const MAX_PREVIEW_CHARS = 3_000;
/** Paths of earlier steps. A step may have written thousands. */
const MAX_EARLIER = 10;

/** A list of at most `max` items, then the number of items left out. */
export function bulleted<T>(items: readonly T[], render: (item: T) => string, max = MAX_LINES): string {
  const shown = items.slice(0, max).map((item) => `- ${render(item)}`);
  const rest = items.length - shown.length;
  return [...shown, ...(rest > 0 ? [`- … and ${rest} more`] : [])].join("\n");
}

/** Joins the parts that are not empty with empty lines. */
export function stacked(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}

/** The same with a line end, as a whole text. */
export function paragraphs(parts: readonly string[]): string {
  return `${stacked(parts)}\n`;
}

/** Joins the parts that are not empty in one line: `a · b`. */
export function dotted(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}

/** The same in small text, as the last line of a comment. */
export function smallLine(parts: readonly string[]): string {
  return `<sub>${dotted(parts)}</sub>`;
}

/** A heading and its body; nothing for an empty body. */
export function section(title: string, body: string): readonly string[] {
  return body === "" ? [] : [`### ${title}`, body];
}

/** A folded section; nothing for an empty body. */
export function folded(title: string, body: string): readonly string[] {
  return body === "" ? [] : [`<details><summary>${title}</summary>`, body, "</details>"];
}

export function todoList(todos: readonly Todo[]): string {
  return bulleted(todos, ({ title, status }) => {
    const words = safeWords(oneLine(title, 200));
    return status === "done" ? `[x] ${words}` : status === "in_progress" ? `[ ] **${words}** ←` : `[ ] ${words}`;
  });
}

export function fileList(changes: readonly FileChange[], max = MAX_LINES): string {
  return bulleted(
    changes,
    ({ path, status, added, deleted }) => {
      const lines = added === undefined ? "binary" : `+${added} −${deleted ?? 0}`;
      return `${safeInline(oneLine(path, 300))} ${lines}${status === "modified" ? "" : ` (${status.replace("_", " ")})`}`;
    },
    max,
  );
}

/** The published files that git would have changed on commit, in one line; empty where there are none. */
export function unfilteredLine(files: readonly UnfilteredFile[] = []): string {
  if (files.length === 0) return "";
  const what = files.length === 1 ? "it, without its filter" : "them, without their filters";
  const named = files.map(({ path, filters }) => {
    const names = oneLine(filters.join(", "), 100);
    return `${safeInline(oneLine(path, 300))} (${safeInline(names)})`;
  });
  return `Published as the work tree has ${what}: ${namedUpTo(named, MAX_LINES)}`;
}

/** Files that are not published, each with the rule and its reason. */
export function heldFileList(heldFiles: readonly HeldFile[], max = MAX_LINES): string {
  return bulleted(
    heldFiles,
    ({ path, oid, rule, reason, isAnswerable }) => {
      const what = `${safeInline(oneLine(path, 300))}${oid === undefined ? " (deleted)" : ""}`;
      return `${what} — ${isAnswerable ? "held" : "left out"} by ${safeInline(decidedBy({ rule }))}${because(reason)}`;
    },
    max,
  );
}

/** Names what was in the checkout before the run and is not part of its change. Empty where there is nothing. */
export function earlierLine({ outcome }: RunFacts): string {
  const { count, paths } = outcome?.earlier ?? { count: 0, paths: [] };
  if (count === 0) return "";
  const names = paths.slice(0, MAX_EARLIER).map((path) => safeInline(oneLine(path, 200)));
  const more = count > names.length ? ` and ${count - names.length} more` : "";
  return `Not part of this change, because an earlier step had changed it: ${names.join(", ")}${more}. \`publish.include\` in the policy takes such files in.`;
}

const PAST = { approve: "approved", reject: "rejected", defer: "deferred" } as const;

/** The calls that a rule rejected or held. */
export function objectionList({ decisions }: RunFacts): string {
  const objections = decisions.filter(({ verdict }) => verdict !== "approve");
  return bulleted(objections, ({ verdict, summary, rule, reason }) => {
    const what = safeInline(oneLine(summary, 200));
    return `${PAST[verdict]} by ${safeInline(decidedBy({ rule }))}: ${what}${because(reason)}`;
  });
}

/** The final decisions, also those of people, with their steps. What waits has a section of its own. */
export function decisionList({ decisions }: RunFacts): string {
  const final = decisions.filter(({ verdict }) => verdict !== "defer");
  return bulleted(final, ({ verdict, summary, rule, reason, step }) => {
    const where = step === undefined ? "" : ` (step ${step})`;
    const what = safeInline(oneLine(summary, 200));
    return `**${PAST[verdict]}** ${what} — by ${safeInline(decidedBy({ rule }))}${because(reason)}${where}`;
  });
}

function because(reason: string | undefined): string {
  return reason === undefined ? "" : `: ${safeWords(oneLine(reason, 300))}`;
}

export function heldList(held: readonly HeldCall[]): string {
  const blocks = held.slice(0, 10).flatMap(({ summary, digest, rule, reason, near, preview }) => {
    const what = `**\`${digest.slice(0, 12)}\`** ${safeInline(oneLine(summary, 200))}`;
    const form = near === undefined ? "" : `; ${safeWords(oneLine(near, 300))}`;
    const effect = preview === undefined ? [] : [fenced(headTail(preview, MAX_PREVIEW_CHARS, leftOut), "diff")];
    return [`${what} — held by ${safeInline(rule)}${because(reason)}${form}`, ...effect];
  });
  return blocks.join("\n\n");
}

function leftOut(dropped: number): string {
  return `[${dropped} characters left out]`;
}

/** The model's closing words, quoted as such. Where no model was asked, they are this program's, in columns. */
export function closingText({ outcome, isReported = false }: RunFacts): string {
  if (outcome?.steps === 0 && !isReported && outcome.text)
    return fenced(headTail(outcome.text, MAX_TEXT_CHARS, () => "…"));
  const text = headTail(proposalOf(outcome?.text).text, MAX_TEXT_CHARS, leftOut);
  return quotedAs(isReported ? "From the model, as the agent's job reports" : "From the model", safeMarkdown(text));
}

/** Sections with the model's assumptions, and the faults of tools or surroundings that it reports. */
export function modelNotes({ assumptions, bugs }: RunFacts, as: typeof section): readonly string[] {
  const alone = bulleted(assumptions, (question) => safeWords(oneLine(question, 500)));
  const faults = bulleted(bugs, (bug) => safeWords(oneLine(bug, 1000)));
  return [...as("Decided alone", alone), ...as("Bugs reported by the model", faults)];
}

/** The result of the policy's checks in one line; empty where there were none. */
function verificationLine({ outcome }: RunFacts): string {
  const { verification } = outcome ?? {};
  if (verification === undefined) return "";
  const { rounds, passed, results } = verification;
  const when = rounds === 1 ? "in the first round" : `in round ${rounds}`;
  const shown = passed ? results : results.filter((result) => !result.passed);
  const commands = shown.map(
    ({ command, end }) => `${safeInline(oneLine(command, 100))}${passed ? "" : ` (${safeInline(end)})`}`,
  );
  return `${passed ? "✅ Checks passed" : "❌ Checks failed"} ${when}: ${commands.join(", ")}`;
}

/** How the change was checked: by the policy's checks after it, and by the tests that the model ran, each with its last end. */
export function checkList(facts: RunFacts): string {
  const own = new Set(facts.outcome?.verification?.results.map(({ command }) => command));
  const runs = facts.ran.filter(({ command }) => !own.has(command));
  const lines = bulleted(runs, ({ command, end, isBefore }) => {
    // The shell tells how the last program of a pipe ended, which says nothing of a test before it.
    const isPipe = /[^|]\|[^|]/.test(command);
    const sign = isPipe ? "❔" : end === "exit 0" ? "✅" : "❌";
    const what = `${sign} ${safeInline(oneLine(command, 200))}: ${safeInline(end)}${isPipe ? " of the pipe" : ""}`;
    return isBefore ? `${what}, before the last edit` : what;
  });
  const checks = verificationLine(facts);
  return stacked([checks, ...(lines === "" ? [] : [`Run by the model${checks === "" ? "" : " besides"}:`, lines])]);
}

/** The same for failed checks only. The line of facts names the checks that passed. */
export function failedVerification(facts: RunFacts): string {
  return facts.outcome?.verification?.passed === true ? "" : verificationLine(facts);
}

/** A table of what each subagent used; empty without subagents. */
export function agentTable({ outcome }: RunFacts): string {
  const agents = outcome?.agents ?? [];
  if (agents.length === 0) return "";
  const rows = agents.slice(0, MAX_LINES).map(({ agentId, agent, stop, steps, usage, costUsd }) => {
    const cost = costUsd === undefined ? "unknown" : money(costUsd);
    const who = `${safeInline(agentId)} ${safeInline(oneLine(agent, 100))}`;
    return `| ${who} | ${safeInline(stop)} | ${steps} | ${grouped(totalTokens(usage))} | ${cost} |`;
  });
  const rest = agents.length - rows.length;
  return [
    "| Agent | Ended | Steps | Tokens | Cost |",
    "| --- | --- | ---: | ---: | ---: |",
    ...rows,
    ...(rest > 0 ? [`| … and ${rest} more | | | | |`] : []),
  ].join("\n");
}

export function warningList({ warnings }: RunFacts): string {
  return bulleted(warnings, (warning) => safeWords(oneLine(warning, 300)), 10);
}

/** The level of the sandbox, with a warning unless it was sealed. */
export function sandboxLine({ level, probes }: RunFacts): string {
  if (level === undefined) return "The sandbox was not opened.";
  if (level === "none") return "**Warning: the sandbox was `none`**: the model's commands were not contained.";
  const proof = `${probes.held} of ${counted(probes.all, "probe")} held`;
  return level === "sealed"
    ? `Sandbox: sealed (${proof}).`
    : `**Warning: the sandbox was \`${level}\`** (${proof}): the model's commands were not fully contained.`;
}

export function linkLine({ runUrl, pageUrl, artifact, artifactUrl }: Links): string {
  const files = pageUrl === undefined ? "page, diff, transcript" : "diff, transcript";
  return dotted([
    pageUrl === undefined ? "" : `[Page of the run](${pageUrl})`,
    runUrl === undefined ? "" : `[Run](${runUrl})`,
    artifact === undefined ? "" : `bundle (${files}): ${linkTo(`artifact \`${artifact}\``, artifactUrl)}`,
  ]);
}

function linkTo(words: string, url: string | undefined): string {
  return url === undefined ? words : `[${words}](${url})`;
}

/** The place of the bundle in words, for the middle of a sentence. */
export function bundlePlace({ artifact, artifactUrl }: Pick<Links, "artifact" | "artifactUrl">): string {
  return artifact === undefined ? "the run's bundle" : `the ${linkTo(`artifact \`${artifact}\``, artifactUrl)}`;
}
