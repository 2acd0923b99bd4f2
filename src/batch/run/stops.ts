/** The signals of a batch. The first interrupt stops it after the tasks under way; the second one stops these too, with their work saved. */

import { STOP_SIGNALS, type StopSignal } from "../../protocol/outcome.ts";

/** Listens to the signals until `dispose` is called. */
export function stopsOf(tell: (text: string) => void) {
  const soon = new AbortController();
  const now = new AbortController();
  let stoppedBy: StopSignal | undefined;
  const handlers = Object.entries(STOP_SIGNALS).map(([name, code]) => {
    const signal = name as StopSignal;
    const onSignal = (): void => {
      if (now.signal.aborted) process.exit(code);
      stoppedBy ??= signal;
      if (signal === "SIGINT" && !soon.signal.aborted) {
        tell("SIGINT: stopping after the running tasks. Send it again to stop them too, with their work saved.");
        soon.abort();
        return;
      }
      tell(`${signal}: stopping the running tasks; their work is saved. Send it again to exit at once.`);
      soon.abort();
      now.abort();
    };
    return { signal, onSignal };
  });
  for (const { signal, onSignal } of handlers) process.on(signal, onSignal);
  return {
    /** No further task is started. */
    soon: soon.signal,
    /** The tasks under way stop. Their work is saved. */
    now: now.signal,
    stoppedBy: (): StopSignal | undefined => stoppedBy,
    dispose: () => {
      for (const { signal, onSignal } of handlers) process.off(signal, onSignal);
    },
  };
}
