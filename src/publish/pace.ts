/** GitHub asks for a second between requests that make content (and allows 80 a minute). Everything else passes at once. */

import type { Clock } from "../base/clock.ts";
import type { GitHubApi } from "./ports.ts";

const MIN_GAP_MS = 1_000;
/** Comments and pull requests: what notifies people. Git objects, references and reactions do not. */
const CONTENT = /^(POST|PATCH) .*\/(comments|comments\/\{comment_id\}|pulls|pulls\/\{pull_number\}|reviews)$/;

/** The same client, with its content writes one after another and a second apart. Share one for a whole run. */
export function paceWrites(client: GitHubApi, clock: Clock): GitHubApi {
  let tail: Promise<unknown> = Promise.resolve();
  let last = -Infinity;
  return {
    paginate: client.paginate,
    request: async (route, parameters, options) => {
      if (!CONTENT.test(route)) return await client.request(route, parameters, options);
      const send = async (): ReturnType<GitHubApi["request"]> => {
        const wait = last + MIN_GAP_MS - clock.monotonic();
        if (wait > 0) await clock.sleep(wait);
        last = clock.monotonic();
        return await client.request(route, parameters, options);
      };
      const result = tail.then(send, send);
      tail = result.catch(() => {});
      return await result;
    },
  };
}
