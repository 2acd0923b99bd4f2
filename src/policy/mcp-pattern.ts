/**
 * Patterns of MCP servers in rules: one tool by its name, all tools of a server, and resources by their uri or by how it begins.
 */

import { RESOURCE } from "../protocol/mcp.ts";
import type { Verdict } from "../protocol/approval.ts";

interface McpToolName {
  readonly server: string;
  /** A tool's name; `resource:` and a uri where a resource is read. */
  readonly tool: string;
}

const SERVER = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";
const TOOL = "[A-Za-z0-9_./-]{1,128}";
/** `*` stands alone or at the end. */
const URI = "(?:[A-Za-z][A-Za-z0-9+.-]*:[!-)+-~]*)?\\*?";
const PATTERN = new RegExp(`^${SERVER}/(?:\\*|${TOOL}|${RESOURCE}(?!$)${URI})$`);

/** What would be accepted instead of a pattern, or undefined when it is fine. */
export function mcpPatternProblem(pattern: string): string | undefined {
  return PATTERN.test(pattern)
    ? undefined
    : '"server/tool" for one tool, "server/*" for all tools of a server, or "server/resource:*" for its resources';
}

/**
 * Whether one of the patterns names a tool or a resource. An approval of all tools says nothing about resources. A rejection or
 * deferral of them covers resources too, and does not depend on how an address is spelt.
 */
export function matchesMcp(patterns: readonly string[], { server, tool }: McpToolName, verdict: Verdict): boolean {
  const isApproval = verdict === "approve";
  if (!tool.startsWith(RESOURCE)) return patterns.some((one) => one === `${server}/${tool}` || one === `${server}/*`);
  return patterns.some((pattern) => {
    if (pattern === `${server}/*`) return !isApproval;
    const start = `${server}/${RESOURCE}`;
    if (!pattern.startsWith(start)) return false;
    // The list of the resources: who may read one of them may see it.
    if (tool === `${RESOURCE}*`) return isApproval || pattern === `${start}*`;
    const [named, uri] = [pattern.slice(start.length), tool.slice(RESOURCE.length)];
    if (isApproval) return covers(named, uri);
    return [folded(uri), bare(folded(uri))].some((spelling) => covers(folded(named), spelling));
  });
}

function covers(named: string, uri: string): boolean {
  return named.endsWith("*") ? uri.startsWith(named.slice(0, -1)) : uri === named;
}

/** One spelling of an address, for rules that must not be got round by another one. */
function folded(uri: string): string {
  let [text, before] = [URL.parse(uri)?.href ?? uri, ""];
  for (; text !== before; text = decoded(text)) before = text;
  return text
    .toLowerCase()
    .replaceAll(/\/+/g, "/")
    .replace(/^file:\/localhost(?=\/)/, "file:");
}

/** Only characters of ASCII, so that one that is no text does not keep the others as they are. */
function decoded(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** Without what says how much of a resource, or in which form. */
function bare(uri: string): string {
  return uri.replace(/[?#].*$/s, "").replace(/\/$/, "");
}
