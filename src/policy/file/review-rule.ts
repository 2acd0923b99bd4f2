/** A file of `.github/kimi-review`: a rule for reviews, with front matter that may say for which files it is. */

import * as z from "zod/mini";
import { describeError, RunnerError } from "../../protocol/error.ts";
import { checked, list, mapping, setting, text } from "../../yaml/fields.ts";
import { readFrontMatter } from "../../yaml/front-matter.ts";
import { workspaceGlobProblem } from "../path-glob.ts";

const Glob = checked(workspaceGlobProblem, 'a glob, like "src/db/**"', 256);
const GLOBS = 'globs, like ["src/db/**"]';
const RuleFields = z.nullable(
  mapping(
    {
      paths: z.optional(z.union([Glob, list(Glob, GLOBS).check(z.minLength(1, { error: GLOBS }))], { error: GLOBS })),
      description: setting(text("a string"), "For people."),
    },
    'front matter with `paths`, such as `paths: ["src/db/**"]`',
  ),
);

const REFUSAL = { code: "config.invalid", hint: "Until it does, this rule for reviews holds for all files." } as const;

/** A rule of the repository for reviews. */
interface ReviewRule {
  /** The files that it is for; all files when left out. */
  readonly globs?: readonly string[];
  readonly body: string;
}

/** Reads a rule. One whose front matter is wrong holds for all files, with a warning. */
export function readRule(file: string, given: string, warn: (text: string) => void): ReviewRule {
  const raw = given.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  try {
    const { data, body = raw } = readFrontMatter({ file, text: raw, schema: RuleFields, refusal: REFUSAL }) ?? {};
    const { paths } = data ?? {};
    return paths === undefined ? { body } : { body, globs: typeof paths === "string" ? [paths] : paths };
  } catch (error) {
    if (!(error instanceof RunnerError)) throw error;
    warn(describeError(error));
    return { body: raw };
  }
}
