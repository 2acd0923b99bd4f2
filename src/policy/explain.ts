/** `policy explain` and `policy show`: which rule decides about a command, and the policy in full. Pure; returns JSON-able records. */

import { HOST_PORT, hostPortText, parseHostPort } from "../base/host-name.ts";
import { parseJson } from "../base/member.ts";
import { githubWords, type Capability, type Verdict } from "../protocol/approval.ts";
import type { Rung } from "../protocol/cell.ts";
import { judge, type DecideOptions, type JudgedPart, type Judgement } from "./decide.ts";
import { GITHUB_FORMS, parseGitHub } from "./github-pattern.ts";
import { nearestForm } from "./near-form.ts";
import { isListed } from "./net-pattern.ts";
import type { Policy } from "./policy.ts";
import { workspacePath } from "./shell/shell-paths.ts";
import { analyseCommand } from "./shell/shell.ts";

export interface ExplainOptions {
  /** The cell to assume. */
  readonly rung: Rung;
  /** Relative to the workspace; `.` when left out. */
  readonly cwd?: string | undefined;
  /** Absolute path of the workspace; matters for absolute paths in the command. `/workspace` when left out. */
  readonly workDir?: string | undefined;
}

/** One part of what a command needs: exactly one of `argv`, `write`, `read`, `mcp`, `net`, `github`. */
interface ExplainedPart {
  /** The words as the program would get them; a word with expansions stays as it is written. */
  readonly argv?: readonly string[];
  readonly write?: string;
  readonly read?: string;
  /** `server/tool`. */
  readonly mcp?: string;
  readonly net?: string;
  /** As rules write it. */
  readonly github?: string;
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
  /** The nearest form that is approved, of what is not. */
  readonly near?: string | undefined;
}

/** Decides about one command line and says why. */
export function explainCommand(
  policy: Policy,
  command: string,
  { rung, cwd = ".", workDir = "/workspace" }: ExplainOptions,
): Explanation {
  const place = { rung, workDir, analyse: analyseCommand };
  const judgement = judge(policy, [{ kind: "exec", command, cwd }], place);
  const { parts, problem } = judgement;
  return {
    command,
    ...explained(policy, judgement, place),
    parts: parts.flatMap(explainPart),
    ...(problem === undefined ? {} : { notUnderstood: problem }),
  };
}

/** What `policy explain` can be asked about, by the key of a question. */
export const SUBJECTS = ["command", "read", "write", "mcp", "net", "github"] as const;
type Subject = (typeof SUBJECTS)[number];

/** A command line, a path, `server/tool` or a host. */
export interface ExplainQuestion {
  readonly subject: Subject;
  readonly text: string;
}

export type ExplainAnswer = Omit<Explanation, "command" | "parts"> &
  Partial<Pick<Explanation, "parts">> &
  Readonly<Partial<Record<Subject, string>>> & {
    /** Of a host: whether commands of the cell reach it. Rules decide about tools only. */
    readonly commands?: Verdict;
  };

/** Decides about what is asked and says why. Paths are judged as they are written: links are not followed. */
export function explain(
  policy: Policy,
  { subject, text }: ExplainQuestion,
  options: ExplainOptions,
): ExplainAnswer | string {
  if (text === "") return `${subject} is empty`;
  const { rung, workDir = "/workspace" } = options;
  const decide = (capability: Capability): ExplainAnswer => {
    const place = { rung, workDir, analyse: analyseCommand };
    return { [subject]: text, ...explained(policy, judge(policy, [capability], place), place) };
  };
  switch (subject) {
    case "command":
      return explainCommand(policy, text, options);
    case "read":
    case "write":
      return decide({ kind: subject, path: workspacePath(text, options.cwd ?? ".", workDir) });
    case "mcp": {
      const [, server, tool] = /^([^/]+)\/(.+)$/.exec(text) ?? [];
      if (server === undefined || tool === undefined) return `${text} names no tool; give server/tool`;
      return decide({ kind: "mcp", server, tool });
    }
    case "github": {
      const need = parseGitHub(text);
      return need === undefined ? `${text} is no action; give ${GITHUB_FORMS}` : decide(need);
    }
    case "net": {
      const host = parseHostPort(text);
      if (host === undefined) return `${text} is no host; give ${HOST_PORT}`;
      return { ...decide({ kind: "net", host: hostPortText(host) }), ...reachOf(policy, hostPortText(host), rung) };
    }
  }
}

