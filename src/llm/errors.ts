/**
 * What a failed model call means. Only this file decides whether it can be retried: a call with `provider.unavailable` can, with
 * any other code it cannot. Aborts are not failures and do not come here.
 */

import { member } from "../base/member.ts";
import { oneLine } from "../base/truncate.ts";
import { describeError, RunnerError, type ErrorCode } from "../protocol/error.ts";
import { NO_USAGE, type FailedCall } from "../protocol/model.ts";
import type { AttemptCount } from "./wire/usage.ts";
import { errorSentence } from "./wire/error-sentence.ts";
import { CALLS_AS_TEXT, hintOfRefusal, idHint } from "./wire/refusals.ts";
import { retryAfterMs } from "./wire/retry-after.ts";
import { saysFiltered, saysMalformedCall, saysOverflow, saysSpent, saysWrongKey } from "./wire/error-words.ts";
import { bodyText, chain, codesIn, errorBody, headersOf, messagesIn, httpStatusOf } from "./wire/thrown.ts";
import { asString } from "./wire/wire-value.ts";

/** Characters of the provider's own message. Its beginning is enough to act on. */
const MAX_DETAIL_CHARS = 300;

/** Facts about a failed attempt, in the `cause` of its RunnerError. */
interface AttemptFailure extends FailedCall {
  readonly thrown: unknown;
}

/** How far an attempt came: nothing was sent, the request was, or the answer began. */
export type HowFar = "begun" | "sent" | "streaming";

/** Names for hints, and what the attempt used unless it is free. */
export interface FailureContext {
  /** `provider/id`. */
  readonly model: string;
  /** The variable with the key, e.g. `KIMI_API_KEY`. */
  readonly keyVariable: string;
  /** Wall time in ms, for `Retry-After` dates. */
  readonly now: number;
  readonly progress?: HowFar | undefined;
  /** The time without content was over, and there was none at all. */
  readonly isSilent?: boolean | undefined;
  readonly use?: AttemptCount | undefined;
}

/** The error of an answer that cannot be used, which may be retried: malformed, cut off, stalled or empty. */
export function unusable(reason: string): RunnerError {
  return new RunnerError({ code: "provider.unavailable", message: `Unusable answer: ${reason}.` });
}

/** Turns what an attempt threw into the caller's error. Programming errors stay unchanged. */
export function providerError(thrown: unknown, context: FailureContext): unknown {
  const known = runnerErrorIn(thrown);
  const status = httpStatusOf(thrown);
  const body = bodyText(thrown);
  const verdict: Verdict | undefined = known ?? judge({ thrown, status, body, context });
  if (verdict === undefined) return thrown;
  const isKnownFree = known !== undefined && known.code !== "provider.unavailable";
  const isUnpaid = context.progress !== "streaming" && !saysMalformedCall(body);
  // Refused inside an answer with a status of success, as gateways do, before a word or a count of it came.
  const isUnserved = context.use?.estimated?.length === 2 && context.use.usage.output === 0;
  const isRefused = isUnserved && /rejected|quota|overflow/.test(verdict.code);
  const isFree = isRefused || (isUnpaid && (status !== undefined || isKnownFree || isUnsent(thrown, context)));
  const failure: AttemptFailure = {
    kind: "attempt",
    status,
    retryAfterMs: retryAfterMs(headersOf(thrown), body, context.now),
    ...useOf(isFree, context),
    ...(context.isSilent === true ? { isSilent: true } : {}),
    thrown,
  };
  return new RunnerError({ code: verdict.code, message: verdict.message, hint: verdict.hint, cause: failure });
}

/** The error of an attempt that the run's signal ended: its reason, with what the attempt used. */
export function abortError(reason: unknown, context: FailureContext): RunnerError {
  const failure: AttemptFailure = { kind: "attempt", ...useOf(context.progress === "begun", context), thrown: reason };
  if (!(reason instanceof RunnerError)) {
    return new RunnerError({ code: "run.interrupted", message: describeError(reason), cause: failure });
  }
  return new RunnerError({ code: reason.code, message: reason.message, hint: reason.hint, cause: failure });
}

