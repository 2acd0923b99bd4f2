/** Writes and reads `plan.json`. The same plan always has the same bytes, and a file that was changed is refused. */

import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "../../base/canonical-json.ts";
import { strictJson } from "../../base/strict-json.ts";
import { sha256 } from "../../base/sha256.ts";
import { systemReason } from "../../base/system-error.ts";
import { configError, RunnerError } from "../../protocol/error.ts";
import { BatchPlan } from "./batch-plan.ts";
import { makeFolders } from "../../base/make-folders.ts";

export const PLAN_FILE = "plan.json";

/** Number of digits of a digest that people read, and that folders are named by. */
export const ID_DIGITS = 12;

/** The plan with the digest of its content. */
export function sealPlan(content: Omit<BatchPlan, "id" | "digest">): BatchPlan {
  const digest = sha256(canonicalJson(content));
  return { ...content, id: digest.slice(0, ID_DIGITS), digest };
}

export function planText(plan: BatchPlan): string {
  return `${canonicalJson(plan)}\n`;
}

/** Writes `plan.json` into the batch's folder, whole or not at all. Returns its path. Throws `config.invalid` where it cannot. */
export function writePlan(dir: string, plan: BatchPlan): string {
  const path = join(dir, PLAN_FILE);
  const next = `${path}.${process.pid}`;
  try {
    makeFolders(dir);
    writeFileSync(next, planText(plan), { mode: 0o600, flush: true });
    renameSync(next, path);
    return path;
  } catch (cause) {
    throw configError(
      `The plan cannot be written: ${path}: ${systemReason(cause)}.`,
      "Name another folder with --dir.",
      cause,
    );
  }
}

/** Reads `plan.json` of a batch's folder. Throws `config.invalid` where there is none, and `session.corrupt` for a changed file. */
export function readPlan(dir: string): BatchPlan {
  const path = join(dir, PLAN_FILE);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    const hint = "Name the folder that `kimi-runner batch plan` wrote, or make the plan first.";
    throw configError(`There is no plan to read: ${path}: ${systemReason(cause)}.`, hint, cause);
  }
  return parsePlan(text, path);
}

/** Reads the text of a plan; `path` names it in messages. */
export function parsePlan(text: string, path: string): BatchPlan {
  const json = strictJson(text);
  if (json.kind === "invalid") throw corrupt(path, `it is not JSON (${json.reason})`);
  const parsed = BatchPlan.safeParse(json.value);
  if (!parsed.success) {
    throw corrupt(
      path,
      `its field ${parsed.error.issues[0]?.path.join(".") || "(root)"} is not as this version writes it`,
    );
  }
  const { id: _, digest, ...content } = parsed.data;
  const sealed = sealPlan(content);
  if (digest !== sealed.digest || parsed.data.id !== sealed.id) throw corrupt(path, "its digest does not match it");
  return sealed;
}

function corrupt(path: string, reason: string): RunnerError {
  return new RunnerError({
    code: "session.corrupt",
    message: `The plan of a batch was changed since it was written: ${path}: ${reason}.`,
    hint: "Make it again with `kimi-runner batch plan`.",
  });
}
