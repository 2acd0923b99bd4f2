/** Builds a sealed cell in the first shape that this host allows. The worker attacks the cell before the first command runs. */

import { lchownSync, lstatSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileText, lstatOrNone } from "../base/file-text.ts";
import { removeTree } from "./process/remove-tree.ts";
import { RunnerError } from "../protocol/error.ts";
import { plantBait, type Planted } from "./process/bait.ts";
import { cureFor, launch } from "./sealed/launch.ts";
import type { Channel } from "./process/channel.ts";
import type { BuiltCell, OpenCellOptions } from "./process/options.ts";
import { escapeError, proveLevel, sandboxRefused } from "./process/prove.ts";
import { limited, usualCeilings } from "./process/resource-limits.ts";
import { openOverlays, type CellMounts } from "./open-overlays.ts";
import { unmasked } from "./sealed/masks.ts";
import { NETWORK_SOCKET, planSealed, SCRATCH_NAMES, type SealedPlan } from "./sealed/plan-sealed.ts";
import { REAPER_AT, reaperAddon } from "./sealed/reaper.ts";
import { seccompProgram, type Ids } from "./sealed/seccomp.ts";
import { shapesFor, type Owner, type Shape } from "./sealed/shapes.ts";
import { NODE_FLAGS } from "./process/start-worker.ts";

/** Throws `sandbox.refused` when no shape can be built, or a probe succeeds. */
export async function openSealed(options: OpenCellOptions): Promise<BuiltCell> {
  const { bwrapPath, scratchDir, workDir, sudoPath, prefersSudo = false } = options;
  if (bwrapPath === undefined) {
    throw sandboxRefused("bubblewrap (bwrap) is not installed", "Install it: `sudo apt-get install -y bubblewrap`.");
  }
  const filterOf = seccompProgram(process.arch);
  const reaper = reaperAddon(process.arch);
  if (filterOf === undefined || reaper === undefined) {
    throw sandboxRefused(`there is no system call filter for ${process.arch}`, "Use a machine with x64 or arm64.");
  }
  const self: Owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const { uid, gid } = lstatOrNone(join(workDir, ".git")) ?? lstatSync(workDir);
  const owner: Owner = { uid, gid };
  const shapes = shapesFor({ self, owner, prefersSudo: prefersSudo || isRestricted(), sudoPath });
  const plan = planSealed(options, [self, owner]);
  const filterPath = join(scratchDir, FILTER_NAME);
  const reaperPath = join(scratchDir, REAPER_NAME);
  writeFileSync(reaperPath, reaper);
  const cleanUp = (): void => {
    for (const name of [...SCRATCH_NAMES, FILTER_NAME, REAPER_NAME]) removeTree(join(scratchDir, name));
  };
  const command = [...limited(), ...plan.starter.command, ...NODE_FLAGS, plan.workerPath];
  const start: Attempts["start"] = (shape, { mounts, enter }) => {
    if (shape.kind === "root") for (const name of SCRATCH_NAMES) giveTo(shape.runAs, join(scratchDir, name));
    const { pingEveryMs } = options;
    writeFileSync(filterPath, filterOf(idsIn(shape, self)));
    const cell = { ...plan, mounts, enter, shape, workDir, command };
    return launch({ ...cell, bwrapPath, filterPath, reaperPath, pingEveryMs });
  };
  try {
    const { nodePath, workerPath } = plan;
    const { shape, overlays, ...opened } = await firstThatStands({ options, plan, shapes, self, start });
    const { overlay, why, uncopied, masks } = overlays;
    const onClosed = async (): Promise<void> => {
      if (overlay === undefined) await overlays.close();
      cleanUp();
    };
    const built = ({ channel, probes }: Opened): BuiltCell => ({
      channel,
      probes,
      level: "sealed",
      nodePath,
      workerPath,
      withoutOverlays: why,
      uncopied,
      overlay,
      gitIndex: plan.objectsDir === undefined ? undefined : join(scratchDir, "cell-git/index"),
      reopen: async (used) => {
        const channel = start(shape, overlays);
        const next = built(await attacked(channel, shape, { options, plan }, used));
        try {
          masks?.requireIn(channel.pid);
        } catch (error) {
          await channel.close();
          throw error;
        }
        return next;
      },
      hide: async (paths) => {
        const [first] = paths;
        if (masks === undefined && first !== undefined)
          throw unmasked(first, `this machine cannot make mounts for the cell${why === undefined ? "" : `: ${why}`}`);
        await masks?.mask(paths);
        masks?.requireIn(channel.pid);
      },
      onReleased: overlays.close,
      onClosed,
    });
    return built(opened);
  } catch (error) {
    cleanUp();
    throw error;
  }
}

