import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { BUILTIN_POLICY, BUILTIN_POLICY_NAME } from "../../../src/policy/file/builtin-policy.ts";
import { policyJsonSchema } from "../../../scripts/policy-schema.ts";
import { loadPolicy } from "../../../src/policy/file/load.ts";
import { RunnerError } from "../../../src/protocol/error.ts";
import { DEFAULT_LIMITS } from "../../../src/protocol/limits.ts";
import { BROKEN } from "./broken.ts";
import { SAMPLE_POLICY } from "../sample-policy.ts";

const FILE = ".github/kimi-policy.yml";

async function refusal(text: string, profile?: string): Promise<RunnerError> {
  try {
    await loadPolicy(text, { file: FILE, profile });
  } catch (error) {
    assert.ok(error instanceof RunnerError, String(error));
    assert.equal(error.code, "policy.invalid");
    return error;
  }
  throw new assert.AssertionError({ message: "the file was accepted" });
}

/** A field or key, its value, and what would be accepted instead; of YAML itself, what is wrong with it. */
const SAYS_WHAT_IS_ACCEPTED =
  /: (?:(?:.+ is not accepted|empty|missing); |[\w.]+: )?expected .|: unknown key ".+"; .*accepted: |: not valid YAML: |: duplicate key; each key may stand once|: a second document|: the alias .* put quotes/;

for (const { name, text, expected } of BROKEN) {
  test(`refused with its place: ${name}`, async () => {
    const { message } = await refusal(text);
    const [head, ...more] = message.split("\n");
    const lines = expected.length === 1 ? [`  ${head}`, ...more] : more;
    assert.equal(lines.length, expected.length);
    if (expected.length > 1) assert.equal(head, `${FILE} does not load: ${expected.length} mistakes.`);
    for (const [index, [place, part]] of expected.entries()) {
      const line = lines[index] ?? "";
      assert.ok(line.startsWith(`  ${FILE}:${place}: `), `${line} begins with ${place}`);
      assert.ok(line.includes(part), `${line} contains ${part}`);
      assert.match(line, SAYS_WHAT_IS_ACCEPTED);
    }
  });
}

test("there are enough broken files", () => assert.ok(BROKEN.length >= 70));

test("the limits of the cell", async () => {
  const load = async (sandbox: string) =>
    (await loadPolicy(`version: 1\ndefault: defer\nsandbox: ${sandbox}\n`, { file: FILE })).sandbox;
  assert.deepEqual(await load("{ memory: 4 GiB, processes: 300, nice: 5 }"), {
    minimum: "sealed",
    network: [],
    memoryBytes: 4 * 1024 ** 3,
    processes: 300,
    nice: 5,
  });
  assert.deepEqual(await load("{ memory: 600MiB }"), { minimum: "sealed", network: [], memoryBytes: 600 * 1024 ** 2 });
});

test("the design's example loads to these settings", async () => {
  const {
    default: verdict,
    rules,
    limits,
    sandbox,
    approvers,
    publish,
  } = await loadPolicy(SAMPLE_POLICY, { file: FILE });
  assert.deepEqual(
    {
      verdict,
      rules: rules.map(({ id, verdict, reason }) => [id, verdict, reason]),
      limits,
      sandbox,
      approvers,
      publish,
    },
    {
      verdict: "defer",
      rules: [
        ["read", "approve", undefined],
        ["edit", "approve", undefined],
        ["tests", "approve", undefined],
        ["install", "defer", "adds a dependency"],
        ["ci-files", "reject", "workflow files are for people"],
      ],
      limits: { steps: 100, retries: 3, minutes: 30, costUsd: 2, denials: 5, mistakes: 3 },
      sandbox: { minimum: "sealed", network: [] },
      approvers: { permission: "write", twoPerson: false, codeOwners: false, expiresHours: 24, session: false },
      publish: { pullRequest: "draft", protected: ["package-lock.json", "CODEOWNERS"] },
    },
  );
});

const SLIPS = [
  "**",
  "*",
  "* x",
  "any",
  "",
  "./",
  ".//",
  "./x/",
  "./../x",
  "././x",
  "./!x",
  "src//",
  "//",
  "../",
  "!x",
  "a\\b",
];
const NAMES = [
  "git-raed",
  "serch",
  "go-tset",
  "maven",
  "go-build",
  "npm_test",
  "npm  test",
  "server",
  "server/**",
  "X.DEV",
  "https://x.dev",
  "lable",
  "label:",
];

