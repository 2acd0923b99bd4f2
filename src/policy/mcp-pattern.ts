/** Patterns of MCP tools and resources in rules: `server/tool`, `server/*`, and `server/resource:` with a uri or its beginning. */

import { RESOURCE } from "../protocol/mcp.ts";
import type { Capability, Verdict } from "../protocol/approval.ts";

/** `tool` is a tool's name, or `resource:` and the uri of a resource. */
type McpToolName = Omit<Extract<Capability, { kind: "mcp" }>, "kind">;

const SERVER = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";
const TOOL = "[A-Za-z0-9_./-]{1,128}";
/** A uri, the beginning of one with `*`, or `*` alone. */
const URI = "(?:[A-Za-z][A-Za-z0-9+.-]*:[!-)+-~]*)?\\*?";
const PATTERN = new RegExp(`^${SERVER}/(?:\\*|${TOOL}|${RESOURCE}(?!$)${URI})$`);

/** What would be accepted instead of this pattern; undefined when it is accepted. */
export function mcpPatternProblem(pattern: string): string | undefined {
  return PATTERN.test(pattern)
    ? undefined
    : '"server/tool" for one tool, "server/*" for all tools of a server, or "server/resource:*" for its resources';
}

/** Whether one of the patterns names it. An approval of `server/*` covers no resources; a rejection or deferral covers every spelling of a uri. */
export function matchesMcp(patterns: readonly string[], { server, tool }: McpToolName, verdict: Verdict): boolean {
  const isApproval = verdict === "approve";
  if (!tool.startsWith(RESOURCE)) return patterns.some((one) => one === `${server}/${tool}` || one === `${server}/*`);
  return patterns.some((pattern) => {
    if (pattern === `${server}/*`) return !isApproval;
    const start = `${server}/${RESOURCE}`;
    if (!pattern.startsWith(start)) return false;
    // The list of resources may be seen if one of them may be read.
    if (tool === `${RESOURCE}*`) return isApproval || pattern === `${start}*`;
    const [named, uri] = [pattern.slice(start.length), tool.slice(RESOURCE.length)];
    if (isApproval) return covers(named, uri);
    return [folded(uri), bare(folded(uri))].some((spelling) => covers(folded(named), spelling));
  });
}

/** Whether a name, or the beginning of one with `*`, names this one. */
export function covers(named: string, name: string): boolean {
  return named.endsWith("*") ? name.startsWith(named.slice(0, -1)) : name === named;
}

/** The uri in one spelling, so that another spelling does not evade a rule. */
function folded(uri: string): string {
  let [text, before] = [URL.parse(uri)?.href ?? uri, ""];
  for (; text !== before; text = decoded(text)) before = text;
  return text
    .toLowerCase()
    .replaceAll(/\/+/g, "/")
    .replace(/^file:\/localhost(?=\/)/, "file:");
}

/** Decodes ASCII characters only, because `decodeURIComponent` fails when any of the bytes is invalid UTF-8. */
function decoded(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** The uri without query, fragment and final slash. */
function bare(uri: string): string {
  return uri.replace(/[?#].*$/s, "").replace(/\/$/, "");
}
