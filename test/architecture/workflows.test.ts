/** Workflows that users copy: inputs and outputs that exist, and rights that stay where they belong. */

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "yaml";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly id?: string;
  readonly with?: Readonly<Record<string, string>>;
}

interface Job {
  readonly permissions: Readonly<Record<string, string>>;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly needs?: string;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const read = (path: string): unknown => parse(readFileSync(path, "utf8"));
const action = read("action.yml") as { readonly inputs: object; readonly outputs: object };

const OURS = ["kimi.yml", "kimi-two-phase.yml", "maintenance.yml"].map((name) => `.github/workflows/${name}`);
const EXAMPLES = globSync("examples/workflows/*.yml");

for (const path of [...OURS, ...EXAMPLES]) {
  test(`${path}: pinned, without rights of its own, with inputs and outputs that there are`, () => {
    const text = readFileSync(path, "utf8");
    const { permissions, jobs } = parse(text) as Workflow;
    assert.deepEqual(permissions, {});
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    const used = steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    const foreign = used.filter((uses) => !uses.startsWith("your-org/"));
    assert.deepEqual(
      foreign.filter((uses) => !/@[0-9a-f]{40}$/.test(uses)),
      [],
    );
    const ours = steps.filter(({ uses }) => uses?.startsWith("your-org/kimi-runner@") === true);
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
  test(`${path}: says what it is for, and sets up the sandbox as kimi.yml does`, () => {
    const text = readFileSync(path, "utf8");
    assert.match(text, /^# \S.+\.\nname: /);
    const stepsOf = ({ jobs }: Workflow): readonly Step[] => Object.values(jobs)[0]?.steps ?? [];
    const [checkOut, sandbox, ...rest] = stepsOf(parse(text) as Workflow);
    assert.deepEqual([checkOut, sandbox], stepsOf(read(".github/workflows/kimi.yml") as Workflow).slice(0, 2));
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
