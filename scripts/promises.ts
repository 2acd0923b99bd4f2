/** The promises as SECURITY.md states them. Its table is the one place for them: what is read there is what `npm run proof` runs. */

export interface Proof {
  /** What `npm run proof -- <id>` takes. */
  readonly id: string;
  readonly promise: string;
  /** Parts of the paths of test files. */
  readonly tests: readonly string[];
}

/** `| promise | id | tests |`, the last two as code. */
const ROW = /^\| (?<promise>.+?) +\| `npm run proof -- (?<id>[\w-]+)` +\| (?<tests>`.+`) +\|$/gm;

/** Reads the rows of the table, in its order. */
export function readProofs(markdown: string): Proof[] {
  return Array.from(markdown.matchAll(ROW), ({ groups: { promise = "", id = "", tests = "" } = {} }) => ({
    id,
    promise,
    tests: Array.from(tests.matchAll(/`([^`]+)`/g), ([, part = ""]) => part),
  }));
}
