/** Proves the suggestions of a review in a sandbox of its own: on a copy of the checkout that is put to the reviewed head. */

import { systemClock } from "../base/clock.ts";
import { member, parseJson } from "../base/member.ts";
import type { Check } from "../policy/policy.ts";
import { RunnerError } from "../protocol/error.ts";
import type { Finding } from "../protocol/tools/finding.ts";
import { isSuggestion, type Suggestion } from "../review/check-finding.ts";
import type { OpenReview } from "../review/open-review.ts";
import { prove, touchesChecks, type Proof } from "../review/prove.ts";
import { applySuggestions } from "../review/suggestion.ts";
import { runChecks } from "./agent/verifier.ts";
import { openWorkbench, type Workbench, type WorkbenchOptions } from "./open/workbench.ts";

interface ProvingOptions {
  readonly findings: readonly Finding[];
  readonly review: OpenReview;
  readonly workbench: Omit<WorkbenchOptions, "needsCopy" | "setup">;
  readonly signal: AbortSignal;
}

/** The proof of each suggestion, by fingerprint, and what no suggestion could be proven without. */
export interface Proven {
  readonly proofs: ReadonlyMap<string, Proof>;
  /** Neither `review.verify` nor `limits.verify` is set. */
  readonly hasNoChecks?: true;
}

export async function proveFindings({ findings, review, workbench, signal }: ProvingOptions): Promise<Proven> {
  const suggestions = findings.filter(isSuggestion);
  if (suggestions.length === 0) return { proofs: new Map() };
  const unproven = (why: string): Proven["proofs"] =>
    new Map(suggestions.map(({ fingerprint }) => [fingerprint, { kind: "unproven", why: `not proven: ${why}` }]));
  let bench: Workbench;
  try {
    bench = await openWorkbench({ ...workbench, needsCopy: true, setup: signal }); // a copy is in a sealed cell only
  } catch (error) {
    if (signal.aborted || !(error instanceof RunnerError)) throw error;
    return { proofs: unproven(error.message.replace(/\.$/, "")) };
  }
  try {
    const checks = bench.policy.review.verify ?? bench.policy.verify;
    if (checks.length === 0) return { proofs: unproven("the policy names no check"), hasNoChecks: true };
    const commands = checks.map(({ command }) => command);
    const { files } = await review.diff();
    const until = systemClock.monotonic() + bench.policy.review.minutes * 60_000;
    return {
      proofs: await prove({
        suggestions,
        check: await checker(bench, { review, checks, signal }),
        own: touchesChecks(files.keys(), [...commands, ...(await scriptsOf(bench))]),
        isOver: () => systemClock.monotonic() >= until,
      }),
    };
  } finally {
    await bench.close();
  }
}

/** Files of the base in which commands find what they run. */
const SCRIPTS = ["package.json", "deno.json", "composer.json", "Makefile", "justfile", "Taskfile.yml"] as const;

/** The scripts of the base. Of a JSON file only these count: its other fields name the code that is tested. */
async function scriptsOf({ readTrusted }: Pick<Workbench, "readTrusted">): Promise<readonly string[]> {
  const texts = await Promise.all(SCRIPTS.map(readTrusted));
  return texts.flatMap((text = "", index) => {
    if (SCRIPTS[index]?.endsWith(".json") !== true) return [text];
    const facts = parseJson(text);
    return [JSON.stringify([member(facts, "scripts"), member(facts, "tasks")])];
  });
}

/** Each round begins at the head, where ignored files stay, and ends with no process of it. */
async function checker(
  { cell, git, repository }: Workbench,
  { review, checks, signal }: Pick<ProvingOptions, "review" | "signal"> & { readonly checks: readonly Check[] },
) {
  const trusted = await git();
  await trusted.snapshot();
  return async (applied: readonly Suggestion[]) => {
    await trusted.restore(repository.headTree);
    const { files } = await review.diff();
    for (const path of new Set(applied.map((one) => one.path))) {
      const before = await review.content(files.get(path)?.newId ?? "");
      const own = applied.filter((one) => one.path === path);
      const after = applySuggestions(before, own);
      const text = after.toString("utf8");
      if (!Buffer.from(text).equals(after)) throw new Error(`${path} is not UTF-8`);
      await cell.writeFile(path, text, {}, signal);
    }
    const began = systemClock.monotonic();
    const results = await runChecks(checks, cell, signal);
    await cell.killAll();
    return { results, seconds: (systemClock.monotonic() - began) / 1000 };
  };
}
