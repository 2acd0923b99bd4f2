/** The web for the tools of a run: its modules load with the first page or search. */

import { hostPortText, parseHostPort } from "../../base/host-name.ts";
import { mayReach } from "../../policy/approval-gate.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Cell } from "../../protocol/cell.ts";
import type { WebAccess } from "../../protocol/tool.ts";
import type { SearchAccess } from "../../web/search/search.ts";

export interface WebOptions {
  readonly cell: Pick<Cell, "rung" | "ownProgram" | "exec">;
  readonly policy: Policy;
  readonly search?: SearchAccess | undefined;
}

/** One for all agents of a run. */
export function createLazyWeb({ cell, policy, search }: WebOptions): WebAccess {
  const isOpen = (host: string): boolean => mayReach(policy, host, cell.rung);
  return {
    mayReach: isOpen,
    page: async (url, signal) => {
      const { fetchPage } = await import("../../web/fetch.ts");
      return await fetchPage(url, { cell, mayReach: isOpen }, signal);
    },
    search: search && {
      host: hostOf(search),
      find: async (query, signal) => {
        const { searchWeb } = await import("../../web/search/search.ts");
        return await searchWeb(query, search, signal);
      },
    },
  };
}

/** As a policy lists it. */
function hostOf({ url }: SearchAccess): string {
  const host = parseHostPort(url.host);
  return host === undefined ? url.host : hostPortText(host);
}
