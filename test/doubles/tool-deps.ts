/** What built-in tools are made from: inert but for what a test hands in. */

import type { AgentSpec } from "../../src/agents/agent-spec.ts";
import { mcpReachOf, NO_GATEWAY } from "../../src/run/open/mcp-reach.ts";
import type { Cell } from "../../src/protocol/cell.ts";
import { createSeenFiles } from "../../src/tools/define/seen-files.ts";
import type { ToolDeps } from "../../src/tools/registry.ts";

export function toolDeps(given: Partial<ToolDeps> = {}): ToolDeps {
  return {
    cell: {} as Cell, // making a tool must not touch it
    seen: createSeenFiles(),
    mayRead: () => true,
    code: { search: async () => ({ places: [], files: 0 }), definitions: async () => [] },
    web: {
      mayReach: () => false,
      search: undefined,
      page: async (url) => ({ kind: "redirected", from: url.href, to: "https://nowhere.test/" }),
    },
    sees: () => false,
    applySketch: undefined,
    embedder: undefined,
    findings: undefined,
    onTimeout: "kill",
    workers: { listed: [], all: () => [], started: () => new Map(), run: async () => ({ text: "" }) },
    newAgents: { taken: () => [], tools: [] },
    modes: { current: () => "code", all: [] },
    planMode: { isOn: () => false, endsWithPlan: false },
    skills: { names: [], read: () => undefined },
    mcp: mcpReachOf(NO_GATEWAY, () => ({}) as AgentSpec, []),
    github: { thread: 1, limit: () => 3, used: () => 0, search: async () => "none" },
    mail: { keepsFiles: () => undefined },
    ...given,
  };
}
