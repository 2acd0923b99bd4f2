/**
 * A server for the length of a run. It is started anew when it is gone, and what it says of its tools is held against what
 * it said first: the model and the policy know a tool by that, so one that changes is called no more.
 */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Tool as ListedTool } from "@modelcontextprotocol/client";
import { canonicalJson } from "../base/canonical-json.ts";
import { nearest } from "../base/nearest.ts";
import { plainText } from "../base/plain-text.ts";
import { sha256 } from "../base/sha256.ts";
import type { ToolResult } from "../protocol/tool.ts";
import type { WireEvent } from "../protocol/wire.ts";
import type { ServerConfig } from "./config.ts";
import { openConnection, type Connection, type McpHost } from "./connection.ts";
import { resultOf } from "./result.ts";

export interface McpServer {
  readonly name: string;
  /** Those that the configuration enables, by name. */
  readonly tools: readonly ListedTool[];
  /** SHA-256 over all that the server says about them. */
  readonly toolsDigest: string;
  /** What goes wrong is a result; rejects with the signal's reason alone. */
  readonly call: (tool: string, input: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<ToolResult>;
  /** Never rejects. */
  readonly close: () => Promise<void>;
}

/** As the protocol has them; anything else could pretend to be something else where names are shown. */
const TOOL_NAME = /^[A-Za-z0-9_./-]{1,128}$/;

/** Starts a server. Rejects with the signal's reason, or an `Error` that says why in half a sentence. */
export async function openServer(config: ServerConfig, host: McpHost, signal: AbortSignal): Promise<McpServer> {
  let isStale = false;
  const onChange = (): void => {
    isStale = true;
  };
  const open = (from: AbortSignal): Promise<Connection> => openConnection({ server: config, host, onChange }, from);
  let connection = await open(signal);
  let tools: readonly ListedTool[];
  try {
    tools = enabledTools(connection.tools, config);
  } catch (error) {
    await connection.close();
    throw error;
  }
  const known = new Map(tools.map((tool) => [tool.name, digestOf(tool)]));
  const changed = new Set<string>();

  /** Finds out what is no longer as it was; says it once. */
  const compare = (now: readonly ListedTool[]): readonly WireEvent[] => {
    const digests = new Map(now.map((tool) => [tool.name, digestOf(tool)]));
    const news = [...known].flatMap(([name, digest]) =>
      digests.get(name) === digest || changed.has(name) ? [] : [name],
    );
    for (const name of news) changed.add(name);
    if (news.length === 0) return [];
    const text = `The MCP server ${config.name} changed tools while the run went on; they are called no more: ${news.join(", ")}.`;
    return [{ type: "warning", text }];
  };
  /** Makes sure that the server is there and says what it said. */
  const prepare = async (from: AbortSignal): Promise<readonly WireEvent[]> => {
    await nextTurn(); // what came in already is heard first, such as its end
    if (!connection.isOpen()) {
      isStale = false;
      connection = await open(from);
      return [
        { type: "warning", text: `The MCP server ${config.name} was gone and is started again.` },
        ...compare(connection.tools),
      ];
    }
    if (!isStale) return [];
    const now = await connection.list(from);
    isStale = false;
    return compare(now);
  };

  return {
    name: config.name,
    tools,
    toolsDigest: sha256(canonicalJson([...known])),
    async call(tool, input, from) {
      const events: WireEvent[] = [];
      const failed = (why: string): ToolResult => ({
        text: `Error: mcp ${config.name}/${tool}: ${why}`,
        isError: true,
        events,
      });
      try {
        events.push(...(await prepare(from)));
        if (changed.has(tool)) return failed(CHANGED);
        return { ...resultOf(await connection.call(tool, input, from)), events };
      } catch (error) {
        from.throwIfAborted();
        return failed(error instanceof Error ? error.message : String(error));
      }
    },
    close: () => connection.close(),
  };
}

const CHANGED =
  "the server no longer describes this tool as it did when the run began, so it is not called any more. Reach the goal in another way.";

function digestOf({ description, inputSchema, outputSchema, annotations }: ListedTool): string {
  return sha256(canonicalJson({ description, inputSchema, outputSchema, annotations }));
}

/** Throws for names that no tool has, and for tools that cannot be named. */
function enabledTools(listed: readonly ListedTool[], config: ServerConfig): readonly ListedTool[] {
  const names = listed.map(({ name }) => name).toSorted();
  for (const [index, name] of names.entries()) {
    if (!TOOL_NAME.test(name))
      throw new Error(`it has a tool of an unusable name: ${JSON.stringify(plainText(name))}.`);
    if (names[index + 1] === name) throw new Error(`it has two tools with the name ${name}.`);
  }
  for (const key of ["enabledTools", "disabledTools"] as const) {
    const unknown = config[key]?.find((name) => !names.includes(name));
    if (unknown === undefined) continue;
    const close = nearest(unknown, names);
    const hint = close === undefined ? "" : `Did you mean "${close}"? `;
    throw new Error(`${key} names "${unknown}", which it does not have. ${hint}It has: ${names.join(", ") || "none"}.`);
  }
  return listed
    .filter(({ name }) => (config.enabledTools?.includes(name) ?? true) && !config.disabledTools.includes(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
