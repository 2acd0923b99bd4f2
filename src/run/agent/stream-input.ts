/** A driving process on standard input: lines of JSON, by Kimi CLI's wire methods. A bad line ends nothing. */

import type { Readable } from "node:stream";
import { isRecord, parseJson } from "../../base/member.ts";
import { redactDeep, type Redact } from "../../base/redact.ts";
import { createLineReader } from "../../cell/process/frames.ts";
import { isLimit } from "../../engine/closing.ts";
import { stopOfAbort } from "../../engine/turn.ts";
import type { Context } from "../../protocol/context.ts";
import { configError, describeError, RunnerError } from "../../protocol/error.ts";
import { callsOf } from "../../protocol/message.ts";
import type { TurnStop } from "../../protocol/outcome.ts";

type StreamInputLine = { readonly id?: string | undefined; readonly line: number } & (
  | { readonly type: "prompt" | "steer"; readonly text: string }
  | { readonly type: "cancel" }
);

/** What the driving process is told besides the events of the run. */
export type StreamInputNote =
  /** An input with an id has taken effect: its turn begins, the model reads it, or the turn is being stopped. */
  | { readonly kind: "taken"; readonly input: StreamInputLine }
  /** A line that is refused; the run goes on. `line` counts from 1. */
  | { readonly kind: "refused"; readonly line: number; readonly id?: string | undefined; readonly message: string };

export const ACCEPTED_INPUT =
  '{"type":"prompt","text":"…"}, {"type":"steer","text":"…"} or {"type":"cancel"}, each with an optional "id" of text.';

export type StreamInput = ReturnType<typeof createStreamInput>;

interface RunPromptsOptions {
  readonly first: PromptRun;
  readonly next: (text: string, signal: AbortSignal) => Promise<TurnStop>;
  readonly context: Pick<Context, "messages" | "append">;
  /** The signal of the whole run. */
  readonly signal: AbortSignal;
  readonly redact: Redact;
}

type PromptRun = (signal: AbortSignal) => Promise<TurnStop>;

interface StreamInputOptions {
  readonly input: Readable;
  /** A first prompt that is known already. */
  readonly prompt?: string | undefined;
  /** Called only while prompts are carried out: before that, the output stream of the run has not begun. */
  readonly tell: (note: StreamInputNote) => void;
}

interface StreamTurn {
  readonly prompt: Extract<StreamInputLine, { text: string }>;
  readonly controller: AbortController;
  readonly steers: Extract<StreamInputLine, { text: string }>[];
}

/** Reads `input` from now on. */
export function createStreamInput({ input, prompt, tell }: StreamInputOptions) {
  /** The first one runs, or begins as soon as it can. */
  const turns: StreamTurn[] = [];
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
    const [turn] = turns;
    if (next.type === "prompt") turns.push({ prompt: next, controller: new AbortController(), steers: [] });
    else if (turn === undefined) refuse(next, `No turn is running; the ${next.type} is dropped.`);
    else if (next.type === "steer") turn.steers.push(next);
    else {
      taken(next);
      turn.controller.abort(new RunnerError({ code: "run.interrupted", message: "Cancelled by the driving process." }));
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

  const nextTurn = async (signal: AbortSignal): Promise<StreamTurn | undefined> => {
    const isOver = (): boolean => turns.length > 0 || hasEnded || signal.aborted;
    const onAbort = (): void => wake();
    signal.addEventListener("abort", onAbort, { once: true });
    while (!isOver()) await new Promise<void>((done) => (wake = done));
    signal.removeEventListener("abort", onAbort);
    return turns[0];
  };

  return {
    /** The first prompt; undefined when the signal aborts without one. Throws `config.invalid` when the input ends without one. */
    first: async (signal: AbortSignal): Promise<string | undefined> => {
      const turn = await nextTurn(signal);
      if (turn === undefined && !signal.aborted) throw noPrompt(early);
      return turn?.prompt.text;
    },
    steers: {
      /** The messages for the turn that runs since the last call, in order. */
      take: (): readonly string[] => {
        const steers = turns[0]?.steers.splice(0) ?? [];
        for (const steer of steers) taken(steer);
        return steers.map(({ text }) => text);
      },
      isWaiting: (): boolean => (turns[0]?.steers.length ?? 0) > 0,
    },
    /** Carries out prompts until the input ends, or a turn ends that no prompt can follow; returns how the last one stopped. */
    runPrompts: async ({ first, next, context, signal, redact }: RunPromptsOptions): Promise<TurnStop> => {
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
        for (const steer of turn.steers)
          refuse(steer, "The turn ended before the model read it; the steer is dropped.");
        turns.shift();
        if ("refused" in end) {
          refusal ??= end.refused;
          refuse(turn.prompt, describeError(end.refused));
          continue;
        }
        last = end.stop;
        // No prompt can follow where a person has to answer, or a limit of the run is reached.
        if (!signal.aborted && last.stop !== "deferred" && !isLimit(last)) continue;
        const reason = `The run ended before it: ${last.stop}.`;
        for (const left of turns) refuse(left.prompt, reason);
        return last;
      }
    },
    close: (): void => void input.destroy(),
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

/** How the run ends when no prompt is left. Throws the first refusal where every prompt was refused. */
function stopOf(last: TurnStop | undefined, refusal: RunnerError | undefined, signal: AbortSignal): TurnStop {
  const stop = stopOfAbort(signal) ?? last;
  if (stop !== undefined) return stop;
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

/** Reads one line. A string says what is wrong with it. */
function parseInput(text: string, line: number): StreamInputLine | string {
  const value = parseJson(text);
  if (value === undefined) return "It is not JSON.";
  if (!isRecord(value)) return "It is not a JSON object.";
  const { type, id, text: words } = value;
  if (id !== undefined && typeof id !== "string") return "Its id is not a string.";
  if (type === "cancel") return { type, id, line };
  if (type !== "prompt" && type !== "steer") return `Its type is not known: ${JSON.stringify(type) ?? "none"}.`;
  if (typeof words !== "string" || words.trim() === "") return `Its text is missing or empty: a ${type} needs one.`;
  return { type, id, line, text: words };
}
