/** Runs that start each other come to an end, and dropped commands are answered once. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ActionOptions } from "../../../doubles/runner.ts";
import { FILES, FIX } from "../../harness.ts";
import { createJobScene, ownComments, REPOSITORY } from "../job-scene.ts";

const NO_WALLS: Partial<ActionOptions> = { inputs: { sandbox: "none" } };
const MACHINE = "kimi-machine";
const OWN_TOKEN = "ghp_CANARYmachine0123456789";

const changed = (file: string) => ({
  calls: [{ name: "write_to_file", arguments: { path: `src/${file}`, content: "//\n" } }],
});

/** A repository whose workflow reviews every pull request, with the token of a machine user, whose pushes start workflows. */
async function createLoop() {
  const scene = await createJobScene({
    replies: [...FIX, changed("one.js"), FIX[2]!, changed("two.js"), FIX[2]!, FIX[2]!],
    files: FILES,
    repository: { roles: { alice: "write", [MACHINE]: "write" } },
  });
  scene.github.addUser(MACHINE);
  scene.github.addToken(OWN_TOKEN, { kind: "user", login: MACHINE });
  const own: Partial<ActionOptions> = {
    token: OWN_TOKEN,
    actor: MACHINE,
    inputs: { sandbox: "none", prompt: "/kimi fix what you find" },
  };
  return { scene, own };
}

test("when our pull request and our push start further runs, the third run is the last", async () => {
  const { scene, own } = await createLoop();
  await using _ = scene;
  const { github, model } = scene;
  const { number: issue } = github.addIssue(REPOSITORY, {
    title: "add subtracts",
    body: "It should add.",
    user: "alice",
  });
  const first = await scene.command(issue, "/kimi fix", "alice", { token: OWN_TOKEN, ...NO_WALLS });
  assert.equal(first.outputs["outcome"], "completed", first.log);
  const number = Number(/\/pull\/(\d+)$/.exec(first.outputs["pr-url"] ?? "")?.[1]);
  assert.match(github.thread(REPOSITORY, number).body ?? "", /^<!-- kimi-runner:pull-request session=\S+ depth=0 -->/);

  const branch = first.outputs["branch"] ?? "";
  const event = { event: "pull_request", number, sender: MACHINE } as const;
  for (const [depth, action] of [
    [1, "opened"],
    [2, "synchronize"],
  ] as const) {
    // It names the request: GitHub counts in seconds, and a run may take less than one.
    github.thread(REPOSITORY, number).updatedAt = new Date(Date.now() + depth * 1000)
      .toISOString()
      .replace(/\.\d+/, "");
    const end = await scene.run({ ...event, action }, own);
    assert.equal(end.outputs["outcome"], "completed", end.log);
    const message = await github.git(REPOSITORY, "log", "-1", "--format=%B", branch);
    assert.match(message, new RegExp(`^Kimi-Depth: ${depth}$`, "m"));
  }
  const asked = model.requests.length;
  github.thread(REPOSITORY, number).updatedAt = new Date(Date.now() + 3000).toISOString().replace(/\.\d+/, "");
  const last = await scene.run({ ...event, action: "synchronize" }, own);
  assert.equal(last.code, 0, last.log);
  assert.equal(last.outputs["outcome"], "skipped");
  assert.match(last.summary, /started this one with its pull request or push \(depth 3, limit 2\)/);
  assert.equal(model.requests.length, asked);

  const person = await scene.command(number, "/kimi fix", "alice", { token: OWN_TOKEN, ...NO_WALLS });
  assert.notEqual(person.outputs["outcome"], "skipped", "a person begins anew");
});

const minutesAgo = (minutes: number): string =>
  new Date(Date.now() - minutes * 60_000).toISOString().replace(/\.\d+/, "");

