/** The web search of a run: the provider that the policy names, with its key, through the proxy of the cell. */

import { join } from "node:path";
import { NETWORK_SOCKET } from "../cell/sealed/plan-sealed.ts";
import type { WebAction } from "../protocol/approval.ts";
import type { SearchAccess } from "../web/search/search.ts";
import type { Workbench } from "./open/workbench.ts";
import type { World } from "./open/request.ts";

/** Undefined where the policy names none, the cell has no proxy, or the key is missing, which is warned about. */
export async function openSearch(
  { policy, cell, scratchDir }: Workbench,
  { env, warn }: World,
): Promise<SearchAccess | undefined> {
  const { search } = policy;
  if (search === undefined || cell.level !== "sealed") return undefined;
  const { provider, keyEnv } = search;
  const key = keyEnv === undefined ? "" : (env[keyEnv] ?? "");
  if (keyEnv !== undefined && key === "") {
    warn(`search_web is not offered: web.search of the policy names ${keyEnv}, which is not set.`);
    return undefined;
  }
  const { SEARCHES } = await import("../web/search/providers.ts");
  const url = new URL(search.url ?? SEARCHES[provider].usual ?? "");
  return { provider, url, key, proxy: { socketPath: join(scratchDir, NETWORK_SOCKET.inScratch) } };
}

/** What web tools can do. Pages need a sealed cell with a host that a rule lets a tool open. */
export function webActions(
  { policy, cell, browser }: Workbench,
  search: SearchAccess | undefined,
): readonly WebAction[] {
  const { sandbox, rules, default: fallback } = policy;
  const isOpen =
    fallback === "approve" || rules.some(({ verdict, written }) => verdict !== "reject" && written.net.length > 0);
  const pages: readonly WebAction[] = browser === undefined ? [] : ["browser"];
  if (cell.level !== "sealed" || sandbox.network.length === 0 || !isOpen) return pages;
  return search === undefined ? ["pages", ...pages] : ["pages", "searches", ...pages];
}
