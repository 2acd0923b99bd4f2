/**
 * What a run of a person without write permission works on. It runs no code, so nothing does of the commit that the person wrote:
 * no hook, whose script would be that commit's, and no MCP server, of which such a run calls nothing.
 */

import type { SessionOrigin } from "../protocol/origin.ts";
import { MCP_FILES } from "./open/mcp.ts";
import type { Workbench } from "./open/workbench.ts";

export function outsiderBench(
  bench: Workbench,
  origin: SessionOrigin | undefined,
  warn: (text: string) => void,
): Workbench {
  if (origin?.outsider !== true) return bench;
  const { files, policy, repository, trustedCommit } = bench;
  const own = { ...bench, files: new Map([...files].filter(([path]) => !MCP_FILES.includes(path))) };
  if (repository.headCommit === trustedCommit || policy.hooks.length === 0) return own;
  warn("The policy's hooks are not run: they could run code of a person without write permission.");
  return { ...own, policy: { ...policy, hooks: [] } };
}
