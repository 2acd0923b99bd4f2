/**
 * What goes in as a secret or as a command comes out as neither, by whatever way out. The doubles look for keys in everything
 * that arrives; here they are put where they could leave, in every encoding, and where nothing can be redacted.
 */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startArtifactService, type ArtifactService } from "../../doubles/artifact-service.ts";
import { ENCODINGS } from "../../doubles/encodings.ts";
import type { DoubleReply } from "../../doubles/model-reply.ts";
import type { ActionEnd } from "../../doubles/runner.ts";
import { keptRefs, namesOf, NO_WALLS } from "../job/answers/answer-scene.ts";
import { CANARY, FILES, FIX } from "../harness.ts";
import { createJobScene, ownComments, REPOSITORY, TOKEN, type JobScene } from "../job/job-scene.ts";
import { createTwoJobs } from "../job/two-phase/two-jobs.ts";

const encoded = Object.entries(ENCODINGS).flatMap(([name, encode]) =>
  [CANARY, TOKEN].map((secret) => ({ name, text: encode(secret) })),
);
const TEXT = encoded.map(({ name, text }) => `${name}: ${text}\n`).join("");
/** The repository held the secrets before: what is there already, everybody has. */
const ALL = {
  ...FILES,
  "notes.txt": TEXT,
  ".github/kimi-policy.yml": "version: 1\ndefault: approve\nsandbox: { minimum: none, unsealed: patterns }\n",
};
const SAYING: readonly DoubleReply[] = [
  {
    text: TEXT,
    calls: [
      { name: "execute_command", arguments: { command: "cat notes.txt no-such-file" } },
      {
        name: "update_todo_list",
        arguments: { todos: encoded.map(({ text }) => `[ ] ${text.replace(/\s+/g, "")}`).join("\n") },
      },
    ],
  },
  FIX[0]!,
  { calls: [FIX[1]!.calls![0]!] },
  { calls: [{ name: "attempt_completion", arguments: { result: TEXT } }] },
];

let scene: JobScene;
let artifacts: ArtifactService;
let end: ActionEnd;
/** Way out → everything that left by it. */
const sinks = new Map<string, string>();

before(async () => {
  scene = await createJobScene({ isProcess: true, replies: SAYING, files: ALL });
  artifacts = await startArtifactService();
  const { github, model } = scene;
  const title = `add ${CANARY} subtracts ${Buffer.from(TOKEN).toString("hex")}`;
  const { number } = github.addIssue(REPOSITORY, { title, body: TEXT, user: "alice" });
  end = await scene.command(number, "/kimi fix", "alice", { ...NO_WALLS, artifacts });
  assert.equal(end.outputs["outcome"], "completed", end.log);
  const pull = github.thread(REPOSITORY, 2);
  const files = artifacts.unpack(end.outputs["artifact"] ?? "");
  const fileOf = (path: string): string => files.find((file) => file.path === path)?.bytes.toString("utf8") ?? "";
  const kept = "for-each-ref --format=%(contents) refs".split(" ");
  sinks.set("the model", model.requests.map(({ body }) => body).join("\n"));
  sinks.set(
    "the journal",
    fileOf("journal.jsonl") +
      files
        .filter(({ path }) => path.startsWith("blobs/"))
        .map(({ bytes }) => bytes.toString("utf8"))
        .join("\n"),
  );
  sinks.set("the transcript and the context", fileOf("transcript.md") + fileOf("context.jsonl"));
  sinks.set("the job log", end.log);
  sinks.set("the outputs", JSON.stringify(end.outputs));
  sinks.set("the job summary", end.summary);
  sinks.set("the comment", ownComments(github, number).join("\n"));
  sinks.set("the pull request", `${pull.title}\n${pull.body ?? ""}`);
  sinks.set("the commit", await github.git(REPOSITORY, ...kept));
});

after(async () => {
  await scene[Symbol.asyncDispose]();
  await artifacts.close();
});