function useOf(isFree: boolean, { use }: FailureContext): AttemptCount & Pick<FailedCall, "isFree"> {
  return isFree || use === undefined ? { usage: NO_USAGE, isFree } : { ...use, isFree };
}

/** Failures of a connection that was not made. Any other failure may have come after the provider had the request. */
const UNCONNECTED = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ERR_PROXY_TUNNEL)$/;

function isUnsent(thrown: unknown, { progress }: FailureContext): boolean {
  if (progress === "begun") return true;
  return chain(thrown).some((link) => {
    const code = asString(member(link, "code")) ?? "";
    return UNCONNECTED.test(code) || CERTIFICATE.test(code) || member(link, "syscall") === "connect";
  });
}

interface Verdict {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string | undefined;
}

interface Evidence {
  readonly thrown: unknown;
  readonly status: number | undefined;
  readonly body: string;
  readonly context: FailureContext;
}

/** Timeouts, conflicts, rate limits and overload: 424 of the model behind (AWS, Azure), 498 of Groq, 529 of Anthropic. */
const RETRYABLE_STATUS: ReadonlySet<number> = new Set([
  408, 409, 424, 425, 429, 498, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529, 530,
]);

const OVERLOADED =
  /overloaded|over capacity|rate[ _]limit|temporarily unavailable|try again later|server_error|api_error|timeout/i;
/** TLS errors that a second attempt does not change. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS/;
const CONNECTION_CODE = /^(E[A-Z]+|UND_ERR_\w+|HPE_\w+|ERR_(STREAM|SOCKET|HTTP|HTTP2|SSL|PROXY)_\w+)$/;
/** Words of AWS's packages for frames that are not whole, or whose content is none. */
const TORN_FRAME =
  /could not parse a \w+ chunk|checksum|truncated event|message lengths? |unrecognized header type|out of (?:range|bounds)/i;
const CONNECTION_WORDS =
  /terminated|socket hang up|fetch failed|connection error|timed out|network|aborted|premature close/i;

function judge({ thrown, status, body, context }: Evidence): Verdict | undefined {
  const said = body === "" ? "" : `: ${oneLine(errorSentence(errorBody(thrown) ?? body), MAX_DETAIL_CHARS)}`;
  const code = codesIn(thrown).find((name) => CERTIFICATE.test(name) || CONNECTION_CODE.test(name));

  // The request is too large. Checked first, because it comes as 400, 413 and even 429.
  if (status === 413 || (status !== undefined && saysOverflow(body))) {
    return {
      code: "provider.overflow",
      message: `The request does not fit the model's window${said}`,
      hint: "Compact the conversation, or choose a model with a larger window.",
    };
  }
  if (status === 402 || (isClientError(status) && saysSpent(body))) {
    return {
      code: "provider.quota",
      message: `The account of ${context.keyVariable} has no quota left${said}`,
      hint: "Add credit or use another key; waiting does not help.",
    };
  }
  const wish = headersOf(thrown)?.get("x-should-retry");
  if (wish === "true" && status !== undefined)
    return { code: "provider.unavailable", message: `HTTP ${status}${said}` };
  if (wish === "false" && status !== undefined && RETRYABLE_STATUS.has(status)) {
    return {
      code: "provider.rejected",
      message: `HTTP ${status}, which the provider says not to try again${said}`,
      hint: `See what ${context.keyVariable} may use.`,
    };
  }
  const isMalformed = status === 400 && saysMalformedCall(body);
  if (isMalformed || (status !== undefined && RETRYABLE_STATUS.has(status)))
    return { code: "provider.unavailable", message: `HTTP ${status}${said}` };
  if (isClientError(status) && saysFiltered(body)) return filtered(said);
  const hint = hintOfRefusal(body, context.model);
  if (status === 404) {
    const message = `HTTP 404 for model ${context.model}${said}`;
    return { code: "provider.rejected", message, hint: hint ?? idHint(context.model) };
  }
  const isKey = status === 401 || status === 403 || (isClientError(status) && saysWrongKey(body));
  if (isKey && (status !== 403 || hint === undefined)) {
    return {
      code: "provider.rejected",
      message: `HTTP ${status}, the key was not accepted${said}`,
      hint: keyHint(context),
    };
  }
  if (isClientError(status)) {
    const what = hint === CALLS_AS_TEXT ? `${context.model} does not support tools` : `HTTP ${status}`;
    return { code: "provider.rejected", message: `${what}${said}`, hint };
  }
  // Some gateways report overload in words, with another status.
  if (status !== undefined && OVERLOADED.test(body) && status >= 500)
    return { code: "provider.unavailable", message: `HTTP ${status}${said}` };
  if (status !== undefined) return { code: "provider.rejected", message: `HTTP ${status}${said}` };

  // No status: an error event inside the stream, or the transport.
  if (errorBody(thrown) !== undefined) return judgeEvent(said, body, context);
  if (code !== undefined && CERTIFICATE.test(code)) {
    return {
      code: "provider.rejected",
      message: `The model endpoint's certificate was not accepted: ${code}`,
      hint: "Name a private authority's certificate in NODE_EXTRA_CA_CERTS.",
    };
  }
  if (code !== undefined) return { code: "provider.unavailable", message: `Connection failed: ${code}` };
  if (thrown instanceof SyntaxError) {
    return { code: "provider.unavailable", message: "Unusable answer: the stream has an event that is not JSON." };
  }
  // The SDKs write an error's body into its message, and JSON.stringify has a stack that a hostile body overflows.
  if (thrown instanceof RangeError && thrown.message.includes("call stack")) {
    return { code: "provider.unavailable", message: "Unusable answer: it is nested too deeply." };
  }
  const torn = messagesIn(thrown).find((message) => TORN_FRAME.test(message));
  if (torn !== undefined)
    return { code: "provider.unavailable", message: `Unusable answer: ${oneLine(torn, MAX_DETAIL_CHARS)}` };
  const words = messagesIn(thrown).find((message) => CONNECTION_WORDS.test(message));
  if (words !== undefined)
    return { code: "provider.unavailable", message: `Connection failed: ${oneLine(words, MAX_DETAIL_CHARS)}` };
  return undefined;
}

