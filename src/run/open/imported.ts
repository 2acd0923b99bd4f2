/** Reads a conversation for a run to begin with, from a bundle, Kimi CLI's context file or any text. It is only data. */

import { statSync } from "node:fs";
import { basename } from "node:path";
import { readGivenFile } from "../../base/file-text.ts";
import { systemReason } from "../../base/system-error.ts";
import { configError } from "../../protocol/error.ts";
import { openBundle } from "../../session/bundle.ts";
import { messagesOf } from "../../session/context.ts";
import { importContext, readContextLines, textAsMessage, type ImportedContext } from "../../session/context-import.ts";
import { readJournal } from "../../session/journal.ts";

/** Kimi CLI's limit. The windows of most models hold much less. */
const MAX_BYTES = 10 * 1024 * 1024;

/** A conversation, and whether its session ended in plan mode without having sent a plan. */
export interface Imported extends ImportedContext {
  readonly inPlanMode?: boolean;
}

/** Reads `path`, a bundle or a file. Throws `config.invalid` for what is too large, not text, or a file without a conversation. */
export function readImported(path: string): Imported {
  if (readable(path, "Give a bundle or a file.", () => statSync(path).isDirectory())) return ofBundle(path);
  const imported = ofFile(path);
  if (imported.messages.length > 0) return imported;
  throw configError(
    `There is no conversation in ${path}.`,
    "Give a bundle, a context.jsonl of Kimi CLI, or a text file.",
  );
}

/** What is read of `path`. Throws `config.invalid` with this hint where it cannot be read. */
function readable<T>(path: string, hint: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw configError(`${path} cannot be read: ${systemReason(cause)}.`, hint, cause);
  }
}

/** A session without a conversation, which was cleared or never begun, is none for the next one. */
function ofBundle(dir: string): Imported {
  const { records, problem } = readJournal(openBundle(dir).journal);
  const events = records.map(({ event }) => event);
  const { messages, warnings } = importContext(messagesOf(events));
  const early =
    problem !== undefined && problem.kind !== "torn"
      ? [`the journal ends early at line ${problem.line}: ${problem.reason}`]
      : [];
  // A session that was to plan only ends in plan mode too, but with a plan, which the next one may carry out.
  const last = events.findLast(({ type }) => type === "plan.mode" || type === "plan.display");
  return { messages, warnings: [...early, ...warnings], inPlanMode: last?.type === "plan.mode" && last.on };
}

function ofFile(path: string): ImportedContext {
  const bytes = readable(path, "At most 10 MB can be imported.", () => readGivenFile(path, MAX_BYTES));
  // A line that a kill cut inside a character is no JSON, which says so.
  if (/\.jsonl$/i.test(path)) return readContextLines(bytes.toString("utf8"));
  const { text, warnings } = textOf(bytes, path);
  return text.trim() === ""
    ? { messages: [], warnings: [] }
    : { messages: [textAsMessage(basename(path), text)], warnings };
}

/** Decodes a file, which may end inside a character: a kill can leave such a file. */
function textOf(bytes: Buffer, path: string): { readonly text: string; readonly warnings: readonly string[] } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    const isTorn = Buffer.byteLength(text) < bytes.length;
    const warnings = isTorn ? ["the file ends inside a character, which is left out"] : [];
    if (!text.includes("\0")) return { text: text.replace(/^\uFEFF/, ""), warnings };
  } catch {
    // the error is thrown below
  }
  throw configError(`${path} is not a text file.`, "Give UTF-8 text, or a context.jsonl.");
}
