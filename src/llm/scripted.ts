/** A ChatModel that answers from a JSON file. The number of assistant messages in a request selects the reply. */

import * as z from "zod/mini";
import { readGivenFile } from "../base/file-text.ts";
import { systemReason } from "../base/system-error.ts";
import { counted } from "../base/words.ts";
import { RunnerError, configError } from "../protocol/error.ts";
import type { AssistantMessage } from "../protocol/message.ts";
import type { ChatModel, ChatReply, ChatRequest, ModelFeature } from "../protocol/model.ts";
import { providerError } from "./errors.ts";
import { createEstimator, estimateMessage } from "./tokens.ts";

const Count = z.number().check(z.int(), z.nonnegative());

const ScriptedCall = z.strictObject({
  name: z.string(),
  /** An object, or a text that is sent unchanged and need not be JSON. */
  arguments: z.union([z.record(z.string(), z.unknown()), z.string()]),
});

const ScriptedReply = z.strictObject({
  text: z.optional(z.string()),
  think: z.optional(z.string()),
  calls: z.optional(z.array(ScriptedCall)),
  usage: z.optional(
    z.strictObject({ input: Count, cacheRead: z.optional(Count), cacheWrite: z.optional(Count), output: Count }),
  ),
  /** Makes one attempt fail. The next reply without `error` answers the same call. */
  error: z.optional(z.strictObject({ status: z.number(), message: z.string() })),
});

const Script = z.array(ScriptedReply);

export type Script = z.infer<typeof Script>;
type ScriptedReply = Script[number];

const SCRIPT_WINDOW = 200_000;
const SCRIPT_MAX_OUTPUT = 32_768;

export interface ScriptedModelOptions {
  readonly name: string;
  readonly features: ReadonlySet<ModelFeature>;
  readonly script: Script;
  /** Wall time, ms. */
  readonly now: () => number;
}

/** Reads a script file. Throws `config.invalid` with the file and its mistake. */
export async function loadScript(path: string): Promise<Script> {
  try {
    return Script.parse(JSON.parse(readGivenFile(path).toString("utf8")));
  } catch (error) {
    const reason = error instanceof z.core.$ZodError ? error.issues.map(describeIssue).join("; ") : systemReason(error);
    throw configError(
      `The script of the scripted model does not load: ${path}: ${reason}.`,
      'A script is a JSON array of replies such as {"text": "done"} or {"calls": [{"name": "…", "arguments": {}}]}.',
      error,
    );
  }
}

/** An issue by its code, because zod/mini has no texts: `0.calls.0: unrecognized_keys (args)`. */
function describeIssue(issue: z.core.$ZodIssue): string {
  const where = issue.path.length === 0 ? "the script" : issue.path.join(".");
  const what = issue.code === "unrecognized_keys" ? ` (${issue.keys.join(", ")})` : "";
  return `${where}: ${issue.code}${what}`;
}

/** Builds a model from a script. Reply n answers call n; a call after the last reply throws `provider.rejected`. Calls cost nothing. */
export function createScriptedModel({ name, features, script, now }: ScriptedModelOptions): ChatModel {
  const estimate = createEstimator();
  /** Where the answers are. The errors in front of each one are those of the same call. */
  const answers = script.flatMap(({ error }, at) => (error === undefined ? [at] : []));
  const calls = answers.length + (script.at(-1)?.error === undefined ? 0 : 1);
  const failed = new Map<number, number>();

  const chat = (request: ChatRequest): ChatReply => {
    const index = request.messages.filter((message) => message.role === "assistant").length;
    const start = index === 0 ? 0 : (answers[index - 1] ?? script.length) + 1;
    const end = answers[index] ?? script.length;
    const reply = script[end];
    const errors = script.slice(start, end).flatMap(({ error }) => error ?? []);
    const failures = failed.get(index) ?? 0;
    const error = errors[failures] ?? (reply === undefined ? errors.at(-1) : undefined);
    if (error !== undefined) {
      failed.set(index, failures + 1);
      throw providerError(Object.assign(new Error(error.message), { status: error.status }), {
        model: name,
        keyVariable: "the script",
        now: now(),
      });
    }
    if (reply === undefined) {
      throw new RunnerError({
        code: "provider.rejected",
        message: `The script of ${name} has ${counted(calls, "reply", "replies")} and was asked for number ${index + 1}.`,
        hint: "Add a reply to the script, or end it with a reply that has text and no calls.",
      });
    }
    const message = messageOf(reply, index);
    const { input, cacheRead, cacheWrite, output } = reply.usage ?? {
      input: estimate(request),
      output: estimateMessage(message),
    };
    return { message, usage: { input, cacheRead: cacheRead ?? 0, cacheWrite: cacheWrite ?? 0, output } };
  };

  return {
    name,
    window: SCRIPT_WINDOW,
    maxOutputTokens: SCRIPT_MAX_OUTPUT,
    features,
    estimate,
    costUsd: () => 0,
    chat: async (request, { signal }) => {
      signal.throwIfAborted();
      return chat(request);
    },
  };
}

function messageOf({ text, think, calls = [] }: ScriptedReply, index: number): AssistantMessage {
  return {
    role: "assistant",
    blocks: [
      ...(think === undefined ? [] : [{ type: "think" as const, text: think }]),
      ...(text === undefined ? [] : [{ type: "text" as const, text }]),
      ...calls.map((call, at) => ({
        type: "call" as const,
        id: `call_${index}_${at}`,
        name: call.name,
        arguments: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments),
      })),
    ],
  };
}
