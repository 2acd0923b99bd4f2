/** The transcript: a journal as Markdown that a maintainer can read. A pure function of the records. */

import { duration } from "../base/clock.ts";
import { fenced, htmlText, inline, LIKE_HEADING, plainText, spanOfCode } from "../base/plain-text.ts";
import { headTail, oneLine } from "../base/truncate.ts";
import { counted, grouped, money } from "../base/words.ts";
import { decidedBy } from "../protocol/approval.ts";
import { limitWords } from "../protocol/limits.ts";
import { isSilent, type Block, type ToolCall } from "../protocol/message.ts";
import { totalTokens } from "../protocol/model.ts";
import type { OutcomeRecord } from "../protocol/outcome.ts";
import type { EventOf, JournalRecord } from "../protocol/wire.ts";
import { costWords, PAST, type Note } from "../run-model/note.ts";
import { createStory, type Call, type Step, type StoryEntry } from "../run-model/story.ts";
import type { Words } from "../run-model/words.ts";

/** Markdown of a whole journal, with a newline at its end. `patch`: the change of the run, if any. */
export function renderTranscript(records: readonly JournalRecord[], patch = ""): string {
  const story = createStory();
  const text = createText();
  for (const { event, time } of records) text.add(story.apply(event, Date.parse(time)));
  return `${[...text.sections(), ...(patch === "" ? [] : [renderPatch(patch)])].join("\n\n")}\n`;
}

interface Text {
  readonly add: (entries: readonly StoryEntry[]) => void;
  /** The sections so far, then the calls without a result. */
  readonly sections: () => readonly string[];
}

/** The text of one agent. The work of a subagent is folded away at the place where it ended. */
function createText(): Text {
  const sections: (string | Step)[] = [];
  const agents = new Map<string, Text>();
  let calls: readonly Call[] = [];
  let hasTask = false;

  /** The first input is the task and its context, which can be long. */
  const renderInput = (text: string, isSynthetic: boolean): string => {
    const isTask = !hasTask && !isSynthetic;
    hasTask ||= isTask;
    if (isSynthetic) return details("Note to the model", fenced(text));
    const name = isTask ? "Task" : "Message";
    if (text.length <= MAX_OPEN_CHARS) return `### ${name}\n\n${quotedProse(text)}`;
    return details(`${name}, as the model reads it (${counted(text.length, "character")})`, fenced(text));
  };
  const render = (entry: StoryEntry): string | Step => {
    switch (entry.type) {
      case "begin":
        return renderBegin(entry.event);
      case "end":
        return renderEnd(entry.event);
      case "note":
        return entry.note.only === "console" ? "" : renderNote(entry.note);
      case "step":
        return entry.step;
      case "input":
        return renderInput(entry.message.content, entry.message.synthetic === true);
      case "summary":
        return details("Summary", fenced(entry.text));
      case "answer":
        ({ calls } = entry);
        return entry.message.blocks.map(renderBlock).filter(isSaid).join("\n\n");
      case "answered":
        return renderCall(entry.call);
      case "begun":
      case "ended":
        return "";
      case "agent": {
        const { agentId } = entry.event;
        const text = agents.get(agentId) ?? createText();
        agents.set(agentId, text);
        text.add(entry.entries);
        return "";
      }
      case "agent.end": {
        const text = agents.get(entry.agentId);
        agents.delete(entry.agentId);
        return text === undefined ? "" : folded(entry.agentId, text);
      }
    }
  };
  return {
    add: (entries) => sections.push(...entries.map(render).filter(isSaid)),
    sections: () => [
      ...sections.map((section) => (typeof section === "string" ? section : stepHeading(section))),
      ...[...agents].map(([agentId, text]) => folded(agentId, text)), // the run ended before they did
      ...calls.flatMap(({ asked, result }) =>
        asked === undefined || result !== undefined
          ? []
          : [`- ${inline(asked.name)}: no result\n\n${renderArguments(asked)}`],
      ),
    ],
  };
}

const MAX_OPEN_CHARS = 800;

function stepHeading({ number, beganMs, lastMs, used }: Step): string {
  const ms = lastMs - beganMs;
  const tokens =
    used &&
    `${counted(totalTokens(used.usage), "token")}, ${grouped(used.usage.cacheRead)} of them from cache${costWords(used)}`;
  return [`## Step ${number}`, ...(ms > 0 ? [duration(ms)] : []), ...(tokens === undefined ? [] : [tokens])].join(
    " · ",
  );
}

/** Calls are shown with their results. */
function renderBlock(block: Block): string {
  switch (block.type) {
    case "text":
      return block.text.trim() === "" ? "" : quotedProse(block.text);
    case "think":
      return isSilent(block) ? "" : details("Reasoning", fenced(block.text));
    case "call":
      return "";
    case "opaque":
      return details("Kept for the provider", fenced(block.json));
  }
}

/** What a note says, with its foreign parts made harmless. */
function renderWords(said: Words): string {
  return said
    .map((part) => {
      if (typeof part === "string") return part;
      if (part.as === "code") return spanOfCode(plainText(part.foreign));
      return part.as === "strong" ? `**${inline(part.foreign)}**` : inline(part.foreign);
    })
    .join("");
}

