/** Newline-delimited JSON-RPC with a process in the cell: MCP's transport over standard input and output. */

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
  let stopping: Promise<void> | undefined;
  let isClosed = false;

  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    transport.onclose?.();
  };
  const receive = (line: string): void => {
    if (line.trim() === "") return;
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch {
      junk ??= oneLine(line, MAX_JUNK_CHARS); // servers that log to standard output do exist
      return;
    }
    transport.onmessage?.(message);
  };
  const pump = async (talk: string): Promise<void> => {
    for (;;) {
      const reply = await cell.readTalk(talk);
      for (const line of reply.lines) receive(line);
      if (reply.end === undefined) continue;
      if (stopping === undefined) ended = reply.end;
      return;
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
      await cell.writeTalk(id, serializeMessage(message).trimEnd());
    },
    async close() {
      await end();
      close();
    },
    isOpen: () => !isClosed,
    async fate() {
      await end();
      return { ended: howItEnded(ended), said: whatItSaid(ended ?? stopped, junk) };
    },
  };
  return transport;
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
