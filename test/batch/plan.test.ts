/** `kimi-runner batch plan`: tasks, ids, keys, shards and money from a committed file, with real git. */

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parsePlan, readPlan } from "../../src/batch/plan/plan-file.ts";
import type { BatchPlan } from "../../src/batch/plan/batch-plan.ts";
import { requireFittingShards } from "../../src/batch/plan/shards.ts";
import { foldResults } from "../../src/batch/results/fold.ts";
import { openResults, readResults } from "../../src/batch/results/results-file.ts";
import { resultLine } from "../doubles/batch.ts";
import { callBatch, type BatchCall } from "../doubles/batch-cli.ts";
import { runCli } from "../doubles/cli.ts";
import { createRepository, type TemporaryRepository } from "../doubles/repository.ts";
import { createScratch } from "../doubles/scratch.ts";

const FILE = ".github/kimi-batch/mend.yml";
const LIMITS = "limits: { cost_usd: 1, total_usd: 10 }\n";

function batchFile(source: string, more = "", task = 'prompt: "Mend {{path}}."'): string {
  return `version: 1\ntask: { ${task} }\nsource: ${source}\n${LIMITS}${more}`;
}

/** Prices for the models of the tests, and time for tasks of every length. */
const POLICY_FILE = ".github/kimi-policy.yml";
const PRICED = ["kimi/kimi-k2", "kimi/a", "openai/b"]
  .map((name) => `  "${name}": { price: { input: 1, output: 2 } }\n`)
  .join("");
const POLICY = `version: 1\nlimits: { minutes: 300 }\nmodels:\n${PRICED}`;

/** Plans a batch file of a repository with these files. */
async function planIn(repository: TemporaryRepository, ...flags: readonly string[]): Promise<BatchCall> {
  using scratch = createScratch();
  return await callBatch(["plan", "mend", "--json", ...flags], { cwd: repository.dir, home: scratch.dir });
}

async function planOf(files: Readonly<Record<string, string>>): Promise<BatchPlan> {
  using repository = createRepository({ files });
  const { code, out, err } = await planIn(repository);
  assert.equal(code, 0, err);
  return parsePlan(out, "out");
}

async function refusal(files: Readonly<Record<string, string>>): Promise<string> {
  using repository = createRepository({ files });
  const { code, out, err } = await planIn(repository);
  assert.deepEqual([code, out], [2, ""], err);
  return err;
}

test("600 tasks: at most 256 shards, in under 5 s, the same bytes twice, without a key and without network", async (t) => {
  const sources = Array.from({ length: 600 }, (_, index) => [`src/f${index}.ts`, `import moment; // ${index}\n`]);
  const text = batchFile(
    '{ files: "src/**/*.ts", where: "mom(?=ent)", per: file }',
    "",
    'prompt: "Mend {{path}}."',
  ).replace("total_usd: 10", "total_usd: 10, tasks: 600, parallel: 256");
  using repository = createRepository({
    files: { [FILE]: text, "src/other.ts": "date\n", ...Object.fromEntries(sources) },
  });
  using scratch = createScratch();
  const plans: string[] = [];
  for (const dir of ["one", "two"]) {
    const began = process.cpuUsage();
    const env = { HOME: scratch.dir, https_proxy: "http://127.0.0.1:1", http_proxy: "http://127.0.0.1:1" };
    const end = await runCli(["batch", "plan", "mend", "--dir", join(scratch.dir, dir)], {
      cwd: repository.dir,
      env,
      isProcess: dir === "one",
    });
    const { user, system } = process.cpuUsage(began);
    const seconds = (user + system) / 1e6;
    assert.equal(end.code, 0, end.stderr);
    assert.match(end.stdout, /^Batch mend [0-9a-f]{12}: 600 tasks in 200 shards, at most \$10\.00\n/);
    assert.match(end.stdout, /\n {2}and 550 more; plan\.json and --all have them\n$/);
    // Of a processor, and so of the second plan only, which is made in this process: other tests take their share of the clock.
    assert.ok(seconds < 5, `${seconds} s`);
    t.diagnostic(`${seconds.toFixed(2)} s`);
    plans.push(readFileSync(join(scratch.dir, dir, "plan.json"), "utf8"));
  }
  assert.equal(plans[0], plans[1]);
  const plan = parsePlan(plans[0] ?? "", "plan");
  assert.ok(plan.shards.length <= 256);
  assert.deepEqual(
    plan.shards.flat(),
    plan.tasks.map(({ id }) => id),
  );
  assert.equal(new Set(plan.shards.flat()).size, 600);
  assert.ok(plan.tasks.reduce((sum, { costUsd }) => sum + costUsd, 0) <= 10, "the slices are at most the total");
});

