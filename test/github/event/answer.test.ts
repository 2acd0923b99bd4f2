/** Approvals, rejections, resumptions and cancellations: what counts, and what only looks like it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { answerIn } from "../../../src/github/event/answer-in-comment.ts";
import { parseCommand, type Command } from "../../../src/github/event/command.ts";
import { decideTrigger } from "../../../src/github/event/decide-trigger.ts";
import { parseEvent } from "../../../src/github/event/event.ts";
import { matchAnswers } from "../../../src/github/event/match-answers.ts";
import type { Trigger } from "../../../src/github/event/trigger.ts";
import { ALICE, AT, BOT, issueComment, issues, review, reviewComment } from "./payloads.ts";

const A = "0123abcd4567";
const B = "fedc9876ba54";

const approve = (digests: readonly string[] | "all", isForSession = false): Command => ({
  kind: "answer",
  answer: { verdict: "approve", digests, isForSession },
});
const reject = (digests: readonly string[] | "all", reason?: string): Command => ({
  kind: "answer",
  answer: { verdict: "reject", digests, ...(reason === undefined ? {} : { reason }), isForSession: false },
});
const resume = (overrides: object): Command => ({ kind: "resume", overrides });

const ACCEPTED: readonly (readonly [string, Command])[] = [
  [`/kimi approve ${A}`, approve([A])],
  [`Looks right to me.\n\n> ${B}\n\n  /KIMI approve  ${A}\t${B}  \n\n`, approve([A, B])],
  [`/kimi approve ${"AB".repeat(32)}`, approve(["ab".repeat(32)])],
  ["/kimi approve 01234567", approve(["01234567"])],
  [`/kimi approve ${A} --session`, approve([A], true)],
  [`/kimi approve ${A} ${B} --session\r\n`, approve([A, B], true)],
  [`/kimi\u3000approve\u3000${A}\u3000--session`, approve([A], true)],
  ["/kimi approve\u00A0all", approve("all")],
  [
    `/kimi approve ${A} --unshown`,
    { kind: "answer", answer: { verdict: "approve", digests: [A], isForSession: false, coversUnshown: true } },
  ],
  ["/kimi approve all", approve("all")],
  ["/kimi approve ALL", approve("all")],
  [`/kimi approve ${A} ${A}`, approve([A, A])], // the match refuses it
  [`/kimi reject ${A}`, reject([A])],
  [`/kimi reject ${A} ${B} no: it deletes\n\nthe *tests*`, reject([A, B], "no: it deletes\n\nthe *tests*")],
  [`/kimi reject ${A}\nNot now.`, reject([A], "Not now.")],
  [`/kimi reject ${A} python3 is missing`, reject([A], "python3 is missing")],
  [`/kimi reject ${A} - no`, reject([A], "- no")],
  ["/kimi reject all", reject("all")],
  [`/kimi reject\u3000${A}\u00A0${B}\u3000だめ`, reject([A, B], "だめ")],
  ["/kimi reject All because I say so", reject("all", "because I say so")],
  ["/kimi resume", resume({})],
  ["/kimi resume --steps 20", resume({ steps: 20 })],
  ["/kimi resume\u3000--steps\u00A05", resume({ steps: 5 })],
  [
    "/kimi resume --cost 2.50 --tokens 1000000 --minutes 0.5 --steps 1",
    resume({ costUsd: 2.5, tokens: 1_000_000, minutes: 0.5, steps: 1 }),
  ],
  ["Enough.\n/kimi cancel\n", { kind: "cancel" }],
  ["/kimi cancel wrong branch", { kind: "cancel" }],
];

test("valid answers", () => {
  for (const [comment, expected] of ACCEPTED) {
    assert.deepEqual(parseCommand(comment, "/kimi"), expected, JSON.stringify(comment));
  }
});

const DIGEST = /Name only digests: 8 to 64 hexadecimal digits/;
const BELOW = /Text below the command is not allowed/;
const ALONE = /`all` cannot be combined with digests/;
const NONE = /The command names no digest/;

const MALFORMED: readonly (readonly [string, RegExp])[] = [
  ["/kimi approve", NONE],
  ["/kimi approve --session", NONE],
  [`/kimi approve\n${A}`, BELOW],
  [`/kimi approve --session ${A}`, DIGEST],
  [`/kimi approve ${A} --Session`, DIGEST],
  [`/kimi approve ${A} —session`, DIGEST],
  [`/kimi approve ${A} --unshown --session`, DIGEST],
  ["/kimi approve --unshown", NONE],
  ["/kimi approve all --unshown", ALONE],
  [`/kimi approve ${A} --session --session`, DIGEST],
  [`/kimi approve ${A},${B}`, DIGEST],
  [`/kimi approve \`${A}\``, DIGEST],
  [`/kimi approve <${A}>`, DIGEST],
  [`/kimi approve ${Array.from({ length: 51 }, () => A).join(" ")}`, /at most 50 digests/],
  [`/kimi approve all ${A}`, ALONE],
  [`/kimi approve ${A} all`, ALONE],
  ["/kimi approve all --session", ALONE],
  ["/kimi approve all please", ALONE],
  ["/kimi approve all\nplease", BELOW],
  ["/kimi reject", NONE],
  ["/kimi reject because I say so", DIGEST],
  ["/kimi reject 0123abc no", DIGEST],
  [`/kimi reject ${A}, no`, DIGEST],
  [`/kimi reject\n${A}`, DIGEST],
  [`/kimi reject ${A} all`, ALONE],
  [`/kimi reject all ${A}`, ALONE],
  ["/kimi reject all all", ALONE],
  [`/kimi reject ${A} --session`, /takes no options/],
  [`/kimi reject ${A} --why no`, /takes no options/],
  [`/kimi reject ${A} fedc9`, /looks like a mistyped digest/],
  [`/kimi reject ${A} fedc98g6ba54`, /looks like a mistyped digest/],
  [`/kimi reject ${A} ${B},`, /looks like a mistyped digest/],
  [`/kimi reject ${A} fedc987\u0430ba54`, /looks like a mistyped digest/],
  [`/kimi reject ${A} ${"f".repeat(65)}`, /looks like a mistyped digest/],
  [`/kimi reject ${A}\n${B}`, /looks like a mistyped digest/],
  ["/kimi resume now", /takes --steps, --minutes, --cost, --tokens/],
  ["/kimi resume --step 3", /takes --steps/],
  ["/kimi resume --steps=3", /takes --steps/],
  ["/kimi resume --constructor 3", /takes --steps/],
  ["/kimi resume --steps", /`--steps` takes a whole number from 1 to 10000\./],
  ["/kimi resume --steps 0", /`--steps` takes/],
  ["/kimi resume --steps 10001", /`--steps` takes/],
  ["/kimi resume --steps 2.5", /`--steps` takes/],
  ["/kimi resume --steps 0x10", /`--steps` takes/],
  ["/kimi resume --steps 1e3", /`--steps` takes/],
  ["/kimi resume --steps +3", /`--steps` takes/],
  ["/kimi resume --steps ３", /`--steps` takes/],
  ["/kimi resume --steps 3 --steps 4", /`--steps` is given twice/],
  ["/kimi resume --cost $2", /`--cost` takes a number from 0\.01 to 10000\./],
  ["/kimi resume --cost 2,50", /`--cost` takes/],
  ["/kimi resume --minutes -1", /`--minutes` takes/],
  ["/kimi resume --tokens 1_000", /`--tokens` takes/],
  ["/kimi resume\n--steps 3", BELOW],
  ["/kimi cancel\n/kimi fix", BELOW],
];

test("an invalid answer gets the accepted forms as reply, which repeats nothing of the comment", () => {
  for (const [comment, problem] of MALFORMED) {
    const trigger = decide("issue_comment", issueComment(comment));
    assert.ok(trigger.kind === "reply", comment);
    assert.match(trigger.text, problem, comment);
    const [, verb = ""] = /^\/kimi (\w+)/.exec(comment) ?? [];
    assert.match(trigger.text, new RegExp(`^\`/kimi ${verb}\` was not carried out\\.`), comment);
    assert.match(trigger.text, new RegExp(`Post a new comment that ends with .+:\n\n- \`/kimi ${verb}`), comment);
    for (const said of [A, B, "because", "please", "--why"]) assert.ok(!trigger.text.includes(said), comment);
  }
});

function decide(name: string, payload: unknown): Trigger {
  return decideTrigger(parseEvent(name, payload), { trigger: "/kimi" });
}

test("an answer carries thread, comment and author; its reason is what readers see", () => {
  const trigger = decide("issue_comment", issueComment(`/kimi reject ${A} no <!-- rm -rf --> never`));
  assert.ok(trigger.kind === "answer");
  const { thread, ...rest } = trigger;
  assert.equal(thread.number, 3);
  assert.deepEqual(rest, {
    kind: "answer",
    answer: { verdict: "reject", digests: [A], reason: "no  never", isForSession: false },
    replyTo: undefined,
    authority: { kind: "people", users: [ALICE, ALICE] },
    author: ALICE,
    comment: {
      kind: "issue",
      id: 30,
      place: undefined,
      createdAt: AT,
    },
  });
  const inReview = decide("pull_request_review_comment", reviewComment("/kimi resume --steps 3"));
  assert.ok(inReview.kind === "resume");
  assert.deepEqual(
    [inReview.overrides, inReview.comment.kind, inReview.comment.id, inReview.thread.number],
    [{ steps: 3 }, "review", 40, 4],
  );
  const onClosed = decide("issue_comment", issueComment("/kimi cancel", { issue: { state: "closed" } }));
  assert.equal(onClosed.kind, "cancel");
  const silent = decide("issue_comment", issueComment(`/kimi reject ${A} <!-- x -->`));
  assert.deepEqual(silent.kind === "answer" && "reason" in silent.answer, false);
  const mail = "On Mon, Bob wrote:\n> Delete it.";
  const mailed = ["", " not now"].map((why) =>
    decide("issue_comment", issueComment(`/kimi reject ${A}${why}\n\n${mail}`)),
  );
  assert.deepEqual(
    mailed.map((one) => one.kind === "answer" && one.answer),
    [{}, { reason: "not now" }].map((why) => ({ verdict: "reject", digests: [A], ...why, isForSession: false })),
  );
});

test("answers count only in new comments", () => {
  // GitHub stamps a comment on a line again when its review is submitted. Edits are looked for when the answer is used.
  const stamped = reviewComment("/kimi approve all", { comment: { updated_at: "2026-03-01T10:00:01Z" } });
  assert.equal(decide("pull_request_review_comment", stamped).kind, "answer");
  const edited = /^An edited comment cannot be used as an answer[^]*Post a new comment[^]*- `\/kimi approve <digest>/;
  const replies: readonly (readonly [string, object, RegExp])[] = [
    ["issue_comment", issueComment(`/kimi approve ${A}`, { action: "edited" }), edited],
    ["pull_request_review_comment", reviewComment(`/kimi reject ${A}`, { action: "edited" }), edited],
    ["issues", issues("opened", { body: `/kimi approve ${A}` }), /^An answer in a description does not count/],
    ["pull_request_review", review(`LGTM\n/kimi approve ${A}`), /^An answer in the text of a review does not count/],
    ["pull_request_review", review("/kimi cancel now"), /^An answer in the text of a review does not count/],
  ];
  for (const [name, payload, text] of replies) {
    const trigger = decide(name, payload);
    assert.ok(trigger.kind === "reply", JSON.stringify(payload));
    assert.match(trigger.text, text);
    assert.equal(trigger.authority.kind, "people");
  }
  const skips: readonly (readonly [string, object, RegExp])[] = [
    ["issue_comment", issueComment(`/kimi approve ${A}`, { action: "deleted" }), /this one was deleted/],
    ["issue_comment", issueComment("/kimi cancel", { action: "edited" }), /this one was edited/],
    ["issue_comment", issueComment("/kimi approve", { action: "edited" }), /this one was edited/],
    [
      "issue_comment",
      issueComment(`/kimi approve ${A}`, { comment: { user: BOT } }),
      /may not give commands: only people may/,
    ],
    [
      "issue_comment",
      issueComment(`/kimi approve ${A}`, { action: "edited", sender: BOT }),
      /may not give commands: only people may/,
    ],
    ["issue_comment", issueComment(`/kimi approve ${A}`, { issue: { locked: true } }), /locked/],
    ["issues", issues("opened", { body: "/kimi approve all", locked: true }), /locked/],
    ["pull_request_review", review("LGTM"), /The review has no \/kimi command/],
    ["pull_request_review", review(null), /The review has no \/kimi command/],
    [
      "pull_request_review",
      review("/kimi approve all", { review: { user: BOT } }),
      /may not give commands: only people may/,
    ],
  ];
  for (const [name, payload, reason] of skips) {
    const trigger = decide(name, payload);
    assert.ok(trigger.kind === "skip", JSON.stringify(payload));
    assert.match(trigger.reason, reason);
  }
});

const DIGEST_64 = `${A}${"5".repeat(52)}`;
const OTHER_64 = `${B}${"6".repeat(52)}`;
const ANOTHER_SESSIONS = "9".repeat(64);

/** An approval that would be taken, changed in one way each; how it ends: no command, a reply, or a refusal of the match. */
const MUTATED: readonly (readonly [string, string, "none" | "unknown" | "malformed" | RegExp])[] = [
  ["a flipped digit", "/kimi approve 0123abcd4568", /`0123abcd4568` is not the digest of a waiting call/],
  ["a flipped first digit", "/kimi approve 1123abcd4567", /is not the digest of a waiting call/],
  ["a late flipped digit", `/kimi approve ${DIGEST_64.slice(0, 63)}6`, /is not the digest of a waiting call/],
  ["swapped digits", "/kimi approve 0132abcd4567", /is not the digest of a waiting call/],
  ["another session's digest", `/kimi approve ${ANOTHER_SESSIONS}`, /is not the digest of a waiting call/],
  ["a digit too many in front", `/kimi approve 0${A}`, /is not the digest of a waiting call/],
  ["one that is answered", `/kimi approve ${OTHER_64}`, /`fedc9876ba54` was approved by bob already/],
  ["named twice", `/kimi approve ${A} ${A}`, /`0123abcd4567` is named twice/],
  ["named twice at two lengths", `/kimi approve ${A} ${DIGEST_64}`, /is named twice/],
  ["one right, one wrong", `/kimi approve ${A} ${ANOTHER_SESSIONS}`, /is not the digest of a waiting call/],
  ["for the session, against the policy", `/kimi approve ${A} --session`, /`--session` is not allowed by the policy/],
  ["too short", "/kimi approve 0123abc", "malformed"],
  ["too long", `/kimi approve ${DIGEST_64}5`, "malformed"],
  ["none", "/kimi approve", "malformed"],
  ["a letter O for a zero", "/kimi approve O123abcd4567", "malformed"],
  ["a Cyrillic a", "/kimi approve 0123\u0430bcd4567", "malformed"],
  ["full-width digits", "/kimi approve ０123abcd4567", "malformed"],
  ["a zero-width space inside", "/kimi approve 0123\u200Babcd4567", "malformed"],
  ["a zero-width space behind", "/kimi approve 0123abcd4567\u200B", "malformed"],
  ["an override of direction", "/kimi approve \u202E7654dcba3210", "malformed"],
  ["named twice with a no-break space", `/kimi approve ${A}\u00A0${A}`, /is named twice/],
  ["trailing words", `/kimi approve ${A} thanks`, "malformed"],
  ["trailing full stop", `/kimi approve ${A}.`, "malformed"],
  ["trailing markup", `/kimi approve ${A} <!-- ok -->`, "malformed"],
  ["a condition below", `/kimi approve ${A}\nbut only if the tests pass`, "malformed"],
  ["a second trigger below", `/kimi approve ${A}\n/kimi reject ${B}`, "malformed"],
  ["a second trigger on the line", `/kimi approve /kimi approve ${A}`, "malformed"],
  ["all with a digest", `/kimi approve all ${A}`, "malformed"],
  ["a hash in front", `/kimi approve #${A}`, "malformed"],
  ["0x in front", `/kimi approve 0x${A}`, "malformed"],
  ["inline code", `/kimi approve \`${A}\``, "malformed"],
  ["a wrong verb", `/kimi aprove ${A}`, "unknown"],
  ["a verb in Cyrillic", `/kimi \u0430pprove ${A}`, "unknown"],
  ["a verb with a colon", `/kimi approve: ${A}`, "unknown"],
  ["no space", `/kimi approve${A}`, "unknown"],
  ["a line between", `/kimi\napprove ${A}`, "unknown"],
  ["quoted", `> /kimi approve ${A}`, "none"],
  ["in a code block", `\`\`\`\n/kimi approve ${A}\n\`\`\``, "none"],
  ["in inline code", `\`/kimi approve ${A}\``, "none"],
  ["indented as code", `    /kimi approve ${A}`, "none"],
  ["in an HTML comment", `<!--\n/kimi approve ${A}\n-->`, "none"],
  ["in a folded part", `<details>\n\n/kimi approve ${A}\n\n</details>`, "none"],
  ["in a list", `- /kimi approve ${A}`, "none"],
  ["in the middle of a line", `I say /kimi approve ${A}`, "none"],
  ["a look-alike trigger", `/k\u0456mi approve ${A}`, "none"],
  ["a full-width slash", `／kimi approve ${A}`, "none"],
  ["an escaped slash", `\\/kimi approve ${A}`, "none"],
];

