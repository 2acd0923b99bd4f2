/** The sections `approvers` and `outsiders` of the policy file. */

import { describe, flag, mapping, number, oneOf, setting } from "../yaml/fields.ts";

export const Approvers = mapping({
  permission: setting(oneOf(["write", "maintain", "admin"]), "Minimum permission of a person who answers a deferral."),
  two_person: setting(flag(), "The person who asked for the run may not answer."),
  code_owners: setting(
    flag(),
    "The person who answers must own every file that the held calls write, by CODEOWNERS of the base commit.",
  ),
  expires_hours: setting(number(0.1, 168), "How long a deferral can be answered; a week at most."),
  session: setting(flag(), "Whether an approval may be given for the rest of the session, with `--session`."),
});

export const Outsiders = mapping({
  access: describe(oneOf(["none", "read"]), "`read`: people without write permission may start runs that only read."),
  cost_usd: setting(number(0.01, 1_000), "US dollars of one such run; 0.25 when left out."),
  cost_usd_per_person: setting(
    number(0.01, 1_000),
    "US dollars of one such person on one day (UTC); 0.5 when left out.",
  ),
  cost_usd_per_day: setting(number(0.01, 10_000), "US dollars of all such people on one day; 5 when left out."),
});
