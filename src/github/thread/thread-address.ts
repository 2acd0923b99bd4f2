/** Where a thread is read. */

import type { GitHubClient } from "../api/client.ts";

export interface ThreadAddress {
  readonly client: GitHubClient;
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
  readonly signal?: AbortSignal | undefined;
}
