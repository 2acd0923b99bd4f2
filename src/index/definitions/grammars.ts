/** Loads grammars from their packed files when a file needs them, and keeps them. */

import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { Language as Grammar, Parser, Query } from "web-tree-sitter";
import type { Language } from "./languages.ts";

export interface LoadedGrammar {
  readonly grammar: Grammar;
  readonly query: Query;
}

const unpack = promisify(brotliDecompress);

export function createGrammars(folder: URL): (language: Language) => Promise<LoadedGrammar> {
  const read = async (name: string): Promise<Uint8Array> =>
    await unpack(await readFile(new URL(`${name}.wasm.br`, folder)));
  const loaded = new Map<string, Promise<LoadedGrammar>>();
  let runtime: Promise<void> | undefined;
  const load = async ({ grammar: name, query }: Language): Promise<LoadedGrammar> => {
    runtime ??= read("runtime").then(async (wasmBinary) => await Parser.init({ wasmBinary }));
    await runtime;
    const grammar = await Grammar.load(await read(name));
    return { grammar, query: new Query(grammar, query) };
  };
  return async (language) => {
    const known = loaded.get(language.grammar) ?? load(language);
    loaded.set(language.grammar, known);
    return await known;
  };
}
