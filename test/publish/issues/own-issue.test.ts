/** An issue that is kept up to date, and the boxes that people tick in it, on a GitHub with roles. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createGitHub, type GitHubClient } from "../../../src/github/api/client.ts";
import { createOwnIssue, type FoundIssue, type OwnIssue } from "../../../src/publish/issues/own-issue.ts";
import { readTicks, renderTickBox, tickedIn, type Ticks } from "../../../src/publish/issues/tick-list.ts";
import { jumpClock } from "../../doubles/clock.ts";
import { startGitHub, type GitHub } from "../../doubles/github/server.ts";

const REPO = "acme/demo";
const MARK = "<!-- kimi-runner:dashboard test -->";
/** GitHub's times are whole seconds, so that each edit here has one of its own. */
let seconds = Date.parse("2026-01-02T03:04:05Z");
let hub: GitHub;
let client: GitHubClient;
let self: { readonly id: number; readonly login: string };

before(async () => {
  hub = await startGitHub({ now: () => new Date((seconds += 1000)) });
  hub.addToken("t");
  self = hub.addUser("github-actions[bot]");
  await hub.addRepository({ name: REPO, roles: { mona: "write", triss: "triage" } });
  client = createGitHub({ token: "t", apiUrl: hub.url, userAgent: "test", clock: jumpClock(), noticeGapMs: 0 });
});
after(async () => {
  assert.deepEqual(hub.violations, []);
  await hub.close();
});

const repo = { owner: "acme", name: "demo", serverUrl: "https://github.example" };
const own = (mark = MARK): OwnIssue => createOwnIssue({ client, repo, self, mark, outgoing: (text) => text });
const found = async (mark = MARK): Promise<FoundIssue> => (await own(mark).find()) ?? assert.fail("no issue");
const ticks = async (mark = MARK): Promise<Ticks> => await readTicks({ client, repo, self, issue: await found(mark) });

test("a ticked box is found by its id, with a small or a capital x, and similar text is not", () => {
  const body = [
    renderTickBox({ id: "retry:a1", text: "Again" }),
    renderTickBox({ id: "open:b2", text: "two\nlines" }).replace("[ ]", "[x]"),
    renderTickBox({ id: "skip:c3", text: "Skip" }).replace("- [ ]", "  * [X]"),
    "A sentence - [x] <!-- kimi-tick:skip:d4 --> in a line",
    "- [x] &lt;!-- kimi-tick:skip:e5 --&gt;",
    renderTickBox({ id: "open:b2", text: "twice" }).replace("[ ]", "[x]"),
  ].join("\r\n");
  assert.deepEqual(tickedIn(body.replaceAll("\r\n", "\n")), ["open:b2", "skip:c3"]);
  assert.equal(renderTickBox({ id: "open:b2", text: "two\nlines" }), "- [ ] <!-- kimi-tick:open:b2 --> two lines");
  assert.throws(() => renderTickBox({ id: "a --> <b>", text: "" }), /Not an id/);
});

test("created once, edited in place, unchanged without a request to write; a closed one stays closed", async () => {
  hub.addIssue(REPO, { body: `${MARK}\nforged by a person`, user: "mallory" });
  assert.equal(await own().find(), undefined, "an issue of another account is not ours");
  const first = await own().put({ title: "Board", body: "one", labels: ["kimi"] }, undefined);
  assert.equal(first.kind, "created");
  const there = await found();
  assert.equal(there.whole, `${MARK}\n<!-- kimi-runner:text -->\none`);
  assert.deepEqual([there.note, there.body], ["", "one"]);
  assert.deepEqual(
    hub.thread(REPO, there.number).labels.map(({ name }) => name),
    ["kimi"],
  );
  assert.equal((await own().put({ title: "Board", body: "one" }, there)).kind, "unchanged");
  assert.equal((await own().put({ title: "Board", body: "two" }, there)).kind, "updated");
  hub.thread(REPO, there.number).state = "closed";
  assert.equal((await own().put({ title: "Board", body: "three" }, await found())).kind, "updated");
  assert.equal(hub.thread(REPO, there.number).state, "closed");
});

test("two jobs that create it at once leave one open, and a lost answer makes no second one", async () => {
  const mark = "<!-- kimi-runner:dashboard race -->";
  const results = await Promise.all(
    [1, 2, 3].map(async (n) => await own(mark).put({ title: "Board", body: `${n}` }, undefined)),
  );
  const open = hub
    .repository(REPO)
    .threads.filter(({ body, state }) => body?.startsWith(mark) === true && state === "open");
  assert.equal(open.length, 1);
  assert.deepEqual([...new Set(results.map((result) => "number" in result && result.number))], [open[0]!.number]);
  const other = "<!-- kimi-runner:dashboard lost -->";
  hub.fault({ kind: "lostReply", match: { method: "POST", path: /\/issues$/ } });
  const lost = await own(other).put({ title: "Board", body: "x" }, undefined);
  assert.equal(lost.kind, "created");
  assert.equal(hub.repository(REPO).threads.filter(({ body }) => body?.startsWith(other)).length, 1);
});

