/**
 * Describes a policy in words for the system prompt: what is approved, what waits for a person, what is rejected and why, checks,
 * hosts and limits. The same policy in a cell of the same level gives the same bytes, so the text does not say what a run has used
 * up. Globs, patterns and reasons are copied from the policy file, which is that of the base commit.
 */

import { networkEntryText } from "../base/network/network-entry.ts";
import { oneLine } from "../base/truncate.ts";
import { counted } from "../base/words.ts";
import type { SandboxLevel } from "../protocol/cell.ts";
import { isProfileName, profileForms } from "./profiles.ts";
import type { Policy, Rule, WrittenLists } from "./policy.ts";

export interface PolicyWordsOptions {
  readonly level: SandboxLevel;
  /** Every write is rejected. */
  readonly isReadOnly: boolean;
  /** For a subagent, calls that would wait for a person are rejected. */
  readonly isSubagent: boolean;
}

/** Most bytes of the whole text: about 750 tokens, which each step of a run costs. The example policies need half of it. */
export const MAX_POLICY_WORDS_BYTES = 3_000;

/** Bytes of one list. With the sentences around them they leave a sixth of the text to the stricter rules. */
const MAX_BYTES = {
  read: 150,
  write: 350,
  exec: 800,
  mcp: 150,
  net: 150,
  github: 150,
  verify: 200,
  hosts: 200,
  rule: 320,
} as const;

/** The words before each list, in the order of the lists. `net` applies to tools only; `sandbox.network` lists the hosts of commands. */
const VERBS: Readonly<Record<keyof WrittenLists, string>> = {
  read: "read",
  write: "write",
  exec: "run",
  mcp: "call of MCP servers",
  net: "open with web tools",
  github: "ask for on GitHub",
};
const KINDS = Object.keys(VERBS) as (keyof WrittenLists)[];
const MAX_REASON_CHARS = 120;
/** Bytes of the lines that count the rules for which there is no room. */
const COUNT_BYTES = 120;

/** The whole text, without a heading. */
export function policyWords(policy: Policy, options: PolicyWordsOptions): string {
  const heads = {
    defer: options.isSubagent
      ? "Rejected for you, since a subagent cannot ask a person:"
      : "Waits for a person, which stops the run, so prefer an approved way:",
    reject: "Rejected:",
  } as const;
  const above = approvedLines(policy, options);
  const below = [
    "- read files of secrets (.env, private keys, credentials), write inside .git",
    ...closingLines(policy, options),
  ];
  const used = Buffer.byteLength([...above, heads.defer, heads.reject, ...below].join("\n"));
  const room = MAX_POLICY_WORDS_BYTES - used - COUNT_BYTES;
  const strict = (verdict: "defer" | "reject") =>
    policy.rules.filter((rule) => rule.verdict === verdict).map(strictLine);
  const rejected = fitting(strict("reject"), room / 2);
  const left = room - Buffer.byteLength(rejected.join("\n")) - 1;
  const deferred = fitting([...strict("defer"), guardedLine(policy)], left);
  return [...above, heads.defer, ...deferred, heads.reject, ...rejected, ...below].join("\n");
}

