/**
 * Writes the documents that are made from the program: docs/inputs.md from action.yml, docs/tools.md from the registry of
 * tools, docs/thread.svg from the comments that it posts, the policy's schema for editors. With `--check` it writes nothing
 * and ends with exit code 1 when one is stale.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { policyJsonSchema } from "../src/policy/file/json-schema.ts";
import { inputsPage } from "./inputs-page.ts";
import { threadComments } from "./thread-comments.ts";
import { threadPicture } from "./thread-picture.ts";
import { toolsPage } from "./tools-page.ts";

const pages: Readonly<Record<string, () => string>> = {
  "docs/inputs.md": () => inputsPage(readFileSync("action.yml", "utf8")),
  "docs/thread.svg": () => threadPicture(threadComments()),
  "docs/tools.md": toolsPage,
  "schema/policy.schema.json": () => `${JSON.stringify(policyJsonSchema(), null, 2)}\n`,
};

for (const [path, make] of Object.entries(pages)) {
  const text = make();
  if (!process.argv.includes("--check")) {
    writeFileSync(path, text);
  } else if (readFileSync(path, "utf8") !== text) {
    console.error(`${path} is stale. Run \`npm run docs\`.`);
    process.exitCode = 1;
  }
}
