/** What the model calls the tools of servers. Providers take letters, digits, `_` and `-`, 64 characters at most. */

import { sha256 } from "../base/sha256.ts";

export interface ServerTool {
  readonly server: string;
  readonly tool: string;
}

const MAX_CHARS = 64;
/** Two of a run's tools that share them would need 2^16 tools. */
const HASH_CHARS = 8;

/**
 * Names in the order of `tools`: `mcp__server__tool`, with other characters as `_`. One that is too long, or that two tools
 * would have, is cut and ends in a hash of what it stands for; so no name depends on another server's order.
 */
export function callNames(tools: readonly ServerTool[]): readonly string[] {
  const plain = tools.map(plainName);
  return plain.map((name, index) => {
    const tool = tools[index];
    const isAlone = plain.indexOf(name) === plain.lastIndexOf(name);
    if (tool === undefined || (isAlone && name.length <= MAX_CHARS)) return name;
    const hash = sha256(`${tool.server}\0${tool.tool}`).slice(0, HASH_CHARS);
    return `${name.slice(0, MAX_CHARS - HASH_CHARS - 1)}_${hash}`;
  });
}

function plainName({ server, tool }: ServerTool): string {
  return `${serverPrefix(server)}${tool.replaceAll(/[^A-Za-z0-9_-]/g, "_")}`;
}

/** How the names of a server's tools begin, those that are cut left out. */
export function serverPrefix(server: string): string {
  return `mcp__${server.replaceAll(/[^A-Za-z0-9_-]/g, "_")}__`;
}
