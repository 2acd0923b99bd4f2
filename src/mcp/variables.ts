/** `${NAME}` in the configuration. Only variables that the policy names can be used. */

export interface Variables {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names of the variables that the policy allows. */
  readonly allowed: readonly string[];
}

/** The text with the names of the variables in it, or why it is invalid. */
type Expanded = { readonly text: string; readonly used: readonly string[] } | { readonly problem: string };

/** One that does not end has no name, and is the rest of the text. */
const REFERENCE = /\$\{(?:([^}]*)\}|[^}]*$)/g;

export function namesVariable(text: string): boolean {
  const begin = text.indexOf("${");
  return begin >= 0 && text.includes("}", begin);
}

/** Replaces references by the values of their variables. */
export function expand(text: string, variables: Variables): Expanded {
  const used = [...text.matchAll(REFERENCE)].flatMap(([, name]) => name ?? []);
  for (const name of used) {
    const problem = variableProblem(name, variables);
    if (problem !== undefined) return { problem };
  }
  return {
    text: text.replaceAll(REFERENCE, (whole, name?: string) =>
      name === undefined ? whole : (variables.env[name] ?? ""),
    ),
    used,
  };
}

/** Why a variable cannot be used; undefined when it can be used. */
export function variableProblem(name: string, { env, allowed }: Variables): string | undefined {
  if (!/^[A-Za-z_]\w*$/.test(name)) return `"\${${name}}" is no variable; expected the form \${NAME}`;
  if (!allowed.includes(name)) {
    const known = allowed.length === 0 ? "none" : allowed.join(", ");
    return `the policy does not name the variable ${name}; named in mcp.env: ${known}`;
  }
  return env[name] === undefined || env[name] === "" ? `the variable ${name} is not set` : undefined;
}
