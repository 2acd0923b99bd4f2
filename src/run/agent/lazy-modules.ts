/** The reports of a review and the web for tools. Their modules are loaded at the first use. */

import { createInTurn } from "../../base/in-turn.ts";
import { hostPortText, parseHostPort } from "../../base/network/host-name.ts";
import { mayReach } from "../../policy/approval-gate.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Cell } from "../../protocol/cell.ts";
import type { WebAccess } from "../../protocol/tool.ts";
import type { Finding, FindingReports, ReviewRange } from "../../protocol/tools/finding.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import type { Workbench } from "../open/workbench.ts";
import type { SearchAccess } from "../../web/search/search.ts";

/** What a review's run reports to, and the next area of a large change. The difference is read when it is first needed. */
export interface LazyReview extends FindingReports {
  /** The request for the area after so many. */
  readonly next: (done: number) => Promise<string | undefined>;
}

export function createLazyReview(bench: Workbench, range: ReviewRange, known: () => readonly Finding[]): LazyReview {
  let made: Promise<LazyReview> | undefined;
  const make = async (): Promise<LazyReview> => {
    const [{ openReview }, { createFindingReports }, { askReview }, { gitDir }] = await Promise.all([
      import("../../review/open-review.ts"),
      import("../../review/check-finding.ts"),
      import("../../review/ask.ts"),
      bench.git(),
    ]);
    const { root } = bench.repository;
    const { isIgnored } = bench.policy.review;
    const source = { root, path: trustedPath(bench.pathVar, root), gitDir, isIgnored };
    const review = openReview(source, range);
    return {
      ...createFindingReports({ ...review, known }),
      next: async (done) => (await askReview(review, new Map(), done)).next,
    };
  };
  const review = (): Promise<LazyReview> => (made ??= make());
  const inTurn = createInTurn(); // the next one must know the last one's place
  return {
    check: async (asked) => await inTurn(async () => await (await review()).check(asked)),
    next: async (done) => await (await review()).next(done),
  };
}

export interface WebOptions {
  readonly cell: Pick<Cell, "level" | "ownProgram" | "exec">;
  readonly policy: Policy;
  readonly search?: SearchAccess | undefined;
}

/** Creates the access to the web, which all agents of a run share. */
export function createLazyWeb({ cell, policy, search }: WebOptions): WebAccess {
  const isOpen = (host: string): boolean => mayReach(policy, host, cell.level);
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

/** The host of a search provider, as a policy lists it. */
function hostOf({ url }: SearchAccess): string {
  const host = parseHostPort(url.host);
  return host === undefined ? url.host : hostPortText(host);
}
