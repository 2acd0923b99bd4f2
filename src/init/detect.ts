/**
 * What a repository tells about itself: `copilot-setup-steps.yml` before CI's steps before files. Pure: the same tree gives the same
 * findings. Nothing is guessed where two sources could be meant; that stands in `undecided`.
 */

import { posix } from "node:path";
import { allCommands, generalOnes, ofFirstJob, preferred } from "./ci-commands.ts";
import { isOfSystem, managerOf, scriptName, toolOf, type Role } from "./command-kinds.ts";
import {
  buildByFiles,
  managerFamily,
  installByFiles,
  lintByFiles,
  managersOf,
  testsByFiles,
  type Files,
} from "./file-commands.ts";
import type { Findings, Sourced, Undecided } from "./findings.ts";
import { hazardOf, hazardOfText, taskOf } from "./hazards.ts";
import { setupStep } from "./known-actions.ts";
import { heldCommands } from "./held-commands.ts";
import { neededHosts } from "./hosts.ts";
import { fromJobs, lackingManagers, uniqueBy } from "./job-needs.ts";
import { placeInstalls, withoutNewLock } from "./set-up.ts";
import { protectedFiles } from "./protected-files.ts";
import { oneCommand, type CiCommand } from "./script.ts";
import { MAX_TASKS, tasksOf } from "./tasks.ts";
import type { HeadTree } from "./tree.ts";
import { readWorkflow, type CiJob, type CiStep } from "./workflow-file.ts";

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
const COPILOT = /^copilot-setup-steps\.ya?ml$/;
const FOREIGN =
  /(?:^|\/)(?:node_modules|vendor|_vendor|third_party|testdata|fixtures?|__fixtures__|examples?|templates?|playground|samples?|demos?|listings)\//;
const KEY_FILES =
  /^(?:package\.json|composer\.json|GNUmakefile|[mM]akefile|\.?[jJ]ustfile|[tT]askfile\.ya?ml|noxfile\.py|tox\.ini|pyproject\.toml|Rakefile|mix\.exs|hatch\.toml|deno\.jsonc?|setup\.(?:py|cfg)|CMakeLists\.txt|DESCRIPTION|meson\.build|build\.zig|pubspec\.yaml|\.npmrc|\.yarnrc\.yml|bunfig\.toml|pip\.conf|settings\.gradle(?:\.kts)?|pixi\.toml|\.cargo\/config\.toml|[nN]u[gG]et\.[cC]onfig|\.gitmodules|\.gitignore|\.pre-commit-config\.yaml|\.releaserc\.json|src\/Makefile|\.github\/kimi-policy\.yml|\.github\/actions\/.*action\.ya?ml|\.gitattributes|(?:AGENTS|CLAUDE|GEMINI)\.md|\.github\/copilot-instructions\.md|(?:tasks|rakelib|lib\/tasks)\/[^/]+\.rake)$/;
const SCRIPT = /\.(?:sh|bash|ps1)$|^(?:scripts?|bin|ci|tools|hack|dev)\/[^/.]+(?:\.(?:py|js|mjs|cjs|rb|ts))?$/;
const MAX_SCRIPTS = 400;

/** The paths whose texts are read, most important first. */
export function filesToRead(paths: readonly string[]): readonly string[] {
  const scripts = paths.filter((path) => SCRIPT.test(path) && !FOREIGN.test(path)).slice(0, MAX_SCRIPTS);
  const workflows = paths.filter((path) => WORKFLOW.test(path));
  const keyFiles = paths.filter((path) => KEY_FILES.test(path));
  return [...new Set([...workflows, ...keyFiles, ...scripts])];
}

/** Commands of CI that are named with the reason why they were not taken. */
const MOST_REFUSED = 6;
const MOST = { test: 4, lint: 4, build: 3, install: 6 } as const;

