/** A tool in two phases: `plan` resolves what a call needs, `run` does exactly what was planned and judged. */

import type { Capability, RefusedPart } from "./approval.ts";
import type { McpStarted } from "./mcp.ts";
import type { ToolSpec } from "./model.ts";
import type { ToolOutcome } from "./result.ts";
import type { WireEvent } from "./wire.ts";

/** `read` may run beside other reads; `write` runs alone. */
export type ToolAccess = "read" | "write";

export interface ToolResult extends ToolOutcome {
  /** Facts to record with the result, in call order. */
  readonly events?: readonly WireEvent[];
  /** Of a text that is one page: the whole, which the bundle keeps. */
  readonly whole?: string;
}

/** A call that is ready to be judged; `C` is what it may need. */
export interface PlannedCall<C extends Capability = Capability> {
  readonly access: ToolAccess;
  readonly capabilities: readonly C[];
  /** One line for logs and comments, e.g. `write src/a.ts (+3 −1)`. */
  readonly summary: string;
  /** The effect as text (a unified diff, a command), for the person who must approve it. */
  readonly preview?: string | undefined;
  /** A tool that this one calls: names under which a hook of the policy may mean it. */
  readonly meantBy?: readonly string[] | undefined;
  /** The same call without these of its parts, which its result names. Left out where the call is one piece. */
  readonly without?: ((refused: readonly RefusedPart[]) => PlannedCall<C>) | undefined;
  /** What it was planned without. */
  readonly refused?: readonly RefusedPart[] | undefined;
  /** `callId` is the model's id of the call. */
  readonly run: (signal: AbortSignal, callId: string) => Promise<ToolResult>;
}

export interface RepairedArguments {
  readonly input: Readonly<Record<string, unknown>>;
  /** What was repaired, without the model's values. Left out where nothing was. */
  readonly repairs?: Repairs | undefined;
}

export interface Repairs {
  readonly slips: readonly string[];
  /** The arguments that the tool takes, as a type. */
  readonly accepted: string;
}

export interface Tool extends ToolSpec {
  /** No request names it; a model that calls it all the same gets its result. */
  readonly isHidden?: boolean | undefined;
  /** It is understood in a call of the provider's own form only, not in the text of an answer. */
  readonly isByNameOnly?: boolean | undefined;
  /** Names under which a hook of the policy may mean it, besides the one that was called. */
  readonly meantBy?: readonly string[] | undefined;
  /** It changes the rules for later calls, as another mode does: what stands behind it in one message does not run. */
  readonly isSwitch?: boolean | undefined;
  /**
   * Arguments in the tool's own form, where what the model meant is certain. Policy, hooks and `plan` see these
   * only. The same arguments give the same bytes.
   */
  readonly repair?: ((input: Readonly<Record<string, unknown>>) => RepairedArguments) | undefined;
  /** `input` is the parsed and repaired arguments object. Throws `RunnerError`; `tool.input` and `workspace.*` become results. */
  readonly plan: (input: unknown, signal: AbortSignal) => Promise<PlannedCall>;
}

/** Kilo's groups of tools, from which modes are put together. `mcp` is every tool of every MCP server. */
export const TOOL_GROUPS = ["read", "edit", "browser", "command", "mcp"] as const;
export type ToolGroup = (typeof TOOL_GROUPS)[number];

/** Who is offered a tool. An agent file may list any tool besides. */
export type Offer =
  /** The modes with this group. Agents with a tool of `edit` or `command` are not read-only. */
  | Exclude<ToolGroup, "mcp">
  /** Agents with MCP servers, where they need it. */
  | "mcp servers"
  /** The agent `default`, and every agent that lists no tools of its own. */
  | "default"
  /** A built-in agent or mode, besides what it has by the others. */
  | "okabe"
  | "explore"
  | "plan"
  | "orchestrator"
  | "every mode"
  /** Every agent and mode. */
  | "everyone"
  /** Only agents whose file lists it. */
  | "agent files";

/** What is known of a built-in tool before it is made. Agents and modes are put together from it. */
export interface ToolEntry {
  readonly name: string;
  readonly offeredTo: readonly [Offer, ...Offer[]];
  /** Names of Kimi CLI and Kimi Code that agent files may use for it. */
  readonly aliases?: readonly string[];
  /** Names by which models call it that learnt it from elsewhere. They are never offered. */
  readonly calledAs?: readonly string[];
  /** It belongs to this group without being offered by it: every agent with a tool of the group may call it. */
  readonly group?: Exclude<ToolGroup, "mcp">;
  /** Subagents never have it. */
  readonly isMainOnly?: true;
  /** Models know it from elsewhere: where it is not offered it is understood all the same. */
  readonly isUnderstood?: true;
}

