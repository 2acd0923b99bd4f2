/** Reads the text and the pixels of a PDF's pages, by PDFium. */

import type { Pixels } from "../shrink.ts";
import { loadWasm, tooMuchMemory } from "./wasm.ts";

const WHITE = 0xff_ff_ff_ff;
/** BGRA has four bytes a pixel. ANNOTATIONS draws notes and the values of forms, AS_RGBA swaps blue and red. */
const [BGRA, ANNOTATIONS, AS_RGBA] = [4, 0x01, 0x10];
/** The results of FPDF_GetLastError (fpdfview.h). */
const PROBLEMS: Readonly<Record<number, string>> = {
  3: "it is damaged, cut off or not a PDF",
  4: "it is encrypted and needs a password",
  5: "it is encrypted in a way that is not supported",
};

const CALLS = [
  "malloc",
  "free",
  "FPDF_InitLibrary",
  "FPDF_LoadMemDocument",
  "FPDF_GetLastError",
  "FPDF_GetPageCount",
  "FPDF_LoadPage",
  "FPDF_ClosePage",
  "FPDF_GetPageWidthF",
  "FPDF_GetPageHeightF",
  "FPDF_RenderPageBitmap",
  "FPDFText_LoadPage",
  "FPDFText_ClosePage",
  "FPDFText_CountChars",
  "FPDFText_GetText",
  "FPDFBitmap_CreateEx",
  "FPDFBitmap_FillRect",
  "FPDFBitmap_GetBuffer",
  "FPDFBitmap_Destroy",
] as const;

type Pdfium = ReturnType<typeof loadWasm<(typeof CALLS)[number]>>;

/** Opens a document with the packed PDFium at `wasm`. Throws an `Error` with the reason: it follows "cannot be shown:". */
export function openPdf(bytes: Buffer, wasm: URL) {
  const pdfium = loadWasm(wasm, CALLS);
  const { call, memory } = pdfium;
  call.FPDF_InitLibrary();
  const at = call.malloc(bytes.length);
  if (at === 0) throw tooMuchMemory();
  new Uint8Array(memory.buffer).set(bytes, at);
  const document = call.FPDF_LoadMemDocument(at, bytes.length, 0);
  if (document === 0) throw new Error(PROBLEMS[call.FPDF_GetLastError()] ?? "it cannot be read");
  const onPage = <T>(number: number, use: (page: number) => T): T => {
    const page = call.FPDF_LoadPage(document, number - 1);
    if (page === 0) throw new Error("it is damaged");
    const got = use(page);
    call.FPDF_ClosePage(page);
    return got;
  };
  return {
    pages: call.FPDF_GetPageCount(document),
    /** At most `maxChars` characters of a page, in the order in which the file has them. Pages count from 1. */
    textOf: (number: number, maxChars: number) => onPage(number, (page) => textOf(pdfium, page, maxChars)),
    /** The page with `edge` pixels on its longer side. */
    pixelsOf: (number: number, edge: number) => onPage(number, (page) => pixelsOf(pdfium, page, edge)),
  };
}

function textOf({ call, memory }: Pdfium, page: number, maxChars: number) {
  const text = call.FPDFText_LoadPage(page);
  if (text === 0) return { text: "", isCut: false };
  const all = call.FPDFText_CountChars(text);
  const count = Math.min(all, maxChars);
  const at = count > 0 ? call.malloc(2 * (count + 1)) : 0;
  const length = at === 0 ? 0 : call.FPDFText_GetText(text, 0, count, at) - 1; // it counts the closing zero
  const got = length > 0 ? Buffer.from(memory.buffer, at, 2 * length).toString("utf16le") : "";
  call.free(at);
  call.FPDFText_ClosePage(text);
  // U+FFFE stands where a word was divided at the end of a line.
  return { text: got.replaceAll("\uFFFE", "").toWellFormed(), isCut: all > count };
}

function pixelsOf({ call, memory }: Pdfium, page: number, edge: number): Pixels {
  const [wide, high] = [call.FPDF_GetPageWidthF(page), call.FPDF_GetPageHeightF(page)];
  const factor = edge / Math.max(wide, high);
  const pixels = (side: number): number => Math.max(1, Math.min(edge, Math.round(side * factor) || 1));
  const [width, height] = [pixels(wide), pixels(high)];
  const bitmap = call.FPDFBitmap_CreateEx(width, height, BGRA, 0, 0);
  if (bitmap === 0) throw tooMuchMemory();
  call.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  call.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, ANNOTATIONS | AS_RGBA);
  const data = new Uint8Array(memory.buffer, call.FPDFBitmap_GetBuffer(bitmap), width * height * 4).slice();
  call.FPDFBitmap_Destroy(bitmap);
  return { width, height, data };
}
