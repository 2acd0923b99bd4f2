/** The money of a run: its own limit, lowered to what a day and a thread have left. Without such a limit nothing is loaded, read or written. */

import { systemClock } from "../../base/clock.ts";
import type { SessionOrigin } from "../../protocol/origin.ts";
import type { Books } from "../../spending/ledger-store.ts";
import { ownPurse, type Purse } from "../../spending/run-spending.ts";
import type { ReserveOptions } from "../../spending/reserve-money.ts";
import type { World } from "./request.ts";
import { stateDir } from "./state-dir.ts";
import type { Workbench } from "./workbench.ts";

/** Opens the books that a run shares with others. */
export type OpenBooks = (bench: Workbench, origin: SessionOrigin | undefined) => Promise<Books>;

export interface PurseOptions extends Pick<ReserveOptions, "limits" | "spentUsd" | "sessionId"> {
  /** Those of this machine when left out. */
  readonly books?: OpenBooks | undefined;
  readonly origin?: SessionOrigin | undefined;
  readonly bench: Workbench;
  readonly world: World;
}

/** Reserves what the run may cost. Throws as `reserveMoney`. */
export async function openPurse(options: PurseOptions): Promise<Purse> {
  const { limits, books: open, origin, bench, world } = options;
  const isShared = limits.costUsdPerDay !== undefined || (open !== undefined && isOfThread(options));
  if (!isShared) return ownPurse(limits);
  const [{ reserveMoney }, books] = await Promise.all([
    import("../../spending/reserve-money.ts"),
    open === undefined ? localBooks(bench, world) : open(bench, origin),
  ]);
  return reserveMoney({ ...options, books, clock: systemClock, warn: world.warn });
}

function isOfThread({ limits, origin }: PurseOptions): boolean {
  return limits.costUsdPerThread !== undefined && origin?.thread !== undefined;
}

async function localBooks({ repository }: Workbench, world: World): Promise<Books> {
  const { createLocalBooks } = await import("../../spending/local-ledger.ts");
  return createLocalBooks({ stateDir: stateDir(world), root: repository.root, clock: systemClock });
}
