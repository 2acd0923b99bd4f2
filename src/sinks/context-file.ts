/**
 * `context.jsonl`: what the model saw, in Kimi CLI's own format, so that its tools can read it. A view; resume never
 * reads it. A revert, a clear or a pruning first moves the file to the next free number, as Kimi does, and then writes it anew.
 */

import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Sink } from "../protocol/wire.ts";
import { addedLines, remainingLines } from "./context-records.ts";

/** Appends to `path`; continues an existing file when a session goes on. */
export function createContextFile(path: string): Sink {
  return {
    name: "context.jsonl",
    write: ({ event }) => {
      switch (event.type) {
        case "context.revert":
        case "context.prune":
        case "context.clear": {
          const lines = remainingLines(rotate(path), event) ?? [];
          if (lines.length > 0) writeFileSync(path, textOf(lines), { mode: 0o600 });
          return;
        }
        default: {
          const lines = addedLines(event);
          if (lines.length > 0) appendFileSync(path, textOf(lines), { mode: 0o600 });
        }
      }
    },
  };
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

/** Moves `name.jsonl` to `name_N.jsonl`, N the smallest number above all taken; returns the old lines. */
function rotate(path: string): string[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  let number = 1;
  const numbered = (): string => path.replace(/(\.[^./]*)?$/, `_${number}$1`);
  while (existsSync(numbered())) number += 1;
  renameSync(path, numbered());
  return lines;
}
