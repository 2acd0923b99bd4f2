/** JSON Schema of the policy file, for editors. Generated from the schema in `src`; `npm run docs` writes `schema/policy.schema.json`. */

import * as z from "zod/mini";
import { PolicyFile } from "../src/policy/file/schema.ts";

/** Draft 7, since that is what editors' YAML plugins read. */
export function policyJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(PolicyFile, {
    io: "input",
    target: "draft-7",
    override: ({ jsonSchema }) => {
      const keys = Object.keys(jsonSchema.properties ?? {});
      if (keys.includes("not_match"))
        jsonSchema.oneOf = ["approve", "reject", "defer"].map((verdict) => ({ required: [verdict] }));
      if (keys.includes("exec")) jsonSchema.minProperties = 1;
    },
  });
  return { ...schema, title: "kimi-runner policy", description: "What a run may do: .github/kimi-policy.yml" };
}
