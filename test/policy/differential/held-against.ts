/** The oracle: whether what bash did with a line is what the analysis said of it, and would be approved again as it was done. */

import { basename, relative } from "node:path";
import type { Policy } from "../../../src/policy/policy.ts";
import { decideCommand } from "../decide-command.ts";
import { analyseCommand } from "../../../src/policy/shell/shell.ts";
import type { ShellWord } from "../../../src/policy/shell/word.ts";
import type { Observed, Started } from "./driver.ts";

/** Variables that a command may be given whatever the policy. */
const ALLOWED = /^(CI|NODE_ENV|FORCE_COLOR|NO_COLOR|RUST_BACKTRACE|CGO_ENABLED|LANG|LC_ALL)=/;

/** Wrappers that few machines have: they were looked for, and ran nothing. */
const ABSENT = /^(time|ash|dash|ksh|mksh)$/;

export interface Case {
  readonly line: string;
  /** The policies that approve the line. */
  readonly policies: readonly Policy[];
}

/** What happened that was not judged, each as a sentence; none when all is well. */
export function divergences({ line, policies }: Case, observed: Observed, workDir: string): string[] {
  const { parts } = analyseCommand(line, { cwd: ".", workDir });
  const commands = parts.flatMap((part) => {
    if (part.kind !== "command") return [];
    // The script that a shell was told to run is a shim, which says its own name.
    const isShell = /^(ba)?sh$/.test(part.words[0]?.value ?? "");
    return isShell ? part.words.map((_, index) => part.words.slice(index)) : [part.words];
  });
  const started = observed.started.filter(({ argv }) => !ABSENT.test(argv[0] ?? ""));
  const unlisted = started.filter(({ argv }) => !commands.some((words) => becomes(words, argv)));
  const outside = observed.started.filter(({ cwd }) => relative(workDir, cwd).startsWith(".."));
  const written = observed.changed.filter(
    (path) =>
      !parts.some(
        (part) => part.kind === "write" && (part.path === path || (part.isTree === true && path.startsWith(part.path))),
      ),
  );
  const odd = observed.started.flatMap(({ variables }) => variables.filter((variable) => !ALLOWED.test(variable)));
  const again = started.flatMap((program) => disapproved(program, policies, workDir));
  const all = [
    ...unlisted.map(({ argv }) => `ran ${JSON.stringify(argv)}`),
    ...outside.map(({ cwd }) => `ran in ${cwd}`),
    ...written.map((path) => `wrote ${path}`),
    ...odd.map((variable) => `passed ${variable}`),
    ...again,
  ];
  return [...new Set(all)];
}

/** An argv that one of the policies would not have approved had it been written out, although it approved the line. */
function disapproved({ argv, cwd }: Started, policies: readonly Policy[], workDir: string): string[] {
  // `exec ./x` starts it by its full path.
  const words = argv.map((word, index) => (index === 0 ? word.replace(`${workDir}/`, "./") : word));
  const command = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  return policies.flatMap((policy) => {
    const place = { rung: "none", workDir, cwd: relative(workDir, cwd) } as const;
    const { verdict, rule } = decideCommand(policy, command, place);
    // Which files a pattern names is not known to rules about names.
    return verdict === "approve" || rule === "builtin:sensitive"
      ? []
      : [`ran ${command}, which ${policy.file} does not approve`];
  });
}

/** Whether judged words can have become these. */
function becomes(words: readonly ShellWord[], argv: readonly string[]): boolean {
  const [word, ...rest] = words;
  if (word === undefined) return argv.length === 0;
  const [first, ...others] = argv;
  switch (word.certainty) {
    case "static":
      return (first === word.value || isPlaced(word.value, first)) && becomes(rest, others);
    case "single":
      return first !== undefined && startsAs(word, first) && becomes(rest, others);
    case "many":
      return first !== undefined && startsAs(word, first) && (becomes(rest, others) || becomes(words, others));
    case "split":
      return becomes(rest, argv) || (first !== undefined && becomes(words, others));
  }
}

/** `exec` and `cd` turn a relative program into an absolute one. */
function isPlaced(judged = "", started = ""): boolean {
  return started.startsWith("/") && judged.includes("/") && basename(started) === basename(judged);
}

/** A tilde that names nobody stays what it is. */
function startsAs(word: ShellWord, text: string): boolean {
  return text.startsWith(word.prefix) || (word.text.startsWith("~") && text.startsWith("~"));
}
