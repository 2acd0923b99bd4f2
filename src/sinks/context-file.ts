/** `context.jsonl`: what the model saw, in Kimi CLI's format. It is a view, which a resume never reads. */

import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { effect } from "../base/crash.ts";
import type { JournalRecord, Sink } from "../protocol/wire.ts";
import { contextLines, editOf, linesText, missingResults, openCalls } from "./context-records.ts";

/** Creates the sink. `before`: the journal of a session that goes on, from which the file is written anew. */
export function createContextFile(path: string, before: readonly JournalRecord[] = []): Sink {
  /** A message with calls and what follows it, until each call has its result. As in Kimi CLI, a kill leaves no call without one. */
  let held: readonly string[] = [];
  const append = (lines: readonly string[]): void => {
    held = [];
    if (lines.length === 0) return;
    effect("context-file.append", () => appendFileSync(path, linesText(lines), { mode: 0o600 }));
  };
  return {
    name: "context.jsonl",
    write: (record) => {
      const { event } = record;
      if (event.type === "session.resume") {
        const lines = contextLines([...before, record]);
        const at = openCalls(lines)?.at ?? lines.length;
        held = lines.slice(at);
        effect("context-file.renew", () => writeFileSync(path, linesText(lines.slice(0, at)), { mode: 0o600 }));
        return;
      }
      if (event.type === "session.end") {
        append([...held, ...missingResults(held, event)]);
        return;
      }
      const edit = editOf(event);
      if (edit?.kind === "add") {
        held = [...held, ...edit.lines];
        if (openCalls(held) === undefined) append(held);
      }
      if (edit?.kind !== "rewrite") return;
      append(held);
      const lines = edit.from(rotate(path));
      if (lines.length === 0) return;
      effect("context-file.rewrite", () => writeFileSync(path, linesText(lines), { mode: 0o600 }));
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
  effect("context-file.rotate", () => renameSync(path, numbered()));
  return lines;
}
