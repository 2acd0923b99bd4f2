/** Runs `sandbox.setup` in a cell of its own before the first model call, or uses a layer that was kept. */

import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { isWithin } from "../../base/paths/is-within.ts";
import { systemClock } from "../../base/clock.ts";
import { plainText } from "../../base/plain-text.ts";
import { headTail } from "../../base/truncate.ts";
import type { OpenedCell } from "../../cell/open.ts";
import type { Overlay } from "../../cell/process/mounts.ts";
import { removeTree } from "../../cell/process/remove-tree.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Cell } from "../../protocol/cell.ts";
import type { SetupSettings } from "../../protocol/cell-settings.ts";
import { describeError, RunnerError } from "../../protocol/error.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import { hideFrom, type HideFromOptions } from "../hidden/hide.ts";
import { collectLayer, layerOverlays, setupOverlays, type SetupPlaces } from "../setup/collect-layer.ts";
import { createLayerStore, type LayerStore } from "../setup/layer-store.ts";
import { setupKey } from "../setup/setup-key.ts";
import { openPolicyNetwork, openRunCell, type RunCellOptions } from "./open-cell.ts";
import { userFolder } from "./state-dir.ts";

export interface SetUpOptions {
  readonly policy: Policy;
  readonly setup: SetupSettings;
  readonly cell: Omit<RunCellOptions, "isolation">;
  /** The cell that opened before the policy was known. It says which folders git ignores, and is closed. */
  readonly first: Promise<OpenedCell>;
  /** What commands may not see, which is covered before the first one. */
  readonly hiding: HideFromOptions;
  readonly headCommit: string;
  readonly trustedCommit: string;
  /** The policy is not as it is committed: what its setup makes is not kept. */
  readonly isDraft?: boolean | undefined;
  readonly signal: AbortSignal;
  /** Nothing is set up: only a layer serves that a trusted run on this branch kept. */
  readonly keptOf?: string | undefined;
}

interface Prepared extends SetUpOptions {
  readonly key: string;
  /** Scripts of packages run when the policy does not say whether they do. */
  readonly isTrusted: boolean;
  /** Where layers are kept; undefined for a commit that is not trusted, and where no place is outside of the workspace. */
  readonly store: LayerStore | undefined;
  readonly tell: (text: string) => void;
}

type PlaceOptions = Pick<SetUpOptions, "policy" | "headCommit"> &
  Pick<RunCellOptions, "world" | "root" | "branch" | "pathVar">;

/** Where layers are kept, and the key of the one for this policy and these lock files. */
function placeOf({ policy, headCommit, world, root, branch, pathVar }: PlaceOptions) {
  const { setup: settings = { run: [], network: [], onFailure: "stop" }, env } = policy.sandbox;
  const repository = world.env["GITHUB_REPOSITORY"];
  const path = trustedPath(pathVar, root);
  return {
    key: setupKey({ settings, env, root, commit: headCommit, branch, repository, pathVar: path }),
    layers: join(userFolder("XDG_CACHE_HOME", ".cache", world), "kimi-runner/setup"),
  };
}

/** Whether a layer of an earlier set-up is kept for this policy and these lock files; undefined where the policy has no set-up. */
export function isSetUp(options: PlaceOptions): boolean | undefined {
  if (options.policy.sandbox.setup === undefined) return undefined;
  const { key, layers } = placeOf(options);
  return createLayerStore(layers, () => systemClock.now()).find(key) !== undefined;
}

/** Returns the layers; undefined when setup is not run. Throws `setup.failed`, unless the policy says to go on. */
export async function setUp(options: SetUpOptions): Promise<readonly Overlay[] | undefined> {
  const { policy, setup, cell, first, headCommit, trustedCommit } = options;
  const { world, root } = cell;
  if (cell.sandbox !== "sealed") {
    world.warn("`sandbox.setup` of the policy is not run: it needs a sealed cell.");
    return undefined;
  }
  const { keptOf } = options;
  const of = keptOf === undefined ? { headCommit } : { headCommit: trustedCommit, branch: keptOf };
  const { key, layers } = placeOf({ ...cell, policy, ...of });
  const isTrusted = of.headCommit === trustedCommit;
  const store = isTrusted && !isWithin(layers, root) ? createLayerStore(layers, () => systemClock.now()) : undefined;
  const tell = (text: string): void => (world.isQuiet === true ? undefined : world.err(`${text}\n`));
  const kept = store?.find(key);
  if (kept !== undefined) {
    tell(`Setup: the layer of an earlier run with the same lock files is used (${key.slice(0, 12)}).`);
    await first.then(end);
    return layerOverlays(kept);
  }
  if (keptOf !== undefined)
    throw failed(`No set-up that a trusted run on ${keptOf} made is kept for these lock files.`, "Run one there.");
  try {
    return await runSetup({ ...options, key, isTrusted, store, tell });
  } catch (error) {
    const mayGoOn = setup.onFailure === "continue" && error instanceof RunnerError && error.code === "setup.failed";
    if (!mayGoOn) throw error;
    tell(`${describeError(error)} The run continues without it, as the policy says.`);
    return [];
  }
}

