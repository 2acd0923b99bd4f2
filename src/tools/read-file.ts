/** `read_file`: up to five files as numbered lines. A file must be read before it is edited (see `edit-target.ts`). */

import * as z from "zod/mini";
import { counted } from "../base/words.ts";
import { RunnerError, describeError } from "../protocol/error.ts";
import type { ImagePart } from "../protocol/message.ts";
import type { Capability, RefusedPart } from "../protocol/approval.ts";
import type { CodeRange, PlannedCall, ToolResult } from "../protocol/tool.ts";
import type { WireEvent } from "../protocol/wire.ts";
import { defineTool, type FileDeps } from "./define/define-tool.ts";
import { MAX_FILE_BYTES } from "./define/edit-target.ts";
import { numberedLine, splitLines, viewLines } from "./define/line-view.ts";
import { inputMistake } from "./define/input-error.ts";
import { isPdf, PDF_NAME, readPdf } from "./define/pdf.ts";
import { readLargePicture, readPicture, type Picture } from "./define/picture.ts";
import { reshapeRead } from "./repair/read-shapes.ts";

/** Most bytes that one call shows of all its files: about 25,000 tokens. */
const MAX_SHOWN_BYTES = 100 * 1024;

const line = (what: string) => z.optional(z.int().check(z.minimum(1), z.describe(what)));
/** A negative number counts from the end of the file, as in Kimi CLI's tool; the model is not told. */
const anyLine = z.optional(z.int().check(z.minimum(-1000)));
const files = <S extends z.ZodMiniType>(entry: S) =>
  z.strictObject({ files: z.array(entry).check(z.minLength(1), z.maxLength(5), z.describe("at most 5")) });
const path = z.string().check(z.describe("file"));

interface ReadDeps extends FileDeps {
  /** Whether the model that is asked takes pictures. */
  readonly sees: () => boolean;
}

interface WantedFile {
  readonly path: string;
  /** First and last line, negative ones from the end; of a PDF, first and last page. */
  readonly start: number;
  readonly end: number;
  /** Its path leads nowhere that may be read. */
  readonly problem?: RunnerError | undefined;
  readonly isRespelled?: true | undefined;
  /** Set when the policy rejects this file. The others are read. */
  readonly refusal?: RefusedPart | undefined;
}

export const readFileTool = defineTool({
  name: "read_file",
  offeredTo: ["default", "read"],
  aliases: ["ReadFile", "Read", "ReadMediaFile"],
  calledAs: ["ReadFile", "Read", "ReadMediaFile", "read_media_file"],
  needs: ["read"],
  description: "Read files, PDFs, pictures, at most 1000 lines and 100 KB per call. Needed before an edit.",
  shown: files(z.strictObject({ path, start_line: line("first line"), end_line: line("last line") })),
  input: files(z.strictObject({ path, start_line: anyLine, end_line: anyLine })),
  reshape: reshapeRead,
  make: (deps: ReadDeps) => ({
    plan: async ({ files }, signal) => {
      const wanted: WantedFile[] = [];
      for (const { path, start_line: start = 1, end_line: end = Number.POSITIVE_INFINITY } of files) {
        if (end < start && end < 0 === start < 0) {
          throw inputMistake(
            `${path}: end_line ${end} is before start_line ${start}.`,
            "Give end_line ≥ start_line, or leave it out.",
          );
        }
        wanted.push({ ...(await placeOf(path, deps, signal)), start, end });
      }
      const [first] = wanted;
      // Where some can be read, the result says which cannot.
      if (first?.problem !== undefined && wanted.every(({ problem }) => problem !== undefined)) throw first.problem;
      return planOf(wanted, deps);
    },
  }),
});

type Found = Pick<WantedFile, "path" | "problem" | "isRespelled">;

async function placeOf(path: string, { cell }: ReadDeps, signal: AbortSignal): Promise<Found> {
  try {
    const { path: real, isRespelled } = await cell.resolve(path, signal);
    return { path: real, isRespelled };
  } catch (error) {
    if (error instanceof RunnerError && error.code.startsWith("workspace.")) return { path, problem: error };
    throw error;
  }
}

function planOf(wanted: readonly WantedFile[], deps: ReadDeps): PlannedCall<Extract<Capability, { kind: "read" }>> {
  const isOpen = ({ refusal, problem }: WantedFile): boolean => refusal === undefined && problem === undefined;
  const open = wanted.filter(isOpen);
  const refused = wanted.flatMap(({ refusal }) => refusal ?? []);
  const left = wanted.filter((file) => !isOpen(file)).map(({ path }) => path);
  return {
    access: "read",
    capabilities: open.map(({ path }) => ({ kind: "read", path })),
    summary: `read ${open.map(({ path }) => path).join(", ")}${left.length === 0 ? "" : ` (not ${left.join(", ")})`}`,
    ...(refused.length === 0 ? {} : { refused }),
    without: (rejected) =>
      planOf(
        wanted.map((file) => {
          const isOfFile = ({ capability: need }: RefusedPart) => need.kind === "read" && need.path === file.path;
          return { ...file, refusal: rejected.find(isOfFile) };
        }),
        deps,
      ),
    run: async (signal) => readAll(wanted, deps, signal),
  };
}

