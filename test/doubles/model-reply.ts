/** What a double of a model server can be told to answer, and how it can be told to fail. */

import type { DoubleItem } from "./model-responses.ts";

export interface DoubleCall {
  readonly id?: string;
  readonly name: string;
  /** An object is serialised; text is sent as it stands. */
  readonly arguments: object | string;
}

/** Faults of the events themselves. */
interface EventFaults {
  /** No finish_reason, or neither stop_reason nor message_stop. */
  readonly noFinish?: boolean;
  /** No `data: [DONE]` (OpenAI only). */
  readonly noDone?: boolean;
  /** An event that is not JSON, after the first one. */
  readonly malformedEvent?: boolean;
  /** Lines end with CR LF. */
  readonly crlf?: boolean;
  /** Arguments of several calls arrive mixed, a fragment of each in turn. */
  readonly interleaved?: boolean;
  /** All calls carry the id of the first. */
  readonly duplicateIds?: boolean;
  /** Calls carry no id (OpenAI only). */
  readonly noIds?: boolean;
  /** Arguments come in one piece, without deltas (Responses only). */
  readonly wholeArguments?: boolean;
  /** Every event of an item names another id (Responses only). */
  readonly rotatingIds?: boolean;
  /** An error event in place of the end. */
  readonly errorEvent?: object;
}

/** Faults of the transport. */
interface TransportFaults {
  /** This status and body in place of a stream. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Destroys the connection after so many bytes of the body. */
  readonly cutAfterBytes?: number;
  /** Sends so many bytes and then nothing more, with the connection open. */
  readonly stallAfterBytes?: number;
  /** While stalled, sends a comment line every so many ms. */
  readonly commentEveryMs?: number;
  /** Sends the body in pieces of this size; 1 splits every UTF-8 sequence. */
  readonly chunkBytes?: number;
  /** Wait before the status line. */
  readonly delayMs?: number;
  /** Wait for this before the status line. */
  readonly until?: Promise<unknown>;
}

export interface DoubleReply extends EventFaults, TransportFaults {
  readonly text?: string;
  readonly think?: string;
  /** Signature of `think` (Anthropic only). */
  readonly signature?: string;
  /** A redacted_thinking block (Anthropic only). */
  readonly redacted?: string;
  readonly calls?: readonly DoubleCall[];
  /** The output items in order, in place of the four above (Responses only). */
  readonly items?: readonly DoubleItem[];
  /** finish_reason or stop_reason as the format spells it; derived when left out. In Responses `incomplete <reason>` or `failed <code>`. */
  readonly finish?: string;
  /** The usage object as the format spells it; null sends none. */
  readonly usage?: object | null;
  /** The usage of the first event (Anthropic only). */
  readonly usageAtStart?: object;
  /** The body of the stream verbatim, in place of all above. */
  readonly raw?: string | Uint8Array;
}

/** Arguments as they go over the wire. */
export function argumentText(call: DoubleCall): string {
  return typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
}

/** A text in pieces of `size` characters, so that every reply is a stream. */
export function pieces(text: string, size = 7): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
}

/** Several lists as one, taking from each in turn. */
export function interleave<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
