/** `assign`: asks for people to be assigned to an issue or pull request. */

import * as z from "zod/mini";
import { defineTool } from "../define/define-tool.ts";
import { NUMBER, plannedOutput, threadOf, type GitHubDeps } from "./output.ts";

const Login = z.string().check(z.regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/, { error: "a login" }));

export const assignTool = defineTool({
  name: "assign",
  offeredTo: ["everyone"],
  isMainOnly: true,
  isUseful: ({ github }) => github.has("assign"),
  needs: ["github"],
  description: "Assign people to an issue or pull request on GitHub when the run has ended.",
  input: z.strictObject({
    assignees: z.array(Login).check(z.minLength(1), z.maxLength(10), z.describe("logins")),
    number: NUMBER,
  }),
  make: ({ github }: GitHubDeps) => ({
    plan: ({ assignees: logins, number: given }) => {
      const number = threadOf(given, github);
      return plannedOutput({
        reach: github,
        output: { action: "assign", number, logins },
        summary: `assign #${number} to ${logins.join(", ")}`,
      });
    },
  }),
});
