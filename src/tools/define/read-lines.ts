/** Reads the lines of a file that may have changed since another program named it. */

import { RunnerError } from "../../protocol/error.ts";
import type { Cell } from "../../protocol/cell.ts";
import { MAX_FILE_BYTES } from "./edit-target.ts";
import { splitLines } from "./line-view.ts";

export interface Reading {
  readonly cell: Pick<Cell, "readFile">;
  readonly signal: AbortSignal;
}

/** The lines, or the reason why the file cannot be read. */
export async function readLines(path: string, { cell, signal }: Reading): Promise<readonly string[] | string> {
  try {
    return splitLines((await cell.readFile(path, { maxBytes: MAX_FILE_BYTES }, signal)).text);
  } catch (error) {
    if (error instanceof RunnerError && error.code.startsWith("workspace.")) return error.message;
    throw error;
  }
}