test("no number of tasks gives more than 256 shards, and the canary has shards of its own", async () => {
  for (const [tasks, more, first] of [
    [1, "", 0],
    [257, "", 0],
    [511, "canary: { first: 2 }\n", 2],
    [1000, "canary: { first: 999 }\n", 999],
    [3, "canary: { first: 9 }\n", 3],
  ] as const) {
    const list = Array.from({ length: tasks }, (_, index) => `{ path: "${index}" }`).join(", ");
    const text = batchFile(`{ list: [${list}] }`, more).replace(
      "total_usd: 10",
      "total_usd: 10, minutes: 300, tasks: 1000, parallel: 256",
    );
    const { shards, tasks: planned } = await planOf({ [POLICY_FILE]: POLICY, [FILE]: text });
    assert.ok(shards.length <= 256, `${tasks}: ${shards.length}`);
    assert.deepEqual(
      shards.flat(),
      planned.map(({ id }) => id),
    );
    const isCanary = new Set(planned.slice(0, first).map(({ id }) => id));
    assert.ok(shards.every((shard) => shard.length > 0 && new Set(shard.map((id) => isCanary.has(id))).size === 1));
  }
});

const LIST = "{ list: [{ path: a.ts }, { path: b.ts }, { path: a.ts }] }";

test("a task has its prompt, checks, title, group, money and limits", async () => {
  const task =
    'prompt: "Mend {{path}}.", title: "mend: {{path}}", verify: ["npm test -- {{path}}"], model: kimi/kimi-k2';
  const deliver = "deliver: { pull_requests: grouped, group_by: codeowners, labels: [x] }\n";
  const files = { [POLICY_FILE]: POLICY, [FILE]: batchFile(LIST, deliver, task), CODEOWNERS: "*.ts @b @a\nb.ts\n" };
  const plan = await planOf(files);
  const [a, b] = plan.tasks;
  assert.ok(a && b);
  assert.deepEqual(
    { ...a, id: "", key: "" },
    {
      id: "",
      key: "",
      fields: { path: "a.ts" },
      title: "mend: a.ts",
      prompt: "Mend a.ts.",
      verify: ["npm test -- a.ts"],
      costUsd: 1,
      model: "kimi/kimi-k2",
      group: "@a @b",
    },
  );
  assert.equal(b.group, "without owners");
  assert.equal(plan.tasks.length, 2, "duplicates collapse");
  assert.deepEqual(plan.limits, { costUsd: 1, totalUsd: 10, minutes: 30, parallel: 4, tasks: 500 });
  assert.deepEqual(plan.deliver, { pullRequests: "grouped", open: 10, perHour: 20, labels: ["x"], draft: true });
  assert.deepEqual(
    [plan.name, plan.file, plan.forecast],
    ["mend", FILE, { promptTokens: plan.forecast.promptTokens, maxUsd: 2 }],
  );
  assert.ok(plan.forecast.promptTokens > 5);
});

