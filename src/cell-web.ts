/** Entry of the program that fetches a page. It runs in the sandbox, gets an address on standard input, and answers with a line of JSON. */

import { text } from "node:stream/consumers";
import { readPage } from "./web/program.ts";

const port = /^http:\/\/127\.0\.0\.1:(\d+)$/.exec(process.env["HTTPS_PROXY"] ?? "")?.[1];
const reply =
  port === undefined
    ? { kind: "failed", why: "there is no proxy in this cell" }
    : await readPage(await text(process.stdin), { port: Number(port) });
process.stdout.write(`\n${JSON.stringify(reply)}\n`, () => process.exit(0));
