/** Reads the errors that the SDKs and Node throw, whose types cannot be relied on, and turns a provider's error into a sentence. */

import { member, parseJson } from "../../base/member.ts";
import type { HeaderReader } from "./retry-after.ts";
import { asString, jsonText, asArray } from "./wire-value.ts";

/** `thrown` and its causes, at most 5 deep: the SDKs wrap transport errors once or twice. */
export function chain(thrown: unknown): unknown[] {
  const links: unknown[] = [];
  for (let link = thrown; link !== undefined && links.length < 5; link = member(link, "cause")) links.push(link);
  return links;
}

export function codesIn(thrown: unknown): string[] {
  return chain(thrown).flatMap((link) => asString(member(link, "code")) ?? []);
}

export function messagesIn(thrown: unknown): string[] {
  return chain(thrown).flatMap((link) => (link instanceof Error ? link.message : []));
}

export function httpStatusOf(thrown: unknown): number | undefined {
  const status = member(thrown, "status");
  return typeof status === "number" ? status : undefined;
}

/** The provider's error in an SDK error, parsed. */
export function errorBody(thrown: unknown): unknown {
  return member(thrown, "error");
}

/** Most characters of an error that are searched for known words. */
const MAX_BODY_CHARS = 64_000;

/** The beginning of the provider's error as text: its JSON, or (for HTML and plain text) the message of the SDK. */
export function bodyText(thrown: unknown): string {
  return wholeBody(thrown).slice(0, MAX_BODY_CHARS);
}

function wholeBody(thrown: unknown): string {
  const body = errorBody(thrown);
  if (typeof body === "string") return body;
  if (body !== undefined && body !== null) return jsonText(body) ?? "";
  const status = httpStatusOf(thrown);
  if (status === undefined || !(thrown instanceof Error)) return "";
  // The SDKs put the status before a body that is not JSON, and their own words in place of a missing body.
  const text = thrown.message.startsWith(`${status} `) ? thrown.message.slice(`${status} `.length) : thrown.message;
  return text === "status code (no body)" ? "" : text;
}

export function headersOf(thrown: unknown): HeaderReader | undefined {
  const headers = member(thrown, "headers");
  return typeof member(headers, "get") === "function" ? (headers as HeaderReader) : undefined;
}

/** Most levels of errors inside errors: gateways wrap the error of the provider behind them, which may wrap another one. */
const MAX_DEPTH = 4;

/** For example `Rate limit reached (rate_limit_exceeded)`. A body without a message is returned as JSON. */
export function errorSentence(body: unknown, depth = 0): string {
  if (typeof body === "string") {
    const parsed = depth < MAX_DEPTH ? parseJson(body) : undefined;
    return typeof parsed === "object" && parsed !== null ? errorSentence(parsed, depth + 1) : wordsOfPage(body);
  }
  const inner = [member(body, "error"), member(body, "message")].find((one) => typeof one === "object" && one !== null);
  if (inner !== undefined && depth < MAX_DEPTH) return errorSentence(inner, depth + 1);
  const words = wordsIn(body);
  if (words === undefined) return jsonText(body) ?? "";
  const said = /^\s*[{[]/.test(words) ? errorSentence(words, depth + 1) : withQuoted(words.trim(), depth);
  const raw = member(member(body, "metadata"), "raw");
  const behind = raw === undefined || raw === null || depth >= MAX_DEPTH ? "" : errorSentence(raw, depth + 1);
  const kinds = [member(body, "code"), member(body, "type"), member(body, "status")]
    .flatMap((kind) => asString(kind) ?? [])
    .filter((kind, at, all) => kind !== "" && kind !== "error" && all.indexOf(kind) === at && !said.includes(kind));
  const named = kinds.length === 0 ? "" : ` (${kinds.join(", ")})`;
  return `${said}${named}${behind === "" || said.includes(behind) ? "" : `: ${behind}`}`;
}

/** A sentence that quotes an error as JSON, with the words of that error in place of it. LiteLLM quotes bodies, some as Python prints bytes. */
function withQuoted(text: string, depth: number): string {
  const [start, end] = [text.indexOf('{"'), text.lastIndexOf("}") + 1];
  if (start === -1 || end <= start || depth >= MAX_DEPTH) return text;
  const quoted = text.slice(start, end);
  const error = parseJson(quoted) ?? parseJson(quoted.replaceAll(/\\(['\\])/g, "$1"));
  if (wordsIn(error) === undefined && member(error, "error") === undefined) return text;
  const before = text.slice(0, start).replace(/b?['"]$/, "");
  return `${before}${errorSentence(error, depth + 1)}${text.slice(end).replace(/^['"]/, "")}`;
}

/** The title of an HTML page, or its text if it has none. Other text stays as it is. */
function wordsOfPage(text: string): string {
  if (!/^\s*<(?:!doctype|html|head|body|title|center|h1|p)\b/i.test(text)) return text.trim();
  const title = /<title[^<>]*>([^<]+)</i.exec(text)?.[1]?.trim();
  if (title !== undefined) return title;
  const parts = text
    .split(/<\/(?:style|script)>/i)
    .map((part, at, all) => (at === all.length - 1 ? part : part.replace(/<(?:style|script)\b[^]*$/i, " ")));
  return parts
    .join(" ")
    .replaceAll(/<[^<>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The message of an error object, under any of the names that vendors use. */
function wordsIn(body: unknown): string | undefined {
  const detail = member(body, "detail");
  const listed = asArray(detail).flatMap((one) => asString(member(one, "msg")) ?? []);
  return [
    member(body, "message"),
    member(body, "error"),
    listed.length > 0 ? listed.join("; ") : detail,
    member(body, "error_description"),
    member(body, "msg"),
    member(body, "Message"),
  ]
    .flatMap((value) => asString(value) ?? [])
    .find((text) => text.trim() !== "");
}
