/** Gets the commits of a pull request into the workspace before its run. */

import { configError } from "../../protocol/error.ts";
import { checkOut } from "../../workspace/check-out.ts";
import { findCheckout } from "../../workspace/checkout.ts";
import { readHead } from "../../workspace/repository.ts";
import { commitsOf, type JobContext } from "./job-context.ts";
import { remoteOf } from "./job-parts.ts";

/** Puts a pull request's head into the workspace, or refuses a laptop's checkout that is somewhere else. */
export async function fetchCommits(context: JobContext): Promise<ReturnType<typeof commitsOf>> {
  const { inputs, world } = context;
  const commits = commitsOf(context);
  if (commits === undefined) return undefined;
  const checkout = findCheckout(inputs.run.workbench.cwd);
  const pathVar = world.env["PATH"] ?? "";
  if (inputs.checkOut) {
    const remote = remoteOf(context);
    await checkOut({ checkout, remote, ...commits, pathVar });
    return commits;
  }
  const { headCommit } = await readHead(checkout, { pathVar, paths: [] });
  if (headCommit === commits.head) return commits;
  throw configError(
    `The pull request is at ${commits.head.slice(0, 12)}, this checkout at ${headCommit.slice(0, 12)}.`,
    `Check it out first: git fetch origin ${commits.base} ${commits.head} && git checkout ${commits.head}`,
  );
}
