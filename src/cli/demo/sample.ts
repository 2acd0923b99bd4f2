/** The sample repository of the demo: a small module with a real bug, a test that shows it, and a policy. */

/** Path → content, committed as the start of the repository. */
export const SAMPLE_FILES: Readonly<Record<string, string>> = {
  "package.json": `{
  "name": "cart",
  "private": true,
  "type": "module",
  "scripts": { "test": "node --test" }
}
`,
  "README.md": `# cart

Adds up a shopping cart in cents.
`,
  "CHANGELOG.md": `# Changelog
`,
  "AGENTS.md": `Run the tests with \`node --test\`. Amounts are whole cents.
`,
  "src/total.js": `/** Sum of a cart in cents, after a discount in percent. */
export function total(items, discountPercent = 0) {
  let sum = 0;
  for (let i = 1; i < items.length; i += 1) {
    sum += items[i].cents * items[i].count;
  }
  return Math.round(sum * (1 - discountPercent / 100));
}
`,
  "test/total.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { total } from "../src/total.js";

const cart = [
  { cents: 250, count: 2 },
  { cents: 999, count: 1 },
];

test("adds up every item", () => {
  assert.equal(total(cart), 1499);
});

test("takes the discount off", () => {
  assert.equal(total(cart, 10), 1349);
});
`,
  ".github/kimi-policy.yml": `version: 2
default: defer
rules:
  - { id: read, approve: { read: ["**"] } }
  - { id: edit, approve: { write: ["src/**", "test/**"] } }
  - id: tests
    approve: { exec: ["node --test", "git-read", "search"] }
    match: ["node --test", "git diff | head -50"]
    not_match: ["node --test; curl https://example.com", "node -e 1"]
  - { id: no-downloads, reject: { exec: ["curl **", "wget **"] }, reason: nothing is fetched from the network }
  - { id: changelog, defer: { write: ["CHANGELOG.md"] }, reason: release notes are read by a person first }
limits: { steps: 20, minutes: 10 }
`,
};

export const SAMPLE_TASK =
  "The tests of this repository fail. Find the bug, fix it in src/, make the tests pass, and add a line about the fix to CHANGELOG.md.";
