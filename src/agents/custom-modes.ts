/** Modes that a repository declares. A broken mode is not used: without its restrictions it would have more rights than meant. */

import * as z from "zod/mini";
import { isRecord, member } from "../base/member.ts";
import { configError, RunnerError } from "../protocol/error.ts";
import { TOOL_GROUPS, type ToolGroup } from "../protocol/tool.ts";
import { list, mapping, oneOf, regex, text, word } from "../yaml/fields.ts";
import type { Field, Mistake } from "../yaml/mistakes.ts";
import { readYaml } from "../yaml/read-yaml.ts";
import type { RepositoryFile } from "./agents-md.ts";
import type { WriteLimit } from "./agent-spec.ts";
import type { Mode } from "./builtin-modes.ts";
import type { ToolCatalogue } from "./tool-lists.ts";

/** Longer than any pattern that people write. The pattern is matched against every path that is written. */
const MAX_PATTERN_CHARS = 500;

const GROUP = `one of: ${TOOL_GROUPS.join(", ")}; or [edit, { fileRegex, description }]`;
const PATTERN = `a regular expression of at most ${MAX_PATTERN_CHARS} characters, like \\.md$`;

const GroupName = oneOf(TOOL_GROUPS, GROUP);
const GroupOptions = mapping(
  {
    fileRegex: z.optional(regex(PATTERN, MAX_PATTERN_CHARS)),
    description: z.optional(text("a string")),
  },
  "a mapping with fileRegex and description",
);
const Restricted = list(z.union([GroupOptions, GroupName]), GROUP, 2).check(({ value, issues }) => {
  const [name, options] = value;
  if (typeof name !== "string" || typeof options === "string")
    issues.push({ code: "custom", input: value, message: GROUP });
});
const Group = z.union([GroupName, Restricted], { error: GROUP });

const MODE_FIELDS = {
  slug: word(/^[A-Za-z0-9-]+$/, "letters, digits and dashes"),
  name: text("a name"),
  roleDefinition: text("a string: who the model is in this mode"),
  whenToUse: z.optional(text("a string")),
  description: z.optional(text("a string")),
  customInstructions: z.optional(text("a string")),
  groups: list(Group, `a list of groups: ${TOOL_GROUPS.join(", ")}`),
  tools: z.optional(list(text("the name of a tool", 100), 'a list of tools, like ["insert_content"]')),
  // Kilo's editor writes these two keys. They have no effect here.
  source: z.optional(oneOf(["global", "project"], "global or project")),
  iconName: z.optional(text("a string")),
};
const ModesFile = mapping(
  {
    customModes: list(mapping(MODE_FIELDS, "a mapping with slug, name, roleDefinition and groups"), "a list of modes"),
  },
  "a mapping with `customModes`",
);

/** Roo Code's files have prompts of pages in each mode. Parsing takes 0.3 s there. */
const MAX_CHARS = 400_000;

const AnyModes = z.object({ customModes: z.array(z.unknown()) });

export interface ReadModes {
  readonly modes: readonly Mode[];
  /** Modes that cannot be used: slug → why. */
  readonly broken: ReadonlyMap<string, RunnerError>;
  /** What of the others is not used. */
  readonly notes: readonly string[];
}

/** What can be used of a file, which may be meant for another version of its program; the error where nothing of it can be read. */
export function readUsableModes(file: RepositoryFile, catalogue: ToolCatalogue): ReadModes | RunnerError {
  const { path, text } = file;
  const whole = valueOrMistake(() => readModes(file, catalogue));
  if (!(whole instanceof RunnerError)) return { modes: whole, broken: new Map(), notes: [] };
  const any = valueOrMistake(() => readYaml({ file: path, text, schema: AnyModes, maxChars: MAX_CHARS }));
  if (any instanceof RunnerError) return whole;
  const modes: Mode[] = [];
  const notes: string[] = [];
  const broken = new Map<string, RunnerError>();
  for (const [index, entry] of any.data.customModes.entries()) {
    const given = member(entry, "slug");
    const slug = typeof given === "string" ? given : `number ${index + 1}`;
    const { mode, left } = withKnownParts(entry);
    const alone = { path, text: JSON.stringify({ customModes: [mode] }) };
    const read = valueOrMistake(() => readModes(alone, catalogue));
    if (read instanceof RunnerError) {
      const why = read.message.replaceAll(/^ {0,2}[^\s:]{1,99}:\d{1,9}:\d{1,9}: (?:customModes\[0\]\.?)?/gm, "");
      const says = `${path}: the mode ${slug} cannot be used: ${why}`;
      broken.set(slug, configError(says, "Fix it, or choose another mode."));
      continue;
    }
    modes.push(...read);
    if (left.length > 0) notes.push(`${path}: of the mode ${slug}, ${left.join(", ")} is unknown and ignored.`);
  }
  return { modes, broken, notes };
}

