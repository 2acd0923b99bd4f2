/** Which calls an answer means, and the whole text of every refusal. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { GivenAnswer } from "../../../src/github/event/answer.ts";
import { matchAnswers, type Matched, type Waiting } from "../../../src/github/event/match-answers.ts";
import type { Answer } from "../../../src/protocol/approval.ts";

const digest = (start: string): string => start.padEnd(64, "0");
const [ONE, TWO, TWIN, DONE] = [
  digest("11111111aa"),
  digest("2222222222bbc"),
  digest("2222222222bbd"),
  digest("dddddddd"),
];

const WRITTEN = "2026-03-01T10:00:00Z";
const NOW = Date.parse(WRITTEN) + 30_000;
const WAITING: Waiting = {
  held: [
    { digest: TWO, rule: "ask" },
    { digest: ONE, rule: "ask" },
    { digest: TWIN, rule: "ask" },
  ],
  answered: new Map([[DONE, { verdict: "reject", by: "b_ob@x" }]]),
  shownAt: Date.parse(WRITTEN) - 3_600_000,
  expiresAt: NOW + 1,
  now: NOW,
  allowsSession: true,
};

function match(answer: Partial<GivenAnswer>, waiting: Partial<Waiting> = {}): Matched {
  const given: GivenAnswer = { verdict: "approve", digests: "all", isForSession: false, ...answer };
  return matchAnswers(given, { by: "alice", writtenAt: WRITTEN }, { ...WAITING, ...waiting });
}

function taken(matched: Matched): readonly (readonly [string, Answer])[] {
  assert.ok(matched.kind === "answers", matched.kind === "refused" ? matched.text : "");
  return [...matched.answers];
}

test("each digest names one call, and the answers are in the order of the calls", () => {
  const yes: Answer = { verdict: "approve", by: "alice" };
  assert.deepEqual(taken(match({})), [
    [TWO, yes],
    [ONE, yes],
    [TWIN, yes],
  ]);
  assert.deepEqual(taken(match({ digests: ["11111111", "2222222222bbc"] })), [
    [TWO, yes],
    [ONE, yes],
  ]);
  const session: Answer = { ...yes, isForSession: true };
  assert.deepEqual(taken(match({ digests: [ONE], isForSession: true })), [[ONE, session]]);
  const no: Answer = { verdict: "reject", by: "alice", reason: "not *now*" };
  assert.deepEqual(taken(match({ verdict: "reject", digests: [TWIN], reason: "not *now*" })), [[TWIN, no]]);
  assert.deepEqual(taken(match({ verdict: "reject", digests: [ONE] })), [[ONE, { verdict: "reject", by: "alice" }]]);
});

test("`all` approves only calls that were shown in full, and rejects any", () => {
  const held = Array.from({ length: 11 }, (_, index) => ({ digest: digest(`abcdef${index}a`), rule: "ask" }));
  assert.equal(taken(match({}, { held: held.slice(1) })).length, 10);
  assert.equal(taken(match({ verdict: "reject" }, { held })).length, 11);
  const refused = match({}, { held });
  assert.match(
    refused.kind === "refused" ? refused.text : "",
    /^Your answer was not used:\n\n- More than 10 calls wait, but only 10 are shown in full\. Name the digests/,
  );
});

test("an approval covers the changed files that the request shows whole, and others only if it says so", () => {
  const file = { path: "a.sh", rule: "default", isAnswerable: true };
  const request = { digest: ONE, rule: "default", files: [file] };
  const one = { digests: [ONE] };
  const yes: Answer = { verdict: "approve", by: "alice" };
  const whole = { held: [{ ...request, unshown: [] }] };
  const cut = { held: [{ ...request, unshown: [{ path: "a.sh", chars: 99_000 }] }] };
  const older = { held: [{ ...request, preview: "x".repeat(30_001) }] };
  assert.deepEqual(taken(match(one, whole)), [[ONE, yes]]);
  const all = { ...one, coversUnshown: true } as const;
  assert.deepEqual(taken(match(all, cut)), [[ONE, { ...yes, coversUnshown: true }]]);
  assert.deepEqual(taken(match({ ...one, verdict: "reject" }, cut)), [[ONE, { verdict: "reject", by: "alice" }]]);
  const no = `${REFUSED}- The file is not shown in full in the request. Read the change in changes.patch of the run's bundle, and answer with \`approve 11111111aa00 --unshown\`.\n\nWaiting: \`11111111aa00\`.`;
  assert.deepEqual(
    [cut, older].map((waiting) => match(one, waiting)),
    [no, no].map((text) => ({ kind: "refused", text })),
  );
  const action = match(all);
  assert.match(
    action.kind === "refused" ? action.text : "",
    /`--unshown` is for changed files, and `11111111aa00` is an action\./,
  );
});

const REFUSED = "Your answer was not used:\n\n";
const OPEN = "\n\nWaiting: `2222222222bbc`, `11111111aa000`, `2222222222bbd`.";

test("refusals, word for word", () => {
  const cases: readonly (readonly [Partial<GivenAnswer>, Partial<Waiting>, string])[] = [
    [{ digests: ["99999999"] }, {}, `- \`99999999\` is not the digest of a waiting call.${OPEN}`],
    [
      { digests: ["22222222"] },
      {},
      `- \`22222222\` matches several digests: \`2222222222bbc\`, \`2222222222bbd\`. Write more digits.${OPEN}`,
    ],
    [{ digests: ["dddddddd"] }, {}, `- \`dddddddd0000\` was rejected by b\\_ob@x already.${OPEN}`],
    [{ digests: ["dddddddd"] }, { held: [] }, "- `dddddddd0000` was rejected by b\\_ob@x already."],
    [{ digests: [ONE, "11111111"] }, {}, `- \`11111111aa00\` is named twice.${OPEN}`],
    [
      { digests: ["99999999", ONE, "99999999", ONE] },
      {},
      `- \`99999999\` is not the digest of a waiting call.\n- \`11111111aa00\` is named twice.${OPEN}`,
    ],
    [{}, { held: [] }, "- Nothing waits for an answer here."],
    [{ digests: [ONE] }, { held: [] }, "- Nothing waits for an answer here."],
    [{ digests: [ONE, TWO] }, { held: [], answered: new Map() }, "- Nothing waits for an answer here."],
    [
      { digests: [ONE] },
      { expiresAt: NOW },
      `- The request expired at 2026-03-01T10:00:30.000Z. Ask for the work again.${OPEN}`,
    ],
    [
      {},
      { shownAt: Date.parse(WRITTEN) + 1_000 },
      `- \`all\` was written before these calls were shown. Read them and answer again.${OPEN}`,
    ],
    [
      { digests: [ONE], isForSession: true },
      { allowsSession: false },
      `- \`--session\` is not allowed by the policy (\`approvers.session\`).${OPEN}`,
    ],
    ...["default", "builtin:protected"].map(
      (rule) =>
        [
          { digests: [ONE], isForSession: true },
          { held: [{ digest: ONE, rule }] },
          `- \`11111111aa00\` is held by \`${rule}\`, which holds all actions that no rule of the policy names; approve it without \`--session\`.\n\nWaiting: \`11111111aa00\`.`,
        ] as const,
    ),
    [
      { digests: [ONE], isForSession: true },
      { held: [{ digest: ONE, rule: "ask", also: ["default"] }] },
      "- `11111111aa00` is held by `ask`, `default`, and an approval for the session applies to one rule; approve it without `--session`.\n\nWaiting: `11111111aa00`.",
    ],
  ];
  for (const [answer, waiting, text] of cases) {
    assert.deepEqual(match(answer, waiting), { kind: "refused", text: REFUSED + text });
  }
});

test("`all` counts only if it was written after the calls were shown: in the same second it does, with an invalid time not", () => {
  assert.equal(match({}, { shownAt: Date.parse(WRITTEN) + 999 }).kind, "answers");
  const waiting = { ...WAITING, shownAt: 0 };
  const given: GivenAnswer = { verdict: "approve", digests: "all", isForSession: false };
  assert.equal(matchAnswers(given, { by: "alice", writtenAt: "yesterday" }, waiting).kind, "refused");
});

test("a long list of mistakes is cut", () => {
  const wrong = Array.from({ length: 40 }, (_, index) => `9999${String(index).padStart(4, "0")}`);
  const held = Array.from({ length: 15 }, (_, index) => ({
    digest: digest(`${index}a`.padStart(8, "7")),
    rule: "ask",
  }));
  const refused = match({ digests: wrong }, { held });
  assert.ok(refused.kind === "refused");
  const lines = refused.text.split("\n");
  assert.deepEqual([lines.length, lines[12]], [15, "- … and 30 more"]);
  assert.match(lines.at(-1) ?? "", /^Waiting: (`[0-9a-f]{12}`, ){9}`[0-9a-f]{12}` and 5 more\.$/);
});
