/** Texts that leave: length, redaction, and foreign Markdown that can neither load, notify nor close anything. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createRedact } from "../../../src/base/redact.ts";
import { commitMessage } from "../../../src/publish/branch/commit-message.ts";
import {
  createOutgoing,
  createSummaryGate,
  MAX_BODY_CHARS,
  MAX_SUMMARY_BYTES,
} from "../../../src/publish/render/outgoing.ts";
import { renderProgress, renderResult } from "../../../src/publish/render/render-result.ts";
import { safeInline, safeMarkdown, safeWords } from "../../../src/publish/render/safe-markdown.ts";
import { renderPullRequest } from "../../../src/publish/render/render-pull-request.ts";
import { renderStatus } from "../../../src/publish/render/render-status.ts";
import { renderSummary } from "../../../src/publish/render/render-summary.ts";
import type { OutcomeRecord } from "../../../src/protocol/outcome.ts";
import type { WireEvent } from "../../../src/protocol/wire.ts";
import { foldRecord } from "../../../src/run-model/apply.ts";
import { NO_FACTS } from "../../../src/run-model/facts.ts";
import { facts, OUTCOME } from "../workbench.ts";

const gate = createOutgoing((text) => text);
const Z = "<!-- -->";

test("a body of any length is made to fit, and one that fits is not changed", () => {
  for (const length of [0, 1, MAX_BODY_CHARS]) assert.equal(gate("x".repeat(length)).length, length);
  for (const text of ["x".repeat(65_535), "x".repeat(65_536), "x".repeat(1_000_000), "line\n".repeat(200_000)]) {
    const out = gate(text);
    assert.ok(out.length <= MAX_BODY_CHARS && out.length > MAX_BODY_CHARS - 300, `${out.length}`);
    assert.ok(out.endsWith("\n*Shortened. The run's bundle has the full text.*\n"));
  }
  for (const pad of ["", "x"]) {
    const astral = gate(`${pad}${"😀".repeat(100_000)}`);
    assert.ok(astral.length <= MAX_BODY_CHARS && astral.isWellFormed());
  }
});

test("a cut inside a code block closes it", () => {
  const out = gate(`# Title\n\`\`\`\`sh\n${"echo ```\n".repeat(20_000)}\`\`\`\`\n`);
  const lines = out.split("\n");
  assert.deepEqual(lines.slice(-5), ["echo ```", "````", "", "*Shortened. The run's bundle has the full text.*", ""]);
});

test("a summary counts bytes", () => {
  const summary = createSummaryGate((text) => text);
  for (const text of ["x".repeat(2_000_000), "😀".repeat(500_000), "€\n".repeat(600_000)]) {
    assert.ok(Buffer.byteLength(summary(text)) <= MAX_SUMMARY_BYTES);
  }
  const fits = "é".repeat(400_000);
  assert.equal(summary(fits), fits);
});

test("headings become bold words, in a moment also where one has thousands of blanks", () => {
  const blanks = " ".repeat(9_900);
  const rows = [
    ["# a ##", "**a**"],
    ["### a # b", "**a # b**"],
    [`# a${blanks}#x`, `**a${blanks}#x**`],
    [`# a${blanks}#`, "**a**"],
    ["#", "\\#"],
  ] as const;
  assert.deepEqual(
    rows.map(([text]) => safeMarkdown(text)),
    rows.map(([, bold]) => bold),
  );
});

test("a heading that the status quotes reads as it stands in its comment", () => {
  for (const words of ["Not pushed to fix/a_b*c [d] <e>", "`src/a_b.ts` is held", "Set `A` and \\_x_ for @mona, #12"]) {
    const heading = `⚠️ ${safeWords(words)}`;
    const last = { heading, url: "https://h.test/1" };
    assert.equal(
      renderStatus({ sessions: [], last, problems: [], command: "/kimi" }),
      `**Nothing of this thread runs or waits.**\n\nThe newest result here: [${heading}](https://h.test/1)\n`,
    );
  }
});

test("the footer says which model took the place of the first one", () => {
  const reason = "No answer from kimi/k2. Last seen: HTTP 503";
  const fallback = { step: 7, from: "kimi/k2", model: "openai/gpt-5", window: 400_000, reason };
  const text = renderResult({ facts: facts({ outcome: OUTCOME, fallback }), changes: [], links: {} });
  assert.match(
    text,
    / · kimi\/k2, from step 7 on by openai\/gpt-5, because: No answer from kimi\/k2\. Last seen: HTTP 503/,
  );
});

test("secrets and workflow commands stop at the gate, also when the cut would split a secret", () => {
  const secret = "s3cr3t-value-0123456789";
  const out = createOutgoing(createRedact({ KEY: secret }));
  assert.equal(
    out(`a ${secret}\n::error::x\n  ::add-mask::y\n##[group]z`),
    "a [redacted:KEY]\n: :error::x\n  : :add-mask::y\n## [group]z",
  );
  assert.ok(!out(`${"x".repeat(MAX_BODY_CHARS - 170)}${secret}${"y".repeat(500)}`).includes("s3cr3t"));
});

test("foreign Markdown keeps its shape and loses its teeth", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["# Title\n- a **b** `c`", "**Title**\n- a **b** `c`"],
    ["![x](https://evil/p.png)", `!${Z}[x]${Z}(https://evil/p.png)`],
    ["[text](https://evil)", `[text]${Z}(https://evil)`],
    ["[ref]: https://evil", `[ref]${Z}: https://evil`],
    ["- [in a list]: https://evil", `- [in a list]${Z}: https://evil`],
    ["> 1. [deeper]: https://evil", `> 1. [deeper]${Z}: https://evil`],
    ["[of two\nlines]: https://evil", `[of two\nlines]${Z}: https://evil`],
    [String.raw`[with \] inside]: https://evil`, String.raw`[with \] inside]_: https://evil`.replace("_", Z)],
    ["<img src=x> <!-- hidden --> a < b", `<${Z}img src=x> <${Z}!-- hidden --> a < b`],
    ["@mona and mona@x.org", `@${Z}mona and mona@x.org`],
    ["&#64;mona &commat;mona &lt;img", `&${Z}#${Z}64;mona &${Z}commat;mona &${Z}lt;img`],
    ["Fixes #12, GH-3, o/r#4", `Fixes #${Z}12, GH-${Z}3, o/r#${Z}4`],
    ["closes: https://github.com/o/r/issues/5", `closes${Z}: https://redirect.github.com/o/r/issues/5`],
    ["```ts\nArray<string> @x #1\n```", "```ts\nArray<string> @x #1\n```"],
    ["```mermaid\nx\n```", "```\nx\n```"],
    ["> ```\n> <b>\n> ```\n<i>", `> \`\`\`\n> <b>\n> \`\`\`\n<${Z}i>`],
    ["/kimi fix\n- /merge it\n/usr/bin/x /y", `/${Z}kimi fix\n- /${Z}merge it\n/usr/bin/x /y`],
    ["````\n```\n<b>\n````\n<i>", `\`\`\`\`\n\`\`\`\n<b>\n\`\`\`\`\n\n<${Z}i>`],
    ["```\nnever closed <b>", "```\nnever closed <b>\n```"],
    ["\u001B[31mred\u001B[0m\u0007", "red"],
    ["", ""],
  ];
  for (const [text, expected] of cases) assert.equal(safeMarkdown(text), expected, JSON.stringify(text));
  const line = safeInline("`a` <b> @x #1 [l](u)\nnext &#64;y &commat;z");
  assert.equal(line, String.raw`\`a\` \<b\> @_x \#_1 \[l\](u) next &\#_64;y &_commat;z`.replaceAll("_", Z));
});

test("a sentence shows what stands between its backticks as code, where each has another", () => {
  const cases: readonly (readonly [string, string])[] = [
    [
      "Set `KIMI_API_KEY` or `--api-key <key>`; ask @mona_x.",
      `Set \`KIMI_API_KEY\` or \`--api-key <key>\`; ask @${Z}mona\\_x.`,
    ],
    ["`a` `@b`\n#1", `\`a\` \`@b\` \\#${Z}1`],
    ["cut in `the mid…", "cut in \\`the mid…"],
    ["``a`` `b`", "\\`\\`a\\`\\` \\`b\\`"],
    ["``", "\\`\\`"],
    ["$`\\href{x}{y}`$", `$\\\`\\\\h${Z}ref{x}{y}\\\`$`],
  ];
  for (const [text, expected] of cases) assert.equal(safeWords(text), expected, JSON.stringify(text));
});

test("code that people copy has no invisible character in it, and what only looks like code has", () => {
  const untouched = [
    "`npm i @octokit/core`",
    "run `npm i @octokit/core` or ``a ` @b``, then `git log #12` and `Array<string>`",
    "- `![x](y)` and `[a]: b`\n- `&lt;@x&gt;` in an item",
    "> `@mona` is quoted",
    "| a | b |\n|---|---|\n| `@x/y` | `<b>` |",
    "text\n\n    npm i @octokit/core\n    a<b>(#12)",
    "`fixes https://x.test/1`",
    "    npm i @octokit/core",
    "- run\n  ```sh\n  npm i @octokit/core # closes #12\n  ```\n- next",
    "1. one\n\n   ~~~\n   /kimi fix <b>\n   ~~~",
    "> ```js\n> import x from '@a/b'; // o/r#12\n> ```",
    "> - ```ts\n>   @Input() ![x](y)\n>   ```",
    "- ````md\n  ```\n  @a\n  ```\n  ````",
  ];
  for (const text of untouched) assert.equal(safeMarkdown(text), text, JSON.stringify(text));
  const cases: readonly (readonly [string, string])[] = [
    ["`a` @mona `b`", `\`a\` @${Z}mona \`b\``],
    ["\\`@mona\\`", `\\\`@${Z}mona\\\``],
    ["`a\n\n@mona`", `\`a\n\n@${Z}mona\``],
    ["`a\n<div>\n@mona`", `\`a\n<${Z}div>\n@mona\``],
    ['<a title="`">`@mona`', `<${Z}a title="\`">\`@${Z}mona\``],
    ["`` a `b` `@mona`", `\`\` a \`b\` \`@${Z}mona\``],
    ["http://x.test/`@mona`", `http://x.test/\`@${Z}mona\``],
    ["$`\\href{x}{y}`$", "$`\\ href{x}{y}`$"],
    ["``` `@mona` ```", "\\`\\`\\` `@mona` ```"],
    ["- ```\n  @a\nunclosed @c", `- \\\`\\\`\\\`\n  @${Z}a\nunclosed @${Z}c`],
    ["- ```mermaid\n  @a\n  ```", `- \\\`\\\`\\\`mermaid\n  @${Z}a\n  \\\`\\\`\\\``],
    ["<p>\n- ```\n  @a\n  ```", `<${Z}p>\n- \\\`\\\`\\\`\n  @${Z}a\n  \\\`\\\`\\\``],
    ["[^1]: ```\n    @a\n    ```", `[^1]${Z}: \`\`\`\n    @${Z}a\n    \\\`\\\`\\\``],
    ["$`@\\href{x}{y}`$", "$`@\\ href{x}{y}`$"],
  ];
  for (const [text, expected] of cases) assert.equal(safeMarkdown(text), expected, JSON.stringify(text));
});

/** Half of the everyday addresses could not be used: each `@` and `#` in them had an invisible character behind it. */
test("addresses stay as they are where GitHub makes links of them, and nowhere else", () => {
  const addresses = [
    "https://www.npmjs.com/package/@types/node",
    "https://pkg.go.dev/golang.org/x/tools@v1.2.3/cmd/_x_#section-2",
    "https://example.com/a_b~c/#12?q=%5Bx%5D&copy=1",
    "www.npmjs.com/package/@types/node",
    "https://en.wikipedia.org/wiki/A_(b)_c",
    "http://localhost:3000/#1",
    "https://redirect.github.com/o/r/issues/5#issuecomment-1",
    "mona@x.org",
    "actions/checkout@v4",
    "git@github.com:o/r.git",
  ];
  for (const address of addresses) {
    for (const text of [address, `see ${address} and ${address}.`, `- (${address})`, `> ${address}, x`]) {
      assert.equal(safeMarkdown(text), text);
      assert.equal(safeInline(text), text.replace(/^[>]/, "\\>"));
    }
  }
  const cases: readonly (readonly [string, string])[] = [
    ["https://@mona", `https://@${Z}mona`],
    ["https://x.test/{@mona", `https://x.test/{@${Z}mona`],
    ["[ https://x.test/@mona", `[ https://x.test/@${Z}mona`],
    ["xhttps://x.test/@mona", `xhttps://x.test/@${Z}mona`],
    ["awww.x.test/@mona", `awww.x.test/@${Z}mona`],
    ["https://x.test/ @mona", `https://x.test/ @${Z}mona`],
    ["https://x.test/<b>@mona", `https://x.test/<${Z}b>@${Z}mona`],
    ["`https://x.test/@mona", "`https://x.test/@mona"],
    ["<https://x.test/@mona>", `<${Z}https://x.test/@mona${Z}>`],
    ["`<https://x.test/@mona>`", "`<https://x.test/@mona>`"],
    ["[a](https://x.test/@mona#1)", `[a]${Z}(https://x.test/@mona#1)`],
  ];
  for (const [text, expected] of cases) assert.equal(safeMarkdown(text), expected, text);
});