test("ticks count only while all who edited since we last wrote may write", async () => {
  const mark = "<!-- kimi-runner:dashboard ticks -->";
  const text = { title: "Board", body: renderTickBox({ id: "retry:a1", text: "Again" }) };
  await own(mark).put(text, undefined);
  const { number } = await found(mark);
  assert.deepEqual(await ticks(mark), { kind: "none" });
  const tickBy = async (user: string): Promise<void> =>
    hub.editIssue(REPO, number, { body: (await found(mark)).whole.replace("[ ]", "[x]"), user });
  await tickBy("mona");
  assert.deepEqual(await ticks(mark), { kind: "counted", ids: ["retry:a1"], by: "mona" });
  await tickBy("triss");
  assert.equal((await ticks(mark)).kind, "refused", "one of the two may not write");
  await own(mark).put(text, await found(mark));
  assert.deepEqual(await ticks(mark), { kind: "none" }, "drawn empty again");
  await tickBy("mona");
  assert.equal((await ticks(mark)).kind, "counted", "the edit before our own no longer matters");
  await own(mark).put(text, await found(mark));
  await tickBy("dependabot[bot]");
  assert.deepEqual(await ticks(mark), {
    kind: "refused",
    reason: "dependabot[bot] is not a person but a bot.",
  });
});

test("a server that does not say who edited makes no tick count", async () => {
  const mark = "<!-- kimi-runner:dashboard ticks -->";
  const { nodeId } = await found(mark);
  const silent = { ...client, graphql: async () => await Promise.reject(new Error("no GraphQL")) };
  const body = renderTickBox({ id: "retry:a1", text: "" }).replace("[ ]", "[x]");
  assert.deepEqual(await readTicks({ client: silent, repo, self, issue: { body, nodeId } }), {
    kind: "refused",
    reason: "This server does not say who edited the issue.",
  });
});

test("what a person writes above our text stays there, and makes no second issue", async () => {
  const mark = "<!-- kimi-runner:dashboard note -->";
  const said = async (): Promise<readonly (string | null)[]> =>
    hub.repository(REPO).threads.flatMap(({ body }) => (body?.includes(mark) === true ? [body] : []));
  await own(mark).put({ title: "Board", body: "one" }, undefined);
  const { number } = await found(mark);
  const write = async (note: string, user: string): Promise<void> =>
    hub.editIssue(REPO, number, { body: `${note}${(await said())[0]}`, user });
  await write("Read this first.\r\n- [x] <!-- kimi-tick:retry:a1 --> mine\r\n\r\n", "mona");
  assert.deepEqual(await ticks(mark), { kind: "none" }, "a box in the person's text is theirs");
  await own(mark).put({ title: "Board", body: "two" }, await found(mark));
  const note = "Read this first.\n- [x] <!-- kimi-tick:retry:a1 --> mine";
  const now = `${mark}\n${note}\n\n<!-- kimi-runner:text -->\ntwo`;
  assert.deepEqual(await said(), [now]);
  assert.equal((await own(mark).put({ title: "Board", body: "two" }, await found(mark))).kind, "unchanged");
  await write("No line end. ", "mona");
  await own(mark).put({ title: "Board", body: "three" }, await found(mark));
  assert.deepEqual(await said(), [`${mark}\nNo line end. \n${note}\n\n<!-- kimi-runner:text -->\nthree`]);
  await write("x".repeat(70_000), "mona");
  await own(mark).put({ title: "Board", body: "four" }, await found(mark));
  assert.deepEqual(await said(), [`${mark}\n${"x".repeat(4000)}\n\n<!-- kimi-runner:text -->\nfour`]);
});

test("a mark further down counts only in an issue that a person with write permission edited", async () => {
  const mark = "<!-- kimi-runner:dashboard copied -->";
  const number = hub.addIssue(REPO, { body: `A form said:\n${mark}\nforged`, user: self.login }).number;
  assert.equal(
    await own(mark).find(),
    undefined,
    "a workflow that copies a stranger's text writes with the same account",
  );
  hub.editIssue(REPO, number, { body: `A form said again:\n${mark}\nforged`, user: "triss" });
  assert.equal(await own(mark).find(), undefined);
});
