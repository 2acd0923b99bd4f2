/** `kimi-runner review` as a person calls it: findings at their places, proven suggestions, and the rules of the base. */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cliHere } from "../doubles/cli-here.ts";
import { createRepository, type TemporaryRepository } from "../doubles/repository.ts";
import { createScratch } from "../doubles/scratch.ts";

const POLICY = `version: 2
rules:
  - id: look
    approve: { read: ["**"] }
review:
  verify: ["node check.mjs"]
  fails_on: bug
  ignore: ["docs/**"]
`;
const FILES = {
  "cart.mjs": "export const total = (items) => items.reduce((sum, { price, count }) => sum + price * count, 0);\n",
  "check.mjs": `import { total } from "./cart.mjs";\nif (total([{ price: 2, count: 3 }]) !== 6) process.exit(1);\n`,
  "REVIEW.md": "Money is counted in whole cents.\n",
  ".github/kimi-review/cart.md": '---\npaths: ["*.mjs"]\n---\n\nCarts may be empty.\n',
  ".github/kimi-review/db.md": '---\npaths: ["src/db/**"]\n---\nUse transactions.\n',
  ".github/kimi-policy.yml": POLICY,
  ".gitattributes": "*.gen.mjs linguist-generated\n",
};
const WRONG = "---\ndescription: x\npaths: [3]\nglobs: x\n---\nPrices have a currency.\n";
const BROKEN = "export const total = (items) => items.reduce((sum, { price }) => sum + price, 0);";

function changed(
  files: Readonly<Record<string, string>>,
  base: Readonly<Record<string, string>> = FILES,
): TemporaryRepository {
  const repository = createRepository({ files: base });
  repository.git("branch", "-m", "main");
  repository.git("checkout", "-q", "-b", "change");
  for (const [path, text] of Object.entries(files)) repository.write(path, text);
  repository.commit("change");
  return repository;
}

const finding = (given: object) => ({
  name: "report_finding",
  arguments: { path: "cart.mjs", severity: "bug", title: "T", evidence: "E", ...given },
});

async function reviewed(repository: TemporaryRepository, calls: readonly object[], args: readonly string[] = []) {
  using scratch = createScratch();
  const script = join(scratch.dir, "script.json");
  writeFileSync(script, JSON.stringify([{ calls }, { text: "Done." }]));
  const sarif = join(scratch.dir, "findings.sarif");
  const env = { HOME: scratch.dir };
  const own = ["--model", `scripted/${script}`, "--bundle", join(scratch.dir, "bundle"), "--sarif", sarif];
  const end = await cliHere(["review", "-q", ...own, ...args], { cwd: repository.dir, env });
  const read = (path: string): string => readFileSync(join(scratch.dir, path), "utf8");
  const events = read("bundle/journal.jsonl")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).event);
  const told = events.filter(({ type }) => type === "tool.end").map(({ result }) => result.text);
  const asked = events.find(({ type }) => type === "context.append").messages[0].content as string;
  assert.equal(read("bundle/findings.sarif"), readFileSync(sarif, "utf8"), "the bundle has the same file");
  const stdout = end.stdout.replace(/, \d+ s$/gm, ", N s");
  return { ...end, stdout, told, asked, sarif: JSON.parse(readFileSync(sarif, "utf8")) };
}

