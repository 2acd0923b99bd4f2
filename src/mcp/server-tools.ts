/** Decides which of the tools that a server lists can be used. */

import type { Tool as ListedTool } from "@modelcontextprotocol/client";
import { canonicalJson } from "../base/canonical-json.ts";
import { nearest } from "../base/nearest.ts";
import { sha256 } from "../base/sha256.ts";
import { oneLine } from "../base/truncate.ts";
import { counted } from "../base/words.ts";
import type { ServerConfig } from "./config.ts";
import { shownName, type ToolList } from "./listing.ts";
import type { WireEvent } from "../protocol/wire.ts";

/** Enabled tools of one server. OpenAI accepts no more in one request. */
const MAX_TOOLS = 128;
/** Bytes of one tool's description and schema: 8,000 tokens in every request. */
const MAX_TOOL_BYTES = 32 * 1024;
/** Characters of the names that an error lists. */
const MAX_NAMES_CHARS = 1_000;

/** The names that the protocol allows. Other characters could mislead readers. */
const TOOL_NAME = /^[A-Za-z0-9_./-]{1,128}$/;

/** Whether the server runs a tool as a task only, which a run cannot call. */
export function needsTask({ execution }: ListedTool): boolean {
  return execution?.taskSupport === "required";
}

/** SHA-256 of the whole description of a tool. */
export function digestOf({ description, inputSchema, outputSchema, annotations }: ListedTool): string {
  const whole = { description, inputSchema, outputSchema, annotations };
  return sha256(isDeep(whole) ? "too deep to be written" : canonicalJson(whole));
}

/** Levels of a tool's description. What reads thousands of levels runs out of stack, in the journal and in a request. */
const MAX_LEVELS = 100;

function isDeep(value: unknown, levels = MAX_LEVELS): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isDeep(one, levels - 1));
}

/** Whether a tool that the server adds later can be called. */
function isUsable(tool: ListedTool, config: ServerConfig): boolean {
  return isEnabled(tool, config) && !needsTask(tool) && problemOf(tool) === undefined;
}

function isEnabled({ name }: ListedTool, { enabledTools: named, disabledTools }: ServerConfig): boolean {
  return (named?.includes(name) ?? true) && !disabledTools.includes(name);
}

/** The usable enabled tools, by name. Throws for unknown names in the configuration and for too many tools. */
export function enabledTools(listed: ToolList, config: ServerConfig): ToolList {
  const names = listed.tools.map(({ name }) => name).toSorted();
  for (const key of ["enabledTools", "disabledTools"] as const) {
    const unknown = config[key]?.find((name) => !names.includes(name));
    if (unknown === undefined) continue;
    const close = nearest(unknown, names);
    const hint = close === undefined ? "" : `Did you mean "${close}"? `;
    throw new Error(
      `${key} names "${unknown}", which it does not have. ${hint}It has: ${oneLine(names.join(", "), MAX_NAMES_CHARS) || "none"}.`,
    );
  }
  const tools: ListedTool[] = [];
  const unusable = [...listed.unusable];
  for (const tool of listed.tools.filter((one) => isEnabled(one, config))) {
    const why = tools.some(({ name }) => name === tool.name) ? "a second one of this name" : problemOf(tool);
    if (why === undefined) tools.push(tool);
    else unusable.push(`${shownName(tool.name)} (${why})`);
  }
  if (tools.length > MAX_TOOLS) {
    throw new Error(
      `it has ${counted(tools.length, "tool")}; at most ${MAX_TOOLS} can be used. Name those in enabledTools.`,
    );
  }
  return { tools: tools.toSorted((a, b) => (a.name < b.name ? -1 : 1)), unusable };
}

/** Why a tool cannot be offered, in a few words. */
function problemOf(tool: ListedTool): string | undefined {
  if (!TOOL_NAME.test(tool.name)) return "a name of other characters than letters, digits and _./-";
  if (isDeep(tool)) return `described in more than ${MAX_LEVELS} levels`;
  const bytes = toolBytes(tool);
  return bytes <= MAX_TOOL_BYTES ? undefined : `described in ${bytes} bytes, of which ${MAX_TOOL_BYTES} can be used`;
}

/** About how many bytes a tool adds to each request. */
export function toolBytes({ description = "", inputSchema }: ListedTool): number {
  return Buffer.byteLength(description) + Buffer.byteLength(JSON.stringify(inputSchema));
}

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
