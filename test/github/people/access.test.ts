/** Who has write permission, asked of a GitHub with roles. What every answer means for every kind of actor is in access-matrix. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { jumpClock } from "../../doubles/clock.ts";
import { checkAccess, type Access } from "../../../src/github/people/access.ts";
import { createGitHub, type GitHubClient } from "../../../src/github/api/client.ts";
import { startGitHub, type GitHub } from "../../doubles/github/server.ts";

/** Back-off without waiting. */
const clock = jumpClock();

let github: GitHub;
let client: GitHubClient;
before(async () => {
  github = await startGitHub();
  const roles = { admin: "admin", maintain: "maintain", write: "write", triage: "triage", read: "read" } as const;
  for (const login of [...Object.keys(roles), "nobody", "robot"])
    github.addUser(login, login === "robot" ? "Bot" : "User");
  await github.addRepository({ name: "acme/demo", roles: { ...roles, robot: "admin" } });
  github.addToken("t");
  client = createGitHub({ token: "t", apiUrl: github.url, userAgent: "test", timeoutMs: 500, clock });
});
after(async () => github.close());

async function check(...logins: readonly string[]): Promise<Access> {
  const users = logins.map((login) => github.addUser(login)).map(({ id, login, type }) => ({ id, login, type }));
  return checkAccess(client, { owner: "acme", repo: "demo", users });
}

test("roles", async () => {
  for (const login of ["admin", "maintain", "write"]) assert.deepEqual(await check(login), { allowed: true }, login);
  for (const login of ["triage", "read"]) {
    assert.deepEqual(await check(login), {
      allowed: false,
      reason: `${login} has the permission "read" here; write is needed.`,
      isOutsider: true,
    });
  }
  assert.equal((await check("nobody")).allowed, false);
  assert.deepEqual(await check("robot"), { allowed: false, reason: "robot is not a person but a bot." });
});

test("a bot that the workflow lists needs no permission; a person of that name and its company do", async () => {
  const robot = github.addUser("robot");
  const asked = async (more: object, allowedBots = ["robot"]): Promise<boolean> =>
    (await checkAccess(client, { owner: "acme", repo: "demo", users: [{ ...robot, ...more }], allowedBots })).allowed;
  assert.deepEqual(
    [await asked({}), await asked({ type: "User" }), await asked({ login: "Robot" }), await asked({}, [])],
    [true, false, false, false],
  );
  const users = [{ ...robot }, { ...github.addUser("read") }];
  assert.equal(
    (await checkAccess(client, { owner: "acme", repo: "demo", users, allowedBots: ["robot"] })).allowed,
    false,
  );
});

test("author and actor must both pass, each asked once", async () => {
  const from = github.requests.length;
  assert.deepEqual(await check("write", "admin"), { allowed: true });
  assert.equal((await check("write", "read")).allowed, false);
  assert.equal((await check("read", "write")).allowed, false);
  assert.deepEqual(await check("write", "write"), { allowed: true });
  assert.equal(github.requests.length - from, 7);
  assert.equal((await check()).allowed, false);
});
