/** The section `review` of the policy file. */

import { checked, flag, list, mapping, oneOf, setting, whole } from "../yaml/fields.ts";
import type { z } from "zod/mini";
import { globProblem } from "./path-glob.ts";

/** The hard limit: beyond it nobody reads a review to its end. */
const MAX_COMMENTS = 30;

/** `checks` is the schema of a list of commands. */
export const reviewSection = <S extends z.core.$ZodType>(checks: S) =>
  mapping({
    verify: setting(checks, "Commands that prove a suggestion; `limits.verify` when left out."),
    minutes: setting(whole(1, 120), "How long the proof of all suggestions may take; 10 when left out."),
    max_comments: setting(
      whole(1, MAX_COMMENTS),
      "Comments on lines; 10 when left out. Further findings become a list.",
    ),
    nits: setting(flag(), "Also report matters of style and clarity; false when left out."),
    fails_on: setting(
      oneOf(["bug", "risk"]),
      "A finding this severe, or more severe, gives exit code 1; none does when left out.",
    ),
    ignore: setting(
      list(checked(globProblem, 'a glob, like "docs/**"', 256), "a list of globs"),
      "Files that are not reviewed.",
    ),
  });
