/** The environment of every git of the controller, apart from PATH. */

import { NOWHERE } from "../../base/file-text.ts";

/** Allows a repository of another owner, such as a container's checkout. */
export const TRUST_OWNER = ["safe.directory", "*"] as const;
/** git does not use a folder of the workspace as a repository just because it looks like a bare one, and so not its configuration. */
const NO_PLANTED_REPOSITORY = ["safe.bareRepository", "explicit"] as const;

/** Configuration for one git process in its environment, where other users cannot read it. */
export function configEnvironment(own: readonly (readonly [key: string, value: string])[]): Record<string, string> {
  const entries = [NO_PLANTED_REPOSITORY, ...own];
  const pairs = entries.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(entries.length), ...Object.fromEntries(pairs) };
}

/** Author and committer of a commit, and its time in seconds since the epoch. */
export function authorEnvironment(who: {
  readonly name: string;
  readonly email: string;
  readonly atSeconds: number;
}): Record<string, string> {
  const values = { NAME: who.name, EMAIL: who.email, DATE: `${who.atSeconds} +0000` };
  const roles = ["AUTHOR", "COMMITTER"];
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => roles.map((role) => [`GIT_${role}_${key}`, value])),
  );
}

/** No configuration of the system or the user, no prompts, and messages in English, because this program matches some of them. */
export const FIXED_ENV = {
  HOME: NOWHERE,
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_TERMINAL_PROMPT: "0",
  // No server by default: git before 2.44 ignores GIT_NO_LAZY_FETCH and would ask the server in the user's configuration.
  GIT_ALLOW_PROTOCOL: "none",
  ...configEnvironment([]),
};
