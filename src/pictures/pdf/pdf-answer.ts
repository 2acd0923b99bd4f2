/** The answer of the program in the cell to a question about a PDF: a line for the document, and then a line for each page. */

import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { MAX_IMAGE } from "../../base/image-type.ts";
import { sha256 } from "../../base/sha256.ts";
import { describeError } from "../../protocol/error.ts";
import { packPicture } from "../scale-picture.ts";
import { openPdf } from "./pdfium.ts";

export interface PdfQuestion {
  /** The SHA-256 that the file must have, so that the file that was judged is read. */
  readonly digest: string;
  /** The first and the last page, counted from 1. */
  readonly from: number;
  readonly to: number;
  /** Characters of text. No page is begun after so many. */
  readonly maxChars: number;
  /** Bytes of all pictures together; 0 for none. */
  readonly pictureBytes: number;
}

/** The limit of the cell's operation `resolve`, from which the digest comes. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** Each line is JSON. `tell` gets it before the next page is begun, because that may never end. */
export function answerPdf(path: string, question: PdfQuestion, wasm: URL, tell: (line: string) => void): void {
  const { digest, from, to } = question;
  let { maxChars: left, pictureBytes } = question;
  try {
    const bytes = readBounded(path);
    if (sha256(bytes) !== digest) throw new Error("it changed while it was read");
    const document = openPdf(bytes, wasm);
    tell(JSON.stringify({ pages: document.pages }));
    for (let page = from; page <= Math.min(to, document.pages) && left > 0; page += 1) {
      const shown = document.textOf(page, question.maxChars);
      left -= shown.text.length;
      // A picture that does not fit is left out; a later one may be smaller.
      const picture =
        pictureBytes > 0 ? packPicture(document.pixelsOf(page, MAX_IMAGE.seenPixels), true).bytes : undefined;
      const isShown = picture !== undefined && picture.length <= pictureBytes;
      if (isShown) pictureBytes -= picture.length;
      tell(JSON.stringify({ page, ...shown, ...(isShown ? { picture: picture.toString("base64") } : {}) }));
    }
  } catch (error) {
    tell(JSON.stringify({ why: reasonOf(error) }));
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return "it is nested too deeply";
  if (error instanceof Error && error.name === "RuntimeError") return `PDFium fails at it (${error.message})`;
  return describeError(error);
}

function readBounded(path: string): Buffer {
  const fd = openSync(path, "r");
  try {
    const { size } = fstatSync(fd);
    if (size > MAX_FILE_BYTES) throw new Error(`it has ${size} bytes, at most ${MAX_FILE_BYTES}`);
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}
