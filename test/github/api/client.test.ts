/** The client over real HTTP: limits kept, reads repeated, writes never unless told, errors that say what to do. */

import assert from "node:assert/strict";
import { createServer, request, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test, type TestContext } from "node:test";
import { gzipSync } from "node:zlib";
import { systemClock, type Clock } from "../../../src/base/clock.ts";
import { createGitHub, type GitHubClient, type GitHubOptions } from "../../../src/github/api/client.ts";
import { failureOf } from "../../../src/github/api/failure.ts";
import { RunnerError } from "../../../src/protocol/error.ts";
import type { CallOptions } from "../../../src/github/api/call.ts";
import { secondaryRateLimit, type Fault } from "../../doubles/github/faults.ts";
import { startGitHub, type GitHub } from "../../doubles/github/server.ts";

let github: GitHub;
before(async () => {
  github = await startGitHub();
  await github.addRepository({ name: "acme/demo" });
  github.addToken("t");
  github.addToken("reader", { scopes: { issues: "read" } });
  github.addIssue("acme/demo", { title: "One" });
});
after(async () => github.close());

interface Waiting extends Clock {
  readonly slept: number[];
}

/** A clock that waits without time passing outside. */
function virtualClock(): Waiting {
  let time = Date.parse("2026-03-01T10:00:00Z");
  const slept: number[] = [];
  return {
    slept,
    now: () => time,
    monotonic: () => time,
    sleep: async (ms) => {
      slept.push(ms);
      time += ms;
    },
  };
}

/** Requests that the server had got when a client was made last. */
let earlier = 0;
const sent = (): number => github.requests.length - earlier;

function connect(clock: Clock, more: Partial<GitHubOptions> = {}): GitHubClient {
  earlier = github.requests.length;
  return createGitHub({ token: "t", apiUrl: github.url, userAgent: "test", clock, noticeGapMs: 0, ...more });
}

/** A server of a test's own. */
async function listen(
  t: TestContext,
  answer?: RequestListener,
): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const BAD_GATEWAY = { kind: "answer", status: 502, body: "bad gateway" } as const;
const down = (status: number, times = 1) => ({ kind: "answer", status, body: { message: "down" }, times }) as const;

const ISSUE = "/repos/acme/demo/issues/1";
const GET = "GET /repos/{owner}/{repo}/issues/{number}";
const POST = "POST /repos/{owner}/{repo}/issues/{number}/comments";
const PATCH = "PATCH /repos/{owner}/{repo}/issues/{number}";
const AT = { owner: "acme", repo: "demo", number: 1 };

const bodiesOf = (items: readonly unknown[]): string[] => items.map((item) => (item as { body: string }).body);

async function failing(call: Promise<unknown>): Promise<RunnerError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof RunnerError, String(error));
  return error;
}

test("a read, a write and a query", async () => {
  const client = connect(virtualClock());
  const { status, data } = await client.request(GET, AT);
  assert.deepEqual([status, (data as { title: string }).title], [200, "One"]);
  const made = await client.request(POST, { ...AT, body: "hi ✓" });
  assert.deepEqual([made.status, (made.data as { body: string }).body], [201, "hi ✓"]);
  const query = 'query { repository(owner: "acme", name: "demo") { name } }';
  assert.deepEqual(JSON.parse(JSON.stringify(await client.graphql(query))), { repository: { name: "demo" } });
  assert.equal(sent(), 3);
  assert.deepEqual(github.violations, []);
});

test("rate limits are waited for, as long as they say", async () => {
  const reset = String(Date.parse("2026-03-01T10:00:00Z") / 1000 + 50);
  const waits: readonly (readonly [Record<string, string>, number])[] = [
    [{ "retry-after": "7" }, 7_000],
    [{ "retry-after": "0" }, 1_000],
    [{ "retry-after": "Sun, 01 Mar 2026 10:00:30 GMT" }, 30_000],
    [{ "retry-after": "-5" }, 60_000],
    [{ "retry-after": "soon" }, 60_000],
    [{}, 60_000],
    [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset }, 50_000],
    [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "0" }, 1_000],
    [{ "retry-after": "3", "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset }, 3_000],
  ];
  for (const status of [403, 429] as const) {
    for (const [headers, wait] of waits) {
      const clock = virtualClock();
      const told: number[] = [];
      github.fault({ ...secondaryRateLimit(headers, status), match: { path: ISSUE } });
      const client = connect(clock, { onWait: ({ waitMs }) => void told.push(waitMs) });
      assert.equal((await client.request(GET, AT)).status, 200);
      assert.deepEqual([clock.slept, told], [[wait], [wait]], JSON.stringify(headers));
    }
  }
});