test("findings stand at their lines, and a suggestion that makes a red check green is said to fix it", async () => {
  using repository = changed(
    {
      "cart.mjs": `${BROKEN}\nexport const names = [];\n`,
      "a.gen.mjs": "1\n",
      "docs/a.md": "a\n",
      "REVIEW.md": "Praise.\n",
      ".gitattributes": "* linguist-generated -diff\n",
    },
    { ...FILES, ".github/kimi-review/wrong.md": WRONG },
  );
  const end = await reviewed(repository, [
    finding({ title: "The total ignores the count", quote: BROKEN, replacement: FILES["cart.mjs"] }),
    finding({
      title: "Never filled",
      severity: "risk",
      quote: "export const names = [];",
      replacement: "export const names = [;",
    }),
    finding({ title: "The total ignores the count", quote: BROKEN }),
    finding({ title: "Another one", quote: BROKEN }),
    finding({ title: "Style", severity: "nit", quote: "export const names = [];" }),
    finding({ title: "Elsewhere", path: "b/cart.mjs", quote: "x" }),
    finding({ title: "Made", path: "a.gen.mjs", quote: "1" }),
    finding({ title: "Overlap", severity: "risk", quote: `${BROKEN}\nexport const names = [];`, replacement: "" }),
  ]);
  assert.deepEqual(end.told, [
    "Recorded at cart.mjs:1. The replacement is tested when the run has ended.",
    "Recorded at cart.mjs:2. The replacement is tested when the run has ended.",
    "This finding is already recorded.",
    "Not recorded: these lines have a bug already. Accepted for another one: more or fewer lines as the quote.",
    "Recorded at cart.mjs:2.",
    "Recorded for the text of the review, on no line: b/cart.mjs is not in the diff. Accepted: a path as the diff names it, such as cart.mjs. Reported again with the same title, it takes this one's place.",
    "Recorded for the text of the review, on no line: a.gen.mjs is left out of this review (generated). Reported again with the same title, it takes this one's place.",
    "Recorded at cart.mjs:1–2, without its replacement: another suggestion replaces some of these lines.",
  ]);
  assert.deepEqual(
    [end.code, end.stdout, end.stderr],
    [
      1,
      `bug cart.mjs:1: The total ignores the count
    E
    ✔ fixes \`node check.mjs\`, N s
    - ${BROKEN}
    + ${FILES["cart.mjs"].trim()}

bug b/cart.mjs: Elsewhere
    E

bug a.gen.mjs: Made
    E

risk cart.mjs:2: Never filled
    E
    not proven: with it \`node check.mjs\` ends with exit 1
    - export const names = [];
    + export const names = [;

risk cart.mjs:1-2: Overlap
    E
    no suggestion: another suggestion replaces some of these lines
    - ${BROKEN}
    - export const names = [];

5 findings: 3 bugs, 2 risks.
`,
      `warning: .github/kimi-review/wrong.md does not load: 2 mistakes.
  .github/kimi-review/wrong.md:3:9: paths[0]: 3 is not accepted; expected a glob, like "src/db/**"
  .github/kimi-review/wrong.md:4:1: globs: unknown key "globs"; accepted: paths, description. Until it does, this rule for reviews holds for all files.
review.fails_on: 3 findings of this severity or higher.
`,
    ],
  );
  assert.equal(repository.git("status", "--short"), "");
  const rules = [...end.asked.matchAll(/<data from="(REVIEW\.md|\.github[^"]*)">\n([^]*?)\n*<\/data>/g)];
  assert.deepEqual(
    rules.map(([, path, text]) => [path, text]),
    [
      [".github/kimi-review/cart.md", "Only for files that match *.mjs:\nCarts may be empty."],
      [".github/kimi-review/wrong.md", WRONG.trim()],
      ["REVIEW.md", "Money is counted in whole cents."],
    ],
  );
  assert.ok(end.asked.includes("Money is counted") && end.asked.includes(`+${BROKEN}`), end.asked);
  assert.ok(end.asked.includes("a.gen.mjs (generated)\ndocs/a.md (review.ignore)"), end.asked);
  assert.deepEqual(
    end.sarif.runs[0].results.map(({ ruleId, locations }: { ruleId: string; locations: object[] }) => [
      ruleId,
      locations,
    ]),
    [
      ["review/bug", "cart.mjs", { startLine: 1, endLine: 1 }],
      ["review/bug", "b/cart.mjs", { startLine: 1 }],
      ["review/bug", "a.gen.mjs", { startLine: 1 }],
      ["review/risk", "cart.mjs", { startLine: 2, endLine: 2 }],
      ["review/risk", "cart.mjs", { startLine: 1, endLine: 2 }],
    ].map(([rule, uri, region]) => [rule, [{ physicalLocation: { artifactLocation: { uri }, region } }]]),
  );
});

/** The file was written before the findings were printed, and its error was all that came of a paid review. */
test("findings are printed also where their SARIF file cannot be written", async () => {
  using repository = changed({ "cart.mjs": `${BROKEN}\n` });
  using scratch = createScratch();
  const script = join(scratch.dir, "script.json");
  writeFileSync(script, JSON.stringify([{ calls: [finding({ quote: BROKEN })] }, { text: "Done." }]));
  const sarif = join(scratch.dir, "missing/findings.sarif");
  const args = ["review", "-q", "--model", `scripted/${script}`, "--bundle", join(scratch.dir, "bundle")];
  const end = await cliHere([...args, "--sarif", sarif], { cwd: repository.dir, env: { HOME: scratch.dir } });
  const said = `error: The list of findings cannot be written to ${sarif}: no such file or directory. Name another file with --sarif.\n`;
  assert.deepEqual([end.code, end.stdout.split("\n")[0], end.stderr], [2, "bug cart.mjs:1: T", said]);
});

