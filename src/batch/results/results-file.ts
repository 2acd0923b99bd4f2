/** Reads and writes `results.jsonl`, the append-only record of a batch. One process at a time may write, and any process may read. */

import {
  appendFileSync,
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "../../base/canonical-json.ts";
import { strictJson } from "../../base/strict-json.ts";
import { isFullDisk, systemReason } from "../../base/system-error.ts";
import { configError, RunnerError } from "../../protocol/error.ts";
import { lockFile } from "../../session/lock.ts";
import { ResultsLine } from "./results-line.ts";
import { makeFolders } from "../../base/make-folders.ts";

export const RESULTS_FILE = "results.jsonl";

const NEWLINE = 0x0a;

/** The lines of a batch's folder, the oldest first. None where there is no such file yet. Throws `session.corrupt`. */
export function readResults(dir: string): readonly ResultsLine[] {
  const path = join(dir, RESULTS_FILE);
  return existsSync(path) ? parseResults(readFileSync(path), path) : [];
}

/** Reads the bytes of the file; `path` names it in messages. A last line without an end is left by a killed process, and is ignored. */
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

/** Length of the lines that have an end. */
function wholeBytes(bytes: Buffer): number {
  return bytes.lastIndexOf(NEWLINE) + 1;
}

function corrupt(place: string, reason: string): RunnerError {
  return new RunnerError({
    code: "session.corrupt",
    message: `This line is not a result of a batch: ${place}: ${reason}.`,
    hint: "A newer version may have written it; if not, the file was changed by hand.",
  });
}

/** The text of one line, with its end. */
export function lineText(line: ResultsLine): string {
  return `${canonicalJson(line)}\n`;
}

/** Replaces the record of a batch's folder by these lines. */
export function replaceResults(dir: string, lines: readonly ResultsLine[]): void {
  writeFileSync(join(dir, RESULTS_FILE), lines.map(lineText).join(""), { mode: 0o600 });
}

/** Opens the record for writing, without a killed process's half line. Throws `config.invalid` where another process has it, `session.write` on a full disk. It is held until it is disposed of. */
export function openResults(dir: string) {
  const path = join(dir, RESULTS_FILE);
  makeFolders(dir);
  using opening = new DisposableStack();
  opening.use(lockBatch(dir));
  const file = openSync(path, "a", 0o600);
  opening.defer(() => closeSync(file));
  const whole = wholeBytes(readFileSync(path));
  if (fstatSync(file).size > whole) ftruncateSync(file, whole);
  const held = opening.move();
  return {
    /** Writes lines to the disk, all or none of them. Throws `session.write`. */
    append: (...lines: readonly ResultsLine[]): void => {
      const { size } = fstatSync(file);
      try {
        appendFileSync(file, lines.map(lineText).join(""));
        fdatasyncSync(file);
      } catch (cause) {
        ftruncateSync(file, size); // removes half a line, so that there may still be room for the end of the batch
        throw unwritable("The results of the batch", path, cause);
      }
    },
    [Symbol.dispose]: () => held.dispose(),
  };
}

function lockBatch(dir: string): Disposable {
  const path = join(dir, "run.lock");
  try {
    return lockFile(path, () =>
      configError(
        `Another process is working on this batch: ${dir}.`,
        "Wait for it, or stop it; then the same command continues with what is left.",
      ),
    );
  } catch (error) {
    throw isFullDisk(error) ? unwritable("The files of the batch", path, error) : error;
  }
}

/** The error for files that cannot be written. `what`: the subject of the sentence, in the plural. */
export function unwritable(what: string, path: string, cause: unknown): RunnerError {
  return new RunnerError({
    code: "session.write",
    message: `${what} cannot be written: ${path}: ${systemReason(cause)}.`,
    hint: "Free space on that disk, then start the same command again.",
    cause,
  });
}