test("an id stays when the prompt changes, a key changes with everything a result depends on", async () => {
  const ids = ({ tasks }: BatchPlan): unknown => tasks.map(({ id }) => id);
  const keys = ({ tasks }: BatchPlan): readonly string[] => tasks.map(({ key }) => key);
  const policy = { [POLICY_FILE]: POLICY };
  const plan = await planOf({ ...policy, [FILE]: batchFile(LIST) });
  for (const files of [
    { [FILE]: batchFile(LIST, "", 'prompt: "Repair {{path}}."') },
    { [FILE]: batchFile(LIST, "", 'prompt: "Mend {{path}}.", verify: ["true"]') },
    { [FILE]: batchFile(LIST, "", 'prompt: "Mend {{path}}.", model: kimi/kimi-k2') },
    { [FILE]: batchFile(LIST), "a.ts": "another base commit" },
    { [FILE]: batchFile(LIST), [POLICY_FILE]: "version: 1\n" },
  ]) {
    const other = await planOf({ ...policy, ...files });
    assert.deepEqual(ids(other), ids(plan));
    assert.ok(
      keys(other).every((key) => !keys(plan).includes(key)),
      JSON.stringify(files),
    );
    assert.notEqual(other.id, plan.id);
  }
  const fewer = await planOf({ ...policy, [FILE]: batchFile("{ list: [{ path: b.ts }] }") });
  assert.deepEqual(ids(fewer), [plan.tasks[1]?.id]);
});

test("a comparison has a task for each item, prompt, model and repetition", async () => {
  const compare =
    'compare: { models: [kimi/a, openai/b], prompts: { short: "{{path}}!", long: "Please, {{path}}." }, repeat: 2 }\n';
  const plan = await planOf({
    [POLICY_FILE]: POLICY,
    [FILE]: batchFile("{ list: [{ path: a }, { path: b }] }", compare, 'prompt: "{{unused}}"'),
  });
  assert.deepEqual(
    plan.tasks.map(({ prompt, variant, model, repeat }) => [prompt, variant, model, repeat].join(" ")).slice(0, 5),
    [
      "a! short kimi/a 1",
      "a! short kimi/a 2",
      "a! short openai/b 1",
      "a! short openai/b 2",
      "Please, a. long kimi/a 1",
    ],
  );
  assert.deepEqual(
    [
      plan.tasks.length,
      new Set(plan.tasks.map(({ id }) => id)).size,
      new Set(plan.tasks.map(({ key }) => key)).size,
      new Set(plan.tasks.map(({ item }) => item)).size,
    ],
    [16, 16, 16, 2],
  );
  assert.deepEqual(
    [plan.compare, plan.deliver],
    [{ models: ["kimi/a", "openai/b"], prompts: ["short", "long"], repeat: 2 }, null],
  );
});

test("sources of the commit: files that are only in the checkout do not count", async () => {
  using repository = createRepository({ files: { [FILE]: batchFile("{ csv: t.csv }"), "t.csv": "path\na.ts\n" } });
  repository.write("t.csv", "path\nevil.ts\n");
  repository.write(FILE, "nonsense");
  const plan = parsePlan((await planIn(repository)).out, "out");
  assert.deepEqual(
    plan.tasks.map(({ prompt }) => prompt),
    ["Mend a.ts."],
  );
});

test("a batch file outside the repository is read as it is", async () => {
  using repository = createRepository({ files: { "a.ts": "" } });
  using scratch = createScratch();
  const path = join(scratch.dir, "own.yml");
  writeFileSync(path, batchFile('{ files: "**/*.ts" }'));
  const { code, out, err } = await callBatch(["plan", path, "--json"], { cwd: repository.dir, home: scratch.dir });
  assert.equal(code, 0, err);
  assert.deepEqual(
    parsePlan(out, "out").tasks.map(({ title }) => title),
    ["a.ts"],
  );
});

test("the batch file itself is not one of its tasks", async () => {
  for (const source of ['{ files: "**", where: moment }', '{ files: ["src/**", ".github/**"], per: file }']) {
    const { tasks } = await planOf({ [FILE]: batchFile(source), "src/a.ts": "import moment;\n" });
    assert.deepEqual(
      tasks.map(({ title }) => title),
      ["src/a.ts"],
    );
  }
});

