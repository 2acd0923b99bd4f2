/** Answers in JSON that fit a schema, for programs. The model is asked for one, and once more where it does not fit. */

import { isRecord } from "../../base/member.ts";
import { strictJson, withoutFence } from "../../base/strict-json.ts";
import type { TurnStop } from "../../protocol/outcome.ts";
import type { Task } from "../open/request.ts";
import { jsonSchemas } from "../custom/json-schema.ts";
import { configError, RunnerError } from "../../protocol/error.ts";

type SchemaText = Extract<NonNullable<Task["schema"]>, { readonly text: string }>;

export type AnswerSchema = Awaited<ReturnType<typeof compileSchema>>;

/** The schema is a part of the prompt. */
const MAX_SCHEMA_CHARS = 50_000;

/** Loads the schema of a task. Throws `config.invalid`. */
export async function loadAnswerSchema(
  named: NonNullable<Task["schema"]>,
  readTrusted: (path: string) => Promise<string | undefined>,
): Promise<AnswerSchema> {
  if ("text" in named) return compileSchema(named);
  const text = await readTrusted(named.path);
  if (text !== undefined) return compileSchema({ text, source: named.path });
  throw configError(
    `The schema ${named.path} is not in the base commit.`,
    "Commit it there, or give the JSON Schema itself in place of its path.",
  );
}

/** Compiles a schema. `source` names it in errors. Throws `config.invalid`. */
export async function compileSchema({ text, source }: SchemaText) {
  const hint = 'Give a JSON Schema such as {"type": "object", "properties": {"summary": {"type": "string"}}}.';
  if (text.length > MAX_SCHEMA_CHARS) {
    throw configError(
      `The schema ${source} has ${text.length} characters; at most ${MAX_SCHEMA_CHARS} are allowed.`,
      hint,
    );
  }
  const compile = await jsonSchemas();
  try {
    const schema: unknown = JSON.parse(text);
    if (!isRecord(schema)) throw new TypeError("it is not a JSON object");
    const check = compile(schema);
    return {
      /** The schema as the model gets it and the journal records it. */
      text: JSON.stringify(schema),
      /** Reads the value in an answer, or says what is wrong with the answer. */
      read: (answer: string): { readonly json: unknown } | { readonly problem: string } => {
        const found = strictJson(withoutFence(answer)); // many models write one around it
        if (found.kind === "invalid") return { problem: `it cannot be read as one JSON value: ${found.reason}` };
        const problem = check(found.value);
        return problem === undefined ? { json: found.value } : { problem };
      },
    };
  } catch (cause) {
    throw configError(
      `The schema ${source} is not valid: ${cause instanceof Error ? cause.message : ""}.`,
      hint,
      cause,
    );
  }
}

/** The words that are added to the prompt. */
export function schemaWords({ text }: Pick<AnswerSchema, "text">): string {
  return `When you are done, your final answer (the result of attempt_completion) is read by a program: give one JSON value that fits this JSON Schema, without any other text around it.\n<json_schema>\n${text}\n</json_schema>`;
}

/** Adds the value of its answer to `stop`. Asks once more where the answer does not fit, and then throws `answer.invalid`. */
export async function fittingAnswer(
  stop: TurnStop,
  schema: AnswerSchema,
  ask: (prompt: string) => Promise<TurnStop>,
): Promise<TurnStop> {
  if (stop.stop !== "end_turn") return stop;
  const first = schema.read(stop.text);
  if ("json" in first) return { ...stop, ...first };
  const words = `Your answer does not fit the JSON Schema: ${first.problem}. Change nothing in the repository now.`;
  const again = await ask(`${words} ${schemaWords(schema)}`);
  if (again.stop !== "end_turn") return again;
  const second = schema.read(again.text);
  if ("json" in second) return { ...again, ...second };
  throw new RunnerError({
    code: "answer.invalid",
    message: `The answer does not fit the JSON Schema, even on the second attempt: ${second.problem}.`,
    hint: "The transcript has both answers.",
  });
}
