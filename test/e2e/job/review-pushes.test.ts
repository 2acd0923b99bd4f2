/** Reviews of one pull request over its pushes: each finding is said once, and closed or kept as people and the lines say. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createJobScene, ownComments, REPOSITORY } from "./job-scene.ts";

const POLICY = `version: 2
sandbox: { minimum: none }
rules:
  - id: look
    approve: { read: ["**"] }
review: { fails_on: bug, nits: true }
`;
const LINES = Array.from({ length: 40 }, (_, index) => `line ${index + 1};`);
const text = (lines: readonly string[]): string => `${lines.join("\n")}\n`;
const SUMMARY = /^<!-- kimi-runner:finding [0-9a-f]{16} -->\n\*\*(.*)\*\*/;

type Severity = "bug" | "risk" | "nit";
const finding = (severity: Severity, quote: string, title: string, line?: number) => ({
  name: "report_finding",
  arguments: { path: "lib.mjs", severity, quote, title, evidence: `${title}, told at length.`, line },
});

test("over pushes, dismissals, a rebase and a force-push each finding is said once, and only what is new is read", async () => {
  let calls: readonly ReturnType<typeof finding>[] = [];
  await using scene = await createJobScene({
    files: { "lib.mjs": text(LINES), ".github/kimi-policy.yml": POLICY },
    replies: (request) => {
      const { messages } = request.json as { readonly messages: readonly { readonly role: string }[] };
      return messages.some(({ role }) => role === "assistant") ? { text: "Done." } : { calls };
    },
  });
  const { github, model } = scene;
  let lines = LINES.map((line, at) => (at > 0 && at < 5 ? `${line} // ${"abcd"[at - 1]}` : line));
  const push = async (from?: string) => {
    if (from !== undefined) await github.git(REPOSITORY, "update-ref", "refs/heads/feature", from);
    return await github.addCommit(REPOSITORY, { branch: "feature", files: { "lib.mjs": text(lines) }, user: "alice" });
  };
  lines.splice(38, 1);
  await push();
  const { number } = await github.addPull(REPOSITORY, { head: "feature", title: "Lib", user: "alice" });
  const thread = github.thread(REPOSITORY, number);
  const { pull = assert.fail() } = thread;
  let minutes = 0;
  /** What the review of a push did: its exit code, what stands, new comments, closed threads, what the model was shown. */
  const review = async (action: "opened" | "synchronize", reported: typeof calls) => {
    calls = reported;
    thread.updatedAt = new Date(Date.now() - 3_600_000 + 60_000 * (minutes += 1)).toISOString().replace(/\.\d+/, ""); // names the request
    const [said, asked] = [pull.reviewComments.length, model.requests.length];
    const closed = new Set(pull.resolved.keys());
    const end = await scene.run(
      { event: "pull_request", action, number, sender: "alice" },
      { inputs: { prompt: "/kimi review", sandbox: "none" } },
    );
    const { messages = [] } = (model.requests[asked]?.json ?? {}) as {
      readonly messages?: readonly { readonly content: unknown }[];
    };
    const shown =
      /(^diff --git [^]*?)\n(?=<\/|`{3}|~~~)/m.exec(messages.map(({ content }) => String(content)).join("\n"))?.[1] ??
      "";
    const standing = JSON.parse(end.outputs["findings-json"] ?? "[]") as readonly {
      readonly title: string;
      readonly anchor: { readonly start: number };
    }[];
    const titleOf = (body: string): string | undefined => SUMMARY.exec(body)?.[1];
    return {
      code: end.code,
      stands: standing.map(({ title, anchor }) => `${title}:${anchor.start}`),
      news: pull.reviewComments.slice(said).map(({ body, line }) => `${titleOf(body)}:${line}`),
      closed: pull.reviewComments
        .filter(({ id }) => pull.resolved.has(id) && !closed.has(id))
        .map(({ body }) => titleOf(body)),
      added: shown.split("\n").filter((line) => /^\+(?!\+\+)/.test(line)),
      told: JSON.stringify(model.requests.at(-1)?.json),
      log: end.log,
    };
  };
  const of = (prefix: string): string => lines.find((line) => line.includes(prefix)) ?? assert.fail();

  const first = await review("opened", [
    finding("bug", of("// a"), "A"),
    finding("risk", of("// b"), "B"),
    finding("risk", of("// c"), "C"),
    finding("nit", of("// d"), "D"),
    finding("bug", "line 39;", "Lost"),
  ]);
  assert.deepEqual(
    [first.code, first.stands, first.news, first.added.length],
    [1, ["A:2", "Lost:39", "B:3", "C:4", "D:5"], ["Bug: A:2", "Bug: Lost:39", "Risk: B:3", "Risk: C:4", "Nit: D:5"], 4],
    first.log,
  );
  const [, , b = assert.fail(), c = assert.fail(), d = assert.fail()] = pull.reviewComments;
  b.reactions.push({ id: 1, content: "-1", user: github.addUser("alice"), createdAt: b.createdAt });
  github.addReviewComment(REPOSITORY, number, { path: "lib.mjs", body: "Not a bug.", replyTo: c.id, user: "mallory" });
  pull.resolved.set(d.id, github.addUser("alice"));

  lines = ["above;", ...lines.map((line) => (line.includes("// a") ? "line 2; // fixed" : line))];
  lines.splice(39, 0, "line 39;");
  await push();
  const looks = (): number => github.requests.filter(({ path }) => /\/reviews(?:\?|$)/.test(path)).length;
  const before = looks();
  const second = await review("synchronize", [
    finding("risk", of("// b"), "B in other words"),
    finding("risk", of("// c"), "C in other words"),
    finding("nit", of("// c"), "Late style"),
  ]);
  assert.deepEqual(
    [second.code, second.stands, second.news, second.closed, second.added],
    [0, ["C:5"], [], ["Bug: A", "Bug: Lost"], ["+above;", "+line 2; // fixed"]],
    second.log,
  );
  assert.equal(looks() - before, 1, "they are read with the thread, and no review of an earlier attempt is looked for");
  assert.match(second.told, /Not recorded: lib.mjs has no change there since the last review/);

  lines = lines.map((line) => (line === "line 30;" ? "line 30; // e" : line));
  await push();
  const third = await review("synchronize", [finding("bug", of("// e"), "E")]);
  assert.deepEqual(
    [third.code, third.stands, third.news, third.closed, third.added],
    [1, ["E:31", "C:5"], ["Bug: E:31"], [], ["+line 30; // e"]],
    third.log,
  );

  const merged = LINES.map((line) => (line === "line 20;" ? "line 20; // of main" : line));
  const main = await github.addCommit(REPOSITORY, {
    branch: "main",
    files: { "lib.mjs": text(merged) },
    user: "alice",
  });
  lines = ["one more;", ...lines.map((line) => (line === "line 20;" ? "line 20; // of main" : line))];
  await push(main);
  const rebased = await review("synchronize", [finding("bug", of("// e"), "E again")]);
  assert.deepEqual(
    [rebased.code, rebased.stands, rebased.news, rebased.closed, rebased.added],
    [1, ["E:32", "C:6"], [], [], ["+one more;"]],
    rebased.log,
  );

  lines = lines.map((line) => (line === "line 30; // e" ? "line 30; // g" : line));
  await push(main);
  const forced = await review("synchronize", [finding("bug", of("// g"), "F")]);
  assert.deepEqual(
    [forced.code, forced.stands, forced.news, forced.closed, forced.added],
    [1, ["F:32", "C:6"], ["Bug: F:32"], ["Bug: E"], ["+line 30; // g"]],
    forced.log,
  );

  lines = lines.map((line) => (line === "line 2; // fixed" ? "line 2; // a" : line));
  await push();
  const back = await review("synchronize", [finding("bug", of("// a"), "A came back")]);
  assert.deepEqual(
    [back.code, back.stands, back.news, back.closed],
    [1, ["F:32", "A came back:4", "C:6"], ["Bug: A came back:4"], []],
    back.log,
  );

  let asked = model.requests.length;
  lines = lines.map((line) => (line === "line 30; // g" ? "line 30;" : line));
  await push();
  const undone = await review("synchronize", []);
  assert.deepEqual(
    [undone.code, undone.stands, undone.closed, model.requests.length],
    [1, ["A came back:4", "C:6"], ["Bug: F"], asked],
    "what is left is what main has",
  );
  lines = [...lines.map((line) => (line === "line 30;" ? "line 30; // g" : line)), of("// c")];
  await push();
  const redone = await review("synchronize", [
    finding("bug", of("// g"), "F came back"),
    finding("risk", of("// c"), "C again", lines.length),
  ]);
  const last = lines.length;
  assert.deepEqual(
    [redone.code, redone.stands, redone.news],
    [
      1,
      ["A came back:4", "F came back:32", "C:6", `C again:${last}`],
      ["Bug: F came back:32", `Risk: C again:${last}`],
    ],
    redone.log,
  );

  asked = model.requests.length;
  const again = await review("synchronize", []);
  assert.deepEqual(
    [again.code, again.stands, model.requests.length],
    [1, redone.stands, asked],
    "a head that was reviewed",
  );
  calls = [];
  const whole = await scene.command(number, "/kimi review all", "alice", { inputs: { sandbox: "none" } });
  assert.deepEqual([whole.code, whole.outputs["findings"], pull.reviewComments.length], [1, "4", 11], whole.log);
  // Of two findings about equal lines, the one that keeps its neighbours is the one that is reported again.
  pull.reviewComments.pop();
  lines = lines.map((line) => (line.includes("// d") ? "line 5; // other" : line));
  await push();
  calls = [finding("risk", of("// c"), "C again", lines.length)];
  const equal = await scene.command(number, "/kimi review all", "alice", { inputs: { sandbox: "none" } });
  assert.deepEqual([equal.outputs["findings"], pull.reviewComments.length], ["4", 10], equal.log);
  assert.deepEqual(ownComments(github, number), []);
  assert.equal(
    (await github.git(REPOSITORY, "for-each-ref", "--format=%(refname)", "refs/kimi/reviews")).split("\n").length,
    1,
  );
});
