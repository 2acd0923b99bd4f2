/** `${NAME}` in the configuration. Only variables that the policy names can be used. */

export interface Variables {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names of the variables that the policy allows. */
  readonly allowed: readonly string[];
}

/** The text with the names of the variables whose values are in it, or why it is invalid. */
export type Expanded = { readonly text: string; readonly used: readonly string[] } | { readonly problem: string };

/** One that does not end has no name, and is the rest of the text. */
const REFERENCE = /\$\{(?:([^}]*)\}|[^}]*$)/g;

/** Other programs' forms: `${NAME:-what stands there where NAME is not set}` and `${env:NAME}`. */
const FOREIGN = /^(?:env:)?([A-Za-z_]\w*)(?::-([^]*))?$/;

export function namesVariable(text: string): boolean {
  const begin = text.indexOf("${");
  return begin >= 0 && text.includes("}", begin);
}

/** Replaces references by the values of their variables. A file of another program may use its forms of a reference. */
export function expandAs(kind: "own" | "foreign", text: string, variables: Variables): Expanded {
  const used: string[] = [];
  const problems: string[] = [];
  const expanded = text.replaceAll(REFERENCE, (whole, written?: string) => {
    if (written === undefined) return whole;
    const [, name = written, otherwise] = (kind === "foreign" ? FOREIGN.exec(written) : undefined) ?? [];
    const problem = variableProblem(name, variables);
    if (problem !== undefined && otherwise !== undefined) return otherwise;
    if (problem === undefined) used.push(name);
    else problems.push(problem);
    return variables.env[name] ?? "";
  });
  const [problem] = problems;
  return problem === undefined ? { text: expanded, used } : { problem };
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
