/** What a release needs: the address of the repository and the pins of actions, each in one place; and a size. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { globSync, readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { parse } from "yaml";
import { REPOSITORY, VERSION } from "../../src/base/version.ts";
import { CHECKOUT } from "../../src/init/workflow-text.ts";
import { ACTION_PINS } from "../../scripts/action-pins.ts";
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
  const { commit, version } = ACTION_PINS["actions/checkout"];
  assert.deepEqual(CHECKOUT, { commit, version });
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

type Sizes = ReadonlyMap<string, number>;

/** Says of which files the compressed size grew, most first. */
function growth(now: Sizes, before: Sizes): readonly string[] {
  return [...now]
    .map(([path, bytes]) => ({ path, bytes, more: bytes - (before.get(path) ?? 0) }))
    .filter(({ more }) => more > 0)
    .toSorted((a, b) => b.more - a.more)
    .map(({ path, bytes, more }) => `${path}: ${bytes}, ${more === bytes ? "new" : `+${more}`}`);
}

/** `uses:` downloads all of the tag's commit for each job. 6.3 MB are 0.1 MB more than the first version. */
const MAX_BYTES = 6_300_000;

test("what users run is small, or the files that grew since the last built program are named", () => {
  const workflow = readFileSync(".github/workflows/release.yml", "utf8");
  const parts = /git ls-tree HEAD (.+) \|/.exec(workflow)?.[1]?.split(" ") ?? [];
  const paths = globSync(parts.flatMap((part) => [part, `${part}/**`])).filter((path) => statSync(path).isFile());
  const compressed = (path: string, bytes: Buffer): number =>
    path.endsWith(".br") ? bytes.length : gzipSync(bytes).length;
  const sizes = (of: readonly string[], read: (path: string) => Buffer): Sizes =>
    new Map(of.map((path) => [path, compressed(path, read(path))]));
  const now = sizes(paths, (path) => readFileSync(path));
  const total = [...now.values()].reduce((sum, bytes) => sum + bytes, 0);
  if (total > MAX_BYTES) {
    const git = (...args: readonly string[]) => execFileSync("git", args, { stdio: "pipe", maxBuffer: 1e8 });
    const commit = git("log", "-1", "--skip=1", "--format=%H", "--", "dist").toString().trim();
    const inTree = new Set(git("ls-tree", "-r", "--name-only", commit).toString().split("\n"));
    const kept = paths.filter((path) => inTree.has(path));
    const before = sizes(kept, (path) => git("show", `${commit}:${path}`));
    assert.fail(
      `${total} bytes compressed, more than ${MAX_BYTES}. Since ${commit}:\n${growth(now, before).join("\n")}`,
    );
  }
  assert.ok(total > 1_000_000);
  const before = new Map([
    ["a", 10],
    ["b", 20],
    ["c", 30],
  ]);
  const after = new Map([
    ["a", 12],
    ["b", 20],
    ["c", 29],
    ["d", 5],
    ["e", 2],
  ]);
  assert.deepEqual(growth(after, before), ["d: 5, new", "a: 12, +2", "e: 2, new"]);
});
