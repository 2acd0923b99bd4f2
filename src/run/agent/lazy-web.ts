/** The web for the tools of a run: its modules load with the first page. */

import type { Policy } from "../../policy/policy.ts";
import type { Cell } from "../../protocol/cell.ts";
import type { WebAccess } from "../../protocol/tool.ts";

export interface WebOptions {
  readonly cell: Pick<Cell, "rung" | "ownProgram" | "exec">;
  readonly mayReach: (host: string) => boolean;
}

/** One for all agents of a run. */
export function createLazyWeb(options: WebOptions): WebAccess {
  return {
    page: async (url, signal) => {
      const { fetchPage } = await import("../../web/fetch.ts");
      return await fetchPage(url, options, signal);
    },
  };
}

/** Whether tools of the web can do anything: a sealed cell reaches some host, and some rule lets a tool open one. */
export function grantsWeb({ sandbox, rules, default: fallback }: Policy, { rung }: Pick<Cell, "rung">): boolean {
  const isOpen = fallback === "approve" || rules.some(({ verdict, net }) => verdict !== "reject" && net !== undefined);
  return rung === "sealed" && sandbox.network.length > 0 && isOpen;
}
