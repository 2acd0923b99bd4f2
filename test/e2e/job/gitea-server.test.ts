/**
 * The action as jobs of a real Gitea or Forgejo, which this project did not write: who may ask, a held call and its answer, the pull
 * request, and heads that strangers push. It needs such a server: KIMI_GITEA_URL, and KIMI_GITEA_TOKEN of its administrator.
 */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { createGiteaHub, giteaPlace, type Answer } from "../../doubles/gitea-hub.ts";
import { startModelServer } from "../../doubles/model-server.ts";
import { CANARY, FILES, FIX } from "../harness.ts";
import { held } from "./answers/answer-scene.ts";

const place = giteaPlace(process.env);

test(
  "a real Gitea: command, held call, answer, pull request, review; strangers and their heads",
  { skip: typeof place === "string" && place },
  async () => {
    if (typeof place === "string") return;
    await using hub = await createGiteaHub(place, FILES);
    const { api, people, repository, say, act } = hub;
    const { owner, stranger, bot } = people;
    const replies = [held("mkdir -p src/new"), ...FIX, { text: "It is right." }, ...FIX, ...FIX];
    const model = await startModelServer({ replies, apiKey: CANARY });
    const inputs = { model: "openai/test-model", "api-key": CANARY, "base-url": model.url, sandbox: "none" };
    const commentsOf = async (number: number): Promise<Answer[]> =>
      await api(owner, "GET", `/repos/${repository}/issues/${number}/comments`);
    const own = async (number: number): Promise<Answer[]> =>
      (await commentsOf(number)).filter(({ user }) => user.login === bot.login);
    const outcomeOf = async (who: typeof owner, number: number, body: string, token?: "job"): Promise<unknown> => {
      using end = await act(await say(who, number, body), { inputs, ...(token && { token }) });
      return [end.code, end.outputs["outcome"]];
    };
    try {
      await api(stranger, "POST", `/repos/${repository}/issues`, { title: "add subtracts", body: "It should add." });
      assert.deepEqual(await outcomeOf(stranger, 1, "/kimi fix"), [0, "skipped"]);
      assert.deepEqual(await outcomeOf(owner, 1, "/kimi ask with the job's token", "job"), [1, "failed"]);
      assert.deepEqual([model.requests.length, await own(1)], [0, []]);

      assert.deepEqual(await outcomeOf(owner, 1, "/kimi fix keep it small"), [0, "deferred"]);
      const digestOf = async (): Promise<string> =>
        /`([0-9a-f]{12})`/.exec((await own(1)).map(({ body }) => body).join("\n"))?.[1] ?? "";
      assert.deepEqual(await outcomeOf(stranger, 1, `/kimi approve ${await digestOf()}`), [0, "skipped"]);
      await delay(11_000);
      const request = (await own(1)).find(({ body }) => body.includes("kimi-runner:deferral"));
      const path = `/repos/${repository}/issues/comments/${request.id}`;
      for (const body of [request.body.replace("mkdir", "ls"), request.body]) await api(owner, "PATCH", path, { body });
      await delay(1_100);
      assert.deepEqual(await outcomeOf(owner, 1, `/kimi approve ${await digestOf()}`), [0, "skipped"]);
      assert.match((await own(1)).at(-1).body, /edited by an unknown account/);
      assert.equal(model.requests.length, 1);
      await delay(1_100);
      assert.deepEqual(await outcomeOf(owner, 1, `/kimi approve ${await digestOf()} `), [0, "completed"]);

      const [pull] = await api(owner, "GET", `/repos/${repository}/pulls?state=all`);
      assert.deepEqual([pull.number, pull.draft, pull.title], [2, true, "WIP: add subtracts"]);
      assert.match(pull.body, /Fixes #1/);
      assert.deepEqual(await outcomeOf(owner, 2, "/kimi review"), [0, "completed"]);
      assert.ok(JSON.stringify(model.requests.at(-1)?.json).includes("+export const add = (a, b) => a + b;"));

      const branches = async (): Promise<string> =>
        await hub.git(hub.dir, "ls-remote", hub.cloneUrl(owner), "refs/heads/*");
      const before = await branches();
      const theirs = join(hub.dir, "theirs");
      await hub.git(hub.dir, "clone", "-q", hub.cloneUrl(stranger), theirs);
      writeFileSync(join(theirs, "src/more.js"), "export const more = 1;\n");
      await hub.git(theirs, "add", "-A");
      await hub.git(theirs, "commit", "-qm", "more");
      // Who may read may propose a change so, without a fork: the head is said to be of the same repository.
      await hub.git(theirs, "push", "-q", "-o", "topic=more", "-o", "title=More", "origin", "HEAD:refs/for/main");
      assert.deepEqual(await outcomeOf(owner, 3, "/kimi fix"), [6, "published_partially"]);
      assert.equal(await branches(), before);
      assert.match(
        (await own(3)).map(({ body }) => body).join("\n"),
        /Nothing was pushed: the pull request comes from a fork/,
      );
    } finally {
      await model.close();
    }
  },
);
