/** The wire: delivers events in one order, to the journal, the folds, and the views, which may fail. */

import { createInTurn } from "../base/in-turn.ts";
import type { Emit, LivePart, Sink, WireEvent } from "../protocol/wire.ts";
import type { ContextFold } from "./context.ts";
import type { Journal } from "./journal.ts";

interface WireOptions {
  readonly journal: Journal;
  readonly folds: readonly Pick<ContextFold, "apply">[];
  readonly sinks: readonly Sink[];
  /** Called at each view's first failure. */
  readonly warn: (text: string) => void;
}

/** Creates the wire. It delivers events in the order in which they were emitted, also when tools run in parallel. */
export function createWire({ journal, folds, sinks, warn }: WireOptions) {
  const broken = new Set<Sink>();
  const inTurn = createInTurn();
  const tell = async (to: (sink: Sink) => void | Promise<void>): Promise<void> => {
    for (const sink of sinks) {
      if (broken.has(sink)) continue;
      try {
        await to(sink);
      } catch (error) {
        broken.add(sink);
        warn(`The ${sink.name} view failed and is left out from here on: ${String(error)}`);
      }
    }
  };
  const deliver = async (event: WireEvent): Promise<void> => {
    const record = journal.record(event);
    for (const fold of folds) fold.apply(record.event);
    await tell((sink) => sink.write(record));
  };
  const emit: Emit = (event) => inTurn(() => deliver(event));
  const show = (part: LivePart): void => void inTurn(() => tell((sink) => sink.live?.(part)));
  return {
    emit,
    /** Shows a part of an answer, after the events that were emitted before. Undefined where no view shows parts. */
    show: sinks.some(({ live }) => live !== undefined) ? show : undefined,
  };
}
