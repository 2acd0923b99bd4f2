/**
 * How much of what people ask of coding agents runs without a person: `node bench/real-requests.ts <corpus>`. The corpus is a folder
 * with `commands.json` (`[{ id, command, cwd? }]`) and `trajectories.json` (`[{ id, lang, steps }]`; a step is the id of a command, or
 * `r <path>` or `w <path>`), in which `/work` is the workspace. Every shipped policy judges all of it by `policy explain -`; nothing is
 * run. Prints the table of bench/README.md.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { markdownTable } from "../scripts/markdown-table.ts";

interface Command {
  readonly id: string;
  readonly command: string;
  readonly cwd?: string;
}
interface Trajectory {
  readonly steps: readonly string[];
}
interface Answer {
  readonly verdict?: string;
  readonly notUnderstood?: string;
}

const ROOT = resolve(import.meta.dirname, "..");
const [corpus = ""] = process.argv.slice(2);
const read = (file: string): unknown => JSON.parse(readFileSync(join(corpus, file), "utf8"));
const commands = read("commands.json") as readonly Command[];
const trajectories = read("trajectories.json") as readonly Trajectory[];
const ids = new Set(commands.map(({ id }) => id));
const paths = [...new Set(trajectories.flatMap(({ steps }) => steps.filter((step) => /^[rw] [^?]/.test(step))))];

/** Not below /tmp, where every file of a sealed cell may be written. */
const workspace = mkdtempSync(join(homedir(), "real-requests-"));
const git = ["-C", workspace, "-c", "user.name=x", "-c", "user.email=x@example.com"];
execFileSync("git", [...git, "init", "-q", "."]);
execFileSync("git", [...git, "commit", "-q", "--allow-empty", "-m", "x"]);
const placed = (text: string): string => text.replaceAll(/\/work(?![\w.-])/g, workspace);

/** A command as the agent's shell ran it: in the folder in which that shell was. */
function line({ command, cwd = "?" }: Command): string {
  return cwd === "?" || /^\s*#/.test(command) ? placed(command) : `cd '${cwd}' && ${placed(command)}`;
}

function judge(text: string | undefined): readonly Answer[] {
  const file = join(tmpdir(), `real-requests-${process.pid}.yml`);
  if (text !== undefined) writeFileSync(file, text);
  const questions = [
    ...commands.map((command) => ({ command: line(command) })),
    ...paths.map((step) => ({ [step.startsWith("w") ? "write" : "read"]: placed(step.slice(2)) })),
  ];
  const { stdout } = spawnSync(
    process.execPath,
    [join(ROOT, "src/cli.ts"), "policy", "explain", "-", ...(text === undefined ? [] : ["--policy", file])],
    { cwd: workspace, input: questions.map((one) => JSON.stringify(one)).join("\n"), encoding: "utf8", maxBuffer: 1e9 },
  );
  rmSync(file, { force: true });
  return stdout
    .trim()
    .split("\n")
    .map((answer) => JSON.parse(answer) as Answer);
}

/** Rejections after which a run ends, as the default of `limits.denials` has it. */
const MAX_REJECTED = 5;

function row(name: string, text: string | undefined): readonly string[] {
  const answers = judge(text);
  const verdicts = new Map([...commands.map(({ id }) => id), ...paths].map((step, at) => [step, answers[at]?.verdict]));
  const own = answers.slice(0, commands.length);
  const count = (verdict: string): number => own.filter((answer) => answer.verdict === verdict).length;
  const finishing = (isCounted: (step: string) => boolean): number =>
    trajectories.filter(({ steps }) => {
      const met = steps.filter(isCounted).map((step) => verdicts.get(step) ?? "approve");
      return !met.includes("defer") && met.filter((verdict) => verdict === "reject").length < MAX_REJECTED;
    }).length;
  const share = (part: number, all: number): string => `${((100 * part) / all).toFixed(1)} %`;
  return [
    name,
    share(count("approve"), commands.length),
    share(count("defer") + count("reject"), commands.length),
    share(own.filter(({ notUnderstood }) => notUnderstood !== undefined).length, commands.length),
    share(
      finishing((step) => ids.has(step)),
      trajectories.length,
    ),
    share(
      finishing(() => true),
      trajectories.length,
    ),
  ];
}

const [, readme = ""] = /```yaml\n(version: 2\n[^]*?)```/.exec(readFileSync(join(ROOT, "README.md"), "utf8")) ?? [];
const examples = globSync(join(ROOT, "examples/policies/*.yml")).toSorted();
const rows = [
  row("built-in", undefined),
  row("README.md", readme),
  ...examples.map((file) => row(basename(file), readFileSync(file, "utf8"))),
];
const head = ["Policy", "Approved", "Held", "Not understood", "Finish, by commands", "Finish, with files"];
console.log(`${commands.length} commands, ${trajectories.length} requests\n\n${markdownTable(head, rows)}`);
rmSync(workspace, { recursive: true });
