/** MCP's transport over standard input and output: newline-delimited JSON-RPC with a process in the cell. */

import { setImmediate as nextTurn } from "node:timers/promises";
import {
  deserializeMessage,
  serializeMessage,
  type JSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import { isRecord, member, parseJson } from "../base/member.ts";
import { oneLine } from "../base/truncate.ts";
import type { Cell, TalkEnd } from "../protocol/cell.ts";
import type { StdioServer } from "./config.ts";

export type TalkingCell = Pick<Cell, "startTalk" | "readTalk" | "writeTalk" | "stopTalk">;

export interface ServerTransport extends Transport {
  readonly isOpen: () => boolean;
  /** Ends the server's process. Returns how it ended by itself and its last output, in sentences, each of which may be empty. */
  readonly fate: () => Promise<{ readonly ended: string; readonly said: string }>;
}

/** Characters shown of a line that is not a message. */
const MAX_JUNK_CHARS = 200;
/** Lines in a row that are not messages. A server that writes more of them is broken, and is ended. */
const MAX_JUNK_LINES = 1_000;
/** The server's own messages after one request: more than the progress reports of any call. A server that sends more is ended. */
const MAX_OWN_MESSAGES = 20_000;
const LINES_AT_ONCE = 100;
/** Characters shown of its standard error. */
const MAX_WORDS_CHARS = 1_000;

/** Creates the transport for one process. Starting the transport starts the process. */
export function createCellTransport(cell: TalkingCell, { command, cwd, env }: StdioServer): ServerTransport {
  let id: string | undefined;
  /** How it ended by itself. */
  let ended: TalkEnd | undefined;
  /** How it ended after `stopTalk`. */
  let stopped: TalkEnd | undefined;
  let junk: string | undefined;
  let junkLines = 0;
  let ownMessages = 0;
  /** Why the server is ended, where it writes too much. Set once. */
  let excess: string | undefined;
  let stopping: Promise<void> | undefined;
  let isClosed = false;

  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    transport.onclose?.();
  };
  const receive = (line: string): void => {
    const message = messageIn(line);
    if (message === undefined) {
      junkLines += 1;
      if (junkLines >= MAX_JUNK_LINES)
        excess ??= `it wrote ${MAX_JUNK_LINES} lines that are no message, and was ended.`;
      if (line.trim() !== "") junk ??= oneLine(line, MAX_JUNK_CHARS); // some servers log to standard output
      return;
    }
    junkLines = 0;
    if ("method" in message) ownMessages += 1;
    if (ownMessages >= MAX_OWN_MESSAGES) {
      excess ??= `it sent ${MAX_OWN_MESSAGES} messages of its own after a request, and was ended.`;
    }
    transport.onmessage?.(message);
  };
  const receiveAll = async (lines: readonly string[]): Promise<void> => {
    for (const [index, line] of lines.entries()) {
      if (stopping !== undefined || excess !== undefined) return;
      receive(line);
      if (index % LINES_AT_ONCE === 0) await nextTurn(); // lets a time limit end the call
    }
  };
  const pump = async (talk: string): Promise<void> => {
    for (;;) {
      const reply = await cell.readTalk(talk);
      await receiveAll(reply.lines);
      if (reply.end !== undefined) {
        if (stopping === undefined) ended = reply.end;
        return;
      }
      if (excess !== undefined) return await end();
    }
  };
  const end = (): Promise<void> => {
    if (id === undefined || ended !== undefined) return Promise.resolve();
    stopping ??= cell.stopTalk(id).then(
      (told) => void (stopped = told),
      () => {}, // a closed cell has ended the process
    );
    return stopping;
  };

  const transport: ServerTransport = {
    async start() {
      ({ id } = await cell.startTalk({ command, cwd, env }));
      if (isClosed) return await end(); // it took longer than its limit
      pump(id)
        .catch(() => {})
        .finally(close); // when the cell is gone, so is the server
    },
    async send(message) {
      if (id === undefined || isClosed) throw new Error("the server has ended");
      if ("method" in message && "id" in message) ownMessages = 0;
      await cell.writeTalk(id, serializeMessage(message).trimEnd());
    },
    async close() {
      await end();
      close();
    },
    isOpen: () => !isClosed && stopping === undefined,
    async fate() {
      await end();
      return { ended: excess ?? howItEnded(ended), said: whatItSaid(ended ?? stopped, junk) };
    },
  };
  return transport;
}

function messageIn(line: string): JSONRPCMessage | undefined {
  const text = line.trim(); // without a byte order mark
  if (!text.startsWith("{")) return undefined; // the parser takes a hundred times as long to refuse a line
  try {
    return deserializeMessage(text);
  } catch {
    return oddAnswer(parseJson(text));
  }
}

const ANSWER_KEYS: ReadonlySet<string> = new Set(["jsonrpc", "id", "result", "error"]);

/** An answer that is not as the protocol says. Without it, the request would wait until its time is over. */
function oddAnswer(value: unknown): JSONRPCMessage | undefined {
  if (!isRecord(value) || !("result" in value || "error" in value)) return undefined;
  const { id } = value;
  // A log in JSON may have ids, results and errors, too, but it does not name the protocol.
  const isLog = value["jsonrpc"] !== "2.0" && !Object.keys(value).every((key) => ANSWER_KEYS.has(key));
  if (isLog || "method" in value) return undefined;
  if (typeof id !== "number" && typeof id !== "string") return undefined;
  const [said, error] = [member(value, "result"), member(value, "error") ?? undefined];
  const result = Array.isArray(said) && said.length === 0 ? {} : said; // PHP's empty object
  if (isRecord(result) && error === undefined) return { jsonrpc: "2.0", id, result };
  const words = [member(error, "message"), error].find((one) => typeof one === "string");
  const message = words ?? "the answer is not as the protocol says";
  return { jsonrpc: "2.0", id, error: { code: -32603, message } };
}

function howItEnded(end: TalkEnd | undefined): string {
  if (end === undefined) return "";
  const { problem = `it ended with ${end.signal ?? `exit code ${end.code}`}` } = end;
  return `${problem}.`;
}

function whatItSaid(end: TalkEnd | undefined, junk: string | undefined): string {
  const words = end?.stderr.trim().slice(-MAX_WORDS_CHARS) ?? "";
  return [
    ...(junk === undefined ? [] : [`It wrote a line that is no message: ${junk}`]),
    ...(words === "" ? [] : [`Its last output: ${words}`]),
  ].join(" ");
}
