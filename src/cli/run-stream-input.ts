/** `kimi-runner run --input stream-json`: another process sends prompts, steers and cancels on standard input. */

import { systemClock } from "../base/clock.ts";
import { plainText } from "../base/plain-text.ts";
import { exitCode } from "../protocol/outcome.ts";
import type { OutputFormat } from "../sinks/output.ts";
import { message, messageLine, type WireMessage } from "../sinks/wire-own.ts";
import { ACCEPTED_INPUT, type StreamInputNote } from "../run/agent/stream-input.ts";
import { createStreamInput } from "../run/agent/stream-input.ts";
import type { RunRequest, World } from "../run/open/request.ts";
import { startRun } from "../run/run.ts";
import { configError } from "../protocol/error.ts";
import type { Args } from "./options/args.ts";
import { promptWords, readRalph } from "./options/run-options.ts";
import { reportEnd } from "./report.ts";
import { withSignals } from "../run/open/stopper.ts";

/** Returns the exit code of the last turn. Throws `RunnerError` for bad input and when no prompt ever came. */
export async function runStreamInput(args: Args, request: Omit<RunRequest, "task">, world: World): Promise<number> {
  const ralph = readRalph(args);
  const prompt = promptWords(args).join(" ").trim() || undefined;
  if (prompt === "-") {
    throw configError("Standard input is read as lines of JSON; - cannot read the prompt from it.", "Leave - out.");
  }
  return withSignals(world, async (stopper) => {
    const streamInput = createStreamInput({ input: process.stdin, prompt, tell: createTell(request.output, world) });
    try {
      const first = await streamInput.first(stopper.signal);
      if (first === undefined) return exitCode("interrupted", stopper.stoppedBy());
      const task = { prompt: first, ralph };
      const end = await startRun({ ...request, task }, { world, stopper, hooks: { streamInput } });
      return await reportEnd(end, { args, world });
    } finally {
      streamInput.close();
    }
  });
}

/** Notes go to the wire where there is one. Else only refused lines are reported, to people. */
function createTell(output: OutputFormat, { out, err }: World): (note: StreamInputNote) => void {
  return (note) => {
    if (output === "stream-json") out(messageLine(messageOf(note), systemClock.now()));
    else if (note.kind === "refused") err(`        input line ${note.line}: ${plainText(note.message)}\n`);
  };
}

function messageOf(note: StreamInputNote): WireMessage {
  if (note.kind === "taken") {
    const { id, line, type } = note.input;
    return message("RunnerInputTaken", { id, line, type });
  }
  const { line, id, message: text } = note;
  return message("RunnerInputError", { line, id, message: text, accepted: ACCEPTED_INPUT });
}
