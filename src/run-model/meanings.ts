/**
 * What each event means to people who read about a run, decided here and nowhere else. To add an event, add a variant in
 * protocol/wire.ts and a row here; the compiler asks for both. An empty row says that people are not told of it.
 */

import { duration } from "../base/clock.ts";
import { oneLine } from "../base/truncate.ts";
import { counted } from "../base/words.ts";
import { unsealedWords } from "../protocol/cell.ts";
import { fallbackWords } from "../protocol/model.ts";
import type { EventOf, WireEvent } from "../protocol/wire.ts";
import { ASKED_BY_TOOL, heldPart, paid, PAST, costWords, RECORD, seconds, WASTED, type Note } from "./note.ts";
import { code, joined, sentence, strong } from "./words.ts";

type Type = WireEvent["type"];
/** Events by their type. Unlike `EventOf` it can be used with a type that is not known yet. */
type Events = { readonly [T in Type]: EventOf<T> };

interface Meaning<T extends Type> {
  /** Undefined where the event had no consequences. */
  readonly note?: (event: Events[T]) => Note | undefined;
  /** story.ts follows it: it belongs to a step, a call or an agent. */
  readonly isWork?: true;
}

const MEANINGS = {
  "session.begin": { isWork: true },
  "session.resume": { isWork: true, note: () => ({ mark: "▶", look: "break", words: sentence`The session goes on.` }) },
  "session.end": { isWork: true },
  "cell.open": {
    note: ({ rung, probes, network = [], unsealed }) => {
      const open = probes.filter(({ held }) => !held).map(({ name }) => name);
      const held = `${probes.length - open.length} of ${counted(probes.length, "probe")} held`;
      const isNone = rung === "none";
      const reach = network.join("; ");
      const proof = isNone
        ? " — commands run without walls"
        : `: ${held}${open.length === 0 ? "" : `, not ${open.join(", ")}`}`;
      const how = unsealed === undefined ? "" : `; ${unsealedWords(unsealed)}`;
      return {
        mark: "▣",
        look: "plain",
        tone: isNone ? "waits" : undefined,
        words: sentence`Sandbox: ${strong(rung)} (${isNone ? "commands run without walls" : held})${reach === "" ? "" : `, reaches ${reach}`}`,
        live: sentence`sandbox ${rung}${proof}${reach === "" ? "" : `; reaches ${reach}`}${how}`,
      };
    },
  },

  // What the model sees. Its own words and the results of its calls are told, and most of the rest is not.
  "context.system": {},
  "context.append": { isWork: true },
  "context.checkpoint": {},
  "context.revert": {
    note: ({ to }) => ({ ...RECORD, tone: "waits", words: sentence`The conversation went back to checkpoint ${to}.` }),
  },
  "context.clear": { note: () => ({ ...RECORD, words: sentence`The conversation was cleared.` }) },
  "context.usage": {},
  "context.prune": {},
  "context.strip": {},
  "compaction.begin": {
    isWork: true,
    note: ({ tokens, trigger }) => ({
      mark: "≡",
      words: sentence`The conversation of ${counted(tokens, "token")} is made shorter (${trigger}).`,
    }),
  },
  "compaction.end": {
    isWork: true,
    note: ({ pruned, condensed, usage, costUsd }) => {
      const price = usage === undefined ? costWords({ costUsd }) : `, ${paid({ usage, costUsd })}`;
      const what = `${counted(pruned, "old output")} removed, ${counted(condensed, "message")} condensed`;
      return { mark: "≡", look: "small", words: sentence`${what}${price}` };
    },
  },
  "mail.sent": {
    note: ({ checkpoint, restoreFiles, message }) => {
      const back = sentence`${strong("D-Mail")}: the conversation goes back to checkpoint ${checkpoint}${restoreFiles ? ", the files with it" : ""}`;
      return {
        mark: "↶",
        tone: "waits",
        words: sentence`${back}.`,
        live: sentence`${back}: ${message}`,
        parts: [{ text: message, isElsewhere: true }],
      };
    },
  },

  // Turns and steps.
  "turn.begin": {},
  "turn.end": {},
  "steer.input": {
    note: ({ text }) => ({
      mark: "▶",
      words: sentence`Said while the run went on:`,
      live: sentence`said meanwhile: ${text}`,
    }),
  },
  notification: { note: ({ text }) => ({ mark: "•", only: "console", words: sentence`${text}` }) },
  "step.begin": { isWork: true },
  "step.interrupted": {
    note: ({ step, reason }) => ({ ...RECORD, tone: "bad", words: sentence`Step ${step} was interrupted: ${reason}` }),
  },
  "step.retry": {
    note: ({ attempt, reason, waitMs, patienceMs }) => {
      const most = patienceMs === undefined ? "" : `, for ${seconds(patienceMs)} more at most`;
      return {
        mark: "↻",
        tone: "bad",
        words: sentence`Attempt ${attempt} failed: ${reason}. Waited ${duration(waitMs)}.`,
        live: sentence`attempt ${attempt} failed (${reason}); next in ${seconds(waitMs)}${most}`,
      };
    },
  },
  "model.fallback": {
    note: (event) => ({
      mark: "⇄",
      tone: "waits",
      words: sentence`The model is changed, ${fallbackWords(event)}: ${event.reason}`,
    }),
  },
  "attempt.begin": { isWork: true },
  "step.usage": {
    isWork: true,
    note: (event) => ({ mark: "·", only: "console", words: sentence`step ${event.step}: ${paid(event)}` }),
  },
  "closing.usage": {
    isWork: true,
    note: (event) => ({
      mark: "·",
      look: 2,
      words: sentence`Closing words`,
      live: sentence`closing words: ${paid(event)}`,
      parts: [
        { words: sentence`${paid(event)}`, look: "small" },
        { text: event.text, isElsewhere: true },
      ],
    }),
  },
  "tool.usage": {
    isWork: true,
    note: (event) => ({
      mark: "·",
      words: sentence`${ASKED_BY_TOOL[event.purpose]} by ${event.model}: ${paid(event)}.`,
    }),
  },
  "model.wasted": {
    isWork: true,
    // For an attempt without cost, the wait or the end after it says why.
    note: (event) =>
      event.why === "free"
        ? undefined
        : { mark: "·", look: "small", words: sentence`${paid(event)} for ${WASTED[event.why]}` },
  },
  "limit.pressed": {
    note: ({ limit }) => ({
      mark: "!",
      only: "console",
      words: sentence`three quarters of the limit of ${limit} are used`,
    }),
  },

  // Calls.
  "call.judged": {
    isWork: true,
    note: ({ summary, decision: { verdict, rule, reason } }) => {
      if (verdict === "approve") return undefined; // its start and its end are told
      const why = reason === undefined ? "" : `: ${reason}`;
      return { mark: "⊘", only: "console", words: sentence`${summary} — rejected by ${rule}${why}` };
    },
  },
  "call.failed": {},
  "tool.begin": { isWork: true },
  "tool.end": { isWork: true },
  "file.seen": {},
  "repetition.notice": {
    note: ({ tool, count }) => ({
      mark: "!",
      words: sentence`The same ${tool} call was made ${count} times in a row.`,
    }),
  },
  "output.asked": {},
  "finding.reported": {},
  "todo.update": {},
  "background.start": {},
  "skill.load": {},
  "assumption.made": {
    note: ({ question }) => ({
      mark: "?",
      tone: "waits",
      words: sentence`${strong("Assumption")}: the model had to decide alone: ${question}`,
    }),
  },
  "bug.report": {
    note: ({ title, description }) => ({
      mark: "!",
      tone: "waits",
      words: sentence`${strong("Fault that the model reports")}: ${title}`,
      parts: [{ words: sentence`${description}` }],
    }),
  },
  "hook.begin": {},
  "hook.end": {
    note: ({ event, target, action, reason }) => {
      const isBlock = action === "block";
      if (!isBlock && reason === undefined) return undefined;
      const name = target === "" ? event : `${event} (${target})`;
      const said = sentence`Hook ${name} ${isBlock ? "blocked" : "failed"}: ${reason ?? ""}`;
      const only = isBlock && event === "PreToolUse" ? "record" : undefined; // the rejected call has a line with the reason
      return { mark: isBlock ? "✗" : "!", only, tone: "bad", words: said };
    },
  },

  // Changes and answers.
  "workspace.snapshot": {},
  "change.approved": {},
  "change.origins": {},
  "checkout.put": {},
  "change.held": {
    note: ({ files }) => ({
      mark: "!",
      tone: "waits",
      words: sentence`Not to be published as they are: ${joined(
        files.map(({ path, rule }) => sentence`${path} (${rule})`),
        ", ",
      )}.`,
    }),
  },
  "deferral.open": {
    isWork: true,
    note: ({ held }) => ({
      mark: "⏸",
      tone: "waits",
      look: 3,
      words: sentence`Waiting for an answer`,
      live: joined(
        held.map(({ digest, summary, rule, near }) => {
          return sentence`${digest.slice(0, 12)} ${summary} (${rule}${near === undefined ? "" : `; ${near}`})`;
        }),
        "; ",
      ),
      parts: held.map(heldPart),
    }),
  },
  "deferral.answer": {
    note: ({ digest, verdict, by, reason }) => {
      const why = reason === undefined ? "" : `: ${reason}`;
      return { mark: "▶", words: sentence`${code(digest.slice(0, 12))} ${PAST[verdict]} by ${by}${why}` };
    },
  },
  "verify.begin": {
    isWork: true,
    note: ({ round, commands }) => ({
      mark: "⚑",
      only: "console",
      words: sentence`check ${round}: ${commands.join("; ")}`,
    }),
  },
  "verify.end": {
    isWork: true,
    note: ({ round, passed, results }) => {
      const failed = results.filter((result) => !result.passed).map(({ command, end }) => `${command} (${end})`);
      return {
        mark: passed ? "✓" : "✗",
        tone: passed ? undefined : "bad",
        look: 3,
        words: sentence`Verification ${round}`,
        live: passed ? sentence`check ${round} passed` : sentence`check ${round} failed: ${failed.join("; ")}`,
        parts: results.map(({ command, passed: isGood, end, output }) => ({
          words: sentence`${isGood ? "✓" : "✗"} ${code(oneLine(command, 120))} — ${end}`,
          text: isGood ? undefined : output,
        })),
      };
    },
  },

  // Modes, plans and flows.
  "mode.switch": {
    note: ({ from, to, reason }) => ({ mark: "⇄", words: sentence`Mode: ${from} → ${strong(to)}: ${reason}` }),
  },
  "plan.mode": {
    note: ({ on }) => ({
      mark: "⇄",
      words: on ? sentence`Plan mode: nothing is written until the plan is done.` : sentence`Plan mode is over.`,
    }),
  },
  "plan.display": { note: ({ text }) => ({ ...RECORD, look: 3, words: sentence`Plan`, parts: [{ text }] }) },
  "flow.begin": { note: ({ name }) => ({ ...RECORD, words: sentence`Flow ${strong(name)} begins.` }) },
  "flow.move": {
    note: ({ from, to, choice }) => ({
      mark: "→",
      words: sentence`Flow: ${from} → ${to}${choice === undefined ? "" : ` (${choice})`}`,
    }),
  },
  "flow.end": { note: ({ reason }) => ({ ...RECORD, words: sentence`Flow: ${reason}.` }) },

  // Subagents.
  "subagent.define": {
    note: ({ name, description }) => ({ ...RECORD, words: sentence`Agent ${strong(name)} was made: ${description}` }),
  },
  "subagent.begin": {
    note: ({ agentId, agent, resumes, prompt }) => {
      const again = resumes === true ? ", resumed" : "";
      return {
        mark: "▷",
        look: 3,
        words: sentence`Subagent ${agentId} (${agent})${again}`,
        live: sentence`${agentId} (${agent}${again}): ${prompt}`,
        parts: [{ text: prompt }],
      };
    },
  },
  "subagent.event": { isWork: true },
  "subagent.end": {
    isWork: true,
    note: (event) => ({
      mark: "◁",
      words: sentence`Subagent ${event.agentId} ended (${[event.stop]}): ${counted(event.steps, "step")}, ${paid(event)}.`,
    }),
  },

  // Servers and warnings.
  "mcp.begin": {
    note: ({ servers }) => ({
      mark: "•",
      only: "console",
      words: sentence`starting MCP servers: ${servers.join(", ")}`,
    }),
  },
  "mcp.end": {
    note: ({ servers }) => ({
      mark: "•",
      look: "plain",
      words: sentence`MCP servers: ${joined(
        servers.map((server) =>
          "error" in server
            ? sentence`${strong(server.name)} did not start: ${server.error}`
            : sentence`${strong(server.name)} (${counted(server.tools.length, "tool")})`,
        ),
        "; ",
      )}`,
    }),
  },
  "mcp.progress": {
    note: ({ server, tool, text }) => ({ mark: "…", only: "console", words: sentence`mcp ${server}/${tool}: ${text}` }),
  },
  warning: {
    note: ({ text }) => ({
      mark: "!",
      tone: "waits",
      words: sentence`${strong("Warning")}: ${text}`,
      live: sentence`${text}`,
    }),
  },
} as const satisfies { readonly [T in Type]: Meaning<T> };

/** The events that story.ts follows. */
export type WorkEvent = EventOf<
  { [T in Type]: (typeof MEANINGS)[T] extends { readonly isWork: true } ? T : never }[Type]
>;

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
