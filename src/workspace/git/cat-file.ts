/** Parses the output of `git cat-file --batch`. Contents are bytes. */

import { RunnerError } from "../../protocol/error.ts";

export interface BatchObject {
  readonly id: string;
  readonly type: string;
  readonly content: Buffer;
}

type ObjectHead = Omit<BatchObject, "content">;

/** Receives the answers in the order of the requests. */
export interface BatchVisitor {
  /** An object begins; undefined for a missing one, which has neither pieces nor an end. */
  readonly begin: (object: ObjectHead | undefined) => void;
  readonly piece: (bytes: Buffer) => void;
  readonly end: () => void;
}

/** Receives the contents of blobs, in the order of the requests. */
export interface BlobVisitor extends Pick<BatchVisitor, "piece" | "end"> {
  readonly begin: (id: string) => void;
}

/** Takes the output as it comes and passes the contents on in pieces. */
export function createBatchReader(visit: BatchVisitor): (chunk: Buffer) => void {
  let line: Buffer = Buffer.alloc(0); // an incomplete first line
  let left = 0; // bytes of the content and of the newline behind it
  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      if (left === 0) {
        const newline = chunk.indexOf(0x0a, at);
        const until = newline === -1 ? chunk.length : newline + 1;
        line = Buffer.concat([line, chunk.subarray(at, until)]);
        at = until;
        if (newline === -1) continue;
        const head = parseHead(line);
        line = Buffer.alloc(0);
        visit.begin(head);
        left = head === undefined ? 0 : head.bytes + 1;
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

/** Parses the first line of an answer: `<id> <type> <size>`, or `<name> missing`. */
function parseHead(line: Buffer): (ObjectHead & { readonly bytes: number }) | undefined {
  const [, id = "", type = "", size] = /^([0-9a-f]{40,64}) (\w+) (\d+)\n$/.exec(line.toString("utf8")) ?? [];
  return size === undefined ? undefined : { id, type, bytes: Number(size) };
}

/** A visitor that takes blobs only. Throws `git.failed` for anything that is not a blob. */
export function toBlobs(visit: BlobVisitor): BatchVisitor {
  return { ...visit, begin: (object) => visit.begin(requireBlob(object)) };
}

/** A visitor that hands over each object when it is complete; undefined for a missing one. */
export function toObjects(take: (object: BatchObject | undefined) => void): BatchVisitor {
  let head: ObjectHead = { id: "", type: "" };
  let pieces: Buffer[] = [];
  return {
    begin: (object) => {
      if (object === undefined) return take(undefined);
      head = object;
      pieces = [];
    },
    piece: (bytes) => pieces.push(bytes),
    end: () => {
      const [only = Buffer.alloc(0), ...more] = pieces;
      take({ id: head.id, type: head.type, content: more.length === 0 ? only : Buffer.concat(pieces) });
    },
  };
}

/** The objects of a complete output, in order; undefined for a missing one. */
export function objectsIn(output: Buffer): readonly (BatchObject | undefined)[] {
  const objects: (BatchObject | undefined)[] = [];
  createBatchReader(toObjects((object) => objects.push(object)))(output);
  return objects;
}

/** The id of a changed file. An object of another type means a broken repository. */
export function requireBlob(object: ObjectHead | undefined): string {
  if (object?.type === "blob") return object.id;
  const what = object === undefined ? "An object is missing" : `${object.id} is a ${object.type}, not a file`;
  throw new RunnerError({ code: "git.failed", message: `${what}.` });
}
