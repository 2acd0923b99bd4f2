/** MCP servers after loading. They are recorded, so that every request can be checked against the journal. */

import type { ToolSpec } from "./model.ts";

/** A tool as its server described it when the run began; `name` is the server's own. */
export interface McpTool extends ToolSpec {
  /** What the model calls it: `mcp__server__tool`, at most 64 characters. */
  readonly callName: string;
}

/** A server that has started. */
export interface McpStarted {
  readonly name: string;
  /** By name. */
  readonly tools: readonly McpTool[];
  /** SHA-256 of the server's descriptions of them. */
  readonly toolsDigest: string;
  /** Names of tools that cannot be called, because the server runs them as tasks only. Left out where there are none. */
  readonly leftOut?: readonly string[] | undefined;
  /** It has resources. Left out where it has none. */
  readonly hasResources?: true | undefined;
}

export type McpServerFact =
  | McpStarted
  /** It did not start; `error` says why. */
  | { readonly name: string; readonly error: string };

/** Kimi CLI's `MCPLoadingBegin` and `MCPLoadingEnd`. */
export type McpEvent =
  | { readonly type: "mcp.begin"; readonly servers: readonly string[] }
  | {
      readonly type: "mcp.end";
      readonly servers: readonly McpServerFact[];
      /** The tools are described in one line each. Left out where requests hold their schemas. */
      readonly isOnDemand?: true | undefined;
    }
  /** How far a call is, as its server says it: for people, now and then, at any time of the call. */
  | { readonly type: "mcp.progress"; readonly server: string; readonly tool: string; readonly text: string };

/** The prefix of the names of a server's tools, except names that were cut. */
export function serverPrefix(server: string): string {
  return `mcp__${server.replaceAll(/[^A-Za-z0-9_-]/g, "_")}__`;
}

/** What stands in place of a tool's name where a resource is read: rules name it so. The whole list has no uri. */
export function resourceTool(uri: string | undefined): string {
  return `${RESOURCE}${uri ?? "*"}`;
}

/** Names of tools have no colon. */
export const RESOURCE = "resource:";
