/** What a later run reads of texts that an earlier one posted: what they say of the task, and nothing that is for people beside it. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ownContent } from "../../../src/github/thread/own-content.ts";
import { PLAN_MARK, planBody } from "../../../src/github/thread/plan-comment.ts";
import { outputFooter } from "../../../src/publish/render/render-outputs.ts";
import { renderPullRequest } from "../../../src/publish/render/render-pull-request.ts";
import { renderNotice, renderProgress, renderResult } from "../../../src/publish/render/render-result.ts";
import {
  answerMark,
  deferralMark,
  noticeMark,
  outputMark,
  statusMark,
  toldMark,
} from "../../../src/publish/result/markers.ts";
import type { RunFacts } from "../../../src/run-model/facts.ts";
import { facts, OUTCOME } from "../workbench.ts";

const LINKS = { runUrl: "https://h.test/run", pageUrl: "https://h.test/page", artifact: "kimi-1" };
const AGENT = {
  agentId: "a1",
  agent: "coder",
  stop: "end_turn",
  steps: 3,
  usage: OUTCOME.usage,
  costUsd: 0.5,
} as const;

function view(more: Partial<RunFacts>) {
  const outcome = { ...OUTCOME, agents: [AGENT] };
  return {
    facts: facts({ outcome, warnings: ["The limit is near."], assumptions: ["It is a dog."], ...more }),
    changes: [{ path: "src/a.ts", status: "modified", added: 1, deleted: 1 }] as const,
    links: LINKS,
    requester: { login: "alice", id: 1, type: "User" },
    goesOnWith: "/kimi resume",
    closes: 3,
  };
}

const ANSWER = "> **From the model:**\n>\n> Fixed the **bug**.";
const FACTS = "1 file +1 −1 · asked by alice";
const FILES = "<details><summary>Files (1)</summary>\n\n- src/a.ts +1 −1\n\n</details>";
const ALONE = "<details><summary>Decided alone</summary>\n\n- It is a dog.\n\n</details>";
const REPORTED = "> **From the model, as the agent's job reports:**\n>\n> Fixed the **bug**.";

test("results and pull requests keep answer, files and decisions", () => {
  const seal = `<!-- kimi-runner:seal 1 ${"0".repeat(64)} -->`;
  const none = "Not checked: the run ran no tests, and the policy names no commands in `limits.verify`.";
  const sections = `### How it was checked\n\n${none}\n\n${FILES}`;
  for (const level of ["sealed", "none"] as const) {
    const shown = view({ level });
    assert.deepEqual(
      [`${answerMark("k")}\n${renderResult(shown)}\n${seal}`, renderPullRequest(shown)].map(ownContent),
      [
        ["### ✅ Completed", FACTS, "The model said it is done.", ANSWER, FILES, ALONE].join("\n\n"),
        [ANSWER, "Fixes #3", sections, "### Decided alone\n\n- It is a dog."].join("\n\n"),
      ],
    );
  }
  const reported = view({ isReported: true });
  assert.deepEqual([`${statusMark("k")}\n${renderResult(reported)}`, renderPullRequest(reported)].map(ownContent), [
    ["### 📨 No change to publish", FACTS, REPORTED, FILES].join("\n\n"),
    [REPORTED, "Fixes #3", FILES].join("\n\n"),
  ]);
});

test("plans and outputs lose their footers, notices their links", () => {
  const footer = outputFooter({ number: 3 }, LINKS.runUrl);
  const notice = renderNotice({ ...view({}), statusUrl: "https://h.test/c" });
  assert.deepEqual(
    [
      `${PLAN_MARK}s1 -->\n${planBody("1. src", "<sub>Comment `/kimi fix` to carry out this plan.</sub>")}`,
      `${outputMark("k", "comment", 1)}\nSee here.\n\n- a\n\n${footer}`,
      `${noticeMark("s1", "failed")}\n${notice}`,
    ].map(ownContent),
    ["### 📋 Plan by the model\n\n> 1. src", "See here.\n\n- a", "**✅ Completed**"],
  );
});

test("progress and replies say nothing, requests for approval only which actions wait", () => {
  const golden = readFileSync(new URL("golden/two-waiting.txt", import.meta.url), "utf8");
  assert.deepEqual(
    [
      `${statusMark("k")}\n${renderProgress(view({}).facts, LINKS)}`,
      `${noticeMark("7", "reply")}\n\`/kimi fix\` starts a run.`,
      `${deferralMark("s1")}\n${toldMark(3)}\n${golden}`,
    ].map(ownContent),
    [
      "",
      "",
      "### ⏸️ Allow 2 actions: `run set -e npm ci npm publish --tag [U+202E]next[U+0020 ×2]`, `write .github/workflows/ci.yml`?\n\n#### 1. `run set -e npm ci npm publish --tag [U+202E]next[U+0020 ×2]`\n\n#### 2. `write .github/workflows/ci.yml`",
    ],
  );
});

test("the texts of people stay as they are, with a mark that they quote", () => {
  for (const text of [
    "Hello\r\n<sub>x</sub>",
    `> ${answerMark("k")}\n> <sub>x</sub>`,
    "```\n<!-- kimi-runner:x -->\n```",
  ])
    assert.equal(ownContent(text), text);
});
