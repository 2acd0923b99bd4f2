/** `codebase_search`: the places that fit a question best. The index names places only; their lines are read through the cell and the policy. */

import { counted } from "../base/words.ts";
import * as z from "zod/mini";
import type { CodeIndex, CodeRange, FoundPlace } from "../protocol/tool.ts";
import type { Embedder } from "../protocol/tools/embed.ts";
import type { Cell } from "../protocol/cell.ts";
import { RunnerError } from "../protocol/error.ts";
import { defineTool, type FileDeps } from "./define/define-tool.ts";
import { inputMistake } from "./define/input-error.ts";
import { MAX_FILE_BYTES } from "./define/edit-target.ts";
import { cutLine, listedPath, splitLines } from "./define/line-view.ts";
import type { GivenArguments } from "./repair/repair.ts";

const MAX_PLACES = 10;
const MAX_LINES = 12;
/** 10 places of 12 lines take 24 KB at most. */
const MAX_LINE_CHARS = 200;
/** Places that the index is asked for. More than are shown, because those in files that may not be read are left out. */
const ASKED_PLACES = 60;
/** A longer question is cut, since its rest would not change the result. */
const MAX_QUERY_CHARS = 1_000;

export interface CodeDeps extends Pick<FileDeps, "cell" | "mayRead"> {
  readonly code: CodeIndex;
  /** Undefined where the policy names no model for embeddings. */
  readonly embedder: Embedder | undefined;
}

export const codebaseSearchTool = defineTool({
  name: "codebase_search",
  offeredTo: ["default", "read"],
  aliases: ["CodebaseSearch", "SemanticSearch"],
  calledAs: ["CodebaseSearch", "SemanticSearch", "semantic_search", "search_code"],
  needs: ["read"],
  description: "Find code by its words and names.",
  input: z.strictObject({
    query: z.string().check(z.minLength(1), z.describe("its words")),
    path: z.optional(z.string().check(z.describe("where"))),
  }),
  reshape: withOneFolder,
  ignores: ["limit", "max_results", "top_k"],
  make: ({ cell, mayRead, code, embedder }: CodeDeps) => ({
    plan: async ({ query: asked, path: given = "." }, signal) => {
      const query = asked.slice(0, MAX_QUERY_CHARS);
      const { path, kind } = await cell.resolve(given === "" ? "." : given, signal);
      if (kind !== "directory" && kind !== "file")
        throw inputMistake(`cannot search ${path} (${kind}).`, "Give a folder or a file.");
      return {
        access: "read",
        capabilities: [{ kind: "read", path }],
        summary: `search code for ${JSON.stringify(query)} in ${path}`,
        run: async (signal) => {
          const found = await code.search({ query, path, limit: ASKED_PLACES, maxLines: MAX_LINES }, signal);
          // If a rule defers reading `path` itself, a person has approved this search.
          const shown = mayRead(path) ? found.places.filter((place) => mayRead(place.path)) : found.places;
          const kept = found.places.length - shown.length;
          const { parts, order } = await best(query, shown, { cell, signal, embedder });
          const notes = [
            ...(kept === 0 ? [] : [`${counted(kept, "place")} left out: in files that the policy keeps from you`]),
            ...(found.note === undefined ? [] : [found.note]),
            ...(order === undefined ? [] : [order]),
          ].map((note) => `[${note}]`);
          const none =
            "Nothing has these words. Use other words for it, identifiers too, or search_files with a regex.";
          return { text: [...(parts.length === 0 ? [none] : parts), ...notes].join("\n\n") };
        },
      };
    },
  }),
});

/** Accepts Cursor's list of folders if it has at most one. */
function withOneFolder(input: GivenArguments): GivenArguments {
  const { target_directories: folders, ...rest } = input;
  if (!Array.isArray(folders) || folders.length > 1 || "path" in input) return input;
  return folders.length === 0 ? rest : { ...rest, path: folders[0] as unknown };
}

/** The best places as text: ordered by words, and by meaning as well if a model for embeddings is named. `order` says which, and why. */
async function best(
  query: string,
  places: readonly FoundPlace[],
  { embedder, ...reading }: Reading & Pick<CodeDeps, "embedder">,
) {
  if (embedder === undefined || places.length === 0)
    return { parts: await texts(places.slice(0, MAX_PLACES), reading), order: undefined };
  const parts = await texts(places, reading);
  try {
    const order = await rankByMeaning(query, parts, embedder, reading.signal);
    const first = order.slice(0, MAX_PLACES).flatMap((place) => parts[place] ?? []);
    return { parts: first, order: `found by words, ordered by words and by the embeddings of ${embedder.model}` };
  } catch (error) {
    if (!(error instanceof RunnerError) || error.code !== "tool.input") throw error;
    const why = `by words only: ${embedder.model} gave no embeddings: ${error.message}`;
    return { parts: parts.slice(0, MAX_PLACES), order: why };
  }
}

/** The number of the original paper: the first ten places of each order weigh about the same. */
const RANK_OFFSET = 60;

/** Indices of the texts, best first: reciprocal rank fusion of their order and that of their embeddings. Throws `tool.input` without these. */
async function rankByMeaning(
  query: string,
  texts: readonly string[],
  { embed }: Pick<Embedder, "embed">,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const [asked = new Float32Array(), ...vectors] = await embed([query, ...texts], signal);
  const places = [...texts.keys()];
  const likeness = vectors.map((vector) => dot(asked, vector));
  const byMeaning = places.toSorted((a, b) => (likeness[b] ?? 0) - (likeness[a] ?? 0) || a - b);
  const score = new Map<number, number>();
  for (const [rank, place] of byMeaning.entries()) {
    score.set(place, 1 / (RANK_OFFSET + rank + 1) + 1 / (RANK_OFFSET + place + 1));
  }
  return places.toSorted((a, b) => (score.get(b) ?? 0) - (score.get(a) ?? 0) || a - b);
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

async function texts(places: readonly FoundPlace[], reading: Reading): Promise<readonly string[]> {
  const read = new Map<string, readonly string[]>();
  const parts: string[] = [];
  for (const place of places) {
    const known = read.get(place.path) ?? (await readLines(place.path, reading));
    const lines = typeof known === "string" ? [] : known; // a file that cannot be read has none
    read.set(place.path, lines);
    const end = Math.min(place.end, lines.length, place.start + MAX_LINES - 1);
    if (end < place.start) continue; // the file was changed or removed after the index was made
    const text = lines.slice(place.start - 1, end).map((line) => cutLine(line, MAX_LINE_CHARS));
    const others = place.others.slice(0, MAX_LINES).map(rangeText);
    const also = others.length === 0 ? "" : ` (also ${others.join(", ")})`;
    parts.push([`${listedPath(place.path)}:${rangeText({ start: place.start, end })}${also}`, ...text].join("\n"));
  }
  return parts;
}

function rangeText({ start, end }: CodeRange): string {
  return `${start}-${end}`;
}

export interface Reading {
  readonly cell: Pick<Cell, "readFile">;
  readonly signal: AbortSignal;
}

/** The lines of a file that may have changed since another program named it, or the reason why the file cannot be read. */
export async function readLines(path: string, { cell, signal }: Reading): Promise<readonly string[] | string> {
  try {
    return splitLines((await cell.readFile(path, { maxBytes: MAX_FILE_BYTES }, signal)).text);
  } catch (error) {
    if (error instanceof RunnerError && error.code.startsWith("workspace.")) return error.message;
    throw error;
  }
}
