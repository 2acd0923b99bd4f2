/**
 * Only what is new commands. A comment that is edited later has passed every eye already, and with it could come any text under
 * a trusted name: every published payload is replayed with every action there is, and the new ones alone start something.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { decideTrigger } from "../../../src/github/event/decide-trigger.ts";
import { parseEvent } from "../../../src/github/event/event.ts";
import { ALICE, issueComment, issues, publishedEvents, pullRequest, review, reviewComment } from "./payloads.ts";

/** Everything that the inputs can switch on is switched on. */
const INPUTS = { trigger: "/kimi", labels: [{ name: "kimi" }], assignee: "kimi", prompt: "Do it." };
const BODY = "/kimi fix it";
const MARKED = { label: { name: "kimi" }, assignee: { login: "kimi" } };

const PUBLISHED = publishedEvents();
const ACTIONS = new Set(
  PUBLISHED.flatMap(({ examples }) => examples.map(({ action }) => action)).filter(
    (action) => typeof action === "string",
  ),
);

/** Each event that has actions, with a command wherever there is a place for one. */
const EVENTS: Readonly<Record<string, (action: string) => object>> = {
  issue_comment: (action) => issueComment(BODY, { action, issue: { body: BODY } }),
  pull_request_review_comment: (action) => reviewComment(BODY, { action }),
  pull_request_review: (action) => ({ ...review(BODY), action }),
  issues: (action) => issues(action, { body: BODY }, MARKED),
  pull_request: (action) => pullRequest(action, { body: BODY }, MARKED),
};

test("only actions that add something new start a run", () => {
  assert.ok(ACTIONS.size > 50 && ACTIONS.has("edited"));
  const started = Object.entries(EVENTS).flatMap(([name, payload]) =>
    [...ACTIONS]
      .filter((action) => decideTrigger(parseEvent(name, payload(action)), INPUTS).kind !== "skip")
      .map((action) => `${name} ${action}`),
  );
  assert.deepEqual(started.toSorted(), [
    "issue_comment created",
    "issues assigned",
    "issues labeled",
    "issues opened",
    "pull_request assigned",
    "pull_request labeled",
    "pull_request opened",
    "pull_request ready_for_review",
    "pull_request reopened",
    "pull_request synchronize",
    "pull_request_review submitted",
    "pull_request_review_comment created",
  ]);
});

test("every published payload, edited: nothing starts, and the log says why", () => {
  const reasons = new Set<string>();
  let replayed = 0;
  for (const { name, examples } of PUBLISHED) {
    if (name === "workflow_dispatch" || name === "repository_dispatch" || name === "schedule") continue;
    for (const example of examples) {
      const comment = { ...(example["comment"] as object | undefined), body: BODY };
      const payload = { ...example, ...("comment" in example && { comment }), action: "edited", sender: ALICE };
      const trigger = decideTrigger(parseEvent(name, payload), INPUTS);
      assert.ok(trigger.kind === "skip", name);
      if (name in EVENTS) reasons.add(trigger.reason);
      replayed += 1;
    }
  }
  assert.ok(replayed > 150, String(replayed));
  assert.deepEqual([...reasons].toSorted(), [
    "Only new comments are commands; this one was edited.",
    "issues edited starts no run. Supported: opened, labeled, assigned.",
    "pull_request edited starts no run. Supported: opened, reopened, synchronize, ready_for_review, labeled, assigned.",
    "pull_request_review edited starts no run. Supported: submitted.",
  ]);
});
