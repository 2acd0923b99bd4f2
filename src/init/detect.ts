/**
 * What a repository tells about itself: `copilot-setup-steps.yml` before CI's steps before files. Pure: the same tree gives the same
 * findings. Nothing is guessed where two sources could be meant; that stands in `undecided`.
 */

import { commandsOfAction } from "./known-actions.ts";
import { managerOf, scriptName, type Role } from "./command-kinds.ts";
import { buildByFiles, installByFiles, lintByFiles, managersOf, testsByFiles, type Files } from "./file-commands.ts";
import type { Findings, Sourced, Undecided } from "./findings.ts";
import { hazardOf, hazardOfText, taskOf } from "./hazards.ts";
import { heldCommands } from "./held-commands.ts";
import { neededHosts } from "./hosts.ts";
import { fromJobs, uniqueBy } from "./job-needs.ts";
import { protectedFiles } from "./protected-files.ts";
import { commandsOf, oneCommand, type CiCommand } from "./script.ts";
import { tasksOf } from "./tasks.ts";
import { readWorkflow, RUNNERS_OWN, type CiJob } from "./workflow-file.ts";

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
const COPILOT = /^copilot-setup-steps\.ya?ml$/;
const FOREIGN =
  /(?:^|\/)(?:node_modules|vendor|_vendor|third_party|testdata|fixtures?|__fixtures__|examples?|templates?|playground|samples?|demos?|listings)\//;
const KEY_FILES =
  /^(?:package\.json|composer\.json|GNUmakefile|[mM]akefile|\.?[jJ]ustfile|[tT]askfile\.ya?ml|noxfile\.py|tox\.ini|pyproject\.toml|Rakefile|mix\.exs|hatch\.toml|deno\.jsonc?|setup\.(?:py|cfg)|CMakeLists\.txt|meson\.build|build\.zig|pubspec\.yaml|\.npmrc|\.yarnrc\.yml|bunfig\.toml|pip\.conf|settings\.gradle(?:\.kts)?|\.cargo\/config\.toml|[nN]u[gG]et\.[cC]onfig|\.gitmodules|\.gitignore|\.pre-commit-config\.yaml|\.releaserc\.json|src\/Makefile|\.github\/kimi-policy\.yml|\.github\/actions\/.*action\.ya?ml)$/;
const SCRIPT = /\.(?:sh|bash|ps1)$|^(?:scripts?|bin|ci|tools|hack|dev)\/[^/.]+(?:\.(?:py|js|mjs|cjs|rb|ts))?$/;
const MAX_SCRIPTS = 400;

/** The paths whose texts are read, most important first. */
export function filesToRead(paths: readonly string[]): readonly string[] {
  const scripts = paths.filter((path) => SCRIPT.test(path) && !FOREIGN.test(path)).slice(0, MAX_SCRIPTS);
  return [
    ...new Set([
      ...paths.filter((path) => WORKFLOW.test(path)),
      ...paths.filter((path) => KEY_FILES.test(path)),
      ...scripts,
    ]),
  ];
}

export interface DetectInput {
  readonly paths: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
  readonly unread: ReadonlyMap<string, string>;
}

/** Commands of CI that are named with the reason why they were not taken. */
const MOST_REFUSED = 6;
const MOST = { test: 4, lint: 4, build: 3, install: 6 } as const;

