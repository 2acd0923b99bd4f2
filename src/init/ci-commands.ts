/** The commands of CI's jobs, with what its actions and the repository's own tasks stand for, and which of them say the same. */

import { commandsOfAction } from "./known-actions.ts";
import { managerOf, roleOf } from "./command-kinds.ts";
import type { Files } from "./file-commands.ts";
import { taskOf } from "./hazards.ts";
import { commandsOf, inFolder, oneCommand, type CiCommand } from "./script.ts";
import type { NamedTask } from "./tasks.ts";
import { usualness, type CiJob } from "./workflow-file.ts";

/** The commands of a job's steps and of the actions that it uses, in order. */
export function allCommands(job: CiJob, files: Files): readonly CiCommand[] {
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
      .flatMap((command) => installsOf(command, files.tasks) ?? [command])
      .map((command) => named(inEnvironment(withToxEnvironment(withoutReports(command)), prefix), files));
  });
}

/** A tool that CI runs in an environment that it activated before. */
function inEnvironment(command: CiCommand, prefix: string): CiCommand {
  const isOurs = command.role === "test" || command.role === "lint";
  return prefix === "" || !isOurs || command.line.startsWith(prefix.split(" ")[0] ?? "")
    ? command
    : reworded(command, prefix + command.line);
}

/** The command with another line, and with other words behind what runs it. */
function reworded(command: CiCommand, line: string, inner = command.inner): CiCommand {
  return { ...command, text: inFolder(line, command.dir), line, inner };
}

/** Without what sends data to others, and all of the tests where CI's job runs a part of them. */
function withoutReports(command: CiCommand): CiCommand {
  const strip = (text: string): string =>
    text.replaceAll(/ --scan(?= |$)| -Dscan(?= |$)| --shard[= ]"?\d+\/\d+"?(?= |$)/g, "").replace(/ --$/, "");
  return reworded(command, strip(command.line), strip(command.inner));
}

/** Which of tox's environments a command runs, where a variable of its step says so. */
function withToxEnvironment(command: CiCommand): CiCommand {
  const name = command.step.env["TOXENV"] ?? "";
  if (command.role === undefined || !/^tox(?: run)?$/.test(command.inner) || !/^[\w.,-]+$/.test(name)) return command;
  const inner = `${command.inner} -e ${name}`;
  return { ...reworded(command, `${command.line} -e ${name}`, inner), role: roleOf(inner) };
}

/** A step's name says what a command is for where the command's own words do not. */
function named(command: CiCommand, { tasks }: Files): CiCommand {
  const { line, inner, step } = command;
  const isCompared = /git diff --exit-code/.test(step.script ?? "");
  if (isCompared && /^(?:pnpm|npm|yarn|bun) (?:run )?(?:format|prettier)$/.test(line))
    return { ...command, role: "lint" };
  if (command.role !== "lint" || isCompared) return command;
  // A script that rewrites files is no check of them, unless it fails where it has to.
  const body = taskOf(inner, tasks)?.body ?? "";
  const isRewriting = /\s(?:--write|--fix|-w)\b/.test(body) || / --(?:write|fix)(?= |$)/.test(line);
  const isCheck = /--check|--exit-non-zero-on-fix/.test(`${body} ${line}`);
  return isRewriting && !isCheck ? { ...command, role: undefined } : command;
}

/** The installs that a task of the repository stands for, as CI's `make` or `make deps` does; undefined for another command. */
function installsOf(command: CiCommand, tasks: Files["tasks"]): readonly CiCommand[] | undefined {
  const { inner, role, dir } = command;
  const isOfInstalls =
    role === undefined || inner === "make" || / (?:prepare|setup|bootstrap|init|deps|install)$/.test(inner);
  if (dir !== "." || !isOfInstalls) return undefined;
  const first = inner === "make" ? tasks.find(({ runner }) => runner === "make") : undefined;
  const [seen, bodies]: [Set<NamedTask>, NamedTask[]] = [new Set(), []];
  const collect = (task: NamedTask): void => {
    if (seen.has(task) || seen.size > 8) return;
    seen.add(task); // a task may need itself, as an alias of mix does
    for (const need of tasks) if (need.runner === task.runner && task.needs?.includes(need.name)) collect(need);
    bodies.push(task);
  };
  const task = first ?? taskOf(inner, tasks);
  if (task !== undefined) collect(task);
  const found = bodies.flatMap(({ body = "", from }) =>
    commandsOf(command.job, { ...command.step, script: body.replaceAll(/^[ \t]*[@-]*/gm, "") })
      .filter((one) => one.role === "install" && !one.isInBranch)
      .map((one) => ({ ...one, from })),
  );
  return found.length === 0 ? undefined : found;
}

