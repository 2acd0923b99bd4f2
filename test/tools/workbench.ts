/** A temporary repository, an open cell over it and the built-in tools: what every tool test starts from. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCell } from "../../src/cell/open.ts";
import { createCodeIndex } from "../../src/index/client.ts";
import type { Cell } from "../../src/protocol/cell.ts";
import type { OnTimeout } from "../../src/protocol/limits.ts";
import type { ApplySketch } from "../../src/protocol/tools/apply.ts";
import type { PlannedCall, Tool, ToolResult } from "../../src/protocol/tool.ts";
import { createSeenFiles } from "../../src/tools/define/seen-files.ts";
import { TOOLS } from "../../src/tools/registry.ts";
import { WORKER } from "../doubles/programs.ts";
import { createRepository, type TemporaryRepository } from "../doubles/repository.ts";
import { toolDeps } from "../doubles/tool-deps.ts";
import { bwrapPath } from "../doubles/cell.ts";

export interface Workbench {
  readonly repository: TemporaryRepository;
  readonly cell: Cell;
  readonly tool: (name: string) => Tool;
  readonly plan: (tool: string, input: unknown) => Promise<PlannedCall>;
  /** Plans and runs. */
  readonly call: (tool: string, input: unknown) => Promise<ToolResult>;
  /** Reads files with `read_file`, so that they may be edited. */
  readonly see: (...paths: readonly string[]) => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export interface WorkbenchOptions {
  readonly want?: "sealed" | "none";
  /** What an earlier run of the session knew. */
  readonly seen?: Parameters<typeof createSeenFiles>[0];
  readonly mayRead?: (path: string) => boolean;
  /** Asked anew for each tool that is made. */
  readonly applySketch?: () => ApplySketch | undefined;
  readonly onTimeout?: OnTimeout;
  /** Whether the model takes pictures. */
  readonly sees?: boolean;
}

/** Opens one; `await using bench = await openWorkbench(…)` closes it. */
export async function openWorkbench(
  files: Readonly<Record<string, string | Uint8Array>>,
  {
    want = "none",
    seen = [],
    mayRead = () => true,
    onTimeout = "kill",
    applySketch,
    sees = false,
  }: WorkbenchOptions = {},
): Promise<Workbench> {
  const repository = createRepository({ files });
  const scratchDir = mkdtempSync(join(tmpdir(), "kimi-scratch-"));
  const cell = await openCell({
    workDir: repository.dir,
    gitDir: join(repository.dir, ".git"),
    want,
    bwrapPath,
    pathVar: process.env["PATH"] ?? "/usr/bin:/bin",
    workerPath: WORKER,
    nodePath: process.execPath,
    scratchDir,
    keepPackagesIn: join(tmpdir(), "kimi-packages"),
  });
  const deps = toolDeps({
    cell,
    seen: createSeenFiles(seen),
    code: createCodeIndex(cell),
    mayRead,
    onTimeout,
    sees: () => sees,
  });
  const tools = new Map(TOOLS.map((tool) => [tool.name, tool.make(deps)]));
  const toolNow = (name: string): Tool =>
    applySketch === undefined
      ? tools.get(name)!
      : TOOLS.find((tool) => tool.name === name)!.make({ ...deps, applySketch: applySketch() });
  const plan = (tool: string, input: unknown): Promise<PlannedCall> => toolNow(tool).plan(input, never());
  const call = async (tool: string, input: unknown): Promise<ToolResult> =>
    (await plan(tool, input)).run(never(), "call");
  return {
    repository,
    cell,
    tool: (name) => tools.get(name)!,
    plan,
    call,
    see: async (...paths) => {
      await call("read_file", { files: paths.map((path) => ({ path })) });
    },
    [Symbol.asyncDispose]: async () => {
      await cell.close();
      repository.remove();
      rmSync(scratchDir, { recursive: true, force: true });
    },
  };
}

function never(): AbortSignal {
  return new AbortController().signal;
}
