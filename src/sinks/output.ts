/** The formats of `--output`, which say what a run prints on standard output. To add one, add an entry here. */

import { plainText } from "../base/plain-text.ts";
import type { OutcomeRecord } from "../protocol/outcome.ts";
import type { JournalRecord, Sink } from "../protocol/wire.ts";

interface OutputOptions {
  readonly out: (text: string) => void;
  /** The journal so far, when a session goes on. */
  readonly before?: readonly JournalRecord[] | undefined;
}

interface Format {
  readonly sink: (options: OutputOptions) => Sink;
  /** The whole output of a run that was refused before it began. `atMs`: wall time since the epoch. */
  readonly refused: (outcome: Pick<OutcomeRecord, "outcome" | "reason">, atMs: number) => Promise<string>;
}

export const OUTPUTS = {
  /** The closing message. */
  text: {
    sink: ({ out }) => ({
      name: "output",
      write: ({ event }) => {
        if (event.type !== "session.end") return;
        const { json, text = "" } = event;
        const said = json === undefined ? text : JSON.stringify(json);
        if (said !== "") out(`${plainText(said)}\n`);
      },
    }),
    refused: async () => "",
  },
  /** One object, which the command prints at the very end, because it also says what was published. */
  json: {
    sink: () => ({ name: "output", write: () => {} }),
    refused: async (outcome) => `${JSON.stringify(outcome)}\n`,
  },
  /** Kimi CLI's wire. Its modules are loaded only by runs that stream. */
  "stream-json": {
    sink: ({ out, before }) => {
      const loading = import("./kimi-wire.ts").then(({ createKimiWire }) => createKimiWire({ before }));
      loading.catch(() => {}); // the first write rejects with the error
      return {
        name: "wire",
        write: async (record) => {
          const fold = await loading;
          out(fold.record(record).join(""));
        },
        live: async (part) => {
          const fold = await loading;
          out(fold.live(part).join(""));
        },
      };
    },
    refused: async (outcome, atMs) => {
      const { messageLine, metadataLine, own } = await import("./wire-own.ts");
      return metadataLine() + messageLine(own("Outcome", { outcome: outcome.outcome, reason: outcome.reason }), atMs);
    },
  },
} as const satisfies Record<string, Format>;

export type OutputFormat = keyof typeof OUTPUTS;
export const OUTPUT_FORMATS = Object.keys(OUTPUTS) as readonly OutputFormat[];
