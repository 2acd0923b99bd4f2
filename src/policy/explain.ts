/** What the command line shows about a policy: which rule decides about a command, and the policy in full. Pure; returns JSON-able records. */

import type { Verdict } from "../protocol/approval.ts";
import type { Rung } from "../protocol/cell.ts";
import { judge, type JudgedPart } from "./decide.ts";
import type { Policy } from "./policy.ts";
import { analyseCommand } from "./shell.ts";

export interface ExplainOptions {
  /** The cell to assume. */
  readonly rung: Rung;
  /** Relative to the workspace; `.` when left out. */
  readonly cwd?: string | undefined;
  /** Absolute path of the workspace; matters for absolute paths in the command. `/workspace` when left out. */
  readonly workDir?: string | undefined;
}

/** One command or file of the line: exactly one of `argv`, `write`, `read`. */
interface ExplainedPart {
  /** Words as the program would get them; a word with expansions as written. */
  readonly argv?: readonly string[];
  readonly write?: string;
  readonly read?: string;
  readonly verdict: Verdict;
  readonly rule: string;
  readonly reason?: string | undefined;
}

export interface Explanation {
  readonly command: string;
  readonly verdict: Verdict;
  readonly rule: string;
  readonly reason?: string | undefined;
  readonly parts: readonly ExplainedPart[];
  /** Why the line as a whole is not understood. */
  readonly notUnderstood?: string | undefined;
}

/** Decides about one command line and says why. */
export function explainCommand(
  policy: Policy,
  command: string,
  { rung, cwd = ".", workDir = "/workspace" }: ExplainOptions,
): Explanation {
  const { decision, parts, problem } = judge(policy, [{ kind: "exec", command, cwd }], {
    rung,
    workDir,
    analyse: analyseCommand,
  });
  return {
    command,
    verdict: decision.verdict,
    rule: decision.rule,
    ...(decision.reason === undefined ? {} : { reason: decision.reason }),
    parts: parts.flatMap(explainPart),
    ...(problem === undefined ? {} : { notUnderstood: problem }),
  };
}

function explainPart({ part, decision }: JudgedPart): ExplainedPart[] {
  switch (part.kind) {
    case "command":
      return [{ argv: part.words.map((word) => word.value ?? word.text), ...decision }];
    case "write":
      return [{ write: part.path, ...decision }];
    case "read":
      return [{ read: part.path, ...decision }];
    case "unknown":
      return [];
  }
}

/** One line of `policy explain -`: a command as a JSON string in, one JSON explanation out; `{"error": …}` for any other line. */
export function explainLine(policy: Policy, line: string, options: ExplainOptions): string {
  let command: unknown;
  try {
    command = JSON.parse(line);
  } catch {
    command = undefined;
  }
  if (typeof command === "string") return JSON.stringify(explainCommand(policy, command, options));
  const error = `not a JSON string: ${line.slice(0, 80)}; each line holds one command, like "git diff | head -50" in quotes`;
  return JSON.stringify({ error });
}

/** The policy in full, with where it comes from and what holds besides it. */
export function showPolicy(policy: Policy): string {
  const profile = policy.profile === undefined ? "" : `, profile ${policy.profile}`;
  return `# ${policy.file}${profile}
# digest ${policy.digest}
#
# Under every policy:
#   builtin:sensitive       reject   reading files of secrets (.env, private keys, credentials), or naming them in a command
#   builtin:git-dir         reject   writing inside .git
#   builtin:policy-file     defer    writing .github/kimi-policy.yml
#   builtin:protected       defer    writing what publish.protected names
#   builtin:outside         defer    writing outside the workspace where the default is approve
#   builtin:not-understood  defer    commands that are not understood where the default is approve
#   builtin:scratch         approve  writing below /tmp in a sealed cell

${policy.text}`;
}
