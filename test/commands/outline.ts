import type { Flow } from "../../src/protocol/prompt.ts";

/** A flow as one line per node: `id kind "label" → to:label, …`. */
export function outline(flow: Flow): string[] {
  return [...flow.nodes.values()].map(({ id, kind, label, edges }) => {
    const to = edges.map((edge) => (edge.label === undefined ? edge.to : `${edge.to}:${edge.label}`)).join(", ");
    return `${id} ${kind} "${label}"${to === "" ? "" : ` → ${to}`}`;
  });
}