test("what an error advises loads at its place", async () => {
  const problemOf = async (capability: string, entry: string): Promise<string | undefined> => {
    const text = `version: 1\nrules:\n  - { id: a, approve: { ${capability}: ${entry} } }\n`;
    return await loadPolicy(text, { file: FILE }).then(
      () => undefined,
      (error: Error) => error.message.split("; expected ")[1] ?? error.message,
    );
  };
  const refused: string[] = [];
  let tried = 0;
  for (const capability of ["read", "write", "exec", "mcp", "net", "github"]) {
    for (const entry of [...SLIPS, ...NAMES].flatMap((slip) => [JSON.stringify(slip), JSON.stringify([slip])])) {
      const said = (await problemOf(capability, entry)) ?? "";
      const advice = said.matchAll(
        /\["any"\]|(?<=like )(?:\[.*?\]|".*?")|(?<=did you mean )".*?"|".*?"(?= (?:for|is) )/g,
      );
      for (const [advised] of advice) {
        tried += 1;
        const isList = advised.startsWith("[");
        const problem = await problemOf(capability, isList ? advised : `[${advised}]`);
        if (problem !== undefined) refused.push(`${capability}: ${entry} → ${advised}: ${problem}`);
      }
    }
  }
  assert.deepEqual(refused, []);
  assert.ok(tried > 200, String(tried));
});

test("the smallest file has the strict defaults", async () => {
  const policy = await loadPolicy("version: 1\n", { file: FILE });
  assert.deepEqual(
    {
      ...policy,
      isProtected: policy.isProtected("package-lock.json"),
      isIncluded: policy.isIncluded("src/version.ts"),
      isShown: policy.isShown(".env"),
      review: { ...policy.review, isIgnored: policy.review.isIgnored("docs/a.md") },
      steersAgents: policy.steersAgents("docs/AGENTS.md"),
      digest: policy.digest.length,
      digestBesideLimits: policy.digestBesideLimits.length,
      digests: policy.digests.map(({ length }) => length),
    },
    {
      file: FILE,
      profile: undefined,
      text: "version: 1\n",
      digest: 64,
      digestBesideLimits: 64,
      digests: [64, 64],
      version: 1,
      outdated: [],
      default: "defer",
      rules: [],
      limits: DEFAULT_LIMITS,
      verify: [],
      granted: [],
      hooks: [],
      models: new Map(),
      modelTasks: new Map(),
      mcp: { hosts: [], env: [], optional: [] },
      sandbox: { minimum: "sealed", network: [] },
      approvers: { permission: "write", twoPerson: false, codeOwners: false, expiresHours: 24, session: false },
      publish: { pullRequest: "draft", protected: [] },
      review: { verify: undefined, minutes: 10, maxComments: 10, nits: false, isIgnored: false },
      isProtected: false,
      isIncluded: false,
      isShown: false,
      steersAgents: true,
      asIs: new Set(),
    },
  );
});

test("globs of an earlier step's files are matched from the root of the workspace", async () => {
  const { publish, isIncluded, digest } = await loadPolicy(
    'version: 1\npublish: { include: [VERSION, "src/generated/**", "**/*.pb.go"] }\n',
    { file: FILE },
  );
  const paths = ["VERSION", "lib/VERSION", "src/generated/a/b.ts", "src/add.ts", "api/v1/x.pb.go"];
  assert.deepEqual(
    { publish, included: paths.filter((path) => isIncluded(path)) },
    {
      publish: { pullRequest: "draft", protected: [], include: ["VERSION", "src/generated/**", "**/*.pb.go"] },
      included: ["VERSION", "src/generated/a/b.ts", "api/v1/x.pb.go"],
    },
  );
  assert.notEqual(digest, (await loadPolicy("version: 1\n", { file: FILE })).digest);
});

test("filters without which files are published are known by name, and a profile replaces them", async () => {
  const text = `version: 1
publish: { filters: { nbstripout: as-is, Clean-csv: as-is } }
profiles:
  schedule: { publish: { filters: { sops: as-is } } }
`;
  const { asIs, digest } = await loadPolicy(text, { file: FILE });
  const scheduled = await loadPolicy(text, { file: FILE, profile: "schedule" });
  assert.deepEqual([asIs, scheduled.asIs], [new Set(["nbstripout", "Clean-csv"]), new Set(["sops"])]);
  assert.notEqual(digest, (await loadPolicy("version: 1\n", { file: FILE })).digest);
});

