/** Runs the checks of the policy (`limits.verify`) in the cell. The policy itself names them, so its rules do not judge them. */

import { headTail } from "../../base/truncate.ts";
import type { Check } from "../../policy/policy.ts";
import type { Cell, ExecReply } from "../../protocol/cell.ts";
import type { Verifier, VerifyResult } from "../../protocol/verify.ts";
import { outputOf } from "../../tools/command-end.ts";

/** Characters of output that are recorded of a failed command: ten of them are 200 kB in the journal. */
const MAX_OUTPUT_CHARS = 20_000;
/** The same without the line that says how much was left out. */
const KEPT_CHARS = MAX_OUTPUT_CHARS - 100;
/** Bytes of UTF-8, enough for so many characters of any script. */
const MAX_OUTPUT_BYTES = 4 * MAX_OUTPUT_CHARS;

/** Creates the verifier; undefined where there are no checks. */
export function createVerifier(checks: readonly Check[], cell: Pick<Cell, "exec">): Verifier | undefined {
  if (checks.length === 0) return undefined;
  return {
    commandsFor: (hasChanged) => checks.filter(({ always }) => hasChanged || always).map(({ command }) => command),
    run: (commands, signal) => {
      const named = checks.filter(({ command }) => commands.includes(command));
      return runChecks(named, cell, signal);
    },
  };
}

/** Runs checks one after the other, also after one that failed. */
export async function runChecks(checks: readonly Check[], cell: Pick<Cell, "exec">, signal: AbortSignal) {
  const results: VerifyResult[] = [];
  for (const check of checks) {
    const { command, timeoutS } = check;
    const request = { command, cwd: ".", timeoutMs: timeoutS * 1000, maxOutputBytes: MAX_OUTPUT_BYTES };
    results.push(resultOf(await cell.exec(request, signal), check));
  }
  return results;
}

function resultOf(reply: ExecReply, { command, timeoutS }: Check): VerifyResult {
  const { code, signal, timedOut } = reply;
  const passed = code === 0 && !timedOut; // a command that is told to end may well end with 0
  const end = timedOut ? `not finished after ${timeoutS} s` : signal === null ? `exit ${code}` : `ended by ${signal}`;
  return { command, passed, end, output: passed ? "" : headTail(outputOf(reply), KEPT_CHARS) };
}
