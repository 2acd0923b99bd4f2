/** A command's output and end as text for the model. Without durations, so that the same end gives the same text. */

import { stripVTControlCharacters } from "node:util";
import type { ExecReply } from "../protocol/cell.ts";

/** `exit 1`, `ended by SIGKILL` or `killed at its timeout`. */
export function endOf({ timedOut, signal, code }: Pick<ExecReply, "timedOut" | "signal" | "code">): string {
  if (timedOut) return "killed at its timeout";
  return signal === null ? `exit ${code}` : `ended by ${signal}`;
}

/** The output by lines, and the proxy's refusals. Colours are removed here: NO_COLOR in the cell would break tests of colours. */
export function outputOf({ output, refusals = [] }: Pick<ExecReply, "output" | "refusals">): string {
  return [stripVTControlCharacters(output), ...refusals]
    .map((text) => (text === "" || text.endsWith("\n") ? text : `${text}\n`))
    .join("");
}
