/**
 * Generated accounts (1,000; 10,000 with KIMI_TESTS=full) ask for a run: look-alikes, other cases, `[bot]` names, pieces of
 * addresses. What decides is the account that GitHub knows by the login, and that its id is the one of the event; no login by
 * itself opens anything.
 */

import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { checkAccess } from "../../../src/github/people/access.ts";
import { createGitHub, type GitHubClient } from "../../../src/github/api/client.ts";
import { decideTrigger } from "../../../src/github/event/decide-trigger.ts";
import { parseEvent } from "../../../src/github/event/event.ts";
import type { Account } from "../../../src/github/event/event-parts.ts";
import { createRandom, type Random } from "../../doubles/random.ts";
import { sized } from "../../doubles/size.ts";
import { issueComment } from "../event/payloads.ts";
import { systemClock } from "../../../src/base/clock.ts";

const ACCOUNTS = sized(1_000, 10_000);
const OWNER = { id: 1, login: "alice-k", type: "User", permission: "write" };
/** The accounts that GitHub knows, by login without case. */
const KNOWN = [
  OWNER,
  { id: 2, login: "alice", type: "User", permission: "read" },
  { id: 3, login: "alice-k[bot]", type: "Bot", permission: "admin" },
  { id: 4, login: "kimi[bot]", type: "User", permission: "write" },
];

const PIECES = [
  ...Array.from("alice-kALICEKİıкаⅼ\u0430\u212A\uFF41\u200B\u202E\u00A0 .%/?#@&:\\\0\n'\"`"),
  "[bot]",
  "%2e%2e/",
  "../",
  "/permission?",
  "alice-k",
  "Alice-K",
  "kimi",
];

/** Half of them are the owner's login with a change, half are put together from nothing. */
function loginOf(random: Random): string {
  if (random(2) === 0) return Array.from({ length: random(6) }, () => PIECES[random(PIECES.length)]).join("");
  const at = random(OWNER.login.length + 1);
  const piece = random(4) === 0 ? "" : (PIECES[random(PIECES.length)] ?? "");
  const changed = OWNER.login.slice(0, at) + piece + OWNER.login.slice(at + random(2));
  return random(3) === 0 ? changed.toUpperCase() : changed;
}

/** ASCII case alone: GitHub's logins have no other letters. */
const folded = (login: string): string => login.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const paths = new Set<string>();
const api = createServer(({ url = "" }, response) => {
  paths.add(url);
  const [, login] = /^\/repos\/acme\/demo\/collaborators\/([^/?#]*)\/permission$/.exec(url) ?? [];
  const name = login === undefined ? undefined : folded(decodeURIComponent(login));
  const user = KNOWN.find((account) => account.login === name);
  response.writeHead(user === undefined ? 404 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(user === undefined ? { message: "Not Found" } : { permission: user.permission, user }));
});
let client: GitHubClient;
before(async () => {
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  client = createGitHub({ clock: systemClock, token: "t", apiUrl, userAgent: "test" });
});
after(() => {
  api.closeAllConnections();
  api.close();
});

/** From the event to the answer, as a job goes. */
async function mayStart(account: Account): Promise<boolean> {
  const event = parseEvent("issue_comment", issueComment("/kimi fix", { comment: { user: account }, sender: account }));
  const trigger = decideTrigger(event, { trigger: "/kimi" });
  if (trigger.kind !== "run" || trigger.authority.kind !== "people") return false;
  assert.deepEqual(trigger.authority.users, [account, account]);
  const { allowed } = await checkAccess(client, { owner: "acme", repo: "demo", users: trigger.authority.users });
  return allowed;
}

test(`${ACCOUNTS} accounts: the id and GitHub's own word decide, the login never`, async () => {
  const random = createRandom(20_260_301);
  const accounts = Array.from({ length: ACCOUNTS }, (): Account => {
    const login = loginOf(random);
    // An id that GitHub gave to the account of the event: the owner's, one of the others', a stranger's.
    const id = [1, 1, 2, 3, 4, 1000][random(6)] ?? 0;
    return { id, login, type: ["User", "User", "User", "Bot", "Organization", "Mannequin", "user"][random(7)] ?? "" };
  });
  const expected = accounts.filter(
    ({ id, login, type }) => id === 1 && type === "User" && folded(login) === OWNER.login,
  );
  const passed: Account[] = [];
  while (accounts.length > 0) {
    const batch = accounts.splice(0, 100);
    const answers = await Promise.all(batch.map(mayStart));
    passed.push(...batch.filter((_, index) => answers[index]));
  }
  assert.deepEqual(passed, expected);
  assert.ok(
    expected.length > ACCOUNTS / 200 && paths.size > ACCOUNTS / 10,
    `${expected.length} of them may, ${paths.size} were asked about`,
  );
});