test("what it says of the cell is kept, and the digest changes with nothing else", async () => {
  const said = `{ caches: none, readonly: [/srv/models, ~/.config/tool], env: { LEVEL: "3" } }`;
  const { sandbox } = await loadPolicy(`version: 1\nsandbox: ${said}\n`, { file: FILE });
  assert.deepEqual(sandbox, {
    minimum: "sealed",
    network: [],
    caches: "none",
    readonly: ["/srv/models", "~/.config/tool"],
    env: { LEVEL: "3" },
  });
});

test("what it says of models is kept by name, and a profile adds to it", async () => {
  const text = `version: 1
models:
  "ollama/qwen3:32b": { window: 32768, output: 4096, price: { input: 0, output: 0 }, idle_seconds: 300 }
  "compatible/a/b": { price: { input: 0.5, output: 2, cached_input: 0.1, cache_write: 0.6 } }
  vllm/c:
    vision: true
    return_reasoning: false
    cap_field: max_completion_tokens
    thinking: { form: template, levels: ["off", "high"] }
    parameters: { top_k: 20, chat_template_kwargs: { deep: [1] } }
profiles:
  schedule:
    models: { "compatible/a/b": { window: 64000 } }
`;
  const [plain, scheduled, without] = await Promise.all([
    loadPolicy(text, { file: FILE }),
    loadPolicy(text, { file: FILE, profile: "schedule" }),
    loadPolicy("version: 1\n", { file: FILE }),
  ]);
  const free = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const ollama = ["ollama/qwen3:32b", { window: 32_768, maxOutputTokens: 4096, price: free, idleMs: 300_000 }];
  const price = { input: 0.5, output: 2, cacheRead: 0.1, cacheWrite: 0.6 };
  const vllm = [
    "vllm/c",
    {
      sees: true,
      returnReasoning: false,
      capField: "max_completion_tokens",
      thinking: { form: "template", levels: ["off", "high"] },
      parameters: { top_k: 20, chat_template_kwargs: { deep: [1] } },
    },
  ];
  assert.deepEqual([...plain.models], [ollama, ["compatible/a/b", { price }], vllm]);
  assert.deepEqual([...scheduled.models], [ollama, ["compatible/a/b", { window: 64_000 }], vllm]);
  assert.equal(new Set([plain, scheduled, without].map(({ digest }) => digest)).size, 3);
});

test("a profile overrides settings one by one and adds rules", async () => {
  const text = `version: 1
rules: [{ id: a, approve: { read: ["**"] } }]
limits: { steps: 10, minutes: 5 }
profiles:
  schedule:
    default: reject
    rules: [{ id: b, reject: { write: ["**"] } }]
    limits: { steps: 3 }
`;
  const plain = await loadPolicy(text, { file: FILE });
  const scheduled = await loadPolicy(text, { file: FILE, profile: "schedule" });
  assert.deepEqual(
    [plain, scheduled].map(({ default: verdict, rules, limits }) => [
      verdict,
      rules.map(({ id }) => id),
      limits.steps,
      limits.minutes,
    ]),
    [
      ["defer", ["a"], 10, 5],
      ["reject", ["a", "b"], 3, 5],
    ],
  );
  assert.notEqual(plain.digest, scheduled.digest);
});

test("an unknown profile is refused with the known ones", async () => {
  const error = await refusal(SAMPLE_POLICY, "schedul");
  assert.equal(error.message, `${FILE} has no profile "schedul".`);
  assert.equal(error.hint, 'Did you mean "schedule"? Profiles in the file: schedule.');
});

test("examples of a profile's rules are checked whichever profile is in force", async () => {
  const text =
    'version: 1\nprofiles:\n  x:\n    rules:\n      - id: a\n        approve: { exec: ["ls"] }\n        match: [pwd]\n';
  assert.match((await refusal(text)).message, /kimi-policy\.yml:7:17: profiles\.x\.rules\[0\]\.match\[0\]/);
});

