/** Collects what the walk over a command line finds: commands, files that it opens, and the first reason why it is not understood. */

import { posix } from "node:path";
import type { ShellAnalysis, ShellPart } from "./shell-analysis.ts";
import { copiedTrees } from "./shell-files.ts";
import type { Cwds } from "./shell-flow.ts";
import { climbsOf, isDevice, isNetworkDevice, isOutside, placesOf, workspacePath } from "./shell-paths.ts";
import { copiesFromOutside, madeBy, orderProblem, type Enclosure, type Made, type Step } from "./shell-order.ts";
import { namedFiles } from "./shell-reads.ts";
import { ANY, isLiteral, shown } from "./shape.ts";
import { textsOf, type ShellWord } from "./word.ts";
import { withValues, type Bindings } from "./word-shapes.ts";

interface FileUse {
  readonly kind: "read" | "write";
  /** As written in the command; relative to each of `cwds`. */
  readonly target: string;
  readonly cwds: Cwds;
  /** Everything below `target` is used as well. */
  readonly isTree?: boolean;
  /** The last command itself opens the file, and not a redirection. */
  readonly isOfCommand?: boolean;
}

export type ShellFindings = ReturnType<typeof createFindings>;

/** Values of a variable, and the loop in which it has them. */
interface Binding {
  readonly values: readonly string[];
  readonly loop: object | undefined;
}

/** The place of a finding in the line. */
interface Position {
  readonly command: number;
  readonly enclosures: readonly Enclosure[];
}

type Found = Position &
  (
    | { readonly kind: "file"; readonly part: ShellPart & { readonly kind: "read" | "write" } }
    | { readonly kind: "argv"; readonly words: readonly ShellWord[]; readonly cwds: Cwds }
    | { readonly kind: "enter"; readonly cwds: Cwds }
  );

