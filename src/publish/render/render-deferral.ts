/** The comment in which a session asks people: what waits, how to answer it, and what became of it. Pure, and short enough to post. */

import { canStand } from "../../protocol/approval.ts";
import { fenced } from "../../base/plain-text.ts";
import type { DeferralTerms } from "../result/deferral-terms.ts";
import type { AnswerableCall } from "../result/held-calls.ts";
import { besideBlocks } from "./deferral-beside.ts";
import { callBlocks, codeSpan, person, shortDigest, utc, wholeOf, words, type Room } from "./deferral-calls.ts";
import { costLine, folded, linkLine, paragraphs, section, type Links } from "./render-parts.ts";
import type { RunFacts } from "../result/run-facts.ts";

export type DeferralState =
  /** Some of the calls may have answers. */
  | { readonly kind: "waiting" }
  /** Every call has its answer, and a job carries them out. */
  | { readonly kind: "answered"; readonly runUrl: string }
  | { readonly kind: "expired" }
  /** `from` and `to` are commits or digests. */
  | { readonly kind: "void"; readonly changed: "head" | "policy"; readonly from: string; readonly to: string }
  | { readonly kind: "cancelled"; readonly by: string; readonly at: number };

export interface DeferralView {
  /** Folded from the whole journal. */
  readonly facts: RunFacts;
  readonly terms: DeferralTerms;
  readonly state: DeferralState;
  readonly links: Links;
}

/** GitHub takes 65,536 characters; the gate may add to a text, and must not have to cut this one. */
const MAX_CHARS = 60_000;
/** Tried in this order; with the last, all of it is below 50,000 characters, whatever has to be escaped. */
const ROOMS: readonly Room[] = [
  { arguments: 20_000, effects: 20_000, prose: 300 },
  { arguments: 8_000, effects: 8_000, prose: 300 },
  { arguments: 2_000, effects: 2_000, prose: 100 },
  { arguments: 0, effects: 0, prose: 10 },
];

/** The body of the comment, without its mark. */
export function renderDeferral(view: DeferralView): string {
  let text = "";
  for (const room of ROOMS) {
    text = renderIn(room, view);
    if (text.length <= MAX_CHARS) break;
  }
  return text;
}

function renderIn(room: Room, { facts, terms, state, links }: DeferralView): string {
  const { calls } = facts.asked;
  const open = calls.filter(({ answer }) => answer === undefined);
  const isOpen = state.kind === "waiting";
  const answerable = isOpen && terms.isKept && calls.length > 1;
  const blocks = [
    ...callBlocks({
      calls,
      links,
      room,
      unanswered: isOpen ? "⏳ Waits for an answer" : state.kind === "answered" ? "Needs no answer" : "⌛ Not answered",
      answers: (call) => (answerable && call.answer === undefined ? alone(call, terms) : []),
    }),
    ...besideBlocks({ asked: facts.asked, links, room }),
  ];
  return paragraphs([
    ...(isOpen ? waitingHead(open.length, calls.length, terms) : closedHead(state, calls, terms)),
    ...(isOpen
      ? blocks
      : folded(`What was asked (${calls.length})`, blocks.filter((part) => part !== "").join("\n\n"))),
    ...(isOpen ? (terms.isKept ? answering(open, terms) : answeringLocally(open, terms, links)) : []),
    `<sub>${["So far", costLine(facts), linkLine(links)].filter((part) => part !== "").join(" · ")}</sub>`,
  ]);
}

function waitingHead(open: number, all: number, { isKept }: DeferralTerms): readonly string[] {
  const subject = open === all ? actions(all) : `${open} of ${actions(all)}`;
  const goesOn = isKept
    ? ` The run goes on when ${all === 1 ? "it is" : "all are"} answered; waiting costs nothing.`
    : "";
  return [
    `### ⏸️ ${subject} ${open === 1 ? "waits" : "wait"} for a person`,
    `The run stopped before ${all === 1 ? "it, and it has not run" : "them, and none has run"}.${goesOn} An answer holds for exactly what is shown here. Of what the policy lets run without asking, only what the same message of the model says is listed.`,
    "<sub>Arguments are JSON; strings below each other are one. What is not seen is written as `\\u202e` or `[U+202E]`.</sub>",
  ];
}

type Closed = Exclude<DeferralState, { readonly kind: "waiting" }>;

