/** A command's output and end as text for the model. Without durations, so that the same end gives the same text. */

import { stripVTControlCharacters } from "node:util";
import type { ExecReply } from "../protocol/cell.ts";

/** `exit 1`, `ended by SIGKILL` or `killed at its timeout`. */
export function endOf({ timedOut, signal, code }: Pick<ExecReply, "timedOut" | "signal" | "code">): string {
  if (timedOut) return "killed at its timeout";
  return signal === null ? `exit ${code}` : `ended by ${signal}`;
}

/**
 * The output without colours, and what the network proxy refused meanwhile, each with a line break at its end. NO_COLOR in the cell
 * would make tests of colours fail that pass outside, and without it some programs colour a pipe too where CI is set.
 */
export function outputOf({ output, refusals = [] }: Pick<ExecReply, "output" | "refusals">): string {
  return [stripVTControlCharacters(output), ...refusals]
    .map((text) => (text === "" || text.endsWith("\n") ? text : `${text}\n`))
    .join("");
}
