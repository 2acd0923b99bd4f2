/** The console: progress lines on standard error. Foreign text is never printed raw. */

import { logText } from "../base/plain-text.ts";
import { oneLine } from "../base/truncate.ts";
import type { Sink } from "../protocol/wire.ts";
import { createLiveLines } from "./live-lines.ts";
import { progressLine } from "./progress-line.ts";

export interface ConsoleOptions {
  readonly err: (text: string) => void;
  /** Milliseconds since the run began. */
  readonly elapsedMs: () => number;
  /** A terminal has a last line that says what is under way, written again each second. */
  readonly isTerminal?: boolean | undefined;
}

/** A progress line is for a narrow log. */
const LINE_CHARS = 160;
/** The end of a run says what to do next, behind what a provider said, of which up to 300 characters are kept. */
const END_CHARS = 600;
/** A log that is silent for longer looks like a run that hangs. */
const LOG_BEAT_MS = 30_000;
const TERMINAL_BEAT_MS = 1000;
const CLEAR = "\u001B[2K";

export function createConsole({ err, elapsedMs, isTerminal = false }: ConsoleOptions): Sink {
  const clear = isTerminal ? CLEAR : "";
  const lineOf = (mark: string, text: string, maxChars = LINE_CHARS): string =>
    `${(elapsedMs() / 1000).toFixed(1).padStart(6)}s ${mark} ${logText(oneLine(text, maxChars))}`;
  const say = (mark: string, text: string, maxChars?: number): void => err(`${clear}${lineOf(mark, text, maxChars)}\n`);
  const live = createLiveLines();
  const beatMs = isTerminal ? TERMINAL_BEAT_MS : LOG_BEAT_MS;
  const beat = (): void => {
    const [oldest] = live.underWay();
    if (oldest === undefined) return;
    const forMs = elapsedMs() - oldest.sinceMs;
    if (forMs < beatMs) return;
    const text = `${oldest.text}: ${Math.round(forMs / 1000)} s so far`;
    if (isTerminal) err(`${CLEAR}${lineOf("…", text)}\r`);
    else say("…", text);
  };
  const timer = setInterval(beat, beatMs).unref();
  return {
    name: "console",
    write: ({ event }) => {
      const line = progressLine(event);
      if (line !== undefined) say(line.mark, line.text, event.type === "session.end" ? END_CHARS : LINE_CHARS);
      for (const { mark, text } of live.apply(event, elapsedMs())) say(mark, text);
      if (event.type === "session.end") clearInterval(timer);
    },
  };
}
