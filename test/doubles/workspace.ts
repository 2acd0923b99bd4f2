/** A checkout as a run has it: a private copy of it, or the checkout itself. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { openOverlays } from "../../src/cell/open-overlays.ts";
import type { WorkspaceOverlay, Isolation } from "../../src/protocol/overlay.ts";
import { openRepository, type Repository } from "../../src/workspace/repository.ts";

const PATH = process.env["PATH"] ?? "";

export interface OpenedWorkspace {
  readonly repository: Repository;
  /** Undefined where the run works in the checkout itself. */
  readonly overlay: WorkspaceOverlay | undefined;
  /** Runs lines of bash in the workspace's root. */
  readonly run: (lines: string) => Promise<void>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** Opens the checkout in `dir` for a run. `await using` unmounts the copy. */
export async function openWorkspace(dir: string, scratchDir: string, isolation: Isolation): Promise<OpenedWorkspace> {
  const env = { PATH, HOME: scratchDir };
  const repository = await openRepository(dir, PATH);
  if (isolation === "direct") {
    const run = async (lines: string): Promise<void> =>
      void execFileSync("bash", ["-c", lines], { cwd: dir, env, stdio: ["ignore", "pipe", "pipe"] });
    return { repository, overlay: undefined, run, [Symbol.asyncDispose]: async () => {} };
  }
  const { overlay, why, close } = await openOverlays({
    mounts: [{ kind: "overlay", at: dir, lower: [dir], otherwise: "rw" }],
    workDir: dir,
    isolation,
    scratchDir,
    shape: { kind: "user", lockNested: true },
    self: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
  });
  assert.ok(overlay, why);
  const run = async (lines: string): Promise<void> => {
    const { code, said } = await overlay.run({ file: "bash", args: ["-c", lines], env });
    assert.equal(code, 0, said);
  };
  return { repository, overlay, run, [Symbol.asyncDispose]: close };
}