function closedHead(
  state: Closed,
  calls: readonly AnswerableCall[],
  { command, expiresAt }: DeferralTerms,
): readonly string[] {
  const nothingRan = calls.length === 1 ? "It did not run." : "None of them ran.";
  const again = `To go on, ask for the work again, for example with ${codeSpan(`${command} fix`)}.`;
  switch (state.kind) {
    case "answered": {
      const ends = calls.some(({ answer }) => answer?.verdict === "reject" && answer.reason === undefined);
      const link = `[the run](${state.runUrl})`;
      return ends
        ? ["### ⛔ Answered: the run ends", `A rejection without a reason ends ${link}. ${nothingRan}`]
        : ["### ▶️ Answered: the run goes on", `The answers are carried out in ${link}.`];
    }
    case "expired":
      return ["### ⌛ Not answered in time", `It could be answered until ${utc(expiresAt)}. ${nothingRan} ${again}`];
    case "void": {
      const what = state.changed === "head" ? "the branch moved" : "the policy changed";
      const moved = `${codeSpan(state.from.slice(0, 12))} is now ${codeSpan(state.to.slice(0, 12))}`;
      return [
        `### 🚫 Void: ${what}`,
        `An answer holds for exactly what was shown, and ${moved}. ${nothingRan} ${again}`,
      ];
    }
    case "cancelled":
      return [`### ⏹️ Cancelled by ${person(state.by)}`, `That was at ${utc(state.at)}. ${nothingRan} ${again}`];
  }
}

/** As many digests as one command line names. */
const MAX_NAMED = 50;

function alone(call: AnswerableCall, { command }: DeferralTerms): readonly string[] {
  const digest = shortDigest(call);
  return [
    `Only this one: ${codeSpan(`${command} approve ${digest}`)} or ${codeSpan(`${command} reject ${digest} <why>`)}`,
  ];
}

function answering(open: readonly AnswerableCall[], terms: DeferralTerms): readonly string[] {
  const { command, allowsSession, expiresAt } = terms;
  const [first] = open;
  if (first === undefined) return [];
  const whole = wholeOf(open);
  const named = whole.map(shortDigest).join(" ");
  const one = shortDigest(first);
  const isOne = open.length === 1;
  const lasting = allowsSession ? open.find(canStand) : undefined;
  const lines = [
    `${codeSpan(`${command} approve ${named}`, 1_000)} ${isOne ? "lets it run" : `lets these ${whole.length} run`}`,
    ...(whole.length < open.length
      ? []
      : [`${codeSpan(`${command} approve all`)} lets everything run that waits in this thread`]),
    `${codeSpan(`${command} reject ${one} <why>`)} ${isOne ? "refuses it" : "refuses one"}: the model is told why and goes on; without a reason the run ends`,
    `${codeSpan(`${command} reject all <why>`)} refuses everything that waits`,
    ...(lasting !== undefined
      ? [
          `${codeSpan(`${command} approve ${shortDigest(lasting)} --session`)} also lets run, unasked, whatever the same rule holds for the same kind of action until this session ends`,
        ]
      : []),
  ];
  return [
    ...section(
      "How to answer",
      `Write a new comment with one of these as its last line:\n\n${lines.map((line) => `- ${line}`).join("\n")}`,
    ),
    whoMay(terms),
    `**Until when:** ${utc(expiresAt)}. What is not answered by then does not run, and the run ends with what it has.`,
  ];
}

function whoMay({ permission, twoPerson, codeOwners }: DeferralTerms): string {
  const who = [
    `people with \`${permission}\` permission here${permission === "admin" ? "" : " or more"}`,
    ...(codeOwners ? ["who own every file that is written (CODEOWNERS)"] : []),
    ...(twoPerson ? ["but not whoever asked for the run"] : []),
  ];
  return `**Who may answer:** ${who.join(", ")}. GitHub is asked when the answer is used. Bots and edited comments never count.`;
}

function answeringLocally(open: readonly AnswerableCall[], terms: DeferralTerms, links: Links): readonly string[] {
  const { whyNotKept, bundleCommand = "kimi-runner resume <bundle>" } = terms;
  const why = whyNotKept === undefined ? "The session is not kept on the server." : words(whyNotKept, 300);
  const approve = open.slice(0, MAX_NAMED).map((call) => `--approve ${shortDigest(call)}`);
  const { artifact } = links;
  const how =
    artifact === undefined
      ? "There is no artifact either: with the runner, the session is gone. Ask for the work again."
      : `Download the artifact \`${artifact}\`, and in a checkout of the same commit, with the directory of the artifact as the bundle, run:`;
  return [
    ...section("How to answer", `**It cannot be answered in this thread.** ${why}`),
    how,
    ...(artifact === undefined
      ? []
      : [
          fenced(`${bundleCommand} ${approve.join(" ")}`),
          "`--reject <digest> --why <text>` in place of `--approve <digest>` refuses an action; without a reason the run ends.",
        ]),
  ];
}

function actions(count: number): string {
  return `${count} ${count === 1 ? "action" : "actions"}`;
}
