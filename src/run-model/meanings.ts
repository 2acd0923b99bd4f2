/** What each event means to people, decided here and nowhere else. An empty row: people are not told of it. */

import { duration } from "../base/clock.ts";
import { oneLine } from "../base/truncate.ts";
import { counted } from "../base/words.ts";
import { decidedBy } from "../protocol/approval.ts";
import { unsealedWords } from "../protocol/cell.ts";
import { fallbackWords } from "../protocol/model.ts";
import { areaIn } from "../protocol/tools/finding.ts";
import type { EventOf, WireEvent } from "../protocol/wire.ts";
import { withEnded, withFailed, withJudged, type RunFacts } from "./facts.ts";
import { answered, asked, written } from "./held-calls.ts";
import { ASKED_BY_TOOL, costWords, heldPart, note, paid, PAST, recorded, seconds, WASTED, type Note } from "./note.ts";
import { toldBy } from "./obstacles.ts";
import { code, joined, sentence, strong } from "./words.ts";

type Type = WireEvent["type"];
/** Events by their type. Unlike `EventOf` it can be used with a type that is not known yet. */
type Events = { readonly [T in Type]: EventOf<T> };

interface Meaning<T extends Type> {
  /** What changes in the facts. `at` is the time of the record, ISO 8601; undefined where it has none. */
  readonly facts?: (event: Events[T], facts: RunFacts, at: string | undefined) => Partial<RunFacts>;
  /** The facts are those of the run also where a subagent did it. */
  readonly isOfAll?: true;
  /** What the runner says. Undefined where the event had no consequences. */
  readonly note?: (event: Events[T]) => Note | undefined;
  /** story.ts follows it: it belongs to a step, a call or an agent. */
  readonly isWork?: true;
}

