/** Where a thread is read. */

import type { GitHubClient } from "../api/client.ts";

/** Where a thread is, and how it is read. */
export interface ThreadAddress {
  readonly client: GitHubClient;
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
  readonly signal?: AbortSignal | undefined;
}
