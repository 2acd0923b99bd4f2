/**
 * What people read before they answer, after they did, and when it does not count. Whole texts are compared with files in
 * `golden/`; `UPDATE_GOLDEN=1` writes them anew, to be read as a diff.
 */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { callsOf, type ToolCall } from "../../../src/protocol/message.ts";
import type { WireEvent } from "../../../src/protocol/wire.ts";
import { refusalReply } from "../../../src/publish/answer-refusal.ts";
import { waitingCalls, type AnswerableCall } from "../../../src/run-model/held-calls.ts";
import { putDeferral } from "../../../src/publish/comments/deferral-comment.ts";
import { deferralMark } from "../../../src/publish/result/markers.ts";
import { createOutgoing, MAX_BODY_CHARS } from "../../../src/publish/render/outgoing.ts";
import { publish } from "../../../src/publish/publish.ts";
import { renderDeferral } from "../../../src/publish/render/render-deferral.ts";
import type { DeferralState } from "../../../src/publish/result/deferral-terms.ts";
import type { DeferralTerms } from "../../../src/publish/result/deferral-terms.ts";
import { foldRecord } from "../../../src/run-model/apply.ts";
import { NO_FACTS } from "../../../src/run-model/facts.ts";
import { exactArguments, visibleText } from "../../../src/publish/render/visible-text.ts";
import { said } from "../../doubles/message.ts";
import { sized } from "../../doubles/size.ts";
import { change, facts, openBench, OUTCOME, REPO } from "../workbench.ts";

const SESSION = "t7-20261122093000-1a2b3c4d";
const TERMS: DeferralTerms = {
  command: "/kimi",
  expiresAt: Date.UTC(2026, 10, 23, 9, 30),
  permission: "write",
  twoPerson: false,
  codeOwners: false,
  allowsSession: false,
  isKept: true,
  session: SESSION,
};
const LINKS = { runUrl: "https://github.com/octo/app/actions/runs/1", artifact: "kimi-1" };

const exec = (number: number, command: string, more: Partial<AnswerableCall> = {}): AnswerableCall => ({
  callId: `c${number}`,
  index: number,
  tool: "execute_command",
  summary: `run ${command}`,
  preview: command,
  capabilities: [{ kind: "exec", command, cwd: "." }],
  rule: "publishing",
  reason: "What is published stays published.",
  digest: String(number).padStart(2, "0").repeat(32),
  arguments: JSON.stringify({ command }),
  ...more,
});

const write = (number: number, path: string, diff: string, more: Partial<AnswerableCall> = {}): AnswerableCall => ({
  ...exec(number, ""),
  tool: "write_to_file",
  summary: `write ${path}`,
  preview: diff,
  capabilities: [{ kind: "write", path }],
  rule: "ci-files",
  reason: undefined,
  arguments: JSON.stringify({ path, content: "on: push\n" }),
  ...more,
});

const DIFF =
  "--- a/.github/workflows/ci.yml\n+++ b/.github/workflows/ci.yml\n@@ -1,2 +1,2 @@\n-on: pull_request\n+on: push \n \n";
const NEAR = "`npm publish --dry-run` is approved; `npm publish --tag next` waits for a person";
const TWO = [
  exec(1, "set -e\nnpm ci\nnpm publish --tag \u202Enext  ", { near: NEAR }),
  write(2, ".github/workflows/ci.yml", DIFF),
];

function asking(calls: readonly AnswerableCall[]) {
  return facts({
    sessionId: SESSION,
    outcome: { ...OUTCOME, outcome: "deferred", reason: "Two actions wait." },
    asked: { round: 1, told: 1, calls, written: [], isAsked: true },
  });
}

const TOO: ToolCall = {
  id: "c9",
  name: "write_to_file",
  arguments: JSON.stringify({ path: "a.sh", content: "`rm` @x" }),
};

test("calls of the same message that need no approval are shown between the held calls", () => {
  const written = [
    TOO,
    ...TWO.map(({ tool, arguments: text = "" }) => ({ id: "c", name: tool, arguments: text })),
    TOO,
  ];
  const asked = { ...asking(TWO), asked: { round: 1, told: 1, calls: TWO, written, isAsked: true } };
  golden("beside", renderDeferral({ facts: asked, terms: TERMS, state: WAITING, links: LINKS }));
  const many = { ...asked.asked, written: [...written, ...Array.from({ length: 99 }, () => TOO)] };
  const long = renderDeferral({ facts: { ...asked, asked: many }, terms: TERMS, state: WAITING, links: LINKS });
  assert.match(
    long,
    /\n\*\*91 more are not shown\.\*\* Read the full text in journal\.jsonl of the artifact `kimi-1` before you approve\./,
  );
  const later = { ...asked, asked: { ...asked.asked, isAsked: false } };
  assert.doesNotMatch(
    renderDeferral({ facts: later, terms: TERMS, state: WAITING, links: LINKS }),
    /#### Actions that need no approval/,
  );
});

