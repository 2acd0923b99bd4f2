/** The named tasks of a repository: scripts of package.json, targets of make, recipes of just, sessions of nox and the like. */

import { LineCounter } from "yaml";
import { isRecord, member, parseJson } from "../base/member.ts";
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

/** Whether it is a script of package.json, which each package manager can run. */
export function isPackageScript({ runner }: Pick<NamedTask, "runner">): boolean {
  return /^(?:npm|pnpm|yarn|bun) run$/.test(runner);
}

type Read = (path: string) => string | undefined;

/** A file of generated targets is no list of names. The time for hazards grows with the square of the number. */
export const MAX_TASKS = 300;
/** Some heads take the square of a line's length. */
const MAX_HEAD_CHARS = 300;

/** The tasks of the root. `packageRunner` is `npm`, `pnpm`, `yarn` or `bun`. */
export function tasksOf(read: Read, packageRunner: string, paths: readonly string[]): readonly NamedTask[] {
  const rakeFiles = paths.filter((path) => /^(?:tasks|rakelib|lib\/tasks)\/[^/]+\.rake$/.test(path));
  return [
    packageScripts(read("package.json"), "package.json", `${packageRunner} run`),
    packageScripts(read("composer.json"), "composer.json", "composer"),
    ["GNUmakefile", "makefile", "Makefile"].flatMap((path) => makeTargets(read(path), path)),
    ["justfile", "Justfile", ".justfile"].flatMap((path) => justRecipes(read(path), path)),
    ["Taskfile.yml", "Taskfile.yaml", "taskfile.yml"].flatMap((path) => taskfileTasks(read(path), path)),
    noxSessions(read("noxfile.py")),
    toxEnvironments(read("tox.ini"), "tox.ini", /^\[testenv:([^\]]+)\]/),
    toxEnvironments(read("pyproject.toml"), "pyproject.toml", /^\[tool\.tox\.env\.["']?([\w.-]+)["']?\]/),
    ["Rakefile", ...rakeFiles].flatMap((path) => rakeTasks(read(path), path)),
    mixAliases(read("mix.exs")),
    hatchScripts(read("hatch.toml"), "hatch.toml", /^\[envs\.([\w-]+)\.scripts\]/),
    hatchScripts(read("pyproject.toml"), "pyproject.toml", /^\[tool\.hatch\.envs\.([\w-]+)\.scripts\]/),
    ["pixi.toml", "pyproject.toml"].flatMap((path) => pixiTasks(read(path), path)),
    denoTasks(read("deno.json") ?? read("deno.jsonc")),
  ].flatMap((tasks) => tasks.slice(0, MAX_TASKS));
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, Math.max(offset, 0)).split("\n").length;
}

/** The members of a mapping that names tasks. */
function namesIn(tasks: unknown): readonly (readonly [name: string, task: unknown])[] {
  return isRecord(tasks) ? Object.entries(tasks).slice(0, MAX_TASKS) : [];
}

function packageScripts(text = "", path: string, runner: string): readonly NamedTask[] {
  const start = text.indexOf('"scripts"');
  return namesIn(member(parseJson(text), "scripts")).flatMap(([name, script]) => {
    const body = Array.isArray(script) ? script.map(scalarText).join("\n") : script;
    if (typeof body !== "string") return [];
    return [{ runner, name, body, from: `${path}:${lineOf(text, text.indexOf(JSON.stringify(name), start))}` }];
  });
}

function denoTasks(text = ""): readonly NamedTask[] {
  const tasks = member(parseJson(text.replaceAll(/^[ \t]*\/\/.*$/gm, "")), "tasks");
  return namesIn(tasks).map(([name, body]) => ({
    runner: "deno task",
    name,
    body: typeof body === "string" ? body : scalarText(member(body, "command")),
    from: `deno.json:${lineOf(text, text.indexOf(JSON.stringify(name)))}`,
  }));
}

/** Heads that name a task, each with the lines below it, up to the first that `end` matches. */
function blocks(text = "", head: RegExp, end = /^(?!ifeq|ifneq|ifdef|ifndef|else|endif|#)\S/) {
  const lines = text.split("\n");
  const found = lines.flatMap((line, index) => {
    const [, name, rest = ""] = head.exec(line.slice(0, MAX_HEAD_CHARS)) ?? [];
    return name === undefined ? [] : [{ name, rest, line: index + 1 }];
  });
  return found.slice(0, MAX_TASKS).map((one) => {
    const below = lines.slice(one.line);
    const last = below.findIndex((line) => end.test(line));
    return { ...one, body: below.slice(0, last === -1 ? undefined : last).join("\n") };
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
  return namesIn(member(plainValue(document), "tasks")).map(([name, task]) => ({
    runner: "task",
    name,
    body: JSON.stringify(member(task, "cmds") ?? task),
    from: `${path}:${lineOf(text, text.search(new RegExp(String.raw`^[ \t]+["']?${RegExp.escape(name)}["']?:`, "m")))}`,
    needs: Array.from(JSON.stringify(task).matchAll(/"(?:task|deps)":\[?"([\w:.-]+)"/g), ([, need = ""]) => need),
  }));
}

function noxSessions(text: string | undefined): readonly NamedTask[] {
  return blocks(text, /^@((?:nox\.)?session)(.*)$/, /^@(?:nox\.)?session/).map(({ rest, body: below, line }) => {
    const found = /^def (\w+)/m.exec(below);
    const { 1: defined = "", 0: head = "" } = found ?? [];
    const index = found?.index ?? below.length;
    const [settings, after] = [below.slice(0, index), below.slice(index + head.length)];
    const own = /name=["']([\w.-]+)["']/.exec(rest + settings)?.[1];
    const from = `noxfile.py:${line + settings.split("\n").length}`;
    return { runner: "nox -s", name: own ?? defined, body: after.split(/\n(?=\S)/)[0], from };
  });
}

function toxEnvironments(text: string | undefined, path: string, head: RegExp): readonly NamedTask[] {
  return blocks(text, head, /^\[/).flatMap(({ name: names, body, line }) =>
    names.split(",").map((name) => ({ runner: "tox -e", name: name.trim(), body, from: `${path}:${line}` })),
  );
}

function hatchScripts(text: string | undefined, path: string, head: RegExp): readonly NamedTask[] {
  return toxEnvironments(text, path, head).flatMap(({ name, body = "", from }) =>
    settingsIn(body).map(([script, line]) => ({
      runner: "hatch run",
      name: name === "default" ? script : `${name}:${script}`,
      body: line,
      from,
    })),
  );
}

function pixiTasks(text: string | undefined, path: string): readonly NamedTask[] {
  return blocks(text, /^\[((?:tool\.pixi\.)?(?:(?:feature|target)\.[\w-]+\.)*tasks)\]/, /^\[/).flatMap(
    ({ body, line }) =>
      settingsIn(body).map(([name, task]) => ({ runner: "pixi run", name, body: task, from: `${path}:${line}` })),
  );
}

/** The lines of a table of TOML that set one value. */
function settingsIn(body: string): readonly (readonly [name: string, value: string])[] {
  return Array.from(body.matchAll(/^([\w-]+)\s*=\s*(.*)$/gm), ([, name = "", value = ""]) => [name, value] as const);
}

/** Namespaces are left out: the policy's patterns name a task in any of them. */
function rakeTasks(text = "", path: string): readonly NamedTask[] {
  const found = Array.from(text.matchAll(/^([ \t]*)task[ \t]+\(?:?["']?(\w+(?::\w+)*)["']?/gm));
  return found.slice(0, MAX_TASKS).map(({ 2: name = "", index }) => ({
    runner: "bundle exec rake",
    name,
    body: text.slice(index, index + 600).split(/\n[ \t]*(?:task|namespace|desc)\b/)[0],
    from: `${path}:${lineOf(text, index + 1)}`,
  }));
}

/** An alias that is a function, or that names one, cannot be read. */
function mixAliases(text = ""): readonly NamedTask[] {
  const found = /aliases:\s*\[([^]{0,5000}?)^\s{4,8}\],?$|defp aliases do\s*\[([^]{0,5000}?)^\s*\]\s*end/m.exec(text);
  const body = found?.[1] ?? found?.[2] ?? "";
  return Array.from(body.matchAll(/^[ \t]*["']?([\w.]+)["']?:[ \t]*(.*)$/gm), ([line, name = "", value = ""]) => ({
    runner: "mix",
    name,
    body: value.startsWith("&") ? undefined : value,
    from: `mix.exs:${lineOf(text, text.indexOf(line.trim()))}`,
    needs: Array.from(value.matchAll(/"([\w.]+)/g), ([, need = ""]) => need),
  }));
}