export function detect({ paths, texts, unread }: Pick<HeadTree, "paths" | "texts" | "unread">): Findings {
  const undecided: Undecided[] = [...unread]
    .slice(0, MOST_REFUSED)
    .map(([path, why]) => ({ what: path, why: `it was not read: ${why}` }));
  const leaveOut = <T extends Sourced>(items: readonly T[], why: (one: T) => string): void => {
    for (const one of items) undecided.push({ what: `${one.text} (${one.from})`, why: why(one) });
  };
  const read = (path: string): string | undefined => texts.get(path);
  const own = paths.filter((path) => !FOREIGN.test(path));
  const managers = managersOf({ paths: own, read });
  const packageRunner = managers.find(({ text }) => /^(?:npm|pnpm|yarn|bun)$/.test(text))?.text ?? "npm";
  const tasks = tasksOf(read, packageRunner, own);
  for (const [runner, named] of Map.groupBy(tasks, (task) => task.runner))
    if (named.length >= MAX_TASKS)
      undecided.push({ what: `tasks of ${runner}`, why: `only the first ${MAX_TASKS} of a file were read` });
  const known = new Set(paths);
  const scriptText = (path: string): string | undefined => (known.has(path) ? (read(path) ?? "") : undefined);
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
  leaveOut(
    uniqueBy(refused, ({ from }) => from).slice(0, MOST_REFUSED),
    (command) => `not taken as a test: ${problemOf(command, files)}`,
  );
  const usable = preferred(tested.filter(isUsable));
  const [best] = usable;
  const fromCi = usable.filter(
    ({ job }) => best !== undefined && Math.ceil(job.rank) === Math.ceil(best.job.rank) && job.rank > 1,
  );
  // Where the main workflow's tests cannot be taken, those of a side workflow are not the repository's tests either.
  const isSide = best !== undefined && refused.some(({ job }) => Math.ceil(job.rank) > Math.ceil(best.job.rank));
  const byFiles = fromCi.length > 0 && !isSide ? [] : testsByFiles(managers, files);
  const general = generalOnes(fromCi);
  // CI's own words for the root's tests may not be one command; those of a folder are not all there is.
  const [root] = managers;
  const rootTests = root === undefined ? [] : testsByFiles([root], files);
  const isOfFolders = general.every(({ dir }) => dir !== ".");
  const isOfOthers = general.every(({ text }) => managerOf(text) !== root?.text);
  const isTask = rootTests.some(({ text }) => taskOf(text, tasks) !== undefined);
  const ofRoot = isOfFolders && (isOfOthers || isTask) && byFiles.length === 0 ? rootTests : [];
  const test = byFiles.length > 0 ? byFiles : [...ofRoot, ...take(general, "test")];
  // Of a matrix, set-up and needs are those of one combination: that in which the tests run.
  const runs = new Map(fromCi.map(({ job, step }) => [job, step.runs[0] ?? 0] as const).toReversed());
  const isInRun = (step: CiStep, job: CiJob): boolean => step.runs.includes(runs.get(job) ?? 0);
  if (test.length === 0) undecided.push({ what: "tests", why: whyNoTest(jobs) });

  const linux = ci.filter(({ job }) => job.isLinux);
  const inTestJobs = linux.filter(({ job }) => runs.has(job));
  const ciLints = generalOnes(
    preferred(linux.filter((one) => one.role === "lint" && one.job.rank > 0 && isUsable(one))),
  );
  const lint = ciLints.length > 0 ? take(ciLints, "lint") : lintByFiles(files);
  const copilot = setupJobs.flatMap((job) => allCommands(job, files)).filter(({ role }) => role === "install");
  const names = new Set([...managers.map(({ text }) => text), ...test.map(({ text }) => managerOf(text))]);
  const isOfManager = ({ inner, dir, job }: CiCommand): boolean =>
    job.rank > 1 &&
    (dir === "." || test.some(({ text }) => text.startsWith(`cd ${dir} && `)) || managers.length > 0) &&
    (/^(?:apt|apt-get) /.test(inner) ||
      ((managers.length === 0 || names.has(managerOf(inner))) &&
        !/^(?:cargo|go|gem|pipx|uv tool|pip3?) install (?:--\S+ |-U )*[\w'"@./-]+$/.test(
          inner.replace(/ (?:-e )?\.(?: |$)/, " -e x y "),
        )));
  const [first] = general;
  const [ofFirst, ofRest] = [true, false].map((is) => inTestJobs.filter(({ job }) => (job === first?.job) === is));
  const checking = new Set(linux.filter(({ role }) => role === "test" || role === "lint").map(({ job }) => job));
  const elsewhere = linux
    .filter(isOfManager)
    .toSorted((a, b) => Number(checking.has(b.job)) - Number(checking.has(a.job)));
  const installs = [copilot, [...(ofFirst ?? []), ...(ofRest ?? [])], elsewhere].map((commands) =>
    commands.filter(
      (one) => one.role === "install" && isUsable(one) && isPossible(one, files) && isInRun(one.step, one.job),
    ),
  );
  const chosen =
    installs.find((commands) => commands.some(({ inner }) => !isOfSystem(inner))) ??
    installs.find((commands) => commands.length > 0) ??
    [];
  const manager = primary(managers, test);
  const isOfPrimary = ({ inner }: CiCommand): boolean =>
    manager !== undefined &&
    !isOfSystem(inner) &&
    managerFamily(managerOf(inner) ?? "") === managerFamily(manager.text);
  const isEnough = chosen === installs[0] || chosen.some(isOfPrimary);
  const hasOwn = chosen.some(({ inner }) => !isOfSystem(inner));
  const lacking = [manager, ...managers].slice(0, !hasOwn ? undefined : isEnough ? 0 : 1);
  const isAtRoot = chosen.some((one) => one.dir === "." && isOfPrimary(one));
  const byTheirFiles = [...(ofRoot.length > 0 && !isAtRoot ? [root] : []), ...lacking].filter(
    (one) => one !== undefined,
  );
  const ofFiles = uniqueBy(byTheirFiles, ({ text }) => text).flatMap((one) => installByFiles(one, files));
  const hasPixi = workflows.some(({ steps }) => steps.some(({ uses, script = uses }) => /\bpixi\b/.test(script ?? "")));
  const isLost = ({ text }: Sourced): boolean => text.startsWith("pixi ") && !hasPixi;
  // A later job may say `composer update` after `composer install` in the same folder.
  const taken = take(
    ofFirstJob(chosen, ({ dir, inner }) => `${dir} ${inner.split(" ")[0]}`),
    "install",
  );
  const install = [...ofFiles.filter((one) => !isLost(one)), ...taken].map((one) => ({
    ...one,
    text: withoutNewLock(one.text, files).replace(WITH_SYSTEM, ""),
  }));
  leaveOut(ofFiles.filter(isLost), () => "not part of set-up: CI does not set up pixi");
  const ofSystem = taken.filter(({ text }) => WITH_SYSTEM.test(text));
  leaveOut(ofSystem, () => "set-up installs no packages of the system");
  const built = [inTestJobs, linux.filter(({ job }) => job.rank > 1)].map((commands) =>
    take(
      preferred(commands.filter((one) => one.role === "build" && isUsable(one) && isInRun(one.step, one.job))),
      "build",
    ),
  );
  const build = built.find((commands) => commands.length > 0) ?? buildByFiles(files);

  const before = needsBuild(test, paths) ? (byFiles.length > 0 ? buildByFiles(files) : build) : [];
  const isBrought = ({ text }: Sourced): boolean => {
    const ofJob = ciLints.find((one) => one.text === text);
    const tool = toolOf(text);
    if (tool === undefined || install.some((one) => one.text.includes(tool))) return true;
    return ofJob !== undefined && ofJob.step.uses === undefined && runs.has(ofJob.job);
  };
  leaveOut(
    lint.filter((one) => !isBrought(one)),
    ({ text }) => `not a check: neither set-up nor the workflow installs ${toolOf(text)}`,
  );

  const all = [...install, ...test, ...lint, ...build];
  const used = usedNames(ci, tasks);
  const downloaded = jobs.flatMap(downloadsOf);
  const isOfRoot = ({ steps }: CiJob): boolean =>
    ofRoot.some(({ text }) => steps.some(({ script }) => script?.includes(text.split(" ", 2).join(" "))));
  const jobsTaken = jobs
    .filter((job) => runs.has(job) || chosen.some((command) => command.job === job) || (job.rank > 1 && isOfRoot(job)))
    .map((job) => ({ ...job, steps: job.steps.filter((step) => isInRun(step, job)) }));
  const usedManagers =
    test.length > 0
      ? managers.filter((one) => one === manager || all.some(({ text }) => managerOf(text) === one.text))
      : managers;
  const ours = jobsTaken.filter(({ isLinux }) => isLinux);
  // Where no command is CI's own, its toolchains are still the right ones.
  const hasTools = ({ steps, rank, isLinux }: CiJob): boolean =>
    isLinux && rank > 1 && steps.some(({ uses }) => uses !== undefined && setupStep(uses, {}) !== undefined);
  const others = setupJobs.length > 0 || ours.some(hasTools) ? setupJobs : jobs.filter(hasTools).slice(0, 1);
  const needs = fromJobs(ours, fromCi, others);
  const checks = [...before, ...test, ...lint.filter(isBrought)];
  const placed = placeInstalls({ install, checks }, read(".gitignore"));
  const trial = placed.checks.slice(0, before.length + 1);
  return {
    manager: manager?.text ?? "none",
    install,
    test,
    lint,
    build,
    setUp: placed.inCell,
    checks: placed.checks,
    trial: test.length === 0 ? undefined : trial.map(({ text }) => text).join(" && "),
    hosts: neededHosts({
      all: all.flatMap((one) => [one, ...hooksOf(one, tasks)]),
      managers: usedManagers,
      jobs: jobsTaken,
      read,
    }),
    protectedFiles: [...protectedFiles({ paths, read })],
    ...heldCommands({ ...files, paths, used, downloaded }),
    ...needs,
    workflow: {
      ...needs.workflow,
      installs: [...lackingManagers(usedManagers, needs.workflow.setup, read), ...placed.outside],
    },
    undecided: [...undecided, ...notes(paths, jobs)],
  };
}

