/** MCP servers after loading. They are recorded, so that every request can be checked against the journal. */

import type { ToolSpec } from "./model.ts";

/** A tool as its server described it when the run began; `name` is the server's own. */
export interface McpTool extends ToolSpec {
  /** What the model calls it: `mcp__server__tool`, at most 64 characters. */
  readonly callName: string;
}

export type McpServerFact =
  /** `tools` by name; `toolsDigest`: SHA-256 of the server's descriptions of them. */
  | {
      readonly name: string;
      readonly tools: readonly McpTool[];
      readonly toolsDigest: string;
      /** Names of tools that cannot be called, because the server runs them as tasks only. Left out where there are none. */
      readonly leftOut?: readonly string[] | undefined;
    }
  /** It did not start; `error` says why. */
  | { readonly name: string; readonly error: string };

/** Kimi CLI's `MCPLoadingBegin` and `MCPLoadingEnd`. */
export type McpEvent =
  | { readonly type: "mcp.begin"; readonly servers: readonly string[] }
  | { readonly type: "mcp.end"; readonly servers: readonly McpServerFact[] }
  /** How far a call is, as its server says it: for people, now and then, at any time of the call. */
  | { readonly type: "mcp.progress"; readonly server: string; readonly tool: string; readonly text: string };
