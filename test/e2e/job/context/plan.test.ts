/** Plans, slash commands, agents and pictures of a job: from the comment to the request of the model and the thread. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "../../../doubles/model-check.ts";
import type { ActionOptions } from "../../../doubles/runner.ts";
import { FILES } from "../../harness.ts";
import { createJobScene, ownComments, REPOSITORY, type JobScene } from "../job-scene.ts";

const OPEN: Partial<ActionOptions> = { inputs: { sandbox: "none" } };
const PLAN = "1. Change the sign in `src/add.js`.\n2. Run Array<T> through `node --test`.\n\n@alice, fixes #1";
const PLANNED = { calls: [{ name: "exit_plan_mode", arguments: { plan: PLAN } }] };
const SKILL = "---\nname: release\ndescription: Makes a release\n---\nWrite the notes of $ARGUMENTS.\n";
/** A PNG of 3 × 2, as far as anybody looks. */
const PNG = Buffer.from("89504e470d0a1a0a0000000d494844520000000300000002000000000000000000", "hex");

/** The text of the first message of a request. */
function asked({ model }: JobScene, request: number): string {
  return JSON.stringify(messageOf(model.requests[request]?.json)?.["content"] ?? null);
}

function messageOf(json: Json | undefined): Record<string, unknown> | undefined {
  const { messages } = json as unknown as { readonly messages: readonly Record<string, unknown>[] };
  return messages.find(({ role }) => role === "user");
}

function issueOf({ github }: JobScene, body: string): number {
  return github.addIssue(REPOSITORY, { title: "add subtracts", body, user: "alice" }).number;
}

function planComments({ github }: JobScene, number: number) {
  return github.thread(REPOSITORY, number).comments.filter(({ body }) => body.startsWith("<!-- kimi-runner:plan "));
}

/** Moves everything that was said into the past: GitHub's times have whole seconds, and what is as old as a command is not before it. */
function anHourLater({ github }: JobScene, number: number): void {
  const earlier = (time: string): string => new Date(Date.parse(time) - 3_600_000).toISOString().replace(".000", "");
  for (const comment of github.thread(REPOSITORY, number).comments) {
    const { createdAt, updatedAt } = comment;
    Object.assign(comment, { createdAt: earlier(createdAt), updatedAt: earlier(updatedAt) });
  }
}

