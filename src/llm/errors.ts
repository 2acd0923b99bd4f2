/** Judges failed model calls. Only this file decides what can be retried, which has the code `provider.unavailable`. */

import { member } from "../base/member.ts";
import { oneLine } from "../base/truncate.ts";
import { describeError, RunnerError, type ErrorCode } from "../protocol/error.ts";
import { NO_USAGE, type FailedCall } from "../protocol/model.ts";
import type { AttemptCount } from "./wire/usage.ts";
import { CALLS_AS_TEXT, idHint, refusalIn, sizesIn, windowHint } from "./wire/refusals.ts";
import { retryAfterMs } from "./wire/retry-after.ts";
import {
  CRASHED,
  FILTERED,
  MALFORMED_CALL,
  refusedPartIn,
  saysOverflow,
  saysSpent,
  WRONG_KEY,
} from "./wire/error-words.ts";
import {
  bodyText,
  chain,
  codesIn,
  errorBody,
  headersOf,
  messagesIn,
  httpStatusOf,
  errorSentence,
} from "./wire/thrown.ts";
import { asString } from "./wire/wire-value.ts";

/** Characters of the provider's own message. Its beginning is enough to act on. */
const MAX_DETAIL_CHARS = 300;

/** The facts about a failed attempt, and what was thrown. They are the `cause` of its RunnerError. */
interface AttemptFailure extends FailedCall {
  readonly thrown: unknown;
}

/** How far an attempt came: nothing was sent, the request was sent, or the answer began. */
export type AttemptProgress = "begun" | "sent" | "streaming";

export interface FailureContext {
  /** `provider/id`. */
  readonly model: string;
  /** The variable with the key, e.g. `KIMI_API_KEY`. */
  readonly keyVariable: string;
  /** Wall time in ms, for `Retry-After` dates. */
  readonly now: number;
  readonly progress?: AttemptProgress | undefined;
  /** No content at all came within the time limit. */
  readonly isSilent?: boolean | undefined;
  /** What the attempt used, unless it turns out to be free. */
  readonly use?: AttemptCount | undefined;
}