test("what cannot be planned is an error that says where and what to do", async () => {
  const files = { "b.bin": "\0\u0001", "n.jsonl": '{"a":1,"path":1732968000123456789}\n' };
  for (const [source, expected, more] of [
    ["{ list: [] }", /mend\.yml: the source has no tasks\. A batch needs at least one task; check `source`\./],
    ['{ files: "**/*.go" }', /the source has no tasks/],
    ["{ csv: t.csv }", /t\.csv: the base commit has no such file\. Commit it, or correct the path/],
    ["{ csv: b.bin }", /b\.bin of commit [0-9a-f]+ is not text/],
    ['{ files: "**", where: "a(" }', /mend\.yml:3:\d+: source\.where: git grep -P does not take it: .*\bparenthesis/],
    [
      "{ list: [{ pth: a }, { path: b }] }",
      /mend\.yml: source\.list\[0\]: there is no field "path", which task\.prompt of \.github\/kimi-batch\/mend\.yml needs/,
    ],
    [
      "{ list: [{ pth: a }] }",
      /mend\.yml:2:17: task\.prompt: unknown field "path"; did you mean "pth"\? accepted: pth/,
    ],
    ["{ list: [a] }", /unknown field "path"; accepted: value/],
    [
      "{ jsonl: n.jsonl, id: a }",
      /n\.jsonl:1: the field "path" has a number with more digits than can be read exactly/,
    ],
    [
      "{ list: [{ path: a, id: 1 }, { path: b, id: 1 }], id: id }",
      /source\.list\[1\]: its id is that of another task, .*source\.list\[0\]\./,
    ],
    [
      "{ list: [{ path: a }] }",
      /unknown field "team"; accepted: path/,
      'deliver: { pull_requests: grouped, group_by: key, key: "{{team}}" }\n',
    ],
    [
      "{ list: [{ path: '' }] }",
      /there is no field `path` or `file`, by which tasks are grouped/,
      "deliver: { pull_requests: grouped, group_by: directory }\n",
    ],
  ] as const) {
    assert.match(await refusal({ [FILE]: batchFile(source, more), ...files }), expected, source);
  }
  for (const name of ["src/a\nb.ts", "src/a\rb.ts"]) {
    assert.match(
      await refusal({ [FILE]: batchFile("{ files: 'src/**' }"), [name]: "" }),
      /"src\/a\\[nr]b\.ts": the file's name has a line break or is not UTF-8\. Rename it/,
    );
    assert.match(await refusal({ [FILE]: batchFile("{ files: 'lib/**' }"), [name]: "" }), /the source has no tasks/);
  }
  const many = Array.from({ length: 10_000 }, (_, index) => `{"path":"${index}"}\n`).join("");
  assert.match(
    await refusal({ [FILE]: batchFile("{ jsonl: t.jsonl }"), "t.jsonl": many }),
    /the source gives 10,000 tasks, and limits\.tasks is 500\. Narrow the source, or raise limits\.tasks\./,
  );
  const slash = batchFile("{ list: [{ path: /yolo }] }", "", 'prompt: "{{path}} now"');
  assert.match(await refusal({ [FILE]: slash }), /its prompt would begin with a slash, as a command does/);
  assert.match(
    await refusal({ "a.ts": "" }),
    /The batch file \.github\/kimi-batch\/mend\.yml is not in commit [0-9a-f]{12}\. A batch file of the repository is read/,
  );
});

test("batch says what it accepts", async () => {
  using scratch = createScratch();
  const here = { cwd: scratch.dir, home: scratch.dir };
  assert.match(
    (await callBatch([], here)).err,
    /batch needs a subcommand\. Accepted: plan, run, collect, compare, status\./,
  );
  assert.match((await callBatch(["paln"], here)).err, /Unknown command: batch paln\. Did you mean plan\?/);
  assert.match(
    (await callBatch(["plan"], here)).err,
    /No batch file was given\. Give one, or its name in \.github\/kimi-batch\./,
  );
  assert.match((await callBatch(["plan", "x"], here)).err, /is not in a git repository/);
});