function render(
  calls: readonly AnswerableCall[],
  terms: Partial<DeferralTerms> = {},
  state: DeferralState = WAITING,
): string {
  return renderDeferral({ facts: asking(calls), terms: { ...TERMS, ...terms }, state, links: LINKS });
}

const WAITING: DeferralState = { kind: "waiting" };
const AT = "2026-11-22T17:05:59.123Z";
const APPROVED = { verdict: "approve", by: "mona", at: AT } as const;
const REJECTED = { verdict: "reject", by: "hubot", reason: "Not on a @push,\nuse a tag", at: AT } as const;

function golden(name: string, text: string): void {
  const file = join(import.meta.dirname, "golden", `${name}.txt`);
  if (process.env["UPDATE_GOLDEN"] !== undefined) writeFileSync(file, text);
  assert.equal(text, readFileSync(file, "utf8"), name);
}

function answered(...answers: readonly AnswerableCall["answer"][]): readonly AnswerableCall[] {
  return TWO.map((call, index) => ({ ...call, answer: answers[index] }));
}

test("a request shows exact arguments, effects, rules, who may answer, until when, and the lines to answer with", () => {
  golden("two-waiting", render(TWO));
  golden(
    "one-strict",
    render(TWO.slice(0, 1), { permission: "admin", twoPerson: true, codeOwners: true, allowsSession: true }),
  );
  const fourteen = Array.from({ length: 14 }, (_, index) => exec(index, `make release-${index}`));
  golden("fourteen", render(fourteen));
  const tenAnswered = fourteen.map((call, index) => (index < 10 ? { ...call, answer: APPROVED } : call));
  assert.match(
    render(tenAnswered),
    /\n#### 14\. `run make release-13`\n\n`131313131313` · `execute_command` · held by /,
    "the next ones have their turn",
  );
});

test("a request without a stored session says so, and how to answer with the artifact", () => {
  const whyNotKept = "The server said: `refs/kimi` @admins are <b>hidden</b>.";
  golden("not-kept", render(TWO, { isKept: false, whyNotKept }));
  const { facts: asked, terms } = { facts: asking(TWO), terms: { ...TERMS, isKept: false } };
  golden("not-kept-no-artifact", renderDeferral({ facts: asked, terms, state: WAITING, links: {} }));
});

test("the request shows each later state", () => {
  golden("partly-answered", render(answered({ ...APPROVED, isForSession: true }), { allowsSession: true }));
  const runUrl = "https://github.com/octo/app/actions/runs/2";
  golden("goes-on", render(answered(APPROVED, REJECTED), {}, { kind: "answered", runUrl }));
  const unreasoned = { verdict: "reject", by: "hubot" } as const;
  golden("ends", render(answered(APPROVED, unreasoned), {}, { kind: "answered", runUrl }));
  golden("expired", render(answered(APPROVED), {}, { kind: "expired" }));
  const [from, to] = ["a".repeat(40), "b".repeat(40)];
  golden("void-head", render(TWO, {}, { kind: "void", changed: "head", from, to }));
  golden("void-policy", render(TWO, {}, { kind: "void", changed: "policy", from, to }));
  golden("cancelled", render(TWO, {}, { kind: "cancelled", by: "mona", at: Date.parse(AT) }));
});

test("arguments are exact: invisible characters are written out, and the JSON has the same value", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["", "{}"],
    ["not json\u0000 ", String.raw`"not json\u0000 "`],
    [
      `{"a":[],"b":{},"c":[1,null,true,"x"]}`,
      `{\n  "a": [],\n  "b": {},\n  "c": [\n    1,\n    null,\n    true,\n    "x"\n  ]\n}`,
    ],
    [
      JSON.stringify({ a: "x\u202E\u200B\u00A0\u2800\u{E0041}\uFEFF\u001B[1m" }),
      String.raw`{${"\n"}  "a": "x\u202e\u200b\u00a0\u2800\udb40\udc41\ufeff\u001b[1m"${"\n"}}`,
    ],
    [JSON.stringify({ a: "x \n\ny" }), `{\n  "a":\n    "x \\n"\n    "\\n"\n    "y"\n}`],
    [JSON.stringify({ a: `${"é".repeat(120)}; rm x` }), `{\n  "a":\n    "${"é".repeat(120)}"\n    "; rm x"\n}`],
    [
      JSON.stringify({ a: "##[x] <!-- kimi-runner" }),
      String.raw`{${"\n"}  "a": "##\u005bx] \u003c!-- kimi-runner"${"\n"}}`,
    ],
  ];
  for (const [given, expected] of cases) assert.equal(exactArguments(given), expected);
  const random = createRandom(1);
  for (let round = 0; round < sized(40, 200); round += 1) {
    const value = { command: hostileText(random), more: [hostileText(random), { x: hostileText(random) }] };
    const shown = exactArguments(JSON.stringify(value));
    assert.deepEqual(JSON.parse(shown.replace(/"\n *"/g, "")), value);
  }
});

