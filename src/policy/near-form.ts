/**
 * Finds what is approved near a call that is not approved: "approved: `npm test`; `npm test -- --grep x` waits for a person". The
 * policy has judged an example of each pattern that is called approved here. Pure.
 */

import { oneLine } from "../base/truncate.ts";
import { githubWords, type Decision } from "../protocol/approval.ts";
import { judge, type DecideOptions, type Judgement, type JudgedPart } from "./decide.ts";
import { GITHUB_RULE, OUTSIDE_RULE } from "./fixed-rules.ts";
import type { Part } from "./match-rule.ts";
import { listed } from "./policy-words.ts";
import type { Policy, Rule } from "./policy.ts";
import { isProfileName, profileForms, profilePatterns } from "./profiles.ts";

const MAX_COMMAND_CHARS = 120;
const MAX_LIST_BYTES = 200;

/** One sentence without its full stop. Undefined for a call that is approved, and when nothing approved is near. */
export function nearestForm(policy: Policy, judgement: Judgement, options: DecideOptions): string | undefined {
  const { decision, parts } = judgement;
  if (decision.verdict === "approve") return undefined;
  const end = decision.verdict === "defer" ? "waits for a person" : "is rejected";
  const approving = policy.rules.filter(({ verdict }) => verdict === "approve");
  for (const { part, decision: own } of parts) {
    // If a rule of the file decided, its reason says more than a list of what other rules approve.
    if (own.verdict !== decision.verdict || !isUnnamed(own)) continue;
    const near = nearPart(part, parts, approving, (command) => {
      const needed = { kind: "exec", command, cwd: "." } as const;
      return judge(policy, [needed], options).decision.verdict === "approve";
    });
    if (near !== undefined) return `${near.approved}; ${near.asked} ${end}`;
  }
  return undefined;
}

function isUnnamed({ rule }: Decision): boolean {
  return ["default", OUTSIDE_RULE, GITHUB_RULE, "builtin:not-understood"].includes(rule);
}

interface Near {
  readonly approved: string;
  /** What the call asked for, as the beginning of a sentence. */
  readonly asked: string;
}

function nearPart(
  part: JudgedPart["part"],
  parts: readonly JudgedPart[],
  approving: readonly Rule[],
  isApproved: (command: string) => boolean,
): Near | undefined {
  if (part.kind === "target") return undefined;
  if (part.kind !== "command" && part.kind !== "unknown") {
    const { verb = "", asked, accepted } = comparisonOf(part, approving);
    if (accepted.length === 0 || accepted.includes("**")) return undefined;
    return { approved: `${verb}${listed(accepted, MAX_LIST_BYTES)} is approved`, asked: `${verb}${asked}` };
  }
  const commands =
    part.kind === "command" ? [part] : parts.flatMap((other) => (other.part.kind === "command" ? [other.part] : []));
  const forms = [...new Set(commands.map(programOf))].flatMap((program) => formsOf(program, approving, isApproved));
  if (forms.length === 0) return undefined;
  const shorter = part.kind === "command" ? shorterForm(part, approving, isApproved) : undefined;
  const asked = part.kind === "command" ? quoted(part.words.map(({ text }) => text).join(" ")) : "the whole line";
  const approved =
    shorter === undefined ? `approved: ${listed(forms, MAX_LIST_BYTES)}` : `${quoted(shorter)} is approved`;
  return { approved, asked };
}

/** The longest exact pattern that the command begins with. */
function shorterForm(
  { words }: Extract<Part, { kind: "command" }>,
  approving: readonly Rule[],
  isApproved: (command: string) => boolean,
): string | undefined {
  const line = words.map(({ text }) => text).join(" ");
  const patterns = approving.flatMap(({ written }) => written.exec.filter((entry) => line.startsWith(`${entry} `)));
  return patterns.toSorted((a, b) => b.length - a.length).find(isApproved);
}

function programOf({ words: [name] }: Extract<Part, { kind: "command" }>): string {
  return name?.value ?? "";
}

/** What the file's own patterns approve of this program, else what profiles approve of it, in short. */
function formsOf(
  program: string,
  approving: readonly Rule[],
  isApproved: (command: string) => boolean,
): readonly string[] {
  const entries = [...new Set(approving.flatMap(({ written }) => written.exec))];
  const isNear = (pattern: string): boolean => {
    const [first = ""] = pattern.split(" ");
    return first.replaceAll(/[{}]/g, ",").split(",").includes(program) && isApproved(exampleOf(pattern, program));
  };
  const own = entries.filter((entry) => !isProfileName(entry) && isNear(entry)).map(quoted);
  if (own.length > 0) return own;
  const clauses = entries.filter(isProfileName).flatMap((name) => {
    const named = profileForms(name)
      .split(", ")
      .filter((clause) => clause.split(/[\s|()]+/).includes(program));
    return profilePatterns(name).some(isNear) ? named : [];
  });
  return [...new Set(clauses)];
}

/** A short command of the program that the pattern matches. */
function exampleOf(pattern: string, program: string): string {
  const [, ...words] = pattern.split(" ").filter((word) => word !== "**");
  const filled = words.map((word) => word.replaceAll(/\{([^,}]*),[^}]*\}/g, "$1").replaceAll("*", "x"));
  return [program, ...filled].join(" ");
}

interface Comparison {
  readonly verb?: string;
  readonly asked: string;
  readonly accepted: readonly string[];
}

/** What the call asked for, and what the approving rules name of the same kind. */
function comparisonOf(part: Exclude<Part, { kind: "command" | "target" }>, approving: readonly Rule[]): Comparison {
  const accepted = approving.flatMap(({ written }) => written[part.kind]);
  switch (part.kind) {
    case "read":
    case "write": {
      const verb = part.kind === "read" ? "reading " : "writing ";
      return { verb, asked: oneLine(part.path, MAX_COMMAND_CHARS), accepted };
    }
    case "net":
      return { asked: part.host, accepted };
    case "github":
      return { asked: oneLine(`${githubWords(part)} on GitHub`, MAX_COMMAND_CHARS), accepted };
    case "mcp": {
      const asked = oneLine(`${part.server}/${part.tool}`, MAX_COMMAND_CHARS);
      return { asked, accepted: accepted.filter((tool) => tool.startsWith(`${part.server}/`)) };
    }
  }
}

function quoted(command: string): string {
  return `\`${oneLine(command, MAX_COMMAND_CHARS)}\``;
}
