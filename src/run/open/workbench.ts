/**
 * Opens what a run works with: repository, policy, instructions, cell and trusted git. They are opened at the same time, the
 * cell first, because it takes longest, and closed together.
 */

import { AGENTS_MD_NAMES, agentsMdPaths, mergeAgentsMd, nestedOf } from "../../agents/agents-md.ts";
import { isRuleFile, isRuleFolder, ruleFiles } from "../../agents/rule-files.ts";
import { systemClock } from "../../base/clock.ts";
import { crashAt } from "../../base/crash.ts";
import { isWithin } from "../../base/is-within.ts";
import { makeOverlayDir, nameOverlay } from "../../cell/overlay-dir.ts";
import { findProgram } from "../../cell/programs.ts";
import { requireOpenFiles } from "../../cell/process/start-worker.ts";
import type { Policy } from "../../policy/policy.ts";
import type { OpenedCell } from "../../cell/open.ts";
import type { Overlay } from "../../cell/process/mounts.ts";
import { removeTree } from "../../cell/process/remove-tree.ts";
import type { Cell } from "../../protocol/cell.ts";
import type { WorkspaceOverlay, Isolation } from "../../protocol/overlay.ts";
import type { Bundle } from "../../session/bundle.ts";
import { lockCheckout } from "../../session/lock.ts";
import { findCheckout } from "../../workspace/checkout.ts";
import { readHead, type Repository } from "../../workspace/repository.ts";
import type { TrustedGit, TrustedGitOptions } from "../../workspace/trusted-git.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import { readTrustedFiles } from "../../workspace/trusted-files.ts";
import { MODE_FILES } from "../../agents/mode-files.ts";
import type { HiddenPaths } from "../hidden/hidden-paths.ts";
import { walk } from "../hidden/walk.ts";
import { makeScratch, removeScratchDir, sweepGitDirectory, sweepLeftovers } from "./leftovers.ts";
import { overlayPlaces } from "./state-dir.ts";
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
import { foldersDownTo, realPath } from "./outside.ts";
import { AGENT_FOLDERS, fileOf, isAgentFile } from "./choose-agent.ts";
import { committedPolicyPaths, seemsDirect } from "./policy-path.ts";
import type { WorkbenchSettings, World } from "./request.ts";
import type { SetUpOptions } from "./set-up.ts";

const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

export interface WorkbenchOptions extends WorkbenchSettings {
  /** Commit whose policy and instructions hold; the checked-out one when left out. */
  readonly trusted?: string | undefined;
  readonly world: World;
  /** Runs `sandbox.setup` of the policy first, until this signal aborts; left out where setup must not run. */
  readonly setup?: AbortSignal | undefined;
  /** The folder with the changes of a killed process of the session, which are in no patch. */
  readonly overlayLeft?: string | undefined;
  /** For a check and not for a run: the policy is that of the work tree, or with `committed` that of the trusted commit. */
  readonly checked?: "here" | "committed" | undefined;
  /** The run is one of a person without write permission. */
  readonly isOutsider?: boolean | undefined;
  /**
   * Code of strangers runs for a person who may write: the cell reaches nothing, and set-up is only what trusted runs on this branch
   * kept.
   */
  readonly closedOn?: string | undefined;
  /** Folder with git objects that trusted git reads besides those of the repository. */
  readonly moreObjects?: string | undefined;
}

export interface Workbench {
  readonly repository: Repository;
  /** The commit from which policy and instructions come. */
  readonly trustedCommit: string;
  readonly policy: Policy;
  /** What the policy of a check was read from, in words. */
  readonly judged?: string | undefined;
  /** The policy, skills, modes and MCP servers, as files of the trusted commit. */
  readonly files: ReadonlyMap<string, string>;
  /** Reads another file of the trusted commit; undefined when there is no such file. */
  readonly readTrusted: (path: string) => Promise<string | undefined>;
  /**
   * The rules of the trusted commit for all modes, and its AGENTS.md files from the root down to the folder of the run, merged, with the names
   * of the others.
   */
  readonly agentsMd: string;
  /** Links of the trusted commit that are not followed, one sentence each. */
  readonly badLinks: readonly string[];
  /** The other AGENTS.md files. The model gets each when it first touches its folder. */
  readonly nestedAgentsMd: readonly string[];
  readonly cell: Cell;
  /** Why no folder is a copy on write, though some should be. */
  readonly withoutOverlays?: string | undefined;
  /** Folders that are not copies on write, though others are. */
  readonly uncopied: OpenedCell["uncopied"];
  /** What the cell reaches, in words; empty where that is nothing, and for a cell without a network of its own. */
  readonly network: readonly string[];
  /** The program of the browser; undefined where the policy allows none or the machine has none. */
  readonly browser?: string | undefined;
  readonly pathVar: string;
  /** The path of git, outside of the workspace. */
  readonly gitPath: string;
  /** The controller's private folder. */
  readonly scratchDir: string;
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
  /**
   * Notes the session. From now on the changes of the copy outlive the process until `dropOverlay`, for a resume of the session,
   * and the lock of the checkout names the bundle.
   */
  readonly noteSession: (sessionId: string, bundle: Pick<Bundle, "dir">) => void;
  /** Says that the patch has all changes of the copy. */
  readonly dropOverlay: () => void;
  /** Ends the cell's processes and removes the private folder. Never rejects. */
  readonly close: () => Promise<void>;
}

