/** Workflows that users copy: inputs and outputs that exist, and rights that stay where they belong. */

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "yaml";
import { REPOSITORY } from "../../src/base/version.ts";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly id?: string;
  readonly with?: Readonly<Record<string, string>>;
}

interface Group {
  readonly group: string;
}

interface Job {
  readonly if?: string;
  readonly concurrency?: Group;
  readonly permissions: Readonly<Record<string, string>>;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly needs?: string;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly concurrency?: Group;
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const read = (path: string): unknown => parse(readFileSync(path, "utf8"));
const action = read("action.yml") as { readonly inputs: object; readonly outputs: object };

/** A workflow that names another place, or one that is written by hand, counts as foreign and not pinned. */
const OURS_AT = `${REPOSITORY}@v0`;
const OURS = ["kimi.yml", "kimi-two-phase.yml", "maintenance.yml", "batch.yml"].map(
  (name) => `.github/workflows/${name}`,
);
const EXAMPLES = globSync("examples/workflows/*.yml");

for (const path of [...OURS, ...EXAMPLES]) {
  test(`${path}: pinned, without rights of its own, with inputs and outputs that there are`, () => {
    const text = readFileSync(path, "utf8");
    const { permissions, jobs } = parse(text) as Workflow;
    assert.deepEqual(permissions, {});
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    const used = steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    const foreign = used.filter((uses) => uses !== OURS_AT);
    assert.deepEqual(
      foreign.filter((uses) => !/@[0-9a-f]{40}$/.test(uses)),
      [],
    );
    const ours = steps.filter(({ uses }) => uses === OURS_AT);
    assert.ok(ours.length > 0);
    const inputs = ours.flatMap((step) => Object.keys(step.with ?? {}));
    assert.deepEqual(
      inputs.filter((input) => !(input in action.inputs)),
      [],
    );
    const outputs = [...text.matchAll(/steps\.kimi\.outputs\.([\w-]+)/g)].map(([, output = ""]) => output);
    assert.deepEqual(
      outputs.filter((output) => !(output in action.outputs)),
      [],
    );
  });
}

for (const path of EXAMPLES) {
  test(`${path}: says what it is for, and is a checkout and the action`, () => {
    const text = readFileSync(path, "utf8");
    assert.match(text, /^# \S.+\.\nname: /);
    const stepsOf = ({ jobs }: Workflow): readonly Step[] => Object.values(jobs)[0]?.steps ?? [];
    const [checkOut, ...rest] = stepsOf(parse(text) as Workflow);
    assert.deepEqual([checkOut], stepsOf(read(".github/workflows/kimi.yml") as Workflow).slice(0, 1));
    // A model of a cloud needs one step more, which takes on a role by the job's identity.
    const hasIdentity = text.includes("id-token: write");
    assert.equal(rest.length, hasIdentity ? 2 : 1);
    assert.equal(hasIdentity, /^(?:aws-actions|google-github-actions)\//.test(rest.at(-2)?.uses ?? ""));
  });
}

test("two jobs: the agent may only read, who publishes has no key and runs no script", () => {
  const { jobs } = read(".github/workflows/kimi-two-phase.yml") as Workflow;
  const { agent, publish } = jobs;
  assert.deepEqual(new Set(Object.values(agent?.permissions ?? {})), new Set(["read"]));
  assert.equal(publish?.needs, "agent");
  assert.deepEqual(
    publish?.steps.map((step) => Object.keys(step).includes("run")),
    [false, false, false],
  );
  assert.doesNotMatch(JSON.stringify(publish), /secrets\./);
  const outputs = [...JSON.stringify(publish).matchAll(/needs\.agent\.outputs\.(\w+)/g)].map(([, name = ""]) => name);
  assert.deepEqual(
    outputs.filter((name) => !(name in (agent?.outputs ?? {}))),
    [],
  );
});

test("catalog.yml: only its job may write, and it opens a pull request with what the script found", () => {
  const { permissions, jobs } = read(".github/workflows/catalog.yml") as Workflow;
  assert.deepEqual(permissions, {});
  assert.deepEqual(jobs["renew"]?.permissions, { contents: "write", "pull-requests": "write" });
  const steps = jobs["renew"]?.steps ?? [];
  const used = steps.flatMap(({ uses }) => uses ?? []);
  assert.deepEqual(
    used.filter((uses) => !/@[0-9a-f]{40}$/.test(uses)),
    [],
  );
  const scripts = steps.flatMap(({ run }) => run ?? []).join("\n");
  for (const part of [
    "scripts/catalog.ts --summary",
    "npm run check",
    "git push --force origin catalog-renewal",
    "gh pr create",
  ])
    assert.ok(scripts.includes(part), part);
});

test("batch.yml: the jobs of the agent can only read, and one that fails stops no other", () => {
  const { jobs } = read(".github/workflows/batch.yml") as Workflow;
  const { run } = jobs as { readonly run?: Job & { readonly strategy?: { readonly "fail-fast": boolean } } };
  assert.deepEqual(run?.permissions, { contents: "read" });
  assert.equal(run.strategy?.["fail-fast"], false);
});

/** The value of an expression of GitHub that uses `contains`, `fromJSON`, operators and properties of `github`. */
function evaluate(expression: string, github: object): unknown {
  const at = (path: string): unknown =>
    path.split(".").reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], github);
  const contains = (all: string | readonly string[] | undefined, part: string): boolean =>
    typeof all === "object" ? all.includes(part) : (all ?? "").toLowerCase().includes(part.toLowerCase());
  const script = expression.replace(/github\.([\w.]+)/g, 'at("$1")');
  // oxlint-disable-next-line no-implied-eval
  const run = new Function("at", "contains", "fromJSON", `return ${script};`) as (...given: unknown[]) => unknown;
  return run(at, contains, JSON.parse);
}

const inGroup = (group: string, github: object): string =>
  group.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => String(evaluate(expression, github)));

