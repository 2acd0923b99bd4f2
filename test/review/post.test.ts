/** A review is posted whole and once, whatever befalls its request, and no finding of it is lost. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createRedact } from "../../src/base/redact.ts";
import { createGitHub } from "../../src/github/api/client.ts";
import type { Finding } from "../../src/protocol/tools/finding.ts";
import { createOutgoing } from "../../src/publish/render/outgoing.ts";
import { postReview, type ReviewToPost } from "../../src/review/post.ts";
import { jumpClock } from "../doubles/clock.ts";
import { secondaryRateLimit, type Fault } from "../doubles/github/faults.ts";
import { startGitHub } from "../doubles/github/server.ts";

const REPO = "octo/app";
const TOKEN = "ghs_secretTokenOfTheTests0123456789";

const finding = (line: number, more: Partial<Finding> = {}): Finding => ({
  path: "a.js",
  quote: [`${line};`],
  severity: "bug",
  title: `T${line}`,
  evidence: "E",
  fingerprint: `${line}`.padStart(16, "0"),
  anchor: { side: "RIGHT", start: line, end: line },
  ...more,
});

type Befalls = Omit<Fault, "match">;
const refused = (status: number, message: string, times = 99, errors: readonly object[] = []): Befalls =>
  ({ kind: "answer", status, body: { message, errors }, times }) as Befalls;
const ABUSE = { resource: "PullRequestReview", code: "abuse", field: "base" };
const PENDING = "User can only have one pending review per pull request";
const TOO_FAST = { resource: "PullRequestReview", code: "custom", message: "was submitted too quickly" };

/** What befalls the request; the comments of the reviews that are there after two jobs, and what the last one says. */
const ROWS: readonly (readonly [name: string, fault: Befalls | undefined, reviews: readonly number[], kind: string])[] =
  [
    ["nothing", undefined, [3], "unchanged"],
    ["the answer is lost", { kind: "lostReply" }, [3], "unchanged"],
    ["the connection is dropped", { kind: "drop" }, [3], "unchanged"],
    ["a proxy answers", refused(502, "Bad gateway", 1), [3], "unchanged"],
    ["a secondary limit", { ...secondaryRateLimit({ "retry-after": "60" }), times: 2 }, [3], "unchanged"],
    ["it came too fast", refused(422, "Validation Failed", 2, [ABUSE]), [3], "unchanged"],
    ["it came too fast, in words", refused(422, "Validation Failed", 2, [TOO_FAST]), [3], "unchanged"],
    ["one line is refused", refused(422, "Line could not be resolved", 2), [2], "unchanged"],
    ["every line is refused", refused(422, "Line could not be resolved", 4), [0], "unchanged"],
    ["the head is gone", refused(422, "commit_id is not part of the pull request"), [], "refused"],
    ["no right", refused(403, "Resource not accessible by integration"), [], "refused"],
    ["the pull request is gone", refused(404, "Not Found"), [], "refused"],
    ["the conversation is locked", refused(403, "Unable to create comment because issue is locked."), [], "refused"],
  ];

