/** PDF files made by hand: pages with text, with other drawing, and files with objects of one's own. */

import { deflateSync } from "node:zlib";

export interface PdfSpec {
  /** Operators of each page's content. */
  readonly pages: readonly string[];
  /** Further objects by their number, from 100. */
  readonly objects?: Readonly<Record<number, string | Buffer>>;
  readonly resources?: string;
  readonly trailer?: string;
}

/** Lines of text as operators of a page. */
export function textOfPage(...lines: readonly string[]): string {
  const shown = lines.map((line) => `(${line.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj T*`);
  return `BT /F1 12 Tf 14 TL 72 700 Td ${shown.join("\n")} ET`;
}

export function makePdf({ pages, objects = {}, resources = "", trailer = "" }: PdfSpec): Buffer {
  const numbers = pages.map((_, index) => 10 + 2 * index);
  const all: [number, string | Buffer][] = [
    [1, "<< /Type /Catalog /Pages 2 0 R >>"],
    [2, `<< /Type /Pages /Count ${pages.length} /Kids [${numbers.map((number) => `${number} 0 R`).join(" ")}] >>`],
    [3, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"],
    ...pages.flatMap((content, index): [number, string | Buffer][] => {
      const number = 10 + 2 * index;
      const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${number + 1} 0 R /Resources << /Font << /F1 3 0 R >> ${resources} >> >>`;
      return [
        [number, page],
        [number + 1, pdfStream(Buffer.from(content, "latin1"))],
      ];
    }),
    ...Object.entries(objects).map(([number, object]): [number, string | Buffer] => [Number(number), object]),
  ];
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\0\n", "latin1")];
  const places = new Map<number, number>();
  let at = parts[0]!.length;
  for (const [number, object] of all) {
    const bytes = Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n")]);
    places.set(number, at);
    at += bytes.length;
    parts.push(bytes);
  }
  const rows = [...places].map(([number, place]) => `${number} 1\n${String(place).padStart(10, "0")} 00000 n \n`);
  const table = `xref\n0 1\n0000000000 65535 f \n${rows.join("")}`;
  const size = Math.max(...places.keys()) + 1;
  parts.push(
    Buffer.from(`${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`, "latin1"),
  );
  return Buffer.concat(parts);
}

/** A packed stream; `entries` go into its dictionary. */
export function pdfStream(content: Buffer, entries = ""): Buffer {
  const packed = deflateSync(content);
  const head = `<< /Length ${packed.length} /Filter /FlateDecode ${entries} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), packed, Buffer.from("\nendstream")]);
}
