/** `new_rule` (Kilo's): writes a file of rules for agents. Rules are read from the base commit, so they apply once they are merged. */

import * as z from "zod/mini";
import { defineTool, type FileDeps } from "../define/define-tool.ts";
import { planWrite } from "./write-to-file.ts";

/** A code fence around the whole text. */
const FENCED = /^\s*```[\w-]*\n([^]*?)\n?```\s*$/;

export const newRuleTool = defineTool({
  name: "new_rule",
  offeredTo: ["agent files"],
  group: "edit",
  needs: ["write"],
  description: "Write a file of rules for agents, e.g. .kilocode/rules/tests.md. It counts for later runs.",
  input: z.strictObject({
    path: z.string().check(z.describe("file to write")),
    content: z.string().check(z.describe("its whole text, as Markdown")),
  }),
  make: (deps: FileDeps) => ({
    plan: ({ path, content }, signal) =>
      planWrite({ path, content: content.replace(FENCED, (_, inner: string) => `${inner}\n`) }, deps, signal),
  }),
});
