/** What a release needs: the address of the repository and the pins of actions, each in one place. */

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "yaml";
import { REPOSITORY, VERSION } from "../../src/base/version.ts";
import { ACTION_PINS } from "../../src/init/action-pins.ts";
import { PAGES, repositoryOf, withPins, withRepository } from "../../scripts/written-facts.ts";

test("package.json has the version and the address, and the pages have that address and no other", () => {
  const text = readFileSync("package.json", "utf8");
  const { version } = JSON.parse(text) as { readonly version: string };
  assert.deepEqual([VERSION, REPOSITORY], [version, repositoryOf(text)], "run `npm run docs`");
  const used = PAGES.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/uses: (?:https:\/\/git\.example\/)?([\w.-]+\/kimi-runner\S*)/g)].map(
      ([, uses = ""]) => uses,
    ),
  );
  assert.ok(used.length > 15);
  assert.deepEqual([...new Set(used)], [`${REPOSITORY}@v0`]);
});

test("another address replaces the old one, and no longer name", () => {
  const text =
    "uses: your-org/kimi-runner@v0 `your-org/kimi-runner` (your-org/kimi-runner.git) your-org/kimi-runner-x my-your-org/kimi-runner";
  assert.equal(
    withRepository(text, "your-org/kimi-runner", "a.b/run"),
    "uses: a.b/run@v0 `a.b/run` (a.b/run.git) your-org/kimi-runner-x my-your-org/kimi-runner",
  );
  assert.throws(() => repositoryOf("{}"), /repository\.url is missing; write git\+https/);
});

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | boolean>>;
}

interface Workflow {
  readonly on: string | Readonly<Record<string, unknown>>;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

test("workflows use the actions of the table at its commits, and check out no head of a pull request", () => {
  const table = new Set(
    Object.entries(ACTION_PINS).map(([name, { commit, version }]) => `${name}@${commit} ${version}`),
  );
  const wrong = globSync("{.github,examples}/workflows/*.yml").flatMap((path) => {
    const text = readFileSync(path, "utf8");
    const { on, jobs } = parse(text) as Workflow;
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    const uses = [...text.matchAll(/uses: (\S+)(?: # (\S+))?$/gm)].filter(([, name]) => name !== `${REPOSITORY}@v0`);
    const checkouts = steps.filter((step) => step.uses?.startsWith("actions/checkout@") === true);
    const places = checkouts.map((step) => [
      step.with?.["persist-credentials"],
      step.with?.["repository"],
      step.with?.["ref"],
    ]);
    return [
      ...uses.filter(([, name, version]) => !table.has(`${name} ${version}`)).map(([line]) => `${path}: ${line}`),
      ...places
        .filter(
          ([keeps, repository, ref]) => keeps !== false || repository !== undefined || /head|pull|merge/.test(`${ref}`),
        )
        .map((place) => `${path}: checks out ${JSON.stringify(place)}`),
      ...("pull_request_target" in Object(on) || "workflow_run" in Object(on)
        ? [`${path}: starts with others' rights`]
        : []),
    ];
  });
  assert.deepEqual(wrong, [], "run `npm run docs`");
  const pins = Object.values(ACTION_PINS);
  assert.deepEqual(
    pins.filter(
      ({ commit, version, date }) =>
        !/^[0-9a-f]{40} v\d+\.\d+\.\d+ \d{4}-\d\d-\d\d$/.test(`${commit} ${version} ${date}`),
    ),
    [],
  );
});

test("a pin by commit gets the table's; a tag, another action and a longer name stay", () => {
  const old = "0".repeat(40);
  const { commit, version } = ACTION_PINS["actions/attest"];
  assert.equal(
    withPins(
      `uses: actions/attest@${old} # v1.0.0\nuses: actions/attest@${old}\nuses: actions/attest@v1\nuses: actions/attest-x@${old}`,
    ),
    `uses: actions/attest@${commit} # ${version}\nuses: actions/attest@${commit} # ${version}\nuses: actions/attest@v1\nuses: actions/attest-x@${old}`,
  );
});
