/**
 * Notices a worker that lives and does not answer: a stopped process, a disk that hangs. A command of any length is not mistaken
 * for one, because the worker answers while commands run.
 */

export interface Heartbeat {
  /** The worker wrote something. */
  readonly heard: () => void;
  readonly stop: () => void;
}

export interface HeartbeatOptions {
  readonly everyMs: number;
  /** Whether a request is open. Without one there is nothing to miss. */
  readonly isWaiting: () => boolean;
  readonly ping: () => void;
  /** Called once, with the time without an answer. */
  readonly onSilence: (silentMs: number) => void;
}

/** One line of 20 bytes for each 5 s in which a request is open. */
export const PING_EVERY_MS = 5000;
/** Together 20 s: far more than a busy machine needs for one line, far less than a time limit. */
const UNANSWERED_PINGS = 4;
/** The same time for the first answer, with any interval: a program starts in it. */
const FIRST_ANSWER_MS = PING_EVERY_MS * UNANSWERED_PINGS;

/**
 * Pings while a request is open. Missed pings are counted, not seconds: after a suspended machine wakes up, one timer fires and
 * the answer is read before the next.
 */
export function startHeartbeat({ everyMs, isWaiting, ping, onSilence }: HeartbeatOptions): Heartbeat {
  let unanswered = 0;
  let mayMiss = Math.max(UNANSWERED_PINGS, Math.ceil(FIRST_ANSWER_MS / everyMs));
  const timer = setInterval(() => {
    if (!isWaiting()) {
      unanswered = 0;
    } else if (unanswered === mayMiss) {
      clearInterval(timer);
      onSilence(unanswered * everyMs);
    } else {
      unanswered += 1;
      ping();
    }
  }, everyMs);
  timer.unref();
  return {
    heard: () => {
      mayMiss = UNANSWERED_PINGS;
      unanswered = 0;
    },
    stop: () => clearInterval(timer),
  };
}
