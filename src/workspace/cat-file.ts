/** Parses the output of `git cat-file --batch`. Contents are bytes. */

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
