/**
 * Finds what is approved near a call that is not approved: "approved: `npm test`; `npm test -- --grep x` waits for a person". The
 * policy has judged an example of each pattern that is called approved here. Pure.
 */

import { oneLine } from "../base/truncate.ts";
import { judge, type DecideOptions, type Judgement, type JudgedPart } from "./decide.ts";
import { GITHUB_RULE, OUTSIDE_RULE } from "./fixed-rules.ts";
import { partText, type Part } from "./match-rule.ts";
import { listed, inBackticks } from "./policy-words.ts";
import type { Policy, Rule } from "./policy.ts";
import { isProfileName, profilePatterns, shortForm } from "./profiles.ts";

const MAX_COMMAND_CHARS = 120;
const MAX_LIST_BYTES = 200;
const UNNAMED: ReadonlySet<string> = new Set(["default", OUTSIDE_RULE, GITHUB_RULE, "builtin:not-understood"]);

/** One sentence without its full stop. Undefined for a call that is approved, and when nothing approved is near. */
export function nearestForm(policy: Policy, judgement: Judgement, options: DecideOptions): string | undefined {
  const { decision, parts } = judgement;
  if (decision.verdict === "approve") return undefined;
  const end = decision.verdict === "defer" ? "waits for a person" : "is rejected";
  const approving = policy.rules.filter(({ verdict }) => verdict === "approve");
  for (const { part, decision: own } of parts) {
    // If a rule of the file decided, its reason says more than a list of what other rules approve.
    if (own.verdict !== decision.verdict || !UNNAMED.has(own.rule)) continue;
    const near = nearPart(part, parts, approving, (command) => {
      const needed = { kind: "exec", command, cwd: "." } as const;
      return judge(policy, [needed], options).decision.verdict === "approve";
    });
    if (near !== undefined) return `${near.approved}; ${near.asked} ${end}`;
  }
  return undefined;
}

type CommandPart = Extract<Part, { kind: "command" }>;
type IsApproved = (command: string) => boolean;

/** Beginnings of sentences. */
function nearPart(
  part: JudgedPart["part"],
  parts: readonly JudgedPart[],
  approving: readonly Rule[],
  isApproved: IsApproved,
) {
  if (part.kind === "target") return undefined;
  if (part.kind !== "command" && part.kind !== "unknown") {
    const accepted = approving
      .flatMap(({ written }) => written[part.kind])
      .filter((entry) => part.kind !== "mcp" || entry.startsWith(`${part.server}/`));
    if (accepted.length === 0 || accepted.includes("**")) return undefined;
    const verb = part.kind === "read" ? "reading " : part.kind === "write" ? "writing " : "";
    const asked = `${verb}${oneLine(partText(part)[1], MAX_COMMAND_CHARS)}${part.kind === "github" ? " on GitHub" : ""}`;
    return { approved: `${verb}${listed(accepted, MAX_LIST_BYTES)} is approved`, asked };
  }
  const commands =
    part.kind === "command" ? [part] : parts.flatMap((other) => (other.part.kind === "command" ? [other.part] : []));
  const programs = new Set(commands.map(({ words: [name] }) => name?.value ?? ""));
  const forms = [...programs].flatMap((program) => formsOf(program, approving, isApproved));
  if (forms.length === 0) return undefined;
  const shorter = part.kind === "command" ? shorterForm(part, approving, isApproved) : undefined;
  const asked = part.kind === "command" ? inBackticks(part.words.map(({ text }) => text).join(" ")) : "the whole line";
  const approved =
    shorter === undefined ? `approved: ${listed(forms, MAX_LIST_BYTES)}` : `${inBackticks(shorter)} is approved`;
  return { approved, asked };
}

/** The longest exact pattern that the command begins with. */
function shorterForm({ words }: CommandPart, approving: readonly Rule[], isApproved: IsApproved): string | undefined {
  const line = words.map(({ text }) => text).join(" ");
  const patterns = approving.flatMap(({ written }) => written.exec.filter((entry) => line.startsWith(`${entry} `)));
  return patterns.toSorted((a, b) => b.length - a.length).find(isApproved);
}

/** What the file's own patterns approve of this program, else what profiles approve of it, in short. */
function formsOf(program: string, approving: readonly Rule[], isApproved: IsApproved): readonly string[] {
  const entries = [...new Set(approving.flatMap(({ written }) => written.exec))];
  const isNear = (pattern: string): boolean => {
    const [first = ""] = pattern.split(" ");
    return first.replaceAll(/[{}]/g, ",").split(",").includes(program) && isApproved(exampleOf(pattern, program));
  };
  const own = entries.filter((entry) => !isProfileName(entry) && isNear(entry)).map(inBackticks);
  if (own.length > 0) return own;
  const forms = entries.filter(isProfileName).flatMap((name) => profilePatterns(name).filter(isNear).slice(0, 1));
  return [...new Set(forms.map(shortForm))];
}

/** A short command of the program that the pattern matches. */
function exampleOf(pattern: string, program: string): string {
  const [, ...words] = pattern.split(" ").filter((word) => word !== "**");
  const filled = words.map((word) => word.replaceAll(/\{([^,}]*),[^}]*\}/g, "$1").replaceAll("*", "x"));
  return [program, ...filled].join(" ");
}
