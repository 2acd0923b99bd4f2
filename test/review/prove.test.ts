/** The proof of suggestions: what is proven was green together, in few rounds; and what the line about it says. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Suggestion } from "../../src/review/check-finding.ts";
import { proofLine, prove, touchesChecks } from "../../src/review/prove.ts";
import { createRandom } from "../doubles/random.ts";

function suggestion(name: string): Suggestion {
  const asked = { path: "a", quote: ["x"], severity: "bug", title: name, evidence: "", replacement: ["y"] } as const;
  return { ...asked, fingerprint: name, anchor: { side: "RIGHT", start: 1, end: 1 } };
}

interface Bench {
  readonly names: string;
  /** Whether the checks pass with these applied. */
  readonly isGreen: (applied: string) => boolean;
  readonly own?: boolean;
}

async function proven({ names, isGreen, own = false }: Bench) {
  const rounds: string[] = [];
  const proofs = await prove({
    suggestions: names.split("").map(suggestion),
    own,
    isOver: () => false,
    check: async (applied) => {
      const which = applied.map(({ title }) => title).join("");
      rounds.push(which);
      const passed = isGreen(which);
      return { seconds: 41, results: [{ command: "npm test", passed, end: passed ? "exit 0" : "exit 1", output: "" }] };
    },
  });
  const said = [...proofs].map(([name, proof]) => `${name}: ${proofLine(proof, (command) => `\`${command}\``)}`);
  return { rounds, said };
}

test("each line says what was run, and no more", async () => {
  const still = "✔ `npm test` still passes, 41 s";
  const red = "not proven: with it `npm test` ends with exit 1";
  const left = "not proven: no run of the checks was left for it";
  assert.deepEqual(
    await Promise.all([
      proven({ names: "a", isGreen: (applied) => applied === "a" }),
      proven({ names: "ab", isGreen: (applied) => applied === "ab" }),
      proven({ names: "a", isGreen: () => true }),
      proven({ names: "a", isGreen: (applied) => applied === "a", own: true }),
      proven({ names: "a", isGreen: () => false }),
      proven({ names: "ab", isGreen: (applied) => !applied.includes("b") }),
      proven({ names: "abcd", isGreen: (applied) => !applied.includes("a") }),
    ]),
    [
      { rounds: ["", "a"], said: ["a: ✔ fixes `npm test`, 41 s"] },
      {
        rounds: ["", "ab"],
        said: ["a", "b"].map((name) => `${name}: ✔ fixes \`npm test\`, together with the other suggestion, 41 s`),
      },
      { rounds: ["", "a"], said: [`a: ${still}`] },
      { rounds: ["", "a"], said: ["a: ✔ `npm test` passes with this pull request's own tests, 41 s"] },
      { rounds: ["", "a"], said: [`a: ${red}; the checks fail without it, too`] },
      { rounds: ["", "ab", "a"], said: [`a: ${still}`, `b: ${red}`] },
      { rounds: ["", "abcd", "ab", "a"], said: [`a: ${red}`, `b: ${left}`, `c: ${left}`, `d: ${left}`] },
    ],
  );
});

test("of random suggestions, those that are proven were green together, within log2 n + 1 rounds", async () => {
  const random = createRandom(8);
  for (let round = 0; round < 300; round += 1) {
    const names = "abcdefghijklmnopqrst".slice(0, 1 + random(20));
    const bad = names.split("").filter(() => random(6) === 0);
    const { rounds, said } = await proven({ names, isGreen: (applied) => !bad.some((one) => applied.includes(one)) });
    const good = said.filter((line) => line.includes("✔")).map((line) => line.charAt(0));
    assert.ok(rounds.length - 1 <= Math.log2(names.length) + 1, rounds.join(" "));
    assert.ok(
      good.length === 0 || rounds.some((one) => one.split("").toSorted().join("") === good.join("")),
      `${names}: ${good.join("")}`,
    );
  }
});

test("a check that cannot run proves nothing", async () => {
  const proofs = await prove({
    suggestions: [suggestion("a")],
    own: false,
    isOver: () => false,
    check: () => Promise.reject(new Error("a is not UTF-8.")),
  });
  assert.deepEqual([...proofs], [["a", { kind: "unproven", why: "not proven: a is not UTF-8" }]]);
});

test("a change of scripts, configuration or tests is told from one of code", () => {
  const own = [
    "package.json",
    "web/package.json",
    "test/a.ts",
    "src/a.test.ts",
    "pkg/a_test.go",
    "vite.config.ts",
    ".eslintrc.json",
    "yarn.lock",
    "karma.conf.js",
    "src/FooTest.java",
    "api/Dockerfile.test",
    "src/__snapshots__/a.snap",
    "gradle/wrapper/gradle-wrapper.properties",
  ];
  const named = ["tools/check.mjs"];
  const code = ["src/a.ts", "src/latest.ts", "README.md", "lib/contest.py", "src/Latest.java", "src/build.ts"];
  const touching = (paths: readonly string[]) =>
    paths.filter((path) => touchesChecks([path], ["node tools/check.mjs"]));
  assert.deepEqual(touching([...own, ...named, ...code]), [...own, ...named]);
});
