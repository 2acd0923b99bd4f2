/**
 * Keeps the status comment up to date while the run works: it writes the newest state, at most once in five seconds. The run
 * never waits for it, and failures cause one warning.
 */

import type { Clock } from "../../base/clock.ts";
import type { OwnComment } from "./status-comment.ts";
import type { Warn } from "../result/ports.ts";
import type { CommentResult } from "../result/publish-result.ts";

export interface ProgressCommentOptions<State> {
  readonly comment: OwnComment;
  /** Markdown of a state, with foreign text made harmless. */
  readonly render: (state: State) => string;
  readonly clock: Clock;
  readonly warn: Warn;
}

export interface ProgressComment<State> {
  /** Takes a newer state. Returns at once, never throws. */
  readonly update: (state: State) => void;
  /** Writes the last text after an edit in progress. Later updates are ignored. Never rejects. */
  readonly finish: (body: string) => Promise<CommentResult>;
  /** Deletes the comment after an edit in progress. Later updates are ignored. Never rejects. */
  readonly remove: () => Promise<void>;
}

/** GitHub allows 80 content-creating requests a minute and 500 an hour; a run of half an hour makes at most 360. */
const MIN_INTERVAL_MS = 5_000;

/** Writes nothing before the first `update` or `finish`. */
export function createProgressComment<State>({
  comment,
  render,
  clock,
  warn,
}: ProgressCommentOptions<State>): ProgressComment<State> {
  const stop = new AbortController();
  let waiting: { readonly state: State } | undefined;
  let last = -Infinity;
  let loop: Promise<void> | undefined;
  let hasWarned = false;

  const put = async (body: string): Promise<CommentResult> => {
    const result = await comment.put(body);
    if (result.kind === "refused" && !hasWarned) {
      hasWarned = true;
      warn(`The status comment cannot be written. ${result.reason} ${result.fix}`);
    }
    return result;
  };
  const drain = async (): Promise<void> => {
    while (waiting !== undefined && !stop.signal.aborted) {
      const wait = last + MIN_INTERVAL_MS - clock.monotonic();
      if (wait > 0) await clock.sleep(wait, stop.signal).catch(() => {}); // `finish` aborts the wait and writes the last text
      if (stop.signal.aborted) return;
      const { state } = waiting;
      waiting = undefined;
      last = clock.monotonic();
      await put(render(state));
    }
  };

  const halt = async (): Promise<void> => {
    stop.abort();
    await loop;
  };

  return {
    update(state) {
      if (stop.signal.aborted) return;
      waiting = { state };
      loop ??= drain()
        .catch((error: unknown) => warn(`The status comment failed: ${String(error)}`))
        .finally(() => {
          loop = undefined;
        });
    },
    async finish(body) {
      await halt();
      return await put(body);
    },
    async remove() {
      await halt();
      await comment.remove();
    },
  };
}
