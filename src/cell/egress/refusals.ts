/**
 * What the network refused, told to each command that ran meanwhile. The names come from programs of the cell: a refusal is one
 * line in which they are data, and a command is told a bounded number of different ones.
 */

import type { NetworkGroup } from "../../base/network/network-entry.ts";
import { oneLine } from "../../base/truncate.ts";
import type { ExecReply } from "../../protocol/cell.ts";

/** Different refusals that one command is told, 3 KB at most. A mistake in a configuration causes one or two. */
const MAX_LINES = 8;
const MAX_NAME_CHARS = 120;

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

/** Overlayfs refuses to rename a folder of the host, which `mv` and package managers cope with by copying and git does not. */
const RENAME_HINT =
  "[files] A folder that was there before cannot be renamed in one step here: use `mv` (and `git add -A`) in place of `git mv`.";

/** The refusals of a command, with a hint where its output shows that a folder could not be renamed. */
export function withRenameHint(
  output: string,
  { refusals = [] }: Pick<ExecReply, "refusals">,
): Pick<ExecReply, "refusals"> {
  const lines = output.includes("Invalid cross-device link") ? [...refusals, RENAME_HINT] : refusals;
  return lines.length === 0 ? {} : { refusals: lines };
}

/**
 * A host that could be listed; `name` is a checked `host:port`. For a public registry the group is better, because it stands for the
 * mirror where this machine has one.
 */
export function unlistedLine(name: string): string {
  const group = GROUP_OF[name.replace(/:443$/, "")];
  return `[network] ${name} refused; add ${group === undefined ? "it" : `the group ${group}`} to sandbox.network`;
}

/** The public registries, by the groups of cell/registries. */
const GROUP_OF: Readonly<Record<string, NetworkGroup>> = {
  "registry.npmjs.org": "npm",
  "registry.yarnpkg.com": "npm",
  "pypi.org": "pypi",
  "files.pythonhosted.org": "pypi",
  "index.crates.io": "crates",
  "static.crates.io": "crates",
  "proxy.golang.org": "go",
  "sum.golang.org": "go",
  "repo.maven.apache.org": "maven",
  "repo1.maven.org": "maven",
  "plugins.gradle.org": "gradle",
  "plugins-artifacts.gradle.org": "gradle",
  "services.gradle.org": "gradle",
  "downloads.gradle.org": "gradle",
  "rubygems.org": "rubygems",
  "index.rubygems.org": "rubygems",
  "api.nuget.org": "nuget",
  "repo.packagist.org": "packagist",
};

/** A service that cannot be reached; `name` is a checked `name:port`. */
export function serviceLine(name: string, why: string): string {
  return `[network] service ${name}: ${why}`;
}

/** Any other refusal. `place` is what the program wrote. */
export function refusedLine(place: string, why: string): string {
  const named = place === "" ? "a request" : JSON.stringify(oneLine(place, MAX_NAME_CHARS));
  return `[network] ${named} refused: ${why}`;
}
