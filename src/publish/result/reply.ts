/** Reads fields of API answers and checks their types. */

import { member } from "../../base/member.ts";
import { RunnerError } from "../../protocol/error.ts";

/** A text member. Throws `config.invalid` without one: the server is not GitHub. */
export function textField(value: unknown, name: string): string {
  const found = member(value, name);
  if (typeof found === "string") return found;
  throw unexpected(name, "text");
}

/** GitHub's name of a thing for GraphQL; empty on a server without it. */
export function nodeIdOf(value: unknown): string {
  const found = member(value, "node_id");
  return typeof found === "string" ? found : "";
}

/** A number member. Throws as `textField` does. */
export function numberField(value: unknown, name: string): number {
  const found = member(value, name);
  if (typeof found === "number") return found;
  throw unexpected(name, "a number");
}

function unexpected(name: string, what: string): RunnerError {
  return new RunnerError({
    code: "config.invalid",
    message: `The API's answer has no ${name} that is ${what}.`,
    hint: "Check GITHUB_API_URL: it must be the REST API of GitHub.",
  });
}
