/** Every answer that GitHub can give × every kind of actor: only a person with write permission passes, and every doubt is a no. */

import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { jumpClock } from "../../doubles/clock.ts";
import { checkAccess, type Access } from "../../../src/github/people/access.ts";
import { createGitHub } from "../../../src/github/api/client.ts";
import type { Account } from "../../../src/github/event/event-parts.ts";

/** Back-off without waiting. */
const clock = jumpClock();

/** Without a status nothing is answered at all. */
interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The API's answer about any account. */
let answerOf: (user: Account) => Reply = () => ({});
const asked = new Set<string>();
let reachedElsewhere = 0;
const api = createServer(({ url = "" }, response) => {
  const [, login = ""] =
    /^\/repos\/acme\/demo\/collaborators\/([^/]+)\/permission$/.exec(decodeURIComponent(url)) ?? [];
  asked.add(login);
  const actor = Object.values(ACTORS).find(({ account }) => account.login === login);
  assert.ok(actor);
  const { status, headers, body } = answerOf(actor.known);
  if (status !== undefined) response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
});
/** Another host, which says yes to everything. */
const elsewhere = createServer((_, response) => {
  reachedElsewhere += 1;
  response.writeHead(200, { "content-type": "application/json" }).end(says("admin")(DANA).body);
});
const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
before(async () => {
  for (const server of [api, elsewhere]) await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
after(() => {
  for (const server of [api, elsewhere]) {
    server.closeAllConnections();
    server.close();
  }
});

const DANA = { id: 7, login: "dana", type: "User" };

interface Actor {
  readonly account: Account;
  /** Whom GitHub knows by that login now. */
  readonly known: Account;
}

const ACTORS: Readonly<Record<string, Actor>> = {
  "a collaborator": { account: DANA, known: DANA },
  // GitHub answers with the best of what she has herself and by her teams.
  "a member by team": {
    account: { id: 8, login: "O-Team-member", type: "User" },
    known: { id: 8, login: "o-team-member", type: "User" },
  },
  "an app": {
    account: { id: 9, login: "helper[bot]", type: "Bot" },
    known: { id: 9, login: "helper[bot]", type: "Bot" },
  },
  // What the payload says of a deleted account, and the real account of that name.
  "a deleted account": {
    account: { id: 0, login: "ghost", type: "User" },
    known: { id: 10_137, login: "ghost", type: "User" },
  },
  // The login dana was taken by a person with rights after its first owner had given it up.
  "a renamed account": { account: { id: 70, login: "dana", type: "User" }, known: DANA },
};

/** GitHub's answer about a person; `role` is the name of the permission, custom ones included. */
function says(permission: string, role = permission): (user: Account) => Reply {
  return (user) => ({ status: 200, body: JSON.stringify({ permission, role_name: role, user }) });
}

const refuses = (status: number, message: string) => (): Reply => ({ status, body: JSON.stringify({ message }) });
const no = (reason: string): Access => ({ allowed: false, reason });
const unchecked = (reason: string): Access => ({ allowed: false, reason, isUnchecked: true });
/** The reason for a person whom GitHub knows and who is only outside of the repository. */
const tooLittle = (permission: string): Access => ({
  ...no(`LOGIN has the permission "${permission}" here; write is needed.`),
  ...(["read", "none"].includes(permission) ? { isOutsider: true } : {}),
});

const NOT_CHECKED = "The permission of LOGIN could not be checked.";
const PATH = "/repos/acme/demo/collaborators/LOGIN/permission";
const ROUTE = "GET /repos/{owner}/{repo}/collaborators/{username}/permission";
const NO_ANSWER = "Run the job again; if that does not help, check the address in GITHUB_API_URL and githubstatus.com.";

/** Name, answer, and the consequence for the person of the answer. */
const ANSWERS: readonly (readonly [string, (user: Account) => Reply, Access])[] = [
  ["admin", says("admin"), { allowed: true }],
  ["maintain", says("write", "maintain"), { allowed: true }],
  ["write", says("write"), { allowed: true }],
  ["triage", says("read", "triage"), tooLittle("read")],
  ["read", says("read"), tooLittle("read")],
  ["none", says("none"), tooLittle("none")],
  [
    "404",
    refuses(404, "Not Found"),
    no(
      `${NOT_CHECKED} GitHub answered GET ${PATH} with 404: Not Found. Check the name; a token without \`contents: read\` sees 404 as well.`,
    ),
  ],
  [
    "403",
    refuses(403, "Must have push access"),
    unchecked(
      `${NOT_CHECKED} GitHub answered GET ${PATH} with 403: Must have push access. Add \`contents: read\` under \`permissions:\` of the job, or give the token that permission.`,
    ),
  ],
  [
    "500",
    refuses(500, "oops"),
    unchecked(
      `${NOT_CHECKED} GitHub answered GET ${PATH} with 500: oops. GitHub has a problem; run the job again later (githubstatus.com).`,
    ),
  ],
  [
    "a timeout",
    () => ({}),
    unchecked(`${NOT_CHECKED} No usable answer from GitHub to ${ROUTE}: none within 0.5 s. ${NO_ANSWER}`),
  ],
  [
    "malformed JSON",
    () => ({ status: 200, body: '{"permission":"admin"' }),
    unchecked(`${NOT_CHECKED} No usable answer from GitHub to ${ROUTE}: the body is not valid JSON. ${NO_ANSWER}`),
  ],
  [
    "a redirect to another host",
    () => ({ status: 302, headers: { location: `${urlOf(elsewhere)}/yes` } }),
    unchecked(`${NOT_CHECKED} GitHub answered GET ${PATH} with 302: redirect to ELSEWHERE/yes.`),
  ],
  // Beyond the twelve: words that only look like a yes, and yeses that are not about a person.
  ["a custom role over write", says("write", "release manager"), { allowed: true }],
  ["a custom role named write", says("read", "write"), tooLittle("read")],
  ["a word in capitals", says("ADMIN", "admin"), tooLittle("ADMIN")],
  ["a foreign word", says("owner\n::error::x", "admin"), tooLittle("owner ::error::x")],
  [
    "nobody named",
    () => ({ status: 200, body: '{"permission":"admin"}' }),
    unchecked(`${NOT_CHECKED.slice(0, -1)}: GitHub's answer is invalid.`),
  ],
  [
    "a list",
    () => ({ status: 200, body: '[{"permission":"admin"}]' }),
    unchecked(`${NOT_CHECKED.slice(0, -1)}: GitHub's answer is invalid.`),
  ],
  ["nothing", () => ({ status: 204 }), unchecked(`${NOT_CHECKED.slice(0, -1)}: GitHub's answer is invalid.`)],
  ["a bot of that id", (user) => says("admin")({ ...user, type: "Bot" }), no("LOGIN is not a person but a bot.")],
];

const KINDS = Object.entries(ACTORS);

for (const [name, answer, meaning] of ANSWERS) {
  test(`${name}: what it means for ${KINDS.length} kinds of actor`, async () => {
    const client = createGitHub({ token: "t", apiUrl: urlOf(api), userAgent: "test", timeoutMs: 500, clock });
    answerOf = answer;
    asked.clear();
    const found = await Promise.all(
      KINDS.map(async ([kind, { account }]) => {
        return [kind, await checkAccess(client, { owner: "acme", repo: "demo", users: [account] })] as const;
      }),
    );
    const expected = KINDS.map(([kind, actor]) => [kind, expectation(meaning, actor)]);
    assert.deepEqual(Object.fromEntries(found), Object.fromEntries(expected));
    assert.deepEqual([...asked].toSorted(), ["O-Team-member", "dana", "ghost"], "only people are asked about");
    assert.equal(reachedElsewhere, 0);
  });
}

/** What an answer about `known` means for `account`. */
function expectation(meaning: Access, { account, known }: Actor): Access {
  if (account.type === "Bot") return no(`${account.login} is not a person but a bot.`);
  if (account.id !== known.id && isAboutSomebody(meaning))
    return no(`The account ${account.login} is not the one that asked (${known.id}, not ${account.id}).`);
  if (meaning.allowed) return meaning;
  const reason = meaning.reason.replaceAll("LOGIN", account.login).replaceAll("ELSEWHERE", urlOf(elsewhere));
  return { ...meaning, reason };
}

/** An answer that names its person is about the wrong one first of all. */
function isAboutSomebody(meaning: Access): boolean {
  return meaning.allowed || !meaning.reason.includes("could not be checked");
}
