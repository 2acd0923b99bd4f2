/**
 * Each hostile text in every place of every page that we write - status, result, notice, pull request, summary, question, transcript:
 * nothing of it is alive there, nothing of ours is swallowed, and no mark of ours is forged.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { unseenIn } from "../../../src/base/plain-text.ts";
import type { JournalRecord, WireEvent } from "../../../src/protocol/wire.ts";
import { isOwn, statusMark } from "../../../src/publish/result/markers.ts";
import { createOutgoing } from "../../../src/publish/render/outgoing.ts";
import { renderDeferral } from "../../../src/publish/render/render-deferral.ts";
import { renderNotice, renderProgress, renderResult } from "../../../src/publish/render/render-result.ts";
import { renderPullRequest } from "../../../src/publish/render/render-pull-request.ts";
import { renderSummary } from "../../../src/publish/render/render-summary.ts";
import { renderTranscript, quotedProse } from "../../../src/sinks/transcript.ts";
import { HOSTILE_MARKDOWN, HOSTILE_TEXTS } from "./hostile-markdown.ts";
import { NO_FACTS } from "../../../src/run-model/facts.ts";
import { safeMarkdown } from "../../../src/publish/render/safe-markdown.ts";
import { cpuMs } from "../../doubles/cpu-time.ts";
import { facts, OUTCOME } from "../workbench.ts";
import { said } from "../../doubles/message.ts";
import { sized } from "../../doubles/size.ts";

const STATUS = statusMark("key");

const gate = createOutgoing((text) => text);
const END = "https://runs.example/1";

/** Facts with `text` in every place for foreign text. */
function factsOf(text: string): ReturnType<typeof facts> {
  const held = {
    index: 0,
    callId: text,
    tool: text,
    summary: text,
    preview: text,
    capabilities: [],
    rule: "r", // an id of the policy
    reason: text,
    digest: "f".repeat(64),
  };
  return facts({
    outcome: {
      ...OUTCOME,
      outcome: "deferred",
      reason: text,
      text,
      verification: { rounds: 1, passed: false, results: [{ command: text, passed: false, end: text, output: text }] },
      agents: [{ agentId: "a1", agent: text, stop: text, steps: 1, usage: OUTCOME.usage }],
    },
    model: text,
    todos: [{ title: text, status: "in_progress" }],
    decisions: [{ verdict: "reject", summary: text, rule: text, reason: text }],
    asked: { ...NO_FACTS.asked, calls: [held] },
    assumptions: [text],
    bugs: [text],
    warnings: [text],
    doing: text,
  });
}

function transcriptOf(text: string): string {
  const call = { id: "c", name: text, arguments: JSON.stringify({ a: text }) };
  const held = factsOf(text).asked.calls;
  const events = [
    { type: "context.append", messages: [{ role: "user", content: text }] },
    { type: "context.append", messages: [said(text, call)] },
    { type: "context.append", messages: [{ role: "tool", toolCallId: "c", content: text, isError: true }] },
    { type: "deferral.open", held },
    { type: "deferral.answer", digest: "f".repeat(64), verdict: "reject", by: text, reason: text },
    { type: "warning", text },
    { type: "assumption.made", question: text },
    { type: "bug.report", title: text, description: text },
    { type: "session.end", ...factsOf(text).outcome },
  ] as unknown as readonly WireEvent[];
  const records = events.map((event, seq): JournalRecord => ({ v: 1, seq, time: "", prev: "", event, hash: "" }));
  return renderTranscript(records);
}

/** Every page, by name. */
function pagesOf(text: string): Readonly<Record<string, string>> {
  const hostile = factsOf(text);
  const unasked = { ...hostile, asked: NO_FACTS.asked }; // its calls stand in code, which deferral.test.ts reads
  const changes = [{ path: text, status: "added", added: 1, deleted: 0 }] as const;
  const refusals = [{ code: "failed", reason: text, fix: text }] as const;
  const issue = { action: "issue", title: text, body: text, labels: [text] } as const;
  const label = { action: "label", number: 1, labels: [text] } as const;
  const outputs = [issue, label].map((output) => ({ kind: "done", output }) as const);
  const parts = { branch: { kind: "none" }, pullRequest: { kind: "none" }, outputs, refusals } as const;
  const view = { facts: hostile, changes, links: { runUrl: END }, parts };
  const terms = {
    command: "/kimi",
    expiresAt: 1_767_323_045_000,
    permission: "write",
    twoPerson: false,
    codeOwners: false,
    allowsSession: false,
    isKept: false,
    whyNotKept: text,
    session: hostile.sessionId ?? "",
  } as const;
  return {
    progress: gate(renderProgress(hostile, { runUrl: END })),
    result: gate(renderResult(view)),
    notice: gate(renderNotice(view)),
    "pull request": gate(renderPullRequest(view)).replace(/^<!-- kimi-runner:pull-request [^\n]*\n/, ""),
    summary: renderSummary(view, gate),
    question: gate(renderDeferral({ facts: unasked, terms, state: { kind: "waiting" }, links: { runUrl: END } })),
  };
}

/** The pages of each hostile text. */
const PAGES = HOSTILE_TEXTS.map((text) => [text, pagesOf(text)] as const);