/** The hosts of groups are those that the machine's configuration names, so this leaves them open. */
function reachOf(policy: Policy, host: string, rung: Rung): Pick<ExplainAnswer, "commands"> {
  const isReached = rung !== "sealed" || isListed(policy, host);
  return isReached === undefined ? {} : { commands: isReached ? "approve" : "reject" };
}

/** The questions of a JSON value: a command as a string, or an object with one or more of the subjects. Else what is wrong. */
export function questionsIn(asked: unknown): readonly ExplainQuestion[] | string {
  if (typeof asked === "string") return [{ subject: "command", text: asked }];
  if (typeof asked !== "object" || asked === null || Array.isArray(asked)) return "neither a string nor an object";
  const questions: ExplainQuestion[] = [];
  for (const [key, value] of Object.entries(asked)) {
    const subject = SUBJECTS.find((one) => one === key);
    const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (subject === undefined) return `the key ${key} is not known`;
    for (const text of texts) {
      if (typeof text !== "string") return `${key} is no string`;
      questions.push({ subject, text });
    }
  }
  return questions.length === 0 ? "no question" : questions;
}

function explained(
  policy: Policy,
  judgement: Judgement,
  place: DecideOptions,
): Pick<Explanation, "verdict" | "rule" | "reason" | "near"> {
  const { verdict, rule, reason } = judgement.decision;
  const near = nearestForm(policy, judgement, place);
  return { verdict, rule, ...(reason === undefined ? {} : { reason }), ...(near === undefined ? {} : { near }) };
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
    case "net":
      return [{ net: part.host, ...decision }];
    case "github":
      return [{ github: githubWords(part), ...decision }];
    case "unknown":
      return [];
  }
}

/** What is accepted as a question in JSON. */
export const ACCEPTED = `a command as a JSON string, or an object with ${SUBJECTS.join(", ")}: {"read": "src/a.ts"}`;

/**
 * One line of `policy explain -`: questions in, one JSON answer for each out, in lines of their own; `{"error": …}` for any
 * other line. The second result says whether all were answered.
 */
export function explainLine(
  policy: Policy,
  line: string,
  options: ExplainOptions,
): { readonly text: string; readonly isAnswered: boolean } {
  const asked = parseJson(line);
  const questions = asked === undefined ? "not JSON" : questionsIn(asked);
  const answers = typeof questions === "string" ? [questions] : questions.map((one) => explain(policy, one, options));
  const lines = answers.map((answer) => {
    if (typeof answer !== "string") return JSON.stringify(answer);
    return JSON.stringify({ error: `${answer}: ${line.slice(0, 80)}; accepted: ${ACCEPTED}` });
  });
  return { text: lines.join("\n"), isAnswered: answers.every((answer) => typeof answer !== "string") };
}

/** The text of the policy under its file, digest, the fixed rules and the groups of `sandbox.network` with their hosts here. */
export function showPolicy(policy: Policy, groups: readonly string[] = []): string {
  const profile = policy.profile === undefined ? "" : `, profile ${policy.profile}`;
  return `# ${policy.file}${profile}
# digest ${policy.digest}
#
# Under every policy:
#   builtin:sensitive       reject   reading files of secrets (.env, private keys, credentials), or naming them in a command
#   builtin:git-dir         reject   writing inside .git
#   builtin:policy-file     defer    writing .github/kimi-policy.yml, or the policy in force
#   builtin:protected       defer    writing what publish.protected names
#   builtin:network         reject   tools that reach a host which sandbox.network does not list, in a sealed cell
#   builtin:github          defer    asking for something on GitHub where the default is approve
#   builtin:outside         defer    leaving the workspace through a link, or where the default is approve
#   builtin:not-understood  defer    commands that are not understood where the default is approve
#   builtin:odd-name        defer    writing a name that holds another path or flag, or a line break
#   builtin:scratch         approve  writing below /tmp in a sealed cell
#   builtin:system          approve  commands that read the system's own files in a sealed cell
#   builtin:no-effect       approve  calls that read, write and run nothing
${groups.length === 0 ? "" : ["#", "# On this machine sandbox.network means:", ...groups.map((text) => `#   ${text}`), ""].join("\n")}
${policy.text}`;
}
