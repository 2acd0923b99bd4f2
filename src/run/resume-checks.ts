/** Checks before a resume: what was shown to people must be unchanged, because an approval holds for exactly that. */

import { canonicalJson } from "../base/canonical-json.ts";
import { sha256 } from "../base/sha256.ts";
import { counted } from "../base/words.ts";
import { configError, RunnerError } from "../protocol/error.ts";
import type { Limits } from "../protocol/limits.ts";
import type { McpServerFact } from "../protocol/mcp.ts";
import type { SessionState } from "../session/session-state.ts";
import type { ChangeAccount } from "./end/change-account.ts";
import type { RunMcp } from "./open/mcp.ts";
import type { Workbench } from "./open/workbench.ts";

/** Throws `session.corrupt` where the two differ. */
export function requireSame(what: string, before: string, now: string, cure = "Start a new run."): void {
  if (before === now) return;
  throw new RunnerError({
    code: "session.corrupt",
    message: `The ${what} changed since the session stopped: ${before.slice(0, 12)} is now ${now.slice(0, 12)}.`,
    hint: `An approval holds for exactly what was shown. ${cure}`,
  });
}

/** Throws `session.corrupt` where the tools of MCP servers changed. Nothing was recorded yet, so the session can still be resumed. */
export function requireSameServers(before: readonly McpServerFact[], { facts, failure }: RunMcp): void {
  if (failure !== undefined) throw failure;
  const digest = (servers: readonly McpServerFact[]): string =>
    sha256(canonicalJson(servers.map((one) => [one.name, "error" in one ? null : one.toolsDigest])));
  requireSame("list of tools of the MCP servers", digest(before), digest(facts));
}

/** `lost`: nothing of what the session had changed is there, as where the copy of a killed process was deleted. */
export type FilesSince = "same" | "changed" | "lost";

/** What became of the files since the session stopped. Throws `session.corrupt` where they changed and an answer was given for them. */
export async function requireWorkspace(
  { held, progressed, snapshots, outcome, ownTree }: SessionState,
  bench: Workbench,
  change?: ChangeAccount,
): Promise<FilesSince> {
  const now = await (await bench.git()).snapshot();
  const isAnswered = (progressed.unfinished.calls?.held.size ?? 0) > 0 && outcome !== undefined;
  if (held.length > 0 || isAnswered) {
    if (change === undefined) requireSame("workspace", snapshots.at(-1) ?? "", now);
    else requireSame("workspace", outcome?.tree ?? ownTree ?? "", (await change.upTo(now)).tree);
  }
  const { headTree } = bench.repository;
  const last = outcome?.tree; // a killed session has none
  const newest = snapshots.at(-1) ?? last ?? now;
  const [first = newest] = snapshots;
  // After the last calls of a run that reached a limit, there is no snapshot.
  const hasChange = last !== headTree || (outcome?.apart ?? []).length > 0;
  const hasWorked = last === undefined ? newest !== first && newest !== now : hasChange;
  const isMailed = progressed.unfinished.mail?.isSent === true; // it may have brought the files back
  if (hasWorked && !isMailed && (now === first || now === headTree)) return "lost";
  if (newest === now || last === now) return "same";
  return last === undefined ? "same" : "changed"; // commands of a killed session may have gone on
}

/** Throws `session.corrupt` where a killed process left its changes in the checkout and nothing can take them back. */
export function requireStart({ snapshots: [first] }: SessionState, now: string | undefined): void {
  if (first === undefined || first === now) return;
  throw new RunnerError({
    code: "session.corrupt",
    message: "The run was killed while it put its changes into a checkout, and this checkout cannot be restored.",
    hint: "Resume it in the checkout where it ran, or restore the files that changes.patch names to what they were.",
  });
}

/** Throws `config.invalid` when all steps are used, because the run would end at once. `hint` says how to get more. */
export function requireRoomInLimits({ spent, progressed }: SessionState, { steps }: Limits, hint = MORE_STEPS): void {
  const isUnderWay = Object.values(progressed.unfinished).some((part) => part !== undefined); // finishing that may need no step
  if (spent.steps < steps || isUnderWay) return;
  throw configError(`The session has used its ${counted(steps, "step")}.`, hint);
}

const MORE_STEPS = "Give more with --max-steps, up to the policy's limit; limits span the whole session.";
