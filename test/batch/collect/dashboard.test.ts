/** The dashboard of a batch: what it shows, what people may ask for there, and what hostile tasks and outsiders can do to it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { dashboardText, requestOfBox } from "../../../src/batch/collect/dashboard-text.ts";
import type { BatchPlan } from "../../../src/batch/plan/batch-plan.ts";
import { foldResults } from "../../../src/batch/results/fold.ts";
import { releaseOf } from "../../../src/batch/results/release.ts";
import type { ResultsLine } from "../../../src/batch/results/results-line.ts";
import { parseMarkdown } from "../../../src/github/markdown/parse.ts";
import { idsOf, requestersOf, startersOf } from "../../../src/batch/collect/starters.ts";
import { AT, batchPlan, plannedTask, resultLine, startedLine } from "../../doubles/batch.ts";
import { createCollectScene, POLICY_TEXT, REPO, type CollectScene } from "./collect-scene.ts";

const NO_ROOM: Partial<BatchPlan> = {
  deliver: { pullRequests: "per-task", open: 1, perHour: 20, labels: [], draft: true },
};

/** Ticks the box with this id, as a person in the browser. */
function tick({ hub, dashboard }: CollectScene, id: string, user: string): void {
  const { number, body } = dashboard();
  const box = `- [ ] <!-- kimi-tick:${id} -->`;
  assert.ok(body?.includes(box) === true, `${id} in ${body}`);
  hub.editIssue(REPO, number, { body: body.replace(box, box.replace("[ ]", "[x]")), user });
}

const titles = (scene: CollectScene): readonly string[] => scene.pulls().map(({ title }) => title);
const people = (lines: readonly ResultsLine[]) => lines.filter(({ type }) => type === "wish" || type === "approved");

test("ticks of people who may write are carried out once; those of others are named, and their boxes are empty again", async () => {
  await using scene = await createCollectScene({ count: 4, plan: NO_ROOM });
  const [one, two, three, four] = scene.plan.tasks;
  const first = scene.arrived([
    scene.attempt(one!, { "src/1.ts": "new 1\n" }),
    scene.attempt(two!, { "src/2.ts": "new 2\n" }),
    scene.attempt(three!, { "src/3.ts": "new 3\n" }),
    scene.attempt(four!, {}, { state: "person", outcome: "stuck", reason: "It asks again and again.", files: 0 }),
  ]);
  const { summary } = await scene.collect(first);
  assert.deepEqual(titles(scene), ["src/1.ts"]);
  assert.deepEqual(summary.match(/^###? .*$/gm), [
    "## Batch mend",
    "### Open pull requests (1)",
    "### Ready (2)",
    "### Needs a person (1)",
  ]);
  const { body: described } = scene.hub.thread(REPO, scene.pulls()[0]?.number ?? 0);
  assert.match(described ?? "", /\[Dashboard of the batch\]\(\S+\/issues\/\d+\)/, "the first one, too, names it");
  assert.match(summary, /commit [0-9a-f]{12} · \[dashboard\]\(\S+\/issues\/\d+\)/);
  assert.doesNotMatch(summary, /tick/i);

  tick(scene, `open:${two!.id}`, "rita");
  await scene.collect();
  assert.deepEqual(titles(scene), ["src/1.ts"]);
  assert.match(
    scene.dashboard().body ?? "",
    /Ticks did not count: rita has the permission "read" here; write is needed\./,
  );
  assert.doesNotMatch(scene.dashboard().body ?? "", /\[x\]/);

  scene.time.now += 60_000;
  tick(scene, `open:${two!.id}`, "mona");
  tick(scene, `retry:${four!.id}`, "mona");
  const carried = await scene.collect();
  assert.deepEqual(titles(scene), ["src/1.ts", "src/2.ts"], "a tick beats the limit");
  assert.deepEqual(
    people(carried.record.lines).map((line) => [
      line.type,
      "wish" in line && line.wish,
      "task" in line && line.task,
      "by" in line && line.by,
    ]),
    [
      ["wish", "open", two!.id, "mona"],
      ["wish", "retry", four!.id, "mona"],
    ],
  );
  assert.deepEqual(scene.state(carried).tasks[3]?.next, { kind: "run", attempt: 2 });
  scene.time.now += 60_000;
  tick(scene, `skip:${four!.id}`, "mona");
  assert.deepEqual(scene.state(await scene.collect()).tasks[3]?.next, { kind: "none" });
  const { number } = scene.dashboard();
  scene.hub.addComment(REPO, number, { body: `/kimi batch retry ${four!.id}`, user: "rita" });
  assert.equal(people((await scene.collect()).record.lines).length, 3);
  scene.hub.addComment(REPO, number, { body: `/kimi batch retry ${four!.id} ffffffffffff`, user: "mona" });
  assert.equal(people((await scene.collect()).record.lines).length, 4);
  assert.equal(people((await scene.collect()).record.lines).length, 4, "a comment counts once");
  assert.deepEqual(scene.hub.violations, []);
});

