/** Tells the model once that a background command ended, or that it still runs at the end of the turn. */

import { oneLine } from "../base/truncate.ts";
import type { Clock } from "../base/clock.ts";
import { counted } from "../base/words.ts";
import type { BackgroundCommand, BackgroundReply, Cell } from "../protocol/cell.ts";
import { endOf, outputOf } from "./command-end.ts";

/** Most notices in one step: as many as commands may run at once. The rest follow in the next step. */
const MAX_AT_ONCE = 4;
/** About 500 tokens, enough for the end of a test run. `background_command` reads the whole output. */
const MAX_OUTPUT_CHARS = 2000;
const MAX_COMMAND_CHARS = 200;

export interface NoticeOptions {
  /** How long the end of a turn waits. */
  readonly waitMs: number;
  readonly clock: Pick<Clock, "monotonic">;
}

/** Time after which a command that waits for connections is noticed as a server. */
const POLL_MS = 500;

/** Notices about the background commands of a cell, for one reader: each notice is returned once. */
export function createBackgroundNotices(
  cell: Pick<Cell, "listBackground" | "readBackground">,
  { waitMs, clock }: NoticeOptions,
) {
  const told = new Set<string>();
  /** Commands for which an end of a turn has waited long enough. */
  const late = new Set<string>();
  let untold: readonly string[] = [];
  const isOpen = ({ id, state }: BackgroundCommand): boolean =>
    state.kind === "ended" ? !told.has(id) : state.listens !== true && !late.has(id);
  return {
    /** Waits for the next end before a turn ends. Returns whether `take` has a text: of an end, or once that a command still runs. */
    settle: async (signal: AbortSignal): Promise<boolean> => {
      const until = clock.monotonic() + waitMs;
      for (;;) {
        const open = (await cell.listBackground()).filter(isOpen);
        const [first] = open;
        if (first === undefined) return false;
        if (open.some(({ state }) => state.kind === "ended")) return true;
        const leftMs = until - clock.monotonic();
        if (leftMs <= 0) {
          untold = open.map(({ id }) => id);
          for (const { id } of open) late.add(id);
          return true;
        }
        await cell.readBackground(first.id, { waitMs: Math.ceil(Math.min(leftMs, POLL_MS)) }, signal);
      }
    },
    /** One text per command that ended since the last call, in the order in which they were started. */
    take: async (): Promise<readonly string[]> => {
      const news = (await cell.listBackground()).filter(({ id, state }) => state.kind === "ended" && !told.has(id));
      const ended = news.slice(0, MAX_AT_ONCE).map(({ id }) => id);
      const running = untold.filter((id) => !told.has(id) && !ended.includes(id));
      const texts: string[] = [];
      for (const id of [...ended, ...running]) {
        const reply = await cell.readBackground(id, { waitMs: 0 });
        if (reply.state.kind === "ended") told.add(id);
        texts.push(noticeOf(reply, waitMs));
      }
      untold = [];
      return texts;
    },
  };
}

/** What the model is told of a command that has ended, or that its turn does not wait for any longer. */
function noticeOf(reply: BackgroundReply, waitMs: number): string {
  const { id, command, state } = reply;
  const seconds = counted(Math.round(waitMs / 1000), "second");
  const what =
    state.kind === "ended"
      ? `has ended: ${endOf(state)}.`
      : `still runs; your end of the work has waited ${seconds} for it. It is ended together with the run: wait for it with background_command, or end without its result.`;
  return `Background command ${id} ${what}\nCommand: ${oneLine(command, MAX_COMMAND_CHARS)}\n${tailOf(outputOf(reply))}`;
}

/** The last lines. The first of them is cut only if it is longer than all that fits. */
function tailOf(output: string): string {
  const text = output.trimEnd();
  if (text === "") return "It printed nothing.";
  if (text.length <= MAX_OUTPUT_CHARS) return `Its output:\n${text}`;
  const cut = text.slice(-MAX_OUTPUT_CHARS).replace(/^[\uDC00-\uDFFF]/, "");
  const lineEnd = text.at(-MAX_OUTPUT_CHARS - 1) === "\n" ? -1 : cut.indexOf("\n");
  return `The end of its output:\n${cut.slice(lineEnd + 1)}`;
}