function approvedLines(
  { rules, default: fallback, sandbox }: Policy,
  { level, isReadOnly }: PolicyWordsOptions,
): readonly string[] {
  const all = (kind: keyof WrittenLists): readonly string[] =>
    rules.flatMap(({ verdict, written }) => (verdict === "approve" ? written[kind] : []));
  const runs = all("exec").filter((entry) => entry !== "any");
  const isAny = level === "sealed" && all("exec").includes("any");
  const isExact = sandbox.unsealed !== "patterns" && fallback !== "approve";
  const unsealed = runs.filter((entry) => !isProfileName(entry) && (!isExact || !/[*{]/.test(entry)));
  const commands = isAny ? ["any command"] : commandForms(level === "sealed" ? runs : unsealed);
  const listOf = (kind: keyof WrittenLists): readonly string[] => {
    if (kind === "exec") return commands;
    return kind === "write" && level === "sealed" ? [...all(kind), "/tmp/**"] : all(kind);
  };
  const lines = KINDS.flatMap((kind) => {
    if (kind === "write" && isReadOnly) return ["- write nothing: this run only answers"];
    const list = listOf(kind);
    return list.length === 0 ? [] : [`- ${VERBS[kind]} ${listed(list, MAX_BYTES[kind])}`];
  });
  const isJudgedByWords = !isAny && fallback !== "approve" && commands.length > 0;
  return [
    "Approved, unless a line below says otherwise:",
    ...lines,
    ...(isJudgedByWords ? howCommandsAreRead(commands, level !== "sealed" && isExact) : []),
    ...(level === "sealed" && (isAny || commands.length > 0) ? [IN_A_CELL] : []),
  ];
}

const IN_A_CELL =
  "Files that may not be read look empty to commands. Files that commands change are published only if you may write them.";

/** What the model must know to write a command that is approved. */
function howCommandsAreRead(forms: readonly string[], isExact: boolean): readonly string[] {
  if (isExact) return ["A command line must be one of these word for word, or several joined by &&."];
  const isWild = forms.some((form) => /^`.*[*{]/s.test(form));
  return [
    `In a line each command must be approved${isWild ? "; * is one word, a final ** any words, {a,b} a choice" : ""}. Not approved: computed names of commands, eval, source, functions.`,
  ];
}

function strictLine({ written, reason }: Rule): string {
  const runs = written.exec.includes("any") ? ["any command"] : commandForms(written.exec);
  const lists = { ...written, exec: runs };
  const kinds = KINDS.filter((kind) => lists[kind].length > 0);
  const parts = kinds.map((kind) => `${VERBS[kind]} ${listed(lists[kind], MAX_BYTES.rule / kinds.length)}`);
  const why = reason === undefined ? "" : `: ${oneLine(reason, MAX_REASON_CHARS)}`;
  return `- ${parts.join("; ")}${why}`;
}

function guardedLine({ publish }: Policy): string {
  const paths = [".github/kimi-policy.yml", ...publish.protected];
  const agents = publish.agentFiles === "allow" ? "" : ", agent files (AGENTS.md, .mcp.json, .claude/**, …)";
  return `- write ${listed(paths, MAX_BYTES.rule)}${agents}`;
}

function closingLines(policy: Policy, { level, isSubagent }: PolicyWordsOptions): readonly string[] {
  const { sandbox, verify, limits } = policy;
  const hosts = sandbox.network.length === 0 ? "none" : listed(sandbox.network.map(networkEntryText), MAX_BYTES.hosts);
  const checks = verify.map(({ command }) => inBackticks(command));
  const afterWeb = policy.afterWeb === "defer" && !isSubagent ? "waits for a person" : "is rejected";
  const money = limits.costUsd === undefined ? "" : `, $${limits.costUsd}`;
  const tokens = limits.tokens === undefined ? "" : `, ${limits.tokens} tokens`;
  return [
    anythingElse(policy, isSubagent),
    ...(policy.afterWeb === undefined
      ? []
      : [`After a call of a web tool, every write, command and call of an MCP server ${afterWeb}.`]),
    ...(checks.length === 0 ? [] : [`Checked when you finish: ${listed(checks, MAX_BYTES.verify)}.`]),
    ...(level === "sealed" ? [`Hosts that commands reach: ${hosts}.`] : []),
    `Limits: ${counted(limits.steps, "step")}, ${counted(limits.minutes, "minute")}${money}${tokens}, ${counted(limits.denials, "rejection")}.`,
  ];
}

function anythingElse({ default: fallback }: Policy, isSubagent: boolean): string {
  switch (fallback) {
    case "approve":
      return "Anything else is approved, except writes outside the workspace and command lines that are not understood.";
    case "reject":
      return "Anything else is rejected.";
    case "defer":
      return isSubagent ? "Anything else is rejected for you as well." : "Anything else waits for a person.";
  }
}

/** Patterns as code, then the forms of profiles, each once. */
function commandForms(entries: readonly string[]): readonly string[] {
  const patterns = entries.filter((entry) => !isProfileName(entry)).map(inBackticks);
  return [...new Set([...patterns, ...entries.filter(isProfileName).map(profileForms)])];
}

export function inBackticks(text: string): string {
  return `\`${oneLine(text, 100)}\``;
}

/** As many entries as fit, at least one, and the number of the others. If an entry contains a comma, semicolons separate them. */
export function listed(list: readonly string[], maxBytes: number): string {
  const all = [...new Set(list)];
  const separator = all.some((text) => text.includes(", ")) ? "; " : ", ";
  let bytes = 0;
  const kept = all.filter(
    (text, index) => (bytes += Buffer.byteLength(text) + separator.length) <= maxBytes || index === 0,
  );
  const missing = all.length - kept.length;
  return `${kept.join(separator)}${missing === 0 ? "" : `${separator}… (${missing} more)`}`;
}

/** As many lines as fit, in order, and a line with the number of the others. */
function fitting(lines: readonly string[], room: number): readonly string[] {
  let left = room;
  const kept = lines.filter((text) => (left -= Buffer.byteLength(text) + 1) >= 0);
  const missing = lines.length - kept.length;
  return missing === 0
    ? kept
    : [...kept, `- what ${counted(missing, "more rule names", "more rules name")}; a held action says which`];
}