const MEANINGS = {
  "session.begin": {
    isWork: true,
    facts: (begin) => {
      const { sessionId, model, choice, limits, origin } = begin;
      return { begin, sessionId, depth: origin?.depth ?? 0, model, choice, limits };
    },
  },
  "session.resume": {
    isWork: true,
    facts: ({ rung, killedMs = 0, ...now }, { asked: { told, ...rest }, worked, limits }) => ({
      level: rung,
      limits: now.limits ?? limits,
      outcome: undefined,
      asked: { ...rest, told: told + 1 },
      worked: { ...worked, ms: worked.ms + killedMs },
    }),
    note: () => note("▶", sentence`The session continues.`, { look: "break" }),
  },
  "session.end": { isWork: true, facts: ({ type: _type, ...outcome }) => ({ outcome }) },
  "cell.open": {
    facts: ({ rung, probes }) => ({
      level: rung,
      probes: { held: probes.filter(({ held }) => held).length, all: probes.length },
    }),
    note: ({ rung, probes, network = [], unsealed }) => {
      const open = probes.filter(({ held }) => !held).map(({ name }) => name);
      const held = `${probes.length - open.length} of ${counted(probes.length, "probe")} held`;
      const [isNone, reach] = [rung === "none", network.join("; ")];
      const proof = isNone
        ? " — commands run without walls"
        : `: ${held}${open.length === 0 ? "" : `, not ${open.join(", ")}`}`;
      const how = unsealed === undefined ? "" : `; ${unsealedWords(unsealed)}`;
      return note(
        "▣",
        sentence`Sandbox: ${strong(rung)} (${isNone ? "commands run without walls" : held})${reach === "" ? "" : `, reaches ${reach}`}`,
        {
          look: "plain",
          tone: isNone ? "waits" : undefined,
          live: sentence`sandbox ${rung}${proof}${reach === "" ? "" : `; reaches ${reach}`}${how}`,
        },
      );
    },
  },

  // What the model sees. Its own words and the results of its calls are told, and most of the rest is not.
  "context.system": {},
  "context.append": {
    isWork: true,
    facts: ({ messages }, facts) => ({
      areas: areaIn(messages) ?? facts.areas,
      asked: written(facts.asked, messages),
    }),
  },
  "context.checkpoint": {},
  "context.revert": {
    note: ({ to }) => recorded(sentence`The conversation went back to checkpoint ${to}.`, { tone: "waits" }),
  },
  "context.clear": { note: () => recorded(sentence`The conversation was cleared.`) },
  "context.usage": {},
  "context.prune": {},
  "context.strip": {},
  "compaction.begin": {
    isWork: true,
    note: ({ tokens, trigger }) =>
      note("≡", sentence`The conversation of ${counted(tokens, "token")} is compacted (${trigger}).`),
  },
  "compaction.end": {
    isWork: true,
    note: ({ pruned, condensed, usage, costUsd }) => {
      const price = usage === undefined ? costWords({ costUsd }) : `, ${paid({ usage, costUsd })}`;
      const what = `${counted(pruned, "old output")} removed, ${counted(condensed, "message")} condensed`;
      return note("≡", sentence`${what}${price}`, { look: "small" });
    },
  },
  "mail.sent": {
    note: ({ checkpoint, restoreFiles, message }) => {
      const files = restoreFiles ? ", the files with it" : "";
      const back = sentence`${strong("D-Mail")}: the conversation goes back to checkpoint ${checkpoint}${files}`;
      return note("↶", sentence`${back}.`, {
        tone: "waits",
        live: sentence`${back}: ${message}`,
        parts: [{ text: message, isElsewhere: true }],
      });
    },
  },

  // Turns and steps.
  "turn.begin": {},
  "turn.end": {},
  "steer.input": {
    note: ({ text }) => note("▶", sentence`Said during the run:`, { live: sentence`said during the run: ${text}` }),
  },
  notification: { note: ({ text }) => note("•", sentence`${text}`, { only: "console" }) },
  "step.begin": { isWork: true, facts: ({ step }) => ({ step }) },
  "step.interrupted": {
    isOfAll: true,
    facts: () => ({ fruitless: undefined }), // it was stopped, and its calls did not fail by themselves
    note: ({ step, reason }) => recorded(sentence`Step ${step} was interrupted: ${reason}`, { tone: "bad" }),
  },
  "step.retry": {
    note: ({ attempt, reason, waitMs, patienceMs }) => {
      const most = patienceMs === undefined ? "" : `, for ${seconds(patienceMs)} more at most`;
      return note("↻", sentence`Attempt ${attempt} failed: ${reason}. Waited ${duration(waitMs)}.`, {
        tone: "bad",
        live: sentence`attempt ${attempt} failed (${reason}); next in ${seconds(waitMs)}${most}`,
      });
    },
  },
  "model.fallback": {
    isOfAll: true,
    facts: ({ type: _type, ...fallback }) => ({ fallback }),
    note: (event) =>
      note("⇄", sentence`The model is changed, ${fallbackWords(event)}: ${event.reason}`, { tone: "waits" }),
  },
  "attempt.begin": { isWork: true },
  "step.usage": {
    isWork: true,
    note: (event) => note("·", sentence`step ${event.step}: ${paid(event)}`, { only: "console" }),
  },
  "closing.usage": {
    isWork: true,
    note: (event) =>
      note("·", sentence`Closing message`, {
        look: 2,
        live: sentence`closing message: ${paid(event)}`,
        parts: [
          { words: sentence`${paid(event)}`, look: "small" },
          { text: event.text, isElsewhere: true },
        ],
      }),
  },
  "tool.usage": {
    isWork: true,
    note: (event) => note("·", sentence`${ASKED_BY_TOOL[event.purpose]} by ${event.model}: ${paid(event)}.`),
  },
  "model.wasted": {
    isWork: true,
    // For an attempt without cost, the wait or the end after it says why.
    note: (event) =>
      event.why === "free"
        ? undefined
        : note("·", sentence`${paid(event)} for ${WASTED[event.why]}`, { look: "small" }),
  },
  "limit.pressed": {
    note: ({ limit }) => note("!", sentence`three quarters of the limit of ${limit} are used`, { only: "console" }),
  },

  // Calls.
  "call.judged": {
    isWork: true,
    isOfAll: true,
    facts: withJudged,
    note: ({ summary, decision }) => {
      if (decision.verdict === "approve") return undefined; // its start and its end are told
      const why = decision.reason === undefined ? "" : `: ${decision.reason}`;
      return note("⊘", sentence`${summary} — rejected by ${decidedBy(decision)}${why}`, { only: "console" });
    },
  },
  "call.failed": { isOfAll: true, facts: withFailed },
  "tool.begin": { isWork: true },
  "tool.end": { isWork: true, isOfAll: true, facts: withEnded },
  "file.seen": {},
  "repetition.notice": {
    note: ({ tool, count }) => note("!", sentence`The same ${tool} call was made ${count} times in a row.`),
  },
  "output.asked": { facts: ({ output }, { outputs }) => ({ outputs: [...outputs, output] }) },
  "finding.reported": { facts: ({ finding }, { findings }) => ({ findings: [...findings, finding] }) },
  "todo.update": { facts: ({ todos }) => ({ todos }) },
  "background.start": {},
  "skill.load": {},
  "assumption.made": {
    facts: ({ question }, { assumptions }) => ({ assumptions: [...assumptions, question] }),
    note: ({ question }) =>
      note("?", sentence`${strong("Assumption")}: the model had to decide alone: ${question}`, { tone: "waits" }),
  },
  "bug.report": {
    facts: ({ title, description }, { bugs }) => ({ bugs: [...bugs, `${title}: ${description}`] }),
    note: ({ title, description }) =>
      note("!", sentence`${strong("Bug reported by the model")}: ${title}`, {
        tone: "waits",
        parts: [{ words: sentence`${description}` }],
      }),
  },
  "hook.begin": {},
  "hook.end": {
    note: ({ event, target, action, reason }) => {
      const isBlock = action === "block";
      if (!isBlock && reason === undefined) return undefined;
      const name = target === "" ? event : `${event} (${target})`;
      const only = isBlock && event === "PreToolUse" ? "record" : undefined; // the rejected call has a line with the reason
      const said = sentence`Hook ${name} ${isBlock ? "blocked" : "failed"}: ${reason ?? ""}`;
      return note(isBlock ? "✗" : "!", said, { only, tone: "bad" });
    },
  },

  // Changes and answers.
  "workspace.snapshot": {},
  "change.approved": {},
  "change.origins": { facts: ({ files }) => ({ origins: files }) },
  "checkout.put": {},
  "change.held": {
    note: ({ files }) => {
      const named = files.map(({ path, rule }) => sentence`${path} (${rule})`);
      return note("!", sentence`Not to be published as they are: ${joined(named, ", ")}.`, { tone: "waits" });
    },
  },
  "deferral.open": {
    isWork: true,
    facts: ({ held }, facts) => ({ asked: asked(facts.asked, held) }),
    note: ({ held }) => {
      const named = held.map(({ digest, summary, rule, near }) => {
        return sentence`${digest.slice(0, 12)} ${summary} (${rule}${near === undefined ? "" : `; ${near}`})`;
      });
      const parts = held.map(heldPart);
      return note("⏸", sentence`Waiting for an answer`, { tone: "waits", look: 3, live: joined(named, "; "), parts });
    },
  },
  "deferral.answer": {
    facts: (event, facts, at) => ({ asked: answered(facts.asked, event, at) }),
    note: ({ digest, verdict, by, reason }) => {
      const why = reason === undefined ? "" : `: ${reason}`;
      return note("▶", sentence`${code(digest.slice(0, 12))} ${PAST[verdict]} by ${by}${why}`);
    },
  },
  "verify.begin": {
    isWork: true,
    note: ({ round, commands }) => note("⚑", sentence`check ${round}: ${commands.join("; ")}`, { only: "console" }),
  },
  "verify.end": {
    isWork: true,
    facts: ({ round: rounds, passed, results }, { obstacles }) => ({
      verification: { rounds, passed, results },
      obstacles: results.reduce((all, { output, passed: isGood }) => toldBy(all, output, !isGood, true), obstacles),
    }),
    note: ({ round, passed, results }) => {
      const failed = results.filter((result) => !result.passed).map(({ command, end }) => `${command} (${end})`);
      return note(passed ? "✓" : "✗", sentence`Verification ${round}`, {
        tone: passed ? undefined : "bad",
        look: 3,
        live: passed ? sentence`check ${round} passed` : sentence`check ${round} failed: ${failed.join("; ")}`,
        parts: results.map(({ command, passed: isGood, end, output }) => ({
          words: sentence`${isGood ? "✓" : "✗"} ${code(oneLine(command, 120))} — ${end}`,
          text: isGood ? undefined : output,
        })),
      });
    },
  },

  // Modes, plans and flows.
  "mode.switch": {
    facts: ({ to }) => ({ choice: { kind: "mode", name: to } }),
    note: ({ from, to, reason }) => note("⇄", sentence`Mode: ${from} → ${strong(to)}: ${reason}`),
  },
  "plan.mode": {
    note: ({ on }) => {
      const begun = sentence`Plan mode: nothing is written until the plan is done.`;
      return note("⇄", on ? begun : sentence`Plan mode is over.`);
    },
  },
  "plan.display": { note: ({ text }) => recorded(sentence`Plan`, { look: 3, parts: [{ text }] }) },
  "flow.begin": { note: ({ name }) => recorded(sentence`Flow ${strong(name)} begins.`) },
  "flow.move": {
    note: ({ from, to, choice }) =>
      note("→", sentence`Flow: ${from} → ${to}${choice === undefined ? "" : ` (${choice})`}`),
  },
  "flow.end": { note: ({ reason }) => recorded(sentence`Flow: ${reason}.`) },

  // Subagents.
  "subagent.define": {
    note: ({ name, description }) => recorded(sentence`Agent ${strong(name)} was defined: ${description}`),
  },
  "subagent.begin": {
    note: ({ agentId, agent, resumes, prompt }) => {
      const again = resumes === true ? ", resumed" : "";
      const live = sentence`${agentId} (${agent}${again}): ${prompt}`;
      return note("▷", sentence`Subagent ${agentId} (${agent})${again}`, { look: 3, live, parts: [{ text: prompt }] });
    },
  },
  "subagent.event": { isWork: true },
  "subagent.end": {
    isWork: true,
    note: ({ agentId, stop, steps, ...charge }) =>
      note("◁", sentence`Subagent ${agentId} ended (${[stop]}): ${counted(steps, "step")}, ${paid(charge)}.`),
  },

  // Servers and warnings.
  "mcp.begin": {
    note: ({ servers }) => note("•", sentence`starting MCP servers: ${servers.join(", ")}`, { only: "console" }),
  },
  "mcp.end": {
    note: ({ servers }) => {
      const named = servers.map((server) =>
        "error" in server
          ? sentence`${strong(server.name)} did not start: ${server.error}`
          : sentence`${strong(server.name)} (${counted(server.tools.length, "tool")})`,
      );
      return note("•", sentence`MCP servers: ${joined(named, "; ")}`, { look: "plain" });
    },
  },
  "mcp.progress": {
    note: ({ server, tool, text }) => note("…", sentence`mcp ${server}/${tool}: ${text}`, { only: "console" }),
  },
  warning: {
    facts: ({ text }, { warnings }) => ({ warnings: [...warnings, text] }),
    note: ({ text }) => note("!", sentence`${strong("Warning")}: ${text}`, { tone: "waits", live: sentence`${text}` }),
  },
} as const satisfies { readonly [T in Type]: Meaning<T> };