function keyHint({ keyVariable, model }: FailureContext): string {
  return `Check ${keyVariable} and that it may use ${model}.`;
}

/** Refusals inside a stream: by the kind of error, and by an HTTP status as its code, as gateways send it. A 400 there may be a failure of the provider behind. */
const NO_ACCESS = /authentication_error|permission_error|accessDeniedException|data_residency|"code":\s*"?40[13]\b/;
const NO_MODEL = /not_found_error|"code":\s*"?404\b/;
const NO_REQUEST = /invalid_request_error|validationException|"code":"[a-z0-9_]*image/;

/** Judges an error inside the stream. Unknown kinds are retried, because the request itself was accepted. */
function judgeEvent(said: string, body: string, context: FailureContext): Verdict {
  if (saysOverflow(body))
    return { code: "provider.overflow", message: `The request does not fit the model's window${said}` };
  if (saysSpent(body) || /"code":\s*"?402\b/.test(body))
    return { code: "provider.quota", message: `The account of ${context.keyVariable} has no quota left${said}` };
  if (saysFiltered(body)) return filtered(said);
  const message = `The provider refused the request${said}`;
  if (NO_ACCESS.test(body) || saysWrongKey(body)) return { code: "provider.rejected", message, hint: keyHint(context) };
  if (NO_MODEL.test(body)) return { code: "provider.rejected", message, hint: idHint(context.model) };
  if (NO_REQUEST.test(body) && !saysMalformedCall(body))
    return { code: "provider.rejected", message, hint: hintOfRefusal(body, context.model) };
  return { code: "provider.unavailable", message: `Error inside the stream${said}` };
}

function filtered(said: string): Verdict {
  return {
    code: "provider.filtered",
    message: `The provider withheld the answer${said}`,
    hint: "The same request is filtered again; change the task or the model.",
  };
}

/** The answer was withheld by a finish reason (`content_filter`, `refusal`). */
export function filteredAnswer(reason: string): RunnerError {
  return new RunnerError({ ...filtered(`: ${reason}`) });
}

function isClientError(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500;
}

function runnerErrorIn(thrown: unknown): RunnerError | undefined {
  return chain(thrown).find((link) => link instanceof RunnerError);
}
