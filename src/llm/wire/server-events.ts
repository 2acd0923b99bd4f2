/** Reads server-sent events. The SDKs would hide comments, event names and the final `[DONE]`. */

import { isRecord, member, parseJson } from "../../base/member.ts";

export interface ServerEvent {
  /** Empty if the event has no name. */
  readonly name: string;
  readonly data: string;
}

/** The error to throw for an event that reports one: an object, or text. Like those of the SDKs, it has what the provider says. */
export function failureOfEvent(error: unknown): Error {
  // Throws a RangeError for an error that is nested too deeply, as the SDKs do.
  return Object.assign(new Error(typeof error === "string" ? error : JSON.stringify(error)), { error });
}

/** The JSON of an event. Throws the error that it reports, by its name, its type or a member. */
export function jsonOf({ name, data }: ServerEvent): unknown {
  const value: unknown = JSON.parse(data);
  const error = member(value, "error");
  const isError = name === "error" || member(value, "type") === "error" || !isEmpty(error);
  if (!isError) return value;
  throw failureOfEvent(error ?? value);
}

/** Some gateways add such a member to each event. */
function isEmpty(error: unknown): boolean {
  return error === undefined || error === null || error === "" || (isRecord(error) && Object.keys(error).length === 0);
}

/** Whether an event is the mark at the end of Chat Completions, which other formats have at some gateways. */
export function isDone({ data }: ServerEvent): boolean {
  return data.trim() === "[DONE]";
}

/** The events of an answer, up to and including the last one. */
export async function* eventsOf(
  { body }: Pick<Response, "body">,
  isLast: (event: ServerEvent) => boolean,
): AsyncGenerator<ServerEvent> {
  for await (const event of serverEvents(body ?? [])) {
    yield event;
    if (isLast(event)) return;
  }
}

/** Most characters that are kept of an answer that is not an event stream. */
const MAX_OTHER_CHARS = 16_000_000;

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * The events of a body. An empty line ends an event; the last event may lack it. Blank events, which keep a connection alive, are left
 * out. A server that does not stream answers with one JSON value in place of events.
 */
async function* serverEvents(body: Bytes): AsyncGenerator<ServerEvent> {
  let name = "";
  let data: string[] = [];
  let other = "";
  let isStream = false;
  for await (const lines of linesOf(body)) {
    for (const line of lines) {
      if (line === "") {
        const text = data.join("\n");
        if (text.trim() !== "") yield { name, data: text };
        [name, data] = ["", []];
        continue;
      }
      isStream ||= FIELD.test(line);
      if (!isStream && other.length < MAX_OTHER_CHARS) other += `${line}\n`;
      const colon = line.indexOf(":");
      const field = colon === -1 ? line : line.slice(0, colon);
      const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
      if (field === "event") name = value;
      if (ERROR.test(line)) [name, data] = ["error", [value]];
      if (field === "data") data.push(value);
    }
  }
  if (!isStream && other.trim() !== "") yield* wholeAnswer(other);
}

/** The lines of a body as they come. They end with LF, CR LF or CR, and an empty one follows the last. */
async function* linesOf(body: Bytes): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  let isCut = false;
  for await (const bytes of body) {
    const text = decoder.decode(bytes, { stream: true });
    rest += text;
    // Searching the whole line with each of its pieces would take time that grows with the square of its length.
    if (!isCut && !LINE_END.test(text)) continue;
    // A CR at the end may be the first half of CR LF.
    isCut = text.endsWith("\r");
    const end = Math.max(rest.lastIndexOf("\n"), rest.lastIndexOf("\r", rest.length - 2));
    if (end === -1) continue;
    yield rest
      .slice(0, end + 1)
      .split(LINE_END)
      .slice(0, -1);
    rest = rest.slice(end + 1);
  }
  yield [...(rest + decoder.decode()).split(LINE_END), ""];
}

const LINE_END = /\r\n|\n|\r/;

/** The beginning of a line of an event stream. */
const FIELD = /^(?:(?:data|event|id|retry)?(?::|$)|error: ?\{.*\}$)/;
/** llama.cpp writes an error as a line `error: {…}`. */
const ERROR = /^error: ?\{.*\}$/;

/** Characters that neither a page nor JSON contains. */
const UNREADABLE = /[^\P{Cc}\s]|\uFFFD/u;

/** The events in one JSON value or list in place of a stream. Whole answers end with `[DONE]`, because some servers give no finish reason. */
function* wholeAnswer(text: string): Generator<ServerEvent> {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null) {
    if (UNREADABLE.test(text)) return; // compressed, although the request did not allow that
    throw failureOfEvent(text.trim());
  }
  const events: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const one of events) yield { name: "", data: JSON.stringify(one) };
  const choices = events.flatMap((one) => member(one, "choices"));
  if (choices.some((choice) => isRecord(member(choice, "message")))) yield { name: "", data: "[DONE]" };
}
