/**
 * Commands with fields. A value becomes one quoted word, so that it can never be a command. A field is allowed only where the policy's
 * analysis of the line finds the whole value as a word of a known command, or as the name of a file or folder.
 */

import { shellWord } from "../../policy/shell/quoted-word.ts";
import { baseName } from "../../policy/shell/shell-paths.ts";
import { analyseCommand } from "../../policy/shell/shell.ts";
import { fillFields, piecesOf, templateProblem } from "./template.ts";

/** A value that would be commands, patterns, variables and several words without quotes. `place`: number of its field. */
const probeOf = (place: number): string => `k\\nk'e"k;k|k&k $(k) \`k\` $k {k,k} *<k>#k${place}k`;

/** Folders for the analysis of a command. Any folders will do. */
const PLACE = { cwd: ".", workDir: "/work" };

/** Programs that take code on the command line: their flags before the code, or any word. A value there would be run. */
const TAKES_CODE: readonly (readonly [program: RegExp, word: RegExp])[] = [
  [/^node$/, /^(-[a-z]*[ep][a-z]*|--eval|--print)(=|$)|^(--(import|require|loader)=)?data:/],
  [/^bun$/, /^(-e|-p|--eval|--print)(=|$)/],
  [/^deno$/, /^(eval|repl)$/],
  [/^python[\d.]*$/, /^-[A-Za-z]*c/],
  [/^perl[\d.]*$/, /^-[A-Za-z0-9]*[eE]/],
  [/^(ruby|lua|groovy|osascript)[\d.]*$/, /^-[a-z]*e/],
  [/^php[\d.]*$/, /^-[rBRE]/],
  [/^(Rscript|julia|elixir)$/, /^(-[eE]|--eval|--print|--rpc-eval)/],
  [/^pwsh$/, /^-[ceCE]/],
  [/^(vim?|nvim|emacs)$/, /^(-c|\+|--cmd|--eval|-S|-s)/],
  [/^(ba|da|z|k|a|mk|fi)?sh$/, /^-[a-z]*c$/],
  [/^printf$/, /^-v/],
  [/^(ed|ex|ssh|su|watch|parallel|script|flock|eval|trap|busybox|xargs|docker|podman|kubectl)$/, /^/],
];

/** What would be accepted instead; undefined for a valid command. */
export function commandProblem(command: string): string | undefined {
  const problem = templateProblem(command);
  if (problem !== undefined) return problem;
  if (!/\S/.test(command) || command.includes("\0")) return 'a command line, like "npm test -- {{path}}"';
  const probes: string[] = [];
  const filled = piecesOf(command).map(({ kind, text }) => {
    if (kind === "text") return text;
    const probe = probeOf(probes.length);
    probes.push(probe);
    return shellWord(probe);
  });
  if (probes.length === 0) return undefined;
  const { parts, problem: unknown } = analyseCommand(filled.join(""), PLACE);
  const names = parts.flatMap((part) => (part.kind === "command" ? [part.words[0]?.value ?? ""] : []));
  const words = parts.flatMap((part) =>
    part.kind === "command" ? [...part.words.slice(1).map(({ value = "" }) => value), part.cwd ?? ""] : [part.path],
  );
  const isWord = (probe: string): boolean =>
    words.some((word) => word.includes(probe)) && !names.some((name) => name.includes(probe));
  const isCode = parts.some((part) => {
    if (part.kind !== "command") return false;
    return [part.words, ...part.may].some((argv) => {
      const [name = "", ...rest] = argv.map(({ value = "" }) => value);
      return TAKES_CODE.some(([program, word]) => program.test(baseName(name)) && rest.some((text) => word.test(text)));
    });
  });
  if (unknown === undefined && !isCode && probes.every(isWord)) return undefined;
  const why = unknown === undefined ? "" : ` (${unknown.replaceAll(/k\\nk'e"k.*?k\d+k/g, "{{…}}")})`;
  return `fields as separate arguments, without quotes, of a command that is understood${why}`;
}

/** The command with every value as one word. */
export function fillCommand(command: string, fields: Readonly<Record<string, string>>): string {
  return fillFields(command, fields, (value) => (value === "" ? "''" : shellWord(value)));
}