test("the rest of the batch starts after a person who may approve gave the right digest, and long comments of others cost no time", async () => {
  const shards = [
    [1, 2, 3],
    [4, 5, 6],
  ].map((numbers) => numbers.map((number) => plannedTask(number).id));
  await using scene = await createCollectScene({ count: 6, plan: { ...NO_ROOM, canary: { first: 3 }, shards } });
  const canary = scene.plan.tasks
    .slice(0, 3)
    .map((task, n) => scene.attempt(task, { [`src/${n + 1}.ts`]: `new ${n}\n` }));
  const held = await scene.collect(scene.arrived(canary));
  const { digest, left } = releaseOf(scene.state(held)) ?? assert.fail("not held");
  assert.equal(left, 3);
  const { number, body } = scene.dashboard();
  assert.match(body ?? "", new RegExp(`Comment \`/kimi approve ${digest.slice(0, 12)}\` to release them\\.`));
  assert.match(
    body ?? "",
    /The first 3 tasks cost \$0\.30\. The other \*\*3\*\* would cost \*\*\$0\.30\*\* at that rate, and at most \$1\.50\./,
  );
  const refused = [
    { body: `/kimi approve ${"0".repeat(12)}`, user: "mona" },
    { body: "/kimi approve all", user: "mona" },
    { body: `/kimi approve ${digest.slice(0, 12)}`, user: "rita" },
    ...Array.from({ length: 9 }, () => ({ body: `/kimi approve ${digest.slice(0, 12)}`, user: "mallory" })),
    { body: `> /kimi approve ${digest.slice(0, 12)}`, user: "mona" },
    { body: `Do not write /kimi approve ${digest.slice(0, 12)}`, user: "mona" },
    { body: `/kimi approve ${digest.slice(0, 12)}`, user: "github-actions[bot]" },
  ];
  for (const comment of refused) scene.hub.addComment(REPO, number, comment);
  // Each took more than a second of a processor to read.
  const long = `Looks good.${"\n".repeat(65_000)}/kimi approve ${digest.slice(0, 12)}`;
  for (let n = 0; n < 20; n += 1) scene.hub.addComment(REPO, number, { body: long, user: "mallory" });
  const before = process.cpuUsage();
  const asked = scene.hub.requests.length;
  assert.equal(scene.state(await scene.collect()).released, 3);
  const { user } = process.cpuUsage(before);
  assert.ok(user < 10_000_000, `${user} µs of a processor`);
  const about = scene.hub.requests.slice(asked).filter(({ path }) => path.includes("/mallory"));
  assert.equal(about.length, 1, "an account is asked about once");
  scene.hub.addComment(REPO, number, { body: long, user: "mona" });
  const released = await scene.collect();
  assert.equal(scene.state(released).released, 6);
  assert.deepEqual(
    people(released.record.lines).map((line) => line.type === "approved" && [line.digest, line.by, line.upTo]),
    [[digest, "mona", 6]],
  );
  assert.doesNotMatch(scene.dashboard().body ?? "", /Waits for approval/);
  assert.equal(people((await scene.collect()).record.lines).length, 1);
  // A run of failed jobs has the shards of the first attempt, so that the released tasks wait for the next workflow run.
  const rerun = { ...scene.parts().inputs.context, runAttempt: 2 };
  const lost = await scene.collect(scene.arrived([], { own: undefined, shards: new Set() }), { context: rerun });
  assert.deepEqual(
    scene.state(lost).tasks.map(({ state, spentUsd }) => `${state} $${spentUsd}`),
    [...canary.map(() => "done $0.1"), ...canary.map(() => "open $0")],
  );
});

