/** The console: progress lines on standard error. Foreign text is never printed as it is. */

import { stripVTControlCharacters } from "node:util";
import { logText } from "../base/plain-text.ts";
import { oneLine } from "../base/truncate.ts";
import type { Sink } from "../protocol/wire.ts";
import { callsOf, textOf } from "../protocol/message.ts";
import { withoutNotes } from "../protocol/result.ts";
import { createStory, runsCommand, type Call, type StoryEntry } from "../run-model/story.ts";
import { plainWords } from "../run-model/words.ts";
import { styled, type Style } from "./terminal-text.ts";

export interface ConsoleOptions {
  readonly err: (text: string) => void;
  /** Milliseconds since the run began. */
  readonly elapsedMs: () => number;
  /** Width of the terminal in characters. A terminal gets a last line about what is under way, which is written again each second. */
  readonly columns?: (() => number) | undefined;
  readonly isColoured?: boolean | undefined;
  /** The last line of the output of the command under way. */
  readonly lastLine?: (() => Promise<string | undefined>) | undefined;
}

/** Limit for a progress line, for narrow logs. */
const LINE_CHARS = 160;
/** Limit for the end of a run: up to 300 characters of a provider's message, then what to do next. */
const END_CHARS = 600;
/** The time and the mark in front of each line. */
const PREFIX_CHARS = 10;
/** On a narrower terminal the lines break. */
const MIN_COLUMNS = 30;
/** A run whose log is silent for longer seems to hang. */
const LOG_BEAT_MS = 30_000;
const TERMINAL_BEAT_MS = 1000;
const CLEAR = "\u001B[2K";

/** Marks without a style are as the text is. */
const MARKS: Readonly<Record<string, Style>> = {
  "✓": "green",
  "✗": "red",
  "⊘": "red",
  "!": "yellow",
  "?": "yellow",
  "⏸": "yellow",
  "▶": "bold",
  "■": "bold",
  "·": "dim",
  "…": "dim",
};

export function createConsole({ err, elapsedMs, columns, isColoured = false, lastLine }: ConsoleOptions): Sink {
  const clear = columns === undefined ? "" : CLEAR;
  const lineOf = (mark: string, text: string, maxChars = LINE_CHARS): string => {
    const [time, said] = [`${(elapsedMs() / 1000).toFixed(1).padStart(6)}s`, logText(oneLine(text, maxChars))];
    const style = MARKS[mark];
    if (!isColoured) return `${time} ${mark} ${said}`;
    const isWhole = style === "bold" || style === "dim";
    const line = isWhole
      ? styled(style, `${mark} ${said}`)
      : `${style === undefined ? mark : styled(style, mark)} ${said}`;
    return `${styled("dim", time)} ${line}`;
  };
  const say = (mark: string, text: string, maxChars?: number): void => err(`${clear}${lineOf(mark, text, maxChars)}\n`);
  const story = createStory();
  let hasBegun = false;
  const beatMs = columns === undefined ? LOG_BEAT_MS : TERMINAL_BEAT_MS;
  const beat = async (): Promise<void> => {
    const [oldest] = story.underWay();
    if (oldest === undefined) return;
    const forMs = elapsedMs() - oldest.sinceMs;
    if (forMs < beatMs) return;
    const soFar = `${Math.round(forMs / 1000)} s so far`;
    if (columns === undefined) return say("…", `${oldest.text}: ${soFar}`);
    const last = stripVTControlCharacters((oldest.isCommand === true ? await lastLine?.() : undefined) ?? "");
    if (story.underWay()[0] !== oldest) return;
    // A line that the terminal breaks could not be overwritten.
    const room = Math.max(MIN_COLUMNS, columns()) - PREFIX_CHARS - 1;
    const text = `${oneLine(oldest.text, room / 2)}: ${soFar}`;
    err(`${CLEAR}${lineOf("…", last === "" ? text : `${text} · ${last}`, room)}\r`);
  };
  const timer = setInterval(() => void beat().catch(() => {}), beatMs).unref(); // the cell may be gone
  return {
    name: "console",
    write: ({ event }) => {
      hasBegun ||= event.type === "turn.begin" || event.type === "session.resume";
      const entries = story.apply(event, elapsedMs());
      if (event.type === "context.append" && !hasBegun) return; // said in the session that was imported
      for (const entry of entries) {
        const maxChars = entry.type === "end" ? END_CHARS : LINE_CHARS;
        for (const { mark, text } of linesOf(entry)) say(mark, text, maxChars);
        if (entry.type === "end") clearInterval(timer);
      }
    },
  };
}

interface ProgressLine {
  readonly mark: string;
  readonly text: string;
}

function linesOf(entry: StoryEntry): readonly ProgressLine[] {
  switch (entry.type) {
    case "begin": {
      const { model, headCommit, task } = entry.event;
      return [{ mark: "▶", text: `${model} on ${headCommit.slice(0, 12)}: ${task}` }];
    }
    case "end":
      return [{ mark: "■", text: `${entry.event.outcome}: ${entry.event.reason}` }];
    case "note": {
      const { mark, only, live, words } = entry.note;
      return only === "record" ? [] : [{ mark, text: plainWords(live ?? words) }];
    }
    case "answer": {
      const text = textOf(entry.message).trim();
      return text === "" || callsOf(entry.message).length === 0 ? [] : [{ mark: "»", text }];
    }
    case "begun":
      return runsCommand(entry.call) ? [{ mark: "▸", text: entry.call.judged?.summary ?? "" }] : [];
    case "ended":
      return isSettledLater(entry.call) ? [] : endOf(entry.call);
    case "answered":
      return isSettledLater(entry.call) ? endOf(entry.call) : refusalOf(entry.call);
    case "agent": {
      const { agentId } = entry.event;
      return entry.entries.flatMap(linesOf).map(({ mark, text }) => ({ mark, text: `${agentId}: ${text}` }));
    }
    case "step":
    case "input":
    case "summary":
    case "agent.end":
      return [];
  }
}

/** Whether the other results of its message decide if the call is accepted: a D-Mail, an end or a compaction. */
function isSettledLater({ end }: Call): boolean {
  const { mail, completion, condense } = end?.result ?? {};
  return (mail ?? completion ?? condense) !== undefined;
}

function endOf({ judged, end, result }: Call): readonly ProgressLine[] {
  if (judged === undefined || end === undefined) return [];
  const { durationMs } = end;
  const text = `${judged.summary}${durationMs < 1000 ? "" : ` (${(durationMs / 1000).toFixed(1)} s)`}`;
  const { isError, content } = result ?? { isError: end.isError, content: end.result.text };
  return isError ? [{ mark: "✗", text: `${text}: ${ends(content)}` }] : [{ mark: "✓", text }];
}

/** A call that failed without a line about its end. A rejection has a line of its own. */
function refusalOf({ judged, end, result }: Call): readonly ProgressLine[] {
  const isTold = judged !== undefined && (end !== undefined || judged.decision.verdict === "reject");
  if (isTold || result?.isError !== true) return [];
  return [{ mark: "✗", text: `${judged === undefined ? "" : `${judged.summary}: `}${ends(result.content)}` }];
}

/** First and last line: what it was about, and how it ended. A frame around foreign text and the engine's notes are for the model. */
function ends(text: string): string {
  const lines = withoutNotes(text)
    .replaceAll(/<data from="[^"]*">\n?|\n<\/data>/g, "")
    .trim()
    .split("\n");
  const [first = "", last = ""] = [lines[0], lines.at(-1)];
  return lines.length === 1 ? first : `${first} … ${last}`;
}
