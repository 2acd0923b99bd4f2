/** What `git cat-file --batch` answers, parsed. Contents are bytes. */

export interface BatchObject {
  readonly id: string;
  readonly type: string;
  readonly content: Buffer;
}

/** The answers of `cat-file --batch` in order: `<id> <type> <size>`, the content, a newline; undefined for what is missing. */
export function parseBatch(output: Buffer): (BatchObject | undefined)[] {
  const objects: (BatchObject | undefined)[] = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(0x0a, at);
    const [, id, type, size] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(output.toString("utf8", at, end)) ?? [];
    at = end + 1;
    if (id === undefined || type === undefined) {
      objects.push(undefined);
      continue;
    }
    const length = Number(size);
    objects.push({ id, type, content: output.subarray(at, at + length) });
    at += length + 1;
  }
  return objects;
}
