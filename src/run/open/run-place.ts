/** What a run takes of this machine before its policy is known. `release` gives all of it back. */

import { systemClock } from "../../base/clock.ts";
import { crashAt } from "../../base/crash.ts";
import { isWithin } from "../../base/paths/is-within.ts";
import { makeOverlayDir, nameOverlay } from "../../cell/overlay-dir.ts";
import { removeTree } from "../../cell/process/remove-tree.ts";
import type { Isolation } from "../../protocol/overlay.ts";
import type { Bundle } from "../../session/bundle.ts";
import { lockCheckout } from "../../session/lock.ts";
import { findCheckout } from "../../workspace/checkout.ts";
import { makeScratch, removeScratchDir } from "./leftovers.ts";
import { noCopy } from "./open-cell.ts";
import { realPath } from "./outside.ts";
import { seemsDirect } from "./policy-path.ts";
import type { WorkbenchSettings, World } from "./request.ts";
import { overlayPlaces } from "./state-dir.ts";

const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

export interface RunPlaceOptions extends WorkbenchSettings {
  readonly world: World;
  /** The folder with the changes of a killed process of the session, which are in no patch. */
  readonly overlayLeft?: string | undefined;
}

export type RunPlace = ReturnType<typeof takeRunPlace>;

/** Throws `workspace.not_a_repository`, `sandbox.refused` where a copy is needed and none is wanted, and `config.invalid`. */
export function takeRunPlace(options: RunPlaceOptions) {
  const { world, cwd, sandbox, overlayLeft } = options;
  const checkout = findCheckout(cwd);
  const isCopied = sandbox === "sealed"; // unless the policy, which is not known yet, wants no copy
  if (options.needsCopy === true && !isCopied) throw noCopy();
  const takeLock = () => lockCheckout(checkout.worktreeDir, world.warn);
  let lock = isCopied ? undefined : takeLock(); // runs on copies do not touch the same files
  const scratchDir = makeScratch(checkout.root, lock);
  let overlayDir = overlayLeft;
  let keepsOverlay = overlayLeft !== undefined;
  let forgetOverlay = (): void => {};
  const seemsCopied = isCopied && (overlayLeft !== undefined || !seemsDirect(checkout.root, options));
  const expected: Isolation = seemsCopied ? "overlay" : "direct";
  return {
    checkout,
    pathVar: world.env["PATH"] ?? DEFAULT_PATH,
    scratchDir,
    /** The isolation that the policy seems to want. */
    expected,
    /** Makes the folder for the copy's changes, once; undefined where no disk can hold it. */
    overlayDir: (): string | undefined => {
      const places = overlayPlaces(world).filter((dir) => !isWithin(realPath(dir), checkout.root));
      return (overlayDir ??= makeOverlayDir(places, systemClock.now()));
    },
    /** Whether the folder outlives the process. */
    keepsOverlay: () => keepsOverlay,
    /** Says that the patch has all changes of the copy. */
    dropOverlay: (): void => {
      keepsOverlay = false;
    },
    /** Locks the checkout against a second run that works in it itself. Throws `config.invalid` where there is one. */
    lock: (): void => void (lock ??= takeLock()),
    /** Names the session in the lock. With `isCopy` the folder of the copy outlives the process from now on, until `dropOverlay`. */
    noteSession: (sessionId: string, { dir }: Pick<Bundle, "dir">, isCopy: boolean): void => {
      lock?.note(dir);
      if (!isCopy || overlayDir === undefined) return;
      forgetOverlay = nameOverlay(overlayDir, sessionId);
      keepsOverlay = true;
    },
    /** Called once, when the cell is closed. */
    release: (): void => {
      crashAt("scratch.remove.before");
      removeScratchDir(scratchDir);
      if (!keepsOverlay) {
        forgetOverlay();
        if (overlayDir !== undefined) removeTree(overlayDir);
      }
      crashAt("scratch.remove.after");
      lock?.[Symbol.dispose]();
    },
  };
}
