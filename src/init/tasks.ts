/** The named tasks of a repository: scripts of package.json, targets of make, recipes of just, sessions of nox and the like. */

import { LineCounter } from "yaml";
import { member, parseJson } from "../base/member.ts";
import { scalarText } from "./expressions.ts";
import { MAX_CHARS, parseYaml, plainValue, problemsIn } from "../yaml/document.ts";

export interface NamedTask {
  /** Words in front of the name: `npm run`, `make`, `tox -e`. */
  readonly runner: string;
  readonly name: string;
  /** What it runs, as far as it can be read; undefined if it cannot. */
  readonly body: string | undefined;
  /** `package.json:12`. */
  readonly from: string;
  /** Names of tasks that run before it. */
  readonly needs?: readonly string[];
}

type Read = (path: string) => string | undefined;

/** The tasks of the root. `packageRunner` is `npm`, `pnpm`, `yarn` or `bun`. */
export function tasksOf(read: Read, packageRunner: string, paths: readonly string[]): readonly NamedTask[] {
  const rakeFiles = paths.filter((path) => /^(?:tasks|rakelib|lib\/tasks)\/[^/]+\.rake$/.test(path));
  return [
    ...packageScripts(read("package.json"), "package.json", `${packageRunner} run`),
    ...packageScripts(read("composer.json"), "composer.json", "composer"),
    ...["GNUmakefile", "makefile", "Makefile"].flatMap((path) => makeTargets(read(path), path)).slice(0, MAX_TASKS),
    ...["justfile", "Justfile", ".justfile"].flatMap((path) => justRecipes(read(path), path)),
    ...["Taskfile.yml", "Taskfile.yaml", "taskfile.yml"].flatMap((path) => taskfileTasks(read(path), path)),
    ...noxSessions(read("noxfile.py")),
    ...toxEnvironments(read("tox.ini"), "tox.ini", /^\[testenv:([^\]]+)\]/),
    ...toxEnvironments(read("pyproject.toml"), "pyproject.toml", /^\[tool\.tox\.env\.["']?([\w.-]+)["']?\]/),
    ...rakeTasks(read("Rakefile"), "Rakefile"),
    ...rakeFiles.flatMap((path) => rakeTasks(read(path), path)),
    ...mixAliases(read("mix.exs")),
    ...hatchScripts(read("hatch.toml"), "hatch.toml", /^\[envs\.([\w-]+)\.scripts\]/),
    ...hatchScripts(read("pyproject.toml"), "pyproject.toml", /^\[tool\.hatch\.envs\.([\w-]+)\.scripts\]/),
    ...denoTasks(read("deno.json") ?? read("deno.jsonc")),
  ];
}

/** A Makefile of generated targets is no list of names. */
const MAX_TASKS = 300;

function lineOf(text: string, offset: number): number {
  return text.slice(0, Math.max(offset, 0)).split("\n").length;
}

/** The lines below one, up to the first that `end` matches. */
function below(lines: readonly string[], at: number, end: RegExp): string {
  const rest = lines.slice(at + 1);
  const last = rest.findIndex((line) => end.test(line));
  return rest.slice(0, last === -1 ? undefined : last).join("\n");
}

function packageScripts(text: string | undefined, path: string, runner: string): readonly NamedTask[] {
  const scripts = member(parseJson(text ?? ""), "scripts");
  if (text === undefined || typeof scripts !== "object" || scripts === null) return [];
  const start = text.indexOf('"scripts"');
  return Object.entries(scripts).flatMap(([name, script]: [string, unknown]) => {
    const body = Array.isArray(script) ? script.map(scalarText).join("\n") : script;
    if (typeof body !== "string") return [];
    return [{ runner, name, body, from: `${path}:${lineOf(text, text.indexOf(JSON.stringify(name), start))}` }];
  });
}

function denoTasks(text = ""): readonly NamedTask[] {
  const tasks = member(parseJson(text.replaceAll(/^[ \t]*\/\/.*$/gm, "")), "tasks");
  return Object.entries(typeof tasks === "object" && tasks !== null ? tasks : {}).map(
    ([name, body]: [string, unknown]) => ({
      runner: "deno task",
      name,
      body: typeof body === "string" ? body : scalarText(member(body, "command")),
      from: `deno.json:${lineOf(text, text.indexOf(JSON.stringify(name)))}`,
    }),
  );
}

/** Heads that name a task, each with what is indented below it. */
function blocks(text = "", head: RegExp): readonly { name: string; rest: string; body: string; line: number }[] {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    const [, name, rest = ""] = head.exec(line) ?? [];
    if (name === undefined) return [];
    const body = below(lines, index, /^(?!ifeq|ifneq|ifdef|ifndef|else|endif|#)\S/);
    return [{ name, rest, body, line: index + 1 }];
  });
}

function makeTargets(text: string | undefined, path: string): readonly NamedTask[] {
  return blocks(text, /^((?!\.PHONY|\.DEFAULT)[A-Za-z][\w./ -]*?)\s*::?(?!=)\s*([^=]*)$/).flatMap(
    ({ name, rest, body, line }) =>
      name.split(/\s+/).map((one) => ({
        runner: "make",
        name: one,
        body,
        from: `${path}:${line}`,
        needs: rest
          .replace(/[#;].*$/, "")
          .split(/\s+/)
          .filter((need) => /^[\w./-]+$/.test(need)),
      })),
  );
}

function justRecipes(text: string | undefined, path: string): readonly NamedTask[] {
  return blocks(text, /^@?([A-Za-z_][\w-]*)(?:\s+[^:]*)?:(?!=)\s*(.*)$/).map(({ name, rest, body, line }) => ({
    runner: "just",
    name,
    body,
    from: `${path}:${line}`,
    needs: rest.split(/[\s()&]+/).filter((need) => /^[A-Za-z_][\w-]*$/.test(need)),
  }));
}

function taskfileTasks(text: string | undefined, path: string): readonly NamedTask[] {
  if (text === undefined || text.length > MAX_CHARS) return [];
  const document = parseYaml(text, new LineCounter());
  if (problemsIn(document).length > 0) return [];
  const tasks = member(plainValue(document), "tasks");
  if (typeof tasks !== "object" || tasks === null) return [];
  return Object.entries(tasks).map(([name, task]: [string, unknown]) => ({
    runner: "task",
    name,
    body: JSON.stringify(member(task, "cmds") ?? task),
    from: `${path}:${lineOf(text, text.search(new RegExp(String.raw`^\s+["']?${RegExp.escape(name)}["']?:`, "m")) + 1)}`,
    needs: Array.from(JSON.stringify(task).matchAll(/"(?:task|deps)":\[?"([\w:.-]+)"/g), ([, need = ""]) => need),
  }));
}

function noxSessions(text = ""): readonly NamedTask[] {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    if (!/^@(?:nox\.)?session/.test(line)) return [];
    const at = lines.findIndex((one, other) => other > index && /^def \w+/.test(one));
    const own = /name=["']([\w.-]+)["']/.exec(lines.slice(index, at).join("\n"))?.[1];
    const name = own ?? /^def (\w+)/.exec(lines[at] ?? "")?.[1] ?? "";
    return [{ runner: "nox -s", name, body: below(lines, at, /^\S/), from: `noxfile.py:${at + 1}` }];
  });
}

function toxEnvironments(text = "", path: string, head: RegExp): readonly NamedTask[] {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    const names = head.exec(line)?.[1];
    if (names === undefined) return [];
    const body = below(lines, index, /^\[/);
    return names
      .split(",")
      .map((name) => ({ runner: "tox -e", name: name.trim(), body, from: `${path}:${index + 1}` }));
  });
}

function hatchScripts(text: string | undefined, path: string, head: RegExp): readonly NamedTask[] {
  return toxEnvironments(text, path, head).flatMap(({ name, body = "", from }) =>
    Array.from(body.matchAll(/^([\w-]+)\s*=\s*(.*)$/gm), ([, script = "", line = ""]) => ({
      runner: "hatch run",
      name: name === "default" ? script : `${name}:${script}`,
      body: line,
      from,
    })),
  );
}

/** Namespaces are left out: the policy's patterns name a task in any of them. */
function rakeTasks(text = "", path: string): readonly NamedTask[] {
  return Array.from(text.matchAll(/^([ \t]*)task[ \t]+\(?:?["']?(\w+(?::\w+)*)["']?/gm), ({ 2: name = "", index }) => ({
    runner: "bundle exec rake",
    name,
    body: text.slice(index, index + 600).split(/\n[ \t]*(?:task|namespace|desc)\b/)[0],
    from: `${path}:${lineOf(text, index + 1)}`,
  }));
}

/** An alias that is a function, or that names one, cannot be read. */
function mixAliases(text = ""): readonly NamedTask[] {
  const found = /aliases:\s*\[([^]*?)^\s{4,8}\],?$|defp aliases do\s*\[([^]*?)^\s*\]\s*end/m.exec(text);
  const body = found?.[1] ?? found?.[2] ?? "";
  return Array.from(body.matchAll(/^[ \t]*["']?([\w.]+)["']?:[ \t]*(.*)$/gm), ([line, name = "", value = ""]) => ({
    runner: "mix",
    name,
    body: value.startsWith("&") ? undefined : value,
    from: `mix.exs:${lineOf(text, text.indexOf(line.trim()))}`,
    needs: Array.from(value.matchAll(/"([\w.]+)/g), ([, need = ""]) => need),
  }));
}