/** Text outside of code blocks and the HTML around them, which is ours. The model's words are looked at without their quotation. */
function outside(page: string): string {
  return (
    page
      .replaceAll(/^> ?/gm, "")
      .replaceAll(/^(`{3,})[^\n]*\n[^]*?\n\1$/gm, "")
      // In a list or a quotation.
      .replaceAll(/^[ \t>*+\-\d.)]+(`{3,}|~{3,})[\w+-]*\n[^]*?\n[ \t>]*\1$/gm, "")
      .replaceAll("<!-- -->", "\u200B")
      .replaceAll(/^<summary>[^\n]*<\/summary>$/gm, "")
      .replaceAll("<span>$</span>", "")
      .replaceAll(/<details><summary>[^<\n]*<\/summary>/g, "")
      .replaceAll(/\(?\[[\w #.:-]+\]\(https:\/\/runs\.example\/1[^)\s]*\)/g, "")
  );
}

/** What GitHub would do something with. */
const ALIVE: Readonly<Record<string, RegExp>> = {
  "a tag": /(?<!\\)<(?!\/?(?:details|summary|sub)>)(?=[a-z!?/])/i,
  "an image": /(?<!\\)!\[/,
  "a link": /(?<!\\)\]\((?!\u200B)/,
  "a definition": /(?<!\\)\]:/,
  "a mention": /(?<!\w)@(?=\w)/,
  "a reference": /(?<!\\)#\d|\bGH-\d/i,
  "a closing word before an address": /\b(?:clos|fix|resolv)\w*:?\s+https?:/i,
  "an entity": /&#?\w+;/,
  "a formula that links or hides": /\\+(?:href|color|phantom)/,
  "a workflow command": /^\s*::|##\[/m,
  "a terminal's escape": /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/,
};

/** Begins a code block that no line of ours would end. */
const FENCE = /^[ \t>*+\-\d.)]*(?:`{3}|~{3})/m;

test("there are enough of them", () => {
  assert.ok(HOSTILE_TEXTS.length >= 70, String(HOSTILE_TEXTS.length));
  for (const [name, texts] of Object.entries(HOSTILE_MARKDOWN)) assert.ok(texts.length >= 8, name);
});

test("nothing of them is alive on any page", () => {
  const found: string[] = [];
  for (const [text, pages] of PAGES) {
    for (const [name, page] of Object.entries(pages)) {
      const rest = outside(page);
      if (unseenIn(page).length > 0) found.push(`${JSON.stringify(text)} in the ${name}: hidden`);
      for (const [what, pattern] of Object.entries(ALIVE)) {
        if (pattern.test(rest)) found.push(`${JSON.stringify(text)} in the ${name}: ${what}`);
      }
    }
  }
  assert.deepEqual(found, []);
});

test("in a transcript, which is a file, nothing of them is a tag, an image or a fence of ours", () => {
  for (const text of HOSTILE_TEXTS) {
    const rest = outside(transcriptOf(text));
    assert.doesNotMatch(rest, ALIVE["a tag"] ?? /x/, JSON.stringify(text));
    assert.doesNotMatch(rest, /(?<!\\)!\[/, JSON.stringify(text));
    assert.doesNotMatch(rest, FENCE, JSON.stringify(text));
  }
});

test("nothing of ours is swallowed: each page has its parts, closes what it opens and ends as it ends", () => {
  const plain = pagesOf("a plain word");
  const shape = (page: string): readonly number[] =>
    [/^#{2,3} /gm, /<details>/g, /<\/details>/g].map((part) => outside(page).match(part)?.length ?? 0);
  for (const [text, pages] of PAGES) {
    for (const [name, page] of Object.entries(pages)) {
      assert.deepEqual(shape(page), shape(plain[name] ?? ""), `${JSON.stringify(text)} in the ${name}`);
      assert.equal(FENCE.test(outside(page)), false, `${JSON.stringify(text)} in the ${name}`);
      assert.equal(lastOf(page), lastOf(plain[name] ?? ""), `${JSON.stringify(text)} in the ${name}`);
    }
  }
});

/** Its last piece: the link to the run, or what closes around it. */
function lastOf(page: string): string {
  return (
    page
      .trimEnd()
      .split(/\n| · /)
      .at(-1) ?? ""
  );
}

test("a mark of ours in foreign text does not make a comment ours", () => {
  const self = { id: 1, login: "bot" };
  for (const text of HOSTILE_MARKDOWN["ours"] ?? []) {
    for (const [name, page] of Object.entries(pagesOf(text))) {
      assert.equal(isOwn({ user: self, body: page }, self, STATUS), false, name);
      assert.doesNotMatch(outside(page), /(?<!\\)<!-- ?kimi-runner/, `${JSON.stringify(text)} in the ${name}`);
      const theirs = { user: { id: 2, login: "bot" }, body: `${STATUS}\n${page}` };
      assert.equal(isOwn(theirs, self, STATUS), false);
    }
  }
});

test("a long text is made harmless in a time that grows with its length", () => {
  const chars = sized(30_000, 60_000);
  const texts = [
    `${"-".repeat(chars)}x`,
    `~~~${" ".repeat(chars)}\``,
    "-\u2028".repeat(chars / 2),
    "www.@".repeat(chars / 5),
    "> ```\n".repeat(chars / 6),
  ];
  for (const text of texts) {
    assert.ok(cpuMs(() => safeMarkdown(text)) < sized(2_300, 4_000), text.slice(0, 10));
    assert.ok(cpuMs(() => quotedProse(text)) < 300, text.slice(0, 10));
  }
  const address = "https://github.com/o/r/issues/1";
  const broken = "https://redirect.github.com/o/r/issues/1";
  assert.equal(
    safeMarkdown(`www.x${address} https://a/${address} www. ${address}`),
    `www.x${broken} https://a/${broken} www. ${broken}`,
  );
});
