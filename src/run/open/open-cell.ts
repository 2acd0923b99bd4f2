/** Opens the cell of a run: from what this machine has, as the policy demands, with the network that the policy allows. */

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { quoted } from "../../base/plain-text.ts";
import { oneLine } from "../../base/truncate.ts";
import { proxyEnvOf } from "../../base/network/proxy-env.ts";
import { namedUpTo } from "../../base/words.ts";
import { ALL_REPOSITORIES, toolFolders, toolVariables } from "../../cell/process/environment.ts";
import { openCell, type OpenedCell } from "../../cell/open.ts";
import { makeFilesOwn } from "../../cell/own-files.ts";
import { isWide } from "../../cell/sealed/host-paths.ts";
import type { OpenCellOptions } from "../../cell/process/options.ts";
import { findProgram } from "../../cell/programs.ts";
import { machineOf } from "../../cell/registries/machine.ts";
import type { Policy } from "../../policy/policy.ts";
import { SANDBOX_LEVELS, type Cell, type SandboxLevel } from "../../protocol/cell.ts";
import type { CellSettings } from "../../protocol/cell-settings.ts";
import { RunnerError } from "../../protocol/error.ts";
import type { Isolation } from "../../protocol/overlay.ts";
import type { Checkout } from "../../workspace/checkout.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import type { World } from "./request.ts";
import { credentialFiles } from "./secrets.ts";
import { stateDir } from "./state-dir.ts";

export interface RunCellOptions
  extends
    Pick<Checkout, "branch">,
    Pick<
      OpenCellOptions,
      "gitDir" | "scratchDir" | "pathVar" | "isReadOnly" | "isolation" | "overlayDir" | "overlays" | "keepCachesIn"
    > {
  readonly world: World;
  readonly sandbox: SandboxLevel;
  /** The real path of the workspace. */
  readonly root: string;
  readonly settings?: CellSettings | undefined;
}

/** Opens the cell. Throws `sandbox.refused`. */
export async function openRunCell(options: RunCellOptions): Promise<OpenedCell> {
  const { world, sandbox, root, settings = {}, ...given } = options;
  const hostPath = trustedPath(given.pathVar, root);
  const sudoPath = findProgram("sudo", hostPath);
  return await openCell({
    ...given,
    workDir: root,
    want: sandbox,
    workerPath: world.workerPath,
    nodePath: world.nodePath,
    bwrapPath: sandbox === "sealed" ? await findBwrap(hostPath, sudoPath, world) : undefined,
    sudoPath,
    prefersSudo: isHosted(world),
    runnerPaths: runnerPaths(world.env),
    hiddenFiles: credentialFiles(world.env).map((path) => resolve(root, path)),
    home: world.env["HOME"],
    toolDirs: [...toolFolders(world.env), ...readOnlyPaths(settings, world)],
    env: {
      ...toolVariables(world.env),
      ...(settings.repositories === "all" ? ALL_REPOSITORIES : {}),
      ...settings.env,
    },
    caches: settings.caches,
    keepPackagesIn: join(stateDir(world), "packages"),
  });
}

/** Whether the policy needs another cell than the one that was opened before the policy was read. */
export function shapesCell({ caches = "copy", readonly = [], env = {}, repositories }: CellSettings): boolean {
  return caches !== "copy" || readonly.length > 0 || Object.keys(env).length > 0 || repositories !== undefined;
}

/** The paths of `sandbox.readonly` on this machine. */
function readOnlyPaths({ readonly = [] }: CellSettings, { env }: Pick<World, "env">): readonly string[] {
  return readonly.map((path) => path.replace(/^~(?=\/)/, env["HOME"] ?? "~"));
}

/** Installs what a sealed cell needs, once, before several runs begin at the same time on a hosted runner. */
export async function prepareSandbox(place: Pick<RunCellOptions, "world" | "sandbox" | "root" | "pathVar">) {
  const { world, sandbox, root, pathVar } = place;
  const hostPath = trustedPath(pathVar, root);
  if (sandbox === "sealed") await findBwrap(hostPath, findProgram("sudo", hostPath), world);
}

async function findBwrap(hostPath: string, sudoPath: string | undefined, world: World): Promise<string | undefined> {
  const found = findProgram("bwrap", hostPath);
  const mayInstall = world.isAction === true && isHosted(world);
  if (found !== undefined || sudoPath === undefined || !mayInstall) return found;
  const { installBwrap } = await import("../../cell/install.ts");
  const isThere = await installBwrap({ sudoPath, log: (text) => world.err(`${quoted(text)}\n`) });
  return isThere ? findProgram("bwrap", hostPath) : undefined;
}

/** Whether this is one of GitHub's own machines, which exists for one job only. */
function isHosted({ env }: World): boolean {
  return env["RUNNER_ENVIRONMENT"] === "github-hosted";
}

