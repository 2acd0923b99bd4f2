/** The parts that publishing gets from its caller: API client, repository, account, warnings. */

import type { CallOptions } from "../../github/api/call.ts";
import type { GitHubClient } from "../../github/api/client.ts";

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