async function readAll(wanted: readonly WantedFile[], deps: ReadDeps, signal: AbortSignal): Promise<ToolResult> {
  const parts: string[] = [];
  const events: WireEvent[] = [];
  const images: ImagePart[] = [];
  let [left, failed] = [MAX_SHOWN_BYTES, 0];
  for (const file of wanted) {
    if (file.refusal !== undefined) {
      const { rule, reason } = file.refusal;
      parts.push(
        `Error: ${file.path}: rejected by ${rule}${reason === undefined ? "" : `: ${reason}`}. This is final.`,
      );
      failed += 1;
      continue;
    }
    try {
      if (file.problem !== undefined) throw file.problem;
      const shown = await readOne(file, left, deps, signal);
      const respelled = `\n[${file.path} is this file's name here; the one given has other Unicode characters]`;
      parts.push(shown.text + (file.isRespelled === true ? respelled : ""));
      events.push(...shown.events);
      images.push(...shown.images);
      left -= shown.bytes;
    } catch (error) {
      signal.throwIfAborted();
      // The other files are still read.
      if (!(error instanceof RunnerError && (error.code.startsWith("workspace.") || error.code === "tool.input")))
        throw error;
      parts.push(`Error: ${describeError(error)}`);
      failed += 1;
    }
  }
  const pictures = images.length === 0 ? {} : { images };
  return { text: parts.join("\n\n"), isError: failed === wanted.length, events, ...pictures };
}

interface Shown {
  readonly text: string;
  readonly bytes: number;
  readonly events: readonly WireEvent[];
  readonly images: readonly ImagePart[];
}

async function readOne(
  wanted: WantedFile,
  maxBytes: number,
  { cell, seen, sees }: ReadDeps,
  signal: AbortSignal,
): Promise<Shown> {
  const { path } = wanted;
  const options = { maxBytes: MAX_FILE_BYTES, mayBeBinary: true, isGranted: true } as const;
  const asPdf = async (digest: string): Promise<Shown> => {
    const { start, end } = wanted;
    if (start < 0 || end < 0) throw inputMistake(`${path}: pages of a PDF are counted from the first one.`);
    const pages = { path, cell, digest, start: Math.max(1, start), end, maxBytes, sees: sees() };
    return { ...(await readPdf(pages, signal)), events: [] };
  };
  const file = await cell.readFile(path, options, signal).catch(async (error: unknown) => {
    signal.throwIfAborted();
    const { digest } = await cell.resolve(path, signal);
    if (digest !== undefined && PDF_NAME.test(path)) return await asPdf(digest);
    const picture = digest === undefined ? undefined : await readLargePicture({ path, cell }, digest, signal);
    return picture === undefined ? Promise.reject(error) : pictureShown(picture);
  });
  if ("images" in file) return file;
  if (file.data !== undefined) {
    if (isPdf(file.data)) return await asPdf(file.digest);
    return pictureShown(await readPicture({ path, cell }, file.data, signal));
  }
  const lines = splitLines(file.text);
  const { start, end } = rangeOf(wanted, lines, maxBytes);
  const until = Math.min(end, lines.length);
  if (start > Math.max(1, lines.length)) {
    const text = `${path} (no lines from ${start} on: it has ${counted(lines.length, "line")})`;
    return { text, bytes: 0, events: [], images: [] };
  }
  const view = viewLines(lines, { start, end: until }, maxBytes);
  const events = seen.noteRead(file.path, file.digest, { first: start, last: view.last, total: lines.length });
  const whole = start === 1 && until === lines.length;
  const range = whole
    ? `${lines.length} line${lines.length === 1 ? "" : "s"}`
    : `lines ${start}-${until} of ${lines.length}`;
  const header = `${path} (${range}${file.text.includes("\r\n") ? ", CRLF" : ""})`;
  const cut = view.last < until ? `[cut: read on with start_line ${view.last + 1}]` : "";
  return { text: `${header}\n${view.text}${cut}`.trimEnd(), bytes: view.bytes, events, images: [] };
}

/** Without a last line, a range from the end has as many lines before the end as fit. */
function rangeOf({ start, end }: WantedFile, lines: readonly string[], maxBytes: number): CodeRange {
  const total = lines.length;
  const first = Math.max(1, start < 0 ? total + 1 + start : start);
  if (end < 0) return { start: first, end: start < 0 ? first + end - start : total + 1 + end };
  if (start >= 0 || end < total) return { start: first, end };
  let [from, left] = [total + 1, maxBytes];
  while (from > first && left >= 0) {
    from -= 1;
    left -= Buffer.byteLength(numberedLine(from, lines[from - 1] ?? ""));
  }
  return { start: left < 0 ? Math.min(from + 1, total) : from, end };
}

/** Without an event, because a picture cannot be edited. */
function pictureShown({ text, image }: Picture): Shown {
  return { text, images: [image], bytes: 0, events: [] };
}
