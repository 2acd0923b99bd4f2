/**
 * A driving process on standard input: it sends prompts, which run one after the other in one session, messages for the turn
 * that runs, and cancellations. A line belongs to the turn that runs when it is read. A bad line is refused and ends nothing.
 */

import type { Readable } from "node:stream";
import { redactDeep, type Redact } from "../../base/redact.ts";
import { createLineReader } from "../../cell/process/frames.ts";
import type { Context } from "../../protocol/context.ts";
import { configError, describeError, RunnerError } from "../../protocol/error.ts";
import { callsOf } from "../../protocol/message.ts";
import type { TurnStop } from "../../protocol/outcome.ts";
import { ACCEPTED_INPUT, parseInput, type StreamInputLine, type StreamInputNote } from "./stream-input-line.ts";
import type { Steers } from "./inbox.ts";

export interface StreamInput {
  /** The first prompt; undefined when the signal aborts without one. Throws `config.invalid` when the input ends without one. */
  readonly first: (signal: AbortSignal) => Promise<string | undefined>;
  readonly steers: Steers;
  /** Carries out prompts until the input ends, or a turn ends that no prompt can follow; returns how the last one stopped. */
  readonly runPrompts: (options: RunPromptsOptions) => Promise<TurnStop>;
  readonly close: () => void;
}

interface RunPromptsOptions {
  readonly first: PromptRun;
  /** Carries out a later prompt. */
  readonly next: (text: string, signal: AbortSignal) => Promise<TurnStop>;
  readonly context: Pick<Context, "messages" | "append">;
  /** The signal of the whole run. */
  readonly signal: AbortSignal;
  readonly redact: Redact;
}

type PromptRun = (signal: AbortSignal) => Promise<TurnStop>;

export interface StreamInputOptions {
  readonly input: Readable;
  /** A first prompt that is known already. */
  readonly prompt?: string | undefined;
  /** Called only while prompts are carried out: before that, the output stream of the run has not begun. */
  readonly tell: (note: StreamInputNote) => void;
}

interface Running {
  readonly prompt: Extract<StreamInputLine, { text: string }>;
  readonly controller: AbortController;
  steers: Extract<StreamInputLine, { text: string }>[];
}

