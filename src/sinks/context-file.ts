/**
 * `context.jsonl`: what the model saw, in the format of Kimi CLI, so that its tools can read it. It is a view, which a resume never
 * reads. A revert, a clear or a pruning first moves the file to the next free number, as Kimi CLI does, and then writes it anew.
 */

import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { crashAt } from "../base/crash.ts";
import type { JournalRecord, Sink } from "../protocol/wire.ts";
import { editOf, linesText, renderContext } from "./context-records.ts";

/**
 * Creates the sink that appends to `path`. When a session goes on, `before` is its journal so far. The file is then written anew from
 * it, because a killed process may have left it without its newest lines, or with half of one.
 */
export function createContextFile(path: string, before: readonly JournalRecord[] = []): Sink {
  return {
    name: "context.jsonl",
    write: (record) => {
      const { event } = record;
      if (event.type === "session.resume") {
        crashAt("context-file.renew.before");
        writeFileSync(path, renderContext([...before, record]), { mode: 0o600 });
        crashAt("context-file.renew.after");
        return;
      }
      const edit = editOf(event);
      const lines = edit?.kind === "rewrite" ? edit.from(rotate(path)) : (edit?.lines ?? []);
      if (lines.length === 0) return;
      if (edit?.kind === "rewrite") {
        crashAt("context-file.rewrite.before");
        writeFileSync(path, linesText(lines), { mode: 0o600 });
        crashAt("context-file.rewrite.after");
      } else {
        crashAt("context-file.append.before");
        appendFileSync(path, linesText(lines), { mode: 0o600 });
        crashAt("context-file.append.after");
      }
    },
  };
}

/** Moves `name.jsonl` to `name_N.jsonl` with the first free number N. Returns the old lines. */
function rotate(path: string): string[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  let number = 1;
  const numbered = (): string => path.replace(/(\.[^./]*)?$/, `_${number}$1`);
  while (existsSync(numbered())) number += 1;
  crashAt("context-file.rotate.before");
  renameSync(path, numbered());
  crashAt("context-file.rotate.after");
  return lines;
}