/** Turns what an attempt threw into the error for the caller. Programming errors stay unchanged. */
export function providerError(thrown: unknown, context: FailureContext): unknown {
  const known = chain(thrown).find((link) => link instanceof RunnerError);
  const status = httpStatusOf(thrown);
  const text = bodyText(thrown);
  const said = text === "" ? "" : `: ${oneLine(errorSentence(errorBody(thrown) ?? text), MAX_DETAIL_CHARS)}`;
  // The patterns are those of the vendors' JSON, which gateways quote inside their own.
  const body = text.replaceAll(/(?<!\\)\\+"/g, '"');
  const verdict = known ?? judge(status, { thrown, body, said, context });
  if (verdict === undefined) return thrown;
  const isKnownFree = known !== undefined && known.code !== "provider.unavailable";
  const isUnpaid = context.progress !== "streaming" && !MALFORMED_CALL.test(body);
  // Gateways refuse requests inside an answer with a status of success, before any text or token count.
  const isUnserved = context.use?.estimated?.length === 2 && context.use.usage.output === 0;
  const isRefused = isUnserved && /rejected|quota|overflow/.test(verdict.code);
  const isFree = isRefused || (isUnpaid && (status !== undefined || isKnownFree || isUnsent(thrown, context)));
  const refused = verdict.code === "provider.rejected" ? refusedPartIn(body) : undefined;
  const failure: AttemptFailure = {
    kind: "attempt",
    ...(refused === undefined ? {} : { refused }),
    status,
    retryAfterMs: retryAfterMs(headersOf(thrown), body, context.now),
    ...useOf(isFree, context),
    ...(context.isSilent === true ? { isSilent: true } : {}),
    thrown,
  };
  return withFailure(refused === undefined ? verdict : { ...verdict, hint: undefined }, failure); // no setting helps
}

/** The error of an attempt that the run's signal ended. It has the code and message of the signal's reason. */
export function abortError(reason: unknown, context: FailureContext): RunnerError {
  const failure: AttemptFailure = { kind: "attempt", ...useOf(context.progress === "begun", context), thrown: reason };
  const verdict: Verdict =
    reason instanceof RunnerError ? reason : { code: "run.interrupted", message: describeError(reason) };
  return withFailure(verdict, failure);
}

function withFailure({ code, message, hint }: Verdict, cause: AttemptFailure): RunnerError {
  return new RunnerError({ code, message, hint, cause });
}

function useOf(isFree: boolean, { use }: FailureContext): AttemptCount & Pick<FailedCall, "isFree"> {
  return isFree || use === undefined ? { usage: NO_USAGE, isFree } : { ...use, isFree };
}

/** Codes of connections that were never made. After any other failure, the provider may have received the request. */
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

/** A verdict that allows another attempt. */
function unavailable(message: string): Verdict {
  return { code: "provider.unavailable", message };
}

function rejected(message: string, hint?: string): Verdict {
  return { code: "provider.rejected", message, hint };
}

interface Evidence {
  readonly thrown: unknown;
  /** What the provider says, as text for patterns. */
  readonly body: string;
  /** The same as a sentence for people, after a colon; may be empty. */
  readonly said: string;
  readonly context: FailureContext;
}

/** Timeouts, conflicts, rate limits and overload. AWS and Azure send 424 for the model behind them, Groq 498, Anthropic 529. */
const RETRYABLE_STATUS: ReadonlySet<number> = new Set([
  408, 409, 424, 425, 429, 498, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529, 530,
]);

const OVERLOADED =
  /overloaded|over capacity|rate[ _]limit|temporarily unavailable|try again later|server_error|api_error|timeout/i;
/** TLS errors that a second attempt does not change. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS/;
const CONNECTION_CODE = /^(E[A-Z]+|UND_ERR_\w+|HPE_\w+|ERR_(STREAM|SOCKET|HTTP|HTTP2|SSL|PROXY)_\w+)$/;
/** Words of AWS's packages for incomplete or invalid frames. */
const TORN_FRAME =
  /could not parse a \w+ chunk|checksum|truncated event|message lengths? |unrecognized header type|out of (?:range|bounds)/i;
const CONNECTION_WORDS =
  /terminated|socket hang up|fetch failed|connection error|timed out|network|aborted|premature close/i;

function judge(status: number | undefined, evidence: Evidence): Verdict | undefined {
  if (status !== undefined) return judgeStatus(status, evidence);
  return errorBody(evidence.thrown) === undefined ? judgeTransport(evidence.thrown) : judgeEvent(evidence);
}

function judgeStatus(status: number, { thrown, body, said, context }: Evidence): Verdict {
  const isClientError = status >= 400 && status < 500;
  // Checked first, because a request that is too large is refused with 400, 413 and even 429.
  if (status === 413 || saysOverflow(body)) return overflow(said, body, context);
  if (status === 402 || (isClientError && saysSpent(body))) return spent(said, context);
  const failed = unavailable(`HTTP ${status}${said}`);
  const wish = headersOf(thrown)?.get("x-should-retry");
  if (wish === "true") return failed;
  const refusal = refusalIn(body, context.model);
  if (status >= 500 && refusal?.stays === true) return rejected(`HTTP ${status}${said}`, refusal.hint);
  if (wish === "false" && RETRYABLE_STATUS.has(status)) {
    const message = `HTTP ${status}, which the provider says not to retry${said}`;
    return rejected(message, `See what ${context.keyVariable} may use.`);
  }
  const isSlip = isClientError && (CRASHED.test(body) || (status === 400 && MALFORMED_CALL.test(body)));
  if (RETRYABLE_STATUS.has(status) || isSlip) return failed;
  if (isClientError && FILTERED.test(body)) return filtered(said);
  const hint = refusal?.hint;
  if (status === 404) return rejected(`HTTP 404 for model ${context.model}${said}`, hint ?? idHint(context.model));
  const isKey = status === 401 || status === 403 || (isClientError && WRONG_KEY.test(body));
  if (isKey && (status !== 403 || hint === undefined)) {
    return rejected(`HTTP ${status}, the key was not accepted${said}`, keyHint(context));
  }
  if (isClientError) {
    const what = hint === CALLS_AS_TEXT ? `${context.model} does not support tools` : `HTTP ${status}`;
    return rejected(`${what}${said}`, hint);
  }
  // Some gateways report overload in words, with another status.
  return status >= 500 && OVERLOADED.test(body) ? failed : rejected(`HTTP ${status}${said}`);
}

/** Judges a failure of the connection, or of the SDK that reads the answer. Undefined: it is neither. */
function judgeTransport(thrown: unknown): Verdict | undefined {
  const code = codesIn(thrown).find((name) => CERTIFICATE.test(name) || CONNECTION_CODE.test(name));
  if (code !== undefined && CERTIFICATE.test(code)) {
    return rejected(
      `The model endpoint's certificate was not accepted: ${code}`,
      "Name a private authority's certificate in NODE_EXTRA_CA_CERTS.",
    );
  }
  if (code !== undefined) return unavailable(`Connection failed: ${code}`);
  if (thrown instanceof SyntaxError) return unavailable("Unusable answer: the stream has an event that is not JSON.");
  // The SDKs write an error's body into its message, and JSON.stringify has a stack that a hostile body overflows.
  if (thrown instanceof RangeError && thrown.message.includes("call stack")) {
    return unavailable("Unusable answer: it is nested too deeply.");
  }
  const torn = messagesIn(thrown).find((message) => TORN_FRAME.test(message));
  if (torn !== undefined) return unavailable(`Unusable answer: ${oneLine(torn, MAX_DETAIL_CHARS)}`);
  const words = messagesIn(thrown).find((message) => CONNECTION_WORDS.test(message));
  return words === undefined ? undefined : unavailable(`Connection failed: ${oneLine(words, MAX_DETAIL_CHARS)}`);
}

function keyHint({ keyVariable, model }: FailureContext): string {
  return `Check ${keyVariable} and that it may use ${model}.`;
}

/** Refusals inside a stream. A code of 400 is not among them: it may be a failure of the provider behind a gateway. */
const NO_ACCESS = /authentication_error|permission_error|accessDeniedException|data_residency|"code":\s*"?40[13]\b/;
const NO_MODEL = /not_found_error|"code":\s*"?404\b/;
const NO_REQUEST = /invalid_request_error|validationException|"code":"[a-z0-9_]*image/;

/** Judges an error inside the stream. Unknown kinds are retried, because the request itself was accepted. */
function judgeEvent({ body, said, context }: Evidence): Verdict {
  if (saysOverflow(body)) return overflow(said, body, context);
  if (saysSpent(body) || /"code":\s*"?402\b/.test(body)) return spent(said, context);
  if (FILTERED.test(body)) return filtered(said);
  const message = `The provider refused the request${said}`;
  if (NO_ACCESS.test(body) || WRONG_KEY.test(body)) return rejected(message, keyHint(context));
  if (NO_MODEL.test(body)) return rejected(message, idHint(context.model));
  const refusal = refusalIn(body, context.model);
  if (refusal?.stays === true || (NO_REQUEST.test(body) && !MALFORMED_CALL.test(body)))
    return rejected(message, refusal?.hint);
  return unavailable(`Error inside the stream${said}`);
}

/** A cap that takes more than half of the window is at fault itself: a shorter prompt does not make room for it. */
function overflow(said: string, body: string, { model }: FailureContext): Verdict {
  const { cap, window } = sizesIn(body) ?? {};
  if (cap !== undefined && window !== undefined && cap > window / 2)
    return rejected(
      `The output cap of ${cap} tokens does not fit the server's window${said}`,
      windowHint(window, model),
    );
  return {
    code: "provider.overflow",
    message: `The request does not fit the model's window${said}`,
    hint:
      window === undefined
        ? "Compact the conversation, or choose a model with a larger window."
        : `The server's window has ${window} tokens. ${windowHint(window, model)}`,
  };
}

function spent(said: string, { keyVariable }: FailureContext): Verdict {
  return {
    code: "provider.quota",
    message: `The account of ${keyVariable} has no quota left${said}`,
    hint: "Add credit or use another key; waiting does not help.",
  };
}

function filtered(said: string): Verdict {
  return {
    code: "provider.filtered",
    message: `The provider withheld the answer${said}`,
    hint: "The same request would be filtered again; change the task or the model.",
  };
}

/** The error of an answer that a finish reason (`content_filter`, `refusal`) withheld. */
export function filteredAnswer(reason: string): RunnerError {
  return new RunnerError(filtered(`: ${reason}`));
}