async function runSetup(prepared: Prepared): Promise<readonly Overlay[]> {
  const { setup, key, isTrusted, first } = prepared;
  const { root, scratchDir } = prepared.cell;
  const { ignored, before } = await first.then(async (cell) => {
    try {
      return { ignored: await ignoredFolders(cell), before: await stateOf(cell) };
    } finally {
      await end(cell);
    }
  });
  // What a workspace with changes makes is not kept: any changed file can be a script of the installation.
  const store = before.lines.length === 0 && prepared.isDraft !== true ? prepared.store : undefined;
  const work = mkdtempSync(join(store?.place() ?? scratchDir, "setup-"));
  try {
    const { scripts = isTrusted } = setup;
    const cell = await openCellFor(prepared, setupOverlays(work, root, ignored), scripts ? {} : NO_SCRIPTS);
    try {
      await runCommands(cell, before, prepared);
    } finally {
      await cell.close();
    }
    if (cell.withoutOverlays !== undefined) return []; // setup wrote into the workspace itself
    const made = join(work, "layer");
    const folders = collectLayer({ work, made, root, ignored });
    if (store === undefined) return layerOverlays({ dir: made, folders }); // removed with the run's folder
    const layer = store.keep(key, made, folders);
    removeTree(work);
    return layerOverlays(layer);
  } catch (error) {
    removeTree(work);
    throw error;
  }
}

async function openCellFor(
  { policy, cell, setup, hiding }: Prepared,
  places: SetupPlaces,
  own: Readonly<Record<string, string>>,
): Promise<OpenedCell> {
  const { world } = cell;
  const env = { ...policy.sandbox.env, ...own };
  const opened = await openRunCell({ ...cell, ...places, settings: { ...policy.sandbox, env } });
  try {
    const sandbox = { ...policy.sandbox, network: setup.network };
    await hideFrom(opened, hiding);
    await openPolicyNetwork(opened, { ...policy, sandbox }, world, world.warn);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Closes a cell. The changes of the workspace stay, because the cell of the run opens over them. */
async function end(cell: OpenedCell): Promise<void> {
  await cell.close();
  await cell.releaseOverlay({ keeps: true });
}

/** With these variables, package managers run no code of packages. */
const NO_SCRIPTS = {
  npm_config_ignore_scripts: "true",
  YARN_ENABLE_SCRIPTS: "false",
  PIP_ONLY_BINARY: ":all:",
  UV_NO_BUILD: "1",
  COMPOSER_NO_SCRIPTS: "1",
};

const TIMEOUT_MS = 600_000;
const MAX_OUTPUT_BYTES = 100_000;
/** Characters shown of the output of a failed command. npm, for one, gives the reason before pages of usage. */
const MAX_SHOWN_CHARS = 4_000;

async function runCommands(
  cell: Cell,
  before: Awaited<ReturnType<typeof stateOf>>,
  { setup, tell, signal }: Prepared,
): Promise<void> {
  for (const command of setup.run) {
    tell(`Setup: ${command}`);
    const limits = { cwd: ".", timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES };
    const { code, timedOut, output, refusals = [] } = await cell.exec({ command, ...limits }, signal);
    if (code === 0) continue;
    const end = timedOut
      ? `did not end within ${TIMEOUT_MS / 60_000} minutes`
      : `ended with exit code ${code ?? "none"}`;
    const said = [headTail(plainText(output).trim(), MAX_SHOWN_CHARS), ...refusals]
      .filter((text) => text !== "")
      .join("\n");
    throw failed(`Setup failed: \`${command}\` ${end}${said === "" ? "" : `:\n${said}\n`}`, TRY_IT);
  }
  await cell.killAll();
  const after = await stateOf(cell);
  const known = new Set(before.lines);
  const lines = after.lines.filter((line) => !known.has(line)).slice(0, 10);
  if (lines.length > 0 || after.digest !== before.digest) {
    const which = lines.length === 0 ? "files that were changed before" : lines.join(", ");
    throw failed(`Setup changed what git does not ignore: ${which}.`, IGNORE_IT);
  }
}

const TRY_IT =
  "Try it with `kimi-runner cell --setup -- true`, fix `sandbox.setup` in the policy, or let runs continue with `on_failure: continue`.";
const IGNORE_IT =
  "These changes would count as the agent's. Use a command that leaves them alone, such as `npm ci`, or add what it makes to .gitignore.";

function failed(message: string, hint: string): RunnerError {
  return new RunnerError({ code: "setup.failed", message, hint });
}

/** Limits of git's quick questions. 10 MB are about 100,000 paths; a list that is cut off would be wrong. */
const QUICK = { cwd: ".", timeoutMs: 60_000, maxOutputBytes: 10_000_000 };

/** The changes of the workspace as git sees them: by name, and a digest of their content. */
async function stateOf(cell: Cell) {
  const ask = "git diff HEAD --binary | sha256sum; git status --porcelain --untracked-files=all";
  const { output } = await cell.exec({ ...QUICK, command: ask });
  const [digest = "", ...lines] = output.split("\n");
  return { lines: lines.filter((line) => line !== ""), digest };
}

/** The outermost folders of the workspace that git ignores. */
async function ignoredFolders(cell: Cell): Promise<readonly string[]> {
  const list = "git ls-files --others --ignored --exclude-standard --directory -z 2>/dev/null";
  const { output } = await cell.exec({ ...QUICK, command: `${list} | grep -z '/$'` }); // a build makes many ignored files
  return output.split("\0").flatMap((path) => (path === "" ? [] : [path.slice(0, -1)]));
}
