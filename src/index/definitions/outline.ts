/**
 * Finds the definitions of files by tree-sitter. The time and memory for a file are bounded: a parse is given up at its time limit, and
 * a tree is freed before the next file. A grammar's own scanner cannot be interrupted; there the controller ends the program.
 */

import { join } from "node:path";
import { Parser, Language as Grammar, Query } from "web-tree-sitter";
import type { CodeRange, FileDefinitions } from "../../protocol/tool.ts";
import { MAX_TEXT_BYTES, readText } from "../read-text.ts";
import { codeLanguageOf, type Language } from "./languages.ts";
import { markdownSections } from "./markdown.ts";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";

/** The slowest of 2,441 Python files took 154 ms. */
const FILE_MS = 3_000;
const CALL_MS = 15_000;
/** A longer line is data or generated code. A grammar may take quadratic time for it. */
const MAX_LINE_CHARS = 100_000;
/** Shorter functions are left out, as in Kilo Code. Types are not. */
const MIN_FUNCTION_LINES = 4;
const MAX_DEFINITIONS = 2_000;

export interface OutlinerOptions {
  readonly root: string;
  readonly grammars: URL;
  readonly fileMs?: number | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** Returns a function that lists the definitions of files, and calls `begins` before each. Grammars are loaded when a file needs them. */
export function createOutliner({ root, grammars, now, fileMs = FILE_MS }: OutlinerOptions) {
  const load = createGrammars(grammars);
  const outline = async (
    path: string,
    language: Language | "markdown",
    deadlineMs: number,
  ): Promise<FileDefinitions> => {
    const text = readText(join(root, path));
    if (text === undefined) return { path, ranges: [], note: `not read: no text, or over ${MAX_TEXT_BYTES} bytes` };
    if (language === "markdown") return { path, ranges: markdownSections(text).slice(0, MAX_DEFINITIONS) };
    if (text.split("\n").some((line) => line.length > MAX_LINE_CHARS)) {
      return { path, ranges: [], note: `not parsed: a line of over ${MAX_LINE_CHARS} characters` };
    }
    const loaded = await load(language);
    const ranges = parse(text, loaded, () => now() > deadlineMs);
    return ranges === undefined ? { path, ranges: [], note: "not parsed: it takes too long" } : { path, ranges };
  };
  return async (paths: readonly string[], begins: (path: string) => void): Promise<readonly FileDefinitions[]> => {
    const endMs = now() + CALL_MS;
    const files: FileDefinitions[] = [];
    for (const path of paths) {
      const language = codeLanguageOf(path);
      if (language === undefined) continue;
      if (now() > endMs) {
        files.push({ path, ranges: [], note: `not parsed: the time of ${CALL_MS / 1000} s for all files is over` });
        continue;
      }
      begins(path);
      files.push(await outline(path, language, Math.min(endMs, now() + fileMs)));
    }
    return files;
  };
}

/** The definitions in a text; undefined where the parse was given up. */
function parse(
  text: string,
  { grammar, query }: LoadedGrammar,
  isOver: () => boolean,
): readonly CodeRange[] | undefined {
  const parser = new Parser();
  try {
    parser.setLanguage(grammar);
    let gaveUp = false;
    const progressCallback = (): boolean => (gaveUp ||= isOver());
    const tree = parser.parse(text, null, { progressCallback });
    if (tree === null) return undefined;
    try {
      const captures = query.captures(tree.rootNode, { progressCallback });
      if (gaveUp) return undefined;
      const ranges = captures.flatMap(({ name, node }): readonly CodeRange[] => {
        const { startPosition, endPosition } = node;
        // In some grammars the line end belongs to the node.
        const end =
          endPosition.column === 0 && endPosition.row > startPosition.row ? endPosition.row : endPosition.row + 1;
        const range = { start: startPosition.row + 1, end };
        const isLong = range.end - range.start + 1 >= MIN_FUNCTION_LINES;
        return name === "t" || (name === "f" && isLong) ? [range] : [];
      });
      return distinct(ranges).slice(0, MAX_DEFINITIONS);
    } finally {
      tree.delete();
    }
  } finally {
    parser.delete();
  }
}

/** Keeps the longest of the definitions that begin at the same line. */
function distinct(ranges: readonly CodeRange[]): readonly CodeRange[] {
  const byStart = new Map<number, CodeRange>();
  for (const range of ranges) {
    const other = byStart.get(range.start);
    if (other === undefined || other.end < range.end) byStart.set(range.start, range);
  }
  return [...byStart.values()].toSorted((a, b) => a.start - b.start);
}

interface LoadedGrammar {
  readonly grammar: Grammar;
  readonly query: Query;
}

const unpack = promisify(brotliDecompress);

/** Loads grammars from their packed files when a file needs them, and keeps them. */
function createGrammars(folder: URL): (language: Language) => Promise<LoadedGrammar> {
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