type Having<Part extends keyof Meaning<Type>> = {
  [T in Type]: (typeof MEANINGS)[T] extends Required<Pick<Meaning<T>, Part>> ? T : never;
}[Type];
/** The events that story.ts follows. */
export type WorkEvent = EventOf<Having<"isWork">>;
/** The types of the events that change a fact. */
export type FactType = Having<"facts">;

/** A journal of another version may contain types that are not listed. */
const ROWS: { readonly [T in Type]?: Meaning<T> } = MEANINGS;

export function isWork(event: WireEvent): event is WorkEvent {
  return ROWS[event.type]?.isWork === true;
}

/** What the runner says about the event; undefined for events that people are not told of. */
export function noteOn(event: WireEvent): Note | undefined {
  return noteOnType(event.type, event);
}

function noteOnType<T extends Type>(type: T, event: Events[T]): Note | undefined {
  return ROWS[type]?.note?.(event);
}

/** What the event changes in the facts; undefined where it changes nothing. */
export function factsAfter(facts: RunFacts, event: WireEvent, at: string | undefined): Partial<RunFacts> | undefined {
  if (event.type !== "subagent.event") return factsAfterType(facts, event.type, event, at);
  const inner = event.event;
  return ROWS[inner.type]?.isOfAll === true ? factsAfterType(facts, inner.type, inner, at) : undefined;
}

function factsAfterType<T extends Type>(facts: RunFacts, type: T, event: Events[T], at: string | undefined) {
  return ROWS[type]?.facts?.(event, facts, at);
}
