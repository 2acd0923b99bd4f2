/**
 * Entry of the program that makes a picture smaller and shows pages of a PDF. It runs in the sandbox. Its arguments are a path, and the
 * digest of a picture or the question about a PDF. It answers with JSON.
 */

import { answerPdf, type PdfQuestion } from "./pictures/pdf/pdf-answer.ts";
import { pictureAnswer } from "./pictures/scale-picture.ts";

const folder = import.meta.url.endsWith(".ts") ? "./pictures/pdf/" : "./pdfium/";
const [path = "", question = ""] = process.argv.slice(2);
const write = (line: string): unknown => process.stdout.write(`\n${line}\n`);
if (question.startsWith("{")) {
  answerPdf(path, JSON.parse(question) as PdfQuestion, new URL(`${folder}pdfium.wasm.br`, import.meta.url), write);
} else write(pictureAnswer(path, question));
process.stdout.write("", () => process.exit(0));
