/**
 * Puts bubblewrap on a machine that is thrown away after the job, as hosted runners are. Never called elsewhere: what is
 * installed on somebody's own machine is that person's decision.
 */

import { execFile } from "node:child_process";
import { promisify } from "node:util";

export interface InstallOptions {
  readonly sudoPath: string;
  /** Hears what is done, a sentence at a time. */
  readonly log: (text: string) => void;
}

/** A package of 50 kB from a mirror nearby takes 3 s, a list of packages 10 s; a mirror that hangs must not eat the job. */
const LIMIT_SECONDS = 60;

const INSTALL = ["install", "-y", "-q", "--no-install-recommends", "bubblewrap"];

/** Installs it with apt-get; says whether that worked. Takes three minutes at most, and never throws. */
export async function installBwrap({ sudoPath, log }: InstallOptions): Promise<boolean> {
  log("bubblewrap is not installed here: installing it with apt-get.");
  // Lists of packages are mostly there; where they are too old, or are not, they are fetched and it is tried again.
  for (const steps of [[INSTALL], [["update", "-q"], INSTALL]]) {
    const problem = await firstProblem(steps, sudoPath);
    if (problem === undefined) return true;
    log(`apt-get did not work: ${problem}`);
  }
  return false;
}

async function firstProblem(steps: readonly (readonly string[])[], sudoPath: string): Promise<string | undefined> {
  for (const step of steps) {
    // The limit is kept by root's own `timeout`: root's processes take no signal from us.
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