test("status finds a batch by its id, its folder or as the latest, and says how it stands", async () => {
  using repository = createRepository({ files: { [FILE]: batchFile(LIST) } });
  using scratch = createScratch();
  const here = { cwd: repository.dir, home: scratch.dir };
  const plan = parsePlan((await callBatch(["plan", "mend", "--json"], here)).out, "out");
  const dir = join(scratch.dir, ".local/state/kimi-runner/batch", plan.id);
  const expected = `Batch mend ${plan.id}: 2 tasks, $0.00 of $10.00\n      2 not started\n`;
  for (const name of [[plan.id], [plan.id.slice(0, 4)], [dir], [join(dir, "plan.json")], ["latest"], []]) {
    assert.deepEqual(await callBatch(["status", ...name], here), { code: 0, out: expected, err: "" });
  }
  repository.write(FILE, batchFile("{ list: [] }"));
  const changed = await callBatch(["plan", "mend", "--json"], here);
  assert.equal(parsePlan(changed.out, "out").id, plan.id);
  assert.match(changed.err, /mend\.yml has changes that are not committed\. The plan follows the committed file\./);
  for (const [name, expected] of [
    ["zzzz", /There is no batch zzzz\. `kimi-runner batch plan` makes one\./],
    [`${plan.id.slice(0, 11)}!`, /There is no batch .*! Did you mean [0-9a-f]{12}\?|Did you mean/],
    ["./none", /There is no plan to read: .*none\/plan\.json: no such file or directory\./],
  ] as const) {
    const { code, err } = await callBatch(["status", name], here);
    assert.equal(code, 2);
    assert.match(err, expected);
  }
});

test("--source takes the tasks from a file of this machine, in its format", async () => {
  using repository = createRepository({
    files: { [FILE]: batchFile("{ csv: none.csv }", "", 'prompt: "{{problem_statement}}"') },
  });
  using scratch = createScratch();
  const here = { cwd: repository.dir, home: scratch.dir };
  const instance = { instance_id: "a__b-1", repo: "a/b", base_commit: "c".repeat(40), problem_statement: "Broken." };
  writeFileSync(join(scratch.dir, "in.jsonl"), `${JSON.stringify(instance)}\n`);
  const { out, err } = await callBatch(
    ["plan", "mend", "--json", "--source", join(scratch.dir, "in.jsonl"), "--format", "swebench"],
    here,
  );
  const [task] = parsePlan(out, err).tasks;
  assert.deepEqual(
    [task?.prompt, task?.base, task?.fields["image"]],
    ["Broken.", "c".repeat(40), "swebench/sweb.eval.x86_64.a_1776_b-1"],
  );
  assert.match(
    (await callBatch(["plan", "mend", "--source", "nowhere"], here)).err,
    /The file cannot be read: .*nowhere: no such file/,
  );
  assert.match(
    (await callBatch(["plan", "mend", "--source", "x", "--format", "xml"], here)).err,
    /--format xml is not known\. Accepted: jsonl, csv, yaml, swebench\./,
  );
});

test("a new plan takes over tasks that are done under the same key, with their bundles, and nothing else", async () => {
  using scratch = createScratch();
  const home = scratch.dir;
  const plan = async (
    more: string,
    source = "{ list: [{ path: a }, { path: b }, { path: c }, { path: d }] }",
    ...options: readonly string[]
  ): Promise<readonly [BatchPlan, string, string]> => {
    using repository = createRepository({ files: { "x.ts": "" } });
    const file = join(scratch.dir, "mend.yml");
    writeFileSync(file, batchFile(source).replace("total_usd: 10", more));
    const { out, err } = await callBatch(["plan", file, "--json", ...options], { cwd: repository.dir, home });
    const made = parsePlan(out, err);
    return [made, join(home, ".local/state/kimi-runner/batch", made.id), err];
  };
  const [first, dir] = await plan("total_usd: 10");
  const [a, b, c] = first.tasks;
  assert.ok(a && b && c);
  const bundle = join(dir, `tasks/${a.id}/1`);
  mkdirSync(bundle, { recursive: true });
  writeFileSync(join(bundle, "changes.patch"), "patch");
  {
    using results = openResults(dir);
    // `b` has no bundle any more, `c` needs a person, `d` was never run.
    results.append(resultLine(a), resultLine(b), resultLine(c, { state: "person" }));
  }
  const [second, newDir, told] = await plan(
    "total_usd: 20",
    "{ list: [{ path: e }, { path: a }, { path: b }, { path: c }] }",
  );
  assert.notEqual(second.id, first.id);
  assert.match(told, /^1 done already, under an earlier plan of this batch\n/);
  assert.deepEqual(readResults(newDir), [resultLine(a)]);
  assert.equal(readFileSync(join(newDir, `tasks/${a.id}/1/changes.patch`), "utf8"), "patch");
  assert.deepEqual(
    foldResults(second, readResults(newDir)).tasks.map(({ state }) => state),
    ["open", "done", "open", "open"],
  );
  const [, , again] = await plan("total_usd: 20", "{ list: [{ path: e }, { path: a }, { path: b }, { path: c }] }");
  assert.match(again, /^plan: /, "once");
  assert.equal(readResults(newDir).length, 1);
  await assert.rejects(plan("total_usd: 30", undefined, "--dir", dir), (error: Error) =>
    error.message.includes(`The folder ${dir} has the results of another plan, ${first.id}.`),
  );
  assert.deepEqual(readPlan(dir), first, "its attempts would replace the bundles");
});

