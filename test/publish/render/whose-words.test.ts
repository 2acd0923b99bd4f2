/** Whose words a text has: the model's are quoted, another job's are quoted, and neither can look like ours. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseMarkdown } from "../../../src/github/markdown/parse.ts";
import { renderDeferral } from "../../../src/publish/render/render-deferral.ts";
import { createSummaryGate } from "../../../src/publish/render/outgoing.ts";
import { renderNotice, renderResult } from "../../../src/publish/render/render-result.ts";
import { renderPullRequest } from "../../../src/publish/render/render-pull-request.ts";
import { renderSummary } from "../../../src/publish/render/render-summary.ts";
import { breakReferences, safeMarkdown } from "../../../src/publish/render/safe-markdown.ts";
import type { RunFacts } from "../../../src/run-model/facts.ts";
import { facts, OUTCOME } from "../workbench.ts";

const Z = "<!-- -->";
const gate = createSummaryGate((text) => text);
const CHANGES = [{ path: "src/a.ts", status: "modified", added: 1, deleted: 1 }] as const;
const BRANCH = { kind: "created", branch: "kimi/x", commit: "a".repeat(40) } as const;
const PULL = { kind: "created", number: 7, url: "https://h.test/p/7" } as const;

function pages(shown: RunFacts): Readonly<Record<string, string>> {
  const parts = { branch: BRANCH, pullRequest: PULL, outputs: [], refusals: [] };
  const view = { facts: shown, changes: CHANGES, links: { runUrl: "https://h.test/run" }, parts };
  return {
    comment: renderResult(view),
    notice: renderNotice(view),
    "pull request": renderPullRequest(view),
    summary: renderSummary(view, gate),
  };
}

/** Headings of a page as GitHub reads it, quotations included. */
function headings(text: string): readonly string[] {
  const markdown = parseMarkdown(text);
  assert.ok(markdown !== undefined);
  return markdown.all("atxHeading", "setextHeading").map((part) => markdown.source(part));
}

/** The lines outside quotations. */
const ownLines = (text: string): string => text.replaceAll(/^>.*$/gm, "");

const IMITATIONS = [
  "### ✅ Completed",
  "# One\n## Two",
  "   ### indented",
  "###### six ######",
  "#",
  "#\tTab",
  "Title\n=====",
  "Title\n---",
  "Title\n-",
  "a\nb\n  ===  ",
  "x\n===\n---",
  "x\n---\n---\n===",
  "- # in a list",
  "1. ## in a list\n   ===",
  "> # quoted",
  "> Title\n> ===",
  "> > - # deep",
  "- a\n\n  # below an item",
  "text\n# after text",
  "```\ncode\n```\n# after code",
  "* # star\n+ # plus",
  "\u2028# separated",
  "| a |\n|---|\n# after a table",
  "<details>\n\n# folded",
];

test("headings in the model's text are not headings of the page", () => {
  const own = new Map(Object.entries(pages(facts())).map(([name, text]) => [name, headings(text)]));
  for (const text of IMITATIONS) {
    assert.deepEqual(headings(safeMarkdown(text)), [], JSON.stringify(text));
    for (const [name, page] of Object.entries(pages(facts({ outcome: { ...OUTCOME, text } })))) {
      assert.deepEqual(headings(page), own.get(name), `${name}: ${JSON.stringify(text)}`);
    }
  }
  assert.equal(safeMarkdown("# Title\n- a **b** `c`"), "**Title**\n- a **b** `c`");
  assert.equal(safeMarkdown("text\n\n    # a comment in code"), "text\n\n    # a comment in code");
});

