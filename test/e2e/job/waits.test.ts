/** How many requests a job sends to GitHub before the first model call, and how many of them one after the other. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { FIX } from "../harness.ts";
import { createJobScene, REPOSITORY } from "./job-scene.ts";

/**
 * Each request is answered after this time, so that what was sent beside it is seen to be. On a busy machine it is sent later, and
 * seems to be sent after it; a longer time shows that it was not.
 */
const DELAYS_MS = [300, 1_200, 5_000];

interface Call {
  readonly what: string;
  readonly at: number;
}

/** The longest row of requests of which each was sent when the one before it had been answered. */
function depthOf(calls: readonly Call[], delayMs: number): number {
  const depths: number[] = [];
  for (const [index, { at }] of calls.entries()) {
    const before = depths.filter((_, earlier) => earlier < index && (calls[earlier]?.at ?? 0) + delayMs <= at);
    depths.push(1 + Math.max(0, ...before));
  }
  return Math.max(0, ...depths);
}

/** What a job sends before it asks the model, the list of it, and how many are in a row: all, and until the eyes come. */
async function observed(delayMs: number) {
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
  github.fault({ match: { path: /^(?!.*git-upload-pack)/ }, kind: "delay", delayMs, times: Infinity });
  const from = github.requests.length;
  const end = await scene.runBuilt(event, { inputs: { sandbox: "none" } });
  assert.equal(end.outputs["outcome"], "completed", end.log);
  const calls = github.requests.slice(from).map(({ method, path, at }) => ({ what: `${method} ${path}`, at }));
  const begun = calls.slice(calls.findIndex(({ what }) => what.includes("/permission")));
  const awaited = begun.filter(({ at }) => at + delayMs <= asked);
  const eyes = begun.findIndex(({ what }) => what.endsWith("/reactions"));
  assert.notEqual(eyes, -1);
  const list = awaited.map(({ what }) => what).join("\n");
  return {
    list,
    sent: awaited.length,
    depth: depthOf(awaited, delayMs),
    eyes: depthOf(begun.slice(0, eyes + 1), delayMs),
  };
}

test("before the model: at most 12 requests, at most 4 in a row; the eyes come second", async () => {
  const tried: Awaited<ReturnType<typeof observed>>[] = [];
  for (const delayMs of DELAYS_MS) {
    tried.push(await observed(delayMs));
    if (tried.some(({ sent, depth, eyes }) => sent <= 12 && depth <= 4 && eyes <= 2)) return;
  }
  assert.fail(tried.map(({ list, ...numbers }) => `${JSON.stringify(numbers)}\n${list}`).join("\n\n"));
});
