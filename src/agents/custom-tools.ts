/** Descriptions of a repository's tools: a JSON file beside an executable in `.kimi/tools`. `run/custom/load-tools.ts` runs them. */

import { posix } from "node:path";
import * as z from "zod/mini";
import { sha256 } from "../base/sha256.ts";
import type { JsonSchema } from "../protocol/model.ts";
import type { ToolEntry } from "../protocol/tool.ts";
import { list, mapping, oneOf, text, whole, word } from "../yaml/fields.ts";
import type { Mistake } from "../yaml/mistakes.ts";
import { readYaml } from "../yaml/read-yaml.ts";
import { isToolFile, TOOL_FOLDER } from "./mode-files.ts";
import type { ToolCatalogue } from "./tool-lists.ts";
import { namesOf } from "./tool-names.ts";

/** Most tools of one repository. Each costs bytes in every request that offers it. */
const MAX_TOOLS = 32;
const MAX_SCHEMA_CHARS = 8_000;
/** In seconds, as of `execute_command`. */
const TIMEOUT = { default: 60, max: 600 };

export interface CustomTool extends ToolEntry {
  readonly description: string;
  readonly parameters: JsonSchema;
  /** The executable, relative to the repository's root. */
  readonly program: string;
  /** SHA-256 of its text in the base commit. */
  readonly digest: string;
  readonly timeoutS: number;
}

const OFFERS = ["default", "read", "edit", "browser", "command"] as const;

const Described = mapping(
  {
    name: word(/^[a-z][a-z0-9_]{1,63}$/, "a name of small letters, digits and _, which begins with a letter", 64),
    description: text("what the tool does, in at most 1000 characters", 1_000),
    parameters: z.record(z.string(), z.unknown(), {
      error: 'a JSON Schema, like { "type": "object", "properties": {} }',
    }),
    program: z.optional(word(/^[A-Za-z0-9][\w.-]*$/, "the name of a file of this folder", 100)),
    timeout: z.optional(whole(1, TIMEOUT.max, `whole seconds, 1 to ${TIMEOUT.max}`)),
    offered: z.optional(list(oneOf(OFFERS, `one of ${OFFERS.join(", ")}`), 'a list, like ["default"]')),
  },
  "a mapping with name, description and parameters",
);

/** Says why a tool's `parameters` are no JSON Schema; undefined when they are one. */
export type SchemaProblem = (name: string, schema: object) => string | undefined;

/** The tools of these files of the base commit, by name. Throws `config.invalid` with file, line and field. */
export function readCustomTools(
  files: ReadonlyMap<string, string>,
  catalogue: ToolCatalogue,
  problemOf: SchemaProblem,
): readonly CustomTool[] {
  const described = [...files.keys()].filter((path) => isToolFile(path) && path.endsWith(".json")).toSorted();
  const taken = new Map<string, string>(
    catalogue.flatMap((tool) => namesOf(tool).map((one) => [one, `the built-in tool ${tool.name}`] as const)),
  );
  return described.map((file, index): CustomTool => {
    const { data, refuse } = readYaml({ file, text: files.get(file) ?? "", schema: Described });
    const { name, description, parameters, program = name, timeout = TIMEOUT.default, offered = [] } = data;
    const path = posix.join(TOOL_FOLDER, program);
    const source = files.get(path);
    const owner = taken.get(name);
    const problem = problemOf(name, parameters);
    const mistakes: readonly (Mistake | false | undefined)[] = [
      index >= MAX_TOOLS && { field: [], says: `there are more than ${MAX_TOOLS} tools in ${TOOL_FOLDER}` },
      owner !== undefined && { field: ["name"], says: `${name} is the name of ${owner}; choose another one` },
      parameters["type"] !== "object" && { field: ["parameters"], accepts: 'a JSON Schema with "type": "object"' },
      JSON.stringify(parameters).length > MAX_SCHEMA_CHARS && {
        field: ["parameters"],
        says: `the schema has more than ${MAX_SCHEMA_CHARS} characters`,
      },
      problem !== undefined && { field: ["parameters"], says: `is no JSON Schema: ${problem}` },
      source === undefined && {
        field: data.program === undefined ? ["name"] : ["program"],
        says: `there is no script ${path} in the base commit; a tool is an executable text file next to its description`,
      },
    ];
    const found = mistakes.filter((mistake) => typeof mistake === "object");
    if (found.length > 0 || source === undefined) throw refuse(found);
    taken.set(name, file);
    return {
      name,
      description,
      parameters,
      program: path,
      digest: sha256(source),
      timeoutS: timeout,
      offeredTo: ["agent files", ...offered],
      // An agent that may run commands may run this one, and one that has it is not read-only.
      group: "command",
    };
  });
}
