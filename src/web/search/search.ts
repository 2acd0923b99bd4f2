/**
 * Asks the search provider that the policy names. The controller does this, because the cell never gets the key. The request goes
 * through the cell's proxy all the same, to the one address of the provider. A redirect is an error, because the key would be sent there.
 */

import { parseJson } from "../../base/member.ts";
import { parseWebAddress } from "../../base/network/web-address.ts";
import { oneLine } from "../../base/truncate.ts";
import { sanitisePlain } from "../../github/sanitise/sanitise.ts";
import { describeError, RunnerError } from "../../protocol/error.ts";
import type { FoundPage, SearchProvider, WebQuery } from "../../protocol/tool.ts";
import { requestThrough, type ProxyPlace } from "../through-proxy.ts";
import { SEARCHES, type SearchEntry } from "./providers.ts";

export interface SearchAccess {
  readonly provider: SearchProvider;
  readonly url: URL;
  readonly key: string;
  readonly proxy: ProxyPlace;
}

const TIMEOUT_MS = 30_000;
/** 20 entries have 50 KB. */
const MAX_ANSWER_BYTES = 1_000_000;
const MAX_TITLE_CHARS = 200;
const MAX_SUMMARY_CHARS = 600;
const MAX_DATE_CHARS = 40;
/** Some providers mark the words of the query in their summaries. */
const MARKS = /<\/?(?:strong|b|em|mark)>/g;

/** Throws `tool.input` with the reason. */
export async function searchWeb(
  { query, limit }: WebQuery,
  { provider, url: place, key, proxy }: SearchAccess,
  signal: AbortSignal,
): Promise<readonly FoundPage[]> {
  const { request, entries } = SEARCHES[provider];
  const { url, headers, body } = request(place, { query, limit, key });
  const time = AbortSignal.timeout(TIMEOUT_MS);
  const reply = await requestThrough(proxy, {
    url,
    method: body === undefined ? "GET" : "POST",
    headers: {
      ...headers,
      "accept-encoding": "gzip",
      ...(body && { "content-length": String(Buffer.byteLength(body)) }),
    },
    body,
    maxBytes: MAX_ANSWER_BYTES,
    signal: AbortSignal.any([signal, time]),
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw failure(place, time.aborted ? `it took longer than ${TIMEOUT_MS / 1_000} s` : describeError(error));
  });
  if (reply.status !== 200) throw failure(place, `it answered ${reply.status}${meaningOf(reply.status)}`);
  const found = entries(parseJson(reply.body.toString("utf8")));
  if (found === undefined) throw failure(place, `its answer is not one of ${provider}`);
  return found.slice(0, limit).flatMap(shown);
}

function shown({ title, url, summary, date }: SearchEntry): readonly FoundPage[] {
  const address = URL.parse(url);
  if (address?.protocol !== "https:" && address?.protocol !== "http:") return [];
  const line = (text: string, maxChars: number): string =>
    oneLine(sanitisePlain(text.replaceAll(MARKS, "")).text, maxChars);
  const page = parseWebAddress(address.href);
  return [
    {
      title: line(title, MAX_TITLE_CHARS),
      url: address.href.slice(0, 2_000),
      host: page.kind === "address" ? page.host : undefined,
      summary: line(summary, MAX_SUMMARY_CHARS),
      date: line(date, MAX_DATE_CHARS),
    },
  ];
}

function meaningOf(status: number): string {
  if (status === 401 || status === 403) return ": it does not accept the key";
  if (status === 429) return ": too many searches for now";
  return status >= 300 && status < 400 ? ", a redirect, which is not followed with a key" : "";
}

function failure({ host }: URL, why: string): RunnerError {
  return new RunnerError({
    code: "tool.input",
    message: `The search at ${host} failed: ${why.replace(/\.$/, "")}.`,
    hint: "Go on with what is in the repository, or read a page that you know with fetch_url.",
  });
}
