/**
 * Capabilities of a planned call + policy → decision. The strictest verdict wins (reject > defer > approve), the order of rules
 * never matters, and the policy's default decides where no rule matches. Pure; never throws.
 */

import { hostPortText } from "../base/network/host-name.ts";
import { oneLine } from "../base/truncate.ts";
import type { Capability, Decision, Verdict } from "../protocol/approval.ts";
import type { SandboxLevel } from "../protocol/cell.ts";
import { fixedDecisions, GITHUB_RULE, guardedDecisions, OUTSIDE_RULE, unlisted } from "./fixed-rules.ts";
import { isWordForWord } from "./exec-pattern.ts";
import { matchesPart, namesAny, partText, type Part } from "./match-rule.ts";
import { isListed } from "./net-pattern.ts";
import type { Policy, Rule } from "./policy.ts";
import { isOutside, workspacePath } from "./shell/shell-paths.ts";
import type { AnalyseCommand, ShellAnalysis } from "./shell/word.ts";

export interface DecideOptions {
  /** The level in force; `any` approves in a sealed cell only. */
  readonly level: SandboxLevel;
  /** Absolute path of the workspace, as commands in the cell see it. */
  readonly workDir: string;
  /** Analyses command lines: `analyseCommand` of `shell.ts`. */
  readonly analyse: AnalyseCommand;
}

/** For calls that run no command. */
export const NO_COMMANDS: AnalyseCommand = () => ({ parts: [], problem: "not judged here", isPlain: false });

/** One part of what a call needs, and the decision about it. */
export interface JudgedPart {
  readonly part: Part | { readonly kind: "unknown"; readonly problem: string };
  readonly decision: Decision;
}

export interface Judgement {
  readonly decision: Decision;
  readonly parts: readonly JudgedPart[];
  /** Why a command line as a whole is not understood. */
  readonly problem?: string | undefined;
}

/** Most characters of a command in a reason, which becomes part of comments and of the model's context. */
const MAX_SHOWN = 120;
const SEVERITY: Readonly<Record<Verdict, number>> = { approve: 0, defer: 1, reject: 2 };
const NOTHING: Decision = { verdict: "approve", rule: "builtin:no-effect" };
/** A redirection that no rule rejects or defers. */
const AFTERWARDS: Decision = { verdict: "approve", rule: "builtin:afterwards" };

export function decide(policy: Policy, capabilities: readonly Capability[], options: DecideOptions): Decision {
  return judge(policy, capabilities, options).decision;
}

/** Decides one call, and each of its parts. */
export function judge(policy: Policy, capabilities: readonly Capability[], options: DecideOptions): Judgement {
  const { level } = options;
  const judged: JudgedPart[] = [];
  let problem: string | undefined;
  for (const capability of capabilities) {
    const needed = partsOf(capability, options);
    if (capability.kind === "exec" && level !== "sealed" && policy.default !== "approve") {
      judged.push(...judgeUnsealed(policy, capability.command, needed, level));
      continue;
    }
    // First, so that "not understood" is the reason people read when several parts meet the default.
    if (needed.problem !== undefined) {
      problem ??= needed.problem;
      const part = { kind: "unknown", problem: needed.problem } as const;
      judged.push({ part, decision: decideUnknown(policy, needed.problem, level) });
    }
    judged.push(...needed.parts.map((part) => ({ part, decision: decidePart(policy, part, level) })));
  }
  const decision = strictest(judged.map(({ decision }) => decision)) ?? NOTHING;
  // No answer opens the network of a cell, so there is nothing to ask a person.
  const host = decision.verdict === "defer" && level === "sealed" ? unlistedHost(policy, judged) : undefined;
  return { decision: host === undefined ? decision : unlisted(host), parts: judged, problem };
}

/** A host that a command would connect to and that `sandbox.network` does not list: an address given to a program that only fetches. */
function unlistedHost({ sandbox }: Policy, judged: readonly JudgedPart[]): string | undefined {
  for (const { part } of judged) {
    if (part.kind !== "command") continue;
    const [program = "", ...words] = part.words.map(({ value = "" }) => value);
    const isFetch = program === "git" ? words.some((word) => GIT_FETCHES.has(word)) : FETCHERS.has(program);
    for (const word of isFetch ? words : []) {
      const url = /^https?:\/\//i.test(word) && URL.canParse(word) ? new URL(word) : undefined;
      if (url === undefined || INSIDE.test(url.hostname)) continue;
      const port = url.port === "" ? (url.protocol === "http:" ? 80 : 443) : Number(url.port);
      const isService = sandbox.services?.includes(`${url.hostname}:${port}`) === true;
      const host = hostPortText({ host: url.hostname, port });
      if (!isService && isListed(sandbox.network, host) === false) return host;
    }
  }
  return undefined;
}

