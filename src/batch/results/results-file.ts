/**
 * Reads and writes `results.jsonl`, the append-only record of a batch. A line is on the disk when `append` returns. One process
 * at a time may write; any may read.
 */

import { appendFileSync, closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "../../base/canonical-json.ts";
import { strictJson } from "../../base/strict-json.ts";
import { systemReason } from "../../base/system-error.ts";
import { RunnerError } from "../../protocol/error.ts";
import { ResultsLine } from "./results-line.ts";
import { makeFolders } from "../../base/make-folders.ts";

export const RESULTS_FILE = "results.jsonl";

const NEWLINE = 0x0a;

/** The lines of a batch's folder, oldest first; none where there is no such file yet. Throws `session.corrupt`. */
export function readResults(dir: string): readonly ResultsLine[] {
  const path = join(dir, RESULTS_FILE);
  const bytes = readIfThere(path);
  return bytes === undefined ? [] : parseResults(bytes, path);
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw cause;
  }
}

/** The same for the bytes of a file; `path` is its name in messages. A last line without an end is the trace of a kill, and no line. */
export function parseResults(bytes: Buffer, path: string): readonly ResultsLine[] {
  const whole = bytes.toString("utf8", 0, wholeBytes(bytes));
  return whole
    .split("\n")
    .slice(0, -1)
    .map((line, index) => {
      const json = strictJson(line);
      if (json.kind === "invalid") throw corrupt(`${path}:${index + 1}`, `it is not JSON (${json.reason})`);
      const parsed = ResultsLine.safeParse(json.value);
      if (parsed.success) return parsed.data;
      const [issue] = parsed.error.issues;
      throw corrupt(`${path}:${index + 1}`, `its field ${issue?.path.join(".") || "(root)"} is not accepted`);
    });
}

/** The length of the lines that have an end. */
function wholeBytes(bytes: Buffer): number {
  return bytes.lastIndexOf(NEWLINE) + 1;
}

function corrupt(place: string, reason: string): RunnerError {
  return new RunnerError({
    code: "session.corrupt",
    message: `This line is no result of a batch: ${place}: ${reason}.`,
    hint: "A newer version may have written it; if not, the file was changed by hand.",
  });
}

/** The text of one line, with its end. */
export function lineText(line: ResultsLine): string {
  return `${canonicalJson(line)}\n`;
}

export interface ResultsFile extends Disposable {
  /** Writes lines to the disk, all or none of them. Throws `session.write`. */
  readonly append: (...lines: readonly ResultsLine[]) => void;
}

/** Opens the record of a batch's folder for writing. Cuts off what a killed process wrote of its last line. */
export function openResults(dir: string): ResultsFile {
  const path = join(dir, RESULTS_FILE);
  makeFolders(dir);
  const file = openSync(path, "a", 0o600);
  const whole = wholeBytes(readFileSync(path));
  if (fstatSync(file).size > whole) ftruncateSync(file, whole);
  return {
    append: (...lines) => {
      const { size } = fstatSync(file);
      try {
        appendFileSync(file, lines.map(lineText).join("")); // repeats a write that a full disk took only a part of
        fdatasyncSync(file);
      } catch (cause) {
        ftruncateSync(file, size); // removes half a line, so that the end of the batch may still fit
        throw unwritable("The results of the batch", path, cause);
      }
    },
    [Symbol.dispose]: () => closeSync(file),
  };
}

/** `what`: the subject of the sentence, in the plural. */
export function unwritable(what: string, path: string, cause: unknown): RunnerError {
  return new RunnerError({
    code: "session.write",
    message: `${what} cannot be written: ${path}: ${systemReason(cause)}.`,
    hint: "Free space on that disk, then start the same command again.",
    cause,
  });
}