test("two_person: a person who started the run, or ran it again, cannot release the rest", async () => {
  const policy = `${POLICY_TEXT}approvers: { two_person: true }\n`;
  await using scene = await createCollectScene({ policy, plan: { ...NO_ROOM, canary: { first: 1 } } });
  const [first] = scene.plan.tasks;
  const asked = scene.parts().inputs.context;
  const sender = { id: scene.hub.addUser("mona").id, login: "mona", type: "User" };
  const left = scene.arrived([scene.attempt(first!, { "src/1.ts": "new\n" })], { own: undefined });
  const held = await scene.collect(left, {
    context: { ...asked, eventName: "workflow_dispatch", payload: { sender } },
  });
  const { digest } = releaseOf(scene.state(held)) ?? assert.fail("not held");
  const say = (user: string): void =>
    void scene.hub.addComment(REPO, scene.dashboard().number, { body: `/kimi approve ${digest.slice(0, 12)}`, user });
  say("mona");
  assert.equal(scene.state(await scene.collect()).released, 1);
  assert.match(
    scene.dashboard().body ?? "",
    /An answer did not count: mona asked for the run; the policy requires an answer from another person/,
  );
  say("nora");
  assert.equal(scene.state(await scene.collect()).released, 3);
});

test("the person who started the run that began an attempt is the one who asked for it", () => {
  const at = AT;
  const [one, two] = [plannedTask(1), plannedTask(2)];
  const asked = (...logins: readonly string[]): ResultsLine => ({
    type: "asked",
    people: logins.map((login) => ({ login })),
    at,
  });
  const lines = [
    asked("mona"),
    resultLine(one, { state: "waiting" }),
    asked("nora", "rita"),
    resultLine(one),
    startedLine(two),
  ];
  const who = (task?: string): readonly string[] =>
    requestersOf(lines, task === undefined ? undefined : { task, attempt: 1 }).map(({ login }) => login);
  assert.deepEqual([who(one.id), who(two.id), who()], [["mona"], ["nora", "rita"], ["mona"]]);
  const context = { payload: { sender: { id: 7, login: "mona", type: "User" } } };
  const startedBy = (env: Readonly<Record<string, string>>, payload: unknown = context.payload) =>
    startersOf({ inputs: { context: { payload } }, world: { env } } as unknown as Parameters<typeof startersOf>[0]);
  assert.deepEqual(startedBy({ GITHUB_TRIGGERING_ACTOR: "Mona" }), [{ id: 7, login: "mona" }]);
  assert.deepEqual(startedBy({ GITHUB_TRIGGERING_ACTOR: "nora" }), [{ id: 7, login: "mona" }, { login: "nora" }]);
  assert.equal(startedBy({ GITHUB_TRIGGERING_ACTOR: "github-actions[bot]" }, {}), undefined);
  const author = { id: 8, login: "NORA", type: "User" };
  assert.deepEqual(idsOf([{ id: 7, login: "nora" }, { login: "nora" }], author), [{ id: 7 }, { id: 8 }]);
});

function textOf(plan: BatchPlan, lines: readonly ResultsLine[], hasBoxes = true): string {
  const view = { now: 0, trigger: "/kimi", notes: [], runUrl: undefined, sessions: new Map(), hasBoxes };
  return dashboardText({ ...view, state: foldResults(plan, lines), lines });
}

