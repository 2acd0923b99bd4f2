/** The commands of CI's scripts, each as one argv with its place. */

import { posix } from "node:path";
import { isSecretName } from "../base/redact/secret-forms.ts";
import { findShapes } from "../base/redact/token-shapes.ts";
import { analyseCommand } from "../policy/shell/shell.ts";
import { innerCommand, roleOf, type Role } from "./command-kinds.ts";
import type { CiJob, CiStep } from "./workflow-file.ts";

export interface CiCommand {
  /** As a person runs it at the repository's root. */
  readonly text: string;
  /** Without the directory. */
  readonly line: string;
  readonly inner: string;
  readonly dir: string;
  readonly role: Role | undefined;
  /** `ci.yml:80`. */
  readonly from: string;
  readonly step: CiStep;
  readonly job: CiJob;
  /** It stands in a script with branches, and so counts only where a file names it too. */
  readonly isInBranch: boolean;
}

const BRANCHES = /^[ \t]*(?:if|for|while|until|case|function|select)\b|^[ \t]*[\w-]+[ \t]*\(\)|<<|^[ \t]*[{(]/m;
const MAX_SCRIPT = 20_000;
/** Runs text or reads a file into the shell. What an activated environment changes is named by the caller. */
const SETS = /^(?:source|\.|set|export|shopt|umask|ulimit|popd)(?:\s|$)/;

export function commandsOf(job: CiJob, step: CiStep): readonly CiCommand[] {
  const { script, scriptLine, file } = step;
  if (script === undefined || script.length > MAX_SCRIPT) return [];
  const hasBranches = BRANCHES.test(script);
  let dir = step.dir;
  return logicalLines(script).flatMap(({ text, at }) =>
    pieces(text).flatMap((piece): readonly CiCommand[] => {
      const to = /^(?:cd|pushd)\s+(\S+)$/.exec(piece)?.[1];
      if (to !== undefined) dir = joined(dir, to.replaceAll(/^["']|["']$/g, ""));
      if (to !== undefined || SETS.test(piece)) return [];
      const found = oneCommand(withValues(piece, step.env, script), dir);
      if (found === undefined) return [];
      return [{ ...found, from: `${file}:${scriptLine + at}`, step, job, isInBranch: hasBranches }];
    }),
  );
}

/** How many processors CI's machine has. */
const PROCESSORS =
  / (?:-j|--jobs|--parallel)[ =]?"?(?:\$\((?:nproc|getconf \w+|sysctl -n [\w.]+)\)|`nproc`|\$\{?nproc\}?)"?/g;
const PLAIN = /^(?:[\w./:=@%+,-]+(?: [\w./:=@%+,-]+)*)?$/;

/** With the values of variables that the workflow sets, and the script does not. */
function withValues(piece: string, env: Readonly<Record<string, string>>, script: string): string {
  const text = piece.replaceAll(PROCESSORS, "");
  if (text.includes("'")) return text;
  return text
    .replaceAll(/\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g, (whole, braced?: string, bare?: string) => {
      const name = braced ?? bare ?? "";
      const value = Object.hasOwn(env, name) ? env[name] : undefined;
      const isSet = new RegExp(String.raw`(?:^|[\s;])(?:for |read )?${name}(?:=| in\b)`, "m").test(script);
      return value === undefined || isSet || isSecretName(name) || !PLAIN.test(value) ? whole : value;
    })
    .trim();
}

/** What hides how a command ends: it runs in the background, its result is turned round, or another command stands in. */
const HIDES_RESULT = /^!\s|\|\||(?<![>&])&(?![>&])/;

/** The command if bash makes exactly one argv of the text; undefined otherwise. One whose result is hidden has no role. */
export function oneCommand(
  piece: string,
  dir: string,
): Pick<CiCommand, "text" | "line" | "inner" | "dir" | "role"> | undefined {
  const { parts, problem } = analyseCommand(piece, { cwd: ".", workDir: "/workspace" });
  const [part, ...more] = parts;
  if (problem !== undefined || part?.kind !== "command" || more.length > 0) return undefined;
  const words = part.words.map(({ value }) => value);
  if (words.some((word) => word === undefined) || /\$\{\{|[\0-\x1f\x7f]/.test(piece) || /^\/|^~|\$/.test(dir))
    return undefined;
  const holdsSecret = Array.from(piece.matchAll(/(?:^|\s)([A-Za-z_]\w*)=\S/g), ([, name = ""]) => name).some(
    isSecretName,
  );
  if (holdsSecret || findShapes(piece).length > 0) return undefined;
  const inner = innerCommand(words.map((word) => word ?? ""));
  const line = piece.replaceAll(/\s+/g, " ");
  const role = HIDES_RESULT.test(withoutQuoted(piece)) ? undefined : roleOf(inner);
  return { text: inFolder(line, dir), line, inner, dir, role };
}

/** A command as a person runs it at the repository's root. */
export function inFolder(line: string, dir: string): string {
  return dir === "." ? line : `cd ${dir} && ${line}`;
}

/** Joins continued lines; leaves out blank lines and comments. `at` is the number of lines before it. */
function logicalLines(script: string) {
  const lines: { readonly text: string; readonly at: number }[] = [];
  let begun: (typeof lines)[number] | undefined;
  for (const [at, raw] of script.split("\n").entries()) {
    const text: string = begun === undefined ? raw.trim() : `${begun.text} ${raw.trim()}`;
    const start: number = begun?.at ?? at;
    if (raw.trimEnd().endsWith("\\")) begun = { text: text.slice(0, -1).trimEnd(), at: start };
    else {
      begun = undefined;
      if (text !== "" && !text.startsWith("#")) lines.push({ text, at: start });
    }
  }
  return lines;
}

function withoutQuoted(text: string): string {
  return text.replaceAll(/'[^']*'|"(?:[^"\\]|\\.)*"|\\./gs, "");
}

/** The commands that `&&` and `;` join, apart from those inside of quotes and those behind a `#`. */
function pieces(text: string): readonly string[] {
  const parts: string[] = [""];
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote === "" && text.startsWith("&&", at)) {
      parts.push("");
      at += 1;
    } else if (quote === "" && char === ";") parts.push("");
    else if (quote === "" && char === "#" && /^$|\s/.test(text.charAt(at - 1))) break;
    else {
      if (quote === "" && (char === "'" || char === '"')) quote = char;
      else if (char === quote) quote = "";
      parts.push((parts.pop() ?? "") + char);
    }
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function joined(dir: string, to: string): string {
  if (to.startsWith("/") || to.startsWith("~") || to.includes("$")) return "$";
  return posix.join(dir, to).replace(/(?<=.)\/$/, "");
}
