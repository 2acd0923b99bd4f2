/** Shapes of agent files. The message of every check is what would be accepted; `src/yaml` puts place, field and value in front. */

import * as z from "zod/mini";
import { COMPACTIONS } from "../protocol/context.ts";
import { flag, list, mapping, named, oneOf, text, word } from "../yaml/fields.ts";
import { Models } from "../yaml/model-settings.ts";

const name = () => text("a name of at most 64 characters", 64);
const path = () => text("a path relative to this file", 500);
const prose = () => text("a string of at most 2000 characters", 2_000);
const model = () => text("a model, like moonshotai/kimi-k2", 200);
const tools = () => list(text("the name of a tool", 100), 'a list of tools, like ["read_file"]');
const subagentName = () => word(/^[A-Za-z0-9][\w-]*$/, "a name of letters, digits, _ and -", 64);
const placeholderName = () => word(/^[A-Za-z_]\w*$/, "a name of letters, digits and _", 64);

/** Kimi CLI's agent file. */
export const AgentYaml = mapping(
  {
    version: z.literal(1, { error: "1" }),
    agent: mapping({
      extend: z.optional(path()),
      // Kimi CLI's own files leave it empty.
      name: z.optional(z.union([name(), z.literal("")], { error: "a name of at most 64 characters" })),
      system_prompt_path: z.optional(path()),
      system_prompt_args: z.optional(named(placeholderName(), z.string({ error: "a string; put quotes around it" }))),
      model: z.optional(model()),
      models: z.optional(Models),
      when_to_use: z.optional(prose()),
      tools: z.optional(tools()),
      allowed_tools: z.optional(tools()),
      exclude_tools: z.optional(tools()),
      compaction: z.optional(oneOf(COMPACTIONS)),
      // Kimi CLI's own files leave it empty for "none".
      subagents: z.nullish(
        named(
          subagentName(),
          mapping({ path: path(), description: prose() }),
          "a mapping of names to { path, description }",
        ),
      ),
    }),
  },
  "a mapping that begins with `version: 1`",
);

export const AgentFrontMatter = mapping(
  {
    name: name(),
    description: prose(),
    whenToUse: z.optional(prose()),
    // Kimi Code's key. It has no effect, because a run names its agent file and so may always replace a built-in agent.
    override: z.optional(flag()),
    mode: z.optional(oneOf(["replace", "append"], "replace (the built-in prompt) or append (to it)")),
    model: z.optional(model()),
    models: z.optional(Models),
    compaction: z.optional(oneOf(COMPACTIONS)),
    tools: z.optional(tools()),
    disallowedTools: z.optional(tools()),
    subagents: z.optional(
      list(
        text("a built-in subagent or the path of an agent file", 500),
        "a list of built-in subagents and paths of agent files",
      ),
    ),
  },
  "front matter with `name` and `description`",
);