const FILTER_NAME = "cell-filter";
const REAPER_NAME = "cell-reaper";

/** root becomes a user without groups. */
function idsIn(shape: Shape, self: Owner): Ids {
  if (shape.kind === "root") return { ...shape.runAs, groups: [], isAlone: false };
  return { ...self, groups: process.getgroups?.() ?? [], isAlone: true };
}

type Opened = Pick<BuiltCell, "channel" | "probes">;

interface Attempts extends Planned {
  /** In the order in which they are tried. */
  readonly shapes: readonly Shape[];
  readonly self: Owner;
  readonly start: (shape: Shape, mounts: CellMounts) => Channel;
}

async function firstThatStands({ options, plan, shapes, self, start }: Attempts) {
  const left = [...shapes];
  const failures: string[] = [];
  let cause: unknown;
  for (let shape = left.shift(); shape !== undefined; shape = left.shift()) {
    const { workDir, isolation, scratchDir, sudoPath } = options;
    const wanted = { ...plan, workDir, isolation, scratchDir, shape, self, sudoPath };
    const overlays = await openOverlays(wanted);
    let channel: Channel | undefined;
    try {
      channel = start(shape, overlays);
      return { ...(await attacked(channel, shape, { options, plan })), shape, overlays };
    } catch (error) {
      await overlays.close();
      const said = channel?.stderrTail() ?? "";
      const wasBuilt = error instanceof RunnerError && error.code === "sandbox.refused";
      if (wasBuilt || !/^(?:bwrap|sudo|choom|nsenter|setpriv|prlimit): /m.test(said)) throw error;
      // bubblewrap before 0.8.0 lacks the flag; the system call filter alone forbids namespaces then.
      if (shape.kind === "user" && shape.lockNested && said.includes("--disable-userns")) {
        left.unshift({ kind: "user", lockNested: false });
        continue;
      }
      failures.push(said);
      cause = error;
    }
  }
  const said = [...new Set(failures)].join("; ");
  throw sandboxRefused(`bubblewrap could not build it: ${said}`, cureFor(said), { cause });
}

/** Ubuntu 23.10 and later give a user's namespace no rights, so sudo is tried first. A kernel without AppArmor lacks the file. */
function isRestricted(): boolean {
  return fileText("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")?.trim() === "1";
}

interface Planned {
  readonly options: OpenCellOptions;
  readonly plan: SealedPlan;
}

/** Lets the worker of a started cell attack it. Closes the cell and throws where an attack succeeds. */
async function attacked(channel: Channel, shape: Shape, { options, plan }: Planned, used?: number): Promise<Opened> {
  const { scratchDir, workDir, gitDir, runnerPaths = [], isReadOnly } = options;
  const { env, objectsDir } = plan;
  let planted: Planted | undefined;
  try {
    planted = await plantBait(scratchDir, { hasUserNamespace: shape.kind === "user" }); // while the worker starts
    const environNames = ["PATH", "PWD", ...Object.keys(env)];
    const bait = { ...planted.bait, environNames, gitDir, objectsDir, runnerPaths, isReadOnly };
    const disks = [dirname(NETWORK_SOCKET.inCell)];
    const fixed = { root: workDir, pipeDir: "/run", ownsUser: false, reaper: REAPER_AT, disks };
    const hello = { ...fixed, used, ceilings: usualCeilings(), bait };
    const probes = await planted.corrected(await channel.call("hello", hello));
    if (proveLevel(probes, "sealed") !== "sealed") throw escapeError(probes, "sealed");
    return { channel, probes };
  } catch (error) {
    await channel.close();
    throw error;
  } finally {
    planted?.remove();
  }
}

/** Gives a file or folder that this process made to the worker's user. */
function giveTo({ uid, gid }: Owner, path: string): void {
  const stats = lstatOrNone(path);
  if (stats === undefined || (stats.uid === uid && stats.gid === gid)) return;
  if (stats.isDirectory()) for (const name of readdirSync(path)) giveTo({ uid, gid }, join(path, name));
  lchownSync(path, uid, gid);
}