test("waiting is bounded, and the error says so", async () => {
  const clock = virtualClock();
  github.fault({ ...secondaryRateLimit({ "retry-after": "1000000000" }), match: { path: ISSUE } });
  const error = await failing(connect(clock).request(GET, AT));
  assert.deepEqual([error.code, clock.slept], ["github.failed", []]);
  assert.match(error.message, /asks for a wait of 1000000000 s; a run waits 180 s at most/);

  github.fault({ ...secondaryRateLimit({ "retry-after": "50" }), match: { path: ISSUE }, times: 5 });
  const patient = virtualClock();
  assert.equal((await failing(connect(patient).request(GET, AT))).code, "github.failed");
  assert.deepEqual(patient.slept, [50_000, 50_000, 50_000]);
  // Drops what is left of the fault.
  for (let left = 0; left < 1; left += 1) await failing(connect(virtualClock(), { maxWaitMs: 0 }).request(GET, AT));
});

test("after a rate limit that asks for too long a wait, calls fail at once, and are sent again when it is over", async () => {
  const clock = virtualClock();
  const client = connect(clock);
  github.fault({ ...secondaryRateLimit({ "retry-after": "3600" }), match: { path: ISSUE } });
  await failing(client.request(GET, AT));
  const told = await failing(client.request(GET, AT));
  assert.match(told.message, /asks for a wait of 3600 s/);
  assert.equal(sent(), 1);
  await clock.sleep(3_600_000);
  assert.equal((await client.request(GET, AT)).status, 200);
});

