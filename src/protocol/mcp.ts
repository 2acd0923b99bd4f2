/** MCP servers as they are after they were loaded. The journal records them, so that every request can be checked against it. */

import type { ToolSpec } from "./model.ts";

/** A tool as its server described it when the run began; `name` is the server's own. */
export interface McpTool extends ToolSpec {
  /** The name that the model uses: `mcp__server__tool`, at most 64 characters. */
  readonly callName: string;
}

export interface McpStarted {
  readonly name: string;
  /** Sorted by name. */
  readonly tools: readonly McpTool[];
  /** SHA-256 of the server's descriptions of its tools. */
  readonly toolsDigest: string;
  /** Tools that cannot be called, because the server only runs them as tasks. Left out when there are none. */
  readonly leftOut?: readonly string[] | undefined;
  /** Tools that are not as they must be, each with the reason. Left out when there are none. */
  readonly unusable?: readonly string[] | undefined;
  readonly hasResources?: true | undefined;
  /** It has neither tools nor resources nor prompts. */
  readonly isEmpty?: true | undefined;
}

export type McpServerFact =
  | McpStarted
  /** A server that did not start; `error` says why. */
  | { readonly name: string; readonly error: string };

/** Kimi CLI's `MCPLoadingBegin` and `MCPLoadingEnd`. */
export type McpEvent =
  | { readonly type: "mcp.begin"; readonly servers: readonly string[] }
  | {
      readonly type: "mcp.end";
      readonly servers: readonly McpServerFact[];
      /** Set when requests describe each tool in one line, in place of its schema. */
      readonly isOnDemand?: true | undefined;
    }
  /** A server's message about the progress of a call. It is for people, and is recorded only now and then. */
  | { readonly type: "mcp.progress"; readonly server: string; readonly tool: string; readonly text: string };

/** The prefix of a server's tool names. Names that were cut to 64 characters may lack it. */
export function serverPrefix(server: string): string {
  return `mcp__${server.replaceAll(/[^A-Za-z0-9_-]/g, "_")}__`;
}

/** The name by which rules judge the reading of a resource. Without a uri it means the list of all resources. */
export function resourceTool(uri: string | undefined): string {
  return `${RESOURCE}${uri ?? "*"}`;
}

/** Tool names contain no colon. */
export const RESOURCE = "resource:";