/** Reads `input` from now on. */
export function createStreamInput({ input, prompt, tell }: StreamInputOptions): StreamInput {
  const waiting: Running[] = [];
  let running: Running | undefined;
  let hasEnded = false;
  let wake = (): void => {};
  const early: StreamInputNote[] = [];
  let note = (one: StreamInputNote): void => void early.push(one); // the run's output stream has not begun
  const taken = (one: StreamInputLine): void => {
    if (one.id !== undefined) note({ kind: "taken", input: one });
  };
  const refuse = ({ line, id }: Pick<StreamInputLine, "line" | "id">, message: string): void =>
    note({ kind: "refused", line, id, message });

  const accept = (next: StreamInputLine): void => {
    if (next.type === "prompt") {
      const turn = { prompt: next, controller: new AbortController(), steers: [] };
      if (running === undefined) running = turn;
      else waiting.push(turn);
    } else if (running === undefined) refuse(next, `No turn is running; the ${next.type} is dropped.`);
    else if (next.type === "steer") running.steers.push(next);
    else {
      taken(next);
      running.controller.abort(
        new RunnerError({ code: "run.interrupted", message: "Cancelled by the driving process." }),
      );
    }
  };
  if (prompt !== undefined) accept({ type: "prompt", text: prompt, line: 0 });

  let line = 0;
  const read = (text: string): void => {
    line += 1;
    if (text.trim() === "") return;
    const parsed = parseInput(text, line);
    if (typeof parsed === "string") refuse({ line }, parsed);
    else accept(parsed);
    wake();
  };
  const end = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    wake();
  };
  const lines = createLineReader(read, () => {
    refuse({ line: line + 1 }, "It is too long; nothing after it is read.");
    end();
  });
  input.on("data", (chunk: Buffer) => lines.push(chunk));
  input.once("end", () => {
    lines.push(Buffer.from("\n")); // the last line may lack its end
    end();
  });
  input.once("error", end).once("close", end);

  const nextTurn = async (signal: AbortSignal): Promise<Running | undefined> => {
    const isOver = (): boolean => running !== undefined || hasEnded || signal.aborted;
    const onAbort = (): void => wake();
    signal.addEventListener("abort", onAbort, { once: true });
    while (!isOver()) await new Promise<void>((done) => (wake = done));
    signal.removeEventListener("abort", onAbort);
    return running;
  };

  const finish = (turn: Running): void => {
    for (const steer of turn.steers) refuse(steer, "The turn ended before the model read it; the steer is dropped.");
    running = waiting.shift();
  };

  return {
    first: async (signal) => {
      const turn = await nextTurn(signal);
      if (turn === undefined && !signal.aborted) throw noPrompt(early);
      return turn?.prompt.text;
    },
    steers: {
      take: () => {
        const { steers = [] } = running ?? {};
        if (running !== undefined) running.steers = [];
        for (const steer of steers) taken(steer);
        return steers.map(({ text }) => text);
      },
      isWaiting: () => (running?.steers.length ?? 0) > 0,
    },
    runPrompts: async ({ first, next, context, signal, redact }) => {
      note = (one) => tell(redactDeep(one, redact));
      for (const one of early) note(one);
      let work: PromptRun | undefined = first;
      let last: TurnStop | undefined;
      let refusal: RunnerError | undefined;
      for (;;) {
        const turn = await nextTurn(signal);
        if (turn === undefined) return stopOf(last, refusal, signal);
        taken(turn.prompt);
        const { text } = turn.prompt;
        const run: PromptRun = work ?? ((turnSignal) => next(text, turnSignal));
        work = undefined;
        await closeOpenCalls(context);
        const end = await ended(run, AbortSignal.any([signal, turn.controller.signal]));
        finish(turn);
        if ("refused" in end) {
          refusal ??= end.refused;
          refuse(turn.prompt, describeError(end.refused));
          continue;
        }
        last = end.stop;
        if (!signal.aborted && !isLastTurn(last)) continue;
        const reason = `The run ended before it: ${last.stop}.`;
        for (const left of [running, ...waiting]) if (left !== undefined) refuse(left.prompt, reason);
        return last;
      }
    },
    close: () => input.destroy(),
  };
}

/** How a prompt ended, or why it was refused before it began. */
type Ended = { readonly stop: TurnStop } | { readonly refused: RunnerError };

/** Carries out a prompt. A prompt that cannot be accepted, such as an unknown command, does not end the run; other errors do. */
async function ended(work: PromptRun, signal: AbortSignal): Promise<Ended> {
  try {
    return { stop: await work(signal) };
  } catch (error) {
    if (error instanceof RunnerError && error.code.startsWith("config.")) return { refused: error };
    throw error;
  }
}

/** Whether no prompt can follow: a person has to answer, or a limit of the run is reached. */
function isLastTurn({ stop }: TurnStop): boolean {
  return stop === "deferred" || stop.startsWith("limit_");
}

/** How the run ends when no prompt is left. Throws the first refusal where every prompt was refused. */
function stopOf(last: TurnStop | undefined, refusal: RunnerError | undefined, signal: AbortSignal): TurnStop {
  const { aborted, reason } = signal;
  if (aborted) {
    const isTime = reason instanceof RunnerError && reason.code === "run.time_limit";
    return { stop: isTime ? "limit_time" : "interrupted", reason: describeError(reason) };
  }
  if (last !== undefined) return last;
  throw refusal ?? noPrompt([]);
}

function noPrompt(notes: readonly StreamInputNote[]): RunnerError {
  const refused = notes.find((note) => note.kind === "refused");
  const why = refused === undefined ? "" : ` Line ${refused.line} is refused: ${refused.message}`;
  const message = `Standard input ended without a prompt.${why}`;
  return configError(message, `Send lines such as ${ACCEPTED_INPUT}`);
}

/** Gives the open calls of a cancelled turn results: no provider accepts a message after calls without results. */
async function closeOpenCalls({ messages, append }: RunPromptsOptions["context"]): Promise<void> {
  const newest = messages.at(-1);
  const calls = newest?.role === "assistant" ? callsOf(newest) : [];
  if (calls.length === 0) return;
  const content = "Error: cancelled before it ran.";
  await append(...calls.map(({ id }) => ({ role: "tool", toolCallId: id, content, isError: true }) as const));
}
