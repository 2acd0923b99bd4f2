/** What publishing needs from the outside: an API client, and who and where it is. */

import type { CallOptions } from "../../github/api/call.ts";
import type { GitHubClient } from "../../github/api/client.ts";

/** The part of the client that publishing uses. */
export type GitHubApi = Pick<GitHubClient, "request" | "paginate">;

export interface Repo {
  readonly owner: string;
  readonly name: string;
  /** `https://github.com` or the server of an enterprise; without a slash at the end. */
  readonly serverUrl: string;
}

/** An account; `id` is what GitHub never gives to another one. */
export interface AccountRef {
  readonly login: string;
  readonly id: number;
}

/** The parameters every repository route takes. */
export function inRepo({ owner, name }: Repo): { readonly owner: string; readonly repo: string } {
  return { owner, repo: name };
}

/** Tells the job log; the caller makes it a workflow command or a line. */
export type Warn = (text: string) => void;

/** Not sent again once it may have been carried out: for whatever makes a new thing. */
export const ONCE: CallOptions = { repeat: "refused" };
/** Twice is the same as once. */
export const REPEATABLE: CallOptions = { repeat: "always" };
