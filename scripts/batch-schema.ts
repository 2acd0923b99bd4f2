/** JSON Schema of the batch file, for editors. It is made from `batch-file.ts`; `docs.ts` writes `schema/batch.schema.json`. */

import * as z from "zod/mini";
import { BatchFile, SOURCE_KINDS } from "../src/batch/file/batch-file.ts";

/** The schema in draft 7, which YAML plugins of editors read. */
export function batchJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(BatchFile, {
    io: "input",
    target: "draft-7",
    override: ({ jsonSchema }) => {
      const keys = Object.keys(jsonSchema.properties ?? {});
      if (keys.includes("swebench")) jsonSchema.oneOf = SOURCE_KINDS.map((kind) => ({ required: [kind] }));
      if (keys.includes("query")) jsonSchema.oneOf = ["query", "labels"].map((key) => ({ required: [key] }));
    },
  });
  return { ...schema, title: "kimi-runner batch", description: "Many tasks: .github/kimi-batch/<name>.yml" };
}
