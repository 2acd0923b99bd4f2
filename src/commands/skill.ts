/** What a skill is and where skills stand. Light on purpose: callers that only ask which files to read load no parser. */

import type { RunnerError } from "../protocol/error.ts";
import type { Flow } from "../protocol/prompt.ts";

/** Strongest first: a skill of an earlier scope hides one of the same name in a later. */
export const SKILL_SCOPES = ["project", "user", "extra", "builtin"] as const;
type SkillScope = (typeof SKILL_SCOPES)[number];

/** A folder of skills. `path` is the beginning of its files' names in the map that is handed over, without a final `/`. */
export interface SkillRoot {
  readonly path: string;
  readonly scope: SkillScope;
}

/** Kimi CLI's project roots, relative to the repository's root, in order of precedence. */
export const PROJECT_SKILL_ROOTS: readonly SkillRoot[] = [
  { path: ".kimi/skills", scope: "project" },
  { path: ".claude/skills", scope: "project" },
  { path: ".codex/skills", scope: "project" },
  { path: ".agents/skills", scope: "project" },
];

interface SkillText {
  /** As written; compared without case. */
  readonly name: string;
  /** From the front matter, else the first line of the body. */
  readonly description: string;
  readonly scope: SkillScope;
  readonly path: string;
  /** The folder of that file: what `${KIMI_SKILL_DIR}` stands for. */
  readonly folder: string;
  /** The text behind the front matter, trimmed; never empty. */
  readonly body: string;
  /** Names that positional arguments go by in the body (`$name`). */
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

/** True for `<root>/<name>/SKILL.md` and `<root>/<name>.md`: all that has to be read of a root. */
export function isSkillFile(path: string, root: SkillRoot): boolean {
  if (!path.startsWith(`${root.path}/`)) return false;
  return /^(?:[^/]+\/SKILL\.md|[^/]+\.md)$/.test(path.slice(root.path.length + 1));
}

/** Names are compared without case. */
export function findSkill(skills: readonly Skill[], name: string): Skill | undefined {
  return skills.find((skill) => skill.name.toLowerCase() === name.toLowerCase());
}
