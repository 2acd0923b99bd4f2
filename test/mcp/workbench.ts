/** Servers as a run starts them: in a real cell, or over real HTTP. */

import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { readServers, type ServerRules, type Servers } from "../../src/mcp/config.ts";
import type { McpHost } from "../../src/mcp/connection.ts";
import { loadServers, type LoadedServers } from "../../src/mcp/load.ts";
import type { ToolResult } from "../../src/protocol/tool.ts";
import { openTestCell, type TestCell } from "../doubles/cell.ts";

export type Want = "none" | "sealed";

/** What a repository's files say of the double; the cell's own node runs it. */
/** No process of another suite has it in its command line. */
export const SERVER = `server-${process.pid}.mjs`;
/** Without types, whose removal at each start takes longer than the server's work. */
const SERVER_FILES = { [SERVER]: stripTypeScriptTypes(readFileSync("test/doubles/mcp-server.ts", "utf8")) };

/** The node that is there in a cell of this kind. */
function nodeIn(want: Want): string {
  return want === "sealed" ? "/opt/kimi/node" : process.execPath;
}

/** A configuration of the double, with more of it where wanted. */
export function stdio(want: Want, more: object = {}, ...args: readonly string[]): object {
  return { command: nodeIn(want), args: [SERVER, ...args], ...more };
}

const RULES: ServerRules = { hosts: [], allowed: [], optional: [], env: {}, isSecret: () => false };

/** Reads a configuration file. */
export function read(text: string, rules: Partial<ServerRules> = {}): Servers {
  return readServers({ file: ".kimi/mcp.json", text }, { ...RULES, ...rules });
}

export interface Loaded extends LoadedServers {
  /** Calls a tool by the name the model knows. */
  readonly call: (name: string, input?: object, signal?: AbortSignal, as?: "as it is") => Promise<ToolResult>;
  readonly close: () => Promise<void>;
}

interface LoadOptions extends Partial<ServerRules> {
  readonly signal?: AbortSignal;
  readonly tell?: McpHost["tell"];
  readonly maxSchemaBytes?: number;
}

/** Starts servers. */
export async function load(
  cell: TestCell,
  mcpServers: object,
  { signal = new AbortController().signal, tell, maxSchemaBytes = Infinity, ...rules }: LoadOptions = {},
): Promise<Loaded> {
  const { servers } = read(JSON.stringify({ mcpServers }), rules);
  const { loaded, close } = loadServers(servers, { cell, tell }, { signal, maxSchemaBytes, instructions: true });
  const { facts, tools, gateway } = await loaded;
  return {
    facts,
    tools,
    gateway,
    close,
    call: async (name, input = {}, from = signal, as) => {
      const tool = tools.find((one) => one.name === name);
      if (tool === undefined) throw new Error(`there is no tool ${name}`);
      const result = await (await tool.plan(input, from)).run(from, "call_1");
      return as === undefined ? { ...result, text: contentOf(result.text) } : result;
    },
  };
}

/** What a server said, without the frame around it. Words of the program itself have none. */
export function contentOf(text: string): string {
  if (text.startsWith("Error: ")) return text;
  const [, content] = /^<data from="mcp [\w.]+\/[\w./-]+">\n([^]*)\n<\/data>$/.exec(text) ?? [];
  if (content === undefined) throw new Error(`the answer has no frame: ${text}`);
  return content;
}

export const openCell = (want: Want): Promise<TestCell> => openTestCell({ want, files: SERVER_FILES });
