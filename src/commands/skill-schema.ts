/** What the front matter of a skill may say. Keys that skills of other programs use are read over; an empty value sets nothing. */

import * as z from "zod/mini";
import { flag, oneOf } from "../yaml/fields.ts";

/** What can follow `/skill:`. */
export const SKILL_NAME = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]{0,62}[\p{L}\p{N}_])?$/u;
export const NAME_ACCEPTS = 'a name for a command: letters, digits, "_", "-" and ".", at most 64 of them';

const trimmed = (form: RegExp, error: string) => z.string({ error }).check(z.trim(), z.regex(form, { error }));
const Names = z.union([z.string(), z.array(z.string({ error: "a name" }))], { error: "a list of names" });

export const SkillFields = z.nullable(
  z.object(
    {
      name: z.nullish(trimmed(SKILL_NAME, NAME_ACCEPTS)),
      description: z.nullish(trimmed(/./, "a text")),
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
