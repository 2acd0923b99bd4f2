/** `kimi-runner export <bundle>`: prints a session as Markdown, or as Kimi CLI's context file or wire. */

import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { systemReason } from "../base/system-error.ts";
import type { JournalRecord } from "../protocol/wire.ts";
import { configError } from "../protocol/error.ts";
import type { Bundle } from "../session/bundle.ts";
import { notePartial, readBundle } from "./options/find-session.ts";
import type { Subcommand } from "./options/args.ts";

const FORMATS = ["markdown", "context", "wire", "stream-json"] as const;

export const exportCommand: Subcommand = {
  usage: "export <bundle|session|latest>",
  summary: "print a session as Markdown, as Kimi CLI's context file or wire, or as the stream of its run",
  cleansItself: true,
  maxArguments: 1,
  options: {
    format: { value: FORMATS, help: "default: markdown" },
    out: { value: "file", short: "o", help: "write it there instead of standard output" },
  },
  run: async (args, world) => {
    const { bundle, journal } = readBundle(args, world);
    const format = args.choice("format", FORMATS, "markdown");
    const text = await rendered(bundle, journal.records, format);
    const out = args.text("out");
    if (out === undefined) world.out(text);
    else writeGivenFile({ path: resolve(world.cwd, out), what: "export", option: "out" }, text);
    return notePartial(journal, world);
  },
};

async function rendered(
  bundle: Bundle,
  records: readonly JournalRecord[],
  format: (typeof FORMATS)[number],
): Promise<string> {
  switch (format) {
    case "markdown":
      return (await import("../run/end/views.ts")).transcriptOf(bundle, records);
    case "context":
      return (await import("../sinks/context-records.ts")).renderContext(records);
    case "wire":
    case "stream-json": {
      const fold = (await import("../sinks/kimi-wire.ts")).createKimiWire({ isPure: format === "wire" });
      return [...records.flatMap((record) => fold.record(record)), ...fold.rest()].join("");
    }
  }
}

interface GivenFile {
  readonly path: string;
  /** What it holds, e.g. `export`. */
  readonly what: string;
  /** The option that names it. */
  readonly option: string;
}

/** Writes a file that only its owner may read, like the bundle. Throws `config.invalid`. */
export function writeGivenFile({ path, what, option }: GivenFile, text: string): void {
  try {
    writeFileSync(path, text, { mode: 0o600 });
  } catch (cause) {
    throw configError(
      `The ${what} cannot be written to ${path}: ${systemReason(cause)}.`,
      `Name another file with --${option}.`,
    );
  }
}
