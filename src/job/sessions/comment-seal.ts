/**
 * The seal of a comment that asks for approval. It is for servers that do not tell who edited a comment: it proves that a job of
 * this repository wrote the text, and when. Where another account puts an old text back, the time of the comment's last edit no
 * longer fits the seal.
 */

import { createHmac, hkdfSync } from "node:crypto";

/** Allows for the difference between the clocks of runner and server, and for the request. An edit that is undone within this time is not noticed. */
const TOLERANCE_MS = 10_000;
const SEALED = /^([\s\S]*)\n<!-- kimi-runner:seal (\d{1,15}) ([0-9a-f]{64}) -->\s*$/;

/** Returns a function that makes the last line of a comment. Undefined without a secret: such comments cannot be checked. */
export function commentSeal(secret: string | undefined, now: () => number): ((text: string) => string) | undefined {
  if (secret === undefined) return undefined;
  return (text) => {
    const at = now();
    return `<!-- kimi-runner:seal ${at} ${proofOf(secret, at, text)} -->`;
  };
}

/** Whether the comment is as a job of this repository wrote it. */
export function isSealed(
  { body, updatedAt }: { readonly body: string; readonly updatedAt: string },
  secret: string | undefined,
): boolean {
  const [, text = "", at = "", proof] = SEALED.exec(body) ?? [];
  if (secret === undefined || proof !== proofOf(secret, Number(at), text)) return false;
  return Math.abs(Date.parse(updatedAt) - Number(at)) <= TOLERANCE_MS;
}

function proofOf(secret: string, at: number, text: string): string {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "kimi-runner comment", 32));
  return createHmac("sha256", key).update(`${at}\n${text}`).digest("hex");
}