test("one review is there after two jobs, or none and the reason", async () => {
  await using hub = await startGitHub();
  hub.addToken(TOKEN);
  await hub.addRepository({ name: REPO, files: { "a.js": "" } });
  const lines = Array.from({ length: 120 }, (_, at) => `${at + 1};\n`).join("");
  const head = await hub.addCommit(REPO, { branch: "fix", files: { "a.js": lines } });
  const login = "github-actions[bot]";
  const { id } = hub.addUser(login, "Bot");
  const post = async (number: number, findings: readonly Finding[], more: Partial<ReviewToPost> = {}) => {
    const client = createGitHub({
      token: TOKEN,
      apiUrl: hub.url,
      userAgent: "test",
      clock: jumpClock(),
      noticeGapMs: 0,
    });
    const place = { client, repo: { owner: "octo", name: "app", serverUrl: hub.url }, number, self: { login, id } };
    const body = {
      mark: "<!-- m -->",
      head,
      commit: head,
      findings,
      disputed: [],
      hasNoChecks: false,
      unshown: [],
      runUrl: undefined,
    };
    const review = { ...body, proofs: new Map(), maxComments: 30, ...more };
    return await postReview({ ...place, outgoing: createOutgoing(createRedact({})) }, review);
  };
  const reviewsOf = (number: number) => {
    const { pull = assert.fail() } = hub.thread(REPO, number);
    return pull.reviews.map(({ id: one, body }) => ({
      body: body ?? "",
      comments: pull.reviewComments.filter(({ reviewId }) => reviewId === one),
    }));
  };
  const three = [1, 2, 3].map((line) => finding(line));
  for (const [name, fault, reviews, kind] of ROWS) {
    const { number } = await hub.addPull(REPO, { head: "fix", title: name });
    const path = `/repos/${REPO}/pulls/${number}/reviews`;
    if (fault !== undefined) hub.fault({ ...fault, match: { method: "POST", path } } as Fault);
    await post(number, three);
    const last = await post(number, three);
    hub.clearFaults();
    const there = reviewsOf(number);
    assert.deepEqual([last.kind, there.map(({ comments }) => comments.length)], [kind, reviews], name);
    for (const { body, comments } of there)
      for (const { title } of three)
        assert.ok(
          [body, ...comments.map((one) => one.body)].some((text) => text.includes(title)),
          `${name}: ${title}`,
        );
  }
  // No review with fewer comments would be taken.
  for (const more of [refused(422, PENDING), refused(422, "Validation Failed", 99, [ABUSE])]) {
    const { number } = await hub.addPull(REPO, { head: "fix", title: "of the whole" });
    const path = `/repos/${REPO}/pulls/${number}/reviews`;
    hub.fault({ ...more, match: { method: "POST", path } } as Fault);
    const bodies = async (findings: readonly Finding[]): Promise<readonly number[]> => {
      const before = hub.requests.length;
      assert.equal((await post(number, findings)).kind, "refused");
      const sent = hub.requests.slice(before).filter(({ method }) => method === "POST");
      return [...new Set(sent.map(({ body }) => (body as { comments: readonly unknown[] }).comments.length))];
    };
    assert.deepEqual(await bodies(three), [3]);
    hub.clearFaults();
  }
  // A review that is there counts as posted, though its comments cannot be read.
  const { number: posted } = await hub.addPull(REPO, { head: "fix", title: "posted" });
  assert.equal((await post(posted, three)).kind, "created");
  const unread = { method: "GET", path: `/repos/${REPO}/pulls/${posted}/comments` };
  hub.fault({ ...refused(403, "Resource not accessible by integration"), match: unread } as Fault);
  const known = await post(posted, three);
  assert.deepEqual([known.kind, known.suggested, reviewsOf(posted).length], ["unchanged", [], 1]);
  hub.clearFaults();
  // Of a file that GitHub does not show, no line can be named.
  const { number: hidden } = await hub.addPull(REPO, { head: "fix", title: "hidden" });
  await post(
    hidden,
    [1, 2].flatMap((line) => [finding(line), finding(line + 2, { path: "hidden.js" })]),
  );
  const [shown = assert.fail()] = reviewsOf(hidden);
  assert.deepEqual(
    [shown.comments.map(({ path }) => path), shown.body.match(/`hidden\.js:\d`/g)],
    [
      ["a.js", "a.js"],
      ["`hidden.js:3`", "`hidden.js:4`"],
    ],
  );
  // A closed pull request takes a review as an open one does.
  const { number } = await hub.addPull(REPO, { head: "fix", title: "closed" });
  hub.thread(REPO, number).state = "closed";
  const large = "<@a ".repeat(1_000);
  const replacement = ["`".repeat(10_000)];
  const many = Array.from({ length: 100 }, (_, at) =>
    finding(at + 1, { title: large.slice(0, 100), evidence: large, ...(at < 30 ? { replacement } : {}) }),
  );
  const proof = { kind: "passes", commands: ["npm test"], seconds: 1, own: false } as const;
  const proofs = new Map(many.map(({ fingerprint }) => [fingerprint, proof]));
  assert.equal((await post(number, many, { proofs })).kind, "created");
  const [whole = assert.fail()] = reviewsOf(number);
  assert.equal(whole.comments.length, 30);
  for (const { body } of [whole, ...whole.comments]) assert.ok(body.length < 65_536, `${body.length}`);
  assert.equal(
    whole.body.split("\n").filter((line) => line.startsWith("- **Bug** `a.js:")).length,
    70,
    "none is cut off",
  );
});
