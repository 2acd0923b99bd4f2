/** Opens what a run works with: the place, then cell, commit and policy at once, then the cell as it is wanted. */

import { AGENTS_MD_NAMES, agentsMdPaths, mergeAgentsMd, nestedOf } from "../../agents/agents-md.ts";
import { isRuleFile, isRuleFolder, ruleFiles } from "../../agents/rule-files.ts";
import { findProgram } from "../../cell/programs.ts";
import { requireOpenFiles } from "../../cell/process/start-worker.ts";
import type { Policy } from "../../policy/policy.ts";
import type { OpenedCell } from "../../cell/open.ts";
import type { Overlay } from "../../cell/process/mounts.ts";
import type { Cell } from "../../protocol/cell.ts";
import type { WorkspaceOverlay } from "../../protocol/overlay.ts";
import type { Bundle } from "../../session/bundle.ts";
import { readHead, type Head, type Repository } from "../../workspace/repository.ts";
import type { TrustedGit, TrustedGitOptions } from "../../workspace/trusted-git.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import { readTrustedFiles } from "../../workspace/trusted-files.ts";
import { MODE_FILES } from "../../agents/mode-files.ts";
import type { withHidden as WithHidden } from "../hidden/hidden-cell.ts";
import type { HiddenPaths } from "../hidden/hidden-paths.ts";
import { walk } from "../hidden/walk.ts";
import { systemClock } from "../../base/clock.ts";
import { sweepGitDirectory, sweepLeftovers } from "./leftovers.ts";
import { MCP_FILES, OWN_MCP_FILE } from "./mcp.ts";
import {
  limitCell,
  noCopy,
  browserOf,
  openPolicyNetwork,
  openRunCell,
  requireLevel,
  shapesCell,
  warnOfMissing,
  workInCheckout,
  type RunCellOptions,
} from "./open-cell.ts";
import { foldersDownTo } from "./outside.ts";
import { AGENT_FOLDERS, fileOf, isAgentFile } from "./choose-agent.ts";
import type { SetUpOptions } from "./set-up.ts";
import { takeRunPlace, type RunPlace, type RunPlaceOptions } from "./run-place.ts";
import { committedPolicyPaths } from "./policy-path.ts";

export interface WorkbenchOptions extends RunPlaceOptions {
  /** Commit whose policy and instructions hold; the checked-out one when left out. */
  readonly trusted?: string | undefined;
  /** Runs `sandbox.setup` of the policy first, until this signal aborts; left out where setup must not run. */
  readonly setup?: AbortSignal | undefined;
  /** For a check and not for a run: the policy is that of the work tree, or with `committed` that of the trusted commit. */
  readonly checked?: "here" | "committed" | undefined;
  /** The run is one of a person without write permission. */
  readonly isOutsider?: boolean | undefined;
  /** Code of strangers runs for a person who may write: nothing is reached; set-up is what this branch kept. */
  readonly closedOn?: string | undefined;
  /** Folder with git objects that trusted git reads besides those of the repository. */
  readonly moreObjects?: string | undefined;
}

interface Rules extends Pick<Head, "trustedCommit" | "files"> {
  readonly repository: Repository;
  readonly policy: Policy;
  /** What the policy of a check was read from, in words. */
  readonly judged?: string | undefined;
  /** The policy of a check is not as it is committed. */
  readonly isDraft?: boolean | undefined;
  /** The trusted commit's rules for all modes and its AGENTS.md files down to the run's folder, merged. */
  readonly agentsMd: string;
  /** Links of the trusted commit that are not followed, one sentence each. */
  readonly badLinks: readonly string[];
  /** The other AGENTS.md files. The model gets each when it first touches its folder. */
  readonly nestedAgentsMd: readonly string[];
}

