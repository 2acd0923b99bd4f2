/** Text of the request comment: the held calls, how to answer, and what became of them. Short enough to post without a cut. */

import { canStand } from "../../protocol/approval.ts";
import { fenced } from "../../base/plain-text.ts";
import { counted, enumerated, namedUpTo } from "../../base/words.ts";
import type { DeferralState, DeferralTerms } from "../result/deferral-terms.ts";
import { SHOWN_WHOLE } from "../../github/event/match-answers.ts";
import { isChange, type AnswerableCall, type HeldBatch } from "../../run-model/held-calls.ts";
import {
  answerCommands,
  argumentBlocks,
  callBlocks,
  codeSpan,
  endedHead,
  person,
  RESUME_BUNDLE,
  shortDigest,
  whereAll,
  words,
  type Room,
} from "./deferral-calls.ts";
import { costLine } from "./cost-line.ts";
import { folded, linkLine, paragraphs, section, smallLine, stacked, type Links } from "./render-parts.ts";
import { heldChangeAnswers, heldChangeParts } from "./render-held-change.ts";
import type { RunFacts } from "../../run-model/facts.ts";

export interface DeferralView {
  /** Folded from the whole journal. */
  readonly facts: RunFacts;
  readonly terms: DeferralTerms;
  readonly state: DeferralState;
  readonly links: Links;
}

/** GitHub accepts 65,536 characters. The gate may lengthen this text and must not need to cut it. */
const MAX_CHARS = 60_000;
/** Tried in this order. With the last one the text stays below 50,000 characters under any escaping. */
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
  const isOpen = state.kind === "waiting";
  // Once the run has gone on or ended, its own comment has the numbers.
  const soFar = facts.isReported === true || !isOpen ? [] : ["So far", costLine(facts)];
  const last = smallLine([...soFar, linkLine(links)]);
  const change = calls.find(isChange);
  if (change !== undefined) {
    const here = [...heldChangeAnswers(change, terms), whoMay(terms)];
    const answers = terms.isKept ? here : answeringLocally([change], terms, links);
    return paragraphs([...heldChangeParts({ call: change, terms, state, links, answering: answers }), last]);
  }
  const open = calls.filter(({ answer }) => answer === undefined);
  const answerable = isOpen && terms.isKept && calls.length > 1;
  const blocks = [
    ...callBlocks({
      calls,
      links,
      room,
      isNamedAbove: isOpen,
      unanswered: isOpen
        ? open.length === calls.length
          ? ""
          : "⏳ Not answered yet"
        : state.kind === "answered"
          ? "Needs no answer"
          : "⌛ Not answered",
      answers: (call) => (answerable && call.answer === undefined ? alone(call, terms) : []),
    }),
    ...besideBlocks(facts.asked, links, room),
  ];
  return paragraphs([
    ...(isOpen ? waitingHead(open, calls.length, terms) : closedHead(state, calls, terms)),
    facts.isReported === true ? "**The agent's job reports these actions;** this job did not see the run." : "",
    ...(isOpen ? blocks : folded(`Requested actions (${calls.length})`, stacked(blocks))),
    ...(isOpen ? (terms.isKept ? answering(open, terms) : answeringLocally(open, terms, links)) : []),
    last,
  ]);
}

/**
 * The calls of the same model message that need no approval. They can run before the held calls and change what these do: a
 * script that is approved by its name can be rewritten right before it runs.
 */
function besideBlocks({ calls, written, isAsked }: HeldBatch, links: Links, room: Room): readonly string[] {
  const held = new Set(calls.map(({ index }) => index));
  const beside = isAsked ? [...written.entries()].filter(([index]) => !held.has(index)) : [];
  if (beside.length === 0) return [];
  const whole = beside.slice(0, SHOWN_WHOLE);
  const shown = argumentBlocks(
    whole.map(([, call]) => call),
    room.arguments,
    links,
  );
  const rest = beside.length - whole.length;
  const labels = beside.map(([index, { name }]) => {
    const before = calls.filter((call) => call.index < index).length;
    return `${before === 0 ? "Before 1" : `After ${before}`}: ${codeSpan(name, 80)}`;
  });
  const [it, runs] = beside.length === 1 ? ["it", "runs"] : ["they", "run"];
  return [
    "#### Actions that need no approval",
    `The same message has ${counted(beside.length, "more action")}; ${it} ${runs} in the order of the message and can change what the actions above do.`,
    ...folded(
      `Show ${beside.length === 1 ? "it" : "them"}`,
      whole.flatMap((_, at) => [labels[at] ?? "", ...(shown[at] ?? [])]).join("\n\n"),
    ),
    ...(rest === 0 ? [] : [`**${counted(rest, "more is", "more are")} not shown.** ${whereAll(links)}`]),
  ];
}