test("effects keep their lines and show invisible characters", () => {
  assert.equal(
    visibleText(" \n+a  \n+\t\n-b\r\n+\u001B[2J\u2066x"),
    " \n+a[U+0020 ×2]\n+[U+0009]\n-b[U+000D]\n+[U+001B][2J[U+2066]x",
  );
  assert.equal(visibleText(`${" ".repeat(300_000)}x`).length, 300_001);
});

test("a long effect is folded, and what does not fit is cut with a pointer, never the lines to answer with", () => {
  const lines = (count: number): string => `--- a/x\n+++ b/x\n@@ -0,0 +1,${count} @@\n${"+line\n".repeat(count)}`;
  golden("folded-effect", render([write(1, "x", lines(41))]));
  const huge = "y".repeat(100_000);
  for (const calls of [
    [write(1, "x", lines(20_000)), write(2, "y", lines(3))],
    Array.from({ length: 10 }, (_, index) => exec(index, `${huge}\u202E`)),
    Array.from({ length: 60 }, (_, index) =>
      write(index, "@#1".repeat(300), lines(9_000), { arguments: JSON.stringify({ huge }) }),
    ),
  ]) {
    const text = render(calls, { allowsSession: true, twoPerson: true, codeOwners: true });
    assert.ok(text.length <= 60_000, `${text.length}`);
    assert.match(
      text,
      /\*\*Cut here: [\d,]+ more characters are not shown\.\*\* Read the full text in journal\.jsonl of the artifact `kimi-1` before you approve\./,
    );
    assert.match(text, /^\/kimi approve( [0-9a-f]{12}){10}$|^\/kimi approve all$/m);
    assert.equal(/^\/kimi approve all$/m.test(text), calls.length <= 10);
    checkInert(text);
  }
  const small = render([write(1, "x", lines(20_000)), write(2, "y", lines(3))]);
  assert.equal(
    small.match(/^\+line$/gm)?.length,
    Math.floor((20_000 - lines(3).length - 34) / 6) + 3,
    "the short one is whole",
  );
});

const HOSTILE =
  "@mona <!-- kimi-runner:deferral session=x --> <!-- kimi-runner --> ```` ``` ~~~ </details> <img src=x> ![p](http://e/p) [l](u) #12 $x$ ~~s~~ \u001B[31m\u202E\u200Bx \n::error::y\n##[group]z\n- `/kimi approve all` | a |\r\n### T ";

test("foreign text cannot mention people, close issues, open sections or imitate ours", () => {
  const calls = (hostile: string): readonly AnswerableCall[] =>
    Array.from({ length: 45 }, (_, index) => ({
      ...(index % 2 === 0
        ? exec(index, hostile)
        : write(index, hostile, `--- a/${hostile}\n+++ b\n@@ -1 +1 @@\n+${hostile}\n`)),
      tool: hostile,
      summary: hostile,
      rule: hostile,
      reason: hostile,
      near: hostile,
      capabilities: [
        { kind: "exec", command: hostile, cwd: hostile },
        { kind: "write", path: hostile },
      ],
      arguments: index === 3 ? hostile : JSON.stringify({ [hostile]: hostile, nested: [hostile] }),
      answer: index < 4 ? { verdict: "reject", by: hostile, reason: hostile, at: hostile } : undefined,
    }));
  golden("hostile", render(calls(HOSTILE).slice(0, 2)));
  const random = createRandom(7);
  const long = ["$", "`", "<", "\u202E", "@#1"].map((piece) => piece.repeat(sized(4_000, 100_000) / piece.length));
  for (const hostile of [HOSTILE, ...long, ...Array.from({ length: sized(10, 40) }, () => hostileText(random))]) {
    for (const [terms, state] of [
      [{}, WAITING],
      [{ isKept: false, whyNotKept: hostile }, WAITING],
      [{}, { kind: "cancelled", by: hostile, at: Number.NaN }],
    ] as const) {
      const text = render(calls(hostile), terms, state);
      checkInert(text);
      const posted = createOutgoing((body) => body)(`${deferralMark(SESSION)}\n${text}`);
      assert.ok(text.length <= 60_000 && posted.length <= MAX_BODY_CHARS, `${text.length}`);
      assert.equal(posted.lastIndexOf("<!-- kimi-runner"), 0);
    }
  }
});

