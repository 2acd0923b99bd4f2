/** Decides which of the tools that a server lists can be used. */

import type { Tool as ListedTool } from "@modelcontextprotocol/client";
import { canonicalJson } from "../base/canonical-json.ts";
import { nearest } from "../base/nearest.ts";
import { plainText } from "../base/plain-text.ts";
import { sha256 } from "../base/sha256.ts";
import { oneLine } from "../base/truncate.ts";
import { counted } from "../base/words.ts";
import type { ServerConfig } from "./config.ts";

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
  return sha256(canonicalJson({ description, inputSchema, outputSchema, annotations }));
}

/** Whether a tool that the server adds later can be called. */
export function isUsable(tool: ListedTool, config: ServerConfig): boolean {
  return isEnabled(tool, config) && !needsTask(tool) && TOOL_NAME.test(tool.name) && toolBytes(tool) <= MAX_TOOL_BYTES;
}

function isEnabled({ name }: ListedTool, { enabledTools: named, disabledTools }: ServerConfig): boolean {
  return (named?.includes(name) ?? true) && !disabledTools.includes(name);
}

/** The tools that the configuration enables. Throws for unknown names, and for tools with invalid names. */
export function enabledTools(listed: readonly ListedTool[], config: ServerConfig): readonly ListedTool[] {
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
    throw new Error(
      `${key} names "${unknown}", which it does not have. ${hint}It has: ${oneLine(names.join(", "), MAX_NAMES_CHARS) || "none"}.`,
    );
  }
  const enabled = listed.filter((tool) => isEnabled(tool, config));
  if (enabled.length > MAX_TOOLS) {
    throw new Error(
      `it has ${counted(enabled.length, "tool")}; at most ${MAX_TOOLS} can be used. Name those in enabledTools.`,
    );
  }
  for (const tool of enabled) {
    const bytes = toolBytes(tool);
    if (bytes <= MAX_TOOL_BYTES) continue;
    const limit = `at most ${MAX_TOOL_BYTES} bytes can be used`;
    throw new Error(`its tool ${tool.name} is described in ${bytes} bytes; ${limit}. Name it in disabledTools.`);
  }
  return enabled.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** About how many bytes a tool adds to each request. */
export function toolBytes({ description = "", inputSchema }: ListedTool): number {
  return Buffer.byteLength(description) + Buffer.byteLength(JSON.stringify(inputSchema));
}
