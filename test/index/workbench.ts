/** The index program in this process, over files of a temporary repository. */

import { PassThrough } from "node:stream";
import { createInterface } from "node:readline";
import type { IndexReply, IndexRequest } from "../../src/index/frames.ts";
import { serveIndex } from "../../src/index/program/serve.ts";
import type { CodeSearch, FileDefinitions } from "../../src/protocol/tool.ts";
import { createRepository, type TemporaryRepository } from "../doubles/repository.ts";

type Question = IndexRequest extends infer R ? (R extends IndexRequest ? Omit<R, "id"> : never) : never;

export interface IndexBench {
  readonly repository: TemporaryRepository;
  readonly ask: (question: Question) => Promise<IndexReply>;
  readonly search: (query: string, path?: string) => Promise<CodeSearch>;
  /** `path: start--end …` of each file, and its note. */
  readonly definitions: (...paths: readonly string[]) => Promise<readonly string[]>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export function openIndex(files: Readonly<Record<string, string | Uint8Array>>, fileMs?: number): IndexBench {
  const repository = createRepository({ files });
  const [input, output] = [new PassThrough(), new PassThrough()];
  const grammars = new URL("../../src/index/grammars/", import.meta.url);
  const serving = serveIndex({ input, output, root: repository.dir, grammars, fileMs });
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  let id = 0;
  const ask = async (question: Question): Promise<IndexReply> => {
    id += 1;
    input.write(`${JSON.stringify({ ...question, id })}\n`);
    for (;;) {
      const { value } = await lines.next();
      const reply = JSON.parse(value as string) as IndexReply;
      if (reply.kind !== "at") return reply;
    }
  };
  return {
    repository,
    ask,
    async search(query, path = ".") {
      const reply = await ask({ op: "search", query: { query, path, limit: 10, maxLines: 12 } });
      if (reply.kind !== "search") throw new Error(JSON.stringify(reply));
      return reply.found;
    },
    async definitions(...paths) {
      const reply = await ask({ op: "definitions", paths });
      if (reply.kind !== "definitions") throw new Error(JSON.stringify(reply));
      return reply.files.map(lineOf);
    },
    async [Symbol.asyncDispose]() {
      input.end();
      await serving;
      repository.remove();
    },
  };
}

function lineOf({ path, ranges, note }: FileDefinitions): string {
  const parts = ranges.map(({ start, end }) => `${start}--${end}`);
  return `${path}: ${[...parts, ...(note === undefined ? [] : [note])].join(" ")}`;
}
