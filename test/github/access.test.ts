/** Twelve answers of GitHub × four kinds of actor: only a person with write permission passes, and every doubt is a no. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { systemClock, type Clock } from "../../src/base/clock.ts";
import { checkAccess, type Access } from "../../src/github/access.ts";
import { createGitHub, type GitHubClient } from "../../src/github/client.ts";
import type { FaultKind } from "../doubles/github/faults.ts";
import { startGitHub, type GitHub } from "../doubles/github/server.ts";

/** Back-off without waiting. */
const clock: Clock = { ...systemClock, sleep: async () => undefined };
const PATH = /\/collaborators\/.+\/permission$/;

let github: GitHub;
let client: GitHubClient;
before(async () => {
  github = await startGitHub();
  const roles = { admin: "admin", maintain: "maintain", write: "write", triage: "triage", read: "read" } as const;
  for (const login of [...Object.keys(roles), "nobody", "robot"])
    github.addUser(login, login === "robot" ? "Bot" : "User");
  await github.addRepository({ name: "acme/demo", roles: { ...roles, robot: "admin" } });
  github.addToken("t");
  client = createGitHub({ token: "t", apiUrl: github.url, userAgent: "test", timeoutMs: 100, clock });
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
    });
  }
  assert.equal((await check("nobody")).allowed, false);
  assert.deepEqual(await check("robot"), { allowed: false, reason: "robot is not a person but a bot." });
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

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): FaultKind => ({
  kind: "answer",
  status,
  body,
  headers,
});

test("12 answers × 4 kinds of actor", async () => {
  const writer = github.addUser("write");
  const stranger = github.addUser("nobody");
  const robot = github.addUser("robot");
  const actors = [
    { id: writer.id, login: "write", type: "User" },
    { id: stranger.id, login: "nobody", type: "User" },
    { id: robot.id, login: "robot", type: "Bot" },
    // A renamed account's old login, taken by somebody else.
    { id: 999_999, login: "write", type: "User" },
  ];
  const says = (permission: unknown, user: unknown = { id: writer.id, type: "User" }): FaultKind =>
    answer(200, { permission, role_name: permission, user });
  const answers: readonly (readonly [string, FaultKind, readonly boolean[]])[] = [
    ["admin", says("admin"), [true, false, false, false]],
    ["write", says("write"), [true, false, false, false]],
    ["read", says("read"), [false, false, false, false]],
    ["none", says("none"), [false, false, false, false]],
    ["unknown word", says("WRITE"), [false, false, false, false]],
    ["no user", answer(200, { permission: "admin" }), [false, false, false, false]],
    ["404", answer(404, { message: "Not Found" }), [false, false, false, false]],
    ["403", answer(403, { message: "Resource not accessible by integration" }), [false, false, false, false]],
    ["500", answer(500, { message: "oops" }), [false, false, false, false]],
    ["malformed JSON", answer(200, '{"permission":"admin"'), [false, false, false, false]],
    [
      "redirect",
      answer(301, {}, { location: "/repositories/1/collaborators/write/permission" }),
      [false, false, false, false],
    ],
    ["timeout", { kind: "delay", delayMs: 200 }, [false, false, false, false]],
  ];
  assert.equal(answers.length, 12);
  for (const [name, fault, expected] of answers) {
    for (const [index, user] of actors.entries()) {
      const asked = user.type === "User";
      // Repeats of a read: an error is an error only when it stays.
      const times = asked ? (/500|malformed|timeout/.test(name) ? 3 : 1) : 0;
      if (times > 0) github.fault({ ...fault, match: { path: PATH }, times });
      const access = await checkAccess(client, { owner: "acme", repo: "demo", users: [user] });
      assert.equal(access.allowed, expected[index], `${name}, ${user.login}`);
      if (!access.allowed) assert.match(access.reason, /\.$/, `${name}: ${access.reason}`);
    }
  }
});
