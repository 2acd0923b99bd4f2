/** Parses the output of `git cat-file --batch`. Contents are bytes. */

import { gitError } from "../../protocol/error.ts";

export interface BatchObject {
  readonly id: string;
  readonly type: string;
  readonly content: Buffer;
}

/** Receives an object when it is complete, in the order of the requests; undefined for a missing one. */
export type TakeObject = (object: BatchObject | undefined) => void;

/** Takes the output as it comes. One object at a time is in memory. */
export function createBatchReader(take: TakeObject): (chunk: Buffer) => void {
  let line: Buffer = Buffer.alloc(0); // an incomplete first line
  let object: BatchObject | undefined;
  let left = 0; // bytes of the content and of the newline behind it
  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      if (object === undefined) {
        const newline = chunk.indexOf(0x0a, at);
        const until = newline === -1 ? chunk.length : newline + 1;
        line = Buffer.concat([line, chunk.subarray(at, until)]);
        at = until;
        if (newline === -1) continue;
        object = begun(line);
        line = Buffer.alloc(0);
        if (object === undefined) take(undefined);
        else left = object.content.length + 1;
      } else {
        const current = object;
        const { content } = current;
        const taken = Math.min(left, chunk.length - at);
        chunk.copy(content, content.length + 1 - left, at, at + taken);
        at += taken;
        left -= taken;
        if (left > 0) continue;
        object = undefined;
        take(current);
      }
    }
  };
}

/** The object of an answer's first line, `<id> <type> <size>`, with room for its content; undefined for `<name> missing`. */
function begun(line: Buffer): BatchObject | undefined {
  const [, id = "", type = "", size] = /^([0-9a-f]{40,64}) (\w+) (\d+)\n$/.exec(line.toString("utf8")) ?? [];
  return size === undefined ? undefined : { id, type, content: Buffer.allocUnsafe(Number(size)) };
}

/** The objects of a complete output, in order; undefined for a missing one. */
export function objectsIn(output: Buffer): readonly (BatchObject | undefined)[] {
  const objects: (BatchObject | undefined)[] = [];
  createBatchReader((object) => objects.push(object))(output);
  return objects;
}

/** Throws `git.failed` for anything but a file: the repository is broken. */
export function requireBlob(object: BatchObject | undefined): BatchObject {
  if (object?.type === "blob") return object;
  const what = object === undefined ? "An object is missing" : `${object.id} is a ${object.type}, not a file`;
  throw gitError(`${what}.`);
}