test("an approval with one changed character is refused with the reason, or is no command", () => {
  assert.ok(MUTATED.length >= 40);
  const waiting = {
    held: [{ digest: DIGEST_64, rule: "ask" }],
    answered: new Map([[OTHER_64, { verdict: "approve", by: "bob" } as const]]),
    shownAt: Date.parse(AT) - 60_000,
    expiresAt: Date.parse(AT) + 60_000,
    now: Date.parse(AT) + 5_000,
    allowsSession: false,
  };
  const take = (comment: string) => {
    const answer = answerIn(comment, "/kimi");
    return answer === undefined ? undefined : matchAnswers(answer, { by: "alice", writtenAt: AT }, waiting);
  };
  const good = new Map([[DIGEST_64, { verdict: "approve", by: "alice" }]]);
  for (const comment of [`/kimi approve ${A}`, `/kimi approve ${A.toUpperCase()}`, `/kimi approve ${DIGEST_64}`]) {
    assert.deepEqual(take(comment), { kind: "answers", answers: good }, comment);
  }
  for (const [name, comment, expected] of MUTATED) {
    const taken = take(comment);
    if (expected instanceof RegExp) {
      assert.ok(taken?.kind === "refused", name);
      assert.match(taken.text, expected, name);
    } else {
      assert.equal(taken, undefined, name);
      assert.equal(parseCommand(comment, "/kimi").kind, expected, name);
    }
  }
});

test("a line that the page does not show is not an answer", () => {
  const hidden = [
    `<a title="\n/kimi approve ${A}\n">why</a>`,
    `![see\n/kimi approve ${A}\n](https://example.com/a.png)`,
    `[a]: /x "\n/kimi reject ${A}\n"`,
  ];
  for (const body of hidden) {
    const { kind } = parseCommand(body, "/kimi");
    assert.equal(answerIn(body, "/kimi"), undefined, body);
    const trigger = decide("issue_comment", issueComment(body));
    assert.ok(
      kind === "answer" ? trigger.kind === "reply" && /not shown/.test(trigger.text) : trigger.kind !== "answer",
      body,
    );
  }
});
