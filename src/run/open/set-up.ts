/** Setup of a run: what it needs of the run's options, and where its layers are on this machine. */

import { join } from "node:path";
import { isWithin } from "../../base/is-within.ts";
import { systemClock } from "../../base/clock.ts";
import { userFolder } from "./state-dir.ts";
import type { OpenedCell } from "../../cell/open.ts";
import type { Overlay } from "../../cell/process/mounts.ts";
import type { Policy } from "../../policy/policy.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import { openPolicyNetwork, openRunCell, type RunCellOptions } from "./open-cell.ts";
import { createLayerStore } from "../setup/layer-store.ts";
import { prepareSetup } from "../setup/prepare-setup.ts";
import { setupKey } from "../setup/setup-key.ts";

export interface SetUpOptions {
  readonly policy: Policy;
  readonly cell: RunCellOptions;
  /** The cell that is open. It is closed when setup runs. */
  readonly early: Promise<OpenedCell>;
  readonly headCommit: string;
  readonly trustedCommit: string;
  readonly signal: AbortSignal;
}

/** The layers for the cell of the run; undefined when setup is not run. Throws `setup.failed`. */
export async function setUp(options: SetUpOptions): Promise<readonly Overlay[] | undefined> {
  const { policy, cell, early, headCommit, trustedCommit, signal } = options;
  const { setup, env } = policy.sandbox;
  const { world, root, scratchDir, pathVar, branch } = cell;
  if (setup === undefined) return undefined;
  if (cell.sandbox !== "sealed") {
    world.warn("`sandbox.setup` of the policy is not run: it needs a sealed cell.");
    return undefined;
  }
  const isTrusted = headCommit === trustedCommit;
  const layers = join(userFolder("XDG_CACHE_HOME", ".cache", world), "kimi-runner/setup");
  return await prepareSetup({
    settings: setup,
    key: setupKey({
      settings: setup,
      env,
      root,
      commit: headCommit,
      branch,
      repository: world.env["GITHUB_REPOSITORY"],
      pathVar: trustedPath(pathVar, root),
    }),
    root,
    scratchDir,
    store: isTrusted && !isWithin(layers, root) ? createLayerStore(layers, () => systemClock.now()) : undefined,
    isTrusted,
    early,
    async open(places, own) {
      const opened = await openRunCell({
        ...cell,
        ...places,
        settings: { ...policy.sandbox, env: { ...env, ...own } },
      });
      try {
        const reached = { ...policy, sandbox: { ...policy.sandbox, network: setup.network } };
        await openPolicyNetwork(opened, reached, world, world.warn);
        return opened;
      } catch (error) {
        await opened.close();
        throw error;
      }
    },
    tell: (text) => world.err(`${text}\n`),
    signal,
  });
}
