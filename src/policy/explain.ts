/** `policy explain` and `policy show`: which rule decides about a call, and the whole policy. Pure. */

import { HOST_PORT, hostPortText, parseHostPort } from "../base/network/host-name.ts";
import { definedMembers, parseJson } from "../base/member.ts";
import type { Decision, Verdict } from "../protocol/approval.ts";
import type { SandboxLevel } from "../protocol/cell.ts";
import { judge, type JudgedPart } from "./decide.ts";
import { GITHUB_FORMS, parseGitHub } from "./github-pattern.ts";
import { partText } from "./match-rule.ts";
import { nearestForm } from "./near-form.ts";
import { isListed } from "./net-pattern.ts";
import type { Policy } from "./policy.ts";
import { isProfileName, profilePatterns } from "./profiles.ts";
import { workspacePath } from "./shell/shell-paths.ts";
import { analyseCommand } from "./shell/shell.ts";

export interface ExplainOptions {
  readonly level: SandboxLevel;
  /** Absolute path of the workspace; matters for absolute paths in the command. `/workspace` when left out. */
  readonly workDir?: string | undefined;
}

/** What `policy explain` can be asked about, by the key of a question. */
export const SUBJECTS = ["command", "read", "write", "mcp", "net", "github"] as const;
type Subject = (typeof SUBJECTS)[number];

/** One part of what a command needs, by its key. */
interface ExplainedPart extends Decision, Readonly<Partial<Record<Exclude<Subject, "command">, string>>> {
  /** The words as the program would get them; a word with expansions stays as it is written. */
  readonly argv?: readonly string[];
}

interface ExplainQuestion {
  readonly subject: Subject;
  /** A command line, a path, `server/tool`, a host or a GitHub action. */
  readonly text: string;
}

/** The text of the question under its subject, and the answer. */
export interface ExplainAnswer extends Omit<Decision, "also">, Readonly<Partial<Record<Subject, string>>> {
  readonly parts?: readonly ExplainedPart[];
  /** Why a command line as a whole is not understood. */
  readonly notUnderstood?: string | undefined;
  /** Whether commands of the cell reach a host; rules about hosts apply to tools only. */
  readonly commands?: Verdict | undefined;
}

/** Decides about one question and says why, or why the question is not understood. Links are not followed. */
export function explain(
  policy: Policy,
  { subject, text }: ExplainQuestion,
  { level, workDir = "/workspace" }: ExplainOptions,
): ExplainAnswer | string {
  const need = text === "" ? `${subject} is empty` : needOf(subject, text, workDir);
  if (typeof need === "string") return need;
  const place = { level, workDir, analyse: analyseCommand };
  const judgement = judge(policy, [need], place);
  const { verdict, rule, reason } = judgement.decision;
  const near = nearestForm(policy, judgement, place);
  const answer: ExplainAnswer = { [subject]: text, verdict, rule, reason, near };
  if (need.kind === "exec") {
    const parts = judgement.parts.flatMap(explainPart);
    return definedMembers({ ...answer, parts, notUnderstood: judgement.problem });
  }
  if (need.kind !== "net") return definedMembers(answer);
  // Undefined if a group of `sandbox.network` may list the host, which depends on the machine's configuration.
  const isReached = level !== "sealed" || isListed(policy.sandbox.network, need.host);
  const commands: Verdict | undefined = isReached === undefined ? undefined : isReached ? "approve" : "reject";
  return definedMembers({ ...answer, commands });
}

/** The capability that a question is about, or why it names none. */
function needOf(subject: Subject, text: string, workDir: string) {
  switch (subject) {
    case "command":
      return { kind: "exec", command: text, cwd: "." } as const;
    case "read":
    case "write":
      return { kind: subject, path: workspacePath(text, ".", workDir) };
    case "mcp": {
      const [, server, tool] = /^([^/]+)\/(.+)$/s.exec(text) ?? [];
      if (server === undefined || tool === undefined) return `${text} names no tool; give server/tool`;
      return { kind: "mcp", server, tool } as const;
    }
    case "github":
      return parseGitHub(text) ?? `${text} is not an action; give ${GITHUB_FORMS}`;
    case "net": {
      const host = parseHostPort(text);
      if (host === undefined) return `${text} is not a host; give ${HOST_PORT}`;
      return { kind: "net", host: hostPortText(host) } as const;
    }
  }
}