export interface Workbench extends Rules, Pick<RunPlace, "pathVar" | "scratchDir" | "dropOverlay"> {
  /** Reads another file of the trusted commit; undefined when there is no such file. */
  readonly readTrusted: (path: string) => Promise<string | undefined>;
  readonly cell: Cell;
  /** Why no folder is a copy on write, though some should be. */
  readonly withoutOverlays?: string | undefined;
  /** Folders that are not copies on write, though others are. */
  readonly uncopied: OpenedCell["uncopied"];
  /** What the cell reaches, in words; empty where that is nothing, and for a cell without a network of its own. */
  readonly network: readonly string[];
  /** The program of the browser; undefined where the policy allows none or the machine has none. */
  readonly browser?: string | undefined;
  /** The path of git, outside of the workspace. */
  readonly gitPath: string;
  /** The copy of the workspace on which the run works; undefined where it works in the checkout itself. */
  readonly overlay?: WorkspaceOverlay | undefined;
  /** What commands may not see. It rejects, and so does each request to the cell, where something of it cannot be covered. */
  readonly hidden: Promise<HiddenPaths>;
  /** Covers these files again, where git has made them anew. */
  readonly hideAgain: () => Promise<void>;
  /** Opens trusted git when it is first used, so that the model's first request need not wait for it. */
  readonly git: () => Promise<TrustedGit>;
  /** Sends git's warnings to `tell` from now on, instead of the host's log. */
  readonly onWarning: (tell: (text: string) => void) => void;
  /** Notes the session in the lock. The changes of the copy outlive the process from now on, until `dropOverlay`. */
  readonly noteSession: (sessionId: string, bundle: Pick<Bundle, "dir">) => void;
  /** Ends the cell's processes and removes the private folder. Never rejects. */
  readonly close: () => Promise<void>;
}