/** What the runner reads after this step: its temporary folder and the files that configure later steps. */
function runnerPaths(env: World["env"]): readonly string[] {
  const names = ["RUNNER_TEMP", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STATE", "GITHUB_STEP_SUMMARY"];
  return names.flatMap((name) => env[name] || []);
}

/** Throws `sandbox.refused` for a weaker cell than the policy demands. */
export function requireLevel({ sandbox: { minimum } }: Policy, { level }: Cell): void {
  if (SANDBOX_LEVELS.indexOf(level) <= SANDBOX_LEVELS.indexOf(minimum)) return;
  throw new RunnerError({
    code: "sandbox.refused",
    message: `The policy demands a sandbox of at least ${minimum}; this one is ${level}.`,
    hint: `Leave --sandbox ${level} out, or set \`sandbox: { minimum: ${level} }\` in the policy.`,
  });
}

/** Applies the policy's limits to the cell, if there are any. */
export async function limitCell(cell: OpenedCell, { sandbox }: Policy): Promise<void> {
  const { memoryBytes, processes, nice } = sandbox;
  if (memoryBytes === undefined && processes === undefined && nice === undefined) return;
  const ceilings = { ...(memoryBytes && { memoryBytes }), ...(processes && { processes }) };
  await cell.setCeilings({ ceilings, nice });
}

/** Warns about what the cell lacks of what the policy or this machine should give it. */
export function warnOfMissing(
  { withoutOverlays, uncopied }: Pick<OpenedCell, "withoutOverlays" | "uncopied">,
  { sandbox }: Policy,
  { world, root }: Pick<RunCellOptions, "world" | "root">,
  warn: (text: string) => void,
): void {
  if (withoutOverlays !== undefined) {
    warn(`Caches of tools are read-only in the cell, because nothing can be mounted over them: ${withoutOverlays}`);
  }
  for (const { at, why } of uncopied) {
    warn(`${at} is read-only in the cell, because nothing can be mounted over it: ${why}`);
  }
  const homes = world.env["HOME"] === undefined ? [] : [world.env["HOME"]];
  for (const path of readOnlyPaths(sandbox, world).filter((one) => isWide(one, [...homes, root]))) {
    const isSystem = isWide(path, homes);
    const why = !existsSync(path)
      ? "is not on this machine"
      : isSystem
        ? "leads to the home folder or a folder of the system"
        : "has the checkout in it: name the folders beside it";
    warn(`sandbox.readonly of the policy names ${path}, which ${why}.`);
  }
}

/** The browser that the policy allows. Warns where there is none to use. */
export async function browserOf(
  { sandbox }: Policy,
  { level }: Pick<Cell, "level">,
  { env }: Pick<World, "env">,
  warn: (text: string) => void,
): Promise<string | undefined> {
  const { browser: wanted } = sandbox;
  if (wanted === undefined || wanted === false) return undefined;
  const without = (why: string): undefined => {
    warn(`No browser, though the policy has sandbox.browser: ${why}.`);
    return undefined;
  };
  if (level !== "sealed") return without(`this cell is ${level}, and a browser runs in a sealed one only`);
  const { findBrowser } = await import("../../browser/find.ts");
  const named = wanted === true ? undefined : wanted;
  const found = findBrowser({ named, env, hasHosts: sandbox.network.length > 0 });
  if (found !== undefined) return found;
  return without(named === undefined ? "there is no Chromium on this machine" : `${named} is no program here`);
}

/** Opens the network to the hosts that the policy lists, and returns them in words. Without any, the cell refuses requests with a reason. */
export async function openPolicyNetwork(
  cell: OpenedCell,
  { sandbox }: Policy,
  { env }: World,
  warn: (text: string) => void,
): Promise<readonly string[]> {
  return await cell.openNetwork({
    hosts: sandbox.network,
    machine: machineOf(env),
    ca: sandbox.ca,
    services: sandbox.services,
    proxyEnv: proxyEnvOf(env),
    onDenied: warn,
  });
}

/** The error for a run that must not work in the checkout itself. */
export function noCopy(why = "the policy or the level of the sandbox allows none"): RunnerError {
  return new RunnerError({
    code: "sandbox.refused",
    message: `The run needs a copy of the checkout, and none can be mounted: ${why}.`,
    hint: "Give it a work tree of its own, or leave out --no-apply.",
  });
}

interface WorkInCheckout extends Pick<OpenedCell, "withoutOverlays">, Pick<Checkout, "root" | "worktreeDir"> {
  readonly isolation: Isolation;
}

const MAX_NAMED = 3;
const MAX_PATH_CHARS = 120;

/** Prepares a run in the checkout itself. Warns where a copy was wanted, and breaks hard links to files elsewhere. */
export function workInCheckout(
  { root, worktreeDir, isolation, ...cell }: WorkInCheckout,
  warn: (text: string) => void,
): void {
  if (isolation === "overlay") {
    const { withoutOverlays = "there is no disk for it" } = cell;
    const way = "Set `sandbox: { isolation: direct }` in the policy to silence this warning.";
    warn(`The run works in the checkout itself, because no copy of it can be mounted: ${withoutOverlays}. ${way}`);
  }
  const { replaced, left } = makeFilesOwn({ root, asideDir: worktreeDir });
  if (replaced.length > 0) {
    const why = "so that no command changes a file elsewhere or a setuid program";
    warn(`Hard links and setuid files of the checkout were replaced by copies, ${why}: ${pathsText(replaced)}.`);
  }
  if (left.length > 0) {
    const way = "Only a run on a copy of the checkout (`isolation: overlay`) keeps them apart";
    warn(`A command that writes into one of these hard links changes a file elsewhere: ${pathsText(left)}. ${way}.`);
  }
}

function pathsText(paths: readonly string[]): string {
  const shown = paths.map((path) => oneLine(path, MAX_PATH_CHARS));
  return namedUpTo(shown, MAX_NAMED);
}
