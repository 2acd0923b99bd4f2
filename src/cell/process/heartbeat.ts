/**
 * Notices a worker that is alive but does not answer, because it was stopped or its disk hangs. A long command does not count as
 * such, because the worker answers pings while commands run.
 */

export interface Heartbeat {
  /** Call this whenever the worker wrote something. */
  readonly heard: () => void;
  readonly stop: () => void;
}

export interface HeartbeatOptions {
  readonly everyMs: number;
  /** Whether a request is open. While none is, the worker need not answer. */
  readonly isWaiting: () => boolean;
  readonly ping: () => void;
  /** Called once, with the time without an answer. */
  readonly onSilence: (silentMs: number) => void;
}

/** A ping is one line of 20 bytes. */
export const PING_EVERY_MS = 5000;
/** Together 20 s: far more than a busy machine needs for one line, and far less than the time limits of commands. */
const UNANSWERED_PINGS = 4;
/** The first answer has this time with any interval, because the program must start first. */
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