/** The questions in a JSON value: a command as a string, or an object with one or more subjects. A text says what is wrong with it. */
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

function explainPart({ part, decision }: JudgedPart): ExplainedPart[] {
  if (part.kind === "unknown") return [];
  if (part.kind === "command") return [{ argv: part.words.map(({ value, text }) => value ?? text), ...decision }];
  const [key, text] = partText(part);
  return [{ [key]: text, ...decision }];
}

export const ACCEPTED = `a command as a JSON string, or an object with ${SUBJECTS.join(", ")}: {"read": "src/a.ts"}`;

/** Answers one line of `policy explain -`: a line of JSON for each question in it, `{"error": …}` for what is no question. */
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

/** File, digest, fixed rules and the groups of `sandbox.network` with their hosts on this machine, followed by the policy's text. */
export function showPolicy(policy: Policy, groups: readonly string[] = []): string {
  const profile = policy.profile === undefined ? "" : `, profile ${policy.profile}`;
  return `# ${policy.file}${profile}
# digest ${policy.digest}
#
# Under every policy:
#   builtin:sensitive       reject   reading files of secrets (.env, private keys, credentials), which look empty to commands, or naming one in a command
#   builtin:closed          reject   commands reading a folder that the user of the run cannot list, which looks empty
#   builtin:git-dir         reject   writing inside .git
#   builtin:policy-file     defer    writing .github/kimi-policy.yml, or the policy in force
#   builtin:protected       defer    writing files that publish.protected names
#   builtin:agent-files     defer    writing files that steer agents (AGENTS.md, .mcp.json, .claude/** and the like), unless publish.agent_files: allow
#   builtin:filter          reject   on GitHub, a write that would wait, to a file under a git filter: no answer could publish it
#   builtin:only-people     reject   on GitHub, a write that would wait, to a file that only people change: no answer could publish it
#   builtin:unsafe-path     reject   publishing git's own names, submodules and links out of the repository
#   builtin:lfs             reject   publishing a file that Git LFS stores
#   builtin:earlier-step    reject   publishing a file in which the run's part cannot be told from an earlier step's
#   builtin:key             defer    publishing a file to which the run added what looks like a key
#   builtin:read-only       reject   everything that changes something, in a run that only answers
#   builtin:outsider        reject   everything that does not only read, and asking a person, in a run of an outsider
#   builtin:plan-mode       reject   everything that does not only read, in plan mode
#   builtin:network         reject   in a sealed cell, reaching a host that sandbox.network does not list
#   builtin:github          defer    asking for something on GitHub that no rule names, if the default is approve
#   builtin:outside         defer    writing outside the workspace, if no rule names the path and the default is approve
#   builtin:not-understood  defer    commands that are not understood, if the default is approve
#   builtin:scratch         approve  writing below /tmp in a sealed cell
#   builtin:afterwards      approve  redirections in a sealed cell that no rule rejects or defers: the changed file is judged
#   builtin:no-effect       approve  calls that read, write and run nothing
${profileLines(policy)}${groups.length === 0 ? "" : ["#", "# On this machine sandbox.network means:", ...groups.map((text) => `#   ${text}`), ""].join("\n")}
${policy.text}`;
}

function profileLines({ rules }: Policy): string {
  const names = new Set(rules.flatMap(({ written }) => written.exec.filter(isProfileName)));
  const lines = [...names].flatMap((name) => [
    `#   ${name}:`,
    ...profilePatterns(name).map((pattern) => `#     ${pattern}`),
  ]);
  return lines.length === 0 ? "" : `${["#", "# Profiles are these patterns:", ...lines].join("\n")}\n`;
}
