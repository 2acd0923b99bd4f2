/**
 * What redaction costs: the result of a tool of 50 kB, twenty secrets, nothing found, which is nearly every text.
 * `node bench/redact.ts`. Run it alone on the machine; below 2 ms a step does not notice it.
 */

import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { createRedact } from "../src/base/redact.ts";

const CHARS = 50_000;
const RUNS = 100;

const root = resolve(import.meta.dirname, "..");
const secrets = Array.from({ length: 20 }, (_, at) => {
  const digest = createHash("sha256").update(`${at}`).digest();
  return [`KEY_${at}`, digest.subarray(0, 15 + at / 2).toString(at % 2 === 0 ? "hex" : "base64url")] as const;
});
const code = readFileSync(resolve(root, "dist/main.js"), "utf8").repeat(10).slice(0, CHARS);
const texts = {
  code,
  "code in JSON": JSON.stringify(code.slice(0, CHARS)).slice(0, CHARS),
  "a lock file": readFileSync(resolve(root, "package-lock.json"), "utf8").slice(0, CHARS),
  "nothing but escapes": String.raw`\u0041`.repeat(CHARS / 6),
};

const began = performance.now();
const redact = createRedact(Object.fromEntries(secrets));
console.log(`${"prepared".padEnd(22)} ${(performance.now() - began).toFixed(2).padStart(6)} ms`);
for (const [name, text] of Object.entries(texts)) {
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    redact(text);
    return performance.now() - start;
  }).toSorted((a, b) => a - b);
  console.log(`${name.padEnd(22)} ${(times[RUNS / 2] ?? 0).toFixed(2).padStart(6)} ms`);
}
