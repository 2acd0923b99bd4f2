/** Recognises answers that only turn a request away. Gateways send them with a status of success. */

import type { ErrorCode } from "../../protocol/error.ts";
import { saysBusy } from "./error-words.ts";
import type { AttemptCount } from "./usage.ts";

/**
 * Whether the answer refused the request, before any text or token count. `code`: what its error was judged to be. An unknown error of
 * the server is no refusal, because it may come after work that is charged.
 */
export function isTurnedAway(code: ErrorCode, body: string, use: AttemptCount | undefined): boolean {
  const isUnserved = use?.estimated?.length === 2 && use.usage.output === 0;
  return isUnserved && (/rejected|quota|overflow/.test(code) || saysBusy(body));
}
