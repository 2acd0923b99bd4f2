/** Collects what the network refused while a command ran, for the command's result. */

import type { ExecReply } from "../../protocol/cell.ts";

/** Different refusals that one command is told, 3 KB at most. A mistake in a configuration causes one or two. */
const MAX_LINES = 8;

export interface RefusalCollector {
  /** The refusals since the collector was made, each once, in the order of the first; empty where there was none. */
  readonly told: () => Pick<ExecReply, "refusals">;
  readonly stop: () => void;
}

export interface Refusals {
  readonly note: (line: string) => void;
  readonly collect: () => RefusalCollector;
}

export function createRefusals(): Refusals {
  const collecting = new Set<(line: string) => void>();
  return {
    note(line) {
      for (const take of collecting) take(line);
    },
    collect() {
      const lines = new Set<string>();
      let hasMore = false;
      const take = (line: string): void => {
        if (lines.size < MAX_LINES) lines.add(line);
        else if (!lines.has(line)) hasMore = true;
      };
      collecting.add(take);
      return {
        told: () =>
          lines.size === 0 ? {} : { refusals: [...lines, ...(hasMore ? ["[network] more was refused"] : [])] },
        stop: () => void collecting.delete(take),
      };
    },
  };
}
