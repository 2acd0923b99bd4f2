/** Real cells for tests: worker from source, a fresh scratch folder, closed by `await using`. */

import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { removeTree } from "../../src/cell/process/remove-tree.ts";
import { openCell, type OpenedCell } from "../../src/cell/open.ts";
import type { OpenCellOptions } from "../../src/cell/process/options.ts";
import { findProgram } from "../../src/cell/programs.ts";
import type { ExecReply, SandboxLevel } from "../../src/protocol/cell.ts";
import { WORKER } from "./programs.ts";
import { createRepository, type RepositoryOptions, type TemporaryRepository } from "./repository.ts";
import { createScratch } from "./scratch.ts";

const pathVar = process.env["PATH"] ?? "/usr/bin:/bin";

/** Undefined where there is no bubblewrap: tests of sealed cells are then skipped with this in mind. */
export const bwrapPath = findProgram("bwrap", pathVar);

export const SKIP_SEALED = bwrapPath === undefined ? "bubblewrap is not installed" : false;

/** Why tests of overlays are skipped, or false: a machine that is older, or a container, may mount none. */
export const SKIP_OVERLAYS = mountsOverlays() ? false : "this machine mounts no overlays";

function mountsOverlays(): boolean {
  const dir = mkdtempSync(join(tmpdir(), "kimi-overlays-"));
  const script = `cd ${dir} && mkdir l u w m && mount -t overlay o -o lowerdir=l,upperdir=u,workdir=w,userxattr,volatile m`;
  const { status } = spawnSync("unshare", ["--user", "--map-root-user", "--mount", "sh", "-c", script]);
  removeTree(dir);
  return status === 0;
}

export interface TestCell extends OpenedCell {
  readonly repository: TemporaryRepository;
  readonly scratchDir: string;
  /** Runs a shell command line in the root of the workspace, 10 s and 100 kB at most. */
  readonly sh: (
    command: string,
    limits?: { readonly timeoutMs?: number; readonly maxOutputBytes?: number },
  ) => Promise<ExecReply>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export interface TestCellOptions extends RepositoryOptions {
  readonly want?: SandboxLevel;
  readonly options?: Partial<OpenCellOptions>;
  /** A repository made before; it is removed with the cell all the same. */
  readonly repository?: TemporaryRepository;
}

/** What `openCell` needs for a repository, at the level `none` unless said otherwise. */
export function cellOptions(dir: string, scratchDir: string, options: Partial<OpenCellOptions> = {}): OpenCellOptions {
  return {
    workDir: dir,
    gitDir: `${dir}/.git`,
    want: "none",
    workerPath: WORKER,
    nodePath: process.execPath,
    bwrapPath,
    scratchDir,
    pathVar,
    home: process.env["HOME"],
    keepPackagesIn: join(tmpdir(), "kimi-packages"),
    ...options,
  };
}

/** Opens a cell on a temporary repository. */
export async function openTestCell({ want = "none", options = {}, ...rest }: TestCellOptions = {}): Promise<TestCell> {
  const repository = rest.repository ?? createRepository(rest.files === undefined ? {} : { files: rest.files });
  const scratch = createScratch();
  const cell = await openCell(cellOptions(repository.dir, scratch.dir, { want, ...options }));
  const close = async (): Promise<void> => {
    await cell.close();
    scratch[Symbol.dispose]();
    repository.remove();
  };
  return {
    ...cell,
    repository,
    scratchDir: scratch.dir,
    sh: async (command, { timeoutMs = 10_000, maxOutputBytes = 100_000 } = {}) =>
      await cell.exec({ command, cwd: ".", timeoutMs, maxOutputBytes }),
    [Symbol.asyncDispose]: close,
  };
}

/** A cell for several tests of a file, which leave it as it was. It opens with the first of them and closes at the end of the file. */
export function sharedTestCell(options?: TestCellOptions): () => Promise<TestCell> {
  let cell: Promise<TestCell> | undefined;
  after(async () => await (await cell)?.[Symbol.asyncDispose]());
  return () => (cell ??= openTestCell(options));
}