function renderNote({ look, words, parts = [] }: Note): string {
  const said = renderWords(words);
  const below = parts.flatMap(({ words: item, look: itemLook, text, language, isElsewhere }) => [
    ...(item === undefined ? [] : [itemLook === "small" ? small(renderWords(item)) : renderWords(item)]),
    ...(text === undefined || isElsewhere === true
      ? []
      : [fenced(item === undefined ? text : shortText(text), language)]),
  ]);
  if (look === undefined) return [said, ...below].map((line) => `> ${line}`).join("\n>\n");
  const head = { small: small(said), plain: said, break: `---\n\n${said}`, 2: `## ${said}`, 3: `### ${said}` }[look];
  return [head, ...below].join("\n\n");
}

function small(text: string): string {
  return `<sub>${text}</sub>`;
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
    line.filter(isSaid).join(" · "),
    facts.map((fact) => `- ${fact}`).join("\n"),
  ].join("\n\n");
}

/** Limit for a text in the transcript. The journal has the whole text. */
const MAX_SHOWN_CHARS = 4000;
const shortText = (text: string): string =>
  headTail(text, MAX_SHOWN_CHARS, (dropped) => `[${dropped} characters left out; see journal.jsonl]`);

function details(summary: string, body: string): string {
  return `<details><summary>${htmlText(summary)}</summary>\n\n${body}\n\n</details>`;
}

/** A call as a line that can be opened: the decision about it, its arguments and its result. */
function renderCall({ asked, judged, end, result }: Call): string {
  const what = oneLine(judged?.summary ?? asked?.name ?? "call", 160);
  const verdict = judged?.decision.verdict ?? "approve";
  const by = judged === undefined ? "" : `${PAST[verdict]} by ${decidedBy(judged.decision)}`;
  const took = end === undefined ? "" : duration(end.durationMs);
  const line = [`${result?.isError === true ? "✗" : "✓"} ${what}`, took, verdict === "approve" ? "" : by];
  return details(
    line.filter((part) => part !== "").join(" · "),
    [
      ...(asked === undefined
        ? []
        : [`${inline(asked.name)}${by === "" ? "" : `, ${inline(by)}`}`, renderArguments(asked)]),
      fenced(shortText(result?.content ?? "")),
    ].join("\n\n"),
  );
}

/** The arguments as JSON. Line breaks in its strings are shown as such, so that commands and diffs can be read. */
function renderArguments({ arguments: text }: ToolCall): string {
  try {
    const pretty = JSON.stringify(JSON.parse(text), null, 2);
    return fenced(shortText(pretty.replace(/\\(.)/g, (escape, char) => (char === "n" ? "\n" : escape))), "json");
  } catch {
    return fenced(shortText(text)); // invalid JSON is shown as the model wrote it
  }
}

function renderEnd({ outcome, reason, steps, usage, costUsd, filesChanged, text }: OutcomeRecord): string {
  return [
    `## Outcome: ${outcome}`,
    inline(reason),
    ...(text ? [quotedProse(text)] : []),
    `${counted(steps, "step")}, ${counted(totalTokens(usage), "token")}, ${costUsd === undefined ? "cost unknown" : money(costUsd)}, ${counted(filesChanged, "file")} changed.`,
  ].join("\n\n");
}

/** Limit for the patch. changes.patch has all of it. */
const MAX_PATCH_CHARS = 20_000;

function renderPatch(patch: string): string {
  const shown = headTail(patch, MAX_PATCH_CHARS, (dropped) => `[${dropped} characters left out; see changes.patch]`);
  return `## Changes\n\n${fenced(shown, "diff")}`;
}

function folded(agentId: string, { sections }: Text): string {
  return details(`What ${agentId} did`, sections().join("\n\n"));
}

function isSaid(section: string | Step): boolean {
  return section !== "";
}

/**
 * Quotes a model's words as Markdown that stays readable and cannot begin a section, or load, link or run anything. Code blocks that
 * begin in the first column stay as they are. HTML, images and links are escaped in all other lines.
 */
export function quotedProse(text: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of plainText(text)
    .trim()
    .split(/[\n\u2028\u2029]/)) {
    const isEnd = fence !== undefined && line.startsWith(fence) && line.trimEnd().replaceAll("`", "") === "";
    if (fence !== undefined && isEnd) {
      lines.push(...(lines.at(-1)?.startsWith(fence) === true ? [""] : []), fence);
      fence = undefined;
    } else if (fence === undefined) {
      // An opening line as CommonMark has it: no backtick may follow backticks.
      fence = /^(`{3,})[\w+-]*\s*$/.exec(line)?.[1];
      lines.push(fence === undefined ? safeLine(line) : line);
    } else lines.push(line);
  }
  // A block that is open at the end of the text is closed.
  if (fence !== undefined) lines.push("", fence);
  return lines.map((line) => `> ${line}`.trimEnd()).join("\n");
}

function safeLine(line: string): string {
  return line
    .replace(/`{3,}|~{3,}/g, (run) => `\\${run.charAt(0)}`.repeat(run.length))
    .replace(/<(?=[A-Za-z/!?])/g, "&lt;")
    .replaceAll("![", "!\\[")
    .replaceAll("](", "]\\(")
    .replaceAll("]:", "]\\:")
    .replace(LIKE_HEADING, "$1\\$2");
}
