/** Decides from an event which accounts may give commands at all. `people` asks GitHub later for their permissions. */

import type { Account } from "./event-parts.ts";
import type { TriggerInputs } from "./trigger.ts";

/** Why one of these accounts may not ask for a run; undefined if all may. Bots may only if the workflow lists them. */
export function notAllowed(users: readonly Account[], inputs: TriggerInputs): string | undefined {
  return notAPerson(users.filter((user) => !isAllowedBot(user, inputs)));
}

/** Why one of these accounts may not answer, resume or cancel; undefined if all are people. */
export function notAPerson(users: readonly Account[]): string | undefined {
  const other = users.find(({ type }) => type !== "User");
  return other === undefined
    ? undefined
    : `${other.login} may not give commands: only people may, and its type is ${other.type}.`;
}

/** Whether the account is a bot that the workflow lists by its exact login, such as `dependabot[bot]`. GitHub says which accounts are bots. */
export function isAllowedBot(
  { login, type }: Account,
  { allowedBots = [] }: Pick<TriggerInputs, "allowedBots">,
): boolean {
  return type === "Bot" && allowedBots.includes(login);
}
