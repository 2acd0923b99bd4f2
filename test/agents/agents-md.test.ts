import assert from "node:assert/strict";
import { test } from "node:test";
import { agentsMdPaths, mergeAgentsMd, nestedOf } from "../../src/agents/agents-md.ts";
import { cpuMs } from "../doubles/cpu-time.ts";

const KIB = 1024;

test("candidate paths from the root down", () => {
  assert.deepEqual(agentsMdPaths([".", "packages", "packages/a"]), [
    ".kimi/AGENTS.md",
    "AGENTS.md",
    "agents.md",
    "packages/.kimi/AGENTS.md",
    "packages/AGENTS.md",
    "packages/agents.md",
    "packages/a/.kimi/AGENTS.md",
    "packages/a/AGENTS.md",
    "packages/a/agents.md",
  ]);
});

test("merged root first, each under its path; agents.md only where AGENTS.md is missing", () => {
  assert.equal(
    mergeAgentsMd([
      { path: ".kimi/AGENTS.md", text: "own\n" },
      { path: "AGENTS.md", text: "\nroot\n" },
      { path: "agents.md", text: "shadowed" },
      { path: "a/AGENTS.md", text: "  \n" },
      { path: "a/b/agents.md", text: "leaf" },
    ]),
    "<!-- From: .kimi/AGENTS.md -->\nown\n\n<!-- From: AGENTS.md -->\nroot\n\n<!-- From: a/b/agents.md -->\nleaf",
  );
});

test("no files, no text", () => {
  assert.equal(mergeAgentsMd([]), "");
});

test("32 KiB in total, the leaf first: the root is cut, without splitting a character", () => {
  const root = "é".repeat(10 * KIB); // 20 KiB; an odd remainder would fall inside a character
  const leaf = "x".repeat(20 * KIB + 1);
  assert.equal(
    mergeAgentsMd([
      { path: "AGENTS.md", text: root },
      { path: "a/AGENTS.md", text: leaf },
    ]),
    `<!-- From: AGENTS.md -->\n${"é".repeat(6 * KIB - 1)}\n<!-- ${8 * KIB + 2} bytes left out: over 32 KiB in total -->` +
      `\n\n<!-- From: a/AGENTS.md -->\n${leaf}`,
  );
});

test("exactly 32 KiB is whole; a file without room is named all the same", () => {
  const leaf = "x".repeat(32 * KIB);
  assert.equal(
    mergeAgentsMd([
      { path: "AGENTS.md", text: "root" },
      { path: "a/AGENTS.md", text: leaf },
    ]),
    `<!-- From: AGENTS.md -->\n\n<!-- 4 bytes left out: over 32 KiB in total -->\n\n<!-- From: a/AGENTS.md -->\n${leaf}`,
  );
});

/** To look at all other files for each of them took a minute. */
test("40,000 nested files, each without another spelling beside it", () => {
  const paths = Array.from({ length: 40_000 }, (_, at) => `d${at}/agents.md`);
  const spent = cpuMs(() => assert.equal(nestedOf(paths, ["d7/agents.md"]).length, 39_999));
  assert.ok(spent < 10_000, `${spent} ms`);
});
