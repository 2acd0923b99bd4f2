/** Finds an agent or a mode by its name. An unknown name is an error, because any other agent could have more rights. */

import { nearest } from "../base/nearest.ts";
import { configError } from "../protocol/error.ts";
import type { AgentSpec } from "./agent-spec.ts";

/** Throws `config.invalid` for an unknown name, with all names, the nearest first. */
export function findAgent(name: string, agents: ReadonlyMap<string, AgentSpec>): AgentSpec {
  const found = agents.get(name);
  if (found !== undefined) return found;
  const names = [...agents.keys()];
  const close = nearest(name, names);
  const listed = close === undefined ? names : [close, ...names.filter((other) => other !== close)];
  throw configError(
    `There is no agent or mode "${name}".`,
    `${close === undefined ? "" : `Did you mean "${close}"? `}There are: ${listed.join(", ")}.`,
  );
}
