import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { policyJsonSchema } from "../../src/policy/file/json-schema.ts";
import { loadPolicy } from "../../src/policy/file/load.ts";
import { PROFILE_NAMES } from "../../src/policy/profiles/profiles.ts";
import { SAMPLE_POLICY } from "./sample-policy.ts";

test("every policy in docs/policy.md loads, and its example is the tested one", async () => {
  const blocks = [...readFileSync("docs/policy.md", "utf8").matchAll(/```yaml\n(version:[^]*?)```/g)].map(
    (match) => match[1]!,
  );
  assert.equal(blocks.length, 4);
  const [example] = await Promise.all(blocks.map((block) => loadPolicy(block, { file: "docs/policy.md" })));
  const sample = await loadPolicy(SAMPLE_POLICY, { file: "sample.yml" });
  assert.equal(example!.digest, sample.digest);
});

test("every section of a policy that docs/hooks.md shows alone loads", async () => {
  const blocks = [...readFileSync("docs/hooks.md", "utf8").matchAll(/```yaml\n((?:limits|hooks):[^]*?)```/g)];
  const policies = await Promise.all(
    blocks.map(([, block]) => loadPolicy(`version: 1\n${block}`, { file: "docs/hooks.md" })),
  );
  assert.deepEqual(
    policies.map(({ verify, hooks }) => [verify.length, hooks.map(({ event }) => event)]),
    [
      [2, []],
      [0, ["PreToolUse", "Stop", "Notification"]],
    ],
  );
});

test("docs/policy-commands.md describes every profile, and no other", () => {
  const text = readFileSync("docs/policy-commands.md", "utf8");
  const described = [...text.matchAll(/^\*\*`([a-z-]+)`\*\*: /gm)].map((match) => match[1]!);
  const listed = [...text.matchAll(/^\| `([a-z-]+)` +\| [^|]+ \| (?:yes|no)[ ,]/gm)].map((match) => match[1]!);
  assert.deepEqual([described.toSorted(), listed.toSorted()], [PROFILE_NAMES, PROFILE_NAMES]);
});

test("docs/policy.md lists every key of the schema, and no other", () => {
  const [, table = ""] = /\n## Keys\n([^]*?)\n## /.exec(readFileSync("docs/policy.md", "utf8")) ?? [];
  const named = [...table.matchAll(/^\| ([^|]+?) +\|/gm)].flatMap(([, cell = ""]) => {
    const keys = [...cell.matchAll(/`([^`]+)`/g)].map(([, key = ""]) => key);
    const [section = ""] = keys[0]?.split(".") ?? [];
    return keys.map((key) => (key.startsWith(".") ? `${section}${key}` : key));
  });
  const { properties } = policyJsonSchema() as Section;
  /** A mapping in a section is one row, or one for each of its keys. */
  const below = (key: string, { properties: inner = {} }: Section): readonly string[] =>
    named.some((other) => other.startsWith(`${key}.`)) ? Object.keys(inner).map((name) => `${key}.${name}`) : [key];
  const keys = Object.entries(properties ?? {}).flatMap(([name, { properties: inner, items }]) => {
    if (name === "profiles") return ["profiles.<name>"];
    if (name === "rules") return Object.keys(items?.properties ?? {}).map((key) => `rules[].${key}`);
    return inner === undefined
      ? [name]
      : Object.entries(inner).flatMap(([key, section]) => below(`${name}.${key}`, section));
  });
  assert.deepEqual(named.toSorted(), keys.toSorted());
});

/** What a JSON schema says of a mapping or a list. */
interface Section {
  readonly properties?: Readonly<Record<string, Section>>;
  readonly items?: Section;
}
