/** `policy explain` and `policy show`: which rule decides about a command, and the policy in full. Pure; returns JSON-able records. */

import { member } from "../base/member.ts";
import type { Decision, Verdict } from "../protocol/approval.ts";
import type { Rung } from "../protocol/cell.ts";
import { judge, type JudgedPart } from "./decide.ts";
import type { Policy } from "./policy.ts";
import { analyseCommand } from "./shell/shell.ts";

export interface ExplainOptions {
  /** The cell to assume. */
  readonly rung: Rung;
  /** Relative to the workspace; `.` when left out. */
  readonly cwd?: string | undefined;
  /** Absolute path of the workspace; matters for absolute paths in the command. `/workspace` when left out. */
  readonly workDir?: string | undefined;
}

/** One part of what a command needs: exactly one of `argv`, `write`, `read`, `mcp`. */
interface ExplainedPart {
  /** The words as the program would get them; a word with expansions stays as it is written. */
  readonly argv?: readonly string[];
  readonly write?: string;
  readonly read?: string;
  /** `server/tool`. */
  readonly mcp?: string;
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
    ...explained(decision),
    parts: parts.flatMap(explainPart),
    ...(problem === undefined ? {} : { notUnderstood: problem }),
  };
}

export type ToolExplanation = Pick<Explanation, "verdict" | "rule" | "reason"> & Required<Pick<ExplainedPart, "mcp">>;

/** Decides about one tool of an MCP server, written `server/tool`, and says why. Undefined for any other text. */
export function explainTool(policy: Policy, name: string, { rung }: ExplainOptions): ToolExplanation | undefined {
  const [, server, tool] = /^([^/]+)\/(.+)$/.exec(name) ?? [];
  if (server === undefined || tool === undefined) return undefined;
  const options = { rung, workDir: "/workspace", analyse: analyseCommand };
  return { mcp: name, ...explained(judge(policy, [{ kind: "mcp", server, tool }], options).decision) };
}

function explained({ verdict, rule, reason }: Decision): Pick<Explanation, "verdict" | "rule" | "reason"> {
  return { verdict, rule, ...(reason === undefined ? {} : { reason }) };
}

function explainPart({ part, decision }: JudgedPart): ExplainedPart[] {
  switch (part.kind) {
    case "command":
      return [{ argv: part.words.map((word) => word.value ?? word.text), ...decision }];
    case "write":
      return [{ write: part.path, ...decision }];
    case "read":
      return [{ read: part.path, ...decision }];
    case "mcp":
      return [{ mcp: `${part.server}/${part.tool}`, ...decision }];
    case "unknown":
      return [];
  }
}

/**
 * One line of `policy explain -`: a command as a JSON string or `{"mcp": "server/tool"}` in, one JSON explanation out;
 * `{"error": …}` for any other line.
 */
export function explainLine(policy: Policy, line: string, options: ExplainOptions): string {
  let asked: unknown;
  try {
    asked = JSON.parse(line);
  } catch {
    asked = undefined;
  }
  if (typeof asked === "string") return JSON.stringify(explainCommand(policy, asked, options));
  const name = member(asked, "mcp");
  const tool = typeof name === "string" ? explainTool(policy, name, options) : undefined;
  if (tool !== undefined) return JSON.stringify(tool);
  const error = `not a JSON string: ${line.slice(0, 80)}; each line holds one command, like "git diff | head -50" in quotes, or {"mcp": "server/tool"}`;
  return JSON.stringify({ error });
}

/** The text of the policy under its file, digest and the fixed rules. */
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
