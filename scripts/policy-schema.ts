/** Writes schema/policy.schema.json from the policy's own schema. Run it after changing src/policy/schema.ts. */

import { writeFileSync } from "node:fs";
import { policyJsonSchema } from "../src/policy/file/json-schema.ts";

writeFileSync("schema/policy.schema.json", `${JSON.stringify(policyJsonSchema(), null, 2)}\n`);
