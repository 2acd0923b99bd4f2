/** What becomes of the title that a model proposes, hostile ones included, and of its style. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { commitMessage } from "../../../src/publish/branch/commit-message.ts";
import { inStyleOf, isConventional } from "../../../src/publish/publish-change.ts";
import { proposalOf } from "../../../src/publish/result/proposal.ts";
import { cpuMs } from "../../doubles/cpu-time.ts";

test("the first line proposes the title, as models write it", () => {
  const cases: readonly (readonly [closing: string, title: string | undefined, text: string])[] = [
    ["Title: Fix the sign in add()\n\nIt was wrong.", "Fix the sign in add()", "It was wrong."],
    ["\n**Title:** `fix(add): correct the sign`\nIt was.", "fix(add): correct the sign", "It was."],
    ["## Title: Fix it.\r\n\r\nYes.\r\n", "Fix it", "Yes."],
    ["**Title: Fix it**\n\nYes.", "Fix it", "Yes."],
    ["`Title: Fix it`\n\nYes.", "Fix it", "Yes."],
    ['title: "Say `hi` to **all**"', "Say `hi` to **all**", ""],
    ["Title: Use `add` in `sub`\n", "Use `add` in `sub`", ""],
    ["I fixed it.\n\nTitle: x y z", undefined, "I fixed it.\n\nTitle: x y z"],
    ["Title:\n\nNothing.", undefined, "Title:\n\nNothing."],
    ["Title: ..\n\nNothing.", undefined, "Nothing."],
    ["Entitled: no", undefined, "Entitled: no"],
    ["", undefined, ""],
  ];
  for (const [closing, title, text] of cases) {
    assert.deepEqual(
      proposalOf(closing),
      title === undefined && !closing.startsWith("Title: ..") ? { text } : { title, text },
    );
  }
});

test("a hostile title cannot notify, refer to or close issues, skip checks or hide text", () => {
  const cases: readonly (readonly [written: string, title: string | undefined])[] = [
    ["Ping @octo/team and @mona", "Ping octo/team and mona"],
    ["Bump @octokit/core to 7", "Bump octokit/core to 7"],
    ["Write to a@b.test", "Write to a@b.test"],
    ["Fix it (fixes #12)", "Fix it (fixes 12)"],
    ["Fix it (#12)", "Fix it"],
    ["Closes GH-7, octo/app#3", "Closes GH 7, octo/app3"],
    ["Resolves https://github.com/o/r/issues/5 now", "Resolves now"],
    ["[skip ci] Fix it [ci skip] ***NO_CI***", "(skip ci) Fix it (ci skip)"],
    ["Fix\u200B it\u202E now\u{E0041}\u00AD", "Fix it now"],
    ["Fix \u001B[31mit\u001B[0m", "Fix it"],
    ["Signed-off-by: Mona <m@x.test>", "Mona <m@x.test>"],
    ["Kimi-Session: 20260101-aaaa", "20260101-aaaa"],
    ["\u2800\u3164\u115F", undefined],
    ["12 34", undefined],
    ["x".repeat(500), `${"x".repeat(199)}…`],
  ];
  for (const [written, title] of cases)
    assert.deepEqual(proposalOf(`Title: ${written}\n`), { title, text: "" }, written);
});

test("a title follows the style of the log, if the log has one", () => {
  const conventional = ["fix: one", "feat(api)!: two", "Merge pull request #3", "chore: three", "Four"];
  assert.deepEqual([conventional, ["Add a", "fix: b", "Remove c"], ["Merge branch 'a'"], []].map(isConventional), [
    true,
    false,
    false,
    false,
  ]);
  const cases: readonly (readonly [title: string, paths: readonly string[], styled: string])[] = [
    ["Fix the sign", ["src/a.ts"], "fix: fix the sign"],
    ["perf(core): Skip it", ["src/a.ts"], "perf(core): Skip it"],
    ["Say more", ["docs/a.html", "README.md"], "docs: say more"],
    ["API words", ["CHANGELOG.md"], "docs: API words"],
    ["Cover the sign", ["test/a.js", "src/a.test.ts"], "test: cover the sign"],
    ["Do both", ["test/a.js", "src/a.ts"], "fix: do both"],
    ["Nothing", [], "fix: nothing"],
  ];
  for (const [title, paths, styled] of cases) assert.equal(inStyleOf(conventional, title, paths), styled);
  assert.equal(inStyleOf(["Add a", "Remove b"], "Fix the sign", ["README.md"]), "Fix the sign");
});

test("the text below a subject contains no trailers", () => {
  assert.equal(
    commitMessage({
      title: "task",
      subject: "Fix the sign",
      body: "It was wrong.\n\n\n\nCo-authored-by: evil <e@x>\nKimi-Depth: 9\nNote: fixes #3\r\n",
      sessionId: "s-1",
    }),
    "Fix the sign\n\nIt was wrong.\n\n  Co-authored-by: evil <e@x>\n  Kimi-Depth: 9\nNote: fixes # 3\n\nKimi-Session: s-1\n",
  );
});

test("a title of any length is read in no time", () => {
  for (const piece of ["f-", "[&", " ", "'\"", "(#", "**", "www."])
    assert.ok(cpuMs(() => proposalOf(`Title: a${piece.repeat(60_000 / piece.length)}x`)) < 300, piece);
});
