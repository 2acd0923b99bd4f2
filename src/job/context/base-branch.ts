/** Decides which branch a pull request of our own goes into: the branch that the work starts from. It asks the server before it guesses. */

import { systemClock } from "../../base/clock.ts";
import { member } from "../../base/member.ts";
import { configError, RunnerError } from "../../protocol/error.ts";
import { inRepo, REPEATABLE } from "../../publish/result/ports.ts";
import { findCheckout } from "../../workspace/checkout.ts";
import { listBranches } from "../../workspace/push.ts";
import { readHead } from "../../workspace/repository.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import type { Base, JobContext, ReadContext } from "./job-context.ts";
import { remoteOf, repoOf, type JobParts } from "./job-parts.ts";
import { isAnswerOnly } from "./task.ts";

/**
 * Adds the base branch. Only a run that may open a pull request of its own looks for it. Throws `config.invalid` where there is no
 * such branch, or where nothing says which one it is, and `workspace.not_a_repository` without a checkout.
 */
export async function withBase(context: ReadContext): Promise<JobContext> {
  const { inputs, trigger, thread, job } = context;
  if (inputs.phase !== "publish") findCheckout(inputs.run.workbench.cwd); // reported in the thread when it is missing
  const isShown = inputs.publish !== "none" || inputs.phase === "agent";
  if (isShown && thread?.pull === undefined && !isAnswerOnly(trigger.verb))
    return { ...context, base: await baseBranch(context) };
  const into = inputs.base ?? job.branch ?? findCheckout(inputs.run.workbench.cwd).branch ?? "main";
  return { ...context, base: { into } };
}

export function baseWarnings({ base: { warning } }: JobContext): readonly string[] {
  return warning === undefined ? [] : [warning];
}

const NAME_IT = "Name their base with the input `base` (`--base`).";

/** A branch of an earlier run may still have the commit that the run started at. */
const isOurs = (branch: string): boolean => branch.startsWith("kimi/");

/** The branch that the checkout is on. Where the server has no such branch, the commit decides. Throws as `withBase` does. */
export async function baseBranch(parts: Omit<JobParts, "outbox" | "stopper">): Promise<Base> {
  const { inputs, job, world } = parts;
  const checkout = findCheckout(inputs.run.workbench.cwd);
  const name = inputs.base ?? checkout.branch;
  // The event came from this branch, so the server has it.
  if (name !== undefined && name === job.branch && name === checkout.branch) return { into: name };
  const pathVar = world.env["PATH"] ?? "";
  const path = trustedPath(pathVar, checkout.root);
  const branches = await listBranches({ remote: remoteOf(parts), path, clock: systemClock });
  const { headCommit } = await readHead(checkout, { pathVar, paths: [] });
  const commit = `commit ${headCommit.slice(0, 12)}`;
  const isIn = async (branch: string): Promise<boolean> =>
    branches.get(branch) === headCommit || (await containsCommit(parts, { newer: branch, older: headCommit }));
  if (inputs.base !== undefined) {
    const into = inputs.base;
    if (!branches.has(into)) {
      const hint = "Name a branch that was pushed, as in `base: main`.";
      throw configError(`The base branch does not exist in ${job.owner}/${job.repo}: ${into}.`, hint);
    }
    if (await isIn(into)) return { into };
    return { into, warning: `Pull requests into ${into} show other commits too: the start, ${commit}, is not in it.` };
  }
  if (name !== undefined && branches.has(name)) return { into: name };
  if (job.branch !== undefined && branches.get(job.branch) === headCommit) return { into: job.branch };
  const tips = [...branches].flatMap(([branch, tip]) => (tip === headCommit && !isOurs(branch) ? [branch] : []));
  const [tip, ...others] = tips;
  const place = name === undefined ? "The checkout is on no branch" : `The server has no branch ${name}`;
  const guessed = (into: string, where: string): Base => {
    return { into, warning: `${place}. Pull requests go into ${into}: ${commit} is ${where}. ${NAME_IT}` };
  };
  if (tip !== undefined && others.length === 0) return guessed(tip, "its newest");
  if (job.branch !== undefined && (await isIn(job.branch))) return guessed(job.branch, "in it");
  const found = tip === undefined ? `not in ${job.branch ?? "any"}` : `the newest of ${tips.join(", ")}`;
  throw configError(`${place}, and ${commit} is ${found}. A pull request would have no base.`, NAME_IT);
}

/** Whether the server knows both commits, or branches, and the newer one contains the older one. */
export async function containsCommit(
  parts: Pick<JobParts, "client" | "job">,
  { newer, older }: { readonly newer: string; readonly older: string },
): Promise<boolean> {
  const route = "GET /repos/{owner}/{repo}/compare/{basehead}";
  const range = { ...inRepo(repoOf(parts)), basehead: `${older}...${newer}`, per_page: 1 };
  // GitHub answers 404 where it does not know one of them, or where they have no ancestor in common.
  const missing = (error: unknown): { readonly data: undefined } => {
    if (error instanceof RunnerError && error.code === "github.not_found") return { data: undefined };
    throw error;
  };
  const { data } = await parts.client.request(route, range, REPEATABLE).catch(missing);
  return ["ahead", "identical"].includes(String(member(data, "status")));
}
