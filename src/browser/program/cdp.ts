/** Chromium's debugging protocol over pipes: JSON messages that end in NUL. Unlike a port, no other program can attach to them. */

import type { Readable, Writable } from "node:stream";

export type Params = Readonly<Record<string, unknown>>;

export interface CdpEvent {
  readonly method: string;
  readonly params: Params;
  readonly sessionId?: string | undefined;
}

export type Cdp = ReturnType<typeof createCdp>;

export interface SendOptions {
  readonly sessionId?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

export interface CdpOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly onEvent: (event: CdpEvent) => void;
  /** Whether to read a message that begins like this. A flood of events is dropped without being parsed. */
  readonly isWanted: (head: string) => boolean;
}

export class CdpError extends Error {
  readonly kind: "refused" | "silent" | "ended";
  constructor(kind: CdpError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** A picture of the largest viewport takes 4 MB. Longer messages are dropped. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
const HEAD_BYTES = 80;
const TIMEOUT_MS = 5_000;

/** Creates a client. It reads until the pipe ends. */
export function createCdp({ input, output, onEvent, isWanted }: CdpOptions) {
  const waiting = new Map<number, PromiseWithResolvers<Params>>();
  let lastId = 0;
  let isOver = false;
  const settle = (id: number): PromiseWithResolvers<Params> | undefined => {
    const one = waiting.get(id);
    waiting.delete(id);
    return one;
  };
  const receive = (text: string): void => {
    const message = JSON.parse(text) as Partial<CdpEvent> & {
      readonly id?: number;
      readonly result?: Params;
      readonly error?: { readonly message: string };
    };
    if (message.id === undefined) {
      const { method = "", params = {}, sessionId } = message;
      onEvent({ method, params, sessionId });
      return;
    }
    const one = settle(message.id);
    if (message.error === undefined) one?.resolve(message.result ?? {});
    else one?.reject(new CdpError("refused", message.error.message));
  };
  readMessages(input, {
    isWanted,
    receive,
    dropped: (head) => {
      const id = /^\{"id":(\d+)/.exec(head)?.[1];
      if (id !== undefined) settle(Number(id))?.reject(new CdpError("refused", "the answer is too large"));
    },
  });
  const end = (): void => {
    isOver = true;
    for (const one of waiting.values()) one.reject(new CdpError("ended", "the browser has ended"));
    waiting.clear();
  };
  for (const pipe of [input, output]) {
    pipe.on("error", end);
    pipe.on("close", end);
  }
  return {
    /** Rejects with a `CdpError` when the browser refuses, does not answer in time, or has ended. */
    async send(method: string, params: Params = {}, options: SendOptions = {}): Promise<Params> {
      const { sessionId, timeoutMs = TIMEOUT_MS } = options;
      if (isOver) throw new CdpError("ended", "the browser has ended");
      lastId += 1;
      const id = lastId;
      const answered = Promise.withResolvers<Params>();
      waiting.set(id, answered);
      const timer = setTimeout(() => {
        settle(id)?.reject(new CdpError("silent", `no answer to ${method} within ${timeoutMs / 1000} s`));
      }, timeoutMs);
      output.write(`${JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`);
      try {
        return await answered.promise;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

interface Reader extends Pick<CdpOptions, "isWanted"> {
  readonly receive: (text: string) => void;
  /** Called with the beginning of a message that is too long. */
  readonly dropped: (head: string) => void;
}

function readMessages(input: Readable, { isWanted, receive, dropped }: Reader): void {
  let chunks: Buffer[] = [];
  let length = 0;
  const take = (piece: Buffer): void => {
    length += piece.length;
    // The beginning of a message that is too long is kept, because it says which request is answered.
    if (length <= MAX_MESSAGE_BYTES || chunks.length === 0) chunks.push(piece);
  };
  const finish = (): void => {
    const [first = Buffer.alloc(0)] = chunks;
    const head = first.toString("latin1", 0, HEAD_BYTES);
    if (length > MAX_MESSAGE_BYTES) dropped(head);
    else if (isWanted(head)) receive(Buffer.concat(chunks).toString("utf8"));
    chunks = [];
    length = 0;
  };
  input.on("data", (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
      take(chunk.subarray(from, end));
      finish();
      from = end + 1;
    }
    if (from < chunk.length) take(chunk.subarray(from));
  });
}
