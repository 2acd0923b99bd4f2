/** `preds.jsonl` for the evaluation of SWE-bench. A task that no model answered has no line: an empty patch would count as an answer. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "../../base/canonical-json.ts";
import { diffsIn } from "../../base/diffs-in.ts";
import { sha256 } from "../../base/sha256.ts";
import { openBundle } from "../../session/bundle.ts";
import type { BatchState, TaskState } from "./fold.ts";
import type { ResultLine } from "./results-line.ts";

/** Reads the patch of an attempt. Undefined where it is missing, or is not the one of the result. */
export type PatchOf = (result: ResultLine) => string | undefined;

/** Reads patches of the bundles in a batch's folder. */
export function bundlePatches(dir: string): PatchOf {
  return ({ bundle, patch }) => {
    if (bundle === null) return undefined;
    try {
      const bytes = readFileSync(openBundle(join(dir, bundle)).patch);
      return sha256(bytes) === patch ? bytes.toString("utf8") : undefined;
    } catch {
      return undefined; // the artifact was not downloaded
    }
  };
}

/** File name → text. Predictions are unique by instance, so each model, prompt and repetition has a file of its own. */
export function predictionFiles({ tasks }: BatchState, patchOf: PatchOf): ReadonlyMap<string, string> {
  const instances = tasks.filter(({ task }) => task.fields["instance_id"] !== undefined);
  const runs = Map.groupBy(instances, ({ task }) => [task.variant, task.model, task.repeat].join("\0"));
  const files = new Map<string, string>();
  for (const taskStates of runs.values()) {
    const [first] = taskStates;
    const name = runs.size === 1 || first === undefined ? "preds" : `preds-${fileName(runName(first))}`;
    files.set(freeName(name, files), taskStates.flatMap((taskState) => lineOf(taskState, patchOf)).join(""));
  }
  return files;
}

/** Names of two models can become one file name, which has fewer characters to choose from. */
function freeName(name: string, files: ReadonlyMap<string, string>): string {
  let free = `${name}.jsonl`;
  for (let n = 2; files.has(free); n += 1) free = `${name}-${n}.jsonl`;
  return free;
}

function lineOf(taskState: TaskState, patchOf: PatchOf): readonly string[] {
  const { task, state, result } = taskState;
  if (result === undefined || state === "infra" || state === "open" || state === "started" || state === "waiting")
    return [];
  const patch = result.patch === null ? "" : patchOf(result);
  if (patch === undefined) return []; // an empty patch would say that the model changed nothing
  const prediction = {
    instance_id: task.fields["instance_id"],
    model_name_or_path: runName(taskState),
    model_patch: submittedPatch(patch),
  };
  return [`${canonicalJson(prediction)}\n`];
}

function runName({ task, result }: TaskState): string {
  const repeat = task.repeat === undefined ? undefined : `run-${task.repeat}`;
  return [task.model ?? result?.model ?? "kimi-runner", task.variant, repeat]
    .filter((part) => part !== undefined)
    .join("__");
}

function fileName(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, "_");
}

/** Files that tools and people leave behind while they try things. No solution of an instance has such a name. */
const SCRATCH = /(?:^|\/)(?:__pycache__|\.pytest_cache)\/|\.(?:orig|rej|pyc|bak|tmp|log)$|~$/;
/** New files at the top of the project that only reproduce the problem. */
const TRIED = /^(?:repro|reproduce|reproduction|debug|scratch|tmp|try|test_repro|test_fix)[\w-]*\.\w+$/;

/** The patch without scratch files and without binary files, which SWE-bench does not apply. It ends in a newline. */
function submittedPatch(patch: string): string {
  const kept = diffsIn(patch)
    .filter((file) => file.startsWith("diff --git ") && !isLeftOut(file))
    .join("");
  return kept === "" || kept.endsWith("\n") ? kept : `${kept}\n`;
}

function isLeftOut(file: string): boolean {
  const [head = ""] = file.split(/^@@ /m, 1);
  if (/^GIT binary patch$|^Binary files .* differ$/m.test(head)) return true;
  const [, path = ""] = /^diff --git "?a\/.* "?b\/(.*?)"?$/m.exec(head) ?? [];
  return SCRATCH.test(path) || (/^new file mode /m.test(head) && TRIED.test(path));
}
