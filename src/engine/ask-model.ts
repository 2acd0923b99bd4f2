/** The model call of a step, repeated with a shorter context when the provider refuses the request as too large. */

import { callsOf, textOf, type AssistantMessage } from "../protocol/message.ts";
import { totalTokens, type ChatRequest } from "../protocol/model.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import type { Turn } from "../protocol/turn.ts";
import { ask, type Answered } from "./state/attempt.ts";
import { isOverflow } from "./compaction/ask-summary.ts";
import { compact } from "./compaction/compact.ts";
import { checkpointMark, isCheckpointMark, MAIL_TOOL } from "./state/mailbox.ts";
import type { Progress } from "./state/progress.ts";
import { requestOf } from "./state/request.ts";

/** After so many refusals in a row, another compaction does not help. Each one costs a summary and a request. */
const MAX_OVERFLOWS = 3;

interface StepAnswer {
  readonly message: AssistantMessage;
  /** The answer ended at the output cap. */
  readonly isCut: boolean;
  /** The provider paused. It continues when it gets the message back. */
  readonly isPaused: boolean;
}

/** Asks the model for this step and stores the answer in the context. Returns a stop when a limit forbids the call. */
export async function askModel(turn: Turn, progress: Progress): Promise<StepAnswer | TurnStop> {
  for (let overflows = 0; ; overflows += 1) {
    const request = requestOf(turn);
    const begin = overflows === 0 ? async () => beginStep(turn, progress, request) : undefined;
    try {
      const step = progress.steps + (begin ? 1 : 0);
      const answered = await ask(turn, request, { purpose: "step", step, begin, isRaised: followsCutThought(turn) });
      if ("stop" in answered) return answered;
      return await store(answered, turn, progress.steps);
    } catch (error) {
      if (!isOverflow(error) || overflows === MAX_OVERFLOWS) throw error;
      const made = await compact(turn, progress, { overflows: overflows + 1 });
      if (made === "nothing") throw error;
      if (made !== "done") return made;
    }
  }
}

/** Counts the step and takes its checkpoint. For a model with `send_dmail`, the id of the checkpoint is added to the request. */
async function beginStep(
  { emit, context, tools }: Turn,
  progress: Progress,
  request: ChatRequest,
): Promise<ChatRequest> {
  progress.steps += 1;
  await emit({ type: "step.begin", step: progress.steps });
  const id = await context.checkpoint();
  if (!tools.has(MAIL_TOOL)) return request;
  await context.append({ role: "user", content: checkpointMark(id), synthetic: true });
  return { ...request, messages: [...context.messages] };
}

async function store({ reply, charge }: Answered, { emit, context }: Turn, step: number): Promise<StepAnswer> {
  const { isCut = false, isPaused = false, usage } = reply;
  const message = isCut ? withWords(reply.message) : reply.message;
  const tokens = reply.contextTokens ?? totalTokens(usage);
  const contextTokens = tokens === totalTokens(charge.usage) ? undefined : tokens;
  const ended = { ...(isCut ? { isCut } : {}), ...(isPaused ? { isPaused } : {}) };
  await emit({ type: "step.usage", step, ...charge, contextTokens, ...ended });
  await context.append(message);
  await context.usage(tokens);
  return { message, isCut, isPaused };
}

/** Text of a message that would otherwise have neither words nor calls, which several providers refuse. */
export const CUT_IN_THOUGHT = "(cut off while reasoning)";

/** What the model reads after reasoning used up the output cap. Its next answer may be longer. */
export const SAY_SOMETHING =
  "Your whole message was reasoning, and it was cut off at the output limit before you said or called anything. Reason briefly now: call one tool, or answer in a few sentences.";

function followsCutThought({ context: { messages } }: Turn): boolean {
  const last = messages.findLast((message) => message.role !== "user" || !isCheckpointMark(message));
  return last?.role === "user" && last.synthetic === true && last.content.startsWith(SAY_SOMETHING);
}

function withWords(message: AssistantMessage): AssistantMessage {
  if (textOf(message).trim() !== "" || callsOf(message).length > 0) return message;
  return { ...message, blocks: [...message.blocks, { type: "text", text: CUT_IN_THOUGHT }] };
}
