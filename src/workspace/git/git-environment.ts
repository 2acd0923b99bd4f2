/** The environment of every git of the controller, apart from PATH. */

/** Allows a repository of another owner, such as a container's checkout. */
export const TRUST_OWNER = ["safe.directory", "*"] as const;
/** git does not take a folder of the workspace that looks like a bare repository for one, and so not its configuration. */
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

/** No configuration of the system or the user, no questions, and messages in English, because some are recognised. */
export const FIXED_ENV = {
  HOME: "/nonexistent",
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_TERMINAL_PROMPT: "0",
  // No server unless one is named: git before 2.44, without GIT_NO_LAZY_FETCH, asks the server in the user's configuration.
  GIT_ALLOW_PROTOCOL: "none",
  ...configEnvironment([]),
};
