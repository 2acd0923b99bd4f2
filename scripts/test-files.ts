/** Which test files are meant, and in which order they are run. */

import { globSync } from "node:fs";

/** Folders and files whose tests start no program: about a third of all tests, in seconds. */
const FAST = [
  "test/agents/",
  "test/base/",
  "test/commands/",
  "test/engine/",
  "test/github/event/",
  "test/github/people/",
  "test/github/sanitise/",
  "test/llm/",
  "test/mcp/config",
  "test/mcp/names",
  "test/policy/",
  "test/publish/render/text",
  "test/publish/render/hostile",
  "test/replay/",
  "test/session/",
  "test/sinks/",
  "test/spending/",
  "test/tools/define/",
];

/** Files below a folder of `FAST` that take more than two seconds of a core, or start programs. */
const SLOW = [
  "test/base/redact.test.ts",
  "test/engine/bill.test.ts",
  "test/github/event/command.test.ts",
  "test/github/sanitise/reference.test.ts",
  "test/github/sanitise/sanitise.test.ts",
  "test/llm/faults-http.test.ts",
  "test/llm/faults-table.test.ts",
  "test/llm/faults-transport.test.ts",
  "test/llm/hostile-arguments.test.ts",
  "test/llm/hostile-calls.test.ts",
  "test/llm/vendor-streams.test.ts",
  "test/llm/xml/answers.test.ts",
  "test/replay/random.test.ts",
];

/** Folders with the longest files, the longest first: one that began last would be waited for alone. */
const LONGEST = ["test/e2e/crash/", "test/e2e/job/", "test/publish/", "test/e2e/", "test/cell/"];

/** All test files below the current folder when no part is given. Sorted, so that two runs go in one order. */
export function testFiles(parts: readonly string[]): string[] {
  return globSync("test/**/*.test.ts")
    .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
    .toSorted();
}

/** The same, of those that are done in seconds. */
export function fastTestFiles(parts: readonly string[]): string[] {
  return testFiles(parts).filter(
    (file) => FAST.some((path) => file.startsWith(path)) && !SLOW.some((path) => file.startsWith(path)),
  );
}

/** Files of the long folders in front, else in the order that they have. */
export function longestFirst(files: readonly string[]): string[] {
  const rank = (file: string): number => {
    const at = LONGEST.findIndex((folder) => file.startsWith(folder));
    return at === -1 ? LONGEST.length : at;
  };
  return files.toSorted((a, b) => rank(a) - rank(b));
}
