/** The address of a thread, with the client that reads it. */

import type { GitHubClient } from "../api/client.ts";

export interface ThreadAddress {
  readonly client: GitHubClient;
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
  readonly signal?: AbortSignal | undefined;
}
