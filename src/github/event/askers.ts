/** Which accounts an event may come from at all. What people may do is asked of GitHub later, by `people`. */

import type { Account } from "./event-parts.ts";
import type { TriggerInputs } from "./trigger.ts";

/** Why one of these accounts may not ask for a run; undefined where all may. Only bots that the workflow lists may. */
export function notAllowed(users: readonly Account[], inputs: TriggerInputs): string | undefined {
  return notAPerson(
    users.filter((user) => !isAllowedBot(user, inputs)),
    inputs,
    users,
  );
}

/** Why one of these accounts may not answer, resume or cancel; undefined where all are people. */
export function notAPerson(
  users: readonly Account[],
  { ownIds = [] }: TriggerInputs,
  all: readonly Account[] = users,
): string | undefined {
  const other = users.find(({ type }) => type !== "User") ?? all.find(({ id }) => ownIds.includes(id));
  return other === undefined
    ? undefined
    : `${other.login} may not give commands: only people may, and no account of kimi-runner (${other.type}).`;
}

/** Whether the workflow lists the bot by its exact login, such as `dependabot[bot]`. People cannot register such a login. */
export function isAllowedBot(
  { login, type }: Account,
  { allowedBots = [] }: Pick<TriggerInputs, "allowedBots">,
): boolean {
  return type === "Bot" && allowedBots.includes(login);
}
