/** Requests to Gitea and Forgejo, and their lists, which end with a page that is empty. */

import type { ApiResponse } from "./call.ts";
import { listOf } from "./gitea-answers.ts";

export type CallParams = Readonly<Record<string, unknown>>;

/** Sends a request unchanged, with the options of the request in whose place it is sent. */
export type SendCall = (route: string, params: CallParams) => Promise<ApiResponse>;

export const REPO = "/repos/{owner}/{repo}";

/** A server's usual limit. */
export const PER_PAGE = 50;

/** Fetches page after page of a list, until the caller has enough. */
export async function* pagesOf(
  send: SendCall,
  route: string,
  { params, maxPages }: { readonly params: CallParams; readonly maxPages: number },
): AsyncGenerator<readonly unknown[]> {
  for (let page = 1; page <= maxPages; page += 1) {
    const found = listOf((await send(route, { ...params, page, limit: PER_PAGE })).data);
    if (found.length === 0) return;
    yield found;
  }
}