test("checks and hooks have their defaults, and a profile replaces each list", async () => {
  const text = `version: 1
limits: { steps: 10, verify: ["npm test", { command: npm run lint, timeout: 60 }] }
hooks:
  - { event: PreToolUse, command: ./check.sh, matcher: "^(write|edit)_", timeout: 5, fail: open }
  - { event: Stop, command: npm test }
profiles:
  quick: { limits: { verify: [] }, hooks: [{ event: SessionEnd, command: date }] }
  strict: { default: reject }
`;
  const load = async (profile?: string) => {
    const { verify, hooks, limits, digest } = await loadPolicy(text, { file: FILE, profile });
    return { verify, hooks, steps: limits.steps, digest };
  };
  const [plain, quick, strict] = [await load(), await load("quick"), await load("strict")];
  assert.deepEqual(plain, {
    verify: [
      { command: "npm test", timeoutS: 600 },
      { command: "npm run lint", timeoutS: 60 },
    ],
    hooks: [
      { event: "PreToolUse", command: "./check.sh", matcher: "^(write|edit)_", timeoutS: 5, fail: "open" },
      { event: "Stop", command: "npm test", timeoutS: 30, fail: "closed" },
    ],
    steps: 10,
    digest: plain.digest,
  });
  assert.deepEqual(quick, {
    verify: [],
    hooks: [{ event: "SessionEnd", command: "date", timeoutS: 30, fail: "closed" }],
    steps: 10,
    digest: quick.digest,
  });
  assert.deepEqual([strict.verify, strict.hooks], [plain.verify, plain.hooks]);
});

test("what is checked and hooked is part of the digest", async () => {
  const parts = ["", "limits: { verify: [a] }", "limits: { verify: [b] }", "hooks: [{ event: Stop, command: a }]"];
  const policies = await Promise.all(parts.map((part) => loadPolicy(`version: 1\n${part}\n`, { file: FILE })));
  assert.equal(new Set(policies.map(({ digest }) => digest)).size, parts.length);
});

test("the digest is about meaning, not about spelling", async () => {
  const spelt = 'version: 1\n# a comment\ndefault: "defer"\nlimits: {}\n';
  const [a, b, c] = await Promise.all(
    ["version: 1\n", spelt, "version: 1\ndefault: reject\n"].map((text) => loadPolicy(text, { file: FILE })),
  );
  assert.equal(a!.digest, b!.digest);
  assert.notEqual(a!.digest, c!.digest);
});

test("an alias bomb is refused", async () => {
  const bomb = `version: 1\nrules: &a [x,x,x,x,x,x,x,x]\n${["b", "c", "d", "e"].map((name, index) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${"abcd"[index]}`).join(",")}]`).join("\n")}\n`;
  assert.match((await refusal(bomb)).message, /alias|unknown key/i);
});

test("the built-in policy loads, and so do examples that behave as written", async () => {
  const builtin = await loadPolicy(BUILTIN_POLICY, { file: BUILTIN_POLICY_NAME });
  assert.deepEqual(builtin.limits, DEFAULT_LIMITS);
  const { rules } = await loadPolicy(SAMPLE_POLICY, { file: FILE });
  const examples = rules.flatMap((rule) => rule.examples.map((one) => [rule.id, one.shouldMatch, one.field.join(".")]));
  assert.deepEqual(
    [builtin.rules.flatMap((rule) => rule.examples), examples],
    [
      [],
      [
        ["tests", true, "rules.2.match.0"],
        ["tests", true, "rules.2.match.1"],
        ["tests", false, "rules.2.not_match.0"],
        ["tests", false, "rules.2.not_match.1"],
      ],
    ],
  );
});

test("the committed JSON Schema is the generated one", () => {
  const committed: unknown = JSON.parse(readFileSync("schema/policy.schema.json", "utf8"));
  assert.deepEqual(committed, policyJsonSchema(), "run npm run docs");
});

test("a model for a task, and what is said of mistakes in it", async () => {
  const load = (models: string) => loadPolicy(`version: 1\nmodels: ${models}\n`, { file: "p.yml" });
  const policy = await load("{ subagent: openai/small, summarise: ollama/x, openai/small: { window: 9000 } }");
  assert.deepEqual(
    [...policy.modelTasks],
    [
      ["subagent", "openai/small"],
      ["summarise", "ollama/x"],
    ],
  );
  assert.deepEqual([...policy.models], [["openai/small", { window: 9000 }]]);
  for (const [models, said] of [
    ["{ subagent: { window: 9000 } }", /models\.subagent: .*expected a model as `provider\/id`/],
    ["{ openai/small: openai/other }", /models\.openai\/small: .*expected a mapping of settings/],
    [
      "{ sumarise: openai/small }",
      /models\.sumarise: expected a model as `provider\/id`.*or a task: plan, edit, subagent, summarise/,
    ],
    ["{ plan: small }", /models\.plan: .*expected a model as `provider\/id`/],
  ] as const) {
    await assert.rejects(load(models), (error: Error) => said.test(error.message) || assert.fail(error.message));
  }
});
