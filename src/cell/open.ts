/** Opens the cell: builds it at the rung asked for, starts the worker, and believes only what the worker's probes prove. */

import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { RunnerError } from "../protocol/error.ts";
import type { Cell, Probe, Rung } from "../protocol/cell.ts";
import { createBackground } from "./background.ts";
import { plantBait } from "./bait.ts";
import { bwrapArguments, cureFor } from "./bwrap.ts";
import { createChannel, type Channel } from "./channel.ts";
import { cellEnvironment } from "./environment.ts";
import type { OpenCellOptions } from "./options.ts";
import { planSealed, SCRATCH_NAMES, type SealedPlan } from "./sealed.ts";
import { startWorker } from "./start-worker.ts";
import { killStrays, MARKER_NAME } from "./strays.ts";

/** The worker is small: a young generation of 1 MB instead of 16, and a heap that fits two frames of the largest size. */
const NODE_FLAGS = ["--max-semi-space-size=1", "--max-old-space-size=256", "--disable-warning=ExperimentalWarning"];

/** Opens a cell. Throws `sandbox.refused` when the rung cannot be had, and `cell.failed` when the worker does not start. */
export async function openCell(options: OpenCellOptions): Promise<Cell> {
  return options.want === "sealed" ? await openSealed(options) : await openBare(options);
}

/** The rung in force: sealed only when it was built so and every attack failed. */
export function proveRung(probes: readonly Probe[], built: "sealed" | "none"): Rung {
  return built === "sealed" && probes.length > 0 && probes.every((probe) => probe.held) ? "sealed" : "none";
}

const OTHERWISE =
  "Or accept a cell without walls: `sandbox: { minimum: none }` in the policy together with `--sandbox none`.";

async function openSealed(options: OpenCellOptions): Promise<Cell> {
  const { bwrapPath, scratchDir, workDir } = options;
  if (bwrapPath === undefined) {
    throw refused("bubblewrap (bwrap) is not installed", "Install it: `sudo apt-get install -y bubblewrap`.");
  }
  const plan = planSealed(options);
  const args = bwrapArguments({ ...plan, workDir, command: [plan.nodePath, ...NODE_FLAGS, plan.workerPath] });
  // PATH alone: bwrap keeps the environment it was started with where the cell can read it (/proc/1/environ).
  const channel = createChannel(startWorker({ file: bwrapPath, args, env: { PATH: "/usr/bin:/bin" }, cwd: "/" }));
  const cleanUp = (): void => {
    for (const name of SCRATCH_NAMES) rmSync(join(scratchDir, name), { recursive: true, force: true });
  };
  try {
    const probes = await attack(channel, options, plan);
    if (proveRung(probes, "sealed") !== "sealed") throw leaking(probes);
    return cellOf({ channel, rung: "sealed", probes, onClosed: cleanUp });
  } catch (error) {
    await channel.close();
    cleanUp();
    const said = channel.stderrTail();
    if (!said.includes("bwrap:")) throw error;
    throw refused(`bubblewrap could not build it: ${said}`, cureFor(said), error);
  }
}

/** Plants bait while the worker starts, then lets the worker at it. */
async function attack(channel: Channel, options: OpenCellOptions, plan: SealedPlan): Promise<readonly Probe[]> {
  const { remove, ...planted } = await plantBait(options.scratchDir);
  const environNames = ["PATH", "PWD", ...Object.keys(plan.env)];
  const bait = { ...planted, environNames, gitDir: options.gitDir, objectsDir: plan.objectsDir };
  try {
    return await channel.call("hello", { root: options.workDir, pipeDir: "/run", bait });
  } finally {
    remove();
  }
}

function leaking(probes: readonly Probe[]): RunnerError {
  const failed = probes.filter((probe) => !probe.held);
  const list = failed.map(({ name, detail }) => `${name} (${detail})`).join("; ");
  return failed.every(({ name }) => name === "workspace")
    ? refused(list, "Make the workspace belong to the user who runs this: `sudo chown -R $(id -u) .`")
    : refused(`a wall did not hold: ${list}`, "Report it: this host is not one the sealed cell was built for.");
}

async function openBare(options: OpenCellOptions): Promise<Cell> {
  const { workDir, nodePath, workerPath, scratchDir, pathVar, home, env: extra = {} } = options;
  const marker = `${basename(scratchDir)}-${randomBytes(16).toString("hex")}`;
  const pipeDir = join(scratchDir, "pipes");
  mkdirSync(pipeDir, { recursive: true });
  const env = cellEnvironment({
    path: pathVar,
    home: home ?? "/nonexistent",
    tmpDir: extra["TMPDIR"] ?? "/tmp",
    extra,
  });
  const channel = createChannel(
    startWorker({
      file: nodePath,
      args: [...NODE_FLAGS, workerPath],
      env: { ...env, [MARKER_NAME]: marker },
      cwd: workDir,
    }),
  );
  // A worker that dies leaves its commands behind, and nobody but the controller to end them.
  const swept = channel.ended.then(() => killStrays(marker));
  try {
    const probes = await channel.call("hello", { root: workDir, pipeDir, marker });
    return cellOf({ channel, rung: proveRung(probes, "none"), probes, onClosed: async () => await swept });
  } catch (error) {
    await channel.close();
    throw error;
  }
}

interface CellParts {
  readonly channel: Channel;
  readonly rung: Rung;
  readonly probes: readonly Probe[];
  readonly onClosed: () => void | Promise<void>;
}

function cellOf({ channel, rung, probes, onClosed }: CellParts): Cell {
  return {
    rung,
    probes,
    resolve: async (path, signal) => await channel.call("resolve", { path }, signal),
    readFile: async (path, { maxBytes }, signal) => await channel.call("readFile", { path, maxBytes }, signal),
    writeFile: async (path, text, options, signal) =>
      await channel.call("writeFile", { path, text, ...options }, signal),
    list: async (path, options, signal) => await channel.call("list", { path, ...options }, signal),
    exec: async (request, signal) => await channel.call("exec", request, signal),
    ...createBackground(channel),
    startTalk: async (request, signal) => await channel.call("startTalk", request, signal),
    readTalk: async (id, signal) => await channel.call("readTalk", { id }, signal),
    writeTalk: async (id, line, signal) => void (await channel.call("writeTalk", { id, line }, signal)),
    stopTalk: async (id) => await channel.call("stopTalk", { id }),
    killAll: async () => void (await channel.call("killAll", {})),
    fingerprint: async (maxEntries) => (await channel.call("fingerprint", { maxEntries })) ?? undefined,
    async close() {
      await channel.close();
      await onClosed();
    },
  };
}

function refused(what: string, cure: string, cause?: unknown): RunnerError {
  return new RunnerError({
    code: "sandbox.refused",
    message: `No sealed cell: ${what}.`,
    hint: `${cure} ${OTHERWISE}`,
    cause,
  });
}