/** Lines of a file, both from 1 and inclusive. */
export interface CodeRange {
  readonly start: number;
  readonly end: number;
}

export interface CodeQuery {
  readonly query: string;
  /** A folder or file of the workspace; `.` is all of it. */
  readonly path: string;
  /** Lines of a place at most. */
  readonly maxLines: number;
  /** Places at most. */
  readonly limit: number;
}

/** The lines of a file that fit a query best. */
export interface FoundPlace extends CodeRange {
  /** Relative to the workspace. */
  readonly path: string;
  /** Other parts of the file with words of the query, best first. */
  readonly others: readonly CodeRange[];
}

export interface CodeSearch {
  /** Best first. The same files and query give the same places. */
  readonly places: readonly FoundPlace[];
  /** Files with a word of the query, those without a place included. */
  readonly files: number;
  /** What is not in the index, in a sentence. */
  readonly note?: string | undefined;
}

export interface FileDefinitions {
  readonly path: string;
  /** In the order of their first lines. */
  readonly ranges: readonly CodeRange[];
  /** Why there are none, or not all. */
  readonly note?: string | undefined;
}

/**
 * What the tools ask of the index of the code: places only. Their text is read through the cell, whose word counts. Both throw
 * `tool.input` with the reason when the index cannot answer.
 */
export interface CodeIndex {
  readonly search: (query: CodeQuery, signal: AbortSignal) => Promise<CodeSearch>;
  /** In the order of the paths. Files in no known language are left out. */
  readonly definitions: (paths: readonly string[], signal: AbortSignal) => Promise<readonly FileDefinitions[]>;
}

/** A page of the web as a reader sees it. All of it is the page's own words. */
export interface WebPage {
  /** Where it stands, after redirects. */
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly mediaType: string;
  /** What is not in the text, and why. */
  readonly notes: readonly string[];
}

export type WebAnswer =
  | { readonly kind: "page"; readonly page: WebPage }
  /** To a host that the policy does not approve: a call with that address is judged. */
  | { readonly kind: "redirected"; readonly from: string; readonly to: string };

export const SEARCH_PROVIDERS = ["brave", "tavily", "kimi", "searxng"] as const;
export type SearchProvider = (typeof SEARCH_PROVIDERS)[number];

export interface WebQuery {
  readonly query: string;
  /** Pages at most. */
  readonly limit: number;
}

export interface FoundPage {
  readonly title: string;
  readonly url: string;
  /** As a policy lists it; undefined where no tool may open the page. */
  readonly host: string | undefined;
  readonly summary: string;
  readonly date: string;
}

export interface WebAccess {
  readonly mayReach: (host: string) => boolean;
  /** Undefined where the policy names no provider, or its key is missing. */
  readonly search: WebSearch | undefined;
  /** Throws `tool.input` with the reason. */
  readonly page: (url: URL, signal: AbortSignal) => Promise<WebAnswer>;
}

interface WebSearch {
  /** Of the provider, as a policy lists it. */
  readonly host: string;
  /** Best first. Throws `tool.input` with the reason. */
  readonly find: (query: WebQuery, signal: AbortSignal) => Promise<readonly FoundPage[]>;
}

/** A call that needs a tool or resource of a server, or nothing. */
export type McpPlan = PlannedCall<Extract<Capability, { readonly kind: "mcp" }>>;

interface McpToolCall {
  readonly server: string;
  /** The server's own name of the tool. */
  readonly tool: string;
  /** Left out by a model that asks what they are. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
}

export interface McpReading {
  readonly server: string;
  /** Without it, the resources are listed. */
  readonly uri?: string | undefined;
  /** The first character of a page, or the first entry of a list. */
  readonly start: number;
}

/** What a person asks for with `/mcp:server:prompt`. */
interface McpPrompt {
  readonly server: string;
  readonly prompt: string;
  /** As they stand behind the command. */
  readonly args: string;
}

/** What the tools `use_mcp_tool` and `access_mcp_resource` need of the servers of a run. */
export interface McpGateway {
  /** Servers that have started, by name. */
  readonly servers: readonly McpStarted[];
  /** Requests name each tool in one line; `use_mcp_tool` calls it. */
  readonly isOnDemand: boolean;
  /** What servers say of themselves, framed, where the policy asks for it. */
  readonly instructions: readonly string[];
  /** The text of a prompt for a person who asks for it. Throws `config.invalid`. */
  readonly readPrompt: (asked: McpPrompt, signal: AbortSignal) => Promise<string>;
  /** Plans a call of a tool, of one that came during the run as well. Throws `tool.input`. */
  readonly planCall: (call: McpToolCall, signal: AbortSignal) => Promise<McpPlan>;
  /** Plans a reading. Throws `tool.input`. */
  readonly planRead: (reading: McpReading) => McpPlan;
}
