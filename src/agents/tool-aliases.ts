/** Names of tools as people write them in agent files: ours, Kimi CLI's `module:Class`, and Kimi Code's. */

import { unknownName } from "../yaml/mistakes.ts";
import { isMcpPattern } from "./mcp-tools.ts";
import type { ToolCatalogue } from "./tool-lists.ts";

/** Kimi CLI has moved its classes between modules over time, so that only the class is looked at. */
const KIMI_MODULE = /^kimi_cli\.tools\.[\w.]+:(\w+)$/;

export type NamedTool =
  | { readonly kind: "tool"; readonly name: string }
  | { readonly kind: "unknown"; readonly mistake: string };

/** The tool of the catalogue that `written` means, or what is wrong with the name. */
export function toolNamed(written: string, catalogue: ToolCatalogue): NamedTool {
  const known = catalogue.map(({ name }) => name);
  if (known.includes(written) || isMcpPattern(written)) return { kind: "tool", name: written };
  const short = KIMI_MODULE.exec(written)?.[1] ?? written;
  const meant = catalogue.find(({ aliases = [] }) => aliases.includes(short));
  if (meant !== undefined) return { kind: "tool", name: meant.name };
  return { kind: "unknown", mistake: unknownName("tool", written, known) };
}
