/** The model call of a step, repeated with a shorter context when the provider refuses the request as too large, and without what it refuses. */

import { hasPart, type Message, type PromptPart } from "../protocol/message.ts";
import { failedCallOf, NO_USAGE, totalTokens, type ChatReply, type ChatRequest } from "../protocol/model.ts";
import type { TurnStop } from "../protocol/outcome.ts";
import type { Turn } from "../protocol/turn.ts";
import { CUT_IN_THOUGHT, isNewestNote, NO_WORDS, SAY_SOMETHING, withPlaceholder } from "./state/answer.ts";
import { ask, type Answered } from "./state/attempt.ts";
import { isOverflow } from "./compaction/ask-summary.ts";
import { compact } from "./compaction/compact.ts";
import { contextSize } from "./compaction/context-size.ts";
import { checkpointMark, MAIL_TOOL } from "./state/mailbox.ts";
import type { Progress } from "./state/progress.ts";
import { requestOf } from "./state/request.ts";
import { counted } from "../base/words.ts";

/** After so many refusals in a row, another compaction does not help. Each one costs a summary and a request. */
const MAX_OVERFLOWS = 3;

/** The message as it is stored. A provider that paused continues when it gets the message back. */
type StepAnswer = Pick<ChatReply, "message" | "isCut" | "isPaused">;

/** Asks the model for this step and stores the answer in the context. Returns a stop when a limit forbids the call. */
export async function askModel(turn: Turn, progress: Progress): Promise<StepAnswer | TurnStop> {
  let overflows = 0;
  for (let isBegun = false; ; isBegun = true) {
    const request = requestOf(turn);
    const begin = isBegun ? undefined : async () => beginStep(turn, progress, request);
    try {
      const step = progress.steps + (begin ? 1 : 0);
      const isRaised = isNewestNote(SAY_SOMETHING, turn.context.messages);
      const answered = await ask(turn, request, { purpose: "step", step, begin, isRaised });
      if ("stop" in answered) return answered;
      return await store(answered, turn, progress.steps);
    } catch (error) {
      const refused = failedCallOf(error)?.refused;
      if (refused !== undefined && (await leaveOut(refused, turn))) continue;
      if (!isOverflow(error) || overflows === MAX_OVERFLOWS) throw error;
      overflows += 1;
      const made = await compact(turn, progress, { overflows });
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
  const message = isPaused ? reply.message : withPlaceholder(reply.message, isCut ? CUT_IN_THOUGHT : NO_WORDS);
  const tokens = reply.contextTokens ?? totalTokens(usage);
  const contextTokens = tokens === totalTokens(charge.usage) ? undefined : tokens;
  const ended = { ...(isCut ? { isCut } : {}), ...(isPaused ? { isPaused } : {}) };
  await emit({ type: "step.usage", step, ...charge, contextTokens, ...ended });
  await context.append(message);
  await context.usage(tokens);
  return { message, isCut, isPaused };
}

/** Whether the limits allow one more step. Otherwise a run that ended well would end at a limit. */
export async function canAsk(turn: Turn): Promise<boolean> {
  const { budget, model } = turn;
  const reserved = await budget.reserve({ purpose: "step", model, promptTokens: contextSize(turn).tokens });
  if ("stop" in reserved) return false;
  budget.settle(reserved, { usage: NO_USAGE, isFree: true });
  return true;
}

/** Takes the part out. Returns false when no message has it, so that the request cannot be mended. */
async function leaveOut(part: PromptPart, { context, emit, model }: Turn): Promise<boolean> {
  const positions = positionsOf(part, context.messages);
  if (positions.length === 0) return false;
  await context.strip(part, positions);
  const words = part === "pictures" ? "the pictures" : "the earlier reasoning";
  const text = `${model.name} refused ${words} in ${counted(positions.length, "message")}; the run continues without them.`;
  await emit({ type: "warning", text: part === "pictures" ? text : text.replace("without them", "without it") });
  return true;
}

/** Pictures that came after the newest answer are the refused ones, because those before it were taken; else all of them. */
function positionsOf(part: PromptPart, messages: readonly Message[]): readonly number[] {
  const all = messages.flatMap((message, at) => (hasPart(part, message) ? [at] : []));
  const newest = messages.findLastIndex(({ role }) => role === "assistant");
  const fresh = all.filter((at) => at > newest);
  return fresh.length > 0 ? fresh : all;
}
