/** Runs git with its output passed on in pieces, because a patch may be larger than the memory. */

import { spawn, type ChildProcess } from "node:child_process";
import { FIXED_ENV } from "./git-environment.ts";
import { gitFailed, type GitCall, type GitOptions } from "./git.ts";

interface StreamCall extends GitCall {
  readonly output: (piece: Buffer) => void;
}

/** Runs git. Throws `git.failed` with git's own words, also for a full disk, and what `output` throws. */
export type GitStream = (call: StreamCall) => Promise<void>;

interface StreamOptions extends Pick<GitOptions, "cwd" | "path" | "env"> {
  /** git fails where it needs more, except on macOS. */
  readonly maxMemoryBytes?: number;
}

export function createGitStream({ cwd, path, env = {}, maxMemoryBytes }: StreamOptions): GitStream {
  // It cannot be set where a lower one is, and not on macOS, which has none.
  const bounded = `ulimit -v ${(maxMemoryBytes ?? 0) / 1024} 2>/dev/null; exec git "$@"`;
  const [file, ...before] = maxMemoryBytes === undefined ? ["git"] : ["/bin/sh", "-c", bounded, "git"];
  return async ({ args, input, output, signal }) => {
    const child: ChildProcess = spawn(file, [...before, ...args], {
      cwd,
      env: { PATH: path, ...FIXED_ENV, ...env },
      ...(signal === undefined ? {} : { signal }),
    });
    const said: Buffer[] = [];
    let refusal: unknown;
    // Without free file descriptors there are no streams, and the error follows.
    child.stderr?.on("data", (piece: Buffer) => said.push(piece));
    child.stdin?.on("error", () => {}); // the end of git reports the reason
    child.stdin?.end(input);
    child.stdout?.on("data", (piece: Buffer) => {
      try {
        if (refusal === undefined) output(piece);
      } catch (error) {
        refusal = error;
        child.kill();
      }
    });
    const [code, killedBy] = await new Promise<[code: number | null, killedBy: string | null]>((resolve, reject) => {
      child.on("error", (cause) => reject(gitFailed(args, cause)));
      child.on("close", (...end) => resolve(end));
    });
    if (refusal !== undefined) throw refusal;
    if (killedBy !== null) throw gitFailed(args, `it was ended by ${killedBy}.`);
    if (code !== 0) throw gitFailed(args, new Error(Buffer.concat(said).toString("utf8")));
  };
}
