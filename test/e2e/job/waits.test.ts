/** How many requests a job sends to GitHub before the first model call, and how many of them one after the other. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { FIX } from "../harness.ts";
import { createJobScene, REPOSITORY } from "./job-scene.ts";

/** Each request is answered after this time, so that what was sent beside it is seen to be. */
const DELAY_MS = 300;

interface Call {
  readonly what: string;
  readonly at: number;
}

/** The longest row of requests of which each was sent when the one before it had been answered. */
function depthOf(calls: readonly Call[]): number {
  const depths: number[] = [];
  for (const [index, { at }] of calls.entries()) {
    const before = depths.filter((_, earlier) => earlier < index && (calls[earlier]?.at ?? 0) + DELAY_MS <= at);
    depths.push(1 + Math.max(0, ...before));
  }
  return Math.max(0, ...depths);
}

test("before the model: at most 12 requests, at most 4 in a row; the eyes come second", async () => {
  let asked = 0;
  await using scene = await createJobScene({
    replies: (_request, n) => {
      asked ||= performance.now();
      return FIX[n] ?? { text: "Done." };
    },
  });
  const { github } = scene;
  const { number } = github.addIssue(REPOSITORY, { title: "add subtracts", body: "b", user: "alice" });
  const comment = github.addComment(REPOSITORY, number, { body: "/kimi fix", user: "alice" });
  const event = await github.event({
    repository: REPOSITORY,
    event: "issue_comment",
    number,
    comment,
    sender: "alice",
  });
  // The fetches of the checkout are the workflow's own.
  github.fault({ match: { path: /^(?!.*git-upload-pack)/ }, kind: "delay", delayMs: DELAY_MS, times: Infinity });
  const from = github.requests.length;
  const end = await scene.runBuilt(event, { inputs: { sandbox: "none" } });
  assert.equal(end.outputs["outcome"], "completed", end.log);
  const calls = github.requests.slice(from).map(({ method, path, at }) => ({ what: `${method} ${path}`, at }));
  const begun = calls.findIndex(({ what }) => what.includes("/permission"));
  const awaited = calls.slice(begun).filter(({ at }) => at + DELAY_MS <= asked);
  const list = awaited.map(({ what }) => what).join("\n");
  assert.ok(awaited.length <= 12, `${awaited.length} requests:\n${list}`);
  assert.ok(depthOf(awaited) <= 4, `${depthOf(awaited)} in a row:\n${list}`);
  const eyes = calls.slice(begun).findIndex(({ what }) => what.endsWith("/reactions"));
  assert.ok(eyes !== -1 && depthOf(calls.slice(begun, begun + eyes + 1)) <= 2, list);
});
