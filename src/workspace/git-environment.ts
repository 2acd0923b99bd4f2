/** The environment every git of the controller gets; PATH comes on top. */

/** Nothing of the system, the user or the terminal, and no question asked. Messages in English: some are recognised. */
export const FIXED_ENV = {
  HOME: "/nonexistent",
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_TERMINAL_PROMPT: "0",
  // No server unless one is named: a git without GIT_NO_LAZY_FETCH (before 2.44) asks the one in the user's configuration.
  GIT_ALLOW_PROTOCOL: "none",
};

/** Configuration for one git process through its environment: no file, no argument, nothing that others can read. */
export function configEnvironment(entries: readonly (readonly [key: string, value: string])[]): Record<string, string> {
  const pairs = entries.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(entries.length), ...Object.fromEntries(pairs) };
}
