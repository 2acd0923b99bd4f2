/** `read_file`: up to five files as numbered lines. A file must be read before it is edited (see `edit-target.ts`). */

import * as z from "zod/mini";
import { counted } from "../base/words.ts";
import { RunnerError, describeError } from "../protocol/error.ts";
import type { ImagePart } from "../protocol/message.ts";
import type { Capability, RefusedPart } from "../protocol/approval.ts";
import type { PlannedCall, ToolResult } from "../protocol/tool.ts";
import type { WireEvent } from "../protocol/wire.ts";
import { defineTool, type FileDeps } from "./define/define-tool.ts";
import { MAX_FILE_BYTES } from "./define/edit-target.ts";
import { splitLines, viewLines } from "./define/line-view.ts";
import { inputMistake } from "./define/input-error.ts";
import { isPdf, PDF_NAME, readPdf } from "./define/pdf.ts";
import { readLargePicture, readPicture, type Picture } from "./define/picture.ts";
import { reshapeRead } from "./repair/read-shapes.ts";

/** Most bytes that one call shows of all its files: about 25,000 tokens. */
const MAX_SHOWN_BYTES = 100 * 1024;

const line = (what: string) => z.optional(z.int().check(z.minimum(1), z.describe(what)));

interface ReadDeps extends FileDeps {
  /** Whether the model that is asked takes pictures. */
  readonly sees: () => boolean;
}

interface WantedFile {
  readonly path: string;
  /** First and last line; of a PDF, first and last page. */
  readonly start: number;
  readonly end: number;
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
  input: z.strictObject({
    files: z
      .array(
        z.strictObject({
          path: z.string().check(z.describe("file")),
          start_line: line("first line"),
          end_line: line("last line"),
        }),
      )
      .check(z.minLength(1), z.maxLength(5), z.describe("at most 5")),
  }),
  reshape: reshapeRead,
  make: (deps: ReadDeps) => ({
    plan: async ({ files }, signal) => {
      const wanted: WantedFile[] = [];
      for (const { path, start_line: start = 1, end_line: end = Number.POSITIVE_INFINITY } of files) {
        if (end < start) {
          throw inputMistake(
            `${path}: end_line ${end} is before start_line ${start}.`,
            "Give end_line ≥ start_line, or leave it out.",
          );
        }
        wanted.push({ path: (await deps.cell.resolve(path, signal)).path, start, end });
      }
      return planOf(wanted, deps);
    },
  }),
});

function planOf(wanted: readonly WantedFile[], deps: ReadDeps): PlannedCall<Extract<Capability, { kind: "read" }>> {
  const open = wanted.filter(({ refusal }) => refusal === undefined);
  const refused = wanted.flatMap(({ refusal }) => refusal ?? []);
  const left = wanted.filter(({ refusal }) => refusal !== undefined).map(({ path }) => path);
  return {
    access: "read",
    capabilities: open.map(({ path }) => ({ kind: "read", path })),
    summary: `read ${open.map(({ path }) => path).join(", ")}${left.length === 0 ? "" : ` (not ${left.join(", ")})`}`,
    ...(refused.length === 0 ? {} : { refused }),
    without: (rejected) =>
      planOf(
        wanted.map((file) => ({ ...file, refusal: refusalOf(file, rejected) })),
        deps,
      ),
    run: async (signal) => readAll(wanted, deps, signal),
  };
}

function refusalOf({ path }: WantedFile, rejected: readonly RefusedPart[]): RefusedPart | undefined {
  return rejected.find(({ capability }) => capability.kind === "read" && capability.path === path);
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
      const shown = await readOne(file, left, deps, signal);
      parts.push(shown.text);
      events.push(...shown.events);
      images.push(...shown.images);
      left -= shown.bytes;
    } catch (error) {
      signal.throwIfAborted();
      // The other files are still read.
      if (!(error instanceof RunnerError && (error.code === "workspace.file" || error.code === "tool.input")))
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
  const { path, start, end } = wanted;
  const options = { maxBytes: MAX_FILE_BYTES, mayBeBinary: true } as const;
  const asPdf = async (digest: string): Promise<Shown> => ({
    ...(await readPdf({ path, cell, digest }, { start, end, maxBytes, sees: sees() }, signal)),
    events: [],
  });
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
  const until = Math.min(end, lines.length);
  if (start > Math.max(1, lines.length)) {
    throw inputMistake(
      `${path}: start_line ${start} is past the end.`,
      `The file has ${counted(lines.length, "line")}.`,
    );
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

/** Without an event, because a picture cannot be edited. */
function pictureShown({ text, image }: Picture): Shown {
  return { text, images: [image], bytes: 0, events: [] };
}
