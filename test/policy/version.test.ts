/** Files of version 1: they load with the new meaning, say what got wider, keep the digest of their sessions, and are migrated. */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { loadPolicy } from "../../src/policy/file/load.ts";
import { requirePolicyOf } from "../../src/batch/plan/plan-policy.ts";
import { loadPolicyOf } from "../../src/run/open/policy-source.ts";
import { sinceVersion1, widenedNote } from "../../src/policy/since.ts";
import { cliHere } from "../doubles/cli-here.ts";
import { createRepository } from "../doubles/repository.ts";

const OLD = `version: 1
default: defer
rules:
  - { id: read, approve: { read: ["**"] } }
  - { id: tests, approve: { exec: ["npm test", git-read, "go **"], write: ["src/**"] }, match: ["npm test"], not_match: ["git diff --output=x"] }
  - { id: ci, reject: { write: [".github/**"] }, match: ["rm -r .github"] }
`;

test("a file of version 1 loads; what no longer holds is kept apart, and the digest of older programs is known", async () => {
  const { version, outdated, digest, digests } = await loadPolicy(OLD, { file: "p.yml" });
  assert.deepEqual(
    { version, outdated: outdated.map(({ command }) => command), digests },
    {
      version: 1,
      outdated: ["git diff --output=x", "rm -r .github"],
      // As `policy show` of a program printed it that read rules in the old way.
      digests: [digest, "2a699039a8891375642b7d36efa7798dc1d82b603efd8479f4a7a1ae1e7a9ebf"],
    },
  );
  const migrated = await loadPolicy(
    OLD.replace("version: 1", "version: 2").replaceAll(/, (?:not_)?match: \[[^\]]*\]/g, ""),
    { file: "p.yml" },
  );
  assert.equal(migrated.outdated.length, 0);
  await assert.rejects(
    loadPolicy(OLD.replace("version: 1", "version: 2"), { file: "p.yml" }),
    /does not load: 2 mistakes/,
  );
  await assert.rejects(loadPolicy(OLD.replace("npm test", "npm tset"), { file: "p.yml" }), { code: "policy.invalid" });
});

test("sessions and batches that an older program began under its built-in policy go on", async () => {
  const policy = await loadPolicyOf({ cwd: "/w", root: "/w", files: new Map(), commit: "c" });
  const { digest, digests } = policy;
  assert.equal(digests[0], digest);
  // As `policy show` printed them: of a program that read rules in the old way, and of one with fewer lock files.
  assert.ok(digests.includes("c6f69d9ae84166fd29556af17da70625fb9878db1891e1ba4b78be749c9f083a"));
  assert.ok(digests.includes("6c51c4a39878ac01f140769ec3c8d825ea9f6559a501164ee3003448d05c964b"));
  for (const policyDigest of digests) requirePolicyOf({ policyDigest }, policy);
  assert.throws(() => requirePolicyOf({ policyDigest: "b".repeat(64) }, policy), /is not the one of the plan/);
});

test("the first line names the rules that got wider, and the list says how", async () => {
  const policy = await loadPolicy(OLD, { file: "p.yml" });
  assert.equal(
    widenedNote(policy),
    "p.yml is of version 1: in this cell the profiles in its rules (tests) name programs by their first words and ignore flags. 2 examples of it no longer hold. `policy explain --since 1` lists what got wider, `policy migrate` writes version 2.",
  );
  assert.match(
    sinceVersion1(policy),
    /^In a sealed cell the profiles of these rules now also approve:\n {2}rule tests, git-read: --output, [^]*\nThis example no longer holds: rules\[2\]\.match\[0\]: rm -r \.github\n$/,
  );
  for (const text of ["version: 2\n", "version: 1\nrules: [{ id: a, approve: { exec: [any, ls] } }]\n"])
    assert.equal(widenedNote(await loadPolicy(text, { file: "p.yml" })), undefined);
});

test("`policy migrate` writes version 2 and keeps the rest; `explain --since` reads the committed file", async () => {
  using repository = createRepository();
  repository.write(
    ".github/kimi-policy.yml",
    `# ours\n${OLD}  - id: more # two\n    approve: { exec: [make] }\n    not_match:\n      - "make -f x"\n      - "curl x"\nlimits: { steps: 5 }\n`,
  );
  repository.commit("policy");
  const run = async (...args: readonly string[]) =>
    await cliHere(["policy", ...args], { cwd: repository.dir, env: {} });
  assert.match((await run("explain", "--since", "1")).stdout, /\n {2}rule more, make: -f, -C/);
  assert.equal((await run("explain", "--since", "2")).code, 2);
  assert.equal(
    (await run("migrate")).stdout,
    `.github/kimi-policy.yml: version 2 written.
  taken out, no longer holds: rules[1].not_match[0]: git diff --output=x
  taken out, no longer holds: rules[2].match[0]: rm -r .github
  taken out, no longer holds: rules[3].not_match[0]: make -f x
`,
  );
  const file = join(repository.dir, ".github/kimi-policy.yml");
  const written = readFileSync(file, "utf8");
  assert.equal(
    written,
    `# ours\n${OLD.replace("version: 1", "version: 2").replace('["git diff --output=x"]', "[]").replace('["rm -r .github"]', "[]")}  - id: more # two\n    approve: { exec: [make] }\n    not_match:\n      ["curl x"]\nlimits: { steps: 5 }\n`,
  );
  assert.equal((await run("migrate")).stdout, ".github/kimi-policy.yml is of version 2.\n");
  assert.equal(readFileSync(file, "utf8"), written);
  writeFileSync(file, "version: 1\nrules: 7\n");
  assert.equal((await run("migrate")).code, 2);
});
