/** The promises as SECURITY.md states them. Its list is the one place for them: what is read there is what `npm run proof` runs. */

export interface Proof {
  /** What `npm run proof -- <id>` takes. */
  readonly id: string;
  readonly promise: string;
  /** Parts of the paths of test files. */
  readonly tests: readonly string[];
}

/** A bullet ``- **`id`**: promise`` with its `Tests:`; every further line of it is indented. */
const ITEM = /^- \*\*`(?<id>[\w-]+)`\*\*: (?<promise>.*(?:\n {2}.*)*?)\n {2}Tests: (?<tests>.*(?:\n {2}.*)*)$/gm;

/** Reads the promises, in their order. */
export function readProofs(markdown: string): Proof[] {
  return Array.from(markdown.matchAll(ITEM), ({ groups: { promise = "", id = "", tests = "" } = {} }) => ({
    id,
    promise: promise.replaceAll("\n  ", " "),
    tests: Array.from(tests.matchAll(/`([^`]+)`/g), ([, part = ""]) => part),
  }));
}
