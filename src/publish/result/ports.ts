/** What publishing needs to ask GitHub: API client, repository and account from its caller, and fields of answers with checked types. */

import { member } from "../../base/member.ts";
import type { CallOptions } from "../../github/api/call.ts";
import type { GitHubClient } from "../../github/api/client.ts";
import { RunnerError } from "../../protocol/error.ts";

/** The part of the client that publishing uses. */
export type GitHubApi = Pick<GitHubClient, "graphql" | "request" | "paginate">;

export interface Repo {
  readonly owner: string;
  readonly name: string;
  /** `https://github.com` or an enterprise server, without a trailing slash. */
  readonly serverUrl: string;
}

/** An account. GitHub never reuses an `id`. */
export interface AccountRef {
  readonly login: string;
  readonly id: number;
}

/** The parameters of every repository route. */
export function inRepo({ owner, name }: Repo): { readonly owner: string; readonly repo: string } {
  return { owner, repo: name };
}

export function repositoryUrl({ owner, name, serverUrl }: Repo): string {
  return `${serverUrl}/${owner}/${name}`;
}

/** Writes a warning to the job log. */
export type Warn = (text: string) => void;

/** For requests with the same result when sent twice. */
export const REPEATABLE: CallOptions = { repeat: "always" };

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
