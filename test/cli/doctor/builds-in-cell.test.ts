/** What the doctor says of a repository's packages, without a cell: where a command would be tried in one, these tests fail. */

import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { buildsInCell } from "../../../src/cli/doctor/builds-in-cell.ts";
import { toolsInCell } from "../../../src/cli/doctor/tools-in-cell.ts";
import { usedTools } from "../../../src/cli/doctor/used-tools.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import { temporaryDir } from "../../doubles/cli.ts";

const cell = {
  exec: async () => assert.fail("no command is to be tried"),
} as unknown as Parameters<typeof buildsInCell>[0]["cell"];

/** Name and advice of each finding that asks for something. */
async function advice(root: string, setup?: Policy["sandbox"]["setup"]): Promise<readonly (readonly string[])[]> {
  const sandbox = { minimum: "sealed", network: [], setup } as const;
  const env = { PATH: join(root, "bin"), HOME: root };
  const isSetUp = setup && false;
  const builds = { cell, withoutOverlays: undefined, uncopied: [], sandbox, root, env, all: false, isSetUp };
  const found = [...(await toolsInCell({ cell, root, env, all: false })), ...(await buildsInCell(builds))];
  return found.flatMap(({ ok, name, detail }) => (ok === true ? [] : [[name, detail]]));
}

/** What a repository uses, as `name by`; a tool in brackets is named by a workflow only. */
test("the tools of a repository are those of its files, version files and workflows", () => {
  const steps = (...lines: readonly string[]): string =>
    ["jobs:", "  a:", "    steps:", ...lines.map((line) => `      - ${line}`)].join("\n") + "\n";
  const rows: readonly (readonly [files: Readonly<Record<string, string>>, used: readonly string[]])[] = [
    [{ "README.md": "npm install; make" }, []],
    [{ "package.json": "{}" }, ["node package.json", "npm package.json"]],
    [{ "package.json": '{"packageManager":"yarn@4.1.0"}' }, ["node package.json", "yarn package.json"]],
    [{ "package.json": '{"packageManager":"constructor@1"}' }, ["node package.json", "npm package.json"]],
    [{ "go.mod": "", "pom.xml": "", mvnw: "" }, ["go go.mod", "java pom.xml"]],
    [{ "build.gradle.kts": "" }, ["java build.gradle.kts", "gradle build.gradle.kts"]],
    [{ "app.csproj": "", "x.gemspec": "" }, ["ruby x.gemspec", "dotnet app.csproj"]],
    [{ ".tool-versions": "golang 1.22\n# ruby 3\n" }, ["(go) .tool-versions"]],
    [{ "mise.toml": '[tools]\n"python" = "3.12"\n' }, ["(python3) mise.toml"]],
    [
      { ".github/workflows/ci.yml": steps("uses: actions/setup-java@v4", "run: cmake -B x && make install ruby") },
      ["(java) .github/workflows/ci.yml", "(make) .github/workflows/ci.yml", "(cmake) .github/workflows/ci.yml"],
    ],
  ];
  for (const [files, used] of rows) {
    using place = temporaryDir();
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(place.dir, name)), { recursive: true });
      writeFileSync(join(place.dir, name), text);
    }
    const found = usedTools(place.dir).map(({ name, by, isNeeded }) => `${isNeeded ? name : `(${name})`} ${by}`);
    assert.deepEqual(found, used, JSON.stringify(files));
  }
});

test("a missing package manager and missing packages are said; with sandbox.setup it is not asked for", async () => {
  using place = temporaryDir();
  const write = (name: string, text: string): void => writeFileSync(join(place.dir, name), text);
  write("package.json", `{ "name": "app", "devDependencies": { "left-pad": "1.0.0" } }`);
  write("pnpm-lock.yaml", "");
  const missing = ["node_modules", "is missing: commands find no packages of package.json"];
  const absent = (name: string, by: string) => [name, `is not on this machine's PATH, and ${by} needs it`];
  const tools = [absent("node", "package.json"), absent("pnpm", "pnpm-lock.yaml")];
  assert.deepEqual(await advice(place.dir), [...tools, missing]);
  const setup = { run: ["npm ci"], network: [], onFailure: "stop" } as const;
  const unset = "`sandbox.setup` has not run here for these lock files, or its layer is not kept: the next run runs it";
  assert.deepEqual(await advice(place.dir, setup), [...tools, ["set-up", unset]]);
  mkdirSync(join(place.dir, "node_modules"));
  assert.deepEqual(await advice(place.dir), tools);
  write("package.json", "not JSON");
  assert.deepEqual(await advice(place.dir), tools);
  write("pnpm-lock.yaml.orig", "");
  rmSync(join(place.dir, "pnpm-lock.yaml"));
  assert.deepEqual(await advice(place.dir), [tools[0], absent("npm", "package.json")]);
});

test("a lock file that does not install again is no problem where its packages are installed", async () => {
  using place = temporaryDir();
  for (const name of ["bin", "node_modules"]) mkdirSync(join(place.dir, name));
  writeFileSync(join(place.dir, "bin/npm"), "", { mode: 0o755 });
  writeFileSync(join(place.dir, "package-lock.json"), "{}");
  const failing = { exec: async () => ({ code: 1, output: "npm error ENOTCACHED\n" }) } as unknown as typeof cell;
  const { dir: root } = place;
  const env = { PATH: join(root, "bin"), HOME: root };
  const sandbox = { minimum: "sealed", network: [] } as const;
  const found = async () =>
    (await buildsInCell({ cell: failing, withoutOverlays: undefined, uncopied: [], sandbox, root, env, all: false }))
      .filter(({ name }) => name === "package-lock.json")
      .map(({ ok, detail }) => [ok, detail]);
  const again = "does not install without network: npm error ENOTCACHED";
  assert.deepEqual(await found(), [[true, `is installed, and commands find its packages; once more it ${again}`]]);
  rmSync(join(root, "node_modules"), { recursive: true });
  assert.deepEqual(await found(), [["unknown", again]]);
});