test("every line of the model's text is in a quotation that names its author", () => {
  const words = ["WORDS one", "", "WORDS two", "```", "WORDS in code", "", "```", "| WORDS |", "|---|", "WORDS last"];
  for (const isReported of [false, true]) {
    const shown = facts({ isReported, outcome: { ...OUTCOME, text: words.join("\n") } });
    const { comment = "", "pull request": pull = "", summary = "" } = pages(shown);
    for (const page of [comment, pull, summary]) {
      assert.doesNotMatch(ownLines(page), /WORDS/);
      assert.match(page, /^> \*\*From the model(, as the agent's job reports)?:\*\*\n>\n> WORDS one$/m);
    }
  }
});

test("alerts and addresses of threads lose their effect", () => {
  for (const name of ["NOTE", "tip", "IMPORTANT", "WARNING", "CAUTION"]) {
    assert.equal(safeMarkdown(`> [!${name}]\n> x`), `> [!${Z}${name}]\n> x`);
  }
  const cases: readonly (readonly [string, string])[] = [
    ["https://github.com/o/r/issues/5", "https://redirect.github.com/o/r/issues/5"],
    ["http://www.github.com/o/r/pull/5#issuecomment-1", "https://redirect.github.com/o/r/pull/5#issuecomment-1"],
    ["www.github.com/o/r/discussions/5", "https://redirect.github.com/o/r/discussions/5"],
    ["HTTPS://GitHub.com/o/r/Issues/5", "https://redirect.github.com/o/r/Issues/5"],
    ["https://github.com:443/o/r/pull/5/files", "https://redirect.github.com/o/r/pull/5/files"],
    ["https://ghe.test/o/r/issues/5", `https${Z}://ghe.test/o/r/issues/5`],
    ["(https://github.com/o/r/issues/5)", "(https://redirect.github.com/o/r/issues/5)"],
    ["o/r#5 GH-5 #5", `o/r#${Z}5 GH-${Z}5 #${Z}5`],
    ["https://github.com/o/r/blob/main/issues/5", "https://github.com/o/r/blob/main/issues/5"],
    ["https://redirect.github.com/o/r/issues/5", "https://redirect.github.com/o/r/issues/5"],
  ];
  for (const [text, expected] of cases) assert.equal(breakReferences(text), expected, text);
});

test("a job that publishes another job's run only quotes what that job reports", () => {
  const said = {
    ...OUTCOME,
    reason: "CLAIM reason",
    text: "CLAIM text",
    steps: 4321,
    costUsd: 43.21,
    verification: { rounds: 1, passed: true, results: [{ command: "CLAIM", passed: true, end: "exit 0", output: "" }] },
    agents: [{ agentId: "CLAIM", agent: "x", stop: "end_turn", steps: 1, usage: OUTCOME.usage }],
    filesChanged: 4321,
  };
  const shown = facts({
    isReported: true,
    outcome: said,
    model: "CLAIM/model",
    todos: [{ title: "CLAIM", status: "done" }],
    decisions: [{ verdict: "reject", summary: "CLAIM", rule: "CLAIM" }],
    assumptions: ["CLAIM"],
    warnings: ["CLAIM"],
  });
  for (const [name, page] of Object.entries(pages(shown))) {
    assert.doesNotMatch(
      ownLines(page),
      /CLAIM|4321|43\.21|Sandbox|probes|Checks|Done|steps|tokens/,
      `${name}\n${page}`,
    );
    assert.match(page, /^> \*\*The agent's job reports/m, name);
  }
  const { comment = "", summary = "" } = pages(shown);
  for (const page of [comment, summary])
    assert.match(ownLines(page), /📦 Pull request #7 opened[^]*1 file \+1 −1 · `kimi\/x`/);
  const terms = { command: "/kimi", expiresAt: 0, permission: "write", twoPerson: false, codeOwners: false } as const;
  const deferral = renderDeferral({
    facts: shown,
    terms: { ...terms, allowsSession: false, isKept: false, session: "s" },
    state: { kind: "waiting" },
    links: {},
  });
  assert.match(deferral, /The agent's job reports these actions;\*\* this job did not see the run/);
  assert.doesNotMatch(deferral, /4321|43\.21|CLAIM\/model/);
});
