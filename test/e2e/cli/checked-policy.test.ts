/** Which policy a check judges, and what it says of it: the file that a person edits, or with `--committed` the one of a run. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { runCli, temporaryDir } from "../../doubles/cli.ts";
import { createRepository } from "../../doubles/repository.ts";

const PATH = ".github/kimi-policy.yml";
const rule = (entry: string, more = ""): string =>
  `version: 1\nrules:\n  - { id: a, approve: { exec: [${entry}] }${more} }\n`;

/** It was green about the committed file while a person broke the other. */
test("policy looks at the file of the work tree, and says which one it judged", async () => {
  using repository = createRepository({ files: { "a.txt": "a\n" } });
  const check = async (...args: readonly string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await runCli(["policy", ...args], { cwd: repository.dir, isProcess: false });
    return [code, stdout.split("\n").slice(-3, -1), stderr];
  };
  const head = repository.git("rev-parse", "HEAD").slice(0, 12);
  const untried = "it loads, but no rule was tested, because it has no examples; add `match` and `not_match` to rules";
  const built = "policy: built-in policy, because the work tree has no .github/kimi-policy.yml";
  assert.deepEqual(await check("test"), [0, [`built-in policy: ${untried}`, built], ""]);

  repository.write(PATH, rule("test", `, match: ["npm test"]`));
  const draft = `policy: ${PATH} of the work tree, not as it is committed`;
  assert.deepEqual(await check("test"), [0, [`${PATH}: 1 example passed, 0 failed`, draft], ""]);
  const committed = `policy: built-in policy, because commit ${head} has no ${PATH}`;
  assert.deepEqual(await check("test", "--committed"), [0, [`built-in policy: ${untried}`, committed], ""]);
  assert.deepEqual(await check("explain", "npm test"), [0, ["  approve npm test — a", draft], ""]);
  const asked = ["explain", "--json", "npm test", "--committed"];
  assert.deepEqual(((await check(...asked)) as readonly unknown[])[2], `${committed}\n`);

  repository.commit("policy");
  const same = `policy: ${PATH} of the work tree`;
  assert.deepEqual(await check("show"), [0, [rule("test", `, match: ["npm test"]`).split("\n")[2], `# ${same}`], ""]);
  repository.write(PATH, rule("test", `, match: ["npm test"], not_match: ["npm test --prefix x"]`));
  const old = await runCli(["policy", "test"], { cwd: repository.dir, isProcess: false });
  assert.deepEqual(old.stdout.split("\n").slice(0, 2), [
    `${PATH}: 1 example passed, 0 failed`,
    `${PATH}: written for version 1, no longer holds: rules[0].not_match[0]: npm test --prefix x`,
  ]);
  repository.write(PATH, rule("mvn"));
  const bare = `${PATH}: rule a: mvn is not a profile, but the command without arguments; with any: "mvn **"`;
  const { stdout } = await runCli(["policy", "test"], { cwd: repository.dir, isProcess: false });
  assert.deepEqual(stdout.split("\n"), [bare, `${PATH}: ${untried}`, draft, ""]);
  repository.write(PATH, "version: 3\n");
  for (const args of [["test"], ["show"], ["explain", "ls"]])
    assert.match(
      JSON.stringify(await check(...args)),
      /^\[2,\[.*\],"error: \.github\/kimi-policy\.yml:1:10: version: 3 /,
    );
  assert.match(JSON.stringify(await check("test", "--committed")), /^\[0,.*1 example passed/);
});

test("a named policy is checked anywhere", async () => {
  using repository = createRepository({ files: { [PATH]: rule("test", `, match: ["npm test"]`) } });
  using place = temporaryDir();
  const file = join(repository.dir, PATH);
  const { stdout } = await runCli(["policy", "test", "--policy", file], { cwd: place.dir, isProcess: false });
  assert.equal(stdout, `${file}: 1 example passed, 0 failed\npolicy: ${file} as it is now\n`);
});
