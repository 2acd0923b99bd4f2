/** Reads the promises of SECURITY.md, each with the tests that `npm run proof` runs for it. */

export interface Proof {
  readonly id: string;
  readonly promise: string;
  /** Parts of the paths of test files. */
  readonly tests: readonly string[];
}

/** A bullet ``- **`id`**: promise`` with its `Tests:`. Its further lines are indented. */
const ITEM = /^- \*\*`(?<id>[\w-]+)`\*\*: (?<promise>.*(?:\n {2}.*)*?)\n {2}Tests: (?<tests>.*(?:\n {2}.*)*)$/gm;

/** The promises in the order of the page. */
export function readProofs(markdown: string): Proof[] {
  return Array.from(markdown.matchAll(ITEM), ({ groups: { promise = "", id = "", tests = "" } = {} }) => ({
    id,
    promise: promise.replaceAll("\n  ", " "),
    tests: Array.from(tests.matchAll(/`([^`]+)`/g), ([, part = ""]) => part),
  }));
}