test("no hidden character leaves, and none keeps a mention from being found", () => {
  const hidden = "\u200B\u200C\u200D\u2060\uFEFF\u00AD\u200E\u200F\u061C\uFE0F\uFE01\u{E0100}\u180E\u3164\u034F\u2800";
  const kept = "✅ ❤️ 👩‍💻 👍🏽 1️⃣ نامه‌ای क्‍ष";
  for (const char of hidden) {
    assert.equal(safeMarkdown(`a${char}b @${char}mona`), `ab @${Z}mona`);
    assert.equal(safeInline(`a${char}b @${char}mona`), `ab @${Z}mona`);
    assert.equal(safeMarkdown(`\`\`\`\na${char}b\n\`\`\``), "```\nab\n```");
    assert.equal(commitMessage({ title: `a${char}b @${char}mona`, sessionId: "s" }), "ab @ mona\n\nKimi-Session: s\n");
  }
  assert.equal(safeMarkdown(kept), kept);
  assert.equal(safeInline("\u202Ex\u{E0061}"), "\\[U+202E\\]x\\[U+E0061\\]");
});

test("a commit message starts and closes nothing that a title asks for", () => {
  const title = "[skip ci] fixes #3 for @mona ***NO_CI***\nCo-authored-by: evil <e@x>";
  assert.equal(
    commitMessage({ title: title.slice(0, 40), sessionId: "s-1", number: 4 }),
    `(skip ci) fixes # 3 for @ mona NO_CI (#4)\n\nKimi-Session: s-1\n`,
  );
  assert.equal(commitMessage({ title, sessionId: "s-1" }).split("\n").length, 4);
  assert.match(
    commitMessage({ title: "fixes https://x.test/1, GH-2", sessionId: "s-1" }),
    /^fixes https:\/\/x\.test\/1, GH 2\n/,
  );
  assert.equal(commitMessage({ title: " ", sessionId: "s-1" }), "Changes by kimi-runner\n\nKimi-Session: s-1\n");
});

