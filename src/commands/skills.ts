/** Files of the base commit → skills (Kimi CLI's `discover_skills`). A bad skill is left out with a warning. */

import * as z from "zod/mini";
import { describeError, RunnerError } from "../protocol/error.ts";
import { readFrontMatter } from "../yaml/front-matter.ts";
import { invalidFile, type RefusedAs } from "../yaml/read-yaml.ts";
import { readFlow } from "./flow-markdown.ts";
import { isSkillIn, SKILL_FOLDERS, type Skill } from "./skill.ts";
import { flag, oneOf } from "../yaml/fields.ts";

/** Characters of a description that was taken from the body. */
const MAX_DESCRIPTION = 240;
const REFUSAL: RefusedAs = { code: "config.invalid", hint: "The skill is left out." };

/** The names that can follow `/skill:`. */
const SKILL_NAME = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]{0,62}[\p{L}\p{N}_])?$/u;
const NAME_ACCEPTS = 'a name for a command: letters, digits, "_", "-" and ".", at most 64 of them';

const trimmed = (form: RegExp, error: string) => z.string({ error }).check(z.trim(), z.regex(form, { error }));
const Names = z.union([z.string(), z.array(z.string({ error: "a name" }))], { error: "a list of names" });

/** Front matter of a skill. Other keys, which belong to other programs, are ignored. An empty value sets nothing. */
const SkillFields = z.nullable(
  z.object(
    {
      name: z.nullish(trimmed(SKILL_NAME, NAME_ACCEPTS)),
      description: z.nullish(trimmed(/./, "a string")),
      /** `prompt` and `inline` are newer names of `standard`. */
      type: z.nullish(oneOf(["standard", "flow", "prompt", "inline"], "standard or flow")),
      disableModelInvocation: z.nullish(flag()),
      /** Claude's and snake-case spellings. */
      "disable-model-invocation": z.nullish(flag()),
      disable_model_invocation: z.nullish(flag()),
      arguments: z.nullish(Names),
    },
    { error: "front matter with one key to a line, such as `description: what it does`" },
  ),
);

export interface LoadedSkills {
  /** Sorted by name. */
  readonly skills: readonly Skill[];
  /** One sentence or two each: file, line, what was wrong, what would be accepted. */
  readonly warnings: readonly string[];
}

/** Loads the skills of all skill folders. `files` is path → text; other paths are left alone. */
export function loadSkills(files: ReadonlyMap<string, string>): LoadedSkills {
  const found = new Map<string, Skill>(); // by name in lower case
  const warnings: string[] = [];
  for (const root of SKILL_FOLDERS) {
    for (const path of skillFiles(files, root)) {
      const skill = tryRead({ path, text: files.get(path) ?? "", root }, warnings);
      if (skill === undefined) continue;
      const key = skill.name.toLowerCase();
      const other = found.get(key);
      if (other === undefined) found.set(key, skill);
      else if (isRival(skill, other, root)) {
        warnings.push(`${path}:1: a second skill "${skill.name}"; ${other.path} is used. Names must differ.`);
      }
    }
  }
  return { skills: [...found.keys()].toSorted().flatMap((key) => found.get(key) ?? []), warnings };
}

/** Folders before flat files, so that a folder wins; then by path. */
function skillFiles(files: ReadonlyMap<string, string>, root: string): readonly string[] {
  const own = [...files.keys()].filter((path) => isSkillIn(root, path)).toSorted();
  return own.toSorted((a, b) => Number(isFolder(b, root)) - Number(isFolder(a, root)));
}

function isFolder(path: string, root: string): boolean {
  return path.slice(root.length + 1).includes("/");
}

/** Two of one form in one root: nothing says which is meant. A folder hides a flat file, and an earlier root a later one. */
function isRival(skill: Skill, other: Skill, root: string): boolean {
  return other.path.startsWith(`${root}/`) && isFolder(skill.path, root) === isFolder(other.path, root);
}

interface SkillFile {
  readonly path: string;
  readonly text: string;
  readonly root: string;
}

function tryRead(file: SkillFile, warnings: string[]): Skill | undefined {
  try {
    const skill = readSkill(file);
    if (skill.type === "standard" && skill.flowError !== undefined) {
      warnings.push(`${describeError(skill.flowError)} The flow cannot run; the skill is a standard one.`);
    }
    return skill;
  } catch (error) {
    if (!(error instanceof RunnerError)) throw error;
    warnings.push(describeError(error));
    return undefined;
  }
}

/** Throws `config.invalid` for a file that is no skill. */
function readSkill({ path, text: raw, root }: SkillFile): Skill {
  const text = withoutStrayRule(raw.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n"));
  const front = readFrontMatter({ file: path, text, schema: SkillFields, refusal: REFUSAL });
  const fields = front?.data ?? {};
  // A skill may be no more than its description.
  const body = (front?.body ?? text).trim() || (fields.description ?? "");
  const name = fields.name ?? fileName(path, root);
  const refuse = (line: number, says: string): RunnerError =>
    invalidFile({ file: path, lines: [`${path}:${line}:1: ${says}`], refusal: REFUSAL });
  if (!SKILL_NAME.test(name)) throw refuse(1, `the file's name "${name}" is not accepted; expected ${NAME_ACCEPTS}`);
  if (body === "") throw refuse(front?.bodyLine ?? 1, "no text; expected what to do");
  const skill = {
    name,
    description: fields.description ?? firstLine(body),
    path,
    folder: path.slice(0, path.lastIndexOf("/")),
    body,
    argumentNames: namesOf(fields.arguments ?? []),
    disableModelInvocation:
      fields.disableModelInvocation ?? fields["disable-model-invocation"] ?? fields.disable_model_invocation ?? false,
  };
  if (fields.type !== "flow") return { ...skill, type: "standard" };
  try {
    return { ...skill, type: "flow", flow: readFlow(text, path) };
  } catch (error) {
    if (!(error instanceof RunnerError)) throw error;
    return { ...skill, type: "standard", flowError: error };
  }
}

/** A text that begins with a rule of dashes. With keys below it, it is front matter that lacks its end, which is refused. */
function withoutStrayRule(text: string): string {
  const [first = "", ...rest] = text.split("\n");
  const isRule = (line: string): boolean => /^---[ \t]*$/.test(line);
  const next = rest.find((line) => line.trim() !== "") ?? "";
  return isRule(first) && !rest.some(isRule) && !/^[\w-]+:/.test(next) ? rest.join("\n") : text;
}

/** `name/SKILL.md` and `name.md` are both `name`. */
function fileName(path: string, root: string): string {
  return path.slice(root.length + 1).replace(/(?:\/SKILL)?\.md$/, "");
}

function firstLine(body: string): string {
  const [line = ""] = body.split("\n");
  return line.length > MAX_DESCRIPTION ? `${line.slice(0, MAX_DESCRIPTION - 1)}…` : line.trimEnd();
}

/** The names that can follow a `$` in the body. Usage texts such as `<query>` are left out. */
function namesOf(value: string | readonly string[]): readonly string[] {
  const names = typeof value === "string" ? value.split(/\s+/) : value;
  return names.filter((name) => /^[A-Za-z_]\w*$/.test(name));
}
