/** Newline-delimited JSON-RPC with a process in the cell: MCP's transport over standard input and output. */

import { setImmediate as nextTurn } from "node:timers/promises";
import {
  deserializeMessage,
  serializeMessage,
  type JSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import { oneLine } from "../base/truncate.ts";
import type { Cell, TalkEnd } from "../protocol/cell.ts";
import type { StdioServer } from "./config.ts";

export type TalkingCell = Pick<Cell, "startTalk" | "readTalk" | "writeTalk" | "stopTalk">;

export interface CellTransport extends Transport {
  readonly isOpen: () => boolean;
  /** Ends the process and says how it ended. */
  readonly fate: () => Promise<Fate>;
}

/** How a server ended, in sentences, which may be empty. */
export interface Fate {
  /** How it ended by itself. */
  readonly ended: string;
  /** Its last output. */
  readonly said: string;
}

/** Characters of a line that is no message. */
const MAX_JUNK_CHARS = 200;
/** Lines in a row that are no message. A server that writes more of them is broken, and would only take time. */
const MAX_JUNK_LINES = 1_000;
/** Messages of its own after one request: more than the progress of any call. A server that sends more does nothing else. */
const MAX_OWN_MESSAGES = 20_000;
const LINES_AT_ONCE = 100;
/** Characters of its standard error. */
const MAX_WORDS_CHARS = 1_000;

/** Creates the transport of one process, which starts with the transport. */
export function createCellTransport(cell: TalkingCell, { command, cwd, env }: StdioServer): CellTransport {
  let id: string | undefined;
  /** How it ended by itself. */
  let ended: TalkEnd | undefined;
  /** How it ended after `stopTalk`. */
  let stopped: TalkEnd | undefined;
  let junk: string | undefined;
  let junkLines = 0;
  let ownMessages = 0;
  /** Why the server is ended, where it writes too much; stays what it was. */
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
      if (line.trim() !== "") junk ??= oneLine(line, MAX_JUNK_CHARS); // servers that log to standard output do exist
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
      if (index % LINES_AT_ONCE === 0) await nextTurn(); // a time limit may be over
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
    // A closed cell has ended the process.
    stopping ??= cell.stopTalk(id).then(
      (told) => {
        stopped = told;
      },
      () => {},
    );
    return stopping;
  };

  const transport: CellTransport = {
    async start() {
      ({ id } = await cell.startTalk({ command, cwd, env }));
      pump(id)
        .catch(() => {})
        .finally(close); // without the cell there is no server
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
  if (!line.trimStart().startsWith("{")) return undefined; // a refusal of the parser takes a hundred times as long
  try {
    return deserializeMessage(line);
  } catch {
    return undefined;
  }
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
