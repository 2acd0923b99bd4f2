/** Installs bubblewrap on a hosted runner, which is deleted after the job. On other machines installing is the owner's decision. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";

export interface InstallOptions {
  readonly sudoPath: string;
  /** Called with a sentence for each step. */
  readonly log: (text: string) => void;
}

/** The package of 50 kB takes 3 s from a near mirror, the lists of packages 10 s. A mirror that hangs must not stop the job. */
const LIMIT_SECONDS = 60;

const INSTALL = ["install", "-y", "-q", "--no-install-recommends", "bubblewrap"];

/** Installs bubblewrap with apt-get. Returns whether that worked, after three minutes at most; never throws. */
export async function installBwrap({ sudoPath, log }: InstallOptions): Promise<boolean> {
  log("bubblewrap is not installed here: installing it with apt-get.");
  // Usually the lists of packages are there. When they are missing or old, the first try fails, and they are updated before the second.
  for (const steps of [[INSTALL], [["update", "-q"], INSTALL]]) {
    const problem = await firstProblem(steps, sudoPath);
    if (problem === undefined) return true;
    log(`apt-get failed: ${problem}`);
  }
  return false;
}

async function firstProblem(steps: readonly (readonly string[])[], sudoPath: string): Promise<string | undefined> {
  for (const step of steps) {
    // root's `timeout` keeps the limit, because this process may not signal root's processes.
    const bounded = ["timeout", "--kill-after=5", String(LIMIT_SECONDS), "apt-get", ...step];
    try {
      const args = ["-n", "--", "env", "DEBIAN_FRONTEND=noninteractive", ...bounded];
      await promisify(execFile)(sudoPath, args, { env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" } });
    } catch (error) {
      const { stderr = "", message } = error as Error & { readonly stderr?: string };
      return stderr.trim().split("\n").at(-1) || message;
    }
  }
  return undefined;
}
