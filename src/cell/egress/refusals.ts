/** Collects what the network refused while a command ran, for the command's result. */

import type { ExecReply } from "../../protocol/cell.ts";
import { oneLine } from "../../base/truncate.ts";
import { PUBLIC_HOSTS } from "../registries/registry-settings.ts";

/** Different refusals that one command is told, 3 KB at most. A mistake in a configuration causes one or two. */
const MAX_LINES = 8;

export type Refusals = ReturnType<typeof createRefusals>;
export type RefusalCollector = ReturnType<Refusals["collect"]>;

export function createRefusals() {
  const collecting = new Set<(line: string) => void>();
  return {
    note: (line: string): void => collecting.forEach((take) => take(line)),
    collect() {
      const lines = new Set<string>();
      let hasMore = false;
      const take = (line: string): void => {
        if (lines.size < MAX_LINES) lines.add(line);
        else if (!lines.has(line)) hasMore = true;
      };
      collecting.add(take);
      return {
        /** The refusals since the collector was made, each once, in the order of the first; empty where there was none. */
        told: (): Pick<ExecReply, "refusals"> =>
          lines.size === 0 ? {} : { refusals: [...lines, ...(hasMore ? ["[network] more was refused"] : [])] },
        stop: () => void collecting.delete(take),
      };
    },
  };
}

const MAX_NAME_CHARS = 120;

/** The line for a host that could be listed; `name` is a checked `host:port`. The group covers mirrors of this machine too. */
export function unlistedLine(name: string): string {
  const host = name.replace(/:443$/, "");
  const group = Object.entries(PUBLIC_HOSTS).find(([, hosts]) => hosts.includes(host))?.[0];
  return `[network] ${name} refused; add ${group === undefined ? "it" : `the group ${group}`} to sandbox.network`;
}

/** The line for a service that cannot be reached; `name` is a checked `name:port`. */
export function serviceLine(name: string, why: string): string {
  return `[network] service ${name}: ${why}`;
}

/** The line for any other refusal. `place` is what the program wrote. */
export function refusedLine(place: string, why: string): string {
  const named = place === "" ? "a request" : JSON.stringify(oneLine(place, MAX_NAME_CHARS));
  return `[network] ${named} refused: ${why}`;
}
