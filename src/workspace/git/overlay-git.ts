/** Runs git on a run's private copy of the workspace: in the namespace in which the copy is mounted. */

import { createReadStream, readFileSync, rmSync, statSync } from "node:fs";
import { RunnerError } from "../../protocol/error.ts";
import type { WorkspaceOverlay, OverlayReply } from "../../protocol/overlay.ts";
import { FIXED_ENV } from "./git-environment.ts";
import type { GitStream } from "./git-stream.ts";
import { gitFailed, MAX_OUTPUT_BYTES, type Git, type GitCall, type GitOptions } from "./git.ts";

export type OverlayGitOptions = Pick<GitOptions, "path" | "env" | "onSaid">;

/** As `createGit`, in the private copy. */
export function createOverlayGit(overlay: Pick<WorkspaceOverlay, "run">, options: OverlayGitOptions): Git {
  return async (call) => {
    const { output, said } = await runGit(overlay, options, call);
    try {
      if (said !== "") options.onSaid?.(said);
      const { size } = statSync(output);
      if (size > MAX_OUTPUT_BYTES) throw gitFailed(call.args, `it writes more than ${MAX_OUTPUT_BYTES / 1e6} MB.`);
      return readFileSync(output);
    } finally {
      rmSync(output, { force: true });
    }
  };
}

/** As `createGitStream`, in the private copy. The whole output is written to the disk first. */
export function createOverlayStream(overlay: Pick<WorkspaceOverlay, "run">, options: OverlayGitOptions): GitStream {
  return async ({ args, input, output, signal }) => {
    const { output: file } = await runGit(overlay, options, { args, input, signal });
    try {
      for await (const piece of createReadStream(file)) output(piece as Buffer);
    } catch (error) {
      if (error instanceof RunnerError || (error as NodeJS.ErrnoException).syscall === undefined) throw error;
      throw gitFailed(args, error);
    } finally {
      rmSync(file, { force: true });
    }
  };
}

async function runGit(
  { run }: Pick<WorkspaceOverlay, "run">,
  { path, env = {} }: OverlayGitOptions,
  { args, input, signal }: GitCall,
): Promise<OverlayReply> {
  const reply = await run({ file: "git", args, env: { PATH: path, ...FIXED_ENV, ...env }, input, signal });
  if (reply.code === 0) return reply;
  rmSync(reply.output, { force: true });
  if (reply.code === 127) throw gitFailed(args, "ENOENT");
  throw gitFailed(args, new Error(reply.said));
}
