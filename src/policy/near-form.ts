/**
 * The approved form that is nearest to what is not approved: "`npm test` is approved; `npm test -- --grep x` waits for a
 * person". A command that is called approved here was judged by the policy as it stands. Pure.
 */

import { oneLine } from "../base/truncate.ts";
import { githubWords, type Capability, type Decision } from "../protocol/approval.ts";
import { judge, type DecideOptions, type Judgement, type JudgedPart } from "./decide.ts";
import { GITHUB_RULE, OUTSIDE_RULE } from "./fixed-rules.ts";
import { commandForms, listed } from "./policy-words.ts";
import type { Policy, Rule } from "./policy.ts";
import { isProfileName, profileForms } from "./profiles/profiles.ts";

/** A longer command is not shortened: each way to shorten it is judged, at a tenth of a millisecond. */
const MAX_WORDS = 24;
const MAX_COMMAND_CHARS = 120;
const MAX_LIST_BYTES = 200;

/** One sentence without its full stop; undefined for what is approved, and where nothing that is approved is near. */
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
  /** What was asked for, as the beginning of a sentence. */
  readonly asked: string;
}

/** Secrets, `.git` and protected files have no other form. */
function isFixed({ rule }: Decision): boolean {
  return (
    rule.startsWith("builtin:") && rule !== OUTSIDE_RULE && rule !== GITHUB_RULE && rule !== "builtin:not-understood"
  );
}

function nearPart({ part, decision }: JudgedPart, parts: readonly JudgedPart[], look: Look): Near | undefined {
  const { approving } = look;
  // Where a rule of the file decided, its reason says more than what other rules approve.
  const isUnnamed = ["default", OUTSIDE_RULE, GITHUB_RULE].includes(decision.rule);
  switch (part.kind) {
    case "command": {
      const asked = quoted(textOf(part));
      const shorter = shortened(part).find((words) => isApproved(words, part, look));
      if (shorter !== undefined) return { approved: `${quoted(shorter.join(" "))} is approved`, asked };
      return isUnnamed ? ofProgram(part, look) : undefined;
    }
    case "unknown": {
      const commands = parts.flatMap(({ part: other }) => (other.kind === "command" ? [other] : []));
      const alone = commands.find((command) =>
        isApproved(
          command.words.map(({ text }) => text),
          command,
          look,
        ),
      );
      if (alone !== undefined) return { approved: `${quoted(textOf(alone))} is approved`, asked: "the whole line" };
      const refused = parts.find((other) => other.part.kind === "command" && other.decision.verdict !== "approve");
      return refused?.part.kind === "command" ? ofProgram(refused.part, look) : undefined;
    }
    case "read":
    case "write": {
      const globs = approving.flatMap(({ written }) => written[part.kind]);
      if (!isUnnamed || globs.length === 0 || globs.includes("**")) return undefined;
      const [verb, path] = [part.kind === "read" ? "reading" : "writing", oneLine(part.path, MAX_COMMAND_CHARS)];
      return { approved: `${verb} ${listed(globs, MAX_LIST_BYTES)} is approved`, asked: `${verb} ${path}` };
    }
    case "net": {
      const hosts = approving.flatMap(({ net = [] }) => net);
      if (!isUnnamed || hosts.length === 0) return undefined;
      return { approved: `${listed(hosts, MAX_LIST_BYTES)} is approved`, asked: part.host };
    }
    case "github": {
      const asked = oneLine(`${githubWords(part)} on GitHub`, MAX_COMMAND_CHARS);
      const actions = approving.flatMap(({ github = [] }) => github);
      return !isUnnamed || actions.length === 0
        ? undefined
        : { approved: `${listed(actions, MAX_LIST_BYTES)} is approved`, asked };
    }
    case "mcp": {
      const tools = approving.flatMap(({ mcp = [] }) => mcp.filter((tool) => tool.startsWith(`${part.server}/`)));
      const asked = oneLine(`${part.server}/${part.tool}`, MAX_COMMAND_CHARS);
      return !isUnnamed || tools.length === 0
        ? undefined
        : { approved: `${listed(tools, MAX_LIST_BYTES)} is approved`, asked };
    }
  }
}

type CommandPart = Extract<JudgedPart["part"], { kind: "command" }>;

function textOf({ words }: CommandPart): string {
  return words.map(({ text }) => text).join(" ");
}

function quoted(command: string): string {
  return `\`${oneLine(command, MAX_COMMAND_CHARS)}\``;
}

function isApproved(words: readonly string[], { cwds }: CommandPart, { policy, options }: Look): boolean {
  const need: Capability = { kind: "exec", command: words.join(" "), cwd: cwds[0] ?? "." };
  return judge(policy, [need], options).decision.verdict === "approve";
}

/** The command without a flag and its value, without a flag alone, without its last words, and without a wrapper before it. */
function shortened({ words }: CommandPart): readonly (readonly string[])[] {
  if (words.length > MAX_WORDS) return [];
  const texts = words.map(({ text }) => text);
  const flags = texts.flatMap((text, at) => (at > 0 && text.startsWith("-") ? [at] : []));
  const ends = texts.map((_, at) => texts.slice(0, at)).filter(({ length }) => length > 1);
  return [
    ...flags.filter((at) => texts[at + 1]?.startsWith("-") === false).map((at) => texts.toSpliced(at, 2)),
    ...flags.map((at) => texts.toSpliced(at, 1)),
    ...ends.toReversed(),
    ...(texts.length > 2 ? [texts.slice(1)] : []),
  ];
}

/** A pattern that begins alike, or what profiles approve of the same program. */
function ofProgram(part: CommandPart, look: Look): Near | undefined {
  const asked = quoted(textOf(part));
  const texts = part.words.map(({ text }) => text);
  const entries = look.approving.flatMap(({ written }) => written.exec);
  const alike = entries.filter((entry) => isAlike(entry.split(" "), texts));
  const patterns = alike.filter((entry) => !isProfileName(entry) && isApproved(exampleOf(entry), part, look));
  if (patterns.length > 0) return { approved: `approved: ${listed(commandForms(patterns), MAX_LIST_BYTES)}`, asked };
  const [program = ""] = texts;
  const forms = entries.filter(isProfileName).flatMap((name) => formsOf(program, profileForms(name)));
  return forms.length === 0 ? undefined : { approved: `approved: ${listed(forms, MAX_LIST_BYTES)}`, asked };
}

/** The same program, and a further word in common. */
function isAlike([program, ...pattern]: readonly string[], [asked, ...words]: readonly string[]): boolean {
  return program === asked && pattern.some((word) => word !== "**" && word !== "*" && words.includes(word));
}

/** The least command that a pattern matches. */
function exampleOf(pattern: string): readonly string[] {
  return pattern
    .split(" ")
    .filter((word) => word !== "**")
    .map((word) => word.replaceAll(/\{([^,}]*),[^}]*\}/g, "$1").replaceAll("*", "x"));
}

/** Of what a profile approves, the clauses that name the program. */
function formsOf(program: string, forms: string): readonly string[] {
  return forms.split(", ").filter((clause) => clause.split(/[\s|()]+/).includes(program));
}
