/** A skill as the model reads it: its line in the list, and its text with the arguments filled in. */

import type { Skill } from "./skill.ts";

/** `$5.00` and `$10` are money, not arguments. */
const PLACEHOLDER = /\$(?:\{KIMI_SKILL_DIR\}|ARGUMENTS\[(\d+)\]|(\d)(?!\w|[.,]\d)|([A-Za-z_]\w*))/g;
const WORD = /(?:"[^"]*"|'[^']*'|\S)+/g;
const QUOTES = /"([^"]*)"|'([^']*)'/g;

/** The skills that the model may use on its own. */
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