test("a plan refuses what every task would refuse: limits above the policy's, models without a price", async () => {
  const planned = (limits: string, more = "", task = 'prompt: "Mend {{path}}."'): string =>
    `version: 1\ntask: { ${task} }\nsource: ${LIST}\nlimits: { cost_usd: 1, total_usd: 10${limits} }\n${more}`;
  const short = { [POLICY_FILE]: "version: 1\nlimits: { minutes: 10, steps: 20, cost_usd: 0.5 }\n" };
  assert.equal(
    (await planOf({ ...short, [FILE]: planned("").replace("cost_usd: 1", "cost_usd: 0.2") })).limits.minutes,
    10,
  );
  const above = await refusal({ ...short, [FILE]: planned(", minutes: 11, steps: 21") });
  assert.match(above, /limits\.cost_usd: 1 is above the policy's limit of 0\.5/);
  assert.match(above, /limits\.minutes: 11 is above the policy's limit of 10/);
  assert.match(above, /limits\.steps: 21 is above the policy's limit of 20/);
  const compare = "compare: { models: [kimi/kimi-k2.7-code, openai/unlisted-1] }\n";
  assert.match(
    await refusal({ [FILE]: planned("", compare) }),
    /mend\.yml:5:\d+: compare\.models\[1\]: The price of openai\/unlisted-1 is not known/,
  );
});

test("the key holds the model that is asked, and a run that asks another one is refused", async () => {
  using repository = createRepository({ files: { [FILE]: batchFile(LIST), [POLICY_FILE]: POLICY } });
  using scratch = createScratch();
  const call = async (args: readonly string[], env = {}): Promise<BatchCall> =>
    await callBatch(args, { cwd: repository.dir, home: scratch.dir, env });
  const keysFor = async (flags: readonly string[], env = {}): Promise<readonly string[]> =>
    parsePlan((await call(["plan", "mend", "--json", ...flags], env)).out, "out").tasks.map(({ key }) => key);
  const [own, flag, variable, default_] = await Promise.all([
    keysFor([]),
    keysFor(["--model", "kimi/a"]),
    keysFor([], { KIMI_RUNNER_MODEL: "kimi/a" }),
    keysFor(["--model", "kimi/kimi-k2.7-code"], { KIMI_RUNNER_MODEL: "kimi/a" }),
  ]);
  assert.deepEqual([flag, default_], [variable, own]);
  assert.ok(flag.every((key) => !own.includes(key)));
  const plan = parsePlan((await call(["plan", "mend", "--json"])).out, "out");
  for (const [args, env] of [
    [["run", plan.id, "--model", "kimi/a"], {}],
    [["run", plan.id], { KIMI_RUNNER_MODEL: "kimi/a" }],
  ] as const) {
    const { code, err } = await call(args, env);
    assert.equal(code, 2, err);
    assert.match(err, /The tasks of batch \w{12} use kimi\/kimi-k2\.7-code, but this command asks for kimi\/a\./);
  }
});

test("shards that would outlast a job are refused on GitHub", () => {
  const shards = (length: number): string[][] => [["a"], Array.from({ length }, (_, index) => `t${index}`)];
  const limits = { costUsd: 1, totalUsd: 10, minutes: 30, parallel: 1, tasks: 500 };
  requireFittingShards({ shards: shards(10), limits });
  assert.throws(() => requireFittingShards({ shards: shards(11), limits }), {
    message: "A shard of this batch has 11 tasks of up to 30 minutes, but a job has 300 minutes for them.",
    hint: "Lower limits.minutes to 27, or narrow the source.",
  });
});
