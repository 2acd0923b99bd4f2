/** Content digests. Lower-case hex everywhere in this program. */

import { createHash, hash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** SHA-256 of a UTF-8 string or of bytes, as 64 hex digits. */
export function sha256(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}

const CHUNK_BYTES = 1024 * 1024;
/** For files whose size is not known. Larger ones for thousands of small files took seconds. */
const MIN_CHUNK_BYTES = 4096;

/** SHA-256 of a file of any size. `visit` sees its bytes, piece by piece, and must not keep them. */
export function sha256File(path: string, visit: (bytes: Buffer) => void = () => {}): string {
  const digest = createHash("sha256");
  const file = openSync(path, "r");
  try {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, fstatSync(file).size)));
    for (let bytes = readSync(file, chunk); bytes > 0; bytes = readSync(file, chunk)) {
      const read = chunk.subarray(0, bytes);
      digest.update(read);
      visit(read);
    }
    return digest.digest("hex");
  } finally {
    closeSync(file);
  }
}
