/** Content digests. Lower-case hex everywhere in this program. */

import { hash } from "node:crypto";

/** SHA-256 of a UTF-8 string or of bytes, as 64 hex digits. */
export function sha256(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}