for (const name of ["kimi.yml", "kimi-two-phase.yml"]) {
  const workflow = read(`.github/workflows/${name}`) as Workflow;
  const job = Object.values(workflow.jobs)[0];
  const group = (workflow.concurrency ?? job?.concurrency)?.group ?? "";
  const event = (body: string, more: { association?: string; user?: object; at?: string } = {}): object => {
    const { association = "OWNER", user = { type: "User" }, at = "comment" } = more;
    const said = { [at]: { body, author_association: association, user } };
    return { run_id: 991, event: { ...said, [at === "review" ? "pull_request" : "issue"]: { number: 7 } } };
  };

  test(`${name}: work waits in the thread's group; status, cancel, help and strangers wait for nothing`, () => {
    const cases: readonly (readonly [object, string])[] = [
      [event("/kimi fix"), "kimi-7"],
      [event("/kimi approve all"), "kimi-7"],
      [event("/kimi review", { at: "review" }), "kimi-7"],
      [event("/kimi cancel"), "kimi-991"],
      [event("Please\n/Kimi Status"), "kimi-991"],
      [event("/kimi help"), "kimi-991"],
      [event("/kimi cancel", { at: "review" }), "kimi-991"],
      [event("/kimi fix", { association: "NONE" }), "kimi-991"],
      [event("/kimi fix", { association: "CONTRIBUTOR", at: "review" }), "kimi-991"],
    ];
    assert.deepEqual(
      cases.map(([github]) => inGroup(group, github)),
      cases.map(([, wanted]) => wanted),
    );
  });

  test(`${name}: a job starts for people's commands, with any association`, () => {
    const starts = (github: object): boolean => Boolean(evaluate(job?.if ?? "", github));
    const cases: readonly (readonly [object, boolean])[] = [
      [event("/kimi fix"), true],
      [event("/kimi fix", { association: "NONE" }), true],
      [event("/kimi fix", { at: "review" }), true],
      [event("Nice work"), false],
      [event("/kimi fix", { user: { type: "Bot" } }), false],
    ];
    assert.deepEqual(
      cases.map(([github]) => starts(github)),
      cases.map(([, wanted]) => wanted),
    );
  });
}