test("calls side by side wait together", async (t) => {
  // Refuses late, so that all four are on their way. The machine's clock: a virtual one would let time pass between the
  // refusals. Waiting one after the other would be 4 s.
  let asked = 0;
  const api = await listen(t, (_request, response) => {
    asked += 1;
    const refuse = (): void => void response.writeHead(429, { "retry-after": "1" }).end();
    if (asked <= 4) setTimeout(refuse, 200);
    else response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const client = connect(systemClock, { apiUrl: api.url, maxWaitMs: 1_900 });
  const answers = await Promise.all([1, 2, 3, 4].map(async () => client.request(GET, AT)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  assert.equal(asked, 8);
});

test("reads are repeated, writes only as far as they may be", async () => {
  const limited = secondaryRateLimit({ "retry-after": "1" });
  const find = async (): Promise<undefined> => undefined;
  const blind = async (): Promise<never> => await Promise.reject(new Error("the list is down too"));
  const cases: readonly (readonly [string, CallOptions["repeat"], Fault, number | undefined, number, number[]])[] = [
    ["read, 502", undefined, { ...BAD_GATEWAY, match: { path: ISSUE } }, 200, 2, [500]],
    ["read, dropped", undefined, { kind: "drop", match: { path: ISSUE } }, 200, 2, [500]],
    ["read, two 503", undefined, { ...down(503, 2), match: { path: ISSUE } }, 200, 3, [500, 2_000]],
    ["read, three 503", undefined, { ...down(503, 3), match: { path: ISSUE } }, undefined, 3, [500, 2_000]],
    ["read, four 503", "always", { ...down(503, 4), match: { path: ISSUE } }, 200, 5, [500, 2_000, 8_000, 30_000]],
    [
      "read, five 503",
      "always",
      { ...down(503, 5), match: { path: ISSUE } },
      undefined,
      5,
      [500, 2_000, 8_000, 30_000],
    ],
    ["read, told not to", "never", { kind: "drop", match: { path: ISSUE } }, undefined, 1, []],
    ["write, 502", undefined, { ...BAD_GATEWAY, match: { method: "POST" } }, undefined, 1, []],
    ["write, lost reply", undefined, { kind: "lostReply", match: { method: "POST" } }, undefined, 1, []],
    ["write, limited", undefined, { ...limited, match: { method: "POST" } }, undefined, 1, []],
    ["write that looks, limited", { find }, { ...limited, match: { method: "POST" } }, 201, 2, [1_000]],
    ["write that looks, 502", { find }, { ...BAD_GATEWAY, match: { method: "POST" } }, 201, 2, [500, 2_000]],
    ["write that looks, 422", { find }, { ...down(422), match: { method: "POST" } }, undefined, 1, []],
    [
      "write that cannot look",
      { find: blind },
      { ...BAD_GATEWAY, match: { method: "POST" } },
      undefined,
      1,
      [500, 2_000, 8_000, 30_000],
    ],
    ["always write, lost reply", "always", { kind: "lostReply", match: { method: "POST" } }, 201, 2, [500]],
    ["always write, 500", "always", { ...down(500), match: { method: "POST" } }, 201, 2, [500]],
    ["always write, 409", "always", { ...down(409), match: { method: "POST" } }, undefined, 1, []],
    ["edit, 409", "always", { ...down(409), match: { method: "PATCH" } }, 200, 2, [500]],
    ["edit, 409 twice", "always", { ...down(409, 2), match: { method: "PATCH" } }, undefined, 2, [500]],
    ["edit, 422", "always", { ...down(422), match: { method: "PATCH" } }, undefined, 1, []],
  ];
  for (const [name, repeat, fault, status, calls, waits] of cases) {
    const clock = virtualClock();
    const client = connect(clock);
    github.fault(fault);
    const call = name.startsWith("read")
      ? client.request(GET, AT, { repeat })
      : name.startsWith("edit")
        ? client.request(PATCH, { ...AT, title: name }, { repeat })
        : client.request(POST, { ...AT, body: name }, { repeat });
    if (status === undefined) await failing(call);
    else assert.equal((await call).status, status, name);
    assert.deepEqual([sent(), clock.slept], [calls, waits], name);
  }
});

test("what a lost write finds on the server is its answer, and it is not sent again", async () => {
  github.fault({ kind: "lostReply", match: { method: "POST" } });
  const client = connect(virtualClock());
  const find = async (): Promise<unknown> =>
    (await client.paginate("GET /repos/{owner}/{repo}/issues/{number}/comments", AT)).findLast(
      (comment) => (comment as { body: string }).body === "found",
    );
  const { status, data } = await client.request(POST, { ...AT, body: "found" }, { repeat: { find } });
  assert.deepEqual([status, (data as { body: string }).body, sent()], [200, "found", 2]);
  const bodies = github.thread("acme/demo", 1).comments.map(({ body }) => body);
  assert.equal(bodies.filter((body) => body === "found").length, 1);
});

test("waits for outages have a common limit, after which a request is still sent once", async () => {
  const clock = virtualClock();
  const client = connect(clock, { maxWaitMs: 11_000 });
  github.fault({ ...down(503, 6), match: { path: ISSUE } });
  for (const _ of [1, 2]) await failing(client.request(GET, AT, { repeat: "always" }));
  assert.deepEqual([sent(), clock.slept], [6, [500, 2_000, 8_000, 500]]);
  assert.equal((await client.request(GET, AT)).status, 200);
});

test("a secondary limit without a time doubles its wait, and is named as a limit", async () => {
  const clock = virtualClock();
  const client = connect(clock);
  github.fault({ ...secondaryRateLimit({}), match: { method: "POST" }, times: 3 });
  const error = await failing(client.request(POST, { ...AT, body: "x" }, { repeat: "always" }));
  assert.deepEqual(
    [clock.slept, error.code, failureOf(error)?.isRateLimit],
    [[60_000, 120_000], "github.failed", true],
  );
  const atOnce = connect(virtualClock());
  github.fault({ kind: "answer", status: 403, headers: { "retry-after": "9" }, body: {}, match: { method: "POST" } });
  const once = await failing(atOnce.request(POST, { ...AT, body: "x" }));
  assert.deepEqual([once.code, failureOf(once)?.isRateLimit], ["github.failed", true]);
  assert.match(once.hint ?? "", /GitHub's rate limit, not a missing permission/);
});

test("a lost reply has no status", async () => {
  github.fault({ kind: "lostReply", match: { method: "POST" } });
  const error = await failing(connect(virtualClock()).request(POST, { ...AT, body: "x" }));
  assert.deepEqual([error.code, failureOf(error)?.status, failureOf(error)?.route], ["github.failed", undefined, POST]);
});

test("errors name what is missing", async () => {
  const denied = await failing(connect(virtualClock(), { token: "reader" }).request(POST, { ...AT, body: "x" }));
  assert.deepEqual([denied.code, failureOf(denied)?.status], ["github.denied", 403]);
  assert.match(
    denied.message,
    /^GitHub answered POST \/repos\/acme\/demo\/issues\/1\/comments with 403: Resource not accessible by integration/,
  );
  assert.match(denied.hint ?? "", /^Add `issues: write`/);
  const missing = await failing(connect(virtualClock()).request(GET, { ...AT, number: 99 }));
  assert.deepEqual([missing.code, failureOf(missing)?.status], ["github.not_found", 404]);
  const ref = { owner: "acme", repo: "pulls", ref: "heads/issues" };
  const unseen = await failing(connect(virtualClock()).request("GET /repos/{owner}/{repo}/git/ref/{ref}", ref));
  assert.match(unseen.hint ?? "", /without `contents: read`/);
  const wrong = await failing(connect(virtualClock(), { token: "no" }).request(GET, AT));
  assert.deepEqual([wrong.code, failureOf(wrong)?.status], ["github.denied", 401]);
  assert.match(wrong.hint ?? "", /github-token/);

  const hints: readonly (readonly [number, string, Record<string, string>, RegExp])[] = [
    [403, "GitHub Actions is not permitted to create or approve pull requests.", {}, /Settings → Actions → General/],
    [403, "Repository was archived so is read-only.", {}, /unarchive/],
    [403, "Unable to create comment because issue is locked.", {}, /Unlock/],
    [
      403,
      "Resource not accessible by integration",
      { "x-accepted-github-permissions": "pull_requests=write,metadata=read; issues=write" },
      /^Add `pull-requests: write` under/,
    ],
    [500, "oops", {}, /githubstatus/],
  ];
  for (const [status, message, headers, hint] of hints) {
    github.fault({ kind: "answer", status, body: { message }, headers, match: { method: "POST" } });
    const error = await failing(connect(virtualClock()).request(POST, { ...AT, body: "x" }));
    assert.match(error.hint ?? "", hint);
  }
});

test("the token appears in no error", async () => {
  github.fault({ kind: "answer", status: 422, body: { message: "no" }, match: { method: "POST" } });
  const error = await failing(connect(virtualClock()).request(POST, { ...AT, body: "x" }));
  assert.ok(!JSON.stringify([error.message, error.hint, error.cause, error.stack]).includes("Bearer"));
});

test("an answer that takes too long is a failure", async () => {
  github.fault({ kind: "delay", delayMs: 300, match: { path: ISSUE } });
  const error = await failing(connect(virtualClock(), { timeoutMs: 60 }).request(GET, AT, { repeat: "never" }));
  assert.match(error.message, /none within 0\.06 s/);
});

test("a body that breaks off or is not JSON is a failure, and a read is repeated", async (t) => {
  for (const [head, beginning, reason] of [
    [{ "content-length": "100" }, '{"title":', /terminated|other side closed|aborted/],
    [{}, '{"title":', /not valid JSON/],
  ] as const) {
    let asked = 0;
    const api = await listen(t, (_request, response) => {
      asked += 1;
      response.writeHead(200, { "content-type": "application/json; charset=utf-8", ...head });
      response.write(beginning, () => ("content-length" in head ? response.destroy() : response.end()));
    });
    const error = await failing(connect(virtualClock(), { apiUrl: api.url }).request(GET, AT));
    assert.match(error.message, reason);
    assert.deepEqual([error.code, failureOf(error)?.status, asked], ["github.failed", undefined, 3]);
  }
});

test("a compressed answer is read, and a badly compressed one is a failure", async (t) => {
  const bodies = [gzipSync('{"title":"ä"}'), Buffer.from('{"title":"ä"}')];
  const asked: unknown[] = [];
  const api = await listen(t, ({ headers }, response) => {
    asked.push(headers["accept-encoding"]);
    response.writeHead(200, { "content-type": "application/json; charset=utf-8", "content-encoding": "gzip" });
    response.end(bodies[asked.length - 1] ?? bodies[1]);
  });
  const client = connect(virtualClock(), { apiUrl: api.url });
  assert.deepEqual((await client.request(GET, AT)).data, { title: "ä" });
  const error = await failing(client.request(GET, AT, { repeat: "never" }));
  assert.match(error.message, /^No usable answer from GitHub to GET .*: incorrect header check\.$/);
  assert.deepEqual(asked, ["gzip", "gzip"]);
});

test("requests that notify people are a second apart, other requests do not wait", async () => {
  const client = connect(systemClock, { noticeGapMs: undefined });
  const sent: string[] = [];
  const ended = (name: string) => (): void => void sent.push(name);
  const blob = "POST /repos/{owner}/{repo}/git/blobs";
  await Promise.all([
    client.request(POST, { ...AT, body: "one" }).then(ended("comment")),
    client.request(POST, { ...AT, body: "two" }).then(ended("comment")),
    ...[1, 2, 3].map(async () => client.request(blob, { ...AT, content: "", encoding: "utf-8" }).then(ended("blob"))),
    client.request(GET, AT).then(ended("issue")),
  ]);
  assert.equal(sent.at(-1), "comment");
  assert.deepEqual(sent.toSorted(), ["blob", "blob", "blob", "comment", "comment", "issue"]);
});

test("a proxy carries the calls, and NO_PROXY keeps it away", async (t) => {
  const through: string[] = [];
  // A proxy of plain HTTP is asked for whole addresses (RFC 9112, 3.2.2).
  const proxy = await listen(t, (incoming, outgoing) => {
    const { host, port, pathname } = new URL(incoming.url ?? "");
    through.push(host);
    const { method, headers } = incoming;
    const onward = request({ host: "127.0.0.1", port, path: pathname, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  const proxied = connect(virtualClock(), { proxyEnv: { HTTP_PROXY: proxy.url } });
  assert.equal((await proxied.request(GET, AT)).status, 200);
  assert.deepEqual(through, [new URL(github.url).host]);
  const direct = connect(virtualClock(), { proxyEnv: { HTTP_PROXY: proxy.url, NO_PROXY: "127.0.0.1" } });
  assert.equal((await direct.request(GET, AT)).status, 200);
  assert.equal(through.length, 1);
});

test("an abort is passed on as it is", async () => {
  const reason = new Error("enough");
  const signal = AbortSignal.abort(reason);
  await assert.rejects(connect(virtualClock()).request(GET, AT, { signal }), reason);
});

test("redirects: followed on the same host, never to another, never with a refusal", async () => {
  const moved = (location: string): Parameters<GitHub["fault"]>[0] => ({
    kind: "answer",
    status: 301,
    headers: { location },
    body: {},
    match: { path: "/repos/acme/old/issues/1" },
  });
  const old = { ...AT, repo: "old" };
  github.fault(moved(ISSUE));
  assert.equal((await connect(virtualClock()).request(GET, old)).status, 200);
  github.fault(moved("http://127.0.0.2:9/x"));
  assert.match(
    (await failing(connect(virtualClock()).request(GET, old))).message,
    /301: redirect to http:\/\/127\.0\.0\.2/,
  );
  github.fault(moved(ISSUE));
  assert.match((await failing(connect(virtualClock()).request(GET, old, { redirects: "refuse" }))).message, /with 301/);
});

test("pages: all, the first, the last", async () => {
  github.addIssue("acme/demo", { title: "Long" });
  for (let n = 1; n <= 250; n += 1) github.addComment("acme/demo", 2, { body: `c${n}` });
  const client = connect(virtualClock());
  const route = "GET /repos/{owner}/{repo}/issues/{number}/comments";
  const params = { owner: "acme", repo: "demo", number: 2 };
  const all = await client.paginate(route, params);
  assert.deepEqual(
    bodiesOf(all),
    Array.from({ length: 250 }, (_, index) => `c${index + 1}`),
  );
  const first = await client.pages(route, params, { maxPages: 1, keep: "first" });
  assert.deepEqual([bodiesOf(first.items)[0], first.items.length, first.skippedPages], ["c1", 100, 2]);
  const last = await client.pages(route, params, { maxPages: 2, keep: "last" });
  assert.deepEqual([bodiesOf(last.items)[0], last.items.length, last.skippedPages], ["c101", 150, 1]);
});

test("a list that does not name its last page is followed from page to page", async (t) => {
  // As GitHub answers for the issues of a repository: by a cursor, and without `rel="last"`.
  const asked: string[] = [];
  const api = await listen(t, (request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://localhost");
    const page = Number(searchParams.get("page"));
    asked.push(`${page} ${searchParams.get("after")} ${searchParams.get("state")}`);
    const next = `<${api.url}/repositories/1/issues?state=all&per_page=100&after=c${page + 1}&page=${page + 1}>; rel="next"`;
    response.writeHead(200, { "content-type": "application/json", ...(page < 3 ? { link: next } : {}) });
    response.end(JSON.stringify([{ body: `c${page}` }]));
  });
  const client = connect(systemClock, { apiUrl: api.url });
  const [route, params] = ["GET /repos/{owner}/{repo}/issues", { owner: "acme", repo: "demo", state: "all" }];
  assert.deepEqual(bodiesOf(await client.paginate(route, params)), ["c1", "c2", "c3"]);
  assert.deepEqual(asked, ["1 null all", "2 c2 all", "3 c3 all"]);
  const first = await client.pages(route, params, { maxPages: 2, keep: "first" });
  assert.deepEqual([bodiesOf(first.items), first.skippedPages], [["c1", "c2"], 1]);
  const last = await client.pages(route, params, { maxPages: 2, keep: "last" });
  assert.deepEqual([bodiesOf(last.items), last.skippedPages], [["c2", "c3"], 1]);
});

test("a list that names a page again ends there, and no page is in it twice", async (t) => {
  const lists: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ["the second page names itself", ["after=c2&page=2", "after=c2&page=2"], ["c1", "c2"]],
    ["the only page names itself", ["per_page=100&page=1"], ["c1"]],
    ["two pages name each other", ["per_page=100&page=2", "per_page=100&page=1"], ["c1", "c2"]],
  ];
  for (const [name, nexts, bodies] of lists) {
    let asked = 0;
    const api = await listen(t, (_, response) => {
      const link = `<${api.url}/repositories/1/issues?${nexts[asked % nexts.length]}>; rel="next"`;
      asked += 1;
      response.writeHead(200, { "content-type": "application/json", link });
      response.end(JSON.stringify(asked > 9 ? [] : [{ body: `c${asked}` }]));
    });
    const client = connect(systemClock, { apiUrl: api.url });
    const found = await client.paginate("GET /repos/{owner}/{repo}/issues", { owner: "acme", repo: "demo" });
    assert.deepEqual([bodiesOf(found), asked], [bodies, bodies.length], name);
  }
});

test("pages that are named without the server's address are fetched", async (t) => {
  for (const last of [
    `, </repositories/1/issues?page=3>; rel="last"`,
    `, </repositories/1/issues?page=end>; rel="last"`,
    "",
  ]) {
    const api = await listen(t, (request, response) => {
      const page = Number(new URL(request.url ?? "", "http://localhost").searchParams.get("page"));
      const link = { link: `</repositories/1/issues?page=${page + 1}>; rel="next"${last}` };
      response.writeHead(200, { "content-type": "application/json", ...(page < 3 ? link : {}) });
      response.end(JSON.stringify([{ body: `c${page}` }]));
    });
    const client = connect(systemClock, { apiUrl: api.url });
    const found = await client.paginate("GET /repos/{owner}/{repo}/issues", { owner: "acme", repo: "demo" });
    assert.deepEqual(bodiesOf(found), ["c1", "c2", "c3"]);
  }
});

test("a list with more pages than a server can have is an error", async (t) => {
  const api = await listen(t, (_, response) => {
    const link = `<${api.url}/repositories/1/issues?page=4294967296>; rel="last"`;
    response.writeHead(200, { "content-type": "application/json", link }).end("[]");
  });
  const client = connect(systemClock, { apiUrl: api.url });
  const error = await failing(client.paginate("GET /repos/{owner}/{repo}/issues", { owner: "acme", repo: "demo" }));
  assert.match(
    error.message,
    /No usable answer from GitHub to .*: the list has 4294967296 pages; at most 10000 are read\./,
  );
});

test("GraphQL: errors throw, queries repeat, mutations do not", async () => {
  const gone = await failing(connect(virtualClock()).graphql('query { repository(owner: "x", name: "y") { name } }'));
  assert.equal(gone.code, "github.not_found");
  const client = connect(virtualClock());
  github.fault({ kind: "drop", match: { path: "/graphql" } });
  await client.graphql("query { viewer { login } }");
  assert.equal(sent(), 2);
  github.fault({ kind: "drop", match: { path: "/graphql" } });
  await failing(client.graphql("mutation { x }"));
  assert.equal(sent(), 3);
});
