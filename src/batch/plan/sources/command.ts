/** A command of the batch file that prints JSON lines. It runs in the cell, where it can read the checkout and no keys. */

import type { Cell } from "../../../protocol/cell.ts";
import { readJsonl } from "./jsonl.ts";
import { sourceError, type SourceRecord } from "./source-record.ts";

/** A search through a large repository takes minutes. */
const TIMEOUT_MS = 600_000;
/** 10,000 tasks of 2 kB. */
const MAX_OUTPUT_BYTES = 20_000_000;
const MAX_SHOWN = 500;

export interface CommandSource {
  readonly command: string;
  readonly idField?: string | undefined;
  readonly cell: Pick<Cell, "exec">;
}

/** Throws `config.invalid` for a command that fails, takes too long, or prints something else. */
export async function readCommand({ command, idField, cell }: CommandSource): Promise<readonly SourceRecord[]> {
  const place = "source.command";
  const refused = (says: string, hint: string): Error => sourceError(place, says, hint);
  const ran = await cell.exec({
    command: withoutStderr(command),
    cwd: ".",
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  if (ran.timedOut)
    throw refused(`the command did not end within ${TIMEOUT_MS / 60_000} minutes`, "Print fewer lines, or use a file.");
  if (ran.code !== 0) {
    const said = ran.output.trim().slice(-MAX_SHOWN);
    const end = ran.code === null ? `ended by ${ran.signal}` : `ended with exit code ${ran.code}`;
    throw refused(`the command ${end}${said === "" ? "" : `: ${said}`}`, "`kimi-runner cell -- <command>` tries it.");
  }
  if (ran.droppedBytes > 0)
    throw refused(`the command prints more than ${MAX_OUTPUT_BYTES / 1e6} MB`, "Print less, or use a file.");
  return readJsonl({ file: place, text: ran.output, idField });
}

/** The cell joins both outputs of a command. Its standard error is therefore printed only when the command fails. */
function withoutStderr(command: string): string {
  return `said=$(mktemp) || exit\n(\n${command}\n) 2>"$said"\ncode=$?\n[ "$code" -eq 0 ] || tail -c ${MAX_SHOWN} "$said"\nrm -f "$said"\nexit "$code"`;
}