for (const sink of [
  "the model",
  "the journal",
  "the transcript and the context",
  "the job log",
  "the outputs",
  "the job summary",
  "the comment",
  "the pull request",
  "the commit",
]) {
  test(`no encoding of a secret is in ${sink}`, () => {
    const text = sinks.get(sink) ?? "";
    assert.ok(text.length > 20, text);
    for (const { name, text: secret } of encoded) {
      for (const form of [secret, JSON.stringify(secret).slice(1, -1), secret.replace(/\s+/g, " ")]) {
        assert.ok(!text.includes(form), `${name}: ${form}`);
      }
    }
    if (sink !== "the outputs") assert.ok(text.includes("redacted:"), "it was said there");
  });
}

/** The model writes a secret into a file, which no gate for texts can do anything about. */
const LEAKING: readonly DoubleReply[] = [
  FIX[0]!,
  {
    calls: [
      { name: "write_to_file", arguments: { path: "src/add.js", content: `const key = "${btoa(`x:${TOKEN}`)}";\n` } },
    ],
  },
  { calls: [{ name: "attempt_completion", arguments: { result: "I need the token." } }] },
];
const WITHHELD = "The change contains secrets and does not leave this machine: src/add.js (GITHUB_TOKEN).";

for (const commit of ["git", "verified"]) {
  test(`a change with a secret is not published, commit: ${commit}`, async () => {
    await using leaking = await createJobScene({ replies: LEAKING });
    await using service = await startArtifactService();
    const { github } = leaking;
    const { number } = github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
    const job = { inputs: { ...NO_WALLS.inputs, commit }, artifacts: service };
    const leaked = await leaking.command(number, "/kimi fix", "alice", job);
    assert.equal(leaked.code, 1, leaked.log);
    assert.deepEqual([leaked.outputs["outcome"], leaked.outputs["reason"]], ["failed", WITHHELD]);
    assert.equal(await github.git(REPOSITORY, "for-each-ref", "--format=%(refname)", "refs/heads"), "refs/heads/main");
    assert.match(ownComments(github, number).join("\n"), /The change contains secrets and does not leave this machine/);
    const files = service.unpack(leaked.outputs["artifact"] ?? "");
    assert.equal(files.find(({ path }) => path === "changes.patch")?.bytes.length, 0);
  });
}

test("nor by another job, which is told why", async () => {
  const keyed = JSON.parse(JSON.stringify(LEAKING).replace(btoa(`x:${TOKEN}`), btoa(`:${CANARY}`))) as typeof LEAKING;
  await using jobs = await createTwoJobs({ replies: keyed });
  const { github } = jobs.scene;
  const { number } = github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
  const comment = github.addComment(REPOSITORY, number, { body: "/kimi fix", user: "alice" });
  const event = { event: "issue_comment", number, comment, sender: "alice" } as const;
  const agent = await jobs.agent(event, NO_WALLS);
  assert.equal(agent.outputs["outcome"], "failed", agent.log);
  const published = await jobs.publish(event, jobs.download(agent.outputs["artifact"]));
  assert.equal(published.outputs["outcome"], "failed", published.log);
  assert.match(
    published.outputs["reason"] ?? "",
    /^The change contains secrets and does not leave this machine: src\/add\.js \(/,
  );
  assert.match(ownComments(github, number).join("\n"), /The change contains secrets/);
  assert.equal(await github.git(REPOSITORY, "for-each-ref", "--format=%(refname)", "refs/heads"), "refs/heads/main");
});

test("a held action does not take a secret along into the kept session", async () => {
  const replies = [
    LEAKING[0]!,
    LEAKING[1]!,
    { calls: [{ name: "execute_command", arguments: { command: "mkdir src/x" } }] },
  ];
  await using leaking = await createJobScene({ replies });
  const { number } = leaking.github.addIssue(REPOSITORY, { title: "t", body: "b", user: "alice" });
  const leaked = await leaking.command(number, "/kimi fix", "alice", NO_WALLS);
  assert.deepEqual([leaked.outputs["outcome"], leaked.outputs["reason"]], ["failed", WITHHELD], leaked.log);
  for (const ref of namesOf(await keptRefs(leaking))) {
    const file = await leaking.github.git(REPOSITORY, "show", `${ref}:workspace/src/add.js`).catch(() => "none");
    assert.ok(file === "none" || file === FILES["src/add.js"].trimEnd(), `${ref}: ${file}`);
  }
});