test("a change that brings its own check fixes nothing by it, also one that only a script of the base names", async () => {
  const files = {
    "package.json": '{ "main": "cart.mjs", "scripts": { "test": "node check.mjs" } }',
    ".github/kimi-policy.yml": POLICY.replace("node check.mjs", "npm test"),
  };
  using repository = changed({ "cart.mjs": `${BROKEN}\n`, "check.mjs": "// nothing\n" }, { ...FILES, ...files });
  const calls = [finding({ severity: "risk", quote: BROKEN, replacement: FILES["cart.mjs"] })];
  const { code, stdout } = await reviewed(repository, calls, ["main..HEAD"]);
  assert.deepEqual(
    [code, stdout.split("\n")[2]],
    [0, "    ✔ `npm test` passes with this pull request's own tests, N s"],
  );
});

test("a change that does not fit one request is asked area by area, as far as the steps go", async () => {
  const large = (name: string) =>
    Array.from({ length: 5 }, (_, at) => [`${name}/${at}.mjs`, `const a = 1;\n`.repeat(2_500)] as const);
  using repository = changed(Object.fromEntries(["a", "b", "c"].flatMap(large)));
  const asked = async (...args: readonly string[]) => {
    using scratch = createScratch();
    const script = join(scratch.dir, "script.json");
    writeFileSync(script, JSON.stringify(["one", "two", "three"].map((text) => ({ text }))));
    const bundle = join(scratch.dir, "bundle");
    const own = ["--model", `scripted/${script}`, "--bundle", bundle, ...args];
    const end = await cliHere(["review", "-q", ...own], { cwd: repository.dir, env: { HOME: scratch.dir } });
    const records = readFileSync(join(bundle, "journal.jsonl"), "utf8").trim().split("\n");
    const messages = records.flatMap(
      (line) => (JSON.parse(line).event.messages ?? []) as { role: string; content: string }[],
    );
    return [
      end.code,
      end.stdout,
      messages.filter(({ role }) => role === "user").map(({ content }) => /^[^:\n]*/.exec(content)?.[0]),
    ];
  };
  const first =
    "Review the change below. Report each finding with report_finding, and end with at most three sentences.";
  assert.deepEqual(
    [await asked(), await asked("--max-steps", "2")],
    [
      [0, "No findings.\n", [first, "Area 2 of 3 of the change", "Area 3 of 3 of the change"]],
      [
        0,
        "No findings.\nNot shown to the model in full: c/0.mjs, c/1.mjs, c/2.mjs, c/3.mjs, c/4.mjs.\n",
        [first, "Area 2 of 3 of the change"],
      ],
    ],
  );
});

test("what cannot be reviewed is refused, and nothing to review costs no run", async () => {
  using repository = changed({ "docs/a.md": "only what review.ignore names\n" });
  using home = createScratch();
  const said = async (...args: readonly string[]) => {
    const end = await cliHere(["review", ...args], { cwd: repository.dir, env: { HOME: home.dir } });
    return [end.code, end.stdout + end.stderr];
  };
  const [code, nothing] = await said();
  assert.equal(code, 0);
  assert.match(
    String(nothing),
    /^There is nothing to review: [0-9a-f]{12}\.\.[0-9a-f]{12} has only files that a review leaves out: docs\/a\.md \(.*\)\.\n$/,
  );
  const [, elsewhere] = await said("change..main");
  assert.match(String(elsewhere), /main is not checked out\./);
  const [, unknown] = await said("nowhere");
  assert.match(String(unknown), /There is no commit nowhere\. Name one that git knows/);
  for (const given of ["nowhere..HEAD", "HEAD..nowhere"])
    assert.match(String((await said(given))[1]), /There is no commit nowhere\. Name one that git knows/);
  repository.git("branch", "apart", repository.git("commit-tree", "-m", "apart", "HEAD^{tree}"));
  const [, apart] = await said("apart..HEAD");
  assert.match(String(apart), /have no ancestor in common here\. In a shallow clone, `git fetch --unshallow`/);
  const [, option] = await said("--", "--output=x..HEAD");
  assert.match(String(option), /There is no commit --output=x\. Name one that git knows/);
});
