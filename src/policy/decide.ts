/**
 * Capabilities of a planned call + policy → decision. The strictest verdict wins (reject > defer > approve), the order of rules
 * never matters, and the policy's default decides where no rule matches. Pure; never throws.
 */

import { oneLine } from "../base/truncate.ts";
import { githubWords, type Capability, type Decision, type Verdict } from "../protocol/approval.ts";
import type { Rung } from "../protocol/cell.ts";
import { fixedDecisions, GITHUB_RULE, OUTSIDE_RULE, protectedDecision } from "./fixed-rules.ts";
import { matchesPart, namesAny, type Part } from "./match-rule.ts";
import type { Policy } from "./policy.ts";
import { isOutside, workspacePath } from "./shell/shell-paths.ts";
import type { AnalyseCommand } from "./shell/shell-analysis.ts";

export interface DecideOptions {
  /** The rung in force; `any` approves in a sealed cell only. */
  readonly rung: Rung;
  /** Absolute path of the workspace, as commands in the cell see it. */
  readonly workDir: string;
  /** Reads command lines: `analyseCommand` of `shell.ts`. */
  readonly analyse: AnalyseCommand;
}

/** One part of what a call needs, and the decision about it. */
export interface JudgedPart {
  readonly part: Part | { readonly kind: "unknown"; readonly problem: string };
  readonly decision: Decision;
}

export interface Judgement {
  readonly decision: Decision;
  readonly parts: readonly JudgedPart[];
  /** Why a command line is not understood as a whole. */
  readonly problem?: string | undefined;
}

/** Characters of a command in a reason, which comments and the model's context contain. */
const MAX_SHOWN = 120;
const SEVERITY: Readonly<Record<Verdict, number>> = { approve: 0, defer: 1, reject: 2 };
const NOTHING: Decision = { verdict: "approve", rule: "builtin:no-effect" };

/** Decides one call. */
export function decide(policy: Policy, capabilities: readonly Capability[], options: DecideOptions): Decision {
  return judge(policy, capabilities, options).decision;
}

/** Decides one call and returns the decision about each of its parts as well. */
export function judge(policy: Policy, capabilities: readonly Capability[], options: DecideOptions): Judgement {
  const judged: JudgedPart[] = [];
  let problem: string | undefined;
  for (const capability of capabilities) {
    if (capability.kind === "exec") {
      const analysis = options.analyse(capability.command, { cwd: capability.cwd, workDir: options.workDir });
      // First, so that "not understood" is the reason people read when several parts meet the default.
      if (analysis.problem !== undefined) {
        problem ??= analysis.problem;
        const part = { kind: "unknown", problem: analysis.problem } as const;
        judged.push({ part, decision: decideUnknown(policy, analysis.problem, options) });
      }
      judged.push(...analysis.parts.map((part) => ({ part, decision: decidePart(policy, part, options) })));
    } else if (capability.kind === "mcp" || capability.kind === "net" || capability.kind === "github") {
      judged.push({ part: capability, decision: decidePart(policy, capability, options) });
    } else {
      const part: Part = { kind: capability.kind, path: workspacePath(capability.path, ".", options.workDir) };
      judged.push({ part, decision: decidePart(policy, part, options) });
    }
  }
  return { decision: strictest(judged.map(({ decision }) => decision)) ?? NOTHING, parts: judged, problem };
}

/** Decides about one changed file of the workspace, made by the agent or by a command. `path` is relative to the root. */
export function decideWrite(policy: Policy, path: string, rung: Rung): Decision {
  const decision = decidePart(policy, { kind: "write", path }, { rung });
  // In a checkout on another system, a path that is spelt otherwise may be the file that a stricter rule names.
  const stricter = policy.rules.flatMap(({ verdict, id, reason, write }): readonly Decision[] =>
    verdict !== "approve" && write?.(path, "folded") === true ? [{ verdict, rule: id, reason }] : [],
  );
  const guarded = policy.isProtected(path, "folded") ? [protectedDecision(path)] : [];
  return strictest([decision, ...stricter, ...guarded]) ?? decision;
}

