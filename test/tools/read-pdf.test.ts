/** Pages of PDFs through `read_file`: text, pictures for models that see, ranges, and files that were made to harm. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { imageType } from "../../src/base/image-type.ts";
import type { ToolResult } from "../../src/protocol/tool.ts";
import { readPdf } from "../../src/tools/define/pdf.ts";
import { pixelsOfPng } from "../../src/pictures/png.ts";
import { makePdf, pdfStream, textOfPage } from "../doubles/pdf.ts";
import { openWorkbench, type Workbench, type WorkbenchOptions } from "./workbench.ts";

const FORM = "/Type /XObject /Subtype /Form /BBox [0 0 100 100]";
const IMAGE = "/Type /XObject /Subtype /Image /ColorSpace /DeviceGray /BitsPerComponent 8";
const DRAWS = "/XObject << /X 100 0 R >>";
const X = "x".repeat(100);
const ON = "start_line and end_line count the pages of a PDF";

async function reading(
  files: Readonly<Record<string, Uint8Array>>,
  options: WorkbenchOptions,
  use: (
    read: (path: string, more?: object) => Promise<ToolResult>,
    bench: Workbench,
    filesOf: (range: object) => unknown,
  ) => Promise<void>,
): Promise<void> {
  await using bench = await openWorkbench(files, options);
  // As the engine does: what models of other agents send is brought into the tool's form.
  const repaired = (input: object): unknown => bench.tool("read_file").repair?.(input as never).input ?? input;
  const read = async (path: string, more = {}): Promise<ToolResult> =>
    await bench.call("read_file", repaired({ path, ...more }));
  await use(read, bench, (range) => repaired({ path: "a.pdf", ...range }));
}

test("a model without sight gets the text of the pages that it asks for, in every form of a range", async () => {
  const pages = Array.from({ length: 45 }, (_, index) => textOfPage(`Page (${index + 1})`, "caf\xe9"));
  await reading({ "a.pdf": makePdf({ pages }), "scan.pdf": makePdf({ pages: [""] }) }, {}, async (read, _, filesOf) => {
    const whole = await read("a.pdf");
    const shown = Array.from({ length: 40 }, (_, index) => `--- page ${index + 1} ---\nPage (${index + 1})\ncafé\n`);
    assert.equal(
      whole.text,
      `a.pdf (PDF, pages 1-40 of 45)\n${shown.join("")}[cut: read on with start_line 41; ${ON}]`,
    );
    assert.equal(whole.images, undefined);
    const two = "a.pdf (PDF, pages 44-45 of 45)\n--- page 44 ---\nPage (44)\ncafé\n--- page 45 ---\nPage (45)\ncafé";
    // Forms of one range are the same call, which is made once.
    const file = (start_line: number, end_line: number) => ({ files: [{ path: "a.pdf", start_line, end_line }] });
    for (const range of [{ pages: "44-45" }, { pages: [44, 45] }]) assert.deepEqual(filesOf(range), file(44, 45));
    for (const range of [{ start_line: 44 }, { page_range: "44-99" }])
      assert.equal((await read("a.pdf", range)).text, two, JSON.stringify(range));
    for (const range of [{ page: 7 }, { pages: "7" }, { start_line: 7, end_line: 7 }])
      assert.deepEqual(filesOf(range), file(7, 7));
    assert.equal((await read("a.pdf", { page: 7 })).text, "a.pdf (PDF, page 7 of 45)\n--- page 7 ---\nPage (7)\ncafé");
    assert.deepEqual(
      [(await read("a.pdf", { start_line: 46 })).text, (await read("scan.pdf")).text],
      [
        "Error: a.pdf: page 46 is past the end. The file has 45 pages.",
        "scan.pdf (PDF, page 1 of 1)\n--- page 1 ---\n(no text: a scan or a drawing)",
      ],
    );
  });
});

test("a model that sees gets a picture of each of up to five pages, also of a file that is too large to be read here", async () => {
  const pages = ["1 0 0 rg 0 0 612 792 re f", "0 0 1 rg 0 0 612 396 re f", ...Array.from({ length: 5 }, () => "")];
  const padding = { 200: Buffer.alloc(5_000_000, "x") };
  const files = { "a.pdf": makePdf({ pages }), "Large.PDF": makePdf({ pages, objects: padding }) };
  await reading(files, { sees: true }, async (read) => {
    for (const [path, range, count] of [
      ["a.pdf", {}, 5],
      ["Large.PDF", { end_line: 2 }, 2],
    ] as const) {
      const { text, images = [] } = await read(path, range);
      const shown = [1, 2, 3, 4, 5].slice(0, count).map((page) => `--- page ${page} ---\n\n`);
      const head = `${path} (PDF, pages 1-${count} of 7; ${count} pictures, in this order)`;
      const cut = count === 5 ? `[cut: read on with start_line 6; ${ON}]` : "";
      assert.equal(text.trimEnd(), `${head}\n${shown.join("")}${cut}`.trimEnd());
      const [red, blue] = images.map(({ data }) => Buffer.from(data, "base64"));
      assert.ok(red !== undefined && blue !== undefined && images.length === count);
      assert.deepEqual(imageType(red), { mediaType: "image/png", width: 1212, height: 1568 });
      const [first, half] = [pixelsOfPng(red).data, pixelsOfPng(blue).data];
      assert.deepEqual(
        [[...first.subarray(0, 4)], [...half.subarray(0, 4)], [...half.subarray(-4)]],
        [
          [255, 0, 0, 255],
          [255, 255, 255, 255],
          [0, 0, 255, 255],
        ],
      );
    }
  });
});

test("text is bounded: by pages where that does, within a page where one is larger", async () => {
  const long = textOfPage(...Array.from({ length: 600 }, () => X));
  const files = { "a.pdf": makePdf({ pages: [long, long] }), "b.pdf": makePdf({ pages: [long + long, ""] }) };
  await reading(files, {}, async (read) => {
    const [first, second] = [await read("a.pdf"), await read("b.pdf")];
    const ends = [first, second].map(({ text }) => [text.split("\n")[0], ...text.slice(-200).split("\n").slice(1)]);
    assert.deepEqual(ends, [
      ["a.pdf (PDF, page 1 of 2)", X, `[cut: read on with start_line 2; ${ON}]`],
      [
        "b.pdf (PDF, page 1 of 2)",
        "[cut: the rest of this page does not fit]",
        `[cut: read on with start_line 2; ${ON}]`,
      ],
    ]);
    for (const { text } of [first, second]) assert.ok(text.length > 60_000 && text.length < 103_000, `${text.length}`);
  });
});

test("a file that is damaged, encrypted, or asks for too much memory is an error that says so", async () => {
  const one = [textOfPage("x")];
  const standard = `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${"41".repeat(32)}> /U <${"42".repeat(32)}> >>`;
  const locked = (how: string): Buffer => makePdf({ pages: one, trailer: `/Encrypt ${how} /ID [<41><41>]` });
  const damaged = "it is damaged, cut off or not a PDF";
  const files: Readonly<Record<string, readonly [bytes: Buffer, why: string]>> = {
    "cut.pdf": [makePdf({ pages: one }).subarray(0, 300), damaged],
    "head.pdf": [Buffer.from("%PDF-1.7\0"), damaged],
    "locked.pdf": [locked(standard), "it is encrypted and needs a password"],
    "odd.pdf": [locked("<< /Filter /Other /V 9 >>"), "it is encrypted in a way that is not supported"],
    "tree.pdf": [replaced(makePdf({ pages: one }), "[10 0 R]", "[2 0 R ]"), "it is damaged"],
    "bomb.pdf": [makePdf({ pages: [" ".repeat(300_000_000)] }), "it needs more than 512 MB of memory"],
  };
  const bytes = Object.fromEntries(Object.entries(files).map(([path, [content]]) => [path, content]));
  await reading(bytes, {}, async (read) => {
    for (const [path, [, why]] of Object.entries(files)) {
      const { text, isError } = await read(path);
      assert.equal(isError, true, path);
      assert.equal(
        text,
        `Error: ${path} is a PDF that cannot be shown: ${why}. A command may read it: qpdf or pdftotext where they are installed, else a PDF library of the project's language.`,
      );
    }
  });
});

test("odd sizes, pictures that say they are gigantic and counts that lie are shown as far as they go", async () => {
  const one = makePdf({ pages: [textOfPage("x")] });
  const gigantic = pdfStream(Buffer.alloc(1000), `${IMAGE} /Width 20000 /Height 20000`);
  const files = {
    "wide.pdf": replaced(one, "[0 0 612 792]", "[0 0 1e9 0.01]"),
    "inside-out.pdf": replaced(one, "[0 0 612 792]", "[9 9 -5 0]"),
    "count.pdf": replaced(one, "/Count 1 ", "/Count 999999999 "),
    "gigantic.pdf": makePdf({ pages: [`${textOfPage("x")} /X Do`], resources: DRAWS, objects: { 100: gigantic } }),
  };
  await reading(files, { sees: true }, async (read) => {
    for (const path of Object.keys(files)) {
      const { text, images = [] } = await read(path);
      assert.deepEqual(
        [text, images.length],
        [`${path} (PDF, page 1 of 1; 1 picture, in this order)\n--- page 1 ---\nx`, 1],
      );
    }
  });
});

test("a page that never ends costs its own showing only", async () => {
  const loop = { 100: pdfStream(Buffer.from("/X Do /X Do"), `${FORM} /Resources << ${DRAWS} >>`) };
  const endless = makePdf({
    pages: [textOfPage("one"), "/X Do", textOfPage("three")],
    resources: DRAWS,
    objects: loop,
  });
  await reading({ "a.pdf": endless }, {}, async (read, { cell }) => {
    const { digest = "" } = await cell.resolve("a.pdf");
    const wanted = { path: "a.pdf", cell, digest, start: 1, end: 3, maxBytes: 10_000, sees: false, timeoutMs: 5_000 };
    const { text } = await readPdf(wanted, new AbortController().signal);
    const why = "page 2 cannot be shown: it takes longer than 5 s; go on with start_line 3";
    assert.equal(text, `a.pdf (PDF, page 1 of 3)\n--- page 1 ---\none\n[${why}: ${ON}]`);
    assert.match((await read("a.pdf", { page: 3 })).text, /--- page 3 ---\nthree$/);
  });
});

function replaced(pdf: Buffer, from: string, to: string): Buffer {
  const text = pdf.toString("latin1");
  assert.ok(text.includes(from));
  return Buffer.from(text.replace(from, to), "latin1");
}
