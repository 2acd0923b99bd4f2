/** What the documents name exists: test paths, files, links, headings, and a test for every promise. */

import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { REPOSITORY } from "../../src/base/version.ts";
import { drawnLines } from "../../scripts/demo-picture.ts";
import { loadPolicy } from "../../src/policy/file/load.ts";
import { readProofs } from "../../scripts/promises.ts";

const DOCUMENTS = globSync(["*.md", "docs/**/*.md", "src/**/*.md", "examples/**/*.md"]);
const TESTS = globSync("test/**/*.test.ts");
const FILES = globSync(["*.ts", "{src,test,scripts,bench}/**/*.ts"]);

for (const document of DOCUMENTS) {
  const text = readFileSync(document, "utf8");

  test(`${document}: every test that is named exists`, () => {
    const words = [...text.matchAll(/npm test -- ([^`\n]+)/g)].flatMap(([, paths = ""]) => paths.trim().split(/\s+/));
    const named = words.filter((word) => /^[\w/.-]+$/.test(word));
    const files = [...text.matchAll(/`([\w-]+\.test\.ts)`/g)].map(([, name = ""]) => name);
    assert.deepEqual(
      [...named, ...files].filter((part) => !TESTS.some((path) => path.includes(part))),
      [],
    );
  });

  test(`${document}: every file of the program that is named exists`, () => {
    const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.ts)`/g)].map(([, path = ""]) => path);
    const flow = [...text.matchAll(/^ {6}(\w[\w-]*(?:\/[\w-]+)+) /gm)].map(([, path = ""]) => `${path}.ts`);
    assert.deepEqual(
      // `index.ts` is named because it is forbidden.
      [...named, ...flow].filter(
        (path) => path !== "index.ts" && !FILES.some((file) => `/${file}`.endsWith(`/${path}`)),
      ),
      [],
    );
  });

  test(`${document}: every relative link leads to a file, and to a heading that is there`, () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
    const relative = links.filter((target) => !/^[a-z]+:/.test(target));
    const broken = relative.filter((target) => {
      const [path = "", anchor] = target.split("#");
      const file = path === "" ? document : join(dirname(document), path);
      if (!existsSync(file)) return true;
      return anchor !== undefined && !anchorsOf(readFileSync(file, "utf8")).includes(anchor);
    });
    assert.deepEqual(broken, []);
  });
}

/** Anchors that GitHub gives to the headings of a page. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test("each heading of a page in docs is there once", () => {
  for (const page of globSync("docs/*.md")) {
    const anchors = anchorsOf(readFileSync(page, "utf8").replaceAll(/^```[^]*?^```/gm, ""));
    assert.deepEqual([...new Set(anchors)], anchors, page);
  }
});

test("docs/demo.svg: lines of the demo, without what differs from run to run", () => {
  const output = [
    "repository: /tmp/x",
    "",
    "   0.0s ▶ scripted//tmp/x/script.json on e30330d670e3: Fix it",
    "   0.3s · step 1: 1,915 tokens, $0.00",
    "   0.9s ▸ run node --test",
    "  12.2s ✓ run node --test (1.3 s)",
    "   3.2s ⏸ 5b2539e30bfa write a.md",
    "$ node /x/cli.js resume /tmp/x/bundle --approve 5b2539e30bfa",
    "",
    "",
    "done",
    "",
    "── transcript ──",
    "# Fix it",
  ];
  assert.deepEqual(drawnLines(output.join("\n")), [
    "▶ a scripted model: Fix it",
    "  ✓ run node --test",
    "  ⏸ 1a2b3c4d5e6f write a.md",
    "$ kimi-runner resume latest --approve 1a2b3c4d5e6f",
    "",
    "done",
  ]);
});

test("README.md is short, and its policy loads", async () => {
  const text = readFileSync("README.md", "utf8");
  assert.ok(text.split(/\s+/).length <= 700);
  const policies = [...text.matchAll(/```yaml\n([^]*?)```/g)].map(([, yaml = ""]) => yaml);
  const [policy] = await Promise.all(policies.map((yaml) => loadPolicy(yaml, { file: "README.md" })));
  assert.deepEqual(
    policy?.rules.map(({ id }) => id),
    ["read", "edit", "commands", "people", "ci"],
  );
});

test("docs/recipes.md: its policies load, its actions' inputs exist, and its limits are those that are named", async () => {
  const text = readFileSync("docs/recipes.md", "utf8");
  const blocks = [...text.matchAll(/```yaml\n([^]*?)```/g)].map(([, yaml = ""]) => yaml);
  const policies = blocks.filter((yaml) => yaml.startsWith("version:"));
  const loaded = await Promise.all(policies.map((yaml) => loadPolicy(yaml, { file: "docs/recipes.md" })));
  assert.deepEqual(
    loaded.map(({ sandbox, limits }) => [sandbox.network.length, sandbox.setup?.run, limits.costUsdPerDay]),
    [
      [1, ["npm ci"], undefined],
      [0, undefined, 10],
    ],
  );
  const inputs = Object.keys((parse(readFileSync("action.yml", "utf8")) as { readonly inputs: object }).inputs);
  interface Step {
    readonly uses?: string;
    readonly with?: object;
  }
  interface Part {
    readonly steps?: readonly Step[];
    readonly jobs?: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
  }
  const parts = blocks.filter((yaml) => !yaml.startsWith("version:")).map((yaml) => parse(yaml) as Part);
  const steps = parts.flatMap((part) => part.steps ?? Object.values(part.jobs ?? {}).flatMap((job) => job.steps));
  const ours = steps.filter(({ uses }) => uses === `${REPOSITORY}@v0`);
  assert.equal(ours.length, 3);
  assert.deepEqual(
    ours.flatMap((step) => Object.keys(step.with ?? {})).filter((name) => !inputs.includes(name)),
    [],
  );
});

test("docs/README.md lists every page", () => {
  const index = readFileSync("docs/README.md", "utf8");
  const pages = globSync("docs/*.md").map((path) => basename(path));
  assert.deepEqual(
    pages.filter((page) => page !== "README.md" && !index.includes(`](${page})`)),
    [],
  );
});

test("every folder of src says in at most ten lines what it owns, what it must not do and where to start", () => {
  const folders = [...new Set(globSync("src/**/*.ts").map((path) => dirname(path)))];
  const wrong = folders.filter((folder) => {
    const readme = join(folder, "README.md");
    if (!existsSync(readme)) return true;
    const lines = readFileSync(readme, "utf8").trimEnd().split("\n");
    const labels = lines.flatMap((line) => /^- \*\*(.+?)\*\*: ./.exec(line)?.[1] ?? []);
    const name = folder === "src" ? "src" : folder.slice("src/".length);
    const hasParts = labels[0] === "Owns" && /^(?:Must not|Rules)$/.test(labels[1] ?? "") && labels[2] === "Start with";
    return lines.length > 10 || lines[0] !== `# ${name}` || labels.length !== 3 || !hasParts;
  });
  assert.deepEqual(wrong, [], "write a README.md there like the one of src/job");
});

test("every promise of SECURITY.md is one that npm run proof can run, and its lines fit a screen", () => {
  const text = readFileSync("SECURITY.md", "utf8");
  const [, section = ""] = /## What is promised[^\n]*\n([^]*?)\n## /.exec(text) ?? [];
  const bullets = section.split("\n").filter((line) => line.startsWith("- "));
  const proofs = readProofs(text);
  assert.equal(proofs.length, bullets.length);
  assert.equal(new Set(proofs.map(({ id }) => id)).size, proofs.length);
  const named = proofs.flatMap(({ tests }) => tests);
  assert.deepEqual(
    named.filter((part) => !TESTS.some((path) => path.includes(part))),
    [],
  );
  assert.deepEqual(
    text.split("\n").filter((line) => line.length > 120),
    [],
  );
});
