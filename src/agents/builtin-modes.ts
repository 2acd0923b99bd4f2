/** Kilo's five modes, and the one of a review, as data. */

import { ARCHITECT_ROLE, ASK_ROLE, CODE_ROLE, DEBUG_ROLE, ORCHESTRATOR_ROLE, REVIEW_ROLE } from "./prompts/roles.ts";
import type { WriteLimit } from "./agent-spec.ts";
import type { Offer, ToolGroup } from "../protocol/tool.ts";

export interface Mode {
  readonly slug: string;
  readonly role: string;
  readonly whenToUse: string;
  readonly groups: readonly ToolGroup[];
  readonly writes?: WriteLimit | undefined;
  /** What the mode is offered beyond its groups and what every mode has. */
  readonly offers?: readonly Offer[];
  /** Further tools that the mode names. */
  readonly tools?: readonly string[];
}

export const BUILTIN_MODES: readonly Mode[] = [
  {
    slug: "architect",
    role: ARCHITECT_ROLE,
    whenToUse: "Designs and plans before something is built; writes Markdown only.",
    groups: ["read", "edit", "browser", "mcp"],
    writes: { pattern: "\\.md$", description: "Markdown files only" },
  },
  {
    slug: "code",
    role: CODE_ROLE,
    whenToUse: "Writes, changes and repairs code.",
    groups: ["read", "edit", "browser", "command", "mcp"],
  },
  {
    slug: "ask",
    role: ASK_ROLE,
    whenToUse: "Answers questions and explains code; changes nothing.",
    groups: ["read", "browser", "mcp"],
  },
  {
    slug: "debug",
    role: DEBUG_ROLE,
    whenToUse: "Finds the cause of a fault and repairs it.",
    groups: ["read", "edit", "browser", "command", "mcp"],
  },
  {
    slug: "orchestrator",
    role: ORCHESTRATOR_ROLE,
    whenToUse: "Splits a large task into parts and hands each to another mode.",
    groups: [],
    offers: ["orchestrator"],
  },
  {
    slug: "review",
    role: REVIEW_ROLE,
    whenToUse: "Reviews the changes between two commits; changes nothing.",
    groups: ["read"],
  },
];