const HOSTILE = "<script>x</script> @everyone ![p](http://e/p.png) `` ` `` <!-- kimi-runner:status -->";

test("every foreign word of every text is harmless", () => {
  const held = {
    index: 0,
    callId: "c",
    tool: "t",
    summary: HOSTILE,
    preview: `\`\`\`\n${HOSTILE}`,
    capabilities: [],
    rule: HOSTILE,
    reason: HOSTILE,
    digest: "f".repeat(64),
  };
  const hostile = facts({
    outcome: {
      ...OUTCOME,
      outcome: "deferred",
      reason: HOSTILE,
      text: HOSTILE,
      verification: {
        rounds: 1,
        passed: false,
        results: [{ command: HOSTILE, passed: false, end: HOSTILE, output: HOSTILE }],
      },
      agents: [{ agentId: "a1", agent: HOSTILE, stop: HOSTILE, steps: 1, usage: OUTCOME.usage }],
    },
    model: HOSTILE,
    fallback: { step: 1, from: HOSTILE, model: HOSTILE, window: 1, reason: HOSTILE },
    todos: [{ title: HOSTILE, status: "in_progress" }],
    decisions: [{ verdict: "reject", summary: HOSTILE, rule: "r", reason: HOSTILE }],
    asked: { ...NO_FACTS.asked, calls: [held] },
    assumptions: [HOSTILE],
    bugs: [HOSTILE],
    warnings: [HOSTILE],
    doing: HOSTILE,
  });
  const changes = [{ path: HOSTILE, status: "added", added: 1, deleted: 0 }] as const;
  const refusals = [{ code: "failed", reason: HOSTILE, fix: HOSTILE }] as const;
  const parts = { branch: { kind: "none" }, pullRequest: { kind: "none" }, outputs: [], refusals } as const;
  const view = { facts: hostile, changes, links: {}, parts };
  for (const text of [
    renderResult(view),
    renderProgress(hostile, {}),
    renderPullRequest(view),
    renderSummary(view, gate),
  ]) {
    const outside = text
      .replaceAll(/^(`{3,})[^\n]*\n[^]*?\n\1$/gm, "")
      .replace(/^<!-- kimi-runner:pull-request [^\n]*/, "")
      .replaceAll(Z, "\u200B");
    assert.doesNotMatch(outside, /(?<!)<(?!\/?(details|summary|sub)\b)[a-z!]/i);
    assert.doesNotMatch(outside, /(?<!\w)@(?=\w)/);
    assert.doesNotMatch(outside, /!\[/);
  }
});

test("what the checks said is one line, what the agents used is a table", () => {
  const ran = (command: string, code: number) => ({ command, passed: code === 0, end: `exit ${code}`, output: "" });
  const agent = (agentId: string, costUsd?: number) => ({
    agentId,
    agent: "coder|x",
    stop: "end_turn",
    steps: 3,
    usage: { input: 1000, cacheRead: 0, cacheWrite: 0, output: 234 },
    costUsd,
  });
  const results = [ran("npm test", 0), ran("npm run lint", 1)];
  const failed = facts({
    outcome: {
      ...OUTCOME,
      verification: { rounds: 2, passed: false, results },
      agents: [agent("a1", 0.05), agent("a2")],
    },
  });
  const passed = facts({
    outcome: { ...OUTCOME, verification: { rounds: 1, passed: true, results: results.slice(0, 1) } },
  });
  const table = [
    "| Agent | Ended | Steps | Tokens | Cost |",
    "| --- | --- | ---: | ---: | ---: |",
    String.raw`| a1 coder\|x | end\_turn | 3 | 1,234 | $0.05 |`,
    String.raw`| a2 coder\|x | end\_turn | 3 | 1,234 | unknown |`,
  ].join("\n");
  const view = (shown: typeof failed) => ({ facts: shown, changes: [], links: {} });
  for (const text of [renderResult(view(failed)), renderSummary(view(failed), gate)]) {
    assert.ok(text.includes("\n❌ Checks failed in round 2: npm run lint (exit 1)\n"), text);
    assert.ok(text.includes(`\n\n${table}\n\n`), text);
  }
  assert.ok(renderPullRequest(view(passed)).includes("\n✅ Checks passed in the first round: npm test\n"));
  for (const text of [renderResult(view(passed)), renderSummary(view(passed), gate)]) {
    assert.ok(text.includes("\n`npm test` passed\n"), text);
    assert.ok(!text.includes("| Agent |"), text);
  }
});

test("a pull request says which tests the model ran, with the last end of each", () => {
  const started = (callId: string, kind: "exec" | "write", what: string): WireEvent => ({
    type: "call.judged",
    callId,
    tool: "t",
    summary: what,
    capabilities: [kind === "exec" ? { kind, command: what, cwd: "." } : { kind, path: what }],
    decision: { verdict: "approve", rule: "r" },
  });
  const ended = (callId: string, text: string): WireEvent => ({
    type: "tool.end",
    callId,
    tool: "t",
    index: 0,
    isError: false,
    durationMs: 1,
    result: { text },
  });
  const inside = (event: WireEvent): WireEvent => ({
    type: "subagent.event",
    callId: "n",
    agentId: "a1",
    agent: "x",
    event,
  });
  const run = (id: string, command: string, text: string) => [started(id, "exec", command), ended(id, text)];
  const events = [
    ...run("1", "npm test", "1 failed\n[exit 1]"),
    ...run("2", "npx tsc", "[exit 0]"),
    ...run("3", "ls", "[exit 0]"),
    started("4", "write", "src/a.ts"),
    ...run("5", "npm test", "[exit 0]").map(inside),
    ...run("6", "node --test 2>&1 | tail -5", "[exit 0]"),
    ...run("7", "cargo test", "[killed: not finished after 120 s. Narrow it]"),
    ...run("8", "pytest", "bg1 runs in the background."),
  ];
  const { ran } = events.map((event) => ({ event })).reduce(foldRecord, NO_FACTS);
  const section = (verification?: OutcomeRecord["verification"]): string => {
    const shown = facts({ ran, outcome: { ...OUTCOME, verification } });
    const body = renderPullRequest({ facts: shown, changes: [], links: {} });
    return /### How it was checked\n\n([^]*?)\n\n(?:###|<)/.exec(body)?.[1] ?? body;
  };
  const [before, ...after] = [
    "- ✅ npx tsc: exit 0, before the last edit",
    "- ✅ npm test: exit 0",
    String.raw`- ❔ node --test 2\>&1 \| tail -5: exit 0 of the pipe`,
    "- ❌ cargo test: killed",
  ];
  assert.equal(section(), ["Run by the model:", "", before, ...after].join("\n"));
  const results = [{ command: "npm test", passed: true, end: "exit 0", output: "" }];
  assert.equal(
    section({ rounds: 1, passed: true, results }),
    [
      "✅ Checks passed in the first round: npm test",
      "",
      "Run by the model besides:",
      "",
      before,
      ...after.slice(1),
    ].join("\n"),
  );
});

test("an artifact with a page of its own is linked", () => {
  const links = { artifact: "kimi-1", artifactUrl: "https://h.test/artifacts/7" };
  const body = renderResult({ facts: facts({}), changes: [], links });
  assert.ok(body.includes("bundle (page, diff, transcript): [artifact `kimi-1`](https://h.test/artifacts/7)"), body);
});

test("a long run renders within the limits", () => {
  const long = "w*".repeat(50_000);
  const many = Array.from(
    { length: 3_000 },
    (_, index) => ({ path: `src/${index}/${"n".repeat(200)}`, status: "modified", added: 1, deleted: 1 }) as const,
  );
  const big = facts({
    outcome: { ...OUTCOME, text: long, reason: long.slice(0, 500) },
    todos: Array.from({ length: 500 }, () => ({ title: long, status: "done" }) as const),
    decisions: Array.from(
      { length: 500 },
      () => ({ verdict: "reject", summary: long, rule: "r", reason: long }) as const,
    ),
  });
  const view = { facts: big, changes: many, links: { artifact: "a" } };
  for (const text of [renderResult(view), renderPullRequest(view)]) assert.ok(gate(text).length <= MAX_BODY_CHARS);
  assert.ok(
    Buffer.byteLength(
      renderSummary(
        view,
        createSummaryGate((text) => text),
      ),
    ) <= MAX_SUMMARY_BYTES,
  );
});

test("the summary links the pull request, of which GitHub makes a link in threads only; what waits is said once", () => {
  const pullRequest = { kind: "created", number: 7, url: "https://example.com/pull/7" } as const;
  const branch = { kind: "created", branch: "kimi/x", commit: "c" } as const;
  const view = { facts: facts(), changes: [], links: {}, parts: { branch, pullRequest, outputs: [], refusals: [] } };
  assert.match(renderSummary(view, gate), /\n\n\[Open pull request #7\]\(https:\/\/example\.com\/pull\/7\)\n\n/);

  const decisions = (["defer", "reject", "approve"] as const).map((verdict) => {
    return { verdict, summary: `is ${verdict}`, rule: verdict === "approve" ? "answer by ann" : "r", step: 2 };
  });
  const lines = "- **rejected** is reject — by r (step 2)\n- **approved** is approve — by ann (step 2)\n";
  const said = renderSummary({ ...view, facts: facts({ decisions }) }, gate);
  assert.ok(said.includes(`### Decisions\n\n${lines}`), said);
});

test("a published file whose filter did not run is named in one line, with nothing in it that works", () => {
  const unfiltered = [{ path: "a_b\n# @alice.ipynb", filters: ["one", "[two](https://example.test)"] }];
  const view = { facts: facts(), changes: [], links: {}, unfiltered };
  const line = `Published as the work tree has it, without its filter: ${safeInline("a_b # @alice.ipynb")} (${safeInline("one, [two](https://example.test)")})`;
  for (const text of [renderPullRequest(view), renderResult(view), renderSummary(view, gate)])
    assert.ok(text.split("\n").includes(line), text);
  assert.ok(!renderResult({ ...view, unfiltered: [] }).includes("Published as the work tree"));
});
