/** `delivery.json`, for the publishing job: every file's digest, and facts that it compares with its own. */

import * as z from "zod/mini";
import { canonicalJson } from "../base/canonical-json.ts";
import { parseJson } from "../base/member.ts";
import { sha256 } from "../base/sha256.ts";

const Digest = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const Delivery = z.strictObject({
  version: z.literal(1),
  /** Facts about the run, name → value: repository, thread, requester … */
  expects: z.record(z.string(), z.string()),
  /** Which attempt of the workflow run worked. */
  attempt: z.int().check(z.minimum(1)),
  /** Whether the agent's job could upload artifacts. */
  hasArtifacts: z.boolean(),
  /** Warnings for people, besides those in the journal. */
  warnings: z.array(z.string()),
  /** Every other file of the bundle: path → SHA-256. */
  files: z.record(z.string(), Digest),
});
export type Delivery = z.infer<typeof Delivery>;

const Sealed = z.strictObject({ ...Delivery.shape, digest: Digest });

/** The text of the file. The same delivery gives the same bytes. */
export function sealDelivery(delivery: Delivery): string {
  return `${JSON.stringify({ ...delivery, digest: digestOf(delivery) }, null, 2)}\n`;
}

/** Reads a delivery. A string says what is wrong with the text. */
export function openDelivery(text: string): Delivery | string {
  const value = parseJson(text);
  if (value === undefined) return "it is not JSON";
  const parsed = z.safeParse(Sealed, value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${issue?.path.join(".") || "the file"}: ${issue?.message ?? "does not fit"}`;
  }
  const { digest, ...delivery } = parsed.data;
  if (digest !== digestOf(delivery)) return "its digest does not match its content";
  return sealDelivery(delivery) === text ? delivery : "it was not written by this program";
}

function digestOf(delivery: Delivery): string {
  return sha256(canonicalJson(delivery));
}
