/** Names for the tools of servers. Providers accept at most 64 characters: letters, digits, `_` and `-`. */

import { sha256 } from "../base/sha256.ts";
import { serverPrefix } from "../protocol/mcp.ts";

export interface ServerTool {
  readonly server: string;
  readonly tool: string;
}

const MAX_CHARS = 64;
/** With these digits a collision becomes likely at 2^16 tools. */
const HASH_CHARS = 8;

/**
 * The names, in the order of `tools`: `mcp__server__tool`, with `_` in place of other characters. A name that is too long, or
 * that two tools would share, is shortened and ends with a hash of server and tool, so that it does not depend on the order.
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