test("a dropped command is answered once, even when several jobs find it, and other comments are left alone", async () => {
  await using scene = await createJobScene({ replies: [...FIX, ...FIX, ...FIX], files: FILES });
  const { github } = scene;
  const issue = (): number => github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" }).number;
  const [dropped, waiting, strange, busy, apart, wide] = [issue(), issue(), issue(), issue(), issue(), issue()];
  const comment = (number: number, body: string, minutes: number, user = "alice") =>
    github.addComment(REPOSITORY, number, { body, user, createdAt: minutesAgo(minutes) });
  comment(dropped, "Please:\n\n/kimi fix the `sign` @bob\nand more", 40);
  comment(dropped, "/kimi ask what?", 30);
  comment(waiting, "/kimi fix", 40); // the newest of its thread: it may still have its turn
  comment(apart, "/kimi fix", 40); // what follows has a group of its own
  for (const body of ["/kimi help", "/kimi status", "/kimi cancel"]) comment(apart, body, 30);
  comment(wide, "/kimi fix", 40);
  comment(wide, "/kimi\u3000status", 30); // the workflow looks for an ASCII blank, so that it took the waiting place
  comment(strange, "/kimi fix", 40, "mallory");
  comment(strange, "/kimi fix", 30, "mallory");
  const seen = comment(busy, "/kimi fix", 40);
  comment(busy, "/kimi ask what?", 30);
  seen.reactions.push({
    id: 1,
    user: github.addUser("github-actions[bot]", "Bot"),
    content: "eyes",
    createdAt: minutesAgo(39),
  });

  await github.addCommit(REPOSITORY, { branch: "topic", files: { "src/topic.js": "1\n" } });
  const lines = (await github.addPull(REPOSITORY, { head: "topic", user: "alice" })).number;
  const onLine = (body: string, minutes: number) => {
    const times = { createdAt: minutesAgo(minutes), updatedAt: minutesAgo(minutes - 1) };
    return github.addReviewComment(REPOSITORY, lines, { body, user: "alice", path: "src/topic.js", line: 1, ...times });
  };
  onLine("/kimi fix this", 41); // submitted a minute later
  const edited = onLine("/kimi fix that", 40);
  edited.edits?.push({ user: github.addUser("alice"), at: edited.updatedAt });
  comment(lines, "/kimi ask what?", 30);
  const late = (await github.addPull(REPOSITORY, { head: "topic", user: "alice" })).number;
  comment(late, "/kimi fix", 40);
  const added = { body: "/kimi ask added later", user: "alice", path: "src/topic.js", line: 1 };
  github.addReviewComment(REPOSITORY, late, { ...added, createdAt: minutesAgo(30), updatedAt: minutesAgo(12) });

  const target = issue();
  comment(target, "/kimi ask before", 40);
  for (const round of [1, 2, 3]) {
    const end = await scene.command(target, "/kimi fix", "alice", NO_WALLS);
    assert.equal(end.outputs["outcome"], "completed", end.log);
    const said = ownComments(github, dropped);
    assert.equal(said.length, 1, `round ${round}`);
    assert.match(
      said[0] ?? "",
      /^<!-- kimi-runner:notice session=\d+ outcome=dropped -->\n\[This command\]\(http\S+\) was not carried out[^]*\n\n```\n\/kimi fix the `sign` @bob\n```$/,
    );
    assert.match(ownComments(github, lines).join("\n"), /^(?=.*not carried out)[^]*```\n\/kimi fix this\n```$/m);
    assert.equal(ownComments(github, lines).length, 1);
    assert.deepEqual(
      [waiting, strange, busy, apart, late].map((number) => ownComments(github, number)),
      [[], [], [], [], []],
    );
    assert.match(ownComments(github, wide).join("\n"), /not carried out[^]*```\n\/kimi fix\n```$/);
    const here = ownComments(github, target).filter((body) => body.includes("outcome=dropped"));
    assert.equal(here.length, 1, "overtaken by this job itself");
  }
  assert.deepEqual(github.violations, []);
});
