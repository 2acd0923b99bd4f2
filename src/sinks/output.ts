/** What a run prints on standard output, by `--output`. To add a format, add an entry here; progress is the console's. */

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
  /** All that is printed of a run that was refused before it began; `atMs` is wall time since the epoch. */
  readonly refused: (outcome: Pick<OutcomeRecord, "outcome" | "reason">, atMs: number) => Promise<string>;
}

export const OUTPUTS = {
  /** The closing text. */
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
  /** One object, which the command prints when all is over: it also says what became of publishing. */
  json: {
    sink: () => ({ name: "output", write: () => {} }),
    refused: async (outcome) => `${JSON.stringify(outcome)}\n`,
  },
  /** Kimi CLI's wire. Its modules are loaded by the runs that stream, and by no other. */
  "stream-json": {
    sink: ({ out, before }) => {
      const loading = import("./kimi-wire.ts").then(({ createKimiWire }) => createKimiWire(before));
      loading.catch(() => {}); // the first write tells
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
      const [line, own] = await Promise.all([import("./wire-line.ts"), import("./wire-own.ts")]);
      return line.metadataLine() + line.messageLine(own.outcomeMessage(outcome), atMs);
    },
  },
} as const satisfies Record<string, Format>;

export type OutputFormat = keyof typeof OUTPUTS;
export const OUTPUT_FORMATS = Object.keys(OUTPUTS) as readonly OutputFormat[];
