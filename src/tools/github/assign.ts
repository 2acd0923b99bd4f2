/** `assign`: asks for people to be assigned to an issue or pull request. */

import * as z from "zod/mini";
import { defineOutputTool, NUMBER, threadOf } from "./output.ts";

const Login = z.string().check(z.regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/, { error: "a login" }));

export const assignTool = defineOutputTool({
  name: "assign",
  action: "assign",
  description: "Assign people to an issue or pull request on GitHub when the run has ended.",
  input: z.strictObject({
    assignees: z.array(Login).check(z.minLength(1), z.maxLength(10), z.describe("logins")),
    number: NUMBER,
  }),
  ask: ({ assignees: logins, number: given }, reach) => {
    const number = threadOf(given, reach);
    return {
      output: { action: "assign", number, logins },
      summary: `assign #${number} to ${logins.join(", ")}`,
    };
  },
});