test("/kimi plan leaves the plan in the thread, and the next /kimi fix follows it", async () => {
  await using scene = await createJobScene({ replies: [PLANNED, { text: "Nothing left." }] });
  const { github, model } = scene;
  const number = issueOf(scene, "`add(2, 3)` is -1.");

  const planned = await scene.command(number, "/kimi plan keep it small", "alice", OPEN);
  assert.equal(planned.code, 0, planned.log);
  assert.match(asked(scene, 0), /Who asked adds: keep it small/);
  const [plan, ...others] = planComments(scene, number);
  assert.deepEqual(others, []);
  const session = planned.outputs["session"] ?? "";
  const before = plan?.body ?? "";
  assert.equal(
    before.split("<sub>")[0],
    `<!-- kimi-runner:plan session=${session} -->\n### 📋 Plan by the model\n\n> 1. Change the sign in \`src/add.js\`.\n> 2. Run Array<<!-- -->T> through \`node --test\`.\n>\n> @<!-- -->alice, fixes #<!-- -->1\n\n<!-- kimi-runner:plan-end -->\n`,
  );
  const statuses = ownComments(github, number).filter((body) => body !== before);
  assert.equal(statuses.length, 1);
  assert.match(statuses[0] ?? "", /\[The plan\]\(http[^)]*#issuecomment-\d+\)/);
  assert.doesNotMatch(statuses[0] ?? "", /Change the sign/);

  github.addComment(REPOSITORY, number, { body: "Mind the tests.", user: "alice" });
  anHourLater(scene, number);
  const fixed = await scene.command(number, "/kimi fix", "alice", OPEN);
  assert.equal(fixed.code, 0, fixed.log);
  const request = asked(scene, 1);
  assert.match(request, /The plan below was made earlier in this thread by kimi-runner[^`]*```markdown/);
  const text = JSON.stringify(PLAN).slice(1, -1);
  assert.equal(request.split(text).length, 2, request);
  assert.match(request, /Mind the tests\./);
  assert.deepEqual(
    planComments(scene, number).map(({ body }) => body),
    [before],
  );
  assert.deepEqual([github.violations, model.violations], [[], []]);
});

test("an edited plan is not followed, and the thread is told", async () => {
  await using scene = await createJobScene({ replies: [PLANNED, { text: "Nothing left." }] });
  const { github } = scene;
  const number = issueOf(scene, "b");
  await scene.command(number, "/kimi plan", "alice", OPEN);
  const [plan] = planComments(scene, number);
  assert.ok(plan !== undefined);
  anHourLater(scene, number);
  const body = plan.body.replace("Change the sign", "Delete it all");
  Object.assign(plan, {
    body,
    updatedAt: new Date(Date.parse(plan.createdAt) + 60_000).toISOString().replace(".000", ""),
  });

  const end = await scene.command(number, "/kimi fix", "alice", OPEN);
  assert.equal(end.code, 0, end.log);
  assert.doesNotMatch(asked(scene, 1), /The plan below was made earlier/);
  assert.match(end.log, /::warning::The plan in this thread was edited, so it is not followed\./);
  assert.match(ownComments(github, number).join("\n"), /Warnings[\s\S]*The plan in this thread was edited/);
});

test("a slash command is the whole prompt, with the thread as data beside it", async () => {
  const files = { ...FILES, ".kimi/skills/release/SKILL.md": SKILL };
  const replies = [{ text: "No notes." }, { text: "No notes." }, { text: "No." }];
  await using scene = await createJobScene({ files, replies });
  const number = issueOf(scene, "/skill:release of the body");
  for (const command of ["/kimi /skill:release v2", "/kimi fix /skill:release v2"]) {
    const end = await scene.command(number, command, "alice", OPEN);
    assert.equal(end.code, 0, end.log);
  }
  for (const request of [0, 1]) {
    assert.match(asked(scene, request), /^"Write the notes of v2\.\\n\\nThe JSON below .*\/skill:release of the body/);
  }
  const plain = await scene.command(number, "/kimi fix it\n/skill:release v3", "alice", OPEN);
  assert.equal(plain.code, 0, plain.log);
  assert.match(asked(scene, 2), /^"Do what the issue .*Who asked adds: it\\n\/skill:release v3/);
  assert.equal(scene.model.requests.length, 3);
});

test("an unknown slash command costs nothing and is answered with the known ones", async () => {
  const files = { ...FILES, ".kimi/skills/release/SKILL.md": SKILL };
  await using scene = await createJobScene({ files });
  const number = issueOf(scene, "b");
  const end = await scene.command(number, "/kimi /skill:relase v2", "alice", OPEN);
  assert.deepEqual([end.code, end.outputs["outcome"]], [2, "config_error"], end.log);
  assert.match(
    ownComments(scene.github, number).join("\n"),
    /There is no skill "relase"\. Did you mean "\/skill:release"/,
  );
  assert.equal(scene.model.requests.length, 0);

  const help = await scene.command(number, "/kimi /help", "alice", OPEN);
  assert.equal(help.code, 0, help.log);
  // In columns, and in the program's own words.
  assert.match(
    ownComments(scene.github, number).join("\n"),
    /\n```\n\/init {2,}[^]*\n\/skill:release \[request\] .*\n```\n/,
  );
  assert.equal(scene.model.requests.length, 0);
});

test("the prompt of a workflow may be a slash command", async () => {
  const files = { ...FILES, ".kimi/skills/release.md": SKILL };
  await using scene = await createJobScene({ files, replies: [{ text: "No notes." }] });
  const inputs = { ...OPEN.inputs, prompt: "/skill:release v3" };
  const end = await scene.run({ event: "schedule", schedule: "17 5 * * 1" }, { inputs });
  assert.equal(end.code, 0, end.log);
  assert.equal(asked(scene, 0), '"Write the notes of v3."');
});

test("agent, mode and thinking are inputs; the status says what is not the default", async () => {
  await using scene = await createJobScene({ replies: [{ text: "Because." }] });
  const number = issueOf(scene, "b");
  const wrong = [
    [
      { thinking: "much" },
      "The input thinking is not accepted: much. Accepted: off, minimal, low, medium, high, xhigh, max.",
    ],
    [
      { agent: "coder", mode: "debug" },
      "A run has one agent; this one was given agent coder and mode debug. Give one of agent, agent-file and mode.",
    ],
  ] as const;
  for (const [inputs, reason] of wrong) {
    const end = await scene.command(number, "/kimi ask why", "alice", { inputs: { ...OPEN.inputs, ...inputs } });
    assert.deepEqual([end.code, end.outputs["reason"]], [2, reason], end.log);
  }
  const missing = await scene.command(number, "/kimi ask why", "alice", {
    inputs: { ...OPEN.inputs, "agent-file": ".kimi/none.yaml" },
  });
  assert.match(missing.outputs["reason"] ?? "", /There is no agent file \.kimi\/none\.yaml in the base commit\./);
  const end = await scene.command(number, "/kimi ask why", "alice", { inputs: { ...OPEN.inputs, mode: "debug" } });
  assert.equal(end.code, 0, end.log);
  const status = ownComments(scene.github, number).at(-1) ?? "";
  assert.match(status, /<sub>1 of \d+ steps · .* · openai\/test-model · mode debug/);
  assert.match(end.summary, /mode debug/);
});

/** Gives the double an upload, as GitHub keeps them; without a body it answers nothing. */
function upload({ github }: JobScene, name: string, body?: Buffer): string {
  const path = `/user-attachments/assets/${name}`;
  const answer = body === undefined ? ({ kind: "drop" } as const) : ({ kind: "answer", status: 200, body } as const);
  github.fault({ match: { path }, ...answer });
  return `![shot](${github.url}${path})`;
}

test("a model that sees gets the pictures of the description and the command, and no others", async () => {
  const policy = `${FILES[".github/kimi-policy.yml"]}models: { openai/test-model: { vision: true }, openai/gpt-5.1: { vision: false } }\n`;
  await using scene = await createJobScene({
    files: { ...FILES, ".github/other-sight.yml": policy },
    replies: [{ text: "A screenshot." }, { text: "Blind." }, { text: "A screenshot." }, { text: "Blind." }],
  });
  const { github, model } = scene;
  const number = issueOf(scene, `Look: ${upload(scene, "a-1", PNG)} and ![](https://elsewhere.test/x.png)`);
  github.addComment(REPOSITORY, number, { body: upload(scene, "no-1", PNG), user: "mallory" });
  const texts = [upload(scene, "b-2", PNG), upload(scene, "c-3", Buffer.from("text")), upload(scene, "d-4")];
  const command = `/kimi ask what is this? ${texts.join(" ")}`;
  const options = { serverUrl: github.url };
  const inputs = { ...OPEN.inputs, model: "openai/gpt-5.1" };

  const end = await scene.command(number, command, "alice", { ...options, inputs });
  assert.equal(end.code, 0, end.log);
  const shown = (request: number): readonly string[] => {
    const parts = messageOf(model.requests[request]?.json)?.["content"] as readonly {
      readonly image_url?: { readonly url: string };
    }[];
    return parts.flatMap(({ image_url: image }) => image?.url ?? []);
  };
  const data = `data:image/png;base64,${PNG.toString("base64")}`;
  assert.deepEqual(shown(0), [data, data]);
  assert.match(end.log, /::warning::The image .*\/c-3 is left out: it is not a PNG, JPEG, GIF or WebP\./);
  assert.match(end.log, /::warning::The image .*\/d-4 is left out: /);
  assert.match(end.log, /::warning::1 image is left out: not uploaded to .*elsewhere\.test/);
  assert.ok(!github.requests.some(({ path }) => path.endsWith("/no-1")));

  const blind = await scene.command(number, command, "alice", { ...options, ...OPEN });
  assert.equal(blind.code, 0, blind.log);
  const unseen = /5 pictures in what was written are not shown to you: this model takes no images\./;
  assert.match(asked(scene, 1), unseen);

  // The policy says otherwise of both models.
  for (const name of ["a-1", "b-2"]) upload(scene, name, PNG);
  const said = { policy: ".github/other-sight.yml", sandbox: "none" };
  const sees = await scene.command(number, command, "alice", { ...options, inputs: said });
  assert.equal(sees.code, 0, sees.log);
  assert.deepEqual(shown(2), [data, data]);
  const sightless = await scene.command(number, command, "alice", { ...options, inputs: { ...inputs, ...said } });
  assert.equal(sightless.code, 0, sightless.log);
  assert.match(asked(scene, 3), unseen);
  assert.deepEqual(model.violations, []);
});

test("a stranger's pictures are not fetched", async () => {
  await using scene = await createJobScene();
  const number = issueOf(scene, upload(scene, "a-1", PNG));
  const inputs = { ...OPEN.inputs, model: "openai/gpt-5.1" };
  const end = await scene.command(number, "/kimi ask what is this?", "mallory", {
    serverUrl: scene.github.url,
    inputs,
  });
  assert.equal(end.outputs["outcome"], "skipped", end.log);
  assert.ok(!scene.github.requests.some(({ path }) => path.includes("user-attachments")));
});