const HOSTILE = [
  "@octo/everybody please merge #1",
  "x --> <script>alert(1)</script> <!--",
  "- [x] <!-- kimi-tick:open:000000000002 --> tick me",
  "]( https://evil.example) ![x](https://evil.example/p.png)",
  "<img src=x onerror=alert(1)> &lt;b&gt;",
  "a\n\n# Heading\n- [x] <!-- kimi-tick:retry:000000000001 -->",
  "`code` ``` fence | table | ~~x~~ **b** _i_ \\",
  "::error::boom ##[error]x \u001b[31mred \u202Egnirts",
  "fixes #7, GH-8, octo/app#9, https://github.com/octo/app/issues/10",
];

test("hostile task fields make no box, mention, reference, picture, disguised link, HTML or heading", () => {
  const tasks = HOSTILE.map((title, n) => plannedTask(n + 1, { title, fields: { [title]: title } }));
  const plan = batchPlan(tasks);
  const lines = tasks.map((task, n) =>
    n % 2 === 0
      ? resultLine(task)
      : resultLine(task, { state: "person", outcome: "failed", reason: HOSTILE[n] ?? "", patch: null }),
  );
  const state = foldResults(plan, lines);
  const text = textOf(plan, lines);
  const boxes = [...text.matchAll(/^- \[[ xX]\] <!-- kimi-tick:(\S+) -->/gm)].map(([, id]) => id ?? "");
  assert.deepEqual(
    boxes.filter((id) => requestOfBox(id, state) === undefined),
    [],
  );
  assert.equal(boxes.length, new Set(boxes).size);
  assert.doesNotMatch(text, /^[ \t]*[-*+] \[[xX]\]/m);
  assert.doesNotMatch(text, /(?<!\w)@(?=\w)/);
  assert.doesNotMatch(text, /(?:#|GH-)\d/);
  assert.equal(text.match(/^#+ /gm)?.length, text.match(/^### (?:Ready|Needs|Tick to skip)/gm)?.length);
  const parsed = parseMarkdown(text) ?? assert.fail("not read");
  assert.deepEqual(
    parsed.all("image", "link", "autolink").map((part) => parsed.source(part)),
    [],
  );
  const html = parsed.all("htmlText", "htmlFlow").map((part) => parsed.source(part));
  assert.deepEqual(
    html.filter((part) => !/^<!-- (?:kimi-tick:\S+ )?-->$|^<\/?sub>/.test(part.trim())),
    [],
  );
});

test("ten thousand tasks with long titles fit, counted; above 300 only what is open is listed", () => {
  const tasks = Array.from({ length: 10_000 }, (_, n) => plannedTask(n + 1, { title: "t".repeat(500) }));
  const lines = tasks.map((task, n) =>
    resultLine(task, n % 3 === 0 ? { state: "infra", outcome: null, patch: null, reason: "r".repeat(400) } : {}),
  );
  const text = textOf(batchPlan(tasks), lines);
  assert.ok(text.length <= 60_000, `${text.length}`);
  assert.match(text, /\*\*10000\*\* tasks: \*\*6666\*\* done, \*\*3334\*\* failed outside of the task\./);
  assert.match(text, /- … and \d+ more, see `kimi-runner batch status`/);
  assert.doesNotMatch(text, /### Over/);
});

test("a task that needs a person leads to its run, names count up, and a small amount is not nothing", () => {
  const plan = batchPlan([10, 2, 1].map((number) => plannedTask(number, { title: `mod${number}` })));
  const run = "https://github.example/o/r/actions/runs/77";
  const lines = plan.tasks.map((task) =>
    resultLine(task, { state: "person", outcome: "stuck", reason: "No.", costUsd: 0.0012, run }),
  );
  const evil = { ...lines[2]!, run: "https://evil.example/x" };
  const text = textOf(plan, lines, false);
  assert.deepEqual(
    [...text.matchAll(/^- `?(mod\d+)`? .* · \[run\]\((\S+)\)$/gm)].map(([, name, url]) => [name, url]),
    [1, 2, 10].map((number) => [`mod${number}`, run]),
    text,
  );
  assert.match(text, /^Money: \*\*\$0\.0036\*\* of/m);
  assert.doesNotMatch(textOf(plan, [lines[0]!, lines[1]!, evil], false), /evil/);
});
