/** `kimi-runner demo`: a run on a sample repository, with a refusal, a deferral and a resume. The model is scripted without a key. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { plainText } from "../base/plain-text.ts";
import { DEMO_SCRIPT } from "./demo/script.ts";
import { SAMPLE_FILES, SAMPLE_TASK } from "./demo/sample.ts";
import { DEFAULT_MODEL } from "../run/open/model.ts";
import { trustedPathAt } from "../workspace/trusted-path.ts";
import type { RunSettings, World } from "../run/open/request.ts";
import { answersOf } from "../run/local-answers.ts";
import { resumeRun } from "../run/resume.ts";
import type { RunEnd } from "../run/end/run-end.ts";
import { startRun } from "../run/run.ts";
import { type Stopper, withSignals } from "../run/open/stopper.ts";
import type { Subcommand } from "./options/args.ts";
import { programName } from "./options/program-name.ts";
import { readRunOptions, RUN_OPTIONS } from "./options/run-options.ts";

/** Most answers of the demo: a real model may ask more than once. */
const MAX_ANSWERS = 5;

/** The first variable that is set picks the model. */
export const KEYED_MODELS = [
  ["KIMI_API_KEY", DEFAULT_MODEL],
  ["ANTHROPIC_API_KEY", "anthropic/claude-sonnet-5-5"],
  ["OPENAI_API_KEY", "openai/gpt-6.1-terra"],
  ["GEMINI_API_KEY", "gemini/gemini-3.8-flash"],
] as const;

export const demoCommand: Subcommand = {
  usage: "demo",
  summary: "fix a real bug in a sample repository, with a policy, a deferral and a resume",
  cleansItself: true,
  options: RUN_OPTIONS,
  run: async (args, world) => {
    const home = mkdtempSync(join(tmpdir(), "kimi-runner-demo-"));
    const cwd = createSample(join(home, "cart"), world);
    const given = readRunOptions(args, world);
    const { name = modelOf(world, home) } = given.model;
    const settings = { ...given, model: { ...given.model, name }, workbench: { ...given.workbench, cwd } };
    world.err(`repository: ${cwd}\nmodel:      ${name}\npolicy:     ${join(cwd, ".github/kimi-policy.yml")}\n\n`);
    return withSignals(world, async (stopper) => {
      const request = { ...settings, task: { prompt: SAMPLE_TASK }, bundleDir: join(home, "bundle") };
      const first = await startRun(request, { world, stopper });
      const end = await answerAll(first, { settings, world, stopper });
      show(end, world);
      return end.exitCode;
    });
  },
};

interface Answering {
  readonly settings: RunSettings;
  readonly world: World;
  readonly stopper: Stopper;
}

/** Plays the maintainer: prints the held actions, approves them by their digests, and resumes the session. */
async function answerAll(first: RunEnd, { settings, world, stopper }: Answering): Promise<RunEnd> {
  let end = first;
  for (let answers = 0; end.outcome.outcome === "deferred" && answers < MAX_ANSWERS; answers += 1) {
    const approve = end.held.map(({ digest }) => digest.slice(0, 12));
    world.err(
      `\nThe run has stopped and costs nothing while it waits. The maintainer reads the request and answers:\n`,
    );
    for (const { summary, preview = "" } of end.held)
      world.err(`  ${summary}\n${plainText(preview).replace(/^/gm, "  │ ")}\n`);
    world.err(
      `$ ${programName(world)} resume ${end.bundle.dir} ${approve.map((digest) => `--approve ${digest}`).join(" ")}\n\n`,
    );
    const answers = { approve, reject: [], by: "the maintainer" };
    const { dir: bundleDir } = end.bundle;
    end = await resumeRun({ ...settings, bundleDir, answers: (held) => answersOf(answers, held) }, { world, stopper });
  }
  return end;
}

function show({ bundle }: RunEnd, world: World): void {
  world.err(`\n── transcript ──\n`);
  world.out(readFileSync(bundle.transcript, "utf8"));
  world.err(`\n── changes.patch ──\n`);
  world.out(plainText(readFileSync(bundle.patch, "utf8")));
  world.err(`\nbundle: ${bundle.dir}\n`);
}

function createSample(dir: string, { env, cwd }: Pick<World, "env" | "cwd">): string {
  for (const [path, content] of Object.entries(SAMPLE_FILES)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
  const identity = ["-c", "user.name=kimi-runner", "-c", "user.email=kimi-runner@localhost"];
  const own = { ...env, PATH: trustedPathAt(env["PATH"] ?? "", cwd) };
  const git = (...args: readonly string[]): void => {
    execFileSync("git", [...identity, ...args], { cwd: dir, env: own, stdio: ["ignore", "ignore", "inherit"] });
  };
  git("init", "--quiet", "--initial-branch=main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "cart: total with a bug");
  return dir;
}

function modelOf({ env }: World, home: string): string {
  const keyed = KEYED_MODELS.find(([variable]) => env[variable]);
  if (keyed !== undefined) return keyed[1];
  const script = join(home, "script.json");
  writeFileSync(script, JSON.stringify(DEMO_SCRIPT, null, 2));
  return `scripted/${script}`;
}
