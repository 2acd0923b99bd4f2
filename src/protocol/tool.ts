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
  /** The whole text, when `text` is one page of it. The bundle keeps it. */
  readonly whole?: string;
}

/** A call that is ready to be judged. `C`: the kinds of capability that it may need. */
export interface PlannedCall<C extends Capability = Capability> {
  readonly access: ToolAccess;
  readonly capabilities: readonly C[];
  /** One line for logs and comments, e.g. `write src/a.ts (+3 −1)`. */
  readonly summary: string;
  /** The effect as text (a unified diff, a command), for the person who must approve it. */
  readonly preview?: string | undefined;
  /** Names of the tool that this call calls in turn. Hooks of the policy match them too. */
  readonly meantBy?: readonly string[] | undefined;
  /** Plans the call again without the refused parts, which the result then names. Left out when the call cannot be divided. */
  readonly without?: ((refused: readonly RefusedPart[]) => PlannedCall<C>) | undefined;
  readonly refused?: readonly RefusedPart[] | undefined;
  /** `callId` is the model's id of the call. */
  readonly run: (signal: AbortSignal, callId: string) => Promise<ToolResult>;
}

export interface RepairedArguments {
  readonly input: Readonly<Record<string, unknown>>;
  /** What was repaired, without the model's values. Left out when nothing was repaired. */
  readonly repairs?: Repairs | undefined;
}

export interface Repairs {
  readonly slips: readonly string[];
  /** The arguments that the tool accepts, as a type. */
  readonly accepted: string;
}

export interface Tool extends ToolSpec {
  /** Requests do not name the tool, but a call of it is carried out. */
  readonly isHidden?: boolean | undefined;
  /** Only native calls of the tool are understood, not calls in the text of an answer. */
  readonly isByNameOnly?: boolean | undefined;
  /** Further names of the tool that hooks of the policy match. */
  readonly meantBy?: readonly string[] | undefined;
  /** The tool changes the rules for later calls, as a change of the mode does. Calls after it in the same message do not run. */
  readonly isSwitch?: boolean | undefined;
  /** Brings arguments into the tool's own form when their meaning is certain. Equal arguments give equal bytes. */
  readonly repair?: ((input: Readonly<Record<string, unknown>>) => RepairedArguments) | undefined;
  /** `input` is the parsed and repaired arguments object. Throws `RunnerError`; `tool.input` and `workspace.*` become results. */
  readonly plan: (input: unknown, signal: AbortSignal) => Promise<PlannedCall>;
}

/** Kilo's groups of tools, of which modes consist. `mcp` is every tool of every MCP server. */
export const TOOL_GROUPS = ["read", "edit", "browser", "command", "mcp"] as const;
export type ToolGroup = (typeof TOOL_GROUPS)[number];

/** Agents and modes that are offered a tool. An agent file may also list any other tool. */
export type Offer =
  /** Modes with this group. Agents with a tool of `edit` or `command` are not read-only. */
  | Exclude<ToolGroup, "mcp">
  /** Agents with MCP servers, if they need the tool. */
  | "mcp servers"
  /** The agent `default`, and every agent that lists no tools of its own. */
  | "default"
  /** One built-in agent or mode. */
  | "okabe"
  | "explore"
  | "plan"
  | "orchestrator"
  | "review"
  | "every mode"
  /** Every agent and mode. */
  | "everyone"
  /** Only agents whose file lists the tool. */
  | "agent files";

/** The description of a built-in tool from which agents and modes are built, before the tool itself is created. */
export interface ToolEntry {
  readonly name: string;
  readonly offeredTo: readonly [Offer, ...Offer[]];
  /** Names of the tool in Kimi CLI and Kimi Code. */
  readonly aliases?: readonly string[];
  /** Names of similar tools in other programs. None is offered; files, calls and hooks may use them. */
  readonly calledAs?: readonly string[];
  /** Arguments that a name stands for, where several tools of another program are one here. */
  readonly implied?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The tool belongs to this group but is not offered by it. Every agent with a tool of the group may call it. */
  readonly group?: Exclude<ToolGroup, "mcp">;
  readonly isMainOnly?: true;
  /** Calls of the tool are understood where it is not offered too, because models know it from other programs. */
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
  readonly maxLines: number;
  readonly limit: number;
}