const FETCHERS: ReadonlySet<string> = new Set(["curl", "wget"]);
const GIT_FETCHES: ReadonlySet<string> = new Set(["clone", "fetch", "pull", "push", "ls-remote"]);
/** Names of the cell's own network. */
const INSIDE = /^((\S*\.)?localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/i;

type Needed = Pick<ShellAnalysis, "problem" | "isPlain"> & { readonly parts: readonly Part[] };

/** What a capability consists of, and why a command line is not understood. */
function partsOf(capability: Capability, { analyse, workDir }: DecideOptions): Needed {
  switch (capability.kind) {
    case "exec":
      return analyse(capability.command, { cwd: capability.cwd, workDir });
    case "read":
    case "write":
      return { parts: [{ kind: capability.kind, path: workspacePath(capability.path, ".", workDir) }], isPlain: true };
    case "mcp":
    case "net":
    case "github":
      return { parts: [capability], isPlain: true };
  }
}

const WORD_FOR_WORD = {
  kind: "unknown",
  problem: "in a cell that is not sealed, a command is approved word for word only",
} as const;

/**
 * Judges a command in a cell that is not sealed, where nothing but its words keeps a program from acting. It is approved where it
 * equals patterns without wildcards, joined by `&&`, and no rule rejects or defers a part of it. With `sandbox.unsealed: patterns`, plain
 * lines of what the file's own patterns name are approved as well, and their redirections where a rule approves the path.
 */
function judgeUnsealed(policy: Policy, line: string, needed: Needed, level: SandboxLevel): readonly JudgedPart[] {
  const { parts, isPlain } = needed;
  const judged = parts.map((part) => ({ part, decision: decidePart(policy, part, level) }));
  const strict = judged.filter(({ decision: { verdict, rule } }) => verdict !== "approve" && rule !== "default");
  // A person's answer to the rules that defer each command is enough.
  if (parts.length > 0 && strict.length === parts.length) return strict;
  const approving = policy.rules.filter(({ verdict }) => verdict === "approve");
  const rule = approving.find(({ exec }) => isWordForWord(exec, line));
  if (rule !== undefined) return strict.length > 0 ? strict : [{ part: WORD_FOR_WORD, decision: decisionOf(rule) }];
  if (policy.sandbox.unsealed === "patterns" && isPlain) return judged;
  const decision = { ...decideUnknown(policy, WORD_FOR_WORD.problem, level), reason: WORD_FOR_WORD.problem };
  return [{ part: WORD_FOR_WORD, decision }, ...judged];
}

/** Decides about one changed file of the workspace, made by the agent or by a command. `path` is relative to the root. */
export function decideWrite(policy: Policy, path: string, level: SandboxLevel): Decision {
  const decision = decidePart(policy, { kind: "write", path }, level);
  // Another system's file system may ignore case, so that this path is the file that a stricter rule names in another spelling.
  const stricter = policy.rules
    .filter(({ verdict, write }) => verdict !== "approve" && write?.(path, "folded") === true)
    .map(decisionOf);
  return strictest([decision, ...stricter, ...guardedDecisions(policy, path, "folded")]) ?? decision;
}

function decidePart(policy: Policy, part: Part, level: SandboxLevel): Decision {
  const matched = rulesIn(policy, level).filter((rule) => matchesPart(rule, part));
  const decision = strictest([...fixedDecisions(policy, part, level), ...matched.map(decisionOf)]);
  if (decision !== undefined) return decision;
  if (part.kind === "target") {
    // In a sealed cell the changed file is judged when it is published.
    if (level === "sealed") return AFTERWARDS;
    return decidePart(policy, { kind: "write", path: part.path }, level);
  }
  const [key, text] = partText(part);
  const reason = `no rule approves: ${oneLine(key === "argv" ? text : `${key} ${text}`, MAX_SHOWN)}`;
  if (policy.default !== "approve") return { verdict: policy.default, rule: "default", reason };
  // An approving default covers the workspace only; a path outside and GitHub need a rule that names them.
  if (part.kind === "write" && isOutside(part.path)) {
    return { verdict: "defer", rule: OUTSIDE_RULE, reason: `${part.path} lies outside the workspace` };
  }
  if (part.kind === "github") return { verdict: "defer", rule: GITHUB_RULE, reason };
  return { verdict: "approve", rule: "default" };
}

/** The rules of the policy. In a cell that is not sealed, only the file's own patterns approve commands. */
function rulesIn({ rules }: Policy, level: SandboxLevel): readonly Rule[] {
  if (level === "sealed") return rules;
  return rules.map((rule) =>
    rule.verdict === "approve" ? { ...rule, exec: rule.exec.filter(({ kind }) => kind === "words") } : rule,
  );
}

function decisionOf({ verdict, id, reason }: Rule): Decision {
  return { verdict, rule: id, ...(reason === undefined ? {} : { reason }) };
}

/** Decides about a line that is not understood: only `any` in a sealed cell approves it. */
function decideUnknown(policy: Policy, problem: string, level: SandboxLevel): Decision {
  const decision = strictest(rulesIn(policy, level).filter(namesAny).map(decisionOf));
  if (decision !== undefined) return decision;
  const reason = `not understood: ${problem}`;
  return policy.default === "approve"
    ? { verdict: "defer", rule: "builtin:not-understood", reason }
    : { verdict: policy.default, rule: "default", reason };
}

/**
 * The strictest decision. Among equals any other rule comes before the default, then the smaller id, so that order never
 * matters. A deferral names every rule that defers, because a person's approval of one of them does not cover the others.
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
  for (const last of ["default", AFTERWARDS.rule])
    if (a.rule === last || b.rule === last) return a.rule === last ? 1 : -1;
  return a.rule < b.rule ? -1 : 1;
}
