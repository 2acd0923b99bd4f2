/** Parses the output of `git cat-file --batch`. Contents are bytes. */

import { RunnerError } from "../protocol/error.ts";

export interface BatchObject {
  readonly id: string;
  readonly type: string;
  readonly content: Buffer;
}

/** The answers of `cat-file --batch` in order; undefined for what is missing. */
export function parseBatch(output: Buffer): (BatchObject | undefined)[] {
  const objects: (BatchObject | undefined)[] = [];
  for (let at = 0; at < output.length;) {
    const head = parseHead(output, at);
    if (head === undefined) break;
    objects.push(objectAt(output, head));
    at = head.end;
  }
  return objects;
}

/** First line of an answer: `<id> <type> <size>`, or `<name> missing`. The content and a newline follow. */
export interface AnswerHead {
  readonly id: string | undefined;
  readonly type: string | undefined;
  /** Where the content begins. */
  readonly from: number;
  /** Where the next answer begins. */
  readonly end: number;
}

/** The head of the answer that begins at `at`; undefined while its line is incomplete. */
export function parseHead(output: Buffer, at: number): AnswerHead | undefined {
  const newline = output.indexOf(0x0a, at);
  if (newline === -1) return undefined;
  const [, id, type, size] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(output.toString("utf8", at, newline)) ?? [];
  const from = newline + 1;
  return { id, type, from, end: size === undefined ? from : from + Number(size) + 1 };
}

/** The object of a complete answer; undefined for a missing object. */
export function objectAt(output: Buffer, { id, type, from, end }: AnswerHead): BatchObject | undefined {
  return id === undefined || type === undefined ? undefined : { id, type, content: output.subarray(from, end - 1) };
}

/** The contents of blobs, in the order they were asked for. */
export interface BlobVisitor {
  readonly begin: (id: string) => void;
  readonly piece: (bytes: Buffer) => void;
  readonly end: () => void;
}

/** Takes the output of `cat-file --batch` as it comes and hands the contents on. Throws `git.failed` for what is no blob. */
export function createBatchReader(visit: BlobVisitor): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0); // an incomplete first line
  let left = 0; // of the content, and of the newline behind it
  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      if (left === 0) {
        const line = chunk.indexOf(0x0a, at);
        const until = line === -1 ? chunk.length : line + 1;
        rest = Buffer.concat([rest, chunk.subarray(at, until)]);
        at = until;
        const head = parseHead(rest, 0);
        if (head === undefined) continue;
        rest = Buffer.alloc(0);
        visit.begin(requireBlob(head));
        left = head.end - head.from;
      } else {
        const content = chunk.subarray(at, at + left - 1);
        const taken = Math.min(left, chunk.length - at);
        if (content.length > 0) visit.piece(content);
        at += taken;
        left -= taken;
        if (left === 0) visit.end();
      }
    }
  };
}

/** The id of a changed file. An object of another type means a broken repository. */
export function requireBlob(object: Pick<AnswerHead, "id" | "type"> | undefined): string {
  if (object?.id !== undefined && object.type === "blob") return object.id;
  const what = object?.id === undefined ? "An object is missing" : `${object.id} is a ${object.type}, not a file`;
  throw new RunnerError({ code: "git.failed", message: `${what}.` });
}
