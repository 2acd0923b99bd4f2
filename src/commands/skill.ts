/** What a skill is, where skills stand, and how the model reads one. Loads no parser, for callers that only ask which files to read. */

import type { RunnerError } from "../protocol/error.ts";
import type { Flow } from "../protocol/prompt.ts";

/** Kimi CLI's folders of skills, relative to the repository's root. A skill hides one of the same name in a later folder. */
export const SKILL_FOLDERS: readonly string[] = [".kimi/skills", ".claude/skills", ".codex/skills", ".agents/skills"];

interface SkillText {
  /** As written; compared without case. */
  readonly name: string;
  /** From the front matter, else the first line of the body. */
  readonly description: string;
  readonly path: string;
  /** The folder of that file: what `${KIMI_SKILL_DIR}` stands for. */
  readonly folder: string;
  /** The text behind the front matter, trimmed; never empty. */
  readonly body: string;
  /** Names of the positional arguments in the body (`$name`). */
  readonly argumentNames: readonly string[];
  /** The skill is for people alone: it is not listed for the model. */
  readonly disableModelInvocation: boolean;
}

/** A flow whose diagram cannot be read is a standard skill that keeps the reason. */
export type Skill = SkillText &
  (
    | { readonly type: "standard"; readonly flowError?: RunnerError | undefined }
    | { readonly type: "flow"; readonly flow: Flow }
  );

/** True for `<folder>/<name>/SKILL.md` and `<folder>/<name>.md`, where that is not `SKILL.md` itself; no other file of these folders has to be read. */
export function isSkillFile(path: string): boolean {
  return SKILL_FOLDERS.some((folder) => isSkillIn(folder, path));
}

export function isSkillIn(folder: string, path: string): boolean {
  if (!path.startsWith(`${folder}/`)) return false;
  return /^(?:[^/]+\/SKILL\.md|(?!SKILL\.md$)[^/]+\.md)$/.test(path.slice(folder.length + 1));
}

/** Names are compared without case. */
export function findSkill(skills: readonly Skill[], name: string): Skill | undefined {
  return skills.find((skill) => skill.name.toLowerCase() === name.toLowerCase());
}

/** `$5.00` and `$10` are money, not arguments. */
const PLACEHOLDER = /\$(?:\{KIMI_SKILL_DIR\}|ARGUMENTS\[(\d+)\]|(\d)(?!\w|[.,]\d)|([A-Za-z_]\w*))/g;
const WORD = /(?:"[^"]*"|'[^']*'|\S)+/g;
const QUOTES = /"([^"]*)"|'([^']*)'/g;

export function skillsForModel(skills: readonly Skill[]): readonly Skill[] {
  return skills.filter((skill) => skill.type === "standard" && !skill.disableModelInvocation);
}

/** One line for each skill that the model may use on its own, sorted: `- name: description`. Empty when there is none. */
export function listSkills(skills: readonly Skill[]): string {
  return skillsForModel(skills)
    .map(({ name, description }) => `- ${name}: ${description.replace(/\s+/g, " ")}`)
    .toSorted()
    .join("\n");
}

/**
 * The text of `/skill:name args`: `$ARGUMENTS` is all of the arguments, `$0` to `$9` and `$ARGUMENTS[n]` are single ones
 * (quotes keep words together), missing ones are empty. Arguments that no placeholder takes follow as the user's request.
 */
export function expandSkill(skill: Skill, args: string): string {
  const words = Array.from(args.matchAll(WORD), ([word]) => word.replace(QUOTES, "$1$2"));
  let isTaken = false;
  const take = (value: string | undefined): string => {
    isTaken ||= value !== undefined;
    return value ?? "";
  };
  // In one pass, so that a placeholder inside an argument is not replaced.
  const text = skill.body.replace(PLACEHOLDER, (match, index?: string, digit?: string, name?: string) => {
    const position = index ?? digit;
    if (position !== undefined) return take(words[Number(position)]);
    if (name === undefined) return skill.folder;
    if (name === "ARGUMENTS") return take(args);
    const named = skill.argumentNames.indexOf(name);
    return named < 0 ? match : take(words[named]);
  });
  return args === "" || isTaken ? text : `${text}\n\nUser request: ${args}`;
}
