/**
 * The wire: all events in one order. The journal must take an event, or the run stops; the folds get it next and the views last.
 * A failing view is reported once and never changes the outcome.
 */

import type { Emit, Sink } from "../protocol/wire.ts";
import type { ContextFold } from "./context.ts";
import type { Journal } from "./journal.ts";

export interface WireOptions {
  readonly journal: Journal;
  readonly folds: readonly Pick<ContextFold, "apply">[];
  readonly sinks: readonly Sink[];
  /** Called at each view's first failure. */
  readonly warn: (text: string) => void;
}

/** Creates the wire. It delivers events in the order of their emission, also with parallel tools. */
export function createWire({ journal, folds, sinks, warn }: WireOptions): Emit {
  const broken = new Set<Sink>();
  let tail: Promise<void> = Promise.resolve();
  const deliver = async (event: Parameters<Emit>[0]): Promise<void> => {
    const record = journal.record(event);
    for (const fold of folds) fold.apply(record.event);
    for (const sink of sinks) {
      if (broken.has(sink)) continue;
      try {
        await sink.write(record);
      } catch (error) {
        broken.add(sink);
        warn(`The ${sink.name} view failed and is left out from here on: ${String(error)}`);
      }
    }
  };
  return (event) => {
    const delivered = tail.then(() => deliver(event));
    tail = delivered.catch(() => {}); // the emitter gets the failure, and the next event is still delivered
    return delivered;
  };
}