function waitingHead(open: readonly AnswerableCall[], all: number, terms: DeferralTerms): readonly string[] {
  const subject = open.length === all ? counted(all, "action") : `${open.length} of ${counted(all, "action")}`;
  const named = open.map(({ summary }) => codeSpan(summary, all === 1 ? 160 : 60));
  const what = all === 1 ? named.join("") : `${subject}: ${namedUpTo(named, MAX_IN_HEAD)}`;
  return [`### ⏸️ Allow ${open.length === 0 ? subject : what}?`, terms.isKept ? answerCommands(open, terms) : ""];
}

function closedHead(
  state: Exclude<DeferralState, { readonly kind: "waiting" }>,
  calls: readonly AnswerableCall[],
  terms: DeferralTerms,
): readonly string[] {
  const nothingRan = calls.length === 1 ? "The action did not run." : "No action ran.";
  if (state.kind !== "answered") return endedHead(state, nothingRan, terms);
  const ends = calls.some(({ answer }) => answer?.verdict === "reject" && answer.reason === undefined);
  if (ends)
    return [
      "### ⛔ Answered: the run ends",
      `A rejection without a reason ends [the run](${state.runUrl}). ${nothingRan}`,
    ];
  if (state.done === undefined)
    return ["### ▶️ Answered: the run resumes", `[This job](${state.runUrl}) carries out the answers.`];
  const people = new Set(calls.flatMap(({ answer }) => (answer === undefined ? [] : [person(answer.by)])));
  return [`### Answered by ${enumerated([...people], "and")}: ${state.done}`];
}

/** Actions that the heading names. */
const MAX_IN_HEAD = 2;
/** Digests in one command line. */
const MAX_NAMED = 50;

function alone(call: AnswerableCall, { command }: DeferralTerms): readonly string[] {
  const digest = shortDigest(call);
  const answers = [fenced(`${command} approve ${digest}`), fenced(`${command} reject ${digest} <why>`)];
  return folded("Answer only this one", answers.join("\n\n"));
}

/** The rules, behind the actions: most people who answer know them. */
function answering(open: readonly AnswerableCall[], terms: DeferralTerms): readonly string[] {
  const { command, allowsSession } = terms;
  const lasting = allowsSession ? open.find(canStand) : undefined;
  const rules = [
    "Post a new comment that ends with one of the commands above; several digests can stand in one. An answer applies only to what this comment shows.",
    "The run paused before these actions, and none of them ran. It continues when each of them is answered; waiting costs nothing.",
    "The model reads the reason for a rejection and continues. A rejection without a reason ends the run.",
    ...(lasting === undefined
      ? []
      : [
          `${codeSpan(`${command} approve ${shortDigest(lasting)} --session`)} also approves later actions of this session that are of the same kind and held by the same rule.`,
        ]),
    "Actions without an answer by then do not run, and the run ends with its work so far.",
    READING,
  ];
  return [whoMay(terms), ...folded("How answers work", rules.map((rule) => `- ${rule}`).join("\n"))];
}

const READING =
  "Commands stand as they run; other arguments are JSON, in which consecutive strings are one string. Invisible characters are written as `\\u202e` or `[U+202E]`.";

function whoMay({ permission, twoPerson, codeOwners }: DeferralTerms): string {
  const who = [
    `people with \`${permission}\` permission${permission === "admin" ? "" : " or higher"}`,
    ...(codeOwners ? ["who own every written file (CODEOWNERS)"] : []),
    ...(twoPerson ? ["except the person who asked for the run"] : []),
  ];
  return `**Who may answer:** ${who.join(", ")}. The permission is checked when the answer is used. Bots and edited comments do not count.`;
}

function answeringLocally(open: readonly AnswerableCall[], terms: DeferralTerms, links: Links): readonly string[] {
  const { whyNotKept } = terms;
  const why = whyNotKept === undefined ? "The session is not stored on the server." : words(whyNotKept, 300);
  const head = section("How to answer", `**The request cannot be answered in this thread.** ${why}`);
  const approve = open.slice(0, MAX_NAMED).map((call) => `--approve ${shortDigest(call)}`);
  const { artifact } = links;
  if (artifact === undefined)
    return [
      ...head,
      "No artifact was uploaded either, so the session is lost with the runner. Ask for the work again.",
    ];
  return [
    ...head,
    `Download the artifact \`${artifact}\` and check out the same commit. There run this command, with the artifact's directory as the bundle:`,
    fenced(`${RESUME_BUNDLE} ${approve.join(" ")}`),
    "To reject an action, write `--reject <digest> --why <text>` instead of `--approve <digest>`; without a reason the run ends.",
  ];
}
