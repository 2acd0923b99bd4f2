/**
 * Commands that AGENTS.md, and notes for other agents, name in code. Others wrote them, and for people to read: they rank below CI
 * and the repository's own tasks, and only a known tool's command without a place to fill in counts.
 */

import type { Sourced } from "./findings.ts";
import { managerOf, type Role } from "./command-kinds.ts";
import { hazardOf, hazardOfText, taskOf, type KnownTasks } from "./hazards.ts";
import { oneCommand } from "./script.ts";

const NOTES = ["AGENTS.md", "CLAUDE.md", ".github/copilot-instructions.md", "GEMINI.md"] as const;

/** An example of a file, a test or a module, of which the reader is to name another. */
const TO_FILL =
  /<|\.\.\.|\b(?:path|foo|bar|example|module|your|some)\b|[-_](?:name|file|test_name)\b|\.\w{1,20}:\d|::|[[\]{}]/i;

export interface NotedIn extends KnownTasks {
  readonly read: (path: string) => string | undefined;
  /** Those of the root. */
  readonly managers: readonly Sourced[];
}

/** The plainest command of the role. */
export function notedCommand(role: Role, files: NotedIn): readonly Sourced[] {
  const found = NOTES.flatMap((path) => {
    let isCode = false;
    return (files.read(path) ?? "").split("\n").flatMap((line, index): readonly Sourced[] => {
      if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
      const spans = isCode
        ? [line.replace(/\s#.*$/, "").trim()]
        : Array.from(line.matchAll(/`([^`]+)`/g), ([, span = ""]) => span);
      return spans.map((text) => ({ text, from: `${path}:${index + 1}` }));
    });
  });
  return found
    .filter(({ text }) => {
      const command = TO_FILL.test(text.replaceAll("./...", "")) ? undefined : oneCommand(text, ".");
      if (command?.role !== role || !command.inner.includes(" ")) return false;
      const manager = managerOf(text);
      if (manager !== undefined && !files.managers.some((one) => one.text === manager)) return false;
      const task = taskOf(command.inner, files.tasks);
      return (task === undefined ? hazardOfText(text, files) : hazardOf(task, files)) === undefined;
    })
    .toSorted((a, b) => a.text.length - b.text.length)
    .slice(0, 1);
}
