/** Shapes of agent files. The message of every check is what would be accepted; `yaml-file.ts` puts place, field and value in front. */

import * as z from "zod/mini";

const MAPPING = { error: "a mapping of keys to values" };

function text(accepts: string, maxChars: number) {
  return z
    .string({ error: accepts })
    .check(z.minLength(1, { error: accepts }), z.maxLength(maxChars, { error: accepts }));
}

const name = () => text("a name of at most 64 characters", 64);
const path = () => text("a path relative to this file", 500);
const prose = () => text("a text of at most 2000 characters", 2_000);
const model = () => text("a model, like moonshotai/kimi-k2", 200);
const tools = () =>
  z
    .array(text("the name of a tool", 100), { error: 'a list of tools, like ["read_file"]' })
    .check(z.maxLength(200, { error: "at most 200 entries" }));

const SUBAGENT_NAME = "a name of letters, digits, _ and -";
const subagentName = () => text(SUBAGENT_NAME, 64).check(z.regex(/^[A-Za-z0-9][\w-]*$/, { error: SUBAGENT_NAME }));
const PLACEHOLDER_NAME = "a name of letters, digits and _";

/** Kimi CLI's agent file. */
export const AgentYaml = z.strictObject(
  {
    version: z.literal(1, { error: "1" }),
    agent: z.strictObject(
      {
        extend: z.optional(path()),
        name: z.optional(name()),
        system_prompt_path: z.optional(path()),
        system_prompt_args: z.optional(
          z.record(
            text(PLACEHOLDER_NAME, 64).check(z.regex(/^[A-Za-z_]\w*$/, { error: PLACEHOLDER_NAME })),
            z.string({ error: "a text; put quotes around it" }),
            MAPPING,
          ),
        ),
        model: z.optional(model()),
        when_to_use: z.optional(prose()),
        tools: z.optional(tools()),
        allowed_tools: z.optional(tools()),
        exclude_tools: z.optional(tools()),
        // Kimi CLI's own files leave it empty for "none".
        subagents: z.optional(
          z.nullable(
            z.record(subagentName(), z.strictObject({ path: path(), description: prose() }, MAPPING), {
              error: "a mapping of names to { path, description }",
            }),
          ),
        ),
      },
      MAPPING,
    ),
  },
  { error: "a mapping that begins with `version: 1`" },
);

/** Front matter of a Markdown agent file. */
export const AgentFrontMatter = z.strictObject(
  {
    name: name(),
    description: prose(),
    whenToUse: z.optional(prose()),
    // A file that is named is meant: it may stand in for a built-in agent either way.
    override: z.optional(z.boolean({ error: "true or false" })),
    mode: z.optional(z.enum(["replace", "append"], { error: "replace (the built-in prompt) or append (to it)" })),
    model: z.optional(model()),
    tools: z.optional(tools()),
    disallowedTools: z.optional(tools()),
    subagents: z.optional(
      z.array(text("a built-in subagent or the path of an agent file", 500), {
        error: "a list of built-in subagents and paths of agent files",
      }),
    ),
  },
  { error: "front matter with `name` and `description`" },
);
