/** Cells without namespaces: `separate` has another user without privileges, `none` the same one. A marker finds stray processes. */

import { randomBytes } from "node:crypto";
import { lchownSync, mkdirSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { NOWHERE } from "../base/file-text.ts";
import { plantBait } from "./process/bait.ts";
import { createChannel } from "./process/channel.ts";
import { cellEnvironment } from "./process/environment.ts";
import type { BuiltCell, OpenCellOptions } from "./process/options.ts";
import { escapeError, proveLevel, sandboxRefused } from "./process/prove.ts";
import { ENDS_FIRST, limited, usualCeilings } from "./process/resource-limits.ts";
import { becoming, type Owner } from "./sealed/shapes.ts";
import { NODE_FLAGS, startWorker } from "./process/start-worker.ts";
import { killStrays, killWhere, MARKER_NAME, otherProcesses, userOf } from "./process/strays.ts";

/** Opens a cell of level `none`. */
export async function openBare(options: OpenCellOptions, used?: number): Promise<BuiltCell> {
  const { workDir, nodePath, workerPath, scratchDir, pathVar, home, env: extra = {}, pingEveryMs } = options;
  const marker = `${basename(scratchDir)}-${randomBytes(16).toString("hex")}`;
  const pipeDir = join(scratchDir, "pipes");
  mkdirSync(pipeDir, { recursive: true });
  const tmpDir = extra["TMPDIR"] ?? "/tmp";
  const env = cellEnvironment({ path: pathVar, home: home ?? NOWHERE, tmpDir, extra });
  const marked = { ...env, [MARKER_NAME]: marker };
  const args = [...NODE_FLAGS, workerPath];
  const channel = createChannel(startWorker({ file: nodePath, args, env: marked, cwd: workDir }), { pingEveryMs });
  // When the worker dies, only the controller can end its commands.
  const swept = channel.ended.then(() => killStrays(marker));
  const hello = { used, root: workDir, pipeDir, ceilings: usualCeilings(), ownsUser: false };
  try {
    const probes = await channel.call("hello", hello);
    const reopen = async (given: number): Promise<BuiltCell> => {
      await swept;
      return await openBare(options, given);
    };
    return { channel, level: "none", probes, nodePath, workerPath, reopen, onClosed: async () => await swept };
  } catch (error) {
    await channel.close();
    throw error;
  }
}

/** Opens a cell of level `separate`. Throws `sandbox.refused` when there is no other user, or a probe succeeds. */
export async function openSeparate(options: OpenCellOptions, used?: number): Promise<BuiltCell> {
  const { workDir, gitDir, nodePath, workerPath, scratchDir, pathVar, runnerPaths = [], env: extra = {} } = options;
  const { uid, gid } = ownerOf(workDir);
  const marker = `${basename(scratchDir)}-${randomBytes(16).toString("hex")}`;
  const ownsUser = !otherProcesses().some((pid) => userOf(pid) === uid);
  const planted = await plantBait(scratchDir, { hasUserNamespace: true });
  const ownDir = ownDirOf(scratchDir);
  mkdirSync(ownDir, { mode: 0o700 });
  for (const name of ["home", "tmp", "pipes"]) mkdirSync(join(ownDir, name), { mode: 0o700 });
  for (const name of ["home", "tmp", "pipes", "."]) lchownSync(join(ownDir, name), uid, gid);
  const env = cellEnvironment({ path: pathVar, home: join(ownDir, "home"), tmpDir: join(ownDir, "tmp"), extra });
  const marked = { ...env, [MARKER_NAME]: marker };
  const command = [...becoming({ uid, gid }), ...limited(), nodePath, ...NODE_FLAGS, workerPath];
  const [file, ...args] = [...ENDS_FIRST, ...command];
  const channel = createChannel(startWorker({ file, args, env: marked, cwd: workDir }), {
    pingEveryMs: options.pingEveryMs,
  });
  const swept = channel.ended.then(() => {
    killStrays(marker);
    if (ownsUser) killWhere((pid) => userOf(pid) === uid);
    rmSync(ownDir, { recursive: true, force: true });
  });
  const bait = { ...planted.bait, environNames: ["PWD", ...Object.keys(marked)], gitDir, runnerPaths };
  const places = { root: workDir, pipeDir: join(ownDir, "pipes") };
  try {
    const answered = await channel.call("hello", { used, ...places, ceilings: usualCeilings(), ownsUser, bait });
    const probes = await planted.corrected(answered);
    if (proveLevel(probes, "separate") !== "separate") throw escapeError(probes, "separate");
    const reopen = async (given: number): Promise<BuiltCell> => {
      await swept;
      return await openSeparate(options, given);
    };
    return { channel, level: "separate", probes, nodePath, workerPath, reopen, onClosed: async () => await swept };
  } catch (error) {
    await channel.close();
    await swept;
    throw error;
  } finally {
    planted.remove();
  }
}

/** The user of the worker: the owner of the workspace, so that no file changes its owner. */
function ownerOf(workDir: string): Owner {
  const { uid, gid } = statSync(workDir);
  if (process.getuid?.() !== 0) {
    const cure = "Run kimi-runner as root, as containers do, on a workspace that belongs to another user.";
    throw sandboxRefused("only root can make the worker another user", cure, { level: "separate" });
  }
  if (uid === 0) {
    const what = "the workspace belongs to root, so there is no other user to become";
    throw sandboxRefused(what, "Give it to another user first: `chown -R 1001:1001 .`", { level: "separate" });
  }
  return { uid, gid };
}

/** The folder for the home, temporary files and pipes of the worker, whose user may not enter the controller's private folder. */
export function ownDirOf(scratchDir: string): string {
  return `${scratchDir}-cell`;
}