function valueOrMistake<T>(read: () => T): T | RunnerError {
  try {
    return read();
  } catch (error) {
    if (error instanceof RunnerError) return error;
    throw error;
  }
}

/** A mode without groups and keys of other versions. What restricts a group stays. */
function withKnownParts(entry: unknown): { readonly mode: unknown; readonly left: readonly string[] } {
  if (!isRecord(entry)) return { mode: entry, left: [] };
  const left: string[] = [];
  const isKnown = (name: string): boolean => Object.hasOwn(MODE_FIELDS, name) || !left.push(name);
  const mode = Object.fromEntries(Object.entries(entry).filter(([name]) => isKnown(name)));
  const { groups } = mode;
  if (!Array.isArray(groups)) return { mode, left };
  const isGroup = (group: unknown): boolean =>
    typeof group !== "string" || TOOL_GROUPS.some((name) => name === group) || !left.push(`the group ${group}`);
  return { mode: { ...mode, groups: groups.filter(isGroup) }, left };
}

/** The modes of one file. Throws `config.invalid` with line and field of everything that is wrong. */
export function readModes({ path, text }: RepositoryFile, catalogue: ToolCatalogue): readonly Mode[] {
  const { data, refuse } = readYaml({ file: path, text, schema: ModesFile, maxChars: MAX_CHARS });
  const mistakes: Mistake[] = [];
  const slugs = new Set<string>();
  const modes = data.customModes.map((custom, index): Mode => {
    const field = ["customModes", index];
    if (slugs.has(custom.slug)) mistakes.push({ field: [...field, "slug"], accepts: "a slug that no other mode has" });
    slugs.add(custom.slug);
    const { roleDefinition, customInstructions = "", whenToUse, description, name, slug } = custom;
    const of = readGroups(custom.groups, [...field, "groups"], mistakes);
    const tools = namedTools({ ...of, tools: custom.tools ?? [] }, field, mistakes, catalogue);
    return {
      slug,
      role: [roleDefinition.trim(), customInstructions.trim()].filter((part) => part !== "").join("\n\n"),
      whenToUse: whenToUse ?? description ?? name,
      ...of,
      ...(tools.length === 0 ? {} : { tools }),
    };
  });
  if (mistakes.length > 0) throw refuse(mistakes);
  return modes;
}

/** The tools that a mode names besides its groups. It may name a tool that no mode is offered, of a group that the mode has. */
function namedTools(
  { tools = [], groups }: Pick<Mode, "tools" | "groups">,
  field: Field,
  mistakes: Mistake[],
  catalogue: ToolCatalogue,
): readonly string[] {
  const open = catalogue.filter(({ offeredTo }) => offeredTo.includes("agent files"));
  return tools.flatMap((name, index) => {
    const at = [...field, "tools", index];
    const tool = open.find((one) => one.name === name);
    if (tool?.group !== undefined && !groups.includes(tool.group)) {
      mistakes.push({ field: at, says: `${name} needs the group ${tool.group}` });
    } else if (tool === undefined) {
      mistakes.push({ field: at, accepts: `one of: ${open.map((one) => one.name).join(", ")}` });
    }
    return tool === undefined ? [] : [tool.name];
  });
}

function readGroups(
  written: readonly z.infer<typeof Group>[],
  field: Field,
  mistakes: Mistake[],
): { readonly groups: readonly ToolGroup[]; readonly writes?: WriteLimit } {
  const groups: ToolGroup[] = [];
  let writes: WriteLimit | undefined;
  for (const [index, entry] of written.entries()) {
    const at = [...field, index];
    const parts = [entry].flat();
    const group = TOOL_GROUPS.find((name) => name === parts[0]);
    if (group === undefined) continue;
    const options = typeof parts[1] === "object" ? parts[1] : {};
    const { fileRegex: pattern, description = `files that match ${pattern}` } = options;
    if (groups.includes(group)) mistakes.push({ field: at, says: `the group ${group} is there already` });
    groups.push(group);
    if (pattern === undefined) continue;
    writes = { pattern, description };
    if (group !== "edit") {
      const says = "only the group edit can be restricted to files";
      mistakes.push({ field: [...at, 1, "fileRegex"], says, atKey: true });
    }
  }
  return writes === undefined ? { groups } : { groups, writes };
}
