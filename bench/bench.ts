/**
 * Our own cost beside the floor: `npm run bench [-- --reps 5 --steps 20]`. Run it alone on the machine. Figures are medians;
 * quote the ratios, since absolute times follow the machine.
 */

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { startBenchModel, type BenchModel } from "./model.ts";

interface Figures {
  /** Spawn to arrival of the first request. */
  readonly startMs: number;
  /** Median from the end of an answer to the next request: our time for one step, the command included. */
  readonly stepMs: number;
  readonly wallMs: number;
  /** User and system time of the process and what it waited for; not of a sealed cell's worker, which dies with its parent. */
  readonly cpuMs: number;
  /** Peak resident memory of the controller. */
  readonly memoryMb: number;
}

interface Contender {
  readonly name: string;
  readonly argv: (home: string) => readonly string[];
}

const ROOT = resolve(import.meta.dirname, "..");
const POLICY = (minimum: string): string => `version: 1\ndefault: approve\nsandbox: { minimum: ${minimum} }\n`;

function runner(sandbox: "sealed" | "none"): Contender {
  return {
    name: `kimi-runner, ${sandbox}`,
    argv: (home) => {
      const policy = join(home, "policy.yml");
      writeFileSync(policy, POLICY(sandbox));
      return [
        join(ROOT, "dist/cli.js"),
        "run",
        "Do the steps.",
        "--model",
        "openai/bench",
        "--policy",
        policy,
        "--sandbox",
        sandbox,
      ];
    },
  };
}

const CONTENDERS: readonly Contender[] = [
  { name: "floor", argv: () => [join(import.meta.dirname, "floor.mjs"), "Do the steps."] },
  runner("none"),
  runner("sealed"),
];

async function measure({ argv }: Contender, steps: number, model: BenchModel): Promise<Figures> {
  const home = mkdtempSync(join(tmpdir(), "kimi-bench-"));
  const cwd = join(home, "repository");
  mkdirSync(cwd);
  writeFileSync(join(cwd, "README.md"), "# bench\n");
  const git = (...args: readonly string[]): void => {
    const identity = ["-c", "user.name=bench", "-c", "user.email=bench@localhost"];
    execFileSync("git", [...identity, ...args], { cwd, stdio: "ignore" });
  };
  git("init");
  git("add", "--all");
  git("commit", "--message", "start");
  model.reset(steps);
  const env = { PATH: process.env["PATH"], HOME: home, OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "bench" };
  // bash's `time` counts every child that was waited for, which node cannot.
  const script = `TIMEFORMAT='%U %S'; time "$@" >/dev/null 2>"$HOME/stderr"`;
  const began = performance.now();
  const child = spawn("bash", ["-c", script, "bash", process.execPath, ...argv(home)], {
    cwd,
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  let memoryMb = 0;
  const sampler = setInterval(() => {
    memoryMb = Math.max(memoryMb, peakMb(child.pid ?? 0));
  }, 10);
  const code = await new Promise((done) => child.on("close", done));
  clearInterval(sampler);
  const wallMs = performance.now() - began;
  const times = model.times();
  if (code !== 0 || times.length !== steps + 1)
    throw new Error(`failed: ${readFileSync(join(home, "stderr"), "utf8")}`);
  rmSync(home, { recursive: true, force: true });
  const gaps = times.slice(1).map(({ arrived }, index) => arrived - (times[index]?.answered ?? 0));
  const [user = 0, system = 0] = said.trim().split(" ").map(Number);
  return {
    startMs: (times[0]?.arrived ?? 0) - began,
    stepMs: median(gaps),
    wallMs,
    cpuMs: (user + system) * 1000,
    memoryMb,
  };
}

/** High-water mark of the first child of the timing shell: the program itself. */
function peakMb(shell: number): number {
  try {
    const [pid] = readFileSync(`/proc/${shell}/task/${shell}/children`, "utf8").split(" ");
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0; // it has ended
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const { values } = parseArgs({
  options: { reps: { type: "string", default: "5" }, steps: { type: "string", default: "20" } },
});
const model = await startBenchModel();
const all = new Map<string, Figures[]>(CONTENDERS.map(({ name }) => [name, []]));
for (let rep = 0; rep <= Number(values.reps); rep += 1) {
  for (const contender of CONTENDERS) {
    const figures = await measure(contender, Number(values.steps), model);
    if (rep > 0) all.get(contender.name)?.push(figures); // the first round warms the page cache
  }
}
model.close();

const medians = [...all].map(([name, runs]) => {
  const of = (key: keyof Figures): number => median(runs.map((run) => run[key]));
  return {
    name,
    startMs: of("startMs"),
    stepMs: of("stepMs"),
    wallMs: of("wallMs"),
    cpuMs: of("cpuMs"),
    memoryMb: of("memoryMb"),
  };
});
const floor = medians[0];
for (const row of medians) {
  const cell = (key: keyof Figures): string =>
    `${row[key].toFixed(1)} (${(row[key] / (floor?.[key] ?? 1)).toFixed(2)}×)`;
  console.log(
    `${row.name.padEnd(20)} start ${cell("startMs")} ms, step ${cell("stepMs")} ms, CPU ${cell("cpuMs")} ms, memory ${cell("memoryMb")} MB, wall ${cell("wallMs")} ms`,
  );
}
