/** Runs one hook in the cell and reads its answer. By Kimi CLI's protocol, exit code 2 or a JSON denial forbids; any other exit than 0 is a failure. */

import { member, parseJson } from "../../base/member.ts";
import { headTail, oneLine } from "../../base/truncate.ts";
import type { PolicyHook } from "../../policy/policy.ts";
import type { Cell, ExecReply, ExecRequest } from "../../protocol/cell.ts";
import { describeError, RunnerError } from "../../protocol/error.ts";

export type HookAnswer = { readonly kind: "allow" } | { readonly kind: "deny" | "failed"; readonly reason: string };

export interface AskOptions {
  readonly cell: Pick<Cell, "exec">;
  readonly signal: AbortSignal;
}

/** An answer is a line; a Stop hook that runs tests prints a page. Longer output loses its middle. */
const MAX_OUTPUT_BYTES = 256 * 1024;
/** About 3,000 tokens for the model, as much as it gets of a failed check. */
const MAX_REASON_CHARS = 12_000;
/** Time of a SessionEnd hook after the run was cancelled: GitHub ends a cancelled job after 10 s. */
const CANCELLED_S = 2;

const DECISION = "hookSpecificOutput";
const DENIED_BLINDLY = "A hook forbids it and gives no reason.";

/** Runs a hook with this text on its standard input. Throws the signal's reason and `cell.failed`. */
export async function askHook(hook: PolicyHook, input: string, { cell, signal }: AskOptions): Promise<HookAnswer> {
  const isLate = hook.event === "SessionEnd" && signal.aborted;
  const timeoutS = isLate ? Math.min(CANCELLED_S, hook.timeoutS) : hook.timeoutS;
  const failed = (what: string): HookAnswer => ({
    kind: "failed",
    reason: `The hook ${oneLine(hook.command, 100)} failed: ${what}.`,
  });
  const request: ExecRequest = {
    command: hook.command,
    cwd: ".",
    timeoutMs: timeoutS * 1000,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    input,
  };
  let reply: ExecReply;
  try {
    reply = await cell.exec(request, isLate ? undefined : signal);
  } catch (error) {
    if (error instanceof RunnerError && error.code === "tool.input") return failed(trimmed(describeError(error)));
    throw error;
  }
  const { code, timedOut, signal: killer } = reply;
  const output = shortened(reply.output);
  if (timedOut) return failed(`not finished after ${timeoutS} s`);
  if (killer !== null) return failed(`ended by ${killer}`);
  if (code === 2) return { kind: "deny", reason: output || DENIED_BLINDLY };
  if (code !== 0) return failed(`exit ${code}${output === "" ? "" : `, ${trimmed(oneLine(output, 300))}`}`);
  return decisionIn(reply.output, failed);
}

/** The decision in the output of a hook that exited with 0. Output and standard error are one text, so the JSON may be among other lines. */
function decisionIn(output: string, failed: (what: string) => HookAnswer): HookAnswer {
  if (!output.includes(DECISION)) return { kind: "allow" };
  const specific = jsonParts(output)
    .map((answer) => member(answer, DECISION))
    .find((part) => part !== undefined);
  if (specific === undefined) return failed("its JSON cannot be read");
  const decision = member(specific, "permissionDecision");
  if (decision === undefined || decision === "allow") return { kind: "allow" };
  if (decision !== "deny") {
    return failed(`permissionDecision ${oneLine(JSON.stringify(decision), 100)} is not known; accepted: allow, deny`);
  }
  const reason = member(specific, "permissionDecisionReason");
  return { kind: "deny", reason: (typeof reason === "string" && shortened(reason)) || DENIED_BLINDLY };
}

/** JSON values in an output: the lines from the first opening brace to the last closing one, and single lines. Undefined for other text. */
function jsonParts(output: string): readonly unknown[] {
  const lines = output.split("\n").map((line) => line.trim());
  const first = lines.findIndex((line) => line.startsWith("{"));
  const last = lines.findLastIndex((line) => line.endsWith("}"));
  const framed = first < 0 || last < first ? [] : lines.slice(first, last + 1);
  return [framed.join("\n"), ...framed.filter((line) => line.includes(DECISION))].map(parseJson);
}

function shortened(text: string): string {
  return headTail(text.trim(), MAX_REASON_CHARS);
}

function trimmed(text: string): string {
  return text.replace(/(?<![.\s])[.\s]+$/, "");
}
