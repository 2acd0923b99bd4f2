/** What a skill is and where skills stand. Loads no parser, for callers that only ask which files to read. */

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