export function detect({ paths, texts, unread }: DetectInput): Findings {
  const undecided: Undecided[] = [...unread]
    .slice(0, MOST_REFUSED)
    .map(([path, why]) => ({ what: path, why: `it was not read: ${why}` }));
  const read = (path: string): string | undefined => texts.get(path);
  const own = paths.filter((path) => !FOREIGN.test(path));
  const managers = managersOf({ paths: own, read });
  const packageRunner = managers.find(({ text }) => /^(?:npm|pnpm|yarn|bun)$/.test(text))?.text ?? "npm";
  const tasks = tasksOf(read, packageRunner);
  const scriptText = (path: string): string | undefined => (paths.includes(path) ? (read(path) ?? "") : undefined);
  const files: Files = { paths: own, read, tasks, scriptText };

  const workflows = paths
    .filter((path) => WORKFLOW.test(path) && read(path) !== undefined)
    .flatMap((path) => {
      const { jobs, problem } = readWorkflow(path, read(path) ?? "", read);
      if (problem !== undefined) undecided.push({ what: path, why: `it was read in part: ${problem}` });
      return jobs;
    });
  const setupJobs = workflows.filter(({ file }) => COPILOT.test(file));
  const jobs = workflows
    .filter(({ file, rank }) => !COPILOT.test(file) && rank > 0)
    .toSorted((a, b) => b.rank - a.rank);
  const ci = jobs.flatMap((job) => allCommands(job, files));
  const isUsable = (command: CiCommand): boolean => problemOf(command, files) === undefined;

  // Tests: of the best workflows that have any.
  const tested = ci.filter(({ role, job }) => role === "test" && job.isLinux);
  const refused = tested.filter((one) => !isUsable(one));
  for (const command of uniqueBy(refused, ({ from }) => from).slice(0, MOST_REFUSED))
    undecided.push({
      what: `${command.text} (${command.from})`,
      why: `not taken as a test: ${problemOf(command, files)}`,
    });
  const usable = preferred(tested.filter(isUsable));
  const [best] = usable;
  const fromCi = usable.filter(
    ({ job }) => best !== undefined && Math.ceil(job.rank) === Math.ceil(best.job.rank) && job.rank > 1,
  );
  // Where the main workflow's tests cannot be taken, those of a side workflow are not the repository's tests either.
  const isSide = best !== undefined && refused.some(({ job }) => Math.ceil(job.rank) > Math.ceil(best.job.rank));
  const byFiles = fromCi.length > 0 && !isSide ? [] : testsByFiles(managers, files);
  const test = byFiles.length > 0 ? byFiles : take(generalOnes(fromCi), "test");
  const testJobs = new Set(fromCi.map(({ job }) => job));
  if (test.length === 0) undecided.push({ what: "tests", why: whyNoTest(jobs) });

  const inTestJobs = ci.filter(({ job }) => testJobs.has(job) && job.isLinux);
  const linux = ci.filter(({ job }) => job.isLinux);
  const copilot = setupJobs.flatMap((job) => allCommands(job, files)).filter(({ role }) => role === "install");
  const names = new Set([...managers.map(({ text }) => text), ...test.map(({ text }) => managerOf(text))]);
  const isOfManager = (inner: string): boolean =>
    /^(?:apt|apt-get) /.test(inner) ||
    ((managers.length === 0 || names.has(managerOf(inner))) &&
      !/^(?:cargo|go|gem|pipx|uv tool|pip3?) install (?:--\S+ )*[\w'"@./-]+$/.test(
        inner.replace(/ (?:-e )?\.(?: |$)/, " -e x y "),
      ));
  const installs = [copilot, inTestJobs, linux.filter(({ job, inner }) => job.rank > 1 && isOfManager(inner))].map(
    (commands) => commands.filter((one) => one.role === "install" && isUsable(one) && isPossible(one, files)),
  );
  const chosen =
    installs.find((commands) => commands.some(({ inner }) => !/^(?:apt|apt-get|brew|dnf|apk)\b/.test(inner))) ??
    installs.find((commands) => commands.length > 0) ??
    [];
  const needsMore = chosen.every(({ inner }) => /^(?:apt|apt-get|brew|dnf|apk)\b/.test(inner)) && managers.length > 0;
  const [manager] = primary(managers, test);
  const install = [
    ...take(firstOfEach(chosen), "install"),
    ...(needsMore && manager !== undefined
      ? [manager, ...managers.filter((one) => one !== manager)].flatMap((one) => installByFiles(one, files))
      : []),
  ].map((one) => ({ ...one, text: withoutNewLock(one.text, files) }));

  const fromLint = take(
    preferred(linux.filter((one) => one.role === "lint" && one.job.rank > 0 && isUsable(one))),
    "lint",
  );
  const lint = fromLint.length > 0 ? fromLint : lintByFiles(files);
  const built = [inTestJobs, linux.filter(({ job }) => job.rank > 1)].map((commands) =>
    take(preferred(commands.filter((one) => one.role === "build" && isUsable(one))), "build"),
  );
  const build = built.find((commands) => commands.length > 0) ?? buildByFiles(files);

  const all = [...install, ...test, ...lint, ...build];
  const used = usedNames(ci, tasks);
  const downloaded = jobs.flatMap(downloadsOf);
  const jobsTaken = jobs.filter((job) => testJobs.has(job) || chosen.some((command) => command.job === job));
  return {
    manager: manager?.text ?? "none",
    install,
    test,
    lint,
    build,
    hosts: neededHosts({
      all,
      managers:
        test.length > 0
          ? managers.filter((one) => one === manager || all.some(({ text }) => managerOf(text) === one.text))
          : managers,
      jobs: jobsTaken,
      read,
      bodyOf: (text) => pythonWords(taskOf(oneCommand(text, ".")?.inner ?? "", tasks)?.body),
    }),
    protectedFiles: [...protectedFiles({ paths, read })],
    ...heldCommands({ ...files, paths, used, downloaded }),
    ...fromJobs(
      jobsTaken.filter(({ isLinux }) => isLinux),
      fromCi,
      setupJobs,
    ),
    undecided: [...undecided, ...notes(paths, jobs)],
  };
}

