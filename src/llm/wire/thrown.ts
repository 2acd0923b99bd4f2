/** Reads the errors that the SDKs and Node throw. Their types cannot be relied on. */

import { member } from "../../base/member.ts";
import type { HeaderReader } from "./retry-after.ts";
import { asString, jsonText } from "./wire-value.ts";

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
