/** The thread in the README's picture: comments of a maintainer, and answers made by the program's own renderers. */

import type { OutcomeRecord } from "../src/protocol/outcome.ts";
import type { HeldCall } from "../src/protocol/wire.ts";
import { renderDeferral } from "../src/publish/render/render-deferral.ts";
import { renderResult } from "../src/publish/render/render-result.ts";
import { NO_FACTS, type RunFacts } from "../src/run-model/facts.ts";

export interface ThreadComment {
  readonly author: string;
  readonly isBot: boolean;
  readonly markdown: string;
}

const HELD: HeldCall = {
  callId: "call_4_0",
  index: 0,
  tool: "write_to_file",
  summary: "write CHANGELOG.md",
  preview:
    "--- a/CHANGELOG.md\n+++ b/CHANGELOG.md\n@@ -1 +1,3 @@\n # Changelog\n+\n+- `total` counts the first item of a cart again.\n",
  capabilities: [{ kind: "write", path: "CHANGELOG.md" }],
  rule: "changelog",
  reason: "release notes are read by a person first",
  digest: "3f9c1a2b7d40".padEnd(64, "0"),
};

const OUTCOME: OutcomeRecord = {
  outcome: "completed",
  reason: "The model finished.",
  steps: 6,
  usage: { input: 9_400, cacheRead: 21_000, cacheWrite: 0, output: 1_200 },
  costUsd: 0.0184,
  filesChanged: 2,
  text: "`total()` skipped the first item because its loop began at 1. It begins at 0 now; both tests pass.",
};

const FACTS: RunFacts = {
  ...NO_FACTS,
  sessionId: "t12-20261122093000-1a2b3c4d",
  model: "kimi/kimi-k2.7-code",
  level: "sealed",
  probes: { held: 19, all: 19 },
};

const LINKS = { runUrl: "https://github.com/acme/cart/actions/runs/1", artifact: "kimi-12" };

/** The comments, from the command to the pull request. */
export function threadComments(): readonly ThreadComment[] {
  const asked = [{ ...HELD, arguments: JSON.stringify({ path: "CHANGELOG.md", content: "…" }), answer: undefined }];
  const question = renderDeferral({
    facts: {
      ...FACTS,
      outcome: { ...OUTCOME, outcome: "deferred", steps: 5, costUsd: 0.0151 },
      asked: { ...NO_FACTS.asked, round: 1, calls: asked, isAsked: true },
    },
    terms: {
      command: "/kimi",
      expiresAt: Date.UTC(2026, 10, 23, 9, 30),
      permission: "write",
      twoPerson: false,
      codeOwners: false,
      allowsSession: false,
      isKept: true,
      session: FACTS.sessionId,
    },
    state: { kind: "waiting" },
    links: LINKS,
  });
  const result = renderResult({
    facts: { ...FACTS, outcome: OUTCOME, worked: { ms: 72_000 } },
    changes: [
      { path: "src/total.js", status: "modified", added: 1, deleted: 1 },
      { path: "CHANGELOG.md", status: "modified", added: 2, deleted: 0 },
    ],
    links: { ...LINKS, repositoryUrl: "https://github.com/acme/cart" },
    requester: { login: "alice", id: 1 },
    verb: "fix",
    opensPull: true,
    parts: {
      branch: { kind: "created", branch: "kimi/issue-12-total-is-wrong", commit: "8d1f0c6e5a7b" },
      pullRequest: { kind: "created", number: 13, url: "https://github.com/acme/cart/pull/13" },
      outputs: [],
      refusals: [],
    },
  });
  return [
    { author: "alice", isBot: false, markdown: "`/kimi fix`" },
    { author: "kimi-runner", isBot: true, markdown: question },
    { author: "alice", isBot: false, markdown: `\`/kimi approve ${HELD.digest.slice(0, 12)}\`` },
    { author: "kimi-runner", isBot: true, markdown: result },
  ];
}
