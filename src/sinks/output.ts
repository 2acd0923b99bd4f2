/** The wire of a run on standard output: its module is loaded by the runs that stream, and by no other. */

import type { JournalRecord, Sink } from "../../protocol/wire.ts";

export interface WireStreamOptions {
  readonly out: (text: string) => void;
  /** The journal so far, when a session goes on. */
  readonly before?: readonly JournalRecord[] | undefined;
}

/** One JSON line per message, the protocol's first. */
export function createWireStream({ out, before }: WireStreamOptions): Sink {
  const loading = import("../../sinks/kimi-wire.ts").then(({ createKimiWire }) => createKimiWire(before));
  loading.catch(() => {}); // the first write tells
  return {
    name: "wire",
    write: async (record) => {
      const fold = await loading;
      out(fold(record).join(""));
    },
  };
}
