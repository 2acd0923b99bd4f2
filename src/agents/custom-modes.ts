/**
 * Modes that a repository declares. Pure: the caller reads the files, from the base commit. A broken file is an error;
 * without its restrictions a mode would have more rights than meant.
 */

import * as z from "zod/mini";
import { TOOL_GROUPS, type ToolGroup } from "../protocol/tool.ts";
import type { WriteLimit } from "./agent-spec.ts";
import type { Mode } from "./builtin-modes.ts";
import { readYaml, type Field, type Mistake } from "./yaml-file.ts";

export interface ModeFile {
  /** For messages, e.g. `.roomodes`. */
  readonly path: string;
  /** YAML; JSON is YAML too. */
  readonly text: string;
}

/** Longer ones than people write; a pattern is matched against every path that is written. */
const MAX_PATTERN_CHARS = 500;

const SLUG = "letters, digits and dashes";
const GROUPS = `a list of groups: ${TOOL_GROUPS.join(", ")}`;
const GROUP = `one of: ${TOOL_GROUPS.join(", ")}; or [edit, { fileRegex, description }]`;
const PATTERN = `a regular expression of at most ${MAX_PATTERN_CHARS} characters, like \\.md$`;

function text(accepts: string) {
  return z.string({ error: accepts }).check(z.minLength(1, { error: accepts }));
}

const ModesFile = z.strictObject(
  {
    customModes: z.array(
      z.strictObject(
        {
          slug: text(SLUG).check(z.regex(/^[A-Za-z0-9-]+$/, { error: SLUG })),
          name: text("a name"),
          roleDefinition: text("a text: who the model is in this mode"),
          whenToUse: z.optional(text("a text")),
          description: z.optional(text("a text")),
          customInstructions: z.optional(text("a text")),
          groups: z.array(z.unknown(), { error: GROUPS }),
          // Of the editor that the file was made in; nothing depends on them here.
          source: z.optional(z.enum(["global", "project"], { error: "global or project" })),
          iconName: z.optional(text("a text")),
        },
        { error: "a mapping with slug, name, roleDefinition and groups" },
      ),
      { error: "a list of modes" },
    ),
  },
  { error: "a mapping with `customModes`" },
);

/** What stands behind the name of a group. */
const GroupOptions = z.strictObject(
  {
    fileRegex: z.optional(
      text(PATTERN).check(z.maxLength(MAX_PATTERN_CHARS, { error: PATTERN }), z.refine(isPattern, { error: PATTERN })),
    ),
    description: z.optional(text("a text")),
  },
  { error: "a mapping with fileRegex and description" },
);

/** The modes of one file. Throws `config.invalid` with line and field of everything that is wrong. */
export function readModes({ path, text }: ModeFile): readonly Mode[] {
  const { data, refuse } = readYaml({ file: path, text, schema: ModesFile });
  const mistakes: Mistake[] = [];
  const slugs = new Set<string>();
  const modes = data.customModes.map((custom, index): Mode => {
    const field = ["customModes", index];
    if (slugs.has(custom.slug)) mistakes.push({ field: [...field, "slug"], accepts: "a slug that no other mode has" });
    slugs.add(custom.slug);
    const { roleDefinition, customInstructions = "", whenToUse, description, name, slug } = custom;
    return {
      slug,
      role: [roleDefinition.trim(), customInstructions.trim()].filter((part) => part !== "").join("\n\n"),
      whenToUse: whenToUse ?? description ?? name,
      ...readGroups(custom.groups, [...field, "groups"], mistakes),
    };
  });
  if (mistakes.length > 0) throw refuse(mistakes);
  return modes;
}

function readGroups(
  written: readonly unknown[],
  field: Field,
  mistakes: Mistake[],
): { readonly groups: readonly ToolGroup[]; readonly writes?: WriteLimit } {
  const groups: ToolGroup[] = [];
  let writes: WriteLimit | undefined;
  for (const [index, entry] of written.entries()) {
    const at = [...field, index];
    const [name, options = {}, ...more] = Array.isArray(entry) ? (entry as readonly unknown[]) : [entry];
    if (name === "browser") continue; // Kilo dropped it; files still name it
    const group = TOOL_GROUPS.find((known) => known === name);
    if (group === undefined || more.length > 0) {
      mistakes.push({ field: at, accepts: GROUP });
      continue;
    }
    if (groups.includes(group)) mistakes.push({ field: at, says: `the group ${group} is there already` });
    groups.push(group);
    const limit = readOptions(options, [...at, 1], mistakes);
    if (limit !== undefined && group !== "edit") {
      mistakes.push({
        field: [...at, 1, "fileRegex"],
        says: "only the group edit can be restricted to files",
        atKey: true,
      });
    }
    writes = limit ?? writes;
  }
  return writes === undefined ? { groups } : { groups, writes };
}

function readOptions(options: unknown, field: Field, mistakes: Mistake[]): WriteLimit | undefined {
  const parsed = GroupOptions.safeParse(options);
  if (!parsed.success) {
    mistakes.push(
      ...parsed.error.issues.map(({ path, message }) => ({ field: [...field, ...(path as Field)], accepts: message })),
    );
    return undefined;
  }
  const { fileRegex: pattern, description } = parsed.data;
  return pattern === undefined ? undefined : { pattern, description: description ?? `files that match ${pattern}` };
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source) instanceof RegExp;
  } catch {
    return false;
  }
}
