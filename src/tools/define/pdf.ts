/** Pages of a PDF for the model: their text, and a picture of each page if the model takes pictures. A program in the cell reads the file. */

import * as z from "zod/mini";
import { parseJson } from "../../base/member.ts";
import { plainText } from "../../base/plain-text.ts";
import { firstBytes, oneLine } from "../../base/truncate.ts";
import { counted } from "../../base/words.ts";
import type { Cell } from "../../protocol/cell.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { ImagePart } from "../../protocol/message.ts";
import { inputMistake } from "./input-error.ts";
import { cutLine, MAX_LINE_CHARS } from "./line-view.ts";
import { imageOf } from "./picture.ts";

interface WantedPages {
  readonly path: string;
  readonly cell: Pick<Cell, "ownProgram" | "exec">;
  /** SHA-256 of the bytes; the program reads no others. */
  readonly digest: string;
  /** From 1, inclusive. */
  readonly start: number;
  readonly end: number;
  readonly maxBytes: number;
  readonly sees: boolean;
  readonly timeoutMs?: number | undefined;
}

/** A picture of a page costs 1,600 tokens or more, its text about 700. */
const [MAX_PICTURES, MAX_PAGES] = [5, 40];
/** Most bytes of all pictures together. Providers accept requests of 20 MB or more. */
const MAX_PICTURE_BYTES = 4_000_000;
const MAX_OUTPUT_BYTES = 8_000_000;
/** A page takes 0.05 s, with large photographs 2 s. */
const TIMEOUT_MS = 30_000;
const NODE_FLAGS = ["--max-old-space-size=512", "--disable-warning=ExperimentalWarning"];

const Document = z.object({ pages: z.int() });
const Failure = z.object({ why: z.string() });
const Page = z.object({ page: z.int(), text: z.string(), isCut: z.boolean(), picture: z.optional(z.string()) });

/** The name decides for a file that is too large to be read here. */
export const PDF_NAME = /\.pdf$/i;

/** Whether bytes in base64 are a PDF. */
export function isPdf(data: string): boolean {
  return Buffer.from(data.slice(0, 8), "base64").toString("latin1", 0, 5) === "%PDF-";
}

/** Throws `workspace.file` with the reason where no page can be shown, `tool.input` where it has no such page. */
export async function readPdf(wanted: WantedPages, signal: AbortSignal) {
  const { path, cell, digest, start, end, maxBytes, sees, timeoutMs = TIMEOUT_MS } = wanted;
  const to = Math.min(end, start - 1 + (sees ? MAX_PICTURES : MAX_PAGES));
  const question = { digest, from: start, to, maxChars: maxBytes, pictureBytes: sees ? MAX_PICTURE_BYTES : 0 };
  const { output, timedOut } = await cell.exec(
    {
      command: [...cell.ownProgram("cell-picture", NODE_FLAGS), path, JSON.stringify(question)],
      cwd: ".",
      timeoutMs,
      maxOutputBytes: MAX_OUTPUT_BYTES,
    },
    signal,
  );
  const lines = output.split("\n").map((line) => parseJson(line));
  const why = timedOut
    ? `it takes longer than ${timeoutMs / 1_000} s`
    : lines.flatMap((line) => z.safeParse(Failure, line).data?.why ?? [])[0];
  const total = lines.flatMap((line) => z.safeParse(Document, line).data?.pages ?? [])[0];
  const pages = lines.flatMap((line) => z.safeParse(Page, line).data ?? []);
  if (total !== undefined && start > total) {
    throw inputMistake(`${path}: page ${start} is past the end.`, `The file has ${counted(total, "page")}.`);
  }
  if (total === undefined || pages.length === 0) {
    throw unreadable(path, why ?? "the program that reads it ended early");
  }
  return shownPages({ ...wanted, end: Math.min(end, total) }, { total, pages, why });
}

interface Answer {
  readonly total: number;
  readonly pages: readonly z.infer<typeof Page>[];
  readonly why: string | undefined;
}

function shownPages({ path, start, end, maxBytes, sees }: WantedPages, answer: Answer) {
  const images: ImagePart[] = [];
  const parts: string[] = [];
  let [bytes, next] = [0, start];
  for (const { text, isCut, picture } of answer.pages) {
    const left = maxBytes - bytes;
    const full = pageText(text, sees);
    const isLarger = Buffer.byteLength(full) > left;
    if (isLarger && next > start) break;
    const mark = isLarger || isCut ? "\n[cut: the rest of this page does not fit]" : "";
    const shown = `${isLarger ? firstBytes(full, left) : full}${mark}`;
    const image = imageOf(picture);
    if (image !== undefined) images.push(image);
    parts.push(`--- page ${next}${sees && image === undefined ? ", without a picture" : ""} ---\n${shown}`);
    bytes += Buffer.byteLength(shown);
    next += 1;
  }
  const last = next - 1;
  const range = last === start ? `page ${start}` : `pages ${start}-${last}`;
  const seen = images.length === 0 ? "" : `; ${counted(images.length, "picture")}, in this order`;
  return { text: [`${path} (PDF, ${range} of ${answer.total}${seen})`, ...parts, ...rest()].join("\n"), bytes, images };

  function rest(): readonly string[] {
    if (last >= end) return [];
    const how = "start_line and end_line count the pages of a PDF";
    if (answer.why === undefined || last < start + answer.pages.length - 1) {
      return [`[cut: read on with start_line ${next}; ${how}]`];
    }
    const after = next < answer.total ? `; go on with start_line ${next + 1}: ${how}` : "";
    return [`[page ${next} cannot be shown: ${oneLine(plainText(answer.why), 200)}${after}]`];
  }
}

function pageText(text: string, sees: boolean): string {
  const lines = plainText(text)
    .split("\n")
    .map((line) => cutLine(line.trimEnd(), MAX_LINE_CHARS));
  const shown = lines.join("\n").trim();
  return shown === "" && !sees ? "(no text: a scan or a drawing)" : shown;
}

function unreadable(path: string, why: string): RunnerError {
  return new RunnerError({
    code: "workspace.file",
    message: `${path} is a PDF that cannot be shown: ${oneLine(plainText(why), 200)}.`,
    hint: "A command may read it: qpdf or pdftotext where they are installed, else a PDF library of the project's language.",
  });
}