/** The hooks that a task runs, also as `session.run("pre-commit", "run")`. */
function hooksOf({ text, from }: Sourced, tasks: Files["tasks"]): readonly Sourced[] {
  const { body = "" } = taskOf(oneCommand(text, ".")?.inner ?? "", tasks) ?? {};
  return /pre-commit/.test(body) ? [{ text: "pre-commit run", from }] : [];
}

/** Whether the tests are of a folder or a Makefile that a build makes first. */
function needsBuild(tests: readonly Sourced[], paths: readonly string[]): boolean {
  const isMade = paths.includes("configure.ac") && !paths.some((path) => /^(?:GNUm|M|m)akefile$/.test(path));
  return tests.some(
    ({ text }) => /^(?:\w+=\S* )*(?:ctest|meson test)\b/.test(text) || (isMade && /^make\b/.test(text)),
  );
}

/** Asks for root, which a cell does not have; GitHub's runners have what most browsers need. */
const WITH_SYSTEM = / --with-deps(?= |$)/;

/** Why CI's command is not used; undefined if it is. */
function problemOf(command: CiCommand, files: Files): string | undefined {
  const { inner, line, dir } = command;
  if (FOREIGN.test(`${dir}/`)) return "it is about fixtures or examples";
  if (dir !== "." && !files.paths.some((path) => path.startsWith(`${dir}/`)))
    return `the folder ${dir} is not in the repository`;
  if (dir === "." && /^cargo (?:test|build)/.test(inner) && files.paths.includes("book.toml"))
    return "the book's crates stand in folders of their own";
  if (/(?:^|[ =])\/(?:opt|home|Users)\//.test(line)) return "it names a folder of CI's own machine";
  if (command.role === "install") return undefined;
  if (command.step.hasToken) return "its step has a token of GitHub";
  const task = taskOf(inner, files.tasks);
  const hazard = task === undefined ? hazardOfText(line, files) : hazardOf(task, files);
  if (hazard?.kind === "acts") return hazard.why; // CI shows that it ends
  const named = /^(?:bash |sh )?(\.?\/?[\w./-]+\.(?:sh|ps1))(?= |$)/.exec(line)?.[1];
  const script = named === undefined ? undefined : posix.join(dir, named);
  const text = script === undefined ? undefined : files.scriptText(script);
  if (script?.includes("/") === true && text === undefined) return `${script} is not in the repository`;
  const inside = text === undefined ? undefined : hazardOfText(text, files);
  if (inside?.kind === "acts") return `${script}: ${inside.why}`;
  if (/(?:^| )\.github\//.test(line)) return "it is about CI itself";
  if (/\.ps1\b|^(?:pwsh|powershell)\b/.test(line)) return "it is a script of PowerShell";
  const name = scriptName(inner) ?? "";
  return /publish|release|deploy/.test(name) ? "by its name" : undefined;
}

/** Whether what the command asks for is there. */
function isPossible({ inner, dir }: CiCommand, { paths }: Files): boolean {
  // What another job built, or what stands beside CI's own files.
  if (/ --(?:no-index|find-links)\b|\bdist\/|\.whl\b|(?:^| )\.github\//.test(inner)) return false;
  const prefix = / (?:--prefix|-C)[= ]([\w./-]+)(?= |$)/.exec(inner)?.[1];
  const at = (name: string): boolean => paths.includes(posix.join(dir, prefix ?? ".", name));
  if (/^npm (?:ci|clean-install)\b/.test(inner)) return at("package-lock.json") || at("npm-shrinkwrap.json");
  return true;
}

function take(commands: readonly CiCommand[], role: Role): readonly Sourced[] {
  const taken = uniqueBy(commands, ({ text }) => text).slice(0, MOST[role]);
  return taken.map(({ text, from }) => ({ text, from }));
}

/** The manager that the tests are run with, before the first one by files. */
function primary(managers: readonly Sourced[], tests: readonly Sourced[]): Sourced | undefined {
  const named = tests.map(({ text }) => managerOf(text)).find((name) => name !== undefined);
  const found = managers.find(({ text }) => text === named);
  if (found !== undefined) return found;
  const [first] = managers;
  const isPython = first !== undefined && /^(?:uv|poetry|pdm|pip|hatch)$/.test(first.text);
  return isPython && named === "tox" ? { text: "tox", from: tests[0]?.from ?? "" } : first;
}

function whyNoTest(jobs: readonly CiJob[]): string {
  const [remote] = jobs.flatMap((job) => job.remote.map((name) => `${name} (${job.file}:${job.line})`));
  if (remote !== undefined) return `CI's commands are in ${remote}, which is not in this repository`;
  return jobs.length === 0
    ? "no workflow tests changes, and no file says how"
    : "no command of CI or of a file is certain to be a test";
}

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

const OTHER_CI =
  /^(?:\.travis\.yml|\.?appveyor\.yml|\.circleci\/config\.yml|\.gitlab-ci\.yml|\.?azure-pipelines\.yml|Jenkinsfile|\.cirrus\.yml|\.drone\.yml|\.woodpecker\.yml|\.buildkite\/pipeline\.yml|bitbucket-pipelines\.yml)$/;

/** What a reader should know besides. */
function notes(paths: readonly string[], jobs: readonly CiJob[]): readonly Undecided[] {
  const others = paths.filter((path) => OTHER_CI.test(path));
  const isReplaced = jobs.length > 0;
  const agents = paths.filter((path) =>
    /^\.github\/workflows\/[^/]*(?:claude|gemini|codex|copilot-(?!setup)|opencode|aider|sweep)[^/]*\.ya?ml$/i.test(
      path,
    ),
  );
  return [
    ...others.map((what) => ({
      what,
      why: isReplaced ? "GitHub's workflows were read in its place" : "it was not read: only GitHub's workflows are",
    })),
    ...agents.slice(0, 5).map((what) => ({ what, why: "another agent may answer the same comments" })),
  ];
}