/** Opens a workbench. Throws `workspace.not_a_repository`, `policy.invalid` and `sandbox.refused`, and then leaves nothing behind. */
export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const { world, cwd, sandbox, trusted } = options;
  requireOpenFiles();
  const pathVar = world.env["PATH"] ?? DEFAULT_PATH;
  const checkout = findCheckout(cwd);
  const { overlayLeft } = options;
  const expected =
    sandbox !== "sealed" || (overlayLeft === undefined && seemsDirect(checkout.root, options)) ? "direct" : "overlay";
  if (options.needsCopy === true && expected === "direct") throw noCopy();
  /** Undefined for a run on a copy: such runs do not touch the same files. */
  let lock = expected === "overlay" ? undefined : lockCheckout(checkout.worktreeDir, world.warn);
  const scratchDir = makeScratch(checkout.root, lock);
  const cellOptions = { ...checkout, world, sandbox, scratchDir, pathVar, isReadOnly: options.isOutsider };
  let overlayDir = overlayLeft;
  let keepsOverlay = overlayLeft !== undefined;
  let forgetOverlay = (): void => {};
  const places = overlayPlaces(world).filter((dir) => !isWithin(realPath(dir), checkout.root));
  const open = async (isolation: Isolation, more: Partial<RunCellOptions> = {}): Promise<OpenedCell> => {
    if (isolation === "overlay") overlayDir ??= makeOverlayDir(places, systemClock.now());
    const kind = overlayDir === undefined ? "direct" : isolation;
    return await openRunCell({ ...cellOptions, overlayDir, isolation: kind, ...more });
  };
  let opening = open(expected);
  let entries = walk(checkout.root);
  entries.catch(() => {}); // the cell's requests say so
  opening.catch(() => {}); // awaited below, after the policy, whose mistakes are more useful to report
  const closeCell = async (): Promise<void> => {
    await opening
      .then(async (cell) => {
        await cell.close();
        await cell.releaseOverlay({ keeps: keepsOverlay });
      })
      .catch(() => {}); // a cell that did not open needs no closing
  };
  const close = async (): Promise<void> => {
    await closeCell();
    crashAt("scratch.remove.before");
    removeScratchDir(scratchDir);
    if (!keepsOverlay) {
      forgetOverlay();
      if (overlayDir !== undefined) removeTree(overlayDir);
    }
    crashAt("scratch.remove.after");
    lock?.release();
  };
  try {
    const choice = { ...options, root: checkout.root };
    const instructions = agentsMdPaths(foldersDownTo(checkout.root, cwd));
    const policyPaths = committedPolicyPaths(choice);
    const badLinks: string[] = [];
    const reading = readHead(checkout, {
      pathVar,
      paths: [...policyPaths, ...MODE_FILES, ...MCP_FILES, ...instructions],
      folders: AGENT_FOLDERS,
      named: AGENTS_MD_NAMES,
      pick: isAgentFile,
      offered: { isFile: isRuleFile, isFolder: isRuleFolder },
      trusted,
      onBadLink: (path, error) => {
        if (policyPaths.includes(path) || path === OWN_MCP_FILE) throw error; // a run must not go on without what these forbid
        badLinks.push(`${error.message} It is not read.`);
      },
    });
    // The policy's modules load while git reads the commit and the cell opens, which saves about 15 ms.
    const modules = [
      import("./policy-source.ts"),
      import("../hidden/hide.ts"),
      import("../hidden/hidden-cell.ts"),
    ] as const;
    const [head, { loadChecked, loadPolicyOf }, { hideFrom }, { withHidden }] = await Promise.all([
      reading,
      ...modules,
    ]);
    const repository = { ...checkout, headCommit: head.headCommit, headTree: head.headTree };
    const { isOutsider = false } = options;
    const source = { ...choice, files: head.files, commit: head.trustedCommit };
    const check = options.checked && (await loadChecked(source, options.checked === "committed"));
    const loaded = check?.policy ?? (await loadPolicyOf(source));
    const isClosed = isOutsider || options.closedOn !== undefined;
    const policy = isClosed ? withoutReach(loaded) : loaded;
    const nestedAgentsMd = nestedOf(head.found, instructions);
    const { isolation = "overlay" } = policy.sandbox;
    const early = { policy, cell: cellOptions, early: opening, ...head };
    const hiding = { root: checkout.root, pathVar, policy, isOutsider: isClosed, entries: async () => await entries };
    const hide = async (cell: OpenedCell): Promise<void> =>
      void (await hideFrom(cell, { ...hiding, isChanged: false }));
    const overlays =
      options.setup &&
      policy.sandbox.setup &&
      (await setUpWith({ ...early, hide, signal: options.setup, isDraft: check?.isDraft, keptOf: options.closedOn }));
    const isExpected = sandbox !== "sealed" || isolation === expected;
    if (shapesCell(policy.sandbox) || overlays !== undefined || !isExpected) {
      await closeCell();
      opening = open(sandbox === "sealed" ? isolation : "direct", { settings: policy.sandbox, overlays });
    }
    sweepLeftovers(systemClock.now()); // while the cell opens
    sweepGitDirectory(checkout, systemClock.now(), world.warn);
    const cell = await opening;
    const { overlay } = cell;
    if (overlay === undefined) {
      if (options.needsCopy === true) throw noCopy(cell.withoutOverlays);
      lock ??= lockCheckout(checkout.worktreeDir, world.warn);
    }
    requireLevel(policy, cell, sandbox);
    let git: Promise<TrustedGit> | undefined;
    let tell = world.warn;
    const warn = (text: string): void => tell(text);
    cell.onReopening(warn);
    await limitCell(cell, policy);
    if (overlays !== undefined) await (await import("../setup/collect-layer.ts")).putFiles(cell, overlays, warn);
    warnOfMissing(cell, policy, { world, root: checkout.root }, warn);
    if (sandbox === "sealed" && overlay === undefined) workInCheckout({ ...cell, ...checkout, isolation }, warn);
    const isChanged = overlayLeft !== undefined || overlays !== undefined;
    const hidden = hideFrom(cell, { ...hiding, overlays, isChanged }); // a file that is replaced loses its cover
    const forget = (): void => void (entries = Promise.resolve([])); // a list of all files is large
    hidden.then(forget, forget); // the cell's requests say what is wrong
    const openedGit = async (): Promise<TrustedGit> =>
      (git ??= openGit(
        {
          repository,
          overlay,
          scratchDir,
          pathVar,
          clock: systemClock,
          env: world.env,
          warn,
          moreObjects: options.moreObjects,
          hidden: hidden.then(
            ({ paths, secrets }) => ({
              masked: cell.level === "sealed" ? paths.map(({ path }) => path) : [],
              secrets,
            }),
            () => ({ masked: [], secrets: [] }), // no command runs
          ),
        },
        overlayLeft !== undefined,
      ));
    const network = await openPolicyNetwork(cell, policy, world, warn);
    return {
      repository,
      trustedCommit: head.trustedCommit,
      policy,
      judged: check?.judged,
      agentsMd: mergeAgentsMd(
        [...ruleFiles(head.files), ...instructions.flatMap((path) => fileOf(path, head.files))],
        nestedAgentsMd,
      ),
      nestedAgentsMd,
      badLinks,
      files: head.files,
      readTrusted: async (path) => {
        const where = { root: checkout.root, pathVar, commit: head.trustedCommit };
        return (await readTrustedFiles({ ...where, files: [path] })).get(path);
      },
      cell: cell.level === "sealed" ? withHidden(cell, { root: checkout.root, hidden, git: openedGit }) : cell,
      withoutOverlays: cell.withoutOverlays,
      uncopied: cell.uncopied,
      network,
      browser: await browserOf(policy, cell, world, warn),
      pathVar,
      gitPath: findProgram("git", trustedPath(pathVar, checkout.root)) ?? "git",
      scratchDir,
      overlay,
      hidden,
      hideAgain: async () => {
        const { paths } = await hidden;
        await cell.hide(Promise.resolve(paths.map(({ path }) => Buffer.from(path, "latin1"))));
      },
      noteSession: (sessionId, { dir }) => {
        lock?.note(dir);
        if (overlay === undefined || overlayDir === undefined) return;
        forgetOverlay = nameOverlay(overlayDir, sessionId);
        keepsOverlay = true;
      },
      dropOverlay: () => {
        keepsOverlay = false;
      },
      git: openedGit,
      onWarning: (next) => {
        tell = next;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The policy for commands that reach nothing: those of a person without write permission, and code of strangers. */
function withoutReach(policy: Policy): Policy {
  return { ...policy, sandbox: { ...policy.sandbox, network: [], services: [], browser: false, show: [] } };
}

/** Loads the module of setup, which most policies do not need. */
async function setUpWith(options: SetUpOptions): Promise<readonly Overlay[] | undefined> {
  const { setUp } = await import("./set-up.ts");
  return await setUp(options);
}

/** Opens trusted git. Where the copy already has the changes of a killed process, the session began with the files of the checkout. */
async function openGit(options: TrustedGitOptions, hasChanges: boolean): Promise<TrustedGit> {
  const { createTrustedGit } = await import("../../workspace/trusted-git.ts");
  if (!hasChanges) return createTrustedGit(options);
  const startTree = await createTrustedGit({ ...options, overlay: undefined }).snapshot();
  return createTrustedGit({ ...options, startTree });
}
