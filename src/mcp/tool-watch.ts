/**
 * Watches the tools of a server during a run. A tool whose description differs from the one that was judged is no longer called.
 */

import type { Tool as ListedTool } from "@modelcontextprotocol/client";
import { canonicalJson } from "../base/canonical-json.ts";
import { sha256 } from "../base/sha256.ts";
import type { WireEvent } from "../protocol/wire.ts";
import type { ServerConfig } from "./config.ts";
import { digestOf, isUsable } from "./server-tools.ts";

const CHANGED =
  "the server no longer describes this tool as it did when it was judged first, so it is not called any more. Reach the goal in another way.";

/** Watches the tools of a server from its start on. */
export function createToolWatch(tools: readonly ListedTool[], config: ServerConfig) {
  /** The digest of each tool at the start, or at its first use. */
  const known = new Map(tools.map((tool) => [tool.name, digestOf(tool)]));
  const atStart = new Set(known.keys());
  const changed = new Set<string>();
  const told = new Set<string>();
  let later: ReadonlyMap<string, ListedTool> = new Map();
  return {
    /** SHA-256 of the descriptions at the start. */
    digest: sha256(canonicalJson([...known])),
    /** Tools that the server added after its start, by name. */
    later: (): ReadonlyMap<string, ListedTool> => later,
    /** Takes the list of tools as it is now. Each changed tool is reported once. */
    compare: (now: readonly ListedTool[]): readonly WireEvent[] => {
      const digests = new Map(now.map((tool) => [tool.name, digestOf(tool)]));
      const news = [...known].flatMap(([name, digest]) =>
        digests.get(name) === digest || changed.has(name) ? [] : [name],
      );
      for (const name of news) changed.add(name);
      const usable = now.filter((tool) => !atStart.has(tool.name) && isUsable(tool, config));
      later = new Map(usable.map((tool) => [tool.name, tool]));
      if (news.length === 0) return [];
      const text = `The MCP server ${config.name} changed tools during the run, which are no longer called: ${news.join(", ")}.`;
      return [{ type: "warning", text }];
    },
    /** Throws for a tool that is not as it was judged. `digest` is what was judged of a tool that was added after the start. */
    check: (name: string, digest: string | undefined): void => {
      if (digest !== undefined && !known.has(name)) {
        const now = later.get(name);
        if (now === undefined || digestOf(now) !== digest) throw new Error(CHANGED);
        known.set(name, digest);
      }
      if (changed.has(name)) throw new Error(CHANGED);
    },
    /** A note about tools that were added; empty when there are none. Each is named once. */
    tellNew: (): string => {
      const names = [...later.keys()].filter((name) => !told.has(name));
      for (const name of names) told.add(name);
      const how = `use_mcp_tool with server_name ${JSON.stringify(config.name)} calls them, and without arguments shows what they take`;
      return names.length === 0 ? "" : `\n[new tools of this server: ${names.join(", ")}; ${how}]`;
    },
  };
}