/** One command of each place in CI, the shortest of those that a matrix makes of it. */
export function preferred(commands: readonly CiCommand[]): readonly CiCommand[] {
  const byPlace = Map.groupBy(commands, ({ from, inner }) => `${from} ${inner.split(" ")[0]}`);
  const best = (a: CiCommand, b: CiCommand): CiCommand => (preference(b) > preference(a) ? b : a);
  const kept = new Set(Array.from(byPlace.values(), (same) => same.reduce(best)));
  return commands.filter((command) => kept.has(command));
}

/** Without what a later job does again. `wordsOf` says what two commands have in common then. */
export function ofFirstJob(
  commands: readonly CiCommand[],
  wordsOf: (command: CiCommand) => string,
): readonly CiCommand[] {
  const jobOf = new Map<string, CiJob>();
  return commands.filter((command) => {
    const words = wordsOf(command);
    const first = jobOf.get(words) ?? command.job;
    jobOf.set(words, first);
    return first === command.job;
  });
}

function preference({ text }: CiCommand): number {
  return usualness(text) * 10_000 - text.length;
}

/** Without commands that another one includes: `pytest tests/a` beside `pytest`, reports about coverage, other jobs' flags. */
export function generalOnes(commands: readonly CiCommand[]): readonly CiCommand[] {
  const isReport = ({ inner }: CiCommand): boolean => /(?:^|[ /:.])cov(?:er(?:age)?)?[:.\w]*$/.test(inner);
  const rest = commands.some((one) => !isReport(one)) ? commands.filter((one) => !isReport(one)) : commands;
  // The first is what a person tries first: a package manager's before a script's, and one for all packages before that for one.
  const breadth = ({ text }: CiCommand): number =>
    (managerOf(text) === undefined ? 0 : 2) + (/ (?:--workspace|--all|\.\/\.\.\.)(?: |$)/.test(text) ? 1 : 0);
  const jobsOf = new Map<string, Set<CiJob>>();
  for (const { text, job } of rest.filter(({ text }) => /[ :]|^(?!make$)\w+$/.test(text)))
    jobsOf.set(text, (jobsOf.get(text) ?? new Set()).add(job));
  const plain = (text: string): string =>
    ` ${text}`.replaceAll(/ (?:--manifest-path \S+|-\S+|\+[\w.-]+|[A-Z_]+=\S*)/g, "");
  const wider = rest.filter(({ text, job }) => {
    const name = plain(text);
    // The words of a wider command are the first words of this one.
    for (let end = text.indexOf(" "); end >= 0; end = text.indexOf(" ", end + 1)) {
      const beginning = text.slice(0, end);
      const jobs = jobsOf.get(beginning);
      if (jobs !== undefined && (jobs.has(job) || plain(beginning) !== name)) return false;
    }
    return true;
  });
  const kept = ofFirstJob(wider, ({ text }) => plain(text));
  const [best] = kept;
  // `make test`, or the script of this name, in the words of the best job's package manager.
  const isWhole = ({ text }: CiCommand): boolean =>
    /^(?:make|just|task) test(?= |$)/.test(text) ||
    (/^(?:deno task|(?:npm|pnpm|yarn|bun)(?: run)?) test(?= |$)/.test(text) &&
      managerOf(text) === managerOf(best?.text ?? ""));
  const isOfBest = ({ job }: CiCommand): boolean => job === best?.job;
  return kept.toSorted(
    (a, b) =>
      Number(isWhole(b)) - Number(isWhole(a)) || Number(isOfBest(b)) - Number(isOfBest(a)) || breadth(b) - breadth(a),
  );
}