/** Reads the fences as CommonMark does; what stands outside of them, and of code spans, may only be ours. */
function checkInert(text: string): void {
  const outside: string[] = [];
  let open: string | undefined;
  for (const line of text.split("\n")) {
    const [, fence = ""] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (open !== undefined) {
      if (fence.startsWith(open) && line.trim() === fence) open = undefined;
      continue;
    }
    if (fence !== "") open = fence;
    else outside.push(line);
  }
  assert.equal(open, undefined, "a fence is not closed");
  const said = outside.join("\n");
  const plain = withoutCode(said);
  const folds = (what: RegExp): number => [...plain.matchAll(what)].length;
  assert.equal(folds(/(?<!\\)<details>/g), folds(/(?<!\\)<\/details\\?>/g));
  const words = plain.replace(/<\/?(?:details|summary|sub)>|<span>\$<\/span>/g, "").replaceAll("<!-- -->", "\u200B");
  assert.doesNotMatch(words, /(?<!\\)<[a-z!/]/i);
  assert.doesNotMatch(words, /(?<!\w)@(?=\w)/);
  assert.doesNotMatch(words, /#(?=\d)/);
  assert.doesNotMatch(words, /(?<!\\)!\[|\$(?!\d)|(?<!\\)~|\u202E|\u001B/);
  assert.doesNotMatch(words, /^\s*(?:=+|-{2,}|~{3,}|[>+*] )/m);
  assert.doesNotMatch(words, /(?<!\\)\]\((?!https:\/\/github\.com\/octo\/app\/)/);
  assert.doesNotMatch(text, /<!--\s*kimi-runner/);
}

/** Code spans as CommonMark reads them: from a run of backticks to the next one of the same length, in the same line. */
function withoutCode(text: string): string {
  return text
    .split("\n")
    .map((line) => line.replace(/(?<![`\\])(`+)(?!`)(.*?[^`])\1(?!`)/g, "C"))
    .join("\n");
}

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const PIECES = [
  ...Array.from("`~@#<>[]()!|\\&\"'-_*:\n\r\t $"),
  "```",
  "<!-- ",
  "kimi-runner",
  "-->",
  "</details>",
  "@mona",
  "#1",
  "\u202E",
  "\u200B",
  "\u{E0041}",
  "\uD800",
  "\u2028",
  "é",
  "&#64;",
  "##[",
  "::",
  "x".repeat(130),
];

function hostileText(random: (below: number) => number): string {
  return Array.from({ length: random(40) + 1 }, () => PIECES[random(PIECES.length)] ?? "").join("");
}

test("what is asked, with the arguments and the answers, is folded from the journal", () => {
  const written = [
    { id: "a", name: "read_file", arguments: `{"path":"a"}` },
    { id: "b", name: "execute_command", arguments: `{"command":"x"}` },
    { id: "b", name: "execute_command", arguments: `{"command":"y"}` },
  ];
  const writing = (calls: typeof written): WireEvent => ({
    type: "context.append",
    messages: [said([], ...calls)],
  });
  const [first, second] = [exec(1, "x", { arguments: undefined }), exec(2, "y", { arguments: undefined })];
  const answer = { digest: first.digest, verdict: "approve", by: "mona" } as const;
  const events: readonly WireEvent[] = [
    writing(written),
    { type: "deferral.open", held: [first, second] },
    { type: "deferral.answer", ...answer },
    { type: "session.resume", rung: "sealed" },
    { type: "deferral.open", held: [second] },
  ];
  const { asked } = events.reduce((so, event) => foldRecord(so, { event, time: AT }), NO_FACTS);
  assert.deepEqual(asked, {
    round: 1,
    told: 4,
    calls: [
      { ...first, arguments: `{"command":"x"}`, answer: { verdict: "approve", by: "mona", at: AT } },
      { ...second, arguments: `{"command":"y"}` },
    ],
    written: callsOf(said([], ...written)),
    isAsked: true,
  });
  assert.deepEqual(waitingCalls(asked), [{ ...second, arguments: `{"command":"y"}` }]);
  const next = [writing(written.slice(1, 2)), { type: "deferral.open", held: [{ ...second, index: 0 }] } as const];
  const again = next.map((event) => ({ event })).reduce(foldRecord, { ...NO_FACTS, asked });
  assert.deepEqual(again.asked.calls, [{ ...second, index: 0, arguments: `{"command":"x"}` }]);
  assert.equal(again.asked.round, 2);
  const unknown = foldRecord(NO_FACTS, { event: { type: "deferral.open", held: [second] } });
  assert.match(
    renderDeferral({ facts: unknown, terms: TERMS, state: WAITING, links: LINKS }),
    /\*\*The arguments are not shown\.\*\* Read the full text in journal\.jsonl/,
  );
});

test("one comment for each session: made once, edited as answers come; asking again is told with a new one", async () => {
  await using bench = await openBench();
  const { request, hub, issue } = bench;
  const links = { runUrl: request.runUrl, artifact: request.run.artifact };
  const deferred = change(request, { run: { facts: asking(TWO) }, reply: { deferral: TERMS } });
  const first = await publish(deferred);
  const again = await publish(deferred);
  assert.deepEqual(
    [first, again].map(({ deferral, notice, refusals }) => [deferral.kind, notice.kind, refusals]),
    [
      ["created", "none", []],
      ["unchanged", "none", []],
    ],
  );
  const bodies = (): readonly string[] => hub.thread(REPO, issue).comments.map(({ body }) => body);
  assert.ok("url" in first.deferral);
  const { url } = first.deferral;
  assert.equal(
    bodies()[0],
    `${deferralMark(SESSION)}\n<!-- kimi-runner:told 1 -->\n${renderDeferral({ facts: deferred.run.facts, terms: TERMS, state: WAITING, links })}`,
  );
  assert.ok(bodies()[1]?.includes(`\n\n[The 2 actions, and how to answer](${url})\n`));
  assert.equal(bodies().length, 2);

  const changed = await putDeferral({
    ...request.github,
    clock: request.clock,
    links,
    thread: issue,
    facts: asking(answered(APPROVED)),
    terms: TERMS,
    state: WAITING,
    outgoing: createOutgoing((text) => text),
  });
  assert.equal(changed.kind, "updated");
  assert.ok(
    bodies()[0]?.includes(
      "### ⏸️ Allow 1 of 2 actions: `write .github/workflows/ci.yml`?\n\n```\n/kimi approve all\n```\n",
    ),
  );

  const later = asking(TWO.slice(1));
  const second = await publish(change(deferred, { run: { facts: { ...later, asked: { ...later.asked, round: 2 } } } }));
  assert.deepEqual([second.deferral.kind, second.notice.kind], ["updated", "created"]);
  assert.equal(bodies().length, 3);
  assert.ok(bodies()[2]?.includes(`[The action, and how to answer](${url})`));
});

test("held calls are only listed without terms, or if no person can be asked", async () => {
  await using bench = await openBench({ scopes: { contents: "write", pull_requests: "write", issues: "read" } });
  const { deferral, notice, refusals } = await publish(
    change(bench.request, { run: { facts: asking(TWO) }, reply: { deferral: TERMS } }),
  );
  assert.equal(deferral.kind, "refused");
  assert.equal(notice.kind, "none");
  assert.ok(refusals.some(({ code }) => code === "read_only"));
  assert.ok(bench.warnings.some((text) => text.startsWith("The request for approval cannot be posted. ")));
});

test("an answer that is not taken is told why, and what to do", () => {
  const place = { command: "/kimi" };
  const [from, to] = ["a".repeat(40), "b".repeat(40)];
  const texts = [
    refusalReply({ kind: "nothing-waits" }, place),
    refusalReply({ kind: "taken", runUrl: LINKS.runUrl }, place),
    refusalReply({ kind: "taken" }, place),
    refusalReply({ kind: "faster" }, place),
    refusalReply({ kind: "several", count: 2 }, place),
    refusalReply({ kind: "head-moved", from, to }, place),
    refusalReply({ kind: "policy-changed", from, to }, place),
    refusalReply({ kind: "unreadable", said: "fatal: @mona <b>" }, place),
    refusalReply({ kind: "not-allowed", reason: 'hubot has the permission "read" here; write is needed.' }, place),
    refusalReply({ kind: "not-allowed", reason: "hubot is not a person." }, place),
  ];
  golden("refusals", texts.join("\n\n---\n\n"));
});