/** `session.run("pre-commit", "run")` names the command too. */
function pythonWords(body = ""): string {
  return /pre-commit/.test(body) ? "pre-commit run" : "";
}

function allCommands(job: CiJob, files: Files): readonly CiCommand[] {
  let prefix = "";
  return job.steps.flatMap((step) => {
    if (step.uses !== undefined) {
      if (/install-poetry|actions-poetry/.test(step.uses)) prefix = "poetry run ";
      return commandsOfAction(step.uses, step.with).flatMap(([role, text]): readonly CiCommand[] => {
        const dir = step.with["working-directory"] ?? step.with["directory"] ?? ".";
        const command = oneCommand(text, dir.replace(/^\.\//, "") || ".");
        return command === undefined
          ? []
          : [{ ...command, role, from: `${step.file}:${step.line}`, step, job, isInBranch: false }];
      });
    }
    return commandsOf(job, step)
      .filter(({ isInBranch, inner }) => !isInBranch || taskOf(inner, files.tasks) !== undefined)
      .map((command) => named(inEnvironment(withoutReports(command), prefix), files));
  });
}

/** A tool that CI runs in an environment that it activated before. */
function inEnvironment(command: CiCommand, prefix: string): CiCommand {
  const isOurs = command.role === "test" || command.role === "lint";
  return prefix === "" || !isOurs || command.line.startsWith(prefix.split(" ")[0] ?? "")
    ? command
    : { ...command, text: prefix + command.text, line: prefix + command.line };
}

/** Without what sends data to others. */
function withoutReports(command: CiCommand): CiCommand {
  const strip = (text: string): string => text.replaceAll(/ --scan(?= |$)| -Dscan(?= |$)/g, "");
  return { ...command, text: strip(command.text), line: strip(command.line), inner: strip(command.inner) };
}

/** A step's name says what a command is for where the command's own words do not. */
function named(command: CiCommand, { tasks }: Files): CiCommand {
  if (
    /^(?:pnpm|npm|yarn|bun) (?:run )?(?:format|prettier)$/.test(command.line) &&
    /git diff --exit-code/.test(command.step.script ?? "")
  )
    return { ...command, role: "lint" };
  // A script that rewrites files is no check of them.
  const body = command.role === "lint" ? (taskOf(command.inner, tasks)?.body ?? "") : "";
  return /\s(?:--write|--fix|-w)\b/.test(body) && !/--check/.test(body) ? { ...command, role: undefined } : command;
}

/** Without commands that another one includes: `pytest tests/a` beside `pytest`, and reports about coverage beside tests. */
function generalOnes(commands: readonly CiCommand[]): readonly CiCommand[] {
  const isReport = ({ inner }: CiCommand): boolean => /(?:^|[ /:.])cov(?:er(?:age)?)?[:.\w]*$/.test(inner);
  const tests = commands.some((one) => !isReport(one)) ? commands.filter((one) => !isReport(one)) : commands;
  return tests.filter(
    ({ text }) => !tests.some((other) => other.text.includes(" ") && text.startsWith(`${other.text} `)),
  );
}

/** Set-up may change no file that git does not ignore, and so may not leave a lock file behind. */
function withoutNewLock(text: string, { paths, read }: Files): string {
  const isKept = paths.some((path) => /^(?:package-lock\.json|npm-shrinkwrap\.json)$/.test(path));
  const isOff =
    /^package-lock\s*=\s*false/m.test(read(".npmrc") ?? "") ||
    /^\/?package-lock\.json$/m.test(read(".gitignore") ?? "");
  return /^npm (?:install|i)(?= |$)/.test(text) && !isKept && !isOff && !text.includes("--no-package-lock")
    ? text.replace(/^npm (?:install|i)/, "$& --no-package-lock")
    : text;
}

/** Without what a later job does again in its own words: `composer update` after `composer install` in the same folder. */
function firstOfEach(commands: readonly CiCommand[]): readonly CiCommand[] {
  const jobOf = new Map<string, CiJob>();
  return commands.filter(({ inner, dir, job }) => {
    const key = `${dir} ${inner.split(" ")[0]}`;
    const first = jobOf.get(key) ?? job;
    jobOf.set(key, first);
    return first === job;
  });
}

/** Why CI's command is not used; undefined if it is. */
function problemOf(command: CiCommand, files: Files): string | undefined {
  const { inner, line, dir } = command;
  if (FOREIGN.test(`${dir}/`)) return "it is about fixtures or examples";
  if (dir !== "." && !files.paths.some((path) => path.startsWith(`${dir}/`)))
    return `the folder ${dir} is not in the repository`;
  if (files.paths.includes("book.toml") && dir === "." && /^cargo (?:test|build)/.test(inner))
    return "the book's crates stand in folders of their own";
  if (command.role === "install") return undefined;
  const task = taskOf(inner, files.tasks);
  const hazard = task === undefined ? hazardOfText(line, files) : hazardOf(task, files);
  if (hazard?.kind === "acts") return hazard.why; // CI shows that it ends
  const script = /^(?:bash |sh )?(\.?\/?[\w./-]+\.(?:sh|ps1))/.exec(line)?.[1]?.replace(/^\.\//, "");
  const text = script === undefined ? undefined : files.scriptText(script);
  const inside = text === undefined ? undefined : hazardOfText(text, files);
  if (inside?.kind === "acts") return `${script}: ${inside.why}`;
  if (/(?:^| )\.github\//.test(line)) return "it is about CI itself";
  if (/\.ps1\b|^(?:pwsh|powershell)\b/.test(line)) return "it is a script of PowerShell";
  const name = scriptName(inner) ?? "";
  return /publish|release|deploy/.test(name) ? "by its name" : undefined;
}

/** Whether what the command asks for is there. */
function isPossible({ inner, dir }: CiCommand, { paths }: Files): boolean {
  const at = (name: string): boolean => paths.includes(dir === "." ? name : `${dir}/${name}`);
  if (/^npm (?:ci|clean-install)\b/.test(inner)) return at("package-lock.json") || at("npm-shrinkwrap.json");
  return true;
}

/** One command of each place in CI, the shortest of those that a matrix makes of it. */
function preferred(commands: readonly CiCommand[]): readonly CiCommand[] {
  const byPlace = new Map<string, CiCommand>();
  for (const command of commands) {
    const key = `${command.from} ${command.inner.split(" ")[0]}`;
    const before = byPlace.get(key);
    if (before === undefined || preference(command) > preference(before)) byPlace.set(key, command);
  }
  const kept = new Set(byPlace.values());
  return commands.filter((command) => kept.has(command));
}

function preference({ text }: CiCommand): number {
  return (RUNNERS_OWN.test(text) ? 10_000 : 0) - text.length;
}

function take(commands: readonly CiCommand[], role: Role): readonly Sourced[] {
  const seen = new Set<string>();
  return commands
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .slice(0, MOST[role])
    .map(({ text, from }) => ({ text, from }));
}

/** The manager that the tests are run with, before the first one by files. */
function primary(managers: readonly Sourced[], tests: readonly Sourced[]): readonly Sourced[] {
  const named = tests.map(({ text }) => managerOf(text)).find((name) => name !== undefined);
  const found = managers.find(({ text }) => text === named);
  if (found !== undefined) return [found];
  const [first] = managers;
  const isPython = first !== undefined && /^(?:uv|poetry|pdm|pip|hatch)$/.test(first.text);
  return isPython && named === "tox" ? [{ text: "tox", from: tests[0]?.from ?? "" }] : managers.slice(0, 1);
}

function whyNoTest(jobs: readonly CiJob[]): string {
  const [remote] = jobs.flatMap((job) => job.remote.map((name) => `${name} (${job.file}:${job.line})`));
  if (remote !== undefined) return `CI's commands are in ${remote}, which is not in this repository`;
  return jobs.length === 0
    ? "no workflow tests changes, and no file says how"
    : "no command of CI or of a file is surely a test";
}

/** Names of tasks and scripts that CI runs. */
function usedNames(ci: readonly CiCommand[], tasks: Files["tasks"]): ReadonlySet<string> {
  return new Set(
    ci.flatMap(({ inner }) => {
      const task = taskOf(inner, tasks);
      const words = inner.split(" ").map((word) => word.replace(/^.*\//, ""));
      return [...(task === undefined ? [] : [`${task.runner} ${task.name}`]), ...words.slice(0, 2)];
    }),
  );
}

/** Files that a script gets from the network and runs afterwards. */
function downloadsOf({ steps }: CiJob): readonly { readonly name: string; readonly from: string }[] {
  return steps.flatMap(({ script = "", file, scriptLine }) =>
    Array.from(
      script.matchAll(/\b(?:curl|wget)\b[^\n|]*?\s-\w*[oO]\s*["']?([\w.-]+\.(?:sh|py|js|pl|rb))\b/g),
      ([, name = ""]) => ({ name, from: `${file}:${scriptLine}` }),
    ),
  );
}

/** What a reader should know besides. */
function notes(paths: readonly string[], jobs: readonly CiJob[]): readonly Undecided[] {
  const stale = paths.filter((path) => /^(?:\.travis\.yml|\.?appveyor\.yml|\.circleci\/config\.yml)$/.test(path));
  const agents = paths.filter((path) =>
    /^\.github\/workflows\/[^/]*(?:claude|gemini|codex|copilot-(?!setup)|opencode|aider|sweep)[^/]*\.ya?ml$/i.test(
      path,
    ),
  );
  return [
    ...(jobs.length > 0 ? stale.map((what) => ({ what, why: "GitHub's workflows were read in its place" })) : []),
    ...agents.slice(0, 5).map((what) => ({ what, why: "another agent may answer the same comments" })),
  ];
}
