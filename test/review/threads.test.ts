/** What ends a finding, what only disputes it, and when it is fixed. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Account } from "../../src/github/event/event-parts.ts";
import {
  declines,
  fixedText,
  isUnsettled,
  ownThreads,
  quotedIn,
  standings,
  standingBeside,
  timesIn,
} from "../../src/review/threads.ts";

const account = (id: number, login: string, type = "User"): Account => ({ id, login, type });
const WRITER = account(1, "alice");
const READER = account(2, "mallory");
const BOT = account(3, "github-actions", "Bot");
const SELF = { id: 3, login: "github-actions[bot]" };
const MARK = "<!-- kimi-runner:finding 0123456789abcdef -->";
const said = (author: Account | undefined, body: string, isEdited = false) => ({ author, body, isEdited });
const thread = (more: object = {}) => ({
  id: "T",
  path: "a.ts",
  side: "RIGHT" as const,
  lines: 1,
  diffHunk: "@@ -1 +1,2 @@\n a\n+b",
  isResolved: false,
  resolvedBy: undefined,
  viewerCanResolve: true,
  first: said(BOT, `${MARK}\n**Bug: T**`),
  against: [],
  replies: [],
  ...more,
});

test("a finding ends by people with write access only", () => {
  const rows: readonly (readonly [object, string | undefined])[] = [
    [{}, "open"],
    [{ isResolved: true, resolvedBy: WRITER }, "ended"],
    [{ against: [WRITER] }, "ended"],
    [{ replies: [said(WRITER, "Won’t fix: the caller checks it.")] }, "ended"],
    [{ replies: [said(READER, "Not a bug."), said(WRITER, "Agreed?")] }, "disputed"],
    [{ isResolved: true, resolvedBy: READER }, "disputed"],
    [{ isResolved: true, resolvedBy: READER, against: [WRITER] }, "ended"],
    [{ isResolved: true }, "disputed"],
    [{ against: [READER] }, "disputed"],
    [{ replies: [said(WRITER, "I will look.")] }, "open"],
    [{ isResolved: true, resolvedBy: BOT }, "fixed"],
    [{ replies: [said(BOT, fixedText("abc"))] }, "fixed"],
    [{ replies: [said(READER, fixedText("abc"))] }, "open"],
    [{ replies: [said(BOT, fixedText("abc"), true)] }, "open"],
    [{ resolvedBy: WRITER }, "open"],
    [{ first: said(BOT, `${MARK}\nT`, true) }, undefined],
    [{ first: said(READER, `${MARK}\nT`) }, undefined],
    [{ first: said(undefined, `${MARK}\nT`) }, undefined],
    [{ first: said(BOT, `> ${MARK}`), replies: [said(BOT, MARK)] }, undefined],
  ];
  for (const [more, expected] of rows) {
    const all = standings(ownThreads([thread(more)], SELF), SELF, new Set([WRITER.id]));
    assert.equal(all.get("0123456789abcdef"), expected, JSON.stringify(more));
  }
  const twice = [thread({ isResolved: true, resolvedBy: BOT }), thread(), thread({ against: [READER] })];
  const of = (threads: typeof twice) => [...standings(ownThreads(threads, SELF), SELF, new Set()).values()];
  assert.deepEqual([of(twice.slice(0, 2)), of(twice)], [["open"], ["disputed"]], "a finding that came back");
  const person = { id: WRITER.id, login: WRITER.login };
  const own = thread({ first: said(WRITER, `${MARK}\nT`), isResolved: true, resolvedBy: WRITER });
  assert.deepEqual(
    [...standings(ownThreads([own], person), person, new Set([WRITER.id])).values()],
    ["ended"],
    "a personal token's account is a person's",
  );
});

test("a reply declines in words that begin a clause of its own", () => {
  const yes =
    "wontfix|Won't fix.|We won’t fix this|Not a bug, it is documented.|Thanks, but this is by design|It's by design.|That is not a bug!|Dismissed|dismissing: noise|False positive|**Not an issue**|works as intended|> Bug\n\nThis is intentional.|This won't be fixed|Hm. It's a false positive.";
  const no =
    "This is not by design.|Is this by design?|Is this by design, or a mistake?|> won't fix|`not a bug`|Good catch, fixed.|I would not dismiss this|dismissive|If this is by design, say so|Why won't fix?|It won't fix the leak|This is intended to be fixed later|a.b is not a bug-free file|```\nnot a bug\n```|<details>\n\nnot a bug\n\n</details>|";
  for (const body of yes.split("|")) assert.equal(declines(body), true, body);
  for (const body of no.split("|")) assert.equal(declines(body), false, body);
});

test("the lines of a thread are looked for in the head as it is", () => {
  const hunk = "@@ -1,2 +1,3 @@\n a\n-old\n+b\n+  c\n\\ No newline at end of file";
  assert.deepEqual(quotedIn(thread({ diffHunk: hunk, lines: 2 })), ["b", "  c"]);
  assert.deepEqual(quotedIn(thread({ diffHunk: "@@ -1,3 +1 @@\n a\n-b\n+x\n-c", lines: 2, side: "LEFT" })), ["b", "c"]);
  for (const more of [{ lines: undefined }, { lines: 9 }, { diffHunk: "@@ -1 +1 @@\n+ " }])
    assert.equal(quotedIn(thread(more)), undefined, JSON.stringify(more));
  const stands = (text: string) => timesIn(["b", "  c"], Buffer.from(text));
  assert.deepEqual(["b\nc\n", "x\n\tb\r\n c", "b\nx\nc\n", "b\n", ""].map(stands), [1, 1, 0, 0, 0]);
  const settled = (more: object) => ownThreads([thread(more)], SELF).map((one) => isUnsettled(one, SELF));
  assert.deepEqual(
    [settled({}), settled({ isResolved: true }), settled({ replies: [said(BOT, fixedText("abc"))] })],
    [[true], [false], [false]],
  );
});

test("a finding stands by its very lines where only a line beside them changed", () => {
  const threads = ownThreads([thread()], SELF);
  const earlier = { threads, standing: new Map([["0123456789abcdef", "ended" as const]]) };
  const finding = {
    path: "a.ts",
    quote: ["b"],
    severity: "bug" as const,
    title: "T",
    evidence: "E",
    fingerprint: "f",
    anchor: { side: "RIGHT" as const, start: 2, end: 2 },
  };
  const of = (more: object, text = "new\n  b\nnew\n") =>
    standingBeside({ ...finding, ...more }, Buffer.from(text), earlier);
  assert.deepEqual(
    [
      of({}),
      of({ severity: "risk" }),
      of({ path: "b.ts" }),
      of({ anchor: undefined }),
      of({}, "b\nb\n"),
      of({}, "a\nc\n"),
    ],
    ["ended", undefined, undefined, undefined, undefined, undefined],
  );
});
