/** Opens the cell at the requested level. A level that cannot be built, or whose probes succeed, is refused and never lowered. */

import { dirname, extname, join } from "node:path";
import { NOWHERE } from "../base/file-text.ts";
import type { Cell } from "../protocol/cell.ts";
import { isWithin } from "../base/paths/is-within.ts";
import { createBackgroundClient } from "./background-client.ts";
import type { Egress } from "./egress/open-egress.ts";
import { createRefusals, type Refusals } from "./egress/refusals.ts";
import { openBare, openSeparate } from "./open-bare.ts";
import { openNetwork, type NetworkOptions } from "./open-network.ts";
import { createLastingChannel, type LastingChannel } from "./lasting-channel.ts";
import { openSealed } from "./open-sealed.ts";
import type { BuiltCell, OpenCellOptions, Uncopied } from "./process/options.ts";
import type { LaterOperation, Operations } from "./process/frames.ts";
import { readOnlyCacheVariables } from "./process/cache-table.ts";

/** A cell for the code that opened it. */
export interface OpenedCell
  extends Cell, Pick<BuiltCell, "withoutOverlays" | "overlay" | "gitIndex">, Pick<LastingChannel, "onReopening"> {
  /** Folders that are not copies on write though others are, with the reason. */
  readonly uncopied: readonly Uncopied[];
  /** Ends the private copy of the workspace, after the cell. With `keeps` the folder of its changes stays. Never rejects. */
  readonly releaseOverlay: (options?: { readonly keeps: boolean }) => Promise<void>;
  /**
   * Gives commands of a sealed cell a proxy to the given hosts. Called once, before the first command. Returns each host, and each group with
   * its hosts, as texts. On other levels commands have the host's network, so it does nothing and returns an empty list.
   */
  readonly openNetwork: (options: NetworkOptions) => Promise<readonly string[]>;
  /** Makes paths of a sealed cell's workspace look empty to commands. Requests wait for it, and fail where it failed. */
  readonly hide: (paths: Promise<readonly Buffer[]>) => Promise<void>;
  /** Replaces the usual ceilings by those that the policy names. */
  readonly setCeilings: (limits: Operations["setCeilings"]["args"]) => Promise<void>;
}

/** Opens a cell. Throws `sandbox.refused` when the level is not possible, and `cell.failed` when the worker does not start. */
export async function openCell(options: OpenCellOptions): Promise<OpenedCell> {
  const opened = await open(options);
  const channel = createLastingChannel(opened);
  const refusals = createRefusals();
  let egress: Egress | undefined;
  let hiding = Promise.resolve();
  const afterHiding: LastingChannel = {
    ...channel,
    call: async (op, args, signal) => {
      if (!SEE_NO_FILES.has(op)) await hiding;
      return await channel.call(op, args, signal);
    },
  };
  const close = async (): Promise<void> => {
    await channel.close();
    egress?.close();
  };
  return {
    ...cellOf(afterHiding, opened, { refusals, workDir: options.workDir }),
    level: opened.level,
    probes: opened.probes,
    close,
    onReopening: channel.onReopening,
    hide: async (paths) => {
      hiding = Promise.all([paths, hiding]).then(async ([found]) => await channel.hide(found));
      hiding.catch(() => {}); // each request says so
      return await hiding;
    },
    setCeilings: async (limits) => void (await channel.call("setCeilings", limits)),
    withoutOverlays: opened.withoutOverlays,
    uncopied: opened.uncopied ?? [],
    overlay: opened.overlay,
    gitIndex: opened.gitIndex,
    releaseOverlay: async ({ keeps } = { keeps: false }) => await opened.onReleased?.(keeps),
    async openNetwork(network) {
      if (opened.level !== "sealed") return [];
      const { scratchDir, caches = "copy", env: own = {}, home = NOWHERE } = options;
      const { withoutOverlays, uncopied = [] } = opened;
      const isReadOnly = (path: string): boolean =>
        caches === "read" ||
        (caches === "copy" && (withoutOverlays !== undefined || uncopied.some(({ at }) => isWithin(path, at))));
      const readOnlyCaches = (env: Readonly<Record<string, string>>) =>
        readOnlyCacheVariables({ env: { ...own, ...env }, home }, isReadOnly);
      const opening = { channel, scratchDir, onRefused: refusals.note, readOnlyCaches };
      const connected = await openNetwork(opening, network);
      egress = connected.egress;
      return connected.places;
    },
  };
}

/** Requests that need not wait until files are covered. */
const SEE_NO_FILES: ReadonlySet<LaterOperation> = new Set<LaterOperation>([
  "killAll",
  "activity",
  "outputSoFar",
  "listBackground",
  "stopBackground",
  "stopTalk",
]);

async function open(options: OpenCellOptions): Promise<BuiltCell> {
  switch (options.want) {
    case "sealed":
      return await openSealed(options);
    case "separate":
      return await openSeparate(options);
    case "none":
      return await openBare(options);
  }
}

type Served = Omit<Cell, "level" | "probes" | "close">;

function cellOf(
  channel: LastingChannel,
  { nodePath, workerPath, level }: BuiltCell,
  { refusals, workDir }: { readonly refusals: Refusals; readonly workDir: string },
): Served {
  return {
    ownProgram: (name, nodeFlags) => [
      nodePath,
      ...nodeFlags,
      join(dirname(workerPath), `${name}${extname(workerPath)}`),
    ],
    resolve: async (path, signal) => await channel.call("resolve", { path }, signal),
    readFile: async (path, { maxBytes, mayBeBinary }, signal) =>
      await channel.call("readFile", { path, maxBytes, ...(mayBeBinary && { mayBeBinary }) }, signal),
    writeFile: async (path, text, options, signal) =>
      await channel.call("writeFile", { path, text, ...options }, signal),
    list: async (path, options, signal) => await channel.call("list", { path, ...options }, signal),
    replaceMatches: async (request, signal) => await channel.call("replaceMatches", request, signal),
    confirmLines: async (lines, around, signal) => await channel.call("confirmLines", { lines, ...around }, signal),
    ...createBackgroundClient(channel, refusals, level === "sealed" ? workDir : undefined),
    outputSoFar: async (from) => (await channel.call("outputSoFar", { from })) ?? undefined,
    startTalk: async (request, signal) => await channel.call("startTalk", request, signal),
    readTalk: async (id, signal) => await channel.call("readTalk", { id }, signal),
    writeTalk: async (id, line, signal) => void (await channel.call("writeTalk", { id, line }, signal)),
    stopTalk: async (id) => await channel.call("stopTalk", { id }),
    killAll: async () => void (await channel.call("killAll", {})),
    activity: async () => await channel.call("activity", {}),
  };
}
