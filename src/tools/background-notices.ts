/** Tells the model once that a background command ended. */

import { oneLine } from "../base/truncate.ts";
import type { BackgroundReply, Cell } from "../protocol/cell.ts";
import { endOf, outputOf } from "./command-end.ts";

/** Most notices in one step: as many as commands may run at once. The rest follow in the next step. */
const MAX_AT_ONCE = 4;
/** About 500 tokens, enough for the end of a test run. `background_command` reads the whole output. */
const MAX_OUTPUT_CHARS = 2000;
const MAX_COMMAND_CHARS = 200;

export interface BackgroundNotices {
  /** One text per command that ended since the last call, in the order in which they were started. */
  readonly take: () => Promise<readonly string[]>;
}

/** Notices about the background commands of a cell, for one reader: each notice is returned once. */
export function createBackgroundNotices(cell: Pick<Cell, "listBackground" | "readBackground">): BackgroundNotices {
  const told = new Set<string>();
  return {
    async take() {
      const news = (await cell.listBackground()).filter(({ id, state }) => state.kind === "ended" && !told.has(id));
      const texts: string[] = [];
      for (const { id } of news.slice(0, MAX_AT_ONCE)) {
        texts.push(noticeOf(await cell.readBackground(id, { waitMs: 0 })));
        told.add(id);
      }
      return texts;
    },
  };
}

function noticeOf(reply: BackgroundReply): string {
  const { id, command, state } = reply;
  const end = state.kind === "ended" ? endOf(state) : state.kind;
  return `Background command ${id} has ended: ${end}.\nCommand: ${oneLine(command, MAX_COMMAND_CHARS)}\n${tailOf(outputOf(reply))}`;
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