/** The lines of a file that match a query best. */
export interface FoundPlace extends CodeRange {
  /** Relative to the workspace. */
  readonly path: string;
  /** Other parts of the file with words of the query, best first. */
  readonly others: readonly CodeRange[];
}

export interface CodeSearch {
  /** Best first. The same files and query give the same places. */
  readonly places: readonly FoundPlace[];
  /** One sentence about what is not in the index. */
  readonly note?: string | undefined;
}

export interface FileDefinitions {
  readonly path: string;
  /** In the order of their first lines. */
  readonly ranges: readonly CodeRange[];
  /** Why definitions are missing. */
  readonly note?: string | undefined;
}

/** The index of the code. It returns places; text is read through the cell. Throws `tool.input` with the reason. */
export interface CodeIndex {
  readonly search: (query: CodeQuery, signal: AbortSignal) => Promise<CodeSearch>;
  /** In the order of the paths. Files in no known language are left out. */
  readonly definitions: (paths: readonly string[], signal: AbortSignal) => Promise<readonly FileDefinitions[]>;
}

/** A web page as a reader sees it. Every field contains text of the page, which is not to be trusted. */
export interface WebPage {
  /** The page's address after redirects. */
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly mediaType: string;
  /** What is not in the text, and why. */
  readonly notes: readonly string[];
}

export type WebAnswer =
  | { readonly kind: "page"; readonly page: WebPage }
  /** A redirect to a host that the policy does not approve. The model can make a call with the new address, which is then judged. */
  | { readonly kind: "redirected"; readonly from: string; readonly to: string };

export const SEARCH_PROVIDERS = ["brave", "tavily", "kimi", "searxng"] as const;
export type SearchProvider = (typeof SEARCH_PROVIDERS)[number];

export interface WebQuery {
  readonly query: string;
  readonly limit: number;
}

export interface FoundPage {
  readonly title: string;
  readonly url: string;
  /** The page's host as a policy would list it; undefined when no tool may open the page. */
  readonly host: string | undefined;
  readonly summary: string;
  readonly date: string;
}

export interface WebAccess {
  readonly mayReach: (host: string) => boolean;
  /** Undefined when the policy names no search provider, or its key is missing. */
  readonly search: WebSearch | undefined;
  /** Throws `tool.input` with the reason. */
  readonly page: (url: URL, signal: AbortSignal) => Promise<WebAnswer>;
}

interface WebSearch {
  /** The search provider's host as a policy would list it. */
  readonly host: string;
  /** Best first. Throws `tool.input` with the reason. */
  readonly find: (query: WebQuery, signal: AbortSignal) => Promise<readonly FoundPage[]>;
}

/** A planned call that needs an MCP tool, a resource, or nothing. */
export type McpPlan = PlannedCall<Extract<Capability, { readonly kind: "mcp" }>>;

interface McpToolCall {
  readonly server: string;
  /** The server's own name of the tool. */
  readonly tool: string;
  /** Left out by a model that asks which arguments the tool takes. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
}

export interface McpReading {
  readonly server: string;
  /** Left out: the resources are listed. */
  readonly uri?: string | undefined;
  /** Index of the first character of the page, or of the first entry of the list. */
  readonly start: number;
}

/** A prompt that a person asks for with `/mcp:server:prompt`. */
interface McpPrompt {
  readonly server: string;
  readonly prompt: string;
  /** The text after the command. */
  readonly args: string;
}

/** The MCP servers of a run, as the tools `use_mcp_tool` and `access_mcp_resource` use them. */
export interface McpGateway {
  /** Servers that have started, by name. */
  readonly servers: readonly McpStarted[];
  /** Requests describe each tool in one line, and `use_mcp_tool` calls it. */
  readonly isOnDemand: boolean;
  /** The servers' own instructions, framed as data, if the policy asks for them. */
  readonly instructions: readonly string[];
  /** Returns the text of a server's prompt. Throws `config.invalid`. */
  readonly readPrompt: (asked: McpPrompt, signal: AbortSignal) => Promise<string>;
  /** Plans a call of a tool, also of one that the server added during the run. Throws `tool.input`. */
  readonly planCall: (call: McpToolCall, signal: AbortSignal) => Promise<McpPlan>;
  /** Plans the reading of a resource or of the list. Throws `tool.input`. */
  readonly planRead: (reading: McpReading) => McpPlan;
}
