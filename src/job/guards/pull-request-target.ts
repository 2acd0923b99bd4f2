/**
 * Limits for the event `pull_request_target`, which has the repository's secrets also for a pull request of a fork. A run that it
 * starts only answers, in a sealed cell, and the base is checked out before the run and after it.
 */

import { findCheckout } from "../../workspace/checkout.ts";
import { readHead } from "../../workspace/repository.ts";
import { configError } from "../../protocol/error.ts";
import type { JobContext } from "../context/job-context.ts";
import { checkOutHere } from "../context/job-git.ts";
import { isAnswerOnly } from "../context/task.ts";

const HINT =
  "Use it with `prompt: /kimi review` or a label for review, with the sandbox sealed and actions/checkout without `ref`; or start the workflow on pull_request.";

/** Does the work and puts the base's files back. Throws `config.invalid` for a run that could write, or run code of the head outside of the cell. */
export async function withBaseRestored<T>(context: JobContext, work: (context: JobContext) => Promise<T>): Promise<T> {
  const { inputs, world, trigger } = context;
  if (!isAnswerOnly(trigger.verb))
    throw configError(`A run that pull_request_target starts can only answer; this one is a ${trigger.verb}.`, HINT);
  const { sandbox, cwd } = inputs.run.workbench;
  if (sandbox !== "sealed") {
    throw configError(`A run that pull_request_target starts must be sealed; the input sandbox is ${sandbox}.`, HINT);
  }
  const checkout = findCheckout(cwd);
  const pathVar = world.env["PATH"] ?? "";
  const { headCommit } = await readHead(checkout, { pathVar, paths: [] });
  const expected = world.env["GITHUB_SHA"] ?? headCommit;
  const isHead = trigger.thread !== undefined && "headSha" in trigger.thread && trigger.thread.headSha === headCommit;
  if (headCommit !== expected || isHead) {
    const found = `${headCommit.slice(0, 12)}, not the base's ${expected.slice(0, 12)}`;
    throw configError(`The workflow of a pull_request_target has checked out ${found}.`, HINT);
  }
  try {
    return await work(context);
  } finally {
    await checkOutHere(context, { head: headCommit, base: headCommit, isForced: true });
  }
}
