/** Collects on this machine: makes lines of the batch from what a folder holds. Nothing is published. */

import { cpSync, mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import type { Redact } from "../../base/redact.ts";
import { isBundleFile } from "../../session/bundle.ts";
import { writePlan } from "../plan/plan-file.ts";
import { foldResults } from "../results/fold.ts";
import { bundleOf } from "../results/result-of.ts";
import { openResults, readResults } from "../results/results-file.ts";
import { readArrived } from "./arrived.ts";
import type { CheckedAttempt } from "./bundle-line.ts";
import { takeIn } from "./take-in.ts";

/** Takes in the folder of a batch, which no process may work on, or one of artifacts, in which the batch gets its own. `refused`: sentences. */
export function collectHere(given: string, { redact, at }: { readonly redact: Redact; readonly at: string }) {
  const arrived = readArrived(given, redact);
  const { plan, attempts, refused } = arrived;
  const dir = arrived.own ?? join(given, "batch", plan.id);
  if (arrived.own === undefined) writePlan(dir, plan);
  using results = openResults(dir);
  const before = readResults(dir);
  const workflowRun = arrived.own === undefined ? "these artifacts" : undefined;
  const { lines } = takeIn(
    { plan, lines: before, changes: new Map(), sessions: new Map() },
    { ...arrived, workflowRun, asked: undefined, at },
  );
  if (arrived.own === undefined) for (const attempt of attempts) keep(attempt, dir);
  const added = lines.slice(before.length);
  if (added.length > 0) results.append(...added);
  return { dir, state: foldResults(plan, lines), refused };
}

function keep({ line, dir: from }: CheckedAttempt, dir: string): void {
  const to = join(dir, bundleOf(line.task, line.attempt));
  mkdirSync(to, { recursive: true });
  const filter = (path: string): boolean => {
    const name = relative(from, path);
    return name === "" || name === "blobs" || isBundleFile(name);
  };
  cpSync(from, to, { recursive: true, filter });
}
