/**
 * Writes the pages that are made from the program: docs/inputs.md from action.yml, docs/tools.md from the registry of tools,
 * docs/policy-keys.md from the schema of the policy, the lists of providers in docs/models.md and action.yml, docs/thread.svg
 * from the texts of comments, and the schemas of the policy and of batch files; and the address of this repository and the
 * pins of actions into pages and workflows. With `--check` it writes nothing and ends with exit code 1 when a page is stale.
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { batchJsonSchema } from "./batch-schema.ts";
import { REPOSITORY } from "../src/base/version.ts";
import { policyJsonSchema } from "./policy-schema.ts";
import { inputsPage } from "./inputs-page.ts";
import { policyPage } from "./policy-page.ts";
import { actionWithProviders, modelsPage } from "./provider-lists.ts";
import { threadComments } from "./thread-comments.ts";
import { threadPicture } from "./thread-picture.ts";
import { toolsPage } from "./tools-page.ts";
import { pageWithFacts, PAGES } from "./written-facts.ts";

/** Path → how its new text is made from the old one. The order matters: docs/inputs.md is made from action.yml. */
const pages: Readonly<Record<string, (before: string) => string>> = {
  "action.yml": actionWithProviders,
  "docs/models.md": modelsPage,
  "docs/inputs.md": () => inputsPage(readFileSync("action.yml", "utf8")),
  "docs/policy-keys.md": policyPage,
  "docs/thread.svg": () => threadPicture(threadComments()),
  "docs/tools.md": toolsPage,
  "schema/batch.schema.json": () => `${JSON.stringify(batchJsonSchema(), null, 2)}\n`,
  "schema/policy.schema.json": () => `${JSON.stringify(policyJsonSchema(), null, 2)}\n`,
};

const withFacts = pageWithFacts(REPOSITORY);
for (const [path, make] of [...PAGES.map((page) => [page, withFacts] as const), ...Object.entries(pages)]) {
  const before = existsSync(path) ? readFileSync(path, "utf8") : "";
  const text = make(before);
  if (!process.argv.includes("--check")) {
    writeFileSync(path, text);
  } else if (before !== text) {
    console.error(`${path} is stale. Run \`npm run docs\`.`);
    process.exitCode = 1;
  }
}
