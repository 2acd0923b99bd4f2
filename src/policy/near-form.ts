/**
 * Finds the approved form that is nearest to a call that is not approved: "`npm test` is approved; `npm test -- --grep x` waits for
 * a person". The policy has judged each command that is called approved here. Pure.
 */

import { oneLine } from "../base/truncate.ts";
import { githubWords, type Capability, type Decision } from "../protocol/approval.ts";
import { judge, type DecideOptions, type Judgement, type JudgedPart } from "./decide.ts";
import { GITHUB_RULE, OUTSIDE_RULE } from "./fixed-rules.ts";
import { commandForms, listed } from "./policy-words.ts";
import type { Part } from "./match-rule.ts";
import type { Policy, Rule } from "./policy.ts";
import { isProfileName, profileForms } from "./profiles/profiles.ts";

/** A longer command is not shortened. Judging one shorter form takes a tenth of a millisecond. */
const MAX_WORDS = 24;
const MAX_COMMAND_CHARS = 120;
const MAX_LIST_BYTES = 200;

/** One sentence without its full stop. Undefined for a call that is approved, and when no approved form is near. */
export function nearestForm(policy: Policy, judgement: Judgement, options: DecideOptions): string | undefined {
  const { decision, parts } = judgement;
  if (decision.verdict === "approve") return undefined;
  const end = decision.verdict === "defer" ? "waits for a person" : "is rejected";
  const look: Look = { policy, options, approving: policy.rules.filter(({ verdict }) => verdict === "approve") };
  for (const judged of parts) {
    if (judged.decision.verdict !== decision.verdict || isFixed(judged.decision)) continue;
    const near = nearPart(judged, parts, look);
    if (near !== undefined) return `${near.approved}; ${near.asked} ${end}`;
  }
  return undefined;
}

interface Look {
  readonly policy: Policy;
  readonly options: DecideOptions;
  readonly approving: readonly Rule[];
}

interface Near {
  readonly approved: string;
  /** What the call asked for, as the beginning of a sentence. */
  readonly asked: string;
}

/** Whether a fixed rule decided to which no approved form can be near: files of secrets, `.git` and protected files. */
function isFixed({ rule }: Decision): boolean {
  return (
    rule.startsWith("builtin:") && rule !== OUTSIDE_RULE && rule !== GITHUB_RULE && rule !== "builtin:not-understood"
  );
}

function nearPart({ part, decision }: JudgedPart, parts: readonly JudgedPart[], look: Look): Near | undefined {
  const { approving } = look;
  // If a rule of the file decided, its reason says more than a list of what other rules approve.
  const isUnnamed = ["default", OUTSIDE_RULE, GITHUB_RULE].includes(decision.rule);
  if (part.kind === "command") {
    const asked = quoted(textOf(part));
    const shorter = shortened(part).find((words) => isApproved(words, part, look));
    if (shorter !== undefined) return { approved: `${quoted(shorter.join(" "))} is approved`, asked };
    return isUnnamed ? ofProgram(part, look) : undefined;
  }
  if (part.kind === "unknown") {
    const commands = parts.flatMap(({ part: other }) => (other.kind === "command" ? [other] : []));
    const alone = commands.find((command) => isApproved(textsOf(command), command, look));
    if (alone !== undefined) return { approved: `${quoted(textOf(alone))} is approved`, asked: "the whole line" };
    const refused = parts.find((other) => other.part.kind === "command" && other.decision.verdict !== "approve");
    return refused?.part.kind === "command" ? ofProgram(refused.part, look) : undefined;
  }
  const { verb = "", asked, accepted } = comparisonOf(part, approving);
  if (!isUnnamed || accepted.length === 0 || accepted.includes("**")) return undefined;
  return { approved: `${verb}${listed(accepted, MAX_LIST_BYTES)} is approved`, asked: `${verb}${asked}` };
}

interface Comparison {
  readonly verb?: string;
  readonly asked: string;
  readonly accepted: readonly string[];
}

/** What the call asked for, and what the approving rules name of the same kind. */
function comparisonOf(part: Exclude<Part, { kind: "command" }>, approving: readonly Rule[]): Comparison {
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

type CommandPart = Extract<JudgedPart["part"], { kind: "command" }>;

function textsOf({ words }: CommandPart): readonly string[] {
  return words.map(({ text }) => text);
}

function textOf(part: CommandPart): string {
  return textsOf(part).join(" ");
}

function quoted(command: string): string {
  return `\`${oneLine(command, MAX_COMMAND_CHARS)}\``;
}

function isApproved(words: readonly string[], { cwds }: CommandPart, { policy, options }: Look): boolean {
  const need: Capability = { kind: "exec", command: words.join(" "), cwd: cwds[0] ?? "." };
  return judge(policy, [need], options).decision.verdict === "approve";
}

/** Shorter forms of the command: without a flag and its value, without a flag, without its last words, without its first word. */
function shortened(part: CommandPart): readonly (readonly string[])[] {
  const texts = textsOf(part);
  if (texts.length > MAX_WORDS) return [];
  const flags = texts.flatMap((text, at) => (at > 0 && text.startsWith("-") ? [at] : []));
  const ends = texts.map((_, at) => texts.slice(0, at)).filter(({ length }) => length > 1);
  return [
    ...flags.filter((at) => texts[at + 1]?.startsWith("-") === false).map((at) => texts.toSpliced(at, 2)),
    ...flags.map((at) => texts.toSpliced(at, 1)),
    ...ends.toReversed(),
    ...(texts.length > 2 ? [texts.slice(1)] : []),
  ];
}

/** The approved patterns that are alike, else the forms of the same program that profiles approve. */
function ofProgram(part: CommandPart, look: Look): Near | undefined {
  const asked = quoted(textOf(part));
  const texts = textsOf(part);
  const entries = look.approving.flatMap(({ written }) => written.exec);
  const alike = entries.filter((entry) => isAlike(entry.split(" "), texts));
  const patterns = alike.filter((entry) => !isProfileName(entry) && isApproved(exampleOf(entry), part, look));
  if (patterns.length > 0) return { approved: `approved: ${listed(commandForms(patterns), MAX_LIST_BYTES)}`, asked };
  const [program = ""] = texts;
  const forms = entries.filter(isProfileName).flatMap((name) => formsOf(program, profileForms(name)));
  return forms.length === 0 ? undefined : { approved: `approved: ${listed(forms, MAX_LIST_BYTES)}`, asked };
}

/** Whether both have the same program and a further word in common. */
function isAlike([program, ...pattern]: readonly string[], [asked, ...words]: readonly string[]): boolean {
  return program === asked && pattern.some((word) => word !== "**" && word !== "*" && words.includes(word));
}

/** A short command that the pattern matches. */
function exampleOf(pattern: string): readonly string[] {
  return pattern
    .split(" ")
    .filter((word) => word !== "**")
    .map((word) => word.replaceAll(/\{([^,}]*),[^}]*\}/g, "$1").replaceAll("*", "x"));
}

/** The clauses of a profile's forms that name the program. */
function formsOf(program: string, forms: string): readonly string[] {
  return forms.split(", ").filter((clause) => clause.split(/[\s|()]+/).includes(program));
}
