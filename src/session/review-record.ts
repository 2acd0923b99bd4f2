/** What is kept of the last review of a pull request, as text. The seal beside it is the job's. */

import * as z from "zod/mini";
import { parseJson } from "../base/member.ts";
import type { Finding } from "../protocol/tools/finding.ts";
import { FindingShape } from "./told-events.ts";

export interface ReviewRecord {
  /** The session of the review. Names sort by the time of their request. */
  readonly id: string;
  readonly head: string;
  /** The run came to its end, and no person added words to it: everything at `head` was looked at. */
  readonly isDone: boolean;
  /** All that did not end, those of earlier reviews included. The quotes are the lines at `head`. */
  readonly findings: readonly Finding[];
  /** Fingerprints of the suggestions that were posted with their proof. */
  readonly proven: readonly string[];
}

const Stored = z.object({
  v: z.literal(1),
  id: z.string(),
  repository: z.string(),
  thread: z.int(),
  head: z.string().check(z.regex(/^[0-9a-f]{40,64}$/)),
  isDone: z.boolean(),
  findings: z.array(FindingShape),
  proven: z.array(z.string()),
});

type Place = Pick<z.infer<typeof Stored>, "repository" | "thread">;

export function writeReviewRecord(record: ReviewRecord, place: Place): string {
  return `${JSON.stringify({ v: 1, ...place, ...record })}\n`;
}

/** Undefined for a text that this program did not write, and for the record of another pull request. */
export function parseReviewRecord(text: string | undefined, place: Place): ReviewRecord | undefined {
  const { success, data } = Stored.safeParse(parseJson(text ?? ""));
  return success && data.repository === place.repository && data.thread === place.thread ? data : undefined;
}