/** Opens a workbench. Throws `workspace.not_a_repository`, `policy.invalid` and `sandbox.refused`, and then leaves nothing behind. */
export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  requireOpenFiles();
  const place = takeRunPlace(options);
  const first = openAtOnce(place, options);
  let opening = first.cell;
  const close = async (): Promise<void> => {
    await endCell(opening, place);
    place.release();
  };
  try {
    const [rules, [{ hideFrom }, { withHidden }]] = await Promise.all([first.rules, first.modules]);
    const { checkout, pathVar } = place;
    const { root } = checkout;
    const { policy } = rules;
    const { sandbox } = policy;
    const hiding = { root, pathVar, policy, isOutsider: isClosed(options), entries: first.entries, isChanged: false };
    const overlays = await setUpLayers({ place, rules, first: opening, hiding }, options);
    const isolation = options.sandbox === "sealed" ? (sandbox.isolation ?? "overlay") : "direct";
    if (shapesCell(sandbox) || overlays !== undefined || isolation !== place.expected) {
      await endCell(opening, place);
      opening = openPlaceCell(place, options, { isolation, settings: sandbox, overlays });
    }
    sweepLeftovers(systemClock.now()); // while the cell opens
    sweepGitDirectory(checkout, systemClock.now(), options.world.warn);
    const cell = await opening;
    const warnings = createWarnings(options.world.warn);
    await fitCell(cell, { place, policy, overlays, warn: warnings.warn }, options);
    const isChanged = options.overlayLeft !== undefined || overlays !== undefined;
    const hidden = hideFrom(cell, { ...hiding, overlays, isChanged }); // a file that is replaced loses its cover
    hidden.catch(() => {}); // the cell's requests say what is wrong
    return { ...(await benchOf({ place, rules, cell, hidden, withHidden, warnings }, options)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** All that opens at the same time. The cell is first, because it takes longest; the modules of the policy take 15 ms. */
function openAtOnce(place: RunPlace, options: WorkbenchOptions) {
  const first = {
    cell: openPlaceCell(place, options, { isolation: place.expected }),
    entries: walk(place.checkout.root),
    rules: readRules(place, options),
    modules: Promise.all([import("../hidden/hide.ts"), import("../hidden/hidden-cell.ts")]),
  };
  for (const begun of Object.values(first)) begun.catch(() => {}); // awaited later: mistakes of the policy come first
  return first;
}

function cellOptionsOf({ checkout, scratchDir, pathVar }: RunPlace, options: WorkbenchOptions): SetUpOptions["cell"] {
  const { world, sandbox, isOutsider } = options;
  return { ...checkout, world, sandbox, scratchDir, pathVar, isReadOnly: isOutsider };
}

/** Opens a cell over the checkout, or over a copy of it where there is a disk for its changes. */
async function openPlaceCell(
  place: RunPlace,
  options: WorkbenchOptions,
  wanted: Pick<RunCellOptions, "isolation" | "settings" | "overlays">,
): Promise<OpenedCell> {
  const overlayDir = wanted.isolation === "overlay" ? place.overlayDir() : undefined;
  const isolation = overlayDir === undefined ? "direct" : wanted.isolation;
  return await openRunCell({ ...cellOptionsOf(place, options), ...wanted, overlayDir, isolation });
}

/** Closes a cell, also one that is still opening. Never rejects: a cell that did not open needs no closing. */
async function endCell(opening: Promise<OpenedCell>, { keepsOverlay }: RunPlace): Promise<void> {
  try {
    const cell = await opening;
    await cell.close();
    await cell.releaseOverlay({ keeps: keepsOverlay() });
  } catch {}
}

/** Reads the commits. The policy's modules load while git does. */
async function readRules({ checkout, pathVar }: RunPlace, options: WorkbenchOptions): Promise<Rules> {
  const choice = { ...options, root: checkout.root };
  const instructions = agentsMdPaths(foldersDownTo(checkout.root, options.cwd));
  const policyPaths = committedPolicyPaths(choice);
  const badLinks: string[] = [];
  const reading = readHead(checkout, {
    pathVar,
    paths: [...policyPaths, ...MODE_FILES, ...MCP_FILES, ...instructions],
    folders: AGENT_FOLDERS,
    named: AGENTS_MD_NAMES,
    pick: isAgentFile,
    offered: { isFile: isRuleFile, isFolder: isRuleFolder },
    trusted: options.trusted,
    onBadLink: (path, error) => {
      if (policyPaths.includes(path) || path === OWN_MCP_FILE) throw error; // a run must not go on without what these forbid
      badLinks.push(`${error.message} It is not read.`);
    },
  });
  const [head, { loadChecked, loadPolicyOf }] = await Promise.all([reading, import("./policy-source.ts")]);
  const { headCommit, headTree, trustedCommit, files } = head;
  const source = { ...choice, files, commit: trustedCommit };
  const checked = options.checked && (await loadChecked(source, options.checked === "committed"));
  const { policy, ...judged } = checked ?? { policy: await loadPolicyOf(source) };
  const nestedAgentsMd = nestedOf(head.found, instructions);
  const texts = [...ruleFiles(files), ...instructions.flatMap((path) => fileOf(path, files))];
  return {
    ...judged,
    repository: { ...checkout, headCommit, headTree },
    trustedCommit,
    files,
    policy: isClosed(options) ? withoutReach(policy) : policy,
    badLinks,
    agentsMd: mergeAgentsMd(texts, nestedAgentsMd),
    nestedAgentsMd,
  };
}

/** Commands reach nothing: they are those of a person without write permission, or the code is of strangers. */
function isClosed({ isOutsider, closedOn }: WorkbenchOptions): boolean {
  return isOutsider === true || closedOn !== undefined;
}

function withoutReach(policy: Policy): Policy {
  return { ...policy, sandbox: { ...policy.sandbox, network: [], services: [], browser: false, show: [] } };
}

/** Runs the policy's set-up in cells of its own, which end the first one. Undefined where there is none to run. */
async function setUpLayers(
  { place, rules, ...more }: Pick<SetUpOptions, "first" | "hiding"> & Pick<Fitted, "place" | "rules">,
  options: WorkbenchOptions,
): Promise<readonly Overlay[] | undefined> {
  const { setup: signal, closedOn: keptOf } = options;
  const { setup } = rules.policy.sandbox;
  if (signal === undefined || setup === undefined) return undefined;
  const { headCommit } = rules.repository;
  const { setUp } = await import("./set-up.ts"); // most policies need none
  return await setUp({ ...rules, ...more, setup, headCommit, cell: cellOptionsOf(place, options), signal, keptOf });
}

interface Fitting {
  readonly place: RunPlace;
  readonly policy: Policy;
  readonly overlays: readonly Overlay[] | undefined;
  readonly warn: (text: string) => void;
}

/** Gives the cell what the policy says of it, and warns of what it lacks. Throws `sandbox.refused` for a weaker one than is demanded. */
async function fitCell(
  cell: OpenedCell,
  { place, policy, overlays, warn }: Fitting,
  { world, sandbox, needsCopy }: WorkbenchOptions,
): Promise<void> {
  const { checkout } = place;
  const { overlay, withoutOverlays } = cell;
  if (overlay === undefined && needsCopy === true) throw noCopy(withoutOverlays);
  if (overlay === undefined) place.lock();
  requireLevel(policy, cell);
  cell.onReopening(warn);
  await limitCell(cell, policy);
  if (overlays !== undefined) await (await import("../setup/collect-layer.ts")).putFiles(cell, overlays, warn);
  warnOfMissing(cell, policy, { world, root: checkout.root }, warn);
  const { isolation = "overlay" } = policy.sandbox;
  if (sandbox === "sealed" && overlay === undefined) workInCheckout({ ...checkout, withoutOverlays, isolation }, warn);
}

/** Warnings of cell and git, which go to the session once there is one. */
function createWarnings(host: (text: string) => void) {
  let tell = host;
  return { warn: (text: string): void => tell(text), onWarning: (next: typeof host): void => void (tell = next) };
}

interface Fitted {
  readonly place: RunPlace;
  readonly rules: Rules;
  readonly cell: OpenedCell;
  readonly hidden: Promise<HiddenPaths>;
  readonly withHidden: typeof WithHidden;
  readonly warnings: ReturnType<typeof createWarnings>;
}

/** Opens the network, and puts together what a run uses. */
async function benchOf(
  { place, rules, cell, hidden, withHidden, warnings }: Fitted,
  { world, moreObjects, overlayLeft }: WorkbenchOptions,
): Promise<Omit<Workbench, "close">> {
  const { pathVar, scratchDir, noteSession, dropOverlay } = place;
  const { repository, policy, trustedCommit } = rules;
  const { root } = repository;
  const { overlay, withoutOverlays, uncopied, level } = cell;
  const { warn, onWarning } = warnings;
  const network = await openPolicyNetwork(cell, policy, world, warn);
  const masked = ({ paths, secrets }: HiddenPaths) => ({
    masked: level === "sealed" ? paths.map(({ path }) => path) : [],
    secrets,
  });
  let opened: Promise<TrustedGit> | undefined;
  const git = async (): Promise<TrustedGit> => {
    const hiddenFiles = hidden.then(masked, () => ({ masked: [], secrets: [] })); // without them no command runs
    const places = { repository, overlay, scratchDir, pathVar, moreObjects, hidden: hiddenFiles };
    return (opened ??= openGit({ ...places, clock: systemClock, env: world.env, warn }, overlayLeft !== undefined));
  };
  return {
    ...rules,
    readTrusted: async (path) =>
      (await readTrustedFiles({ root, pathVar, commit: trustedCommit, files: [path] })).get(path),
    cell: level === "sealed" ? withHidden(cell, { root, hidden, git }) : cell,
    withoutOverlays,
    uncopied,
    network,
    browser: await browserOf(policy, cell, world, warn),
    pathVar,
    gitPath: findProgram("git", trustedPath(pathVar, root)) ?? "git",
    scratchDir,
    overlay,
    hidden,
    hideAgain: async () => {
      const { paths } = await hidden;
      await cell.hide(Promise.resolve(paths.map(({ path }) => Buffer.from(path, "latin1"))));
    },
    noteSession: (sessionId, bundle) => noteSession(sessionId, bundle, overlay !== undefined),
    dropOverlay,
    git,
    onWarning,
  };
}

/** Opens trusted git. Where the copy already has the changes of a killed process, the session began with the files of the checkout. */
async function openGit(options: TrustedGitOptions, hasChanges: boolean): Promise<TrustedGit> {
  const { createTrustedGit } = await import("../../workspace/trusted-git.ts"); // git loads when it is first used
  if (!hasChanges) return createTrustedGit(options);
  const startTree = await createTrustedGit({ ...options, overlay: undefined }).snapshot();
  return createTrustedGit({ ...options, startTree });
}