function decidePart(policy: Policy, part: Part, { rung }: Pick<DecideOptions, "rung">): Decision {
  const matched = policy.rules
    .filter(
      (rule) =>
        matchesPart(rule, part) &&
        !(rule.verdict === "approve" && part.kind === "command" && onlyAny(rule, part, rung)),
    )
    .map(({ verdict, id, reason }): Decision => ({ verdict, rule: id, ...(reason === undefined ? {} : { reason }) }));
  const decision = strictest([...fixedDecisions(policy, part, rung), ...matched]);
  if (decision !== undefined) return decision;
  // An approving default covers the workspace only; a path outside and GitHub need a rule that names them.
  if (policy.default === "approve" && part.kind === "write" && isOutside(part.path)) {
    return { verdict: "defer", rule: OUTSIDE_RULE, reason: `${part.path} lies outside the workspace` };
  }
  if (policy.default === "approve" && part.kind === "github") {
    return { verdict: "defer", rule: GITHUB_RULE, reason: `no rule approves: ${describePart(part)}` };
  }
  if (policy.default === "approve") return { verdict: "approve", rule: "default" };
  return { verdict: policy.default, rule: "default", reason: `no rule approves: ${describePart(part)}` };
}

/** One line for people. Long commands are cut; the comment shows the call in full. */
function describePart(part: Part): string {
  switch (part.kind) {
    case "command":
      return oneLine(part.words.map((word) => word.text).join(" "), MAX_SHOWN);
    case "mcp":
      return oneLine(`mcp ${part.server}/${part.tool}`, MAX_SHOWN);
    case "net":
      return `net ${part.host}`;
    case "github":
      return oneLine(`github ${githubWords(part)}`, MAX_SHOWN);
    case "read":
    case "write":
      return `${part.kind} ${oneLine(part.isTree === true ? `${part.path}/**` : part.path, MAX_SHOWN)}`;
  }
}

/** True when only the keyword `any` matches and the cell is too weak for it to count. */
function onlyAny(rule: Policy["rules"][number], part: Part, rung: Rung): boolean {
  if (rung === "sealed" || !namesAny(rule)) return false;
  return !matchesPart({ ...rule, exec: rule.exec.filter((entry) => entry.kind !== "any") }, part);
}

/** Decides about a line that is not understood: only `any` in a sealed cell approves it. */
function decideUnknown(policy: Policy, problem: string, { rung }: DecideOptions): Decision {
  const matched = policy.rules
    .filter((rule) => namesAny(rule) && (rule.verdict !== "approve" || rung === "sealed"))
    .map(({ verdict, id, reason }): Decision => ({ verdict, rule: id, ...(reason === undefined ? {} : { reason }) }));
  const decision = strictest(matched);
  if (decision !== undefined) return decision;
  const reason = `not understood: ${problem}`;
  return policy.default === "approve"
    ? { verdict: "defer", rule: "builtin:not-understood", reason }
    : { verdict: policy.default, rule: "default", reason };
}

/**
 * The strictest decision. Among equals a named rule beats the default, then the smaller id, so that order never matters. A
 * deferral names every rule that defers: a person's approval for one of them says nothing about the others.
 */
function strictest(decisions: readonly Decision[]): Decision | undefined {
  const [first] = decisions.toSorted(compare);
  if (first?.verdict !== "defer") return first;
  const { also: _, ...decision } = first;
  const deferring = decisions
    .filter(({ verdict }) => verdict === "defer")
    .flatMap(({ rule, also = [] }) => [rule, ...also]);
  const also = [...new Set(deferring)].filter((rule) => rule !== first.rule).toSorted();
  return also.length === 0 ? decision : { ...decision, also };
}

function compare(a: Decision, b: Decision): number {
  if (a.verdict !== b.verdict) return SEVERITY[b.verdict] - SEVERITY[a.verdict];
  if (a.rule === b.rule) return 0;
  if (a.rule === "default" || b.rule === "default") return a.rule === "default" ? 1 : -1;
  return a.rule < b.rule ? -1 : 1;
}