/** Collects the findings of one command line. */
export function createFindings(workDir: string) {
  const found: Found[] = [];
  const variables = new Map<string, readonly Binding[]>();
  const visited = new Set<string>();
  let enclosures: readonly Enclosure[] = [];
  let command = 0;
  let problem: string | undefined;

  const report = (reason: string): void => {
    problem ??= reason;
  };

  /** A variable that may not be set yet may be empty, so that `$x/etc` may be a path from the root. */
  const bindingsAt = (cwds: Cwds, around: readonly Enclosure[]): Bindings => ({
    valueOf: (name) => {
      const absolute = (folders: Iterable<string>): string[] => [...folders].map((cwd) => posix.join(workDir, cwd));
      if (name === "PWD") return absolute(cwds);
      if (name === "OLDPWD") {
        const [start = ""] = visited;
        return cwds.includes(start) ? ["", ...absolute(visited)] : absolute(visited);
      }
      const bound = variables.get(name);
      if (KNOWN[name] !== undefined || bound === undefined) return KNOWN[name];
      const isSet = bound.some(({ loop }) => loop === undefined || around.some(({ of }) => of === loop));
      return [...(isSet ? [] : [""]), ...bound.flatMap(({ values }) => values)];
    },
  });

  const climbing = (texts: readonly string[], cwds: Cwds): { readonly climbs?: readonly string[] } => {
    const climbs = texts.flatMap((text) => cwds.flatMap((cwd) => climbsOf(text, cwd, workDir)));
    return climbs.length === 0 ? {} : { climbs };
  };

  const treesOf = (words: readonly ShellWord[], cwds: Cwds): readonly string[] =>
    copiedTrees(words).flatMap((path) => cwds.map((cwd) => workspacePath(path, cwd, workDir)));

  /** The command with the files that its words may name, and a `read` part for each of them outside the workspace. */
  const withFiles = (words: readonly ShellWord[], cwds: Cwds, around: readonly Enclosure[]) => {
    const bindings = bindingsAt(cwds, around);
    const known = words.map((word) =>
      word.value === undefined ? { ...word, shapes: withValues(textsOf(word), bindings) } : word,
    );
    const { texts: all, isFromRoot, computed } = namedFiles(known);
    const texts = all.filter((text) => !isLiteral(text)).length > MAX_PATTERNS ? [...all.filter(isLiteral), ANY] : all;
    const placesIn = (cwd: string): readonly string[] => texts.flatMap((text) => placesOf(text, cwd, workDir));
    const below = isFromRoot === true ? placesIn(".").filter((place) => !isOutside(place)) : [];
    const files = [...new Set([...cwds.flatMap(placesIn), ...below])];
    const unknown = computed?.text ?? (files.includes(ANY) && !all.includes(ANY) ? "a pattern" : undefined);
    if (unknown !== undefined) report(`${words[0]?.text ?? ""} may open any file: ${unknown}`);
    if (copiesFromOutside(words, cwds, files, workDir)) report("links from outside the workspace may be copied");
    const outside = files.filter((file) => isOutside(file) && !isDevice(shown(file)));
    const parts: readonly ShellPart[] = [
      { kind: "command", words, cwds, files, trees: treesOf(words, cwds), ...climbing(texts, cwds) },
      ...outside.map((file): ShellPart => ({ kind: "read", path: shown(file) })),
    ];
    return { parts, files };
  };

  const partsOf = (item: Found, steps: Step[]): readonly ShellPart[] => {
    const step = {
      command: item.command,
      enclosures: item.enclosures,
      makes: NOTHING,
      reads: [],
      writes: [],
      text: "",
    };
    switch (item.kind) {
      case "file":
        steps.push({ ...step, [item.part.kind === "read" ? "reads" : "writes"]: [item.part.path] });
        return [item.part];
      case "enter":
        steps.push({ ...step, reads: item.cwds });
        return [];
      case "argv": {
        const { parts, files } = withFiles(item.words, item.cwds, item.enclosures);
        const text = item.words.map((word) => word.text).join(" ");
        const makes = madeBy(item.words, item.cwds, workDir);
        steps.push({
          ...step,
          makes,
          text,
          reads: [...opened(item.words, makes, files), ...runs(item.words, item.cwds)],
        });
        return parts;
      }
    }
  };

  const runs = ([program]: readonly ShellWord[], cwds: Cwds): readonly string[] =>
    program?.value?.includes("/") === true ? cwds.map((cwd) => workspacePath(program.value ?? "", cwd, workDir)) : [];

  const add = (item: DistributiveOmit<Found, keyof Position>, of = command): void =>
    void found.push({ ...item, command: of, enclosures });

  return {
    report,
    command: (words: readonly ShellWord[], cwds: Cwds): void => {
      command += 2;
      add({ kind: "argv", words, cwds });
    },
    file: ({ kind, target, cwds, isTree = false, isOfCommand = false }: FileUse): void => {
      if (target === "") return report("redirection to an empty path");
      if (isNetworkDevice(target)) return report("network redirection");
      for (const path of new Set(cwds.map((cwd) => workspacePath(target, cwd, workDir)))) {
        if (isDevice(path)) continue;
        const part = { kind, path, ...(isTree ? { isTree } : {}), ...climbing([target], cwds) } as const;
        add({ kind: "file", part }, isOfCommand ? command : command + 1);
      }
    },
    /** Runs `walk`. All that it finds is inside this loop, stage of a pipe or background command. */
    within: <T>(enclosure: Enclosure, walk: () => T): T => {
      const outer = enclosures;
      enclosures = [...outer, enclosure];
      try {
        return walk();
      } finally {
        enclosures = outer;
      }
    },
    /** Later commands run in these directories. */
    enter: (cwds: Cwds): void => add({ kind: "enter", cwds }, command + 1),
    /** The shell was in these directories, so `$OLDPWD` may be any of them. */
    visit: (cwds: Cwds): void => {
      for (const cwd of cwds) visited.add(cwd);
    },
    /** Adds possible values of a variable. It is certainly set inside `loop`; without a loop, everywhere. */
    bind: (
      name: string,
      values: readonly string[],
      loop = enclosures.findLast(({ kind }) => kind === "loop")?.of,
    ): void => void variables.set(name, [...(variables.get(name) ?? []), { values, loop }]),
    result: (): ShellAnalysis => {
      const steps: Step[] = [];
      const parts = found.flatMap((item) => partsOf(item, steps));
      const outOfOrder = orderProblem(steps);
      if (outOfOrder !== undefined) report(outOfOrder);
      return problem === undefined ? { parts } : { parts, problem };
    },
  };
}

/** Most file patterns of one command that are compared with the rules, at 0.1 ms each. */
const MAX_PATTERNS = 200;

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
const NOTHING: Made = { kind: "nothing" };

/**
 * Files that a command opens by name. git opens none, because it does not follow links of the work tree. A plain word of an unknown
 * program is left out, since it is more often a subcommand, as in `npm test`.
 */
function opened(words: readonly ShellWord[], makes: Made, files: readonly string[]): readonly string[] {
  if (words[0]?.value === "git") return [];
  return makes.kind === "unknown" ? files.filter((file) => /[/.\x01-\x06]/.test(file)) : files;
}

/** Variables of the cell, with shapes of their values. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  HOME: ["/~"],
  TMPDIR: ["/tmp"],
  ...Object.fromEntries("PPID UID EUID RANDOM SECONDS LINENO BASHPID SHLVL".split(" ").map((name) => [name, ["\x04"]])),
};
