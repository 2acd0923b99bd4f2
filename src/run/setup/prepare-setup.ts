/**
 * Runs `sandbox.setup` before the first model call, in a cell with the network of setup, and returns the layers that the cell of
 * the run gets. A layer that a run of the same lock files kept is taken instead.
 */

import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { plainText } from "../../base/plain-text.ts";
import type { OpenedCell } from "../../cell/open.ts";
import type { Overlay } from "../../cell/process/mounts.ts";
import { removeTree } from "../../cell/process/remove-tree.ts";
import type { Cell } from "../../protocol/cell.ts";
import type { SetupSettings } from "../../protocol/cell-settings.ts";
import { describeError, RunnerError } from "../../protocol/error.ts";
import { collectLayer, layerOverlays, setupOverlays, type SetupPlaces } from "./collect-layer.ts";
import type { LayerStore } from "./layer-store.ts";

export interface SetupOptions {
  readonly settings: SetupSettings;
  readonly key: string;
  readonly root: string;
  /** Private folder of the run; what is not kept stays there. */
  readonly scratchDir: string;
  /**
   * Where layers are kept; undefined for a commit that is not trusted, and where no place is outside of the workspace. What a
   * workspace with changes makes is not kept: any changed file can be a script of the installation.
   */
  readonly store: LayerStore | undefined;
  /** Whether scripts of packages run when the policy does not say. */
  readonly isTrusted: boolean;
  /** The cell that is open: asked which folders git ignores, and closed. */
  readonly early: Promise<OpenedCell>;
  /** Opens a cell for setup, with its network. */
  readonly open: (places: SetupPlaces, env: Readonly<Record<string, string>>) => Promise<OpenedCell>;
  readonly tell: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Throws `setup.failed`, unless the policy says to go on. */
export async function prepareSetup(options: SetupOptions): Promise<readonly Overlay[]> {
  const { settings, store, key, tell, early } = options;
  const kept = store?.find(key);
  if (kept !== undefined) {
    tell(`Setup: the layer of an earlier run with the same lock files is used (${key.slice(0, 12)}).`);
    await early.then(end);
    return layerOverlays(kept);
  }
  try {
    return await runSetup(options);
  } catch (error) {
    const mayGoOn = settings.onFailure === "continue" && error instanceof RunnerError && error.code === "setup.failed";
    if (!mayGoOn) throw error;
    tell(`${describeError(error)} The run goes on without it, as the policy says.`);
    return [];
  }
}

async function runSetup(options: SetupOptions): Promise<readonly Overlay[]> {
  const { settings, root, scratchDir, isTrusted, early, open, key } = options;
  const { ignored, before } = await early.then(async (cell) => {
    try {
      return { ignored: await ignoredFolders(cell), before: await stateOf(cell) };
    } finally {
      await end(cell);
    }
  });
  const store = before.lines.length === 0 ? options.store : undefined;
  const work = mkdtempSync(join(store?.place() ?? scratchDir, "setup-"));
  try {
    const { scripts = isTrusted } = settings;
    const cell = await open(setupOverlays(work, root, ignored), scripts ? {} : NO_SCRIPTS);
    try {
      await runCommands(cell, before, options);
    } finally {
      await cell.close();
    }
    if (cell.withoutOverlays !== undefined) return []; // it wrote into the workspace itself
    const made = join(work, "layer");
    const folders = collectLayer({ work, made, root, ignored });
    if (store === undefined) return layerOverlays({ dir: made, folders }); // it goes with the run's folder
    const layer = store.keep(key, made, folders);
    removeTree(work);
    return layerOverlays(layer);
  } catch (error) {
    removeTree(work);
    throw error;
  }
}

/** The cell of the run opens over the same changes of the workspace. */
async function end(cell: OpenedCell): Promise<void> {
  await cell.close();
  await cell.releaseGround({ keeps: true });
}

/** Package managers run no code of packages then. */
const NO_SCRIPTS = {
  npm_config_ignore_scripts: "true",
  YARN_ENABLE_SCRIPTS: "false",
  PIP_ONLY_BINARY: ":all:",
  UV_NO_BUILD: "1",
  COMPOSER_NO_SCRIPTS: "1",
};

const TIMEOUT_MS = 600_000;
const MAX_OUTPUT_BYTES = 100_000;
/** Of the output of a command that failed: where most programs say why. */
const TAIL_CHARS = 4_000;

async function runCommands(cell: Cell, before: GitState, { settings, tell, signal }: SetupOptions): Promise<void> {
  for (const command of settings.run) {
    tell(`Setup: ${command}`);
    const limits = { cwd: ".", timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES };
    const { code, timedOut, output, refusals = [] } = await cell.exec({ command, ...limits }, signal);
    if (code === 0) continue;
    const end = timedOut
      ? `did not end within ${TIMEOUT_MS / 60_000} minutes`
      : `ended with exit code ${code ?? "none"}`;
    const said = [plainText(output).slice(-TAIL_CHARS).trim(), ...refusals].filter((text) => text !== "").join("\n");
    throw failed(`Setup failed: \`${command}\` ${end}${said === "" ? "" : `:\n${said}\n`}`, TRY_IT);
  }
  await cell.killAll();
  const after = await stateOf(cell);
  const lines = after.lines.filter((line) => !before.lines.includes(line)).slice(0, 10);
  if (lines.length > 0 || after.digest !== before.digest) {
    const which = lines.length === 0 ? "files that were changed before" : lines.join(", ");
    throw failed(`Setup changed what git does not ignore: ${which}.`, IGNORE_IT);
  }
}

const TRY_IT =
  "Try it with `kimi-runner cell --setup -- true`, mend `sandbox.setup` in the policy, or let a run go on with `on_failure: continue`.";
const IGNORE_IT =
  "These changes would count as the agent's. Use a command that leaves them alone, such as `npm ci`, or add what it makes to .gitignore.";

function failed(message: string, hint: string): RunnerError {
  return new RunnerError({ code: "setup.failed", message, hint });
}

const QUICK = { cwd: ".", timeoutMs: 60_000, maxOutputBytes: 1_000_000 };

/** What git sees of the workspace: its changes by name, and a digest of their content. */
interface GitState {
  readonly lines: readonly string[];
  readonly digest: string;
}

async function stateOf(cell: Cell): Promise<GitState> {
  const ask = "git diff HEAD --binary | sha256sum; git status --porcelain --untracked-files=all";
  const { output } = await cell.exec({ ...QUICK, command: ask });
  const [digest = "", ...lines] = output.split("\n");
  return { lines: lines.filter((line) => line !== ""), digest };
}

/** Folders of the workspace that git ignores, the outermost ones. */
async function ignoredFolders(cell: Cell): Promise<readonly string[]> {
  const command = "git ls-files --others --ignored --exclude-standard --directory -z";
  const { output } = await cell.exec({ ...QUICK, command });
  return output.split("\0").flatMap((path) => (path.endsWith("/") ? [path.slice(0, -1)] : []));
}
