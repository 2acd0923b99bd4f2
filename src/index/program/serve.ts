/** The index program: one request after the other from its standard input, until that ends. It runs in the cell. */

import { createInterface } from "node:readline";
import { describeError } from "../../protocol/error.ts";
import type { IndexReply, IndexRequest } from "../frames.ts";
import { createOutliner, type OutlinerOptions } from "../definitions/outline.ts";
import { search } from "../search/search.ts";
import { createCorpus } from "./corpus.ts";

export interface IndexServeOptions extends Omit<OutlinerOptions, "now"> {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Resolves at the end of the input. */
export async function serveIndex({ input, output, root, grammars, fileMs }: IndexServeOptions): Promise<void> {
  const updated = createCorpus(root, () => Date.now());
  const outliner = createOutliner({ root, grammars, fileMs, now: () => performance.now() });
  const send = (reply: IndexReply): void => void output.write(`${JSON.stringify(reply)}\n`);
  const answer = async (request: IndexRequest): Promise<IndexReply> => {
    const { id } = request;
    switch (request.op) {
      case "search": {
        const corpus = updated(() => send({ id, kind: "at" }));
        return { id, kind: "search", found: { ...search(request.query, corpus), note: corpus.note } };
      }
      case "definitions": {
        const files = await outliner(request.paths, (path) => send({ id, kind: "at", path }));
        return { id, kind: "definitions", files };
      }
    }
  };
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    const request = JSON.parse(line) as IndexRequest;
    try {
      send(await answer(request));
    } catch (error) {
      send({ id: request.id, kind: "failed", reason: describeError(error) });
    }
  }
}
